//! Reading files with a limit on their size.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The bytes of a file of at most `most` bytes. A device without an end is given up there, and so is
/// a pipe.
pub fn read_file(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = File::open(path)?.take(most as u64 + 1);
    file.read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let problem = format!("it is longer than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(bytes)
}

/// The text in a file of at most `most` bytes.
pub fn read_text(path: &Path, most: usize) -> io::Result<String> {
    String::from_utf8(read_file(path, most)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let problem = format!("it is not UTF-8 from byte {place} on");
        io::Error::new(io::ErrorKind::InvalidData, problem)
    })
}

/// The bytes of a regular file of at most `most` bytes: a device would be read in vain, and a pipe
/// would be waited for.
pub fn read_regular_file(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        let problem = "it is not a regular file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    read_file(path, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_or_no_text_is_refused() {
        let folder = std::env::temp_dir().join(format!("yomi-read-file-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("five");
        std::fs::write(&path, b"fiv\xff\n").unwrap();
        assert_eq!(read_file(&path, 5).unwrap(), b"fiv\xff\n");
        let error = read_file(&path, 4).unwrap_err().to_string();
        assert_eq!(error, "it is longer than 4 bytes");
        let error = read_text(&path, 5).unwrap_err().to_string();
        assert_eq!(error, "it is not UTF-8 from byte 3 on");
        let error = read_regular_file(&folder, 5).unwrap_err().to_string();
        assert_eq!(error, "it is not a regular file");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_end_is_given_up() {
        let error = read_file(Path::new("/dev/zero"), 1000).unwrap_err();
        assert_eq!(error.to_string(), "it is longer than 1000 bytes");
    }
}
