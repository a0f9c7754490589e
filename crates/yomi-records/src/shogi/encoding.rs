//! From bytes to text and back.
//!
//! Records are in UTF-8 or in Shift_JIS (as Windows has it, code page 932), and few say in which.
//! Japanese text in Shift_JIS is practically never valid UTF-8, so what is valid UTF-8 is taken for
//! that, with or without a byte order mark, and everything else for Shift_JIS, whatever the file
//! says about itself.

use encoding_rs::SHIFT_JIS;
use std::borrow::Cow;
use std::str::FromStr;
use thiserror::Error;

/// How the letters of a file are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8, without a byte order mark, lines ending in LF.
    Utf8,
    /// Shift_JIS, which older programs on Windows expect, lines ending in CR LF.
    ShiftJis,
}

/// A letter that Shift_JIS does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} holds '{letter}', which Shift_JIS does not have: expected the encoding utf-8")]
pub struct EncodeError {
    /// The line, counted from 1.
    pub line: usize,
    /// The letter.
    pub letter: char,
}

impl Encoding {
    /// The text in a file. Bytes that mean nothing become U+FFFD, which no move has in it, but
    /// names and comments may.
    ///
    /// ```
    /// use yomi_records::shogi::Encoding;
    ///
    /// assert_eq!(Encoding::decode("\u{feff}先手".as_bytes()), "先手");
    /// assert_eq!(Encoding::decode(b"\x90\xe6\x8e\xe8"), "先手");
    /// ```
    pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => SHIFT_JIS.decode_without_bom_handling(bytes).0,
        }
    }

    /// The file for a text whose lines end in LF.
    ///
    /// ```
    /// use yomi_records::shogi::Encoding;
    ///
    /// assert_eq!(Encoding::ShiftJis.encode("先手\n").unwrap(), b"\x90\xe6\x8e\xe8\r\n");
    /// let error = Encoding::ShiftJis.encode("a\nb☗\n").unwrap_err();
    /// assert_eq!((error.line, error.letter), (2, '☗'));
    /// ```
    pub fn encode(self, text: &str) -> Result<Vec<u8>, EncodeError> {
        if self == Encoding::Utf8 {
            return Ok(text.as_bytes().to_vec());
        }
        // The wave dash as most systems write it, and as this encoding knows it.
        let text = text.replace('\u{301c}', "\u{ff5e}");
        let mut bytes = Vec::with_capacity(text.len() + text.len() / 16);
        for (i, line) in text.split_inclusive('\n').enumerate() {
            let end = if line.ends_with('\n') { "\r\n" } else { "" };
            let line = line.trim_end_matches('\n');
            let (encoded, _, lossy) = SHIFT_JIS.encode(line);
            if lossy {
                let is_missing = |letter: &char| {
                    let mut buffer = [0; 4];
                    SHIFT_JIS.encode(letter.encode_utf8(&mut buffer)).2
                };
                let letter = line.chars().find(is_missing).unwrap_or('\u{fffd}');
                return Err(EncodeError {
                    line: i + 1,
                    letter,
                });
            }
            bytes.extend_from_slice(&encoded);
            bytes.extend_from_slice(end.as_bytes());
        }
        Ok(bytes)
    }

    /// What files say about themselves.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::ShiftJis => "Shift_JIS",
        }
    }
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(text: &str) -> Result<Encoding, String> {
        match text.to_ascii_lowercase().replace('-', "_").as_str() {
            "utf_8" | "utf8" => Ok(Encoding::Utf8),
            "shift_jis" | "shiftjis" | "sjis" | "cp932" => Ok(Encoding::ShiftJis),
            _ => Err("expected utf-8 or shift_jis".to_owned()),
        }
    }
}
