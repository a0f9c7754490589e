//! How games are written down.

use crate::failure::usage;
use crate::records::Style;
use anyhow::Context as _;
use std::fs;
use std::path::Path;
use yomi_records::shogi::{Encoding, Format, ShogiRecord};

/// What the user wants of records of shogi; other games have one format only.
#[derive(clap::Args)]
pub struct Writing {
    /// The format, for games of shogi: csa, kif or usi.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,

    /// The encoding, for games of shogi: utf-8 or shift_jis. In files the default is what other
    /// programs expect, Shift_JIS in .csa and .kif; with utf-8 they become CSA 3.0 and .kifu.
    /// On standard output it is UTF-8.
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,
}

/// What was made of that.
#[derive(Clone, Copy)]
pub struct Written {
    /// The format.
    pub format: Format,
    encoding: Encoding,
}

impl Writing {
    /// An error if the user wants what records of this style cannot be.
    pub fn check(&self, style: &Style) -> anyhow::Result<()> {
        match style {
            Style::Sgf(_) if self.to.is_some() || self.encoding.is_some() => Err(usage(
                "--to and --encoding are for games of shogi: others have one format only",
            )),
            _ => Ok(()),
        }
    }

    /// The format and the encoding of files, or of what goes to standard output.
    pub fn choose(&self, in_files: bool) -> Written {
        let format = self.to.unwrap_or(Format::Csa);
        let usual = match format {
            Format::Csa | Format::Kif if in_files => Encoding::ShiftJis,
            _ => Encoding::Utf8,
        };
        Written {
            format,
            encoding: self.encoding.unwrap_or(usual),
        }
    }
}

impl Written {
    /// The record as a file, or as a part of one.
    pub fn bytes(&self, record: &ShogiRecord) -> anyhow::Result<Vec<u8>> {
        self.encode(&self.format.write(record, self.encoding))
    }

    /// A text in the encoding.
    pub fn encode(&self, text: &str) -> anyhow::Result<Vec<u8>> {
        Ok(self.encoding.encode(text)?)
    }

    /// How names of files end.
    pub fn extension(&self) -> &'static str {
        self.format.extension(self.encoding)
    }
}

/// Writes a file, unless another is in its place.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if path.symlink_metadata().is_ok() {
        let same = path.is_file() && fs::read(path).with_context(cannot)? == bytes;
        anyhow::ensure!(same, "{}: another file is already there", cannot());
        return Ok(());
    }
    fs::write(path, bytes).with_context(cannot)
}
