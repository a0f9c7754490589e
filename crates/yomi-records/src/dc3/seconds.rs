//! Times on the wire: numbers of seconds, kept in whole milliseconds.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A time, written as a number of seconds. The official server counts whole milliseconds, and so
/// does this type: what both sides compute from it agrees to the last digit.
///
/// ```
/// use yomi_records::dc3::Seconds;
/// let time: Seconds = serde_json::from_str("21.8974").unwrap();
/// assert_eq!(time.duration().as_millis(), 21_897);
/// assert_eq!(serde_json::to_string(&time).unwrap(), "21.897");
/// assert!(serde_json::from_str::<Seconds>("-1").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Seconds(u64);

impl Seconds {
    /// The longest time: about three years.
    const MOST: f64 = 1e8;

    /// The time as the rest of the program counts it.
    pub fn duration(self) -> Duration {
        Duration::from_millis(self.0)
    }

    /// What is left after `spent`, whose fractions of a millisecond are not counted; `None` if
    /// nothing is.
    pub fn minus(self, spent: Duration) -> Option<Seconds> {
        let spent = u64::try_from(spent.as_millis()).unwrap_or(u64::MAX);
        self.0
            .checked_sub(spent)
            .filter(|&left| left > 0)
            .map(Seconds)
    }
}

impl From<Duration> for Seconds {
    /// Rounds down to a millisecond, and to the longest time there is.
    fn from(time: Duration) -> Seconds {
        let most = (Seconds::MOST * 1000.0) as u64;
        Seconds(u64::try_from(time.as_millis()).map_or(most, |millis| millis.min(most)))
    }
}

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(seconds: f64) -> Result<Seconds, String> {
        if (0.0..=Seconds::MOST).contains(&seconds) {
            Ok(Seconds((seconds * 1000.0).round() as u64))
        } else {
            Err(format!(
                "{seconds} is not a number of seconds from 0 to {}",
                Seconds::MOST
            ))
        }
    }
}

impl From<Seconds> for f64 {
    fn from(time: Seconds) -> f64 {
        time.0 as f64 / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_reaches_zero_has_run_out() {
        let time = Seconds::from(Duration::from_millis(500));
        let left = |micros| time.minus(Duration::from_micros(micros));
        assert_eq!(left(499_999), Some(Seconds(1)));
        assert_eq!(left(500_000), None);
        assert_eq!(time.minus(Duration::MAX), None);
    }

    #[test]
    fn times_beyond_all_reason_are_cut_or_refused() {
        assert_eq!(f64::from(Seconds::from(Duration::MAX)), Seconds::MOST);
        assert!(Seconds::try_from(f64::NAN).is_err());
        assert!(Seconds::try_from(1e9).is_err());
    }
}
