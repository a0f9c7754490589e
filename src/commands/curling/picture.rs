//! How a picture of the ice looks, and how large it is.

use crate::picture::Destination;
use std::io::Write;
use yomi_draw::{Scene, View};

/// How the picture looks.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// From a little before the hog line to behind the house, or all of the sheet.
    #[arg(long, value_enum, default_value_t = Shown::House)]
    view: Shown,

    /// The width in pixels [default: 480 for the house, 1200 for the sheet, PNG files twice that].
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: Option<u32>,

    /// A line above the picture.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// Which part of the ice.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Shown {
    /// The house, on top, and the guards before it.
    House,
    /// All of the sheet, lying on its side.
    Sheet,
}

impl PictureArgs {
    /// Draws the scene, under the title asked for or else the scene's own.
    pub fn draw(
        &self,
        mut scene: Scene,
        to: &Destination,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if self.title.is_some() {
            scene.title.clone_from(&self.title);
        }
        let view = match self.view {
            Shown::House => View::House,
            Shown::Sheet => View::Sheet,
        };
        to.write(&scene.picture(view), self.width, view.width(), out)
    }
}
