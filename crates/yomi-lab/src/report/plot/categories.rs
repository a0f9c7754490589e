//! The figure of a sweep with a single point: a row for every series, with its name, its point and its
//! interval, so that series are compared along one axis.

use super::{
    FAINT, INK, LEGEND_LINE, Mark, Trouble, WIDTH, colour, legend_of_paper, mark, of_measure,
    outline,
};
use crate::ItemResult;
use crate::manifest::Experiment;
use crate::plan::Plan;
use crate::report::axis::Axis;
use plotters::coord::Shift;
use plotters::prelude::*;

/// The width of the names.
const NAMES: u32 = 290;
/// How many characters a line of a name has at most.
const CHARACTERS: usize = 40;
const NAME_LINE: u32 = 16;
/// The free space between rows.
const GAP: u32 = 14;
const AXIS_HEIGHT: u32 = 48;
const MARGIN: u32 = 14;

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

pub fn draw_into(svg: &mut String, plan: &Plan, result: &ItemResult) -> Result<(), Trouble> {
    let labels = plan.manifest().experiment.labels();
    let names: Vec<Vec<String>> = labels.iter().map(|label| wrapped(label)).collect();
    let lines = |name: &Vec<String>| name.len() as u32 * NAME_LINE + GAP;
    let rows: u32 = names.iter().map(lines).sum();
    let has_paper = result.rows.iter().any(|row| row.paper.is_some());
    let chart_height = rows + AXIS_HEIGHT + 2 * MARGIN;
    let height = chart_height + u32::from(has_paper) * LEGEND_LINE + 12;
    let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (upper, lower) = root.split_vertically(chart_height);

    // Pixels from the top, downwards.
    let downwards = Axis {
        low: f64::from(rows),
        high: 0.0,
        ticks: Vec::new(),
    };
    let measure = of_measure(plan, result);
    let mut chart = ChartBuilder::on(&upper)
        .margin(MARGIN)
        .margin_left(NAMES)
        .x_label_area_size(AXIS_HEIGHT)
        .build_cartesian_2d(measure, downwards)?;
    let point = &plan.points()[0].label;
    let sweep = &plan.manifest().sweep;
    let what = plan.manifest().experiment.measure();
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .label_style(("sans-serif", 14, &INK))
        .axis_desc_style(("sans-serif", 15, &INK))
        .x_desc(format!("{what} ({}: {point})", sweep.label))
        .draw()?;
    if matches!(plan.manifest().experiment, Experiment::Match { .. }) {
        let even = [(0.5, 0.0), (0.5, f64::from(rows))];
        let pen = RGBColor(150, 150, 150).stroke_width(1);
        chart.draw_series([PathElement::new(even, pen)])?;
    }
    let mut top = 0;
    for (series, (label, name)) in labels.iter().zip(&names).enumerate() {
        let middle = f64::from(top) + f64::from(lines(name)) / 2.0;
        write_name(&upper, &chart, name, middle)?;
        let own = result.rows.iter().filter(|row| row.series == *label);
        for drawn in own.filter_map(|row| mark(row, middle)) {
            draw_mark(&mut chart, series, &drawn)?;
        }
        top += lines(name);
    }
    if has_paper {
        legend_of_paper(&lower, 10)?;
    }
    root.present()?;
    Ok(())
}

/// The name of a series left of its row.
fn write_name(
    area: &DrawingArea<SVGBackend, Shift>,
    chart: &Chart,
    name: &[String],
    middle: f64,
) -> Result<(), Trouble> {
    let style = ("sans-serif", 14).into_font().color(&INK);
    let (_, middle) = chart.plotting_area().map_coordinate(&(0.0, middle));
    let first = middle - (name.len() as u32 * NAME_LINE / 2) as i32;
    for (i, line) in name.iter().enumerate() {
        let y = first + (i as u32 * NAME_LINE) as i32 + 1;
        area.draw(&Text::new(line.clone(), (MARGIN as i32, y), style.clone()))?;
    }
    Ok(())
}

/// A point with its interval, in the colour and the shape of its series.
fn draw_mark(chart: &mut Chart, series: usize, mark: &Mark) -> Result<(), Trouble> {
    let pen = colour(series).stroke_width(2);
    let y = mark.x;
    chart.draw_series([PathElement::new([(mark.low, y), (mark.high, y)], pen)])?;
    for end in [mark.low, mark.high] {
        let cap = EmptyElement::at((end, y)) + PathElement::new([(0, -4), (0, 4)], pen);
        chart.draw_series([cap])?;
    }
    let shape =
        EmptyElement::at((mark.value, y)) + Polygon::new(outline(series), colour(series).filled());
    chart.draw_series([shape])?;
    if let Some(paper) = mark.paper {
        let ink = INK.stroke_width(2);
        let cross = EmptyElement::at((paper, y))
            + PathElement::new([(-5, -5), (5, 5)], ink)
            + PathElement::new([(-5, 5), (5, -5)], ink);
        chart.draw_series([cross])?;
    }
    Ok(())
}

/// A name in lines, broken between words, and within those that are longer than a line.
fn wrapped(name: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in name.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        if !line.is_empty() && line.chars().count() + 1 + word.len() > CHARACTERS {
            lines.push(std::mem::take(&mut line));
        }
        while word.len() > CHARACTERS {
            let rest = word.split_off(CHARACTERS);
            lines.push(word.iter().collect());
            word = rest;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_between_words() {
        let long = "the root's mean, in the mean alone, no reuse, no solver, against UCT";
        let lines = wrapped(long);
        assert_eq!(lines.join(" "), long);
        assert_eq!(lines.len(), 2);
        assert_eq!(wrapped("plain"), ["plain"]);
        let endless = "x".repeat(100);
        let lines = wrapped(&endless);
        assert_eq!(lines.concat(), endless);
        assert!(lines.iter().all(|line| line.len() <= CHARACTERS));
    }
}
