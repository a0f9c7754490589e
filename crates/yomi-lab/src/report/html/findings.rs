//! Findings on a page: in the contents, in the table of all of them, and each with its points.

use super::{Page, escaped};
use crate::Verdict;
use crate::report::document::{Chapter, Section, SummaryLine};
use crate::report::finding_view::{FindingView, PointView};
use crate::report::wording::p_number;
use std::fmt::{Result, Write};

/// How pictures are to be read; the shapes are those of the pictures.
const LEGEND: &str = "\
<p class=\"legend\"><span class=\"reproduced\">● reproduced</span> \
<span class=\"contradicted\">■ contradicted</span> <span class=\"undecided\">○ undecided</span> \
<span><svg class=\"picture\" viewBox=\"0 0 28 14\" width=\"28\" height=\"14\" aria-hidden=\"true\">\
<rect class=\"expected\" x=\"8\" width=\"20\" height=\"14\"/><path class=\"threshold\" d=\"M8 0V14\"/></svg>\
the threshold, and the band where the number is expected</span> \
<span>✕ the paper’s number</span></p>\n";

impl Page {
    pub(super) fn contents(&mut self, chapters: &[Chapter]) -> Result {
        self.out.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
        for chapter in chapters {
            let (key, text) = (escaped(&chapter.key), escaped(&chapter.text));
            write!(self.out, "<li><a href=\"#{key}\">{text}</a>")?;
            if !chapter.sections.is_empty() {
                self.out.push_str("\n<ul>\n");
                for section in &chapter.sections {
                    self.section(section)?;
                }
                self.out.push_str("</ul>\n");
            }
            self.out.push_str("</li>\n");
        }
        writeln!(self.out, "</ul>\n</nav>")
    }

    /// An item of the contents, with a mark for each of its findings.
    fn section(&mut self, section: &Section) -> Result {
        let (key, text) = (escaped(&section.key), escaped(&section.text));
        write!(self.out, "<li><a href=\"#{key}\">{text}</a>")?;
        if !section.marks.is_empty() {
            self.out.push_str("<span class=\"marks\">");
            for mark in &section.marks {
                let label = escaped(&format!("{} {}", mark.text, mark.words));
                write!(
                    self.out,
                    "<a class=\"{}\" href=\"#{}\" title=\"{label}\" aria-label=\"{label}\">{}</a>",
                    mark.verdict,
                    escaped(&mark.key),
                    sign(mark.verdict)
                )?;
            }
            self.out.push_str("</span>");
        }
        writeln!(self.out, "</li>")
    }

    /// A row for every finding: what was expected, the picture, the numbers, the verdict. On a narrow page the
    /// style sets rows as blocks, hence the roles, which some browsers would forget.
    pub(super) fn summary(&mut self, lines: &[SummaryLine]) -> Result {
        self.out.push_str(LEGEND);
        self.begin_scrolling("All findings")?;
        self.out.push_str(
            "<table class=\"summary\" role=\"table\">\n<thead role=\"rowgroup\"><tr role=\"row\">",
        );
        let head = [
            "experiment",
            "finding",
            "interval and threshold",
            "measured",
            "verdict",
        ];
        for text in head {
            write!(
                self.out,
                "<th scope=\"col\" role=\"columnheader\">{text}</th>"
            )?;
        }
        self.out
            .push_str("</tr></thead>\n<tbody role=\"rowgroup\">\n");
        for SummaryLine { item, finding } in lines {
            let item = escaped(item);
            let FindingView { key, text, .. } = finding;
            let [key, text, expected, measured, paper] = [
                key,
                text,
                &finding.expected,
                &finding.in_brief(),
                &finding.paper,
            ]
            .map(|text| escaped(text));
            let paper = match paper.is_empty() {
                true => paper,
                false => format!("<br>paper: {paper}"),
            };
            writeln!(
                self.out,
                "<tr role=\"row\"><th scope=\"row\" role=\"rowheader\"><a href=\"#{item}\">{item}</a></th>\
                 <td role=\"cell\"><a href=\"#{key}\">{text}</a><br><span class=\"expected-words\">expected: \
                 {expected}</span></td><td role=\"cell\" class=\"picture-cell\">{}</td>\
                 <td role=\"cell\">{measured}{paper}</td><td role=\"cell\" class=\"verdict {}\">{}</td></tr>",
                picture(finding),
                finding.verdict,
                verdict(finding)
            )?;
        }
        writeln!(self.out, "</tbody></table></div>")
    }

