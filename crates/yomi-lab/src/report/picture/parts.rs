//! The parts of a picture: the band and its thresholds, bars, the paper's cross, the axis.

use super::{Bar, Layout, Picture, thresholds};
use crate::manifest::Relation;
use crate::report::html::escaped;
use crate::{Estimate, Verdict};
use std::fmt::Write;

/// The width of a character of the labels, about.
const CHARACTER: f64 = 6.2;

impl Picture {
    pub(super) fn draw_expected(&self, svg: &mut String, layout: &Layout, bottom: f64) {
        let (left, right) = match self.relation {
            Relation::Above(threshold) => (threshold, f64::INFINITY),
            Relation::Below(threshold) => (f64::NEG_INFINITY, threshold),
            Relation::Between(least, most) => (least, most),
        };
        let (left, right) = (self.x(layout, left), self.x(layout, right));
        put(
            svg,
            format_args!(
                "<rect class=\"expected\" x=\"{left:.1}\" y=\"0\" width=\"{:.1}\" height=\"{bottom:.1}\"/>",
                right - left
            ),
        );
        for threshold in thresholds(self.relation) {
            let x = self.x(layout, threshold);
            put(
                svg,
                format_args!("<path class=\"threshold\" d=\"M{x:.1} 0V{bottom:.1}\"/>"),
            );
        }
    }

    pub(super) fn draw_bar(
        &self,
        svg: &mut String,
        layout: &Layout,
        bar: &Bar,
        y: f64,
        numbers: bool,
    ) {
        put(
            svg,
            format_args!(
                "<g class=\"{}\"><title>{}</title>",
                bar.verdict,
                escaped(&bar.in_words())
            ),
        );
        let Estimate { value, low, high } = bar.estimate;
        let at = self.x(layout, value);
        let [left, right] = [low, high].map(|end| match end.is_nan() {
            true => at,
            false => self.x(layout, end),
        });
        put(
            svg,
            format_args!("<path class=\"line\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"),
        );
        for (end, x) in [(low, left), (high, right)] {
            // What goes on for ever has no end.
            if end.is_finite() {
                let top = y - 4.0;
                put(
                    svg,
                    format_args!("<path class=\"end\" d=\"M{x:.1} {top:.1}v8\"/>"),
                );
            }
        }
        match bar.verdict {
            Verdict::Contradicted => put(
                svg,
                format_args!(
                    "<rect class=\"mark\" x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\"/>",
                    at - 4.0,
                    y - 4.0
                ),
            ),
            Verdict::Reproduced | Verdict::Undecided => put(
                svg,
                format_args!("<circle class=\"mark\" cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"),
            ),
        }
        svg.push_str("</g>");
        if numbers {
            let [_, low, high] = &bar.texts;
            // The mark may reach beyond the ends of a short interval.
            let (left, right) = (left.min(at - 5.0) - 3.0, right.max(at + 5.0) + 3.0);
            label(svg, "end", left, y + 3.5, low);
            label(svg, "start", right, y + 3.5, high);
        }
    }

    pub(super) fn draw_paper(&self, svg: &mut String, layout: &Layout, y: f64) {
        let Some(paper) = self.paper.filter(|paper| paper.is_finite()) else {
            return;
        };
        let (x, y) = (self.x(layout, paper) - 4.0, y - 4.0);
        put(
            svg,
            format_args!(
                "<path class=\"paper\" d=\"M{x:.1} {y:.1}l8 8m-8 0l8 -8\"><title>the paper's number: \
                 {paper}</title></path>"
            ),
        );
    }

    /// The line of the axis with its ends and, in the middle of what is expected, the threshold.
    pub(super) fn draw_axis(&self, svg: &mut String, layout: &Layout, y: f64) {
        let (left, right) = (layout.side, layout.width - layout.side);
        put(
            svg,
            format_args!("<path class=\"axis\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"),
        );
        let baseline = y + 14.0;
        let expected = self.relation.to_string();
        let wide = |text: &str| text.chars().count() as f64 * CHARACTER;
        let marks = thresholds(self.relation);
        let middle = marks.iter().map(|&mark| self.x(layout, mark)).sum::<f64>();
        let half = wide(&expected) / 2.0;
        let middle = (middle / marks.len() as f64).clamp(half, layout.width - half);
        for mark in marks {
            let x = self.x(layout, mark);
            put(
                svg,
                format_args!("<path class=\"threshold\" d=\"M{x:.1} {y:.1}v4\"/>"),
            );
        }
        let (least, most) = self.ends();
        for (number, text) in [least, most] {
            let x = self.x(layout, *number);
            if (x - middle).abs() > half + wide(text) / 2.0 + 4.0 {
                label(svg, "middle", x, baseline, text);
            }
        }
        put(
            svg,
            format_args!(
                "<text class=\"asked\" x=\"{middle:.1}\" y=\"{baseline:.1}\" text-anchor=\"middle\">{}</text>",
                escaped(&expected)
            ),
        );
    }
}

fn label(svg: &mut String, anchor: &str, x: f64, y: f64, text: &str) {
    put(
        svg,
        format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(text)
        ),
    );
}

fn put(svg: &mut String, part: std::fmt::Arguments) {
    svg.write_fmt(part)
        .expect("writing to a string cannot fail");
}
