//! How long a side may think.
//!
//! A side has `Total_Time` for the game, gets `Increment` at the beginning of each of its turns,
//! has `Byoyomi` for each move once the total is gone, and the first `Delay` of each turn does not
//! count. What a turn took is counted in whole units, fractions being dropped, or rounded up with
//! `Time_Roundup`, and never less than `Least_Time_Per_Move`; the server tells the count with the
//! move.
//!
//! The count includes the way to the server and back. A [`SideClock`] follows what the server
//! tells, and [`SideClock::to_think`] is what an engine may plan with: the time of the turn less
//! a margin, which is never more than half of it, less what has gone by already.

use super::message::MOST_UNITS;
use std::time::Duration;
use yomi_core::Clock;

/// A side's time as the summary tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// `Time_Unit`: what all other numbers count.
    pub unit: Duration,
    /// `Total_Time`, in units.
    pub total: Option<u64>,
    /// `Byoyomi`, in units.
    pub byoyomi: u64,
    /// `Increment`, in units.
    pub increment: u64,
    /// `Delay`, in units.
    pub delay: u64,
    /// `Least_Time_Per_Move`, in units.
    pub least: u64,
    /// `Time_Roundup`.
    pub roundup: bool,
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl {
            unit: Duration::from_secs(1),
            total: None,
            byoyomi: 0,
            increment: 0,
            delay: 0,
            least: 0,
            roundup: false,
        }
    }
}

impl TimeControl {
    /// Takes a line `KEY:VALUE` of a summary; keys that nobody knows are passed over.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || {
            let number = value.parse().ok().filter(|&number| number <= MOST_UNITS);
            number.ok_or_else(|| format!("expected a whole number up to {MOST_UNITS}"))
        };
        match key {
            "Time_Unit" => self.unit = unit(value)?,
            "Total_Time" => self.total = Some(number()?),
            "Byoyomi" => self.byoyomi = number()?,
            "Increment" => self.increment = number()?,
            "Delay" => self.delay = number()?,
            "Least_Time_Per_Move" => self.least = number()?,
            "Time_Roundup" => self.roundup = yes_or_no(value)?,
            _ => {}
        }
        Ok(())
    }

    /// So many units in seconds.
    ///
    /// ```
    /// use std::time::Duration;
    /// use yomi_online::csa::TimeControl;
    /// let control = TimeControl { unit: Duration::from_millis(1), ..TimeControl::default() };
    /// assert_eq!(control.seconds(12_345), 12.345);
    /// ```
    pub fn seconds(&self, units: u64) -> f64 {
        // A product of whole numbers, divided once, is the number nearest to the right one.
        let milliseconds = self.unit.as_millis() as f64 * units.min(MOST_UNITS) as f64;
        milliseconds / 1000.0
    }

    fn units(&self, count: u64) -> Duration {
        Duration::from_secs_f64(self.seconds(count).min(MOST_UNITS as f64))
    }

    /// Whether one may think for ever. Servers that send zeros mean that too.
    pub fn is_unlimited(&self) -> bool {
        self.total.unwrap_or(0) == 0 && self.byoyomi == 0 && self.increment == 0 && self.delay == 0
    }
}

/// A unit of time such as `1sec`.
fn unit(text: &str) -> Result<Duration, String> {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let count: Option<u64> = text[..text.len() - letters.len()].parse().ok();
    let one = match letters {
        "msec" => 1,
        "sec" => 1000,
        "min" => 60_000,
        _ => 0,
    };
    let unit = count
        .filter(|count| (1..=3600).contains(count))
        .map(|count| count * one);
    let unit = unit.filter(|&unit| unit > 0).map(Duration::from_millis);
    unit.ok_or_else(|| "expected 1sec, 1min or 1msec".to_owned())
}

/// Reads one of two words.
pub(super) fn yes_or_no(value: &str) -> Result<bool, String> {
    match value {
        "YES" => Ok(true),
        "NO" => Ok(false),
        _ => Err("expected YES or NO".to_owned()),
    }
}

/// A side's clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SideClock {
    control: TimeControl,
    /// What is left of the total, before the increment of the next turn.
    left: Duration,
}

impl SideClock {
    /// A clock before the game.
    pub fn new(control: TimeControl) -> SideClock {
        SideClock {
            left: control.units(control.total.unwrap_or(0)),
            control,
        }
    }

    /// How many units a turn of this length takes, for servers that do not say so.
    pub fn count(&self, took: Duration) -> u64 {
        let units = took
            .as_nanos()
            .div_ceil(self.control.unit.as_nanos().max(1));
        u64::try_from(units).map_or(MOST_UNITS, |units| units.max(self.control.least))
    }

    /// The side moved, and that took so many units.
    pub fn charge(&mut self, units: u64) {
        let increment = self.control.units(self.control.increment);
        self.left = (self.left + increment).saturating_sub(self.control.units(units));
    }

