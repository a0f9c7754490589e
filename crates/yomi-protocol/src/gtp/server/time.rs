//! Clocks as GTP means them: main time, then Canadian overtime (so many moves in so much time).
//!
//! `time_settings MAIN OVERTIME MOVES` sets both clocks. Overtime of 0 means that the main time is
//! all there is; overtime above 0 with 0 moves means no limit at all. `time_left` corrects a
//! clock; between corrections we keep it ourselves. For the engine overtime is an allowance per
//! move: what is left of it, divided by the moves still to be made in it.

use std::time::Duration;
use yomi_core::{Clock, Player};

/// What `time_settings` says.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Settings {
    main: Duration,
    overtime: Duration,
    moves: u32,
}

/// What is left on a clock.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Left {
    Main(Duration),
    Overtime { time: Duration, moves: u32 },
}

/// Both clocks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Clocks {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

impl Clocks {
    /// Sets both clocks.
    pub fn set(&mut self, main: Duration, overtime: Duration, moves: u32) {
        let unlimited = !overtime.is_zero() && moves == 0;
        self.settings = (!unlimited).then_some(Settings {
            main,
            overtime,
            moves,
        });
        self.restart();
    }

    /// Puts both clocks back to the start of a game.
    pub fn restart(&mut self) {
        let full = self.settings.map(|settings| Left::Main(settings.main));
        self.left = [full; 2];
    }

    /// Corrects a clock: with 0 moves it is main time that is left, else overtime for so many
    /// moves.
    pub fn correct(&mut self, player: Player, time: Duration, moves: u32) {
        self.left[player.index()] = Some(match moves {
            0 => Left::Main(time),
            moves => Left::Overtime { time, moves },
        });
    }

    /// The player's clock as an engine understands it; `None` without a limit.
    pub fn clock(&self, player: Player) -> Option<Clock> {
        let allowance = |time: Duration, moves: u32| time / moves.max(1);
        Some(match self.left[player.index()]? {
            Left::Main(remaining) => Clock {
                remaining,
                byoyomi: self.settings.map_or(Duration::ZERO, |settings| {
                    allowance(settings.overtime, settings.moves)
                }),
                ..Clock::default()
            },
            Left::Overtime { time, moves } => Clock {
                byoyomi: allowance(time, moves),
                ..Clock::default()
            },
        })
    }

    /// Takes the time of a move off the player's clock.
    pub fn spend(&mut self, player: Player, spent: Duration) {
        let period = self.settings.filter(|settings| settings.moves > 0);
        let left = &mut self.left[player.index()];
        *left = left.map(|left| match (left, period) {
            (Left::Main(time), Some(period)) if spent > time => Left::Overtime {
                time: period.overtime,
                moves: period.moves,
            }
            .after(spent - time, period),
            (Left::Main(time), _) => Left::Main(time.saturating_sub(spent)),
            (left, Some(period)) => left.after(spent, period),
            (Left::Overtime { time, moves }, None) => Left::Overtime {
                time: time.saturating_sub(spent),
                moves: moves.saturating_sub(1).max(1),
            },
        });
    }
}

impl Left {
    /// Overtime after a move; the last move of a period begins the next.
    fn after(self, spent: Duration, period: Settings) -> Left {
        match self {
            Left::Overtime { moves: 0 | 1, .. } => Left::Overtime {
                time: period.overtime,
                moves: period.moves,
            },
            Left::Overtime { time, moves } => Left::Overtime {
                time: time.saturating_sub(spent),
                moves: moves - 1,
            },
            Left::Main(time) => Left::Main(time.saturating_sub(spent)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const B: Player = Player::First;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Main time and allowance per move, in seconds.
    fn shown(clocks: &Clocks) -> Option<(u64, u64)> {
        let clock = clocks.clock(B)?;
        Some((clock.remaining.as_secs(), clock.byoyomi.as_secs()))
    }

    #[test]
    fn main_time_alone_runs_down_and_starts_anew_with_the_game() {
        let mut clocks = Clocks::default();
        assert_eq!(shown(&clocks), None);
        clocks.set(seconds(60), seconds(0), 0);
        clocks.spend(B, seconds(25));
        assert_eq!(shown(&clocks), Some((35, 0)));
        clocks.spend(B, seconds(99));
        assert_eq!(shown(&clocks), Some((0, 0)));
        assert_eq!(clocks.clock(B.other()).unwrap().remaining, seconds(60));
        clocks.restart();
        assert_eq!(shown(&clocks), Some((60, 0)));
    }

    #[test]
    fn overtime_is_an_allowance_per_move() {
        let mut clocks = Clocks::default();
        clocks.set(seconds(10), seconds(60), 3);
        assert_eq!(shown(&clocks), Some((10, 20)));
        clocks.spend(B, seconds(22));
        assert_eq!(shown(&clocks), Some((0, 24)), "48 s left for 2 moves");
        clocks.spend(B, seconds(8));
        assert_eq!(shown(&clocks), Some((0, 40)), "40 s left for 1 move");
        clocks.spend(B, seconds(39));
        assert_eq!(shown(&clocks), Some((0, 20)), "a new period");
    }

    #[test]
    fn the_controller_has_the_last_word() {
        let mut clocks = Clocks::default();
        clocks.correct(B, seconds(30), 0);
        assert_eq!(shown(&clocks), Some((30, 0)), "even without settings");
        clocks.correct(B, seconds(30), 5);
        assert_eq!(shown(&clocks), Some((0, 6)));
        clocks.spend(B, seconds(6));
        assert_eq!(shown(&clocks), Some((0, 6)), "24 s left for 4 moves");
        clocks.set(seconds(10), seconds(5), 0);
        assert_eq!(shown(&clocks), None, "overtime without moves: no limit");
    }
}
