//! The figure of an experiment: a curve per series with its intervals, as SVG.
//!
//! Colours are those of Okabe and Ito (2008), which people with any kind of colour vision can
//! tell apart; the shape of the points says the same once more. Curves stand a hair's breadth
//! beside one another, so that their intervals do not hide each other. A cross is the paper's own
//! number. Where there is but one point there are no curves: every series has a [row](categories) of its own.

mod categories;

use super::axis::Axis;
use super::html::escaped;
use crate::manifest::Experiment;
use crate::plan::Plan;
use crate::{Estimate, ItemResult, LabError, Row};
use plotters::coord::Shift;
use plotters::prelude::*;

const WIDTH: u32 = 800;
const CHART_HEIGHT: u32 = 420;
const LEGEND_LINE: u32 = 20;
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(60, 60, 60),
];
const INK: RGBColor = RGBColor(40, 40, 40);
const FAINT: RGBColor = RGBColor(225, 225, 225);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;
type Trouble = Box<dyn std::error::Error>;

/// Draws the figure of a result.
pub fn draw(plan: &Plan, result: &ItemResult) -> Result<String, LabError> {
    let mut svg = String::new();
    let drawn = match plan.points() {
        [_] => categories::draw_into(&mut svg, plan, result),
        _ => draw_into(&mut svg, plan, result),
    };
    drawn.map_err(|error| LabError::Plot {
        item: result.item.clone(),
        problem: error.to_string(),
    })?;
    Ok(described(&svg, plan, result))
}

/// The drawing with its title and what it says, for who does not see it.
fn described(svg: &str, plan: &Plan, result: &ItemResult) -> String {
    let manifest = plan.manifest();
    let rows = result
        .rows
        .iter()
        .filter(|row| row.estimate.value.is_finite());
    let decimals = manifest.experiment.decimals();
    let numbers: Vec<String> = rows
        .map(|row| {
            let value = row.estimate.value;
            format!("{}, {}: {value:.decimals$}", row.series, row.point)
        })
        .collect();
    let words = format!(
        "<title>{}</title><desc>{} by {}. {}</desc>",
        escaped(&result.title),
        escaped(manifest.experiment.measure()),
        escaped(&manifest.sweep.label),
        escaped(&numbers.join("; "))
    );
    match svg.split_once('>') {
        Some((tag, drawing)) => format!("{tag} role=\"img\">{words}{drawing}"),
        None => svg.to_owned(),
    }
}

/// What is drawn for one point.
struct Mark {
    /// Its place along the sweep.
    x: f64,
    value: f64,
    low: f64,
    high: f64,
    paper: Option<f64>,
}

/// The mark of a row; none where nothing was measured.
fn mark(row: &Row, x: f64) -> Option<Mark> {
    let Estimate { value, low, high } = row.estimate;
    let paper = row.paper;
    value.is_finite().then_some(Mark {
        x,
        value,
        low,
        high,
        paper,
    })
}

fn draw_into(svg: &mut String, plan: &Plan, result: &ItemResult) -> Result<(), Trouble> {
    let labels = plan.manifest().experiment.labels();
    let has_paper = result.rows.iter().any(|row| row.paper.is_some());
    let lines = labels.len() as u32 + u32::from(has_paper);
    let height = CHART_HEIGHT + LEGEND_LINE * lines + 12;
    let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (upper, lower) = root.split_vertically(CHART_HEIGHT);

    let (axis, places) = Axis::of_sweep(plan.points());
    let step = (axis.high - axis.low) * 0.006;
    let mut chart = ChartBuilder::on(&upper)
        .margin(14)
        .x_label_area_size(48)
        .y_label_area_size(56)
        .build_cartesian_2d(axis.clone(), of_measure(plan, result))?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .label_style(("sans-serif", 14, &INK))
        .axis_desc_style(("sans-serif", 15, &INK))
        .x_desc(&plan.manifest().sweep.label)
        .y_desc(plan.manifest().experiment.measure())
        .draw()?;
    if matches!(plan.manifest().experiment, Experiment::Match { .. }) {
        let even = [(axis.low, 0.5), (axis.high, 0.5)];
        chart.draw_series([PathElement::new(
            even,
            RGBColor(150, 150, 150).stroke_width(1),
        )])?;
    }
    for (series, label) in labels.iter().enumerate() {
        let aside = (series as f64 - (labels.len() - 1) as f64 / 2.0) * step;
        let mut marks: Vec<Mark> = result
            .rows
            .iter()
            .filter(|row| row.series == *label)
            .zip(&places)
            .filter_map(|(row, place)| mark(row, place + aside))
            .collect();
        marks.sort_by(|a, b| a.x.total_cmp(&b.x));
        curve(&mut chart, series, &marks)?;
    }
    legend(&lower, &labels, has_paper)?;
    root.present()?;
    Ok(())
}

