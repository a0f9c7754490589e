//! From bytes to text.

use std::io;
use std::path::Path;
use yomi_core::read_regular_file;

/// The longest text that is read: far more than any game, far less than the memory.
pub const MAX_BYTES: usize = 4 << 20;

/// Reads a file as text: as UTF-8 if it is that, otherwise as Latin-1.
///
/// Never takes in more than [`MAX_BYTES`] and a little; a longer file is an error.
pub fn read_text(path: &Path) -> io::Result<String> {
    // Reading from a pipe or a device could wait forever.
    let bytes = read_regular_file(path, MAX_BYTES)?;
    Ok(decoded(bytes))
}

fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        error
            .as_bytes()
            .iter()
            .map(|&byte| char::from(byte))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_utf8_or_latin1() {
        assert_eq!(decoded("(;PB[Žofie])".into()), "(;PB[Žofie])");
        assert_eq!(decoded(b"(;PB[Andr\xe9])".to_vec()), "(;PB[André])");
    }

    #[test]
    fn a_file_is_read_if_it_is_one_and_not_too_long() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        std::fs::write(&path, " ".repeat(MAX_BYTES)).unwrap();
        assert_eq!(read_text(&path).unwrap().len(), MAX_BYTES);
        std::fs::write(&path, " ".repeat(MAX_BYTES + 1)).unwrap();
        let error = read_text(&path).unwrap_err().to_string();
        assert_eq!(error, "it is longer than 4194304 bytes");
        assert!(read_text(folder.path()).is_err());
    }
}
