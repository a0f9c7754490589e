//! A game under way.

use super::super::message::{GameResult, Setup};
use super::super::{Password, analysis};
use super::{ClientError, Finished, Options, order};
use crate::common::start;
use std::time::{Duration, Instant};
use yomi_core::engine::{Question, Session, TextReport};
use yomi_core::foreign::{quoted, sentence};
use yomi_core::params::Spec;
use yomi_core::{Clock, EngineError, Player, Seed, Stop};
use yomi_records::sgf::{RecordedMove, remark};

/// Below so much time left, nobody is told whose the points are: finding it out takes time too.
const HURRY: Duration = Duration::from_secs(30);

/// A game, and what it is played with.
pub(super) struct Game {
    pub setup: Setup,
    pub we_are: Player,
    session: Session,
    moves: Vec<RecordedMove>,
    /// What is left on the opponent's clock.
    pub opponent_left: Duration,
    /// What is not shown, whoever says it.
    password: Password,
}

/// What we say to `genmove`.
pub(super) struct Answer {
    /// The line.
    pub line: String,
    /// The move alone.
    pub text: String,
    /// The engine's report; none if it resigned.
    pub report: Option<TextReport>,
}

impl Game {
    /// Plays the moves so far. From here on the setup can be shown: the password is not in it.
    pub fn new(
        mut setup: Setup,
        we_are: Player,
        mut session: Session,
        seed: Seed,
        password: &Password,
    ) -> Result<Game, ClientError> {
        session.new_game(start(seed));
        session.sync_engine()?;
        let moves = std::mem::take(&mut setup.moves);
        let mut game = Game {
            opponent_left: setup.time,
            setup,
            we_are,
            session,
            moves: Vec::new(),
            password: password.clone(),
        };
        for (text, left) in &moves {
            let player = game.session.referee().to_move();
            game.play("setup", player, text, *left)?;
        }
        game.setup.moves = moves;
        game.setup.veil(password);
        Ok(game)
    }

    /// What the game is played with, for the next.
    pub fn give_back(self) -> (Spec, Session) {
        (self.setup.spec(), self.session)
    }

    /// What we thought of the moves of the same game, before the connection was lost.
    pub fn remember(&mut self, earlier: Vec<RecordedMove>) {
        for (now, then) in self.moves.iter_mut().zip(earlier) {
            if now.text != then.text {
                break;
            }
            now.comment = then.comment;
        }
    }

    /// The moves so far.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// Somebody moved.
    pub fn play(
        &mut self,
        command: &'static str,
        player: Player,
        text: &str,
        left: Duration,
    ) -> Result<(), ClientError> {
        let number = self.moves.len() + 1;
        // What is cut short is veiled before, lest a part of a password be left.
        let veiled = self.password.veil(text);
        let order = |reason: String| {
            let reason = format!("move {number}, {}: {reason}", quoted(&veiled));
            order(command, reason)
        };
        self.check_turn(player).map_err(order)?;
        let played = self.session.play(text);
        let text = played.map_err(|error| {
            let reason = self.password.veil(&error.to_string());
            order(sentence(&reason))
        })?;
        self.session.sync_engine()?;
        if player != self.we_are {
            self.opponent_left = left;
        }
        self.moves.push(RecordedMove::new(player, text));
        Ok(())
    }

    fn check_turn(&self, player: Player) -> Result<(), String> {
        if let Some(outcome) = self.session.referee().outcome() {
            return Err(format!("the game is over by its rules: {outcome}"));
        }
        let turn = self.session.referee().to_move();
        if player != turn {
            let [found, expected] = [player, turn].map(colour);
            return Err(format!("{found} moves, expected {expected}"));
        }
        Ok(())
    }

    /// Thinks. The clock counts from when the server's word came.
    pub fn think(
        &mut self,
        player: Player,
        left: Duration,
        heard: Instant,
        options: &Options,
        with_analysis: bool,
    ) -> Result<Answer, ClientError> {
        let order = |reason: String| order("genmove", reason);
        self.check_turn(player).map_err(order)?;
        if player != self.we_are {
            let [found, expected] = [player, self.we_are].map(colour);
            return Err(order(format!("asks for {found}: we are {expected}")));
        }
        let remaining = |heard: Instant| left.saturating_sub(heard.elapsed() + options.margin);
        let clock = Clock {
            remaining: remaining(heard),
            ..Clock::default()
        };
        let question = Question::to_move(Some(clock), &Stop::default());
        let report = match self.session.think(&question, &mut |_| ()) {
            Err(EngineError::Resigned) => return Ok(resignation(None)),
            report => report?,
        };
        if self.session.resigns(player, &report) {
            return Ok(resignation(Some(report)));
        }
        self.session.note_report(player, &report);
        let mut line = report.best.clone();
        if with_analysis {
            let calm = remaining(heard) > HURRY;
            let owners = calm.then(|| self.session.referee().ownership()).flatten();
            line.push(' ');
            line += &analysis::to_json(&report, player, owners.as_deref());
        }
        let text = self.session.play(&report.best)?;
        self.moves.push(RecordedMove {
            comment: Some(remark(&report, player)),
            ..RecordedMove::new(player, text)
        });
        Ok(Answer {
            line,
            text: report.best.clone(),
            report: Some(report),
        })
    }

    /// Tells the engine what it was that we answered, now that nobody waits.
    pub fn follow(&mut self) -> Result<(), ClientError> {
        Ok(self.session.sync_engine()?)
    }

    /// The game as it ended.
    pub fn finish(&self, date: &str, mut result: GameResult, remark: &str) -> Finished {
        result.text = self.password.veil(&result.text);
        Finished {
            setup: self.setup.clone(),
            we_were: self.we_are,
            moves: self.moves.clone(),
            date: self.password.veil(date),
            result,
            remark: sentence(&self.password.veil(remark)),
        }
    }
}

fn resignation(report: Option<TextReport>) -> Answer {
    Answer {
        line: "resign".to_owned(),
        text: "resign".to_owned(),
        report,
    }
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "black",
        Player::Second => "white",
    }
}
