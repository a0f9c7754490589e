//! What a match leaves behind: one header and one record per game, each a line of JSON.
//!
//! The header names everything that decides which games are played; a match resumes only on a
//! record with an equal header, or with one that has fewer pairs and is otherwise equal. A game's record tells it completely: whoever has the rules can
//! replay it from the moves and the two seeds chance was drawn from.
//!
//! With engines that are deterministic (one thread, no clock), everything in a [`GameRecord`] but
//! its [`wall`](GameRecord::wall) and its [`processor`](GameRecord::processor) time is the same in
//! every run.

use crate::{GameId, HandedOver, Handover, Mode, Openings, Participant};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use yomi_core::checksum::fnv1a;
use yomi_core::engine::Finding;
use yomi_core::{Clock, EngineError, Outcome, Player, Referee, Seed};
use yomi_stats::sprt::SprtParameters;

/// The version of the schema written and read here.
pub const VERSION: u64 = 2;

/// The first line of a record: which contest this is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the schema.
    pub yomi_match: u64,
    /// The program that plays: another version may play otherwise.
    pub program: String,
    /// What is played.
    pub game: String,
    /// The same with every setting written out.
    pub game_details: String,
    /// Who plays.
    pub participants: Vec<Participant>,
    /// Who meets whom.
    pub mode: Mode,
    /// Pairs per pairing; with a sequential test, the most there may be.
    pub pairs: usize,
    /// Where the games begin.
    pub openings: Openings,
    /// Each player's clock at the start of each game.
    pub clock: Option<Clock>,
    /// Whether time is counted in processor seconds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cpu_time: bool,
    /// A game this long is a draw.
    pub max_plies: usize,
    /// When to stop early.
    pub sprt: Option<SprtParameters>,
    /// Whether that test weighs graded results as they are, instead of counting a game as won above
    /// one half.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sprt_of_points: bool,
    /// Who decides games that ended by the rules, where it is not our own referee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    /// An engine that thinks less of its position at two of its moves in a row resigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<f64>,
    /// From where on somebody else plays for both sides, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handover: Option<Handover>,
    /// What all randomness derives from.
    pub seed: Seed,
    /// A hash of all of the above, the name of this contest in short.
    pub fingerprint: String,
}

impl Header {
    /// Computes the fingerprint: FNV-1a of the header's JSON with an empty fingerprint,
    /// and a newline.
    pub(crate) fn sealed(mut self) -> Header {
        self.fingerprint.clear();
        // The schema has text keys only and no type that can refuse, which are the two ways in
        // which writing JSON to memory can fail.
        let mut line = serde_json::to_string(&self).expect("plain data is always writable as JSON");
        line.push('\n');
        let hash = fnv1a(line.as_bytes());
        self.fingerprint = format!("{hash:016x}");
        self
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// It was too long and was declared a draw.
    MaxPlies,
    /// The loser overstepped the clock, or never answered.
    Time,
    /// The loser's engine reported an error or panicked.
    Crash,
    /// The loser played an illegal move.
    Illegal,
    /// The loser gave the game up, by itself or because the contest says when: a result like any
    /// other.
    Resignation,
}

impl Reason {
    /// Whether the game was lost by misconduct rather than on the board.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Reason::Time | Reason::Crash | Reason::Illegal)
    }
}

/// What the wall clock said: the part of a record that no two runs share.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// Seconds of thinking of the first and of the second player.
    pub thinking: [f64; 2],
    /// Seconds from the first to the last move.
    pub total: f64,
    /// Seconds of thinking about each of the moves after the opening; nothing in records of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<f64>,
}

/// What became of a game that was put before the contest's judge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The result by our own referee.
    pub referee: Outcome,
    /// What the judge said, in its own words; `None` if it failed, so that our referee's result
    /// stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// One finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Which pairing; see [`GameId`].
    pub pairing: usize,
    /// Which pair of the pairing.
    pub pair: usize,
    /// Which game of the pair.
    pub game: usize,
    /// Who had the side of [`Player::First`].
    pub first: String,
    /// Who had the side of [`Player::Second`].
    pub second: String,
    /// Chance in the opening derives from this; both games of a pair share it.
    pub opening_seed: Seed,
    /// Everything random after the opening derives from this; no other game has it.
    pub seed: Seed,
    /// The position that was set up before the opening, where one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves of the opening.
    pub opening: Vec<String>,
    /// The moves of the engines, after the opening.
    pub moves: Vec<String>,
    /// What was told about each of these moves; empty if nobody told anything, and in records of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// How the game changed hands, if it did: the moves from there on are not the players'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_over: Option<HandedOver>,
    /// Number of moves, those of the opening included.
    pub plies: usize,
    /// The result: the judge's where there is one, else our referee's.
    pub outcome: Outcome,
    /// The result as points of the first player, from 0 to 1.
    pub score_first: f64,
    /// How it came about.
    pub reason: Reason,
    /// What went wrong, where something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What the judge said, in a contest that has one and a game that ended by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// Simulations of the first and of the second player, all their moves together.
    pub simulations: [u64; 2],
    /// Nodes of the first and of the second player, all their moves together.
    pub nodes: [u64; 2],
    /// The processor time of each move of the first and of the second player, in seconds, in a
    /// contest that counts it. The last one may have come to nothing: an illegal move, say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<[Vec<f64>; 2]>,
    /// What is different in every run.
    pub wall: Wall,
}

