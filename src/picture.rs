//! Where a picture goes, and in which format.

use crate::failure::usage;
use anyhow::Context as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use yomi_draw::Picture;

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

    /// Writes the picture: as wide as asked for in pixels, or else `natural`, PNG files twice that.
    pub fn write(
        &self,
        picture: &Picture,
        asked: Option<u32>,
        natural: u32,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let width = |factor: u32| asked.unwrap_or(natural * factor);
        let (path, bytes) = match self {
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

/// A picture of a board: where it goes, and how it looks.
#[derive(clap::Args)]
pub struct BoardPictureArgs {
    /// Draw a picture into this file, FILE.svg or FILE.png; or - for SVG to standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<Destination>,

    /// The width of the picture in pixels [default: its own size, PNG files twice that].
    #[arg(
        long,
        value_name = "PIXELS",
        requires = "out",
        value_parser = clap::value_parser!(u32).range(16..=8192)
    )]
    width: Option<u32>,

    /// A line above the picture.
    #[arg(long, value_name = "TEXT", requires = "out")]
    pub title: Option<String>,
}

impl BoardPictureArgs {
    /// Makes and writes the picture, given the title, if one is wanted.
    pub fn write(
        &self,
        picture: impl FnOnce(Option<String>) -> Picture,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let Some(to) = &self.out else {
            return Ok(());
        };
        let picture = picture(self.title.clone());
        to.write(&picture, self.width, picture.width.ceil() as u32, out)
    }

    /// Where to write texts, unless the picture itself goes there.
    pub fn remarks<'a>(&self, out: &'a mut dyn Write) -> Option<&'a mut dyn Write> {
        match &self.out {
            Some(to) => to.remarks(out),
            None => Some(out),
        }
    }
}
