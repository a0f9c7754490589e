//! From bytes to text.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The longest text that is read: far more than any game, far less than the memory.
pub const MAX_BYTES: usize = 4 << 20;

/// Reads a file as text: as UTF-8 if it is that, otherwise as Latin-1.
///
/// Never takes in more than [`MAX_BYTES`] and a little; a longer file is an error.
pub fn read_text(path: &Path) -> io::Result<String> {
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
