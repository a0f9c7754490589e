//! A game under way.

use super::super::clock::SideClock;
use super::super::ending::{Reason, Verdict};
use super::super::record;
use super::super::summary::Summary;
use super::{ClientError, Finished};
use crate::common::{Password, start};
use std::time::Instant;
use yomi_core::engine::Session;
use yomi_core::foreign::{quoted, sentence};
use yomi_core::params::Spec;
use yomi_core::{Outcome, Player, Proven, Seed};
use yomi_records::calendar::Moment;
use yomi_records::shogi::Diagram;
use yomi_records::shogi::csa::csa_move::{CsaMove, sign};
use yomi_shogi::Board;

/// A game, and what it is played with.
pub(super) struct Game {
    pub summary: Summary,
    pub session: Session,
    pub clocks: [SideClock; 2],
    /// Since when the side on turn thinks; `None` before the game begins.
    pub turn_began: Option<Instant>,
    /// What we sent and the server has not told yet.
    pub sent: Option<Sent>,
    /// Why the game is over, until the server says what that means.
    pub reason: Option<Reason>,
    /// How many moves there were.
    pub moves: usize,
}

/// What we did in our turn.
pub(super) struct Sent {
    /// The move, or `%TORYO` or `%KACHI`.
    pub text: String,
    /// What we think of it.
    pub remark: Option<String>,
}

impl Game {
    /// Sets the game up and plays the moves so far. From here on the summary can be shown: the
    /// password is not in it.
    pub fn new(
        mut summary: Summary,
        mut session: Session,
        seed: Seed,
        password: &Password,
    ) -> Result<Game, ClientError> {
        summary.veil(password);
        let sfen = summary.sfen();
        session.new_game(start(seed));
        let set = session.set_up(&sfen);
        set.map_err(|error| ClientError::Wrong {
            place: format!("the game's summary, position '{sfen}'"),
            reason: sentence(&error.to_string()),
        })?;
        session.sync_engine()?;
        let mut game = Game {
            clocks: summary.times.map(SideClock::new),
            session,
            turn_began: None,
            sent: None,
            reason: None,
            moves: 0,
            summary,
        };
        for (played, units) in game.summary.moves.clone() {
            game.follow(&played)?;
            game.clocks[played.side.index()].charge_before(units);
        }
        Ok(game)
    }

    /// What the game was played with, for the next.
    pub fn give_back(self) -> (Spec, Session) {
        (self.summary.spec(), self.session)
    }

    /// Our side.
    pub fn we_are(&self) -> Player {
        self.summary.we_are
    }

    /// Whether we are to move and have not done so.
    pub fn is_our_turn(&self) -> bool {
        self.turn_began.is_some()
            && self.reason.is_none()
            && self.sent.is_none()
            && self.session.referee().to_move() == self.we_are()
    }

    /// Whether the opponent is to move.
    pub fn is_their_turn(&self) -> bool {
        self.turn_began.is_some()
            && self.reason.is_none()
            && self.is_over().is_none()
            && self.session.referee().to_move() != self.we_are()
    }

    /// Our result by the rules, as far as we know them, if there is one.
    pub fn is_over(&self) -> Option<Proven> {
        let outcome = self.session.referee().outcome();
        outcome.and_then(|outcome| outcome.for_player(self.we_are()))
    }

    /// Somebody moved, which took so many units of time. Tells what is to be written down.
    pub fn play(
        &mut self,
        played: &CsaMove,
        units: Option<u64>,
        heard: Instant,
    ) -> Result<String, ClientError> {
        let sent = self.sent.take();
        if played.side == self.we_are() {
            let reason = match &sent {
                Some(sent) if sent.text == played.to_string() => None,
                Some(sent) => Some(format!("expected '{}', our move", sent.text)),
                None => Some("expected our move only after we made it".to_owned()),
            };
            if let Some(reason) = reason {
                return Err(self.wrong(played, reason));
            }
        }
        if self.is_over().is_some() {
            self.forget_history()?;
        }
        self.follow(played)?;
        let clock = &mut self.clocks[played.side.index()];
        let took = heard.saturating_duration_since(self.turn_began.unwrap_or(heard));
        clock.charge(units.unwrap_or_else(|| clock.count(took)));
        self.turn_began = Some(heard);
        let remark = sent.and_then(|sent| sent.remark);
        let remark = remark.as_deref();
        Ok(record::moved(&self.summary, played, units, remark))
    }

    /// What stands where.
    pub fn board(&self) -> Result<Diagram, ClientError> {
        let position = self.session.referee().position();
        let board = position.and_then(|position| Board::from_sfen(&position).ok());
        let board = board.ok_or_else(|| ClientError::Wrong {
            place: format!("after move {}", self.moves),
            reason: "there is no position of shogi".to_owned(),
        })?;
        Ok(Diagram::of(&board))
    }

    /// The move, for the referee and the engine.
    fn follow(&mut self, played: &CsaMove) -> Result<(), ClientError> {
        let turn = self.session.referee().to_move();
        if played.side != turn {
            let [found, expected] = [played.side, turn].map(sign);
            return Err(self.wrong(played, format!("{found} moves, expected {expected}")));
        }
        let board = self.board()?;
        let usi = played.to_usi(|square| board.kind(square));
        let usi = usi.map_err(|reason| self.wrong(played, reason))?;
        let step = self.session.play(&usi);
        step.map_err(|error| self.wrong(played, sentence(&error.to_string())))?;
        self.session.sync_engine()?;
        self.moves += 1;
        Ok(())
    }

    fn wrong(&self, played: &CsaMove, reason: String) -> ClientError {
        ClientError::Wrong {
            place: format!("move {}, '{played}'", self.moves + 1),
            reason,
        }
    }

    /// The server goes on with a game that is over by the rules as we know them. The server is
    /// believed: the position stays, and what led there is forgotten, the number of moves too.
    pub fn forget_history(&mut self) -> Result<(), ClientError> {
        let wrong = |reason: String| ClientError::Wrong {
            place: format!("after move {}", self.moves),
            reason,
        };
        let position = self.session.referee().position();
        let position = position.ok_or_else(|| wrong("there is no position".to_owned()))?;
        let mut fields: Vec<&str> = position.split_whitespace().take(3).collect();
        fields.push("1");
        let position = fields.join(" ");
        let set = self.session.set_up(&position);
        set.map_err(|error| wrong(sentence(&error.to_string())))?;
        self.session.sync_engine()?;
        match self.is_over() {
            None => Ok(()),
            Some(_) => Err(wrong(
                "the game is over: expected the server to end it".to_owned(),
            )),
        }
    }

    /// The game as the server ended it, and what is to be written down.
    pub fn finish(&mut self, verdict: Verdict) -> (Finished, String) {
        let outcome = match (verdict, verdict.winner(self.we_are())) {
            (_, Some(winner)) => Some(Outcome::Win(winner)),
            (Verdict::Chudan, None) => None,
            (_, None) => Some(Outcome::Draw),
        };
        if let Some(outcome) = outcome {
            self.session.follower().engine_mut().conclude(outcome);
        }
        let turn = self.session.referee().to_move();
        let closing = record::closing(&self.summary, turn, self.reason, verdict, Moment::now());
        let finished = Finished {
            game: self.summary.game.clone(),
            names: self.summary.names.clone(),
            we_were: self.we_are(),
            moves: self.moves,
            reason: self.reason,
            verdict,
        };
        (finished, closing)
    }

    /// What to call the game.
    pub fn name(&self) -> String {
        quoted(&self.summary.game)
    }
}
