//! Learning curves as pictures.

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;

/// Width and height of a panel.
const SIZE: (u32, u32) = (640, 400);

/// A curve.
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Curves with common axes.
pub struct Panel {
    /// The text above.
    pub title: String,
    /// The text below.
    pub x: &'static str,
    /// Whether the vertical axis is logarithmic; points that are not positive are left out then.
    pub logarithmic: bool,
    /// The curves.
    pub series: Vec<Series>,
}

/// Draws panels below each other as SVG.
pub fn draw(panels: &[Panel]) -> anyhow::Result<String> {
    let mut text = String::new();
    plot(panels, &mut text).map_err(|error| anyhow!("cannot draw the learning curve: {error}"))?;
    Ok(text)
}

type Failure = Box<dyn std::error::Error>;

fn plot(panels: &[Panel], text: &mut String) -> Result<(), Failure> {
    let (width, height) = SIZE;
    let size = (width, height * panels.len() as u32);
    let area = SVGBackend::with_string(text, size).into_drawing_area();
    area.fill(&WHITE)?;
    for (panel, area) in panels.iter().zip(area.split_evenly((panels.len(), 1))) {
        plot_panel(panel, &area)?;
    }
    area.present()?;
    Ok(())
}

fn plot_panel(panel: &Panel, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Failure> {
    let series: Vec<Vec<(f64, f64)>> = panel.series.iter().map(|s| scaled(panel, s)).collect();
    let points = || series.iter().flatten();
    let last = points().map(|point| point.0).fold(2.0, f64::max);
    let highest = points().map(|point| point.1).fold(f64::MIN, f64::max);
    let lowest = points().map(|point| point.1).fold(f64::MAX, f64::min);
    let heights = match panel.logarithmic {
        _ if highest < lowest => 0.0..1.0,
        true => lowest.floor()..highest.ceil().max(lowest.floor() + 1.0),
        false => lowest.min(0.0) * 1.05..highest.max(1e-6) * 1.05,
    };
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(1.0..last, heights)?;
    let power = |exponent: &f64| format!("{:.1e}", 10f64.powf(*exponent));
    let mut mesh = chart.configure_mesh();
    if panel.logarithmic {
        mesh.y_label_formatter(&power);
    }
    mesh.x_desc(panel.x).draw()?;
    for (i, (Series { name, .. }, points)) in panel.series.iter().zip(series).enumerate() {
        let colour = colour(i);
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
    Ok(())
}

/// The points as they are drawn: by the exponent, where the axis is logarithmic.
fn scaled(panel: &Panel, series: &Series) -> Vec<(f64, f64)> {
    let points = series.points.iter().copied();
    match panel.logarithmic {
        false => points.collect(),
        true => points
            .filter(|&(_, y)| y > 0.0)
            .map(|(x, y)| (x, y.log10()))
            .collect(),
    }
}

/// Colours that are told apart on white.
fn colour(number: usize) -> RGBColor {
    const COLOURS: [u32; 10] = [
        0x1f77b4, 0xd62728, 0x2ca02c, 0xff7f0e, 0x9467bd, 0x8c564b, 0xe377c2, 0x7f7f7f, 0xbcbd22,
        0x17becf,
    ];
    let [_, red, green, blue] = COLOURS[number % COLOURS.len()].to_be_bytes();
    RGBColor(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_drawn_below_each_other_whatever_is_in_them() {
        let panel = |logarithmic, points: &[(f64, f64)]| Panel {
            title: "errors".to_owned(),
            x: "epoch",
            logarithmic,
            series: vec![Series {
                name: "training".to_owned(),
                points: points.to_vec(),
            }],
        };
        let text = draw(&[
            panel(false, &[(1.0, 0.5), (2.0, -0.25)]),
            panel(true, &[(1.0, 0.0), (2.0, 0.01), (3.0, 0.001)]),
            panel(true, &[]),
        ])
        .unwrap();
        assert!(text.contains("height=\"1200\""));
        assert_eq!(text.matches("training").count(), 3);
        assert!(text.contains("1.0e-2"), "{text}");
        // The point that is not positive is no part of its curve.
        let lines = text.matches("<polyline fill=\"none\" opacity=\"1\" stroke=\"#1F77B4\"");
        assert!(lines.count() >= 2);
    }
}
