//! Records on disk.

use super::encoding::Encoding;
use super::error::RecordError;
use super::format::Format;
use super::record::ShogiRecord;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The longest file that is read: ten thousands of games, far less than the memory.
pub const MAX_BYTES: usize = 64 << 20;

/// Reads all games of a file, in whatever format and encoding it is. Its name tells the format; if
/// it ends otherwise, its text does.
pub fn read_file(path: &Path) -> io::Result<Vec<Result<ShogiRecord, RecordError>>> {
    let file = File::open(path)?;
    // Reading from a pipe or a device could wait forever.
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("it is longer than {MAX_BYTES} bytes"),
        ));
    }
    let text = Encoding::decode(&bytes);
    let format = Format::of_path(path).unwrap_or_else(|| Format::of_text(&text));
    Ok(format.read_all(&text))
}
