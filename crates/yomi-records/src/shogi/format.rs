//! The formats together: which one a file is in, reading it, writing it.

use super::encoding::Encoding;
use super::error::RecordError;
use super::record::ShogiRecord;
use super::{csa, kif, usi};
use crate::shogi::csa::csa_move::CsaMove;
use std::io;
use std::path::Path;
use std::str::FromStr;
use yomi_core::read_regular_file;

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Of the Computer Shogi Association: `.csa`.
    Csa,
    /// Of Kakinoki Shogi: `.kif`, and `.kifu` for UTF-8.
    Kif,
    /// Lines of moves: `startpos moves 7g7f ...`.
    Usi,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Csa, Format::Kif, Format::Usi];

    /// How it is called.
    pub fn name(self) -> &'static str {
        match self {
            Format::Csa => "csa",
            Format::Kif => "kif",
            Format::Usi => "usi",
        }
    }

    /// The format that the name of a file promises.
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "csa" => Some(Format::Csa),
            "kif" | "kifu" | "bod" => Some(Format::Kif),
            "usi" | "sfen" => Some(Format::Usi),
            _ => None,
        }
    }

    /// The format that a text looks like.
    pub fn of_text(text: &str) -> Format {
        let looks_like_csa = |line: &str| {
            let first_two = line.get(..2).unwrap_or(line);
            line.starts_with('\'')
                || ["V1", "V2", "V3", "N+", "N-", "PI", "P1", "P+", "P-"].contains(&first_two)
                || CsaMove::parse(line.split(',').next().unwrap_or(line)).is_ok()
        };
        let looks_like_usi = |line: &str| {
            let word = line.split_whitespace().next();
            matches!(word, Some("position" | "startpos" | "sfen"))
        };
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let found = lines.find_map(|line| match line {
            _ if looks_like_csa(line) => Some(Format::Csa),
            _ if looks_like_usi(line) => Some(Format::Usi),
            _ if line.starts_with('#') => None,
            _ => Some(Format::Kif),
        });
        found.unwrap_or(Format::Kif)
    }

    /// The encoding that programs expect of a file of this name: Shift_JIS in `.csa` and `.kif`,
    /// UTF-8 in all others.
    pub fn encoding_of_path(path: &Path) -> Encoding {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("csa" | "kif") => Encoding::ShiftJis,
            _ => Encoding::Utf8,
        }
    }

    /// How the names of files in this format end, without the dot, if they are encoded so.
    pub fn extension(self, encoding: Encoding) -> &'static str {
        match (self, encoding) {
            (Format::Csa, _) => "csa",
            (Format::Kif, Encoding::ShiftJis) => "kif",
            (Format::Kif, Encoding::Utf8) => "kifu",
            (Format::Usi, _) => "usi",
        }
    }

    /// Reads all games of a text. There is always one result at least. In a file of several games,
    /// one that cannot be read does not keep the others from being read.
    ///
    /// ```
    /// use yomi_records::shogi::{Encoding, Ending, Format};
    ///
    /// let games = Format::Csa.read_all("PI\n+\n+7776FU,T3\n-3334FU\n%TORYO\n/\n+2726FU\n");
    /// let first = games[0].as_ref().unwrap();
    /// assert_eq!(first.end.as_ref().unwrap().ending, Ending::Resignation);
    /// let kif = Format::Kif.write(first, Encoding::Utf8);
    /// assert!(kif.contains("   1 ７六歩(77)   ( 0:03/00:00:03)\n   2 ３四歩(33)\n   3 投了\n"));
    /// assert!(kif.ends_with("まで2手で後手の勝ち\n"));
    ///
    /// let error = Format::Csa.read_all("PI\n+\n+7776FU\n-3335FU\n").remove(0).unwrap_err();
    /// assert!(error.to_string().starts_with("line 4, move 2: found '-3335FU', expected a legal move"));
    /// ```
    pub fn read_all(self, text: &str) -> Vec<Result<ShogiRecord, RecordError>> {
        let text = text.trim_start_matches('\u{feff}');
        match self {
            Format::Csa => csa::read_all(text),
            Format::Kif => vec![kif::read(text)],
            Format::Usi => usi::read_all(text),
        }
    }

    /// The record as a text whose lines end in LF, for a file that will be encoded so.
    pub fn write(self, record: &ShogiRecord, encoding: Encoding) -> String {
        match self {
            Format::Csa => csa::write(record, encoding),
            Format::Kif => kif::write(record, encoding),
            Format::Usi => usi::write(record),
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let mut all = Format::ALL.into_iter();
        let found = all.find(|format| format.name() == text);
        found.ok_or_else(|| "expected csa, kif or usi".to_owned())
    }
}

/// The longest file that is read: ten thousands of games, far less than the memory.
pub const MAX_BYTES: usize = 64 << 20;

/// Reads all games of a file, in whatever format and encoding it is. Its name tells the format; if
/// it ends otherwise, its text does.
pub fn read_file(path: &Path) -> io::Result<Vec<Result<ShogiRecord, RecordError>>> {
    // Reading from a pipe or a device could wait forever.
    let bytes = read_regular_file(path, MAX_BYTES)?;
    let text = Encoding::decode(&bytes);
    if is_jkf(path, &text) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "this is a file of the JSON Kifu Format (.jkf): expected CSA, KIF or lines of USI",
        ));
    }
    let format = Format::of_path(path).unwrap_or_else(|| Format::of_text(&text));
    Ok(format.read_all(&text))
}

/// Whether a file is in the JSON Kifu Format, by its name or by its text: no other format begins
/// with a brace.
fn is_jkf(path: &Path, text: &str) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("jkf"))
        || (text
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('{')
            && text.contains("\"moves\""))
}
