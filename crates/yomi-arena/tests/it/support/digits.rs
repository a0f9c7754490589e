//! A game for testing matches: write down digits in turn; their sum decides.
//!
//! Remainder 0 of the division by three wins for the first player, 1 for the second, 2 is a draw.
//! Whoever writes the last digit can choose, so a [`Clever`] player beats a [`Random`] one about
//! half of the time more. Chance may add a die to every digit, and results may be graded.

use yomi_core::game::parse_listed;
use yomi_core::{
    Discrete, FirstValue, Game, Notation, NotationError, Outcome, Player, PositionError, Report,
    Request, Rng, Search, Setup, StopReason,
};

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    /// Digits to write, both players together.
    pub plies: u32,
    /// Whether chance adds a die.
    pub dice: bool,
    /// Whether the result is graded.
    pub graded: bool,
}

impl Default for Digits {
    fn default() -> Digits {
        Digits {
            plies: 8,
            dice: false,
            graded: false,
        }
    }
}

impl Game for Digits {
    type State = (u32, u32);
    type Action = u32;

    fn initial(&self) -> (u32, u32) {
        (0, 0)
    }

    fn to_move(&self, state: &(u32, u32)) -> Player {
        if state.0.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    fn outcome(&self, state: &(u32, u32)) -> Option<Outcome> {
        if state.0 < self.plies {
            return None;
        }
        if self.graded {
            return Some(Outcome::Payoff(FirstValue(
                f64::from(state.1 % 101) / 100.0,
            )));
        }
        Some(match state.1 % 3 {
            0 => Outcome::Win(Player::First),
            1 => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    fn step(&self, state: &mut (u32, u32), action: u32, rng: &mut Rng) {
        state.0 += 1;
        state.1 += action;
        if self.dice {
            state.1 += rng.below(6);
        }
    }
}

impl Discrete for Digits {
    fn actions(&self, _: &(u32, u32), actions: &mut Vec<u32>) {
        actions.clear();
        actions.extend(1..=9);
    }
}

impl Notation for Digits {
    fn move_format(&self) -> String {
        "a digit, 1 to 9".to_owned()
    }

    fn format_action(&self, _: &(u32, u32), action: u32) -> String {
        action.to_string()
    }

    fn parse_action(&self, state: &(u32, u32), text: &str) -> Result<u32, NotationError> {
        parse_listed(self, state, text)
    }

    fn render(&self, state: &(u32, u32)) -> String {
        format!("{} digits, sum {}", state.0, state.1)
    }
}

/// How many digits were written, and their sum.
impl Setup for Digits {
    fn format_state(&self, state: &(u32, u32)) -> String {
        format!("{} {}", state.0, state.1)
    }

    fn parse_state(&self, text: &str) -> Result<(u32, u32), PositionError> {
        let numbers = text
            .split_once(' ')
            .and_then(|(plies, sum)| Some((plies.parse().ok()?, sum.parse().ok()?)));
        numbers.ok_or_else(|| PositionError::new("two numbers"))
    }
}

/// Writes any digit.
pub struct Random;

/// Writes the best digit if it is the last one.
pub struct Clever;

impl Search<Digits> for Random {
    fn search_with_progress(
        &mut self,
        game: &Digits,
        state: &(u32, u32),
        request: &Request<u32>,
        _: &mut dyn FnMut(&Report<u32>),
    ) -> Report<u32> {
        let digit = game.random_action(state, &mut Vec::new(), &mut request.seed.rng());
        report(digit, request)
    }
}

impl Search<Digits> for Clever {
    fn search_with_progress(
        &mut self,
        game: &Digits,
        state: &(u32, u32),
        request: &Request<u32>,
        _: &mut dyn FnMut(&Report<u32>),
    ) -> Report<u32> {
        let mut rng = request.seed.rng();
        let mut best = game.random_action(state, &mut Vec::new(), &mut rng);
        for digit in 1..=9 {
            let mut next = *state;
            game.step(&mut next, digit, &mut rng);
            let wins = game.outcome(&next) == Some(Outcome::Win(game.to_move(state)));
            best = if wins { digit } else { best };
        }
        report(best, request)
    }
}

fn report(best: u32, request: &Request<u32>) -> Report<u32> {
    Report {
        simulations: 1,
        nodes: u64::from(best),
        depth: 1,
        deepest: 1,
        reason: StopReason::Simulations,
        ..Report::new(best, request.seed)
    }
}
