//! A program of others as the judge of finished games.
//!
//! The game is told to the program from its first move on, in the [`Dialect`](super::Dialect) of
//! its engine, and `final_score` is asked. The program stays for the next game; `set_random_seed`
//! is the same before each, so that a program that heeds it gives one game one result.
//!
//! An answer is a [`Verdict`] of one word: `B+3.5` or `W+2` for a win by so many points, `B+` or
//! `W+` for a win in a game without points, and `0`, `Draw` or `Jigo` for a draw; a win by nothing
//! is a draw. Anything else is an error: a judge that answers `?` or `B+Resign` has not counted.
//!
//! # Limits
//!
//! By what rules a program counts is its own affair: GNU Go counts territory unless it is started
//! with `--chinese-rules`. The programs meant here guess which stones are dead, and can guess
//! wrong.

use super::GtpEngine;
use crate::lines::brief;
use yomi_core::{Engine, EngineError, Outcome, Seed};
use yomi_records::sgf::{Margin, Verdict};

/// The command that makes a program a judge.
const SCORE: &str = "final_score";

/// A program that says how finished games ended.
pub struct GtpJudge {
    program: GtpEngine,
}

impl GtpJudge {
    /// A judge who asks this program. Nothing is started yet.
    pub fn new(program: GtpEngine) -> GtpJudge {
        GtpJudge { program }
    }

    /// Starts the program, sees that it can begin a game and keep score, and asks for its name and
    /// version.
    pub fn introduce(&mut self) -> Result<String, EngineError> {
        let introduction = self.program.introduce()?;
        self.begin()?;
        Ok(introduction)
    }

    /// How the game with these moves ended, and the program's answer as it gave it.
    pub fn decide(&mut self, moves: &[String]) -> Result<(Outcome, String), EngineError> {
        self.begin()?;
        for text in moves {
            self.program.play(text, Seed::new(0))?;
        }
        let answer = self.program.demand(SCORE)?;
        match parse_score(&answer) {
            Some(outcome) => Ok((outcome, answer.trim().to_owned())),
            None => Err(self.program.client.broken(format!(
                "answered '{SCORE}' with '{}', expected B+POINTS, W+POINTS or 0",
                brief(&answer, 60)
            ))),
        }
    }

    fn begin(&mut self) -> Result<(), EngineError> {
        self.program.new_game(Seed::new(0))?;
        if self.program.knows(SCORE) {
            return Ok(());
        }
        let reason = format!("does not know the command '{SCORE}'");
        Err(self.program.client.broken(reason))
    }
}

/// The outcome that a score stands for.
fn parse_score(text: &str) -> Option<Outcome> {
    let text = text.trim();
    // Results in files may have words after them, or say that the points are not known.
    if text.contains(char::is_whitespace) || text.ends_with('?') {
        return None;
    }
    match Verdict::parse(text)? {
        Verdict::Draw | Verdict::Win(_, Margin::Points(0.0)) => Some(Outcome::Draw),
        Verdict::Win(winner, Margin::Points(_) | Margin::Unsaid) => Some(Outcome::Win(winner)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Player;

    #[test]
    fn scores_are_read() {
        let (black, white) = (Outcome::Win(Player::First), Outcome::Win(Player::Second));
        for (text, outcome) in [
            ("B+3.5", black),
            (" w+2 ", white),
            ("W+", white),
            ("Black+12", black),
            ("0", Outcome::Draw),
            ("Jigo", Outcome::Draw),
            ("draw", Outcome::Draw),
            ("W+0.0", Outcome::Draw),
        ] {
            assert_eq!(parse_score(text), Some(outcome), "{text}");
        }
        for text in [
            "", "?", "B", "+3", "B+R", "B+Resign", "W+T", "R+3", "B-3", "B+-3", "B+inf", "B+nan",
            "B+1e9", "B+.", "B+?", "B+3 W+2", "3.5", "Void", "B+3\nW+3",
        ] {
            assert_eq!(parse_score(text), None, "{text}");
        }
    }
}
