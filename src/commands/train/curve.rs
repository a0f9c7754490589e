//! The learning curve as a picture.

use anyhow::anyhow;
use plotters::prelude::*;
use yomi_learn::learner::CurvePoint;

/// Draws the errors over the epochs as SVG.
pub fn draw(curve: &[CurvePoint]) -> anyhow::Result<String> {
    let mut text = String::new();
    plot(curve, &mut text).map_err(|error| anyhow!("cannot draw the learning curve: {error}"))?;
    Ok(text)
}

fn plot(curve: &[CurvePoint], text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let highest = curve
        .iter()
        .map(|point| point.train.max(point.test.unwrap_or(0.0)))
        .fold(0.0, f64::max);
    let area = SVGBackend::with_string(text, (640, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Mean squared error", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(
            1.0..curve.len().max(2) as f64,
            0.0..highest.max(1e-6) * 1.05,
        )?;
    chart.configure_mesh().x_desc("epoch").draw()?;
    let train: Vec<f64> = curve.iter().map(|point| point.train).collect();
    let test: Vec<f64> = curve.iter().filter_map(|point| point.test).collect();
    for (name, colour, errors) in [
        ("training", RGBColor(0x1f, 0x77, 0xb4), train),
        ("test", RGBColor(0xd6, 0x27, 0x28), test),
    ] {
        let points = (1..).map(f64::from).zip(errors);
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.4))
        .draw()?;
    area.present()?;
    Ok(())
}
