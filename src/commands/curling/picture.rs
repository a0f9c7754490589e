//! Where a picture goes, and how large it is.

use crate::failure::usage;
use anyhow::Context as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
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

/// Where a picture goes; the name tells the format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// As SVG to standard output.
    Output,
    /// To a file.
    Svg(PathBuf),
    /// To a file.
    Png(PathBuf),
}

impl FromStr for Destination {
    type Err = String;

    fn from_str(text: &str) -> Result<Destination, String> {
        let path = Path::new(text);
        let extension = path.extension().unwrap_or_default();
        if text == "-" {
            Ok(Destination::Output)
        } else if extension.eq_ignore_ascii_case("svg") {
            Ok(Destination::Svg(path.to_owned()))
        } else if extension.eq_ignore_ascii_case("png") {
            Ok(Destination::Png(path.to_owned()))
        } else {
            Err(
                "expected a file name that ends in .svg or .png, or - for SVG to standard output"
                    .to_owned(),
            )
        }
    }
}

impl Destination {
    /// Where to tell about a picture that was drawn, unless the picture itself goes there.
    pub fn remarks<'a>(&self, out: &'a mut dyn Write) -> Option<&'a mut dyn Write> {
        (*self != Destination::Output).then_some(out)
    }
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
        let picture = scene.picture(view);
        let width = |factor: u32| self.width.unwrap_or(view.width() * factor);
        let (path, bytes) = match to {
            Destination::Output => {
                out.write_all(picture.svg(width(1)).as_bytes())?;
                return Ok(());
            }
            Destination::Svg(path) => (path, picture.svg(width(1)).into_bytes()),
            Destination::Png(path) => (path, picture.png(width(2)).map_err(usage)?),
        };
        fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }
}
