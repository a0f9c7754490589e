//! Records on disk.

use super::encoding::Encoding;
use super::error::RecordError;
use super::format::Format;
use super::record::ShogiRecord;
use std::io;
use std::path::Path;
use yomi_core::read_regular_file;

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
