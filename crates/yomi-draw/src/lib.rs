//! Pictures as SVG and as PNG: of curling (a position from above, the ways of the stones during a throw,
//! and the cloud of places where noise may leave the stone), and of games on boards of cells (squares or points: a position
//! with the values of its legal moves, and the weights of linear evaluations as maps of the board).
//!
//! A [`Board`] and [`WeightMaps`] are made of the plain data of [`yomi_core::pictured`] and know no game.
//! A [`Scene`] of curling says what there is to see, in the coordinates of its world; [`Scene::picture`] turns
//! it into a [`Picture`], which is nothing but shapes and colours; [`Picture::svg`] and
//! [`Picture::png`] write that. The same scene gives the same bytes on every machine: nothing
//! depends on fonts, on the locale or on the processor.

mod board;
mod cells;
mod cloud;
mod colours;
mod label;
mod lettering;
mod list;
mod palette;
mod path;
mod picture;
mod png;
mod points;
mod rink;
mod scene;
mod squares;
mod svg;
mod throw;
mod track;
mod view;
mod weight_maps;

pub use board::Board;
pub use cloud::{Cloud, Spread};
pub use colours::Colours;
pub use path::{Path, Point, Step};
pub use picture::{Anchor, Layer, Outline, Paint, Picture, Shape, Stroke, Text};
pub use png::{MAX_PIXELS, PngError};
pub use scene::Scene;
pub use track::{Track, tracks};
pub use view::{Frame, View};
pub use weight_maps::{WeightMaps, WeightRow};
