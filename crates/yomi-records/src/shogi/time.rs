//! Times in records.

use std::time::Duration;

/// No move takes longer than that, in seconds: more than thirty years.
const LONGEST: u64 = 1_000_000_000;

/// Seconds, perhaps with a fraction: `12`, `0.125`.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return None;
    }
    let nanoseconds = fraction.bytes().take(9).enumerate();
    let nanoseconds = nanoseconds.fold(0, |sum, (place, digit)| {
        sum + u32::from(digit - b'0') * 10_u32.pow(8 - place as u32)
    });
    let whole = whole.parse().ok().filter(|whole| *whole <= LONGEST)?;
    Some(Duration::new(whole, nanoseconds))
}

/// Minutes and seconds, perhaps hours before them: `75:03`, `1:15:03`.
pub(super) fn clock(text: &str) -> Option<Duration> {
    let mut sum: u64 = 0;
    let mut parts = 0;
    for part in text.split(':') {
        let part: u64 = part.trim().parse().ok()?;
        sum = sum.checked_mul(60)?.checked_add(part)?;
        parts += 1;
    }
    ((2..=3).contains(&parts) && sum <= LONGEST).then(|| Duration::from_secs(sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_exact() {
        for (text, milliseconds) in [
            ("0", Some(0)),
            ("12", Some(12_000)),
            ("0.125", Some(125)),
            ("3.", Some(3_000)),
            ("1.0010000000001", Some(1_001)),
            ("", None),
            (".5", None),
            ("-1", None),
            ("+1", None),
            ("1.-5", None),
            ("1e3", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(
                seconds(text),
                milliseconds.map(Duration::from_millis),
                "{text}"
            );
        }
    }

    #[test]
    fn clocks_count_minutes() {
        for (text, seconds) in [
            (" 0:16", Some(16)),
            ("75:03", Some(4503)),
            ("1:15:03", Some(4503)),
            ("16", None),
            ("1:2:3:4", None),
            (":", None),
            ("18446744073709551615:00", None),
        ] {
            assert_eq!(clock(text), seconds.map(Duration::from_secs), "{text}");
        }
    }
}
