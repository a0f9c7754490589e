//! Dates as protocols and records write them: ISO 8601, in universal time.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment, split into what a calendar and a clock show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    year: u64,
    month: u64,
    day: u64,
    hour: u64,
    minute: u64,
    second: u64,
}

impl Moment {
    /// This moment. A clock set before 1970 shows 1970.
    pub fn now() -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Moment::at(since.map_or(0, |time| time.as_secs()))
    }

    /// The moment so many seconds after the beginning of 1970.
    fn at(seconds: u64) -> Moment {
        let (days, rest) = (seconds / 86_400, seconds % 86_400);
        // Years begin in March here, so that the leap day is their last. Eras of 400 years have
        // 146,097 days each; the first one of interest began 719,468 days before 1970.
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // Months from March on have 153 days in every five.
        let month_from_march = (5 * day_of_year + 2) / 153;
        let month = (month_from_march + 2) % 12 + 1;
        Moment {
            year: 400 * era + year_of_era + u64::from(month <= 2),
            month,
            day: day_of_year - (153 * month_from_march + 2) / 5 + 1,
            hour: rest / 3600,
            minute: rest / 60 % 60,
            second: rest % 60,
        }
    }

    /// As in messages: `2026-11-15T09:52:26+00:00`.
    pub fn extended(&self) -> String {
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}+00:00",
            self.year, self.month, self.day, self.hour, self.minute, self.second
        )
    }

    /// As in records of shogi: `2026/11/15 09:52:26`.
    pub fn slashed(&self) -> String {
        format!(
            "{:04}/{:02}/{:02} {:02}:{:02}:{:02}",
            self.year, self.month, self.day, self.hour, self.minute, self.second
        )
    }

    /// As in names of files: `20261115T095226`.
    pub fn basic(&self) -> String {
        format!(
            "{:04}{:02}{:02}T{:02}{:02}{:02}",
            self.year, self.month, self.day, self.hour, self.minute, self.second
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        for (seconds, written) in [
            (0, "1970-01-01T00:00:00+00:00"),
            (951_782_399, "2000-02-28T23:59:59+00:00"),
            (951_782_400, "2000-02-29T00:00:00+00:00"),
            (951_868_800, "2000-03-01T00:00:00+00:00"),
            (1_709_210_096, "2024-02-29T12:34:56+00:00"),
            (1_798_761_599, "2026-12-31T23:59:59+00:00"),
            (4_107_542_400, "2100-03-01T00:00:00+00:00"),
        ] {
            assert_eq!(Moment::at(seconds).extended(), written);
        }
        assert_eq!(Moment::at(1_709_210_096).basic(), "20240229T123456");
        assert_eq!(Moment::at(1_709_210_096).slashed(), "2024/02/29 12:34:56");
    }
}
