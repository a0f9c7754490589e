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
    let format = Format::of_path(path).unwrap_or_else(|| Format::of_text(&text));
    Ok(format.read_all(&text))
}
