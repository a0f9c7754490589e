//! Learned numbers as files: a line of text that says what they are and how they were made, the
//! numbers as 16-bit integers (little-endian), and a checksum.
//!
//! ```text
//! yomi-shogi evaluation 1 2880; yomi train shogi evaluation ... \n   <- kind, version, how many; made by
//! 2880 x 2 bytes                                                     <- the numbers
//! 8 bytes                                                            <- FNV-1a of everything before
//! ```

use thiserror::Error;
use yomi_core::checksum::fnv1a;

const VERSION: u32 = 1;
/// No line of text before the numbers is longer.
const LONGEST_LINE: usize = 4096;

/// Why weights cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// Something else altogether.
    #[error(
        "not a file of shogi weights: expected a line that begins with 'yomi-shogi {expected}'"
    )]
    Foreign {
        /// The expected value.
        expected: &'static str,
    },
    /// Weights of another version.
    #[error("weights have format version {found}: expected {VERSION}")]
    Version {
        /// The value in the file.
        found: u32,
    },
    /// Weights for other features.
    #[error("there are {found} weights: expected {expected}")]
    Count {
        /// The number in the file.
        found: usize,
        /// The expected value.
        expected: usize,
    },
    /// Broken on the way.
    #[error("the weights are damaged: the checksum is {found:016x}, expected {expected:016x}")]
    Damaged {
        /// The hash of the bytes.
        found: u64,
        /// The value in the file.
        expected: u64,
    },
}

/// The bytes of a file of weights of this kind, made by this command.
pub(crate) fn write(kind: &str, made_by: &str, weights: &[i16]) -> Vec<u8> {
    // One line is one line, whatever the command had in it.
    let made_by: String = made_by
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(LONGEST_LINE / 8)
        .collect();
    let count = weights.len();
    let mut bytes = format!("yomi-shogi {kind} {VERSION} {count}; {made_by}\n").into_bytes();
    bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
    let sum = fnv1a(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The weights in a file of this kind that shall have so many.
pub(crate) fn read(
    kind: &'static str,
    expected: usize,
    bytes: &[u8],
) -> Result<Vec<i16>, WeightsError> {
    let foreign = WeightsError::Foreign { expected: kind };
    let head = &bytes[..bytes.len().min(LONGEST_LINE)];
    let Some(end) = head.iter().position(|&byte| byte == b'\n') else {
        return Err(foreign);
    };
    let numbers = std::str::from_utf8(&head[..end])
        .ok()
        .and_then(|line| line.strip_prefix("yomi-shogi ")?.strip_prefix(kind))
        .and_then(|rest| rest.strip_prefix(' ')?.split_once(';'))
        .and_then(|(numbers, _)| numbers.split_once(' '));
    let Some((version, count)) = numbers
        .and_then(|(version, count)| Some((version.parse().ok()?, count.parse::<usize>().ok()?)))
    else {
        return Err(foreign);
    };
    if version != VERSION {
        return Err(WeightsError::Version { found: version });
    }
    let body = &bytes[end + 1..];
    let found = body.len().saturating_sub(8) / 2;
    if count != expected || body.len() != expected * 2 + 8 {
        let found = if count != expected { count } else { found };
        return Err(WeightsError::Count { found, expected });
    }
    let (before, sum) = bytes.split_at(bytes.len() - 8);
    let expected = u64::from_le_bytes(sum.try_into().expect("eight bytes"));
    let found = fnv1a(before);
    if found != expected {
        return Err(WeightsError::Damaged { found, expected });
    }
    let (weights, _) = body[..body.len() - 8].as_chunks::<2>();
    Ok(weights
        .iter()
        .map(|&word| i16::from_le_bytes(word))
        .collect())
}

/// So many weights as whole numbers, of which `scale` stands for 1. What is missing is zero, what is
/// too large is cut off.
pub(crate) fn rounded(weights: &[f32], scale: f32, count: usize) -> Vec<i16> {
    let mut rounded: Vec<i16> = weights.iter().map(|weight| round(weight * scale)).collect();
    rounded.resize(count, 0);
    rounded
}

/// The nearest whole number, half away from zero; conversion cuts off what is too large.
pub(crate) fn round(scaled: f32) -> i16 {
    (scaled + if scaled < 0.0 { -0.5 } else { 0.5 }) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back() {
        let weights = [0, 1, -1, i16::MAX, i16::MIN];
        let bytes = write("test", "a command\nof two lines", &weights);
        assert_eq!(read("test", 5, &bytes).unwrap(), weights);
    }

    #[test]
    fn broken_files_are_refused_with_the_reason() {
        let good = write("test", "somebody", &[1, 2, 3]);
        for (bytes, expected, reason) in [
            (vec![], 3, "not a file of shogi weights"),
            (
                b"yomi-shogi other 1 3; x\n".to_vec(),
                3,
                "begins with 'yomi-shogi test'",
            ),
            (b"yomi-shogi test x 3; x\n".to_vec(), 3, "not a file"),
            (vec![b'x'; 10_000], 3, "not a file"),
            (b"yomi-shogi test 2 3; x\n".to_vec(), 3, "version 2"),
            (good.clone(), 4, "there are 3 weights: expected 4"),
            (
                good[..good.len() - 2].to_vec(),
                3,
                "there are 2 weights: expected 3",
            ),
            (
                [good.clone(), vec![0; 4]].concat(),
                3,
                "there are 5 weights",
            ),
        ] {
            let error = read("test", expected, &bytes).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}: expected {reason}");
        }
        let mut damaged = good;
        let place = damaged.len() - 10;
        damaged[place] ^= 1;
        let error = read("test", 3, &damaged).unwrap_err();
        assert!(matches!(error, WeightsError::Damaged { .. }), "{error}");
    }
}
