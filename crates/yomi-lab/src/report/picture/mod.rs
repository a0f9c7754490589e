//! The picture of a finding: its intervals against the threshold.
//!
//! ```text
//!        |             :::::::::::::::::::::     the band: where the number is expected
//!        |   0.55 |------o-----| 0.75 ::::::     a bar: the interval, and a mark at the number
//!       0.0          > 0.5               1.0
//! ```
//!
//! The mark of a bar says the verdict by its shape too: a disc if it is reproduced, a square if it is
//! contradicted, a ring on a broken line if it is undecided. A cross is the paper's number. Shares
//! stand on an axis from 0 to 1, so that pictures beneath each other compare, unless all that is drawn
//! would fill less than a quarter of it; everything else has an axis of its own.
//!
//! Colours are left to the page, by the classes `reproduced`, `contradicted` and `undecided`.

mod parts;

use super::axis::Axis;
use super::html::escaped;
use super::wording::signed;
use crate::manifest::Relation;
use crate::result::JudgedPoint;
use crate::{Estimate, Verdict};

/// How much of the axis of shares must be filled for it to be kept.
const ENOUGH: f64 = 0.25;
/// How much of what is drawn is kept free at either side of a threshold.
const BESIDE: f64 = 0.15;

/// The intervals of a finding and where they should lie.
pub struct Picture {
    axis: Axis,
    relation: Relation,
    paper: Option<f64>,
    bars: Vec<Bar>,
}

/// The interval of one point.
pub struct Bar {
    /// Which point, where there are several.
    place: Option<String>,
    estimate: Estimate,
    /// The number and the ends of its interval, as they are written.
    texts: [String; 3],
    verdict: Verdict,
}

impl Bar {
    /// The bar of a point whose number is known.
    pub fn new(
        point: &JudgedPoint,
        place: Option<String>,
        is_difference: bool,
        decimals: usize,
    ) -> Bar {
        let Estimate { value, low, high } = point.estimate;
        Bar {
            place,
            estimate: point.estimate,
            texts: [value, low, high].map(|number| match number.is_nan() {
                true => String::new(),
                false => signed(number, is_difference, decimals),
            }),
            verdict: point.verdict,
        }
    }

    fn in_words(&self) -> String {
        let place = self.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        let [value, low, high] = &self.texts;
        let interval = match low.is_empty() {
            true => String::new(),
            false => format!(", interval {low} to {high}"),
        };
        format!("{place}{value}{interval}, {}", self.verdict)
    }
}

/// Where on the paper things lie.
struct Layout {
    width: f64,
    /// What is left free at either side.
    side: f64,
    /// The height of a bar's row.
    row: f64,
}

impl Picture {
    /// A picture, unless there is nothing to draw.
    pub fn new(
        relation: Relation,
        paper: Option<f64>,
        bars: Vec<Bar>,
        shares: bool,
    ) -> Option<Picture> {
        if bars.is_empty() {
            return None;
        }
        let mut numbers = thresholds(relation);
        numbers.extend(paper);
        for bar in &bars {
            let Estimate { value, low, high } = bar.estimate;
            numbers.extend([value, low, high]);
        }
        numbers.retain(|number| number.is_finite());
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let axis = match shares && most - least >= ENOUGH {
            true => Axis::shares(),
            false => {
                // Something of both sides of a threshold is to be seen.
                let beside = (most - least) * BESIDE;
                for threshold in thresholds(relation) {
                    let sides = [threshold - beside, threshold + beside];
                    let within = |side: f64| if shares { side.clamp(0.0, 1.0) } else { side };
                    numbers.extend(sides.map(within));
                }
                Axis::of_values(numbers.into_iter())
            }
        };
        Some(Picture {
            axis,
            relation,
            paper,
            bars,
        })
    }

    /// All bars with their numbers, and the axis; `title` says what it is about.
    pub fn whole(&self, title: &str) -> String {
        let layout = Layout {
            width: 340.0,
            side: 58.0,
            row: if self.bars.len() == 1 { 24.0 } else { 16.0 },
        };
        let bottom = layout.row * self.bars.len() as f64;
        let mut svg = begin(layout.width, bottom + 20.0, title, &self.in_words());
        self.draw_expected(&mut svg, &layout, bottom);
        for (i, bar) in self.bars.iter().enumerate() {
            self.draw_bar(&mut svg, &layout, bar, layout.row * (i as f64 + 0.5), true);
        }
        self.draw_paper(&mut svg, &layout, bottom / 2.0);
        self.draw_axis(&mut svg, &layout, bottom);
        svg.push_str("</svg>");
        svg
    }

