//! The checksum in every file of weights that is made of JSON, as a whole or by its header.
//!
//! It is the last member of the object that describes the weights, and the FNV-1a hash of the
//! file as it would be without that member:
//!
//! ```text
//! {"yomi_weights":1, ... ,"checksum":"85944171f73967e8"}                     a linear value
//! {"__metadata__":{"yomi_network":"{ ... ,\"checksum\":\"85944171f73967e8\"}"}, ... }   a network
//! ```
//!
//! So every byte is covered, and the hash is also a name of the contents that is the same for a file
//! with a checksum and for one that an earlier version wrote without: records of matches hold it.

use std::borrow::Cow;
use thiserror::Error;
use yomi_core::checksum::fnv1a;

/// The note about a file that was written before files had checksums.
pub const NO_CHECKSUM: &str = "it has no checksum, so damage would go unnoticed: an earlier version \
                               of this program wrote it";

/// The contents are not those that were written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("it is damaged: the checksum of its contents is {found:016x}, expected {expected:016x}")]
pub struct Damaged {
    /// The hash of the bytes.
    pub found: u64,
    /// The hash in the file.
    pub expected: u64,
}

/// The contents of a file besides its checksum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents<'a> {
    /// The file as it would be without.
    pub bytes: Cow<'a, [u8]>,
    /// A note for the user of the file.
    pub remark: Option<&'static str>,
}

/// How the object with the checksum is written down in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The file is that object.
    Json,
    /// The object is a string in the header of a safetensors file.
    Safetensors,
}

const DIGITS: usize = 16;

impl Form {
    /// The form of a file of weights by its first bytes.
    pub fn of(bytes: &[u8]) -> Form {
        // A safetensors file begins with the length of its header, which would be far too large.
        match bytes.starts_with(b"{\"yomi_weights\"") {
            true => Form::Json,
            false => Form::Safetensors,
        }
    }

    fn quote(self) -> &'static str {
        match self {
            Form::Json => "\"",
            Form::Safetensors => "\\\"",
        }
    }

    fn member(self, sum: &str) -> String {
        let quote = self.quote();
        format!(",{quote}checksum{quote}:{quote}{sum}{quote}")
    }

    /// The position of the object's closing brace.
    fn end(self, text: &[u8]) -> Option<usize> {
        match self {
            Form::Json => text.iter().rposition(|&byte| byte == b'}'),
            // Inside the string every quotation mark has a backslash before it.
            Form::Safetensors => text.windows(2).position(|pair| pair == b"}\""),
        }
    }

    /// These contents with their checksum. What has no place for one stays as it is.
    pub fn with_checksum(self, contents: &[u8]) -> Vec<u8> {
        let member = self.member(&format!("{:016x}", fnv1a(contents)));
        self.edited(contents, |text| {
            let end = self.end(text)?;
            let (before, after) = text.split_at(end);
            Some([before, member.as_bytes(), after].concat())
        })
        .unwrap_or_else(|| contents.to_vec())
    }

    /// The contents of a file, if they are what its checksum says or if it has none.
    pub fn checked(self, bytes: &[u8]) -> Result<Contents<'_>, Damaged> {
        let Some((contents, expected)) = self.without_checksum(bytes) else {
            return Ok(Contents {
                bytes: Cow::Borrowed(bytes),
                remark: Some(NO_CHECKSUM),
            });
        };
        let found = fnv1a(&contents);
        if found != expected {
            return Err(Damaged { found, expected });
        }
        Ok(Contents {
            bytes: Cow::Owned(contents),
            remark: None,
        })
    }

    /// The hash of a file's contents, checksum or not: what records name it by.
    pub fn contents_hash(self, bytes: &[u8]) -> u64 {
        match self.without_checksum(bytes) {
            Some((contents, _)) => fnv1a(&contents),
            None => fnv1a(bytes),
        }
    }

    fn without_checksum(self, bytes: &[u8]) -> Option<(Vec<u8>, u64)> {
        let mut expected = None;
        let contents = self.edited(bytes, |text| {
            let end = self.end(text)?;
            let length = self.member("").len() + DIGITS;
            let (before, member) = text[..end].split_at(end.checked_sub(length)?);
            let digits = &member[length - DIGITS - self.quote().len()..][..DIGITS];
            let digits = std::str::from_utf8(digits).ok()?;
            let sum = u64::from_str_radix(digits, 16).ok()?;
            // Only as it was written: nothing else counts as a checksum.
            if member != self.member(&format!("{sum:016x}")).as_bytes() {
                return None;
            }
            expected = Some(sum);
            Some([before, &text[end..]].concat())
        })?;
        Some((contents, expected?))
    }

    /// The file with its JSON edited.
    fn edited(self, bytes: &[u8], edit: impl FnOnce(&[u8]) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        match self {
            Form::Json => edit(bytes),
            Form::Safetensors => {
                let (length, rest) = bytes.split_first_chunk::<8>()?;
                let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
                let (header, tensors) = rest.split_at_checked(length)?;
                let padding = header.iter().rev().take_while(|&&byte| byte == b' ');
                let mut header = edit(&header[..length - padding.count()])?;
                header.resize(header.len().next_multiple_of(8), b' ');
                let length = (header.len() as u64).to_le_bytes();
                Some([&length, &header[..], tensors].concat())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_come_back_and_keep_their_hash() {
        let mut container = 24_u64.to_le_bytes().to_vec();
        container.extend(b"{\"m\":{\"k\":\"{\\\"a\\\":1}\"}} tensors");
        for (form, plain) in [
            (Form::Json, b"{\"yomi_weights\":[1],\"b\":\"}\"}\n".to_vec()),
            (Form::Safetensors, container),
        ] {
            let with = form.with_checksum(&plain);
            assert_eq!(Form::of(&with), form);
            let text = String::from_utf8_lossy(&with).replace('\\', "");
            assert!(text.contains(",\"checksum\":\""), "{text}");
            let contents = form.checked(&with).unwrap();
            assert_eq!((&contents.bytes[..], contents.remark), (&plain[..], None));
            assert_eq!(form.contents_hash(&with), fnv1a(&plain));
            let old = form.checked(&plain).unwrap();
            assert_eq!(
                (&old.bytes[..], old.remark),
                (&plain[..], Some(NO_CHECKSUM))
            );
            assert_eq!(form.contents_hash(&plain), fnv1a(&plain));
        }
    }

    #[test]
    fn what_is_no_such_file_has_no_checksum() {
        for bytes in [&b""[..], b"{", b"}", b"\0\0\0\0\0\0\0\0}\"", &[255; 40]] {
            for form in [Form::Json, Form::Safetensors] {
                assert_eq!(form.checked(bytes).unwrap().remark, Some(NO_CHECKSUM));
                assert_eq!(form.contents_hash(bytes), fnv1a(bytes));
            }
        }
    }
}
