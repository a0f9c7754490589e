//! The weights of linear evaluations as maps of the board, one row of maps for each set of weights.

use crate::cells::Cells;
use crate::colours::Colours;
use crate::label::{fitted, label, title};
use crate::palette::GROUND;
use crate::path::{Path, Point};
use crate::picture::{Anchor, Layer, Outline, Picture, Shape};
use yomi_core::pictured::{Grid, WeightMap};

/// The height of the strip with the title.
const TITLE: f64 = 30.0;
/// The space around everything.
const MARGIN: f64 = 16.0;
/// The space between two maps.
const GAP: f64 = 12.0;
/// The space for the captions above a map.
const CAPTION: f64 = 22.0;
/// The space for the name above a row of maps.
const NAME: f64 = 18.0;
/// The space for the legend.
const LEGEND: f64 = 30.0;
/// The side of a cell.
const CELL: f64 = 8.0;

/// A set of weights with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightRow {
    /// The text above the maps.
    pub name: String,
    /// The maps from left to right.
    pub maps: Vec<WeightMap>,
}

/// Maps of weights, all in the same scale of colours.
///
/// ```
/// use yomi_core::pictured::{Grid, WeightMap};
/// use yomi_draw::{WeightMaps, WeightRow};
///
/// let map = WeightMap { name: "near".to_owned(), cells: vec![1.0, -1.0], shared: 0.5 };
/// let maps = WeightMaps {
///     grid: Grid::new(["a", "b"], 1),
///     rows: vec![WeightRow { name: "mine.json".to_owned(), maps: vec![map] }],
///     with_shared: true,
///     title: None,
/// };
/// // From -0.5 to 1.5, so that the scale goes from -1.5 to 1.5.
/// assert_eq!(maps.colours().range(), [-1.5, 1.5]);
/// assert!(maps.picture().svg(400).contains("class=\"maps\""));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct WeightMaps {
    /// The board.
    pub grid: Grid,
    /// The sets of weights from top to bottom.
    pub rows: Vec<WeightRow>,
    /// Whether a cell shows what it counts in all, its own weight and the shared one, or only its own.
    pub with_shared: bool,
    /// A line above the picture.
    pub title: Option<String>,
}

impl WeightMaps {
    /// The weights that the cells of a map show.
    fn shown<'a>(&self, map: &'a WeightMap) -> impl Iterator<Item = f64> + use<'a> {
        let shared = if self.with_shared { map.shared } else { 0.0 };
        map.cells.iter().map(move |weight| weight + shared)
    }

    /// The scale of colours of all maps.
    pub fn colours(&self) -> Colours {
        let maps = self.rows.iter().flat_map(|row| &row.maps);
        Colours::around_zero(maps.flat_map(|map| self.shown(map)))
    }

    /// The picture.
    pub fn picture(&self) -> Picture {
        let colours = self.colours();
        let top = self.title.as_ref().map_or(MARGIN, |_| TITLE);
        let board = Cells::new(&self.grid, Point::default(), CELL);
        let pitch = board.width().max(84.0) + GAP;
        let row_height = NAME + CAPTION + board.height() + GAP;
        let most = self.rows.iter().map(|row| row.maps.len()).max();
        let width = 2.0 * MARGIN - GAP + pitch * most.unwrap_or(0).max(3) as f64;
        let legend_at = top + row_height * self.rows.len() as f64;
        let height = legend_at + LEGEND + MARGIN / 2.0;

        let (mut maps, mut names) = (Vec::new(), Vec::new());
        for (number, row) in self.rows.iter().enumerate() {
            let y = top + row_height * number as f64;
            let at = Point::new(MARGIN, y + 9.0);
            names.push(fitted(at, &row.name, 9.0, width - 2.0 * MARGIN));
            for (place, map) in row.maps.iter().enumerate() {
                let x = MARGIN + pitch * place as f64;
                let at = |below: f64| Point::new(x, y + NAME + below);
                names.push(label(at(7.0), &map.name, 7.0, Anchor::Start));
                let shared = format!("shared {}", signed(map.shared));
                names.push(label(at(17.0), &shared, 6.0, Anchor::Start));
                let cells = Cells {
                    corner: at(CAPTION),
                    ..board
                };
                let paints: Vec<_> = self.shown(map).map(|w| Some(colours.paint(w))).collect();
                maps.extend(cells.filled(&paints));
                maps.push(cells.lines(false));
            }
        }
        let legend_width = 260.0_f64.min(width - 4.0 * MARGIN);
        let legend = colours.legend(Point::new(2.0 * MARGIN, legend_at), legend_width, signed);
        let meaning = match self.with_shared {
            true => "weight: of the square and shared",
            false => "weight of the square without the shared one",
        };
        let beside = Point::new(3.0 * MARGIN + legend_width + 8.0, legend_at + 8.0);
        names.push(fitted(beside, meaning, 7.0, width - beside.x - MARGIN));
        let ground = Path::card(Point::default(), width, height, 6.0);
        let titles = self.title.iter().map(|text| title(text, width, TITLE));
        Picture {
            width,
            height,
            description: self.description(),
            layers: vec![
                Layer::new("ground", vec![Shape::filled(Outline::Path(ground), GROUND)]),
                Layer::new("maps", maps),
                Layer::new("legend", legend),
                Layer::new("names", names),
                Layer::new("title", titles.collect()),
            ],
        }
    }

    fn description(&self) -> String {
        let names: Vec<&str> = self.rows.iter().map(|row| row.name.as_str()).collect();
        let weights = format!("Weights by square: {}", names.join("; "));
        match &self.title {
            Some(title) => format!("{title}. {weights}"),
            None => weights,
        }
    }
}

/// A weight with its sign.
fn signed(weight: f64) -> String {
    match weight == 0.0 {
        true => "0".to_owned(),
        false => format!("{weight:+.2}").replace('-', "−"),
    }
}
