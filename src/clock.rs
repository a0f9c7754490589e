//! Clocks as people write them: `60+1/5`.

use std::time::Duration;
use yomi_core::Clock;

/// Reads a clock: seconds of main time, `+` seconds added per move, `/` seconds of byoyomi; the
/// parts may be left out.
pub fn parse_clock(text: &str) -> Result<Clock, String> {
    let (rest, byoyomi) = text.split_once('/').unwrap_or((text, "0"));
    let (main, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let clock = Clock {
        remaining: seconds(if main.is_empty() { "0" } else { main })?,
        increment: seconds(increment)?,
        byoyomi: seconds(byoyomi)?,
    };
    if clock.remaining.is_zero() && clock.byoyomi.is_zero() {
        return Err("there is no time on it: expected MAIN[+INCREMENT][/BYOYOMI] in seconds, such as 60+1/5".to_owned());
    }
    Ok(clock)
}

fn seconds(text: &str) -> Result<Duration, String> {
    /// A year: more than any game needs, and sums of it never overflow.
    const MOST: f64 = 365.0 * 24.0 * 3600.0;
    text.trim()
        .parse::<f64>()
        .ok()
        .filter(|seconds| (0.0..=MOST).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| {
            format!("'{text}' is not a number of seconds: expected MAIN[+INCREMENT][/BYOYOMI], such as 60+1/5")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_read() {
        let clock = |text| {
            let clock = parse_clock(text).unwrap();
            [clock.remaining, clock.increment, clock.byoyomi].map(|part| part.as_secs_f64())
        };
        assert_eq!(clock("60"), [60.0, 0.0, 0.0]);
        assert_eq!(clock("60+1"), [60.0, 1.0, 0.0]);
        assert_eq!(clock("60+0.5/5"), [60.0, 0.5, 5.0]);
        assert_eq!(clock("/5"), [0.0, 0.0, 5.0]);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "", "0", "x", "-5", "1e99", "nan", "60+", "60+1/", "60/5+1", "+1",
        ] {
            assert!(parse_clock(text).is_err(), "{text}");
        }
    }
}