/// The axis of what is measured.
fn of_measure(plan: &Plan, result: &ItemResult) -> Axis {
    if plan.manifest().experiment.measures_shares() {
        return Axis::shares();
    }
    let drawn = result.rows.iter().flat_map(|row| {
        let estimate = row.estimate;
        [estimate.value, estimate.low, estimate.high]
            .into_iter()
            .chain(row.paper)
    });
    Axis::of_values(drawn)
}

fn colour(series: usize) -> RGBColor {
    COLOURS[series % COLOURS.len()]
}

fn curve(chart: &mut Chart, series: usize, marks: &[Mark]) -> Result<(), Trouble> {
    let pen = colour(series).stroke_width(2);
    chart.draw_series([PathElement::new(
        marks
            .iter()
            .map(|mark| (mark.x, mark.value))
            .collect::<Vec<_>>(),
        pen,
    )])?;
    for mark in marks {
        let thin = colour(series).stroke_width(1);
        chart.draw_series([PathElement::new(
            [(mark.x, mark.low), (mark.x, mark.high)],
            thin,
        )])?;
        for end in [mark.low, mark.high] {
            let cap = EmptyElement::at((mark.x, end)) + PathElement::new([(-4, 0), (4, 0)], thin);
            chart.draw_series([cap])?;
        }
        let shape = EmptyElement::at((mark.x, mark.value))
            + Polygon::new(outline(series), colour(series).filled());
        chart.draw_series([shape])?;
        if let Some(paper) = mark.paper {
            let cross = EmptyElement::at((mark.x, paper))
                + PathElement::new([(-5, -5), (5, 5)], pen)
                + PathElement::new([(-5, 5), (5, -5)], pen);
            chart.draw_series([cross])?;
        }
    }
    Ok(())
}

/// The shape of a series' points, in pixels around the point.
fn outline(series: usize) -> Vec<(i32, i32)> {
    match series % 4 {
        0 => vec![
            (-4, -2),
            (-2, -4),
            (2, -4),
            (4, -2),
            (4, 2),
            (2, 4),
            (-2, 4),
            (-4, 2),
        ],
        1 => vec![(-4, -4), (4, -4), (4, 4), (-4, 4)],
        2 => vec![(0, -6), (5, 4), (-5, 4)],
        _ => vec![(0, -6), (6, 0), (0, 6), (-6, 0)],
    }
}

fn legend(area: &Area, labels: &[&str], has_paper: bool) -> Result<(), Trouble> {
    let style = ("sans-serif", 14).into_font().color(&INK);
    let line = |number: usize| number as i32 * LEGEND_LINE as i32 + 10;
    for (series, label) in labels.iter().enumerate() {
        let y = line(series);
        area.draw(&PathElement::new(
            [(60, y), (90, y)],
            colour(series).stroke_width(2),
        ))?;
        let shape = outline(series)
            .into_iter()
            .map(|(dx, dy)| (75 + dx, y + dy));
        area.draw(&Polygon::new(
            shape.collect::<Vec<_>>(),
            colour(series).filled(),
        ))?;
        area.draw(&Text::new((*label).to_owned(), (100, y - 7), style.clone()))?;
    }
    if has_paper {
        legend_of_paper(area, line(labels.len()))?;
    }
    Ok(())
}

fn legend_of_paper(area: &Area, y: i32) -> Result<(), Trouble> {
    for ends in [[(70, y - 5), (80, y + 5)], [(70, y + 5), (80, y - 5)]] {
        area.draw(&PathElement::new(ends, INK.stroke_width(2)))?;
    }
    let style = ("sans-serif", 14).into_font().color(&INK);
    area.draw(&Text::new("the paper's number", (100, y - 7), style))?;
    Ok(())
}
