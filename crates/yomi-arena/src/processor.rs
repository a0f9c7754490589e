//! Processor time in a match: who used how much of it, move by move.
//!
//! A contest may count time in processor seconds instead of those on the wall
//! ([`Contest::cpu_time`](crate::Contest::cpu_time)). Then
//!
//! - clocks are charged, and engines are told what they have left, in processor time,
//! - the record has what every move cost, and the table what each side used per move.
//!
//! The time of an engine in this process is that of the thread that asked it; where a match has one
//! worker only, it is that of the whole process, so that the threads of the engine count too. The
//! time of a program is that of its process and everything it started, since its last move: what it
//! does on the other side's time is charged to its next move. What waits or sleeps costs nothing.
//!
//! # Limits
//!
//! With several workers, threads that an engine starts for itself are not seen. Engines that keep to
//! a time must count it in processor seconds by themselves: nobody stops them before their clock
//! has run out.

use crate::ArenaError;
use crate::guard::Seat;
use serde::Serialize;
use std::time::Duration;
use yomi_core::cpu_time;

/// Reads the processor time of the two engines of a game.
pub(crate) struct Meter {
    /// Whether this process does nothing but play this game.
    alone: bool,
    /// What each side's program had used after its last move, and which process that was.
    programs: [Option<(u32, Duration)>; 2],
    /// What each side's moves cost.
    pub moves: [Vec<Duration>; 2],
}

/// A side that thinks, and what its clock showed before.
pub(crate) struct Reading {
    side: usize,
    process: Option<u32>,
    before: Duration,
}

impl Meter {
    /// A meter for one game.
    pub fn new(alone: bool) -> Meter {
        Meter {
            alone,
            programs: [None; 2],
            moves: Default::default(),
        }
    }

    /// Before a side thinks.
    pub fn start(&self, side: usize, seat: &Seat) -> Result<Reading, ArenaError> {
        let process = seat.process_id();
        let before = match self.programs[side] {
            Some((known, after_last_move)) if Some(known) == process => after_last_move,
            _ => self.read(process, seat)?,
        };
        Ok(Reading {
            side,
            process,
            before,
        })
    }

    /// After a side has found its move: what that cost.
    pub fn stop(&mut self, reading: &Reading, seat: &Seat) -> Result<Duration, ArenaError> {
        let after = self.read(reading.process, seat)?;
        self.programs[reading.side] = reading.process.map(|process| (process, after));
        // Children of a program are counted in ticks, by which a later reading can be the less.
        let used = after.saturating_sub(reading.before);
        self.moves[reading.side].push(used);
        Ok(used)
    }

    fn read(&self, process: Option<u32>, seat: &Seat) -> Result<Duration, ArenaError> {
        let time = match process {
            Some(process) => cpu_time::of_process(process),
            None if self.alone => cpu_time::of_this_process(),
            None => cpu_time::of_thread(),
        };
        time.ok_or_else(|| ArenaError::ProcessorTime {
            participant: seat.name().to_owned(),
        })
    }

    /// What a side has used per move so far, if it has moved.
    pub fn mean(&self, side: usize) -> Option<Duration> {
        let count = u32::try_from(self.moves[side].len()).ok()?;
        let total: Duration = self.moves[side].iter().sum();
        total.checked_div(count)
    }
}

/// Seconds as the record has them: to the microsecond.
pub(crate) fn seconds(times: &[Duration]) -> Vec<f64> {
    times
        .iter()
        .map(|time| time.as_micros() as f64 / 1e6)
        .collect()
}

/// What one side used per move, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveTimes {
    /// Moves that were measured.
    pub moves: usize,
    /// The mean processor time.
    pub mean: f64,
    /// The processor time that 99 of 100 moves kept within.
    pub percentile_99: f64,
    /// The most processor time.
    pub max: f64,
    /// The mean by the clock on the wall.
    pub wall_mean: f64,
}

impl MoveTimes {
    /// The times of these moves, which took so long on the wall altogether; `None` for no moves.
    pub(crate) fn of(mut moves: Vec<f64>, wall: f64) -> Option<MoveTimes> {
        // Sorted first, so that the sum does not depend on the order in which games finished.
        moves.sort_by(f64::total_cmp);
        let count = moves.len();
        Some(MoveTimes {
            moves: count,
            mean: moves.iter().sum::<f64>() / count as f64,
            percentile_99: *moves.get((count * 99).div_ceil(100).checked_sub(1)?)?,
            max: *moves.last()?,
            wall_mean: wall / count as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_up() {
        assert_eq!(MoveTimes::of(Vec::new(), 0.0), None);
        let moves = (1..=200).rev().map(f64::from).collect();
        let expected = MoveTimes {
            moves: 200,
            mean: 100.5,
            percentile_99: 198.0,
            max: 200.0,
            wall_mean: 150.0,
        };
        assert_eq!(MoveTimes::of(moves, 30_000.0), Some(expected));
        assert_eq!(MoveTimes::of(vec![0.5], 1.0).unwrap().percentile_99, 0.5);
    }
}