    /// One bar without numbers, for the row of a table.
    pub fn row(&self, bar: usize) -> String {
        let layout = Layout::OF_ROWS;
        let bar = &self.bars[bar];
        let expected = format!("expected: {}", self.relation);
        let mut svg = begin(layout.width, layout.row, &bar.in_words(), &expected);
        self.draw_expected(&mut svg, &layout, layout.row);
        self.draw_bar(&mut svg, &layout, bar, layout.row / 2.0, false);
        self.draw_paper(&mut svg, &layout, layout.row / 2.0);
        svg.push_str("</svg>");
        svg
    }

    /// The axis under such rows.
    pub fn scale(&self) -> String {
        let layout = Layout::OF_ROWS;
        let (least, most) = self.ends();
        let title = format!("axis from {} to {}", least.1, most.1);
        let expected = format!("expected: {}", self.relation);
        let mut svg = begin(layout.width, 20.0, &title, &expected);
        self.draw_axis(&mut svg, &layout, 0.0);
        svg.push_str("</svg>");
        svg
    }

    /// The picture for who does not see it.
    fn in_words(&self) -> String {
        let (least, most) = self.ends();
        let mut words = format!("Expected: {}. ", self.relation);
        for bar in &self.bars {
            words.push_str(&bar.in_words());
            words.push_str(". ");
        }
        if let Some(paper) = self.paper {
            words.push_str(&format!("The paper's number: {paper}. "));
        }
        words.push_str(&format!("Axis from {} to {}.", least.1, most.1));
        words
    }

    /// The first and the last tick.
    fn ends(&self) -> (&(f64, String), &(f64, String)) {
        let ticks = &self.axis.ticks;
        // An axis always has ticks.
        (&ticks[0], &ticks[ticks.len() - 1])
    }

    /// Where a number lies; what is beyond the axis, or infinite, lies at its end.
    fn x(&self, layout: &Layout, number: f64) -> f64 {
        let share = (number - self.axis.low) / (self.axis.high - self.axis.low);
        layout.side + share.clamp(0.0, 1.0) * (layout.width - 2.0 * layout.side)
    }
}

impl Layout {
    const OF_ROWS: Layout = Layout {
        width: 260.0,
        side: 20.0,
        row: 22.0,
    };
}

fn thresholds(relation: Relation) -> Vec<f64> {
    match relation {
        Relation::Above(threshold) | Relation::Below(threshold) => vec![threshold],
        Relation::Between(least, most) => vec![least, most],
    }
}