    /// A finding with a row for each of its points.
    pub(super) fn finding(&mut self, finding: &FindingView) -> Result {
        let level = self.level + 1;
        let id = self.id(Some(&finding.key));
        let paper = match finding.paper.is_empty() {
            true => String::new(),
            false => format!("; the paper: {}", escaped(&finding.paper)),
        };
        writeln!(
            self.out,
            "<section class=\"finding {class}\"{id}>\n<h{level}>{}</h{level}>\n\
             <p><span class=\"verdict {class}\">{}</span>; expected: {}{paper}</p>",
            escaped(&finding.text),
            verdict(finding),
            escaped(&finding.expected),
            class = finding.verdict,
        )?;
        self.points(finding)?;
        writeln!(self.out, "</section>")
    }

    fn points(&mut self, finding: &FindingView) -> Result {
        let points = &finding.points;
        let has =
            |text: fn(&PointView) -> &String| points.iter().any(|point| !text(point).is_empty());
        let (has_p, has_test) = (has(|point| &point.p), has(|point| &point.test));
        let interval = format!("{} % interval", finding.confidence);
        let mut head = vec!["series", finding.sweep.as_str(), "interval and threshold"];
        head.extend(["measured", &interval]);
        head.extend(has_p.then_some("p-value"));
        head.extend(has_test.then_some("decided by"));
        head.push("verdict");
        self.begin_scrolling(&finding.text)?;
        self.out.push_str("<table class=\"points\">\n<thead><tr>");
        for text in &head {
            let class = match *text {
                "measured" | "p-value" => " class=\"number\"",
                text if text == interval => " class=\"number\"",
                _ => "",
            };
            write!(self.out, "<th scope=\"col\"{class}>{}</th>", escaped(text))?;
        }
        self.out.push_str("</tr></thead>\n<tbody>\n");
        for point in points {
            self.point(finding, point, has_p, has_test)?;
        }
        if let Some(picture) = &finding.picture {
            writeln!(
                self.out,
                "<tr class=\"scale\"><td colspan=\"2\"></td><td class=\"picture-cell\">{}</td><td colspan=\"{}\"></td></tr>",
                picture.scale(),
                head.len() - 3
            )?;
        }
        for missing in &finding.unmeasured {
            writeln!(
                self.out,
                "<tr><th scope=\"row\"></th><td>{}</td><td colspan=\"{}\">not measured at this scale</td></tr>",
                escaped(missing),
                head.len() - 2
            )?;
        }
        if points.is_empty() && finding.unmeasured.is_empty() {
            writeln!(
                self.out,
                "<tr><td colspan=\"{}\">not measured at this scale</td></tr>",
                head.len()
            )?;
        }
        writeln!(self.out, "</tbody></table></div>")
    }

    fn point(
        &mut self,
        finding: &FindingView,
        point: &PointView,
        has_p: bool,
        has_test: bool,
    ) -> Result {
        let drawn = point.bar.zip(finding.picture.as_ref());
        let drawn = drawn.map_or_else(String::new, |(bar, picture)| picture.row(bar));
        let [series, at, value, interval, p, test] = [
            &point.series,
            &point.point,
            &point.value,
            &point.interval,
            p_number(&point.p),
            &point.test,
        ]
        .map(escaped);
        write!(
            self.out,
            "<tr><th scope=\"row\">{series}</th><td>{at}</td><td class=\"picture-cell\">{drawn}</td>\
             <td class=\"number\">{value}</td><td class=\"number\">{interval}</td>"
        )?;
        if has_p {
            write!(self.out, "<td class=\"number\">{p}</td>")?;
        }
        if has_test {
            write!(self.out, "<td>{test}</td>")?;
        }
        let (verdict, sign) = (point.verdict, sign(point.verdict));
        writeln!(
            self.out,
            "<td class=\"verdict {verdict}\">{sign} {verdict}</td></tr>"
        )
    }
}

/// The picture of a finding; of one that nothing was measured for, its mark alone.
fn picture(finding: &FindingView) -> String {
    match &finding.picture {
        Some(picture) => picture.whole(&format!("{} {}", finding.text, finding.words)),
        None => format!(
            "<span class=\"{}\">{} no interval</span>",
            finding.verdict,
            sign(finding.verdict)
        ),
    }
}

/// The verdict in words, after its mark.
fn verdict(finding: &FindingView) -> String {
    let sign = sign(finding.verdict);
    format!(
        "<span aria-hidden=\"true\">{sign}</span>&nbsp;{}",
        escaped(&finding.words)
    )
}

/// The mark of a verdict, which is that of the bars.
fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Reproduced => "●",
        Verdict::Contradicted => "■",
        Verdict::Undecided => "○",
    }
}
