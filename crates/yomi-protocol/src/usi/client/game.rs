//! The game as the program hears it.

use super::UsiEngine;
use super::info::Info;
use crate::lines::brief;
use crate::program::may_be_move;
use std::time::Instant;
use yomi_core::engine::{Question, TextReport};
use yomi_core::{Engine, EngineError, MoverValue, Outcome, Seed, Stop, StopReason};

/// How USI calls the position at the start of a game.
pub(super) const START: &str = "startpos";

impl UsiEngine {
    /// Now is when programs read their files.
    fn get_ready(&mut self) -> Result<(), EngineError> {
        let timeout = self.client.patience.start;
        self.exchange("isready", timeout, &Stop::default(), |line| {
            Ok((line == "readyok").then_some(()))
        })?;
        self.tell("usinewgame")
    }

    /// The position, by its origin and the moves since.
    fn position(&self) -> String {
        let moves = self.client.referee.moves();
        match moves.is_empty() {
            true => format!("position {}", self.origin),
            false => format!("position {} moves {}", self.origin, moves.join(" ")),
        }
    }
}

impl Engine for UsiEngine {
    fn name(&self) -> &str {
        &self.client.name
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.client.referee.new_game(seed);
        START.clone_into(&mut self.origin);
        self.side = None;
        let kept = self.client.process_id().is_some();
        self.start()?;
        match self.get_ready() {
            // It ended after its last game, and it took a moment to notice.
            Err(EngineError::Broken { .. }) if kept && !self.client.stop.is_raised() => {
                self.start()?;
                self.get_ready()
            }
            ready => ready,
        }
    }

    fn play(&mut self, text: &str, _: Seed) -> Result<(), EngineError> {
        self.client
            .process_id()
            .ok_or_else(|| self.client.not_started())?;
        self.client.referee.play(text)?;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.client
            .process_id()
            .ok_or_else(|| self.client.not_started())?;
        self.client.referee.set_position(text)?;
        let position = self.client.referee.position().ok_or(EngineError::NoSetup)?;
        self.origin = format!("sfen {position}");
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.client.referee.undo()
    }

    /// What the program says on the way is the report; one that says nothing is taken to see an
    /// even position.
    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        let clock = self.client.clock(question)?;
        self.side = Some(self.client.referee.to_move());
        let started = Instant::now();
        let limits = self.recipe.limits();
        let (position, command) = (self.position(), limits.go(clock));
        self.tell(&position)?;
        let timeout = self
            .client
            .patience
            .answer
            .saturating_add(limits.allowance(clock));
        let mut info = Info::default();
        let best = self.exchange(&command, timeout, &question.stop, |line| {
            let mut words = line.split_whitespace();
            if words.next() != Some("bestmove") {
                info.add(line);
                return Ok(None);
            }
            // What follows the move is what the program would like to ponder on.
            let best = words.next().unwrap_or_default();
            if !may_be_move(best) {
                return Err(format!("with no move: '{}'", brief(line, 60)));
            }
            Ok(Some(best.to_owned()))
        })?;
        if best.eq_ignore_ascii_case("resign") {
            return Err(EngineError::Resigned);
        }
        let report = TextReport {
            line: match info.line.first() {
                Some(first) if *first == best => info.line,
                _ => vec![best.clone()],
            },
            value: info.value.unwrap_or(MoverValue::EVEN),
            has_value: info.value.is_some(),
            nodes: info.nodes,
            depth: info.depth,
            deepest: info.deepest,
            fill: info.fill,
            elapsed: started.elapsed(),
            reason: match (limits.nodes, limits.depth) {
                (Some(_), _) => StopReason::Nodes,
                (None, Some(_)) => StopReason::Depth,
                (None, None) => StopReason::Time,
            },
            ..TextReport::of_move(&best)
        };
        if question.progress.is_some() {
            tell(&report);
        }
        Ok(report)
    }

    fn process_id(&self) -> Option<u32> {
        self.client.process_id()
    }

    fn conclude(&mut self, outcome: Outcome) {
        let Some(side) = self
            .side
            .take()
            .filter(|_| self.client.process_id().is_some())
        else {
            return;
        };
        let value = outcome.value().to_mover(side);
        let result = match value.0 {
            value if value > 0.5 => "win",
            value if value < 0.5 => "lose",
            _ => "draw",
        };
        // A program that has ended by now is started again for the next game.
        let _ = self.tell(&format!("gameover {result}"));
    }
}