impl GameRecord {
    /// Which game this is.
    pub fn id(&self) -> GameId {
        GameId {
            pairing: self.pairing,
            pair: self.pair,
            game: self.game,
        }
    }

    /// The record without what clocks said: equal in every run of deterministic engines.
    #[must_use]
    pub fn without_wall(&self) -> GameRecord {
        GameRecord {
            processor: None,
            wall: Wall::default(),
            ..self.clone()
        }
    }

    /// What is known about a move after the opening: what was told about it, and how long it took.
    pub fn known(&self, index: usize) -> (Finding, Option<Duration>) {
        let finding = self.findings.get(index).copied().unwrap_or_default();
        let seconds = self.wall.moves.get(index);
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(*seconds).ok());
        (finding, time)
    }

    /// How many of the moves after the opening the two players made themselves.
    pub fn own_moves(&self) -> usize {
        let after = self.handed_over.as_ref().map(|handed| handed.after);
        after.unwrap_or(self.moves.len())
    }

    /// The side that lost by misconduct, if one did.
    pub fn forfeited_by(&self) -> Option<Player> {
        match self.outcome {
            Outcome::Win(winner) if self.reason.is_forfeit() => Some(winner.other()),
            _ => None,
        }
    }

    /// Leaves the referee where the game began, before its opening.
    pub fn begin(&self, referee: &mut dyn Referee) -> Result<(), EngineError> {
        referee.new_game(self.opening_seed);
        match &self.position {
            Some(position) => referee.set_position(position),
            None => Ok(()),
        }
    }

    /// Plays the game again, chance included; leaves the referee at its last position.
    pub fn replay(&self, referee: &mut dyn Referee) -> Result<(), EngineError> {
        self.replay_with(referee, |_, _| ())
    }

    /// The same, showing every position from the end of the opening on, with the number of moves after
    /// the opening.
    pub(crate) fn replay_with(
        &self,
        referee: &mut dyn Referee,
        mut show: impl FnMut(&dyn Referee, usize),
    ) -> Result<(), EngineError> {
        self.begin(referee)?;
        for text in &self.opening {
            referee.play(text)?;
        }
        referee.reseed(self.seed);
        show(referee, 0);
        for (index, text) in self.moves.iter().enumerate() {
            referee.play(text)?;
            show(referee, index + 1);
        }
        Ok(())
    }

    /// What contradicts itself in this record, if anything does.
    pub(crate) fn contradiction(&self) -> Option<String> {
        if self.score_first != self.outcome.value().0 {
            return Some(format!(
                "score_first is {}, but the outcome is '{}'",
                self.score_first, self.outcome
            ));
        }
        if let Some(judgement) = &self.judgement {
            if self.reason != Reason::Rules {
                return Some("a judgement is given, but the game did not end by the rules".into());
            }
            if judgement.answer.is_none() && judgement.referee != self.outcome {
                return Some(format!(
                    "the judge gave no answer and the referee's outcome is '{}', \
                     but the outcome is '{}'",
                    judgement.referee, self.outcome
                ));
            }
        }
        if let Some(handed) = &self.handed_over
            && handed.after > self.moves.len()
        {
            return Some(format!(
                "it was handed over after {} moves, but {} moves are given",
                handed.after,
                self.moves.len()
            ));
        }
        for (what, count) in [
            ("findings", self.findings.len()),
            ("wall.moves", self.wall.moves.len()),
        ] {
            if count != 0 && count != self.moves.len() {
                let moves = self.moves.len();
                return Some(format!(
                    "{what} is about {count} moves, but {moves} moves are given"
                ));
            }
        }
        if !self.findings.iter().all(Finding::is_sound) {
            return Some("a value in findings is not from 0 to 1".into());
        }
        if self.wall.moves.iter().any(|time| *time < 0.0) {
            return Some("wall.moves has a time below 0".into());
        }
        if let Some(times) = &self.processor {
            let (count, moves) = (times.iter().flatten().count(), self.own_moves());
            if count != moves && count != moves + 1 {
                return Some(format!(
                    "processor has the times of {count} moves, but {moves} moves are given"
                ));
            }
            if times.iter().flatten().any(|time| *time < 0.0) {
                return Some("processor has a time below 0".into());
            }
        }
        let moves = self.opening.len() + self.moves.len();
        (self.plies != moves)
            .then(|| format!("plies is {}, but {moves} moves are given", self.plies))
    }
}
