//! What a reader does with a report: follows its links, sees its findings, looks at its figures.

use crate::support::{DECISION, MATCH, TRACE, library, read, registry};
use std::collections::BTreeSet;
use std::path::Path;
use yomi_lab::{Library, RunOptions, Scale, Summary, Verdict, run};

fn run_at(items: &[(&str, &str)], scale: Scale, out: &Path) -> Summary {
    let folder = library(items);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let options = RunOptions {
        workers: 2,
        ..RunOptions::new(out)
    };
    run(&items, scale, &registry(), &options, &()).unwrap()
}

fn run_all(out: &Path) -> Summary {
    let items = [("wins", MATCH), ("finds", DECISION), ("takes", TRACE)];
    run_at(&items, Scale::Quick, out)
}

/// What stands between `begin` and the next `end`, wherever `begin` is found.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    let parts = text.split(begin).skip(1);
    parts
        .map(|rest| rest.split_once(end).expect("an end").0)
        .collect()
}

/// Every link within a page leads somewhere, and everywhere but once; the places.
fn places(page: &str) -> BTreeSet<&str> {
    let ids = between(page, " id=\"", "\"");
    let places: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(places.len(), ids.len(), "{ids:?}");
    for link in between(page, "href=\"", "\"") {
        let place = link.strip_prefix('#').expect("a link within the page");
        assert!(places.contains(place), "{link} of {places:?}");
    }
    places
}