fn begin(width: f64, height: f64, title: &str, description: &str) -> String {
    format!(
        "<svg class=\"picture\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\"><title>{}</title><desc>{}</desc>",
        escaped(title),
        escaped(description)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(numbers: [f64; 3], is_difference: bool, verdict: Verdict) -> Bar {
        let [value, low, high] = numbers;
        let point = JudgedPoint {
            series: "ours".to_owned(),
            point: "9".to_owned(),
            estimate: Estimate { value, low, high },
            p: None,
            test: None,
            verdict,
        };
        Bar::new(&point, None, is_difference, 3)
    }

    fn drawn(relation: Relation, shares: bool, bars: Vec<Bar>) -> String {
        let picture = Picture::new(relation, None, bars, shares).unwrap();
        picture.whole("a finding")
    }

    /// The number that follows `before`, wherever that is found.
    fn numbers(svg: &str, before: &str) -> Vec<f64> {
        let parts = svg.split(before).skip(1);
        let number = |rest: &str| {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
            rest[..end.unwrap()].parse().unwrap()
        };
        parts.map(number).collect()
    }

    /// Left and right end of the band where the number is expected.
    fn band(svg: &str) -> (f64, f64) {
        let (_, rest) = svg.split_once("class=\"expected\"").unwrap();
        let (left, width) = (numbers(rest, " x=\"")[0], numbers(rest, " width=\"")[0]);
        (left, left + width)
    }

    #[test]
    fn the_band_is_on_the_side_where_the_number_is_expected() {
        use Verdict::{Contradicted, Reproduced, Undecided};
        for (relation, numbers_of, is_difference, verdict, ends) in [
            (
                Relation::Above(0.5),
                [0.7, 0.6, 0.8],
                false,
                Reproduced,
                ["0.600", "0.800"],
            ),
            (
                Relation::Below(0.5),
                [0.7, 0.6, 0.8],
                false,
                Contradicted,
                ["0.600", "0.800"],
            ),
            (
                Relation::Between(0.1, 0.7),
                [0.7, 0.6, 0.8],
                false,
                Undecided,
                ["0.600", "0.800"],
            ),
            (
                Relation::Above(0.0),
                [-0.1, -0.3, 0.1],
                true,
                Undecided,
                ["-0.300", "+0.100"],
            ),
            (
                Relation::Below(-0.5),
                [-2.0, -3.0, -1.0],
                true,
                Reproduced,
                ["-3.000", "-1.000"],
            ),
        ] {
            let svg = drawn(
                relation,
                !is_difference,
                vec![bar(numbers_of, is_difference, verdict)],
            );
            let (left, right) = band(&svg);
            let lines = numbers(&svg, "class=\"threshold\" d=\"M");
            let low = numbers(&svg, "class=\"line\" d=\"M")[0];
            let high = numbers(&svg, "H")[0];
            assert!(low < high, "{svg}");
            match relation {
                // The line once across the bars and once at the axis.
                Relation::Above(_) => assert!(lines == [left, left] && right > left),
                Relation::Below(_) => assert!(lines == [right, right] && left < right),
                Relation::Between(..) => assert_eq!(lines, [left, right, left, right]),
            }
            match verdict {
                Reproduced => assert!(left < low && high < right, "{svg}"),
                Contradicted => assert!(high < left || right < low, "{svg}"),
                Undecided => assert!(left < high && low < right, "{svg}"),
            }
            for text in ends {
                assert!(svg.contains(&format!(">{text}</text>")), "{text}: {svg}");
            }
            let expected = escaped(&relation.to_string());
            assert!(svg.contains(&format!(">{expected}</text>")), "{svg}");
            assert!(svg.contains(&format!("<desc>Expected: {expected}. ")));
            assert!(svg.contains(&format!("<g class=\"{verdict}\">")));
            // The shape says the verdict too.
            let square = svg.contains("<rect class=\"mark\"");
            assert_eq!(square, verdict == Contradicted);
        }
    }

    #[test]
    fn shares_stand_on_one_axis_unless_they_are_close_together() {
        let wide = |value: f64| {
            let bars = vec![bar([value, value, value + 0.3], false, Verdict::Reproduced)];
            drawn(Relation::Above(0.5), true, bars)
        };
        for value in [0.1, 0.6] {
            let svg = wide(value);
            assert!(svg.contains(">0.0</text>") && svg.contains(">1.0</text>"));
            assert_eq!(
                numbers(&svg, "class=\"threshold\" d=\"M")[0],
                170.0,
                "{svg}"
            );
        }
        let bars = vec![bar([0.001, 0.0, 0.002], false, Verdict::Reproduced)];
        let svg = drawn(Relation::Below(0.005), true, bars);
        let (left, right) = band(&svg);
        let high = numbers(&svg, "H")[0];
        assert!(high > left + 30.0 && right - high > 30.0, "{svg}");
        assert!(
            svg.contains(">0.000</text>") && !svg.contains("-0.001"),
            "{svg}"
        );
    }

    #[test]
    fn what_has_no_end_ends_with_the_axis_and_nothing_is_drawn_of_nothing() {
        let endless = bar([1.0, f64::NEG_INFINITY, 3.0], false, Verdict::Undecided);
        let exact = bar([2.0, 2.0, 2.0], false, Verdict::Reproduced);
        let unknown = bar([2.0, f64::NAN, f64::NAN], false, Verdict::Undecided);
        let svg = drawn(Relation::Above(0.5), false, vec![endless, exact, unknown]);
        assert!(!svg.contains("NaN") && svg.matches("class=\"mark\"").count() == 3);
        // One of the ends of the first, both of the second, none of the third.
        assert_eq!(svg.matches("class=\"end\"").count(), 3, "{svg}");
        assert!(Picture::new(Relation::Above(0.5), None, Vec::new(), true).is_none());
    }

    #[test]
    fn rows_of_a_table_share_their_axis_and_the_paper_is_marked() {
        let bars = [0.4, 0.9]
            .map(|value| bar([value, value - 0.2, value + 0.1], false, Verdict::Undecided));
        let picture = Picture::new(Relation::Above(0.5), Some(0.45), bars.into(), true).unwrap();
        let [first, second] = [0, 1].map(|row| picture.row(row));
        let at = |svg: &str, what: &str| numbers(svg, what)[0];
        let threshold = "class=\"threshold\" d=\"M";
        assert_eq!(at(&first, threshold), at(&second, threshold));
        assert_eq!(at(&first, threshold), at(&picture.scale(), threshold));
        assert!(at(&first, "cx=\"") < at(&first, threshold));
        assert!(at(&second, "cx=\"") > at(&second, threshold));
        let paper = at(&first, "class=\"paper\" d=\"M") + 4.0;
        assert!(at(&first, "cx=\"") < paper && paper < at(&first, threshold));
        assert!(
            picture
                .whole("two")
                .contains("The paper&#39;s number: 0.45.")
        );
    }
}
