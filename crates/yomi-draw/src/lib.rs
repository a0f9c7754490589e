//! Pictures of curling: a position from above, the ways of the stones during a throw, and the
//! cloud of places where noise may leave the stone, as SVG and as PNG.
//!
//! A [`Scene`] says what there is to see, in the coordinates of its world; [`Scene::picture`] turns
//! it into a [`Picture`], which is nothing but shapes and colours; [`Picture::svg`] and
//! [`Picture::png`] write that. The same scene gives the same bytes on every machine: nothing
//! depends on fonts, on the locale or on the processor.

mod cloud;
mod lettering;
mod palette;
mod path;
mod picture;
mod png;
mod rink;
mod scene;
mod svg;
mod throw;
mod track;
mod view;

pub use cloud::{Cloud, Spread};
pub use path::{Path, Point, Step};
pub use picture::{Anchor, Layer, Outline, Paint, Picture, Shape, Stroke, Text};
pub use png::{MAX_PIXELS, PngError};
pub use scene::Scene;
pub use track::{Track, tracks};
pub use view::{Frame, View};