    /// The side moved before the game began. Servers disagree about what such moves take and
    /// whether they bring an increment, so nobody counts on more time than there was.
    pub fn charge_before(&mut self, units: u64) {
        let before = self.left;
        self.charge(units);
        self.left = self.left.min(before);
    }

    /// The longest that a turn can take; `None` if for ever.
    pub fn longest_turn(&self) -> Option<Duration> {
        let control = &self.control;
        let extra = control.units(control.increment)
            + control.units(control.byoyomi)
            + control.units(control.delay);
        (!control.is_unlimited()).then_some(self.left + extra)
    }

    /// What to think with in a turn that began so long ago, if there is any limit.
    pub fn to_think(self, spent: Duration, margin: Duration) -> Option<Clock> {
        let turn = self.longest_turn()?;
        let control = &self.control;
        let increment = control.units(control.increment);
        // Every turn has this anew, so there is no saving it.
        let own = control.units(control.byoyomi) + control.units(control.delay);
        // Where fractions count as whole units, the last unit is gone as soon as it is begun.
        let brink = match control.roundup {
            true => control.unit.min(Duration::from_secs(1)),
            false => Duration::ZERO,
        };
        let reserve = (margin + brink).min(turn / 2) + spent;
        let main = self.left + increment;
        Some(Clock {
            remaining: main.saturating_sub(reserve),
            increment,
            byoyomi: own.saturating_sub(reserve.saturating_sub(main)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn seconds(clock: Clock) -> [u64; 3] {
        let parts = [clock.remaining, clock.increment, clock.byoyomi];
        parts.map(|part| part.as_millis() as u64)
    }

    fn plan(control: TimeControl, taken: &[u64], spent: u64) -> [u64; 3] {
        let mut clock = SideClock::new(control);
        for &units in taken {
            clock.charge(units);
        }
        let clock = clock.to_think(Duration::from_secs(spent), SECOND);
        seconds(clock.expect("a limit"))
    }

    #[test]
    fn increments_come_at_the_beginning_of_a_turn() {
        let fischer = TimeControl {
            total: Some(300),
            increment: 10,
            ..TimeControl::default()
        };
        assert_eq!(plan(fischer, &[], 0), [309_000, 10_000, 0]);
        assert_eq!(plan(fischer, &[5, 30], 2), [292_000, 10_000, 0]);
        assert_eq!(plan(fischer, &[310], 0), [9_000, 10_000, 0]);
        assert_eq!(plan(fischer, &[999], 20), [0, 10_000, 0]);
    }

    #[test]
    fn byoyomi_is_what_is_left_when_the_total_is_gone() {
        let byoyomi = TimeControl {
            total: Some(60),
            byoyomi: 10,
            ..TimeControl::default()
        };
        assert_eq!(plan(byoyomi, &[], 0), [59_000, 0, 10_000]);
        assert_eq!(plan(byoyomi, &[59], 3), [0, 0, 7_000]);
        assert_eq!(plan(byoyomi, &[70], 0), [0, 0, 9_000]);
        let only = TimeControl {
            total: None,
            delay: 1,
            roundup: true,
            ..byoyomi
        };
        assert_eq!(plan(only, &[8, 8], 0), [0, 0, 9_000]);
    }

    #[test]
    fn units_and_margins() {
        let milliseconds = TimeControl {
            unit: Duration::from_millis(1),
            total: Some(1500),
            ..TimeControl::default()
        };
        assert_eq!(plan(milliseconds, &[100], 0), [700, 0, 0], "half is left");
        let minutes = TimeControl {
            unit: 60 * SECOND,
            total: Some(2),
            ..TimeControl::default()
        };
        assert_eq!(plan(minutes, &[1], 0), [59_000, 0, 0]);
        let huge = TimeControl {
            unit: 60 * SECOND,
            total: Some(u64::MAX),
            byoyomi: u64::MAX,
            increment: u64::MAX,
            delay: u64::MAX,
            ..TimeControl::default()
        };
        assert!(plan(huge, &[u64::MAX, 0], 0)[0] > 0);
    }

    #[test]
    fn no_time_at_all_is_no_limit() {
        let none = SideClock::new(TimeControl::default());
        assert_eq!(none.to_think(SECOND, SECOND), None);
        assert_eq!(none.longest_turn(), None);
    }

    #[test]
    fn moves_before_the_game_bring_nothing() {
        let mut clock = SideClock::new(TimeControl {
            least: 2,
            total: Some(100),
            increment: 10,
            ..TimeControl::default()
        });
        clock.charge_before(1);
        assert_eq!(clock.left, 100 * SECOND);
        clock.charge_before(15);
        assert_eq!(clock.left, 95 * SECOND);
        let lengths = [0, 1000, 2001].map(Duration::from_millis);
        assert_eq!(lengths.map(|took| clock.count(took)), [2, 2, 3]);
    }
}