/// Every element with those that it is in, outermost first, each as its tag. All end where they should.
fn elements(page: &str) -> Vec<(&str, Vec<&str>)> {
    let name = |tag: &str| tag.split_whitespace().next().unwrap().to_owned();
    let mut elements = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some((_, tag)) = rest.split_once('<') {
        if let Some(comment) = tag.strip_prefix("!--") {
            rest = comment.split_once("-->").expect("an end of the comment").1;
            continue;
        }
        let (tag, after) = tag.split_once('>').expect("an end of the tag");
        assert!(!tag.contains('<'), "<{tag}>");
        assert!(tag.matches('"').count().is_multiple_of(2), "<{tag}>");
        rest = after;
        if let Some(ended) = tag.strip_prefix('/') {
            let begun = open.pop().map(name);
            assert_eq!(begun.as_deref(), Some(ended), "{open:?}");
            continue;
        }
        elements.push((tag, open.clone()));
        let is_empty = tag.ends_with('/') || ["!DOCTYPE", "meta", "br"].contains(&&*name(tag));
        if !is_empty {
            open.push(tag);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    elements
}

#[test]
fn every_link_leads_to_its_place() {
    let out = tempfile::tempdir().unwrap();
    let summary = run_all(out.path());
    let page = read(out.path(), "report.html");
    elements(&page);
    let places = places(&page);
    let (before, _) = page.split_once("<h2 id=\"stones\"").unwrap();
    let (contents, table) = before.split_once("id=\"findings\"").unwrap();
    for place in ["contents", "findings", "stones", "this-run"] {
        assert!(places.contains(place), "{place}");
    }
    for result in &summary.items {
        let item = &result.item;
        assert!(places.contains(item.as_str()), "{item}");
        let link = format!("href=\"#{item}\"");
        assert_eq!(contents.matches(&link).count(), 1, "{item}");
        assert_eq!(table.matches(&link).count(), result.findings.len());
        for number in 1..=result.findings.len() {
            let finding = format!("{item}/finding-{number}");
            assert!(places.contains(finding.as_str()), "{finding}");
            for part in [contents, table] {
                let link = format!("href=\"#{finding}\"");
                assert_eq!(part.matches(&link).count(), 1, "{finding}");
            }
        }
    }
    let back = page.matches("href=\"#contents\"").count();
    assert!(back > summary.items.len(), "{back} ways back");
    // The page of an item has no contents, and no way back to them.
    let page = read(out.path(), "stones/wins/quick/report.html");
    elements(&page);
    assert!(self::places(&page).contains("stones/wins/finding-5"));
    assert!(!page.contains("#contents"));
}

#[test]
fn links_of_markdown_lead_to_headings() {
    let out = tempfile::tempdir().unwrap();
    let summary = run_all(out.path());
    let report = read(out.path(), "report.md");
    // As GitHub makes them; of equal headings the first.
    let headings: Vec<String> = report
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .map(|line| {
            let text = line.trim_start_matches('#').trim().to_lowercase();
            let kept = text
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.collect::<String>().replace(' ', "-")
        })
        .collect();
    let links = between(&report, "](#", ")");
    let findings: usize = (summary.items.iter()).map(|item| item.findings.len()).sum();
    // Contents: the table, a paper, three items, this run; then a link for every finding.
    assert_eq!(links.len(), 6 + findings, "{links:?}");
    for link in links {
        assert!(
            headings.iter().any(|anchor| anchor == link),
            "{link} of {headings:?}"
        );
    }
}

#[test]
fn findings_are_seen_with_their_intervals_and_verdicts() {
    let out = tempfile::tempdir().unwrap();
    let summary = run_all(out.path());
    let page = read(out.path(), "report.html");
    let tables = between(&page, "<table class=\"summary\"", "</table>");
    let rows = between(tables[0], "<tr role=\"row\"><th scope=\"row\"", "</tr>");
    let findings: Vec<_> = (summary.items.iter())
        .flat_map(|item| &item.findings)
        .collect();
    assert_eq!(rows.len(), findings.len());
    for (row, finding) in rows.iter().zip(&findings) {
        let drawn = row.matches("class=\"line\"").count();
        assert_eq!(drawn, finding.points.len(), "{}", finding.text);
        // Bars say the verdicts on points, the last cell that on the finding.
        for point in &finding.points {
            let class = format!("<g class=\"{}\"", point.verdict);
            assert!(row.contains(&class), "{}", finding.text);
        }
        let (_, verdict) = row.rsplit_once("<td ").unwrap();
        let mark = match finding.verdict {
            Verdict::Reproduced => '●',
            Verdict::Contradicted => '■',
            Verdict::Undecided => '○',
        };
        assert!(verdict.contains(mark) && verdict.contains(&finding.verdict_text()));
        assert!(row.contains("<desc>Expected: "), "{row}");
    }
    // Several points of a finding stand in rows of their own.
    let sections = between(&page, "id=\"stones/takes/finding-3\"", "</section>");
    for part in [">5</td>", ">+3.800</td>", ">+2.919 to +4.681</td>"] {
        assert_eq!(sections[0].matches(part).count(), 1, "{part}");
    }
    let cells = between(&page, "<td><table>", "</table>");
    assert_eq!(cells.len(), 3, "the answers of three points");
    assert!(cells[0].contains("<th scope=\"row\">t1</th><td class=\"number\">11</td>"));
}

#[test]
fn pages_suit_telephones_and_screen_readers() {
    let out = tempfile::tempdir().unwrap();
    run_all(out.path());
    for name in ["report.html", "stones/wins/quick/report.html"] {
        let page = read(out.path(), name);
        assert!(page.contains("name=\"viewport\" content=\"width=device-width"));
        let elements = elements(&page);
        let is = |tag: &str, name: &str| tag.split_whitespace().next() == Some(name);
        let mut seen = BTreeSet::new();
        for (i, (tag, around)) in elements.iter().enumerate() {
            let in_figure = around.iter().any(|one| is(one, "figure"));
            if is(tag, "table") || (is(tag, "svg") && in_figure) {
                let scrolls =
                    |one: &&str| one.contains("class=\"table\"") && one.contains("tabindex");
                assert!(around.iter().any(scrolls), "{tag} in {around:?}");
                seen.insert(tag.split_whitespace().next().unwrap());
            }
            if is(tag, "th") {
                assert!(tag.contains("scope="), "{tag}");
            }
            if is(tag, "svg") && !tag.contains("aria-hidden") {
                assert!(tag.contains("role=\"img\""), "{tag}");
                let [(title, _), (description, _)] = &elements[i + 1..i + 3] else {
                    panic!("{tag}");
                };
                assert_eq!((*title, *description), ("title", "desc"), "{tag}");
            }
        }
        assert_eq!(seen.len(), 2, "tables and figures");
    }
}

#[test]
fn what_was_not_measured_has_a_plain_mark() {
    let out = tempfile::tempdir().unwrap();
    run_at(&[("wins", MATCH)], Scale::Paper, out.path());
    let page = read(out.path(), "report.html");
    places(&page);
    elements(&page);
    let tables = between(&page, "<table class=\"summary\"", "</table>");
    let rows = between(tables[0], "<tr role=\"row\"><th scope=\"row\"", "</tr>");
    assert!(!rows[0].contains("<svg"), "{}", rows[0]);
    assert!(rows[0].contains("○ no interval") && rows[0].contains("not measured at this scale"));
}

#[test]
fn texts_of_a_manifest_are_texts_on_the_page() {
    let hostile = "</title><script>alert(\"1 & 2\")</script>";
    let quoted = hostile.replace('"', "\\\"");
    let text = MATCH
        .replace("Skill wins", &quoted)
        .replace("Full skill beats none.", &quoted)
        .replace("share of moves by the theory", &quoted)
        .replace("against itself", &quoted);
    let out = tempfile::tempdir().unwrap();
    for scale in [Scale::Quick, Scale::Paper] {
        run_at(&[("wins", &text)], scale, out.path());
        let plot = read(out.path(), &format!("stones/wins/{scale}/plot.svg"));
        for text in [&read(out.path(), "report.html"), &plot] {
            assert!(!text.contains("<script"), "{scale}");
            elements(text);
        }
        places(&read(out.path(), "report.html"));
        let report = read(out.path(), "report.md").replace("\\<", "");
        assert!(
            !report.contains("<script") && !report.contains("</title"),
            "{report}"
        );
    }
}

/// Where the shapes of points are drawn, left to right and top to bottom: the middle of each.
fn shapes(plot: &str) -> Vec<(f64, f64)> {
    let middle = |points: &str| {
        let numbers: Vec<(f64, f64)> = points
            .split_whitespace()
            .map(|pair| {
                let (x, y) = pair.split_once(',').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            })
            .collect();
        let all = |get: fn(&(f64, f64)) -> f64| {
            let least = numbers.iter().map(get).fold(f64::INFINITY, f64::min);
            let most = numbers.iter().map(get).fold(f64::NEG_INFINITY, f64::max);
            (least + most) / 2.0
        };
        (all(|pair| pair.0), all(|pair| pair.1))
    };
    let polygons = between(plot, "<polygon", "/>");
    let points = polygons
        .iter()
        .map(|one| between(one, "points=\"", "\"")[0]);
    points.map(middle).collect()
}

/// Where a text is written.
fn written(plot: &str, text: &str) -> (f64, f64) {
    let texts = between(plot, "<text", "</text>");
    let found = texts.iter().find(|one| {
        let (_, words) = one.split_once('>').unwrap();
        words.trim() == text
    });
    let found = found.unwrap_or_else(|| panic!("{text} is not in {plot}"));
    let number = |name: &str| between(found, name, "\"")[0].parse().unwrap();
    (number(" x=\""), number(" y=\""))
}

#[test]
fn a_single_point_has_its_series_side_by_side() {
    let out = tempfile::tempdir().unwrap();
    let one = MATCH.replace("pairs = 1000", "pairs = 20");
    let summary = run_at(&[("wins", &one)], Scale::Paper, out.path());
    let rows = &summary.items[0].rows;
    assert_eq!(rows.len(), 2);
    let plot = read(out.path(), "stones/wins/paper/plot.svg");
    let shapes = shapes(&plot);
    assert_eq!(shapes.len(), 2, "{plot}");
    let [zero, one] = ["0.0", "1.0"].map(|tick| written(&plot, tick).0);
    for (row, (x, y)) in rows.iter().zip(&shapes) {
        let (left, label) = written(&plot, &row.series);
        assert!((label - y).abs() < 12.0, "the name is in the row");
        assert!(left < zero, "and left of the axis");
        let expected = zero + row.estimate.value * (one - zero);
        assert!((x - expected).abs() < 5.0, "{x} {expected}");
    }
    assert!(shapes[1].1 - shapes[0].1 > 20.0, "{shapes:?}");
    // The point that all of them share is named at the axis.
    written(&plot, "score (share of moves by the theory: 0.25)");
    // Several points make curves, with the series beneath them.
    run_at(&[("wins", MATCH)], Scale::Quick, out.path());
    let plot = read(out.path(), "stones/wins/quick/plot.svg");
    let (_, axis) = written(&plot, "share of moves by the theory");
    assert!(written(&plot, "against itself").1 > axis);
}
