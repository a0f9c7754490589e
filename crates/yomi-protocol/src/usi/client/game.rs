//! The game as the program hears it.

use super::UsiEngine;
use super::info::Info;
use crate::lines::brief;
use std::time::Instant;
use yomi_core::engine::{Effort, Question, TextReport};
use yomi_core::{Engine, EngineError, MoverValue, Outcome, Seed, Stop, StopReason};

/// How USI calls the position at the start of a game.
pub(super) const START: &str = "startpos";

/// The most characters of a move; no notation needs more.
const LONGEST_MOVE: usize = 200;

impl UsiEngine {
    /// Now is when programs read their files.
    fn get_ready(&mut self) -> Result<(), EngineError> {
        let timeout = self.patience.start;
        self.exchange("isready", timeout, &Stop::default(), |line| {
            Ok((line == "readyok").then_some(()))
        })?;
        self.tell("usinewgame")
    }

    /// The position, by its origin and the moves since.
    fn position(&self) -> String {
        let moves = self.referee.moves();
        match moves.is_empty() {
            true => format!("position {}", self.origin),
            false => format!("position {} moves {}", self.origin, moves.join(" ")),
        }
    }
}

impl Engine for UsiEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.referee.new_game(seed);
        START.clone_into(&mut self.origin);
        self.side = None;
        let kept = self.session.is_some();
        self.start()?;
        match self.get_ready() {
            // It ended after its last game, and it took a moment to notice.
            Err(EngineError::Broken { .. }) if kept && !self.stop.is_raised() => {
                self.start()?;
                self.get_ready()
            }
            ready => ready,
        }
    }

    fn play(&mut self, text: &str, _: Seed) -> Result<(), EngineError> {
        self.running()?;
        self.referee.play(text)?;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.running()?;
        self.referee.set_position(text)?;
        let position = self.referee.position().ok_or(EngineError::NoSetup)?;
        self.origin = format!("sfen {position}");
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.referee.undo()
    }

    /// What the program says on the way is the report; one that says nothing is taken to see an
    /// even position.
    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        let Effort::Own(clock) = question.effort else {
            return Err(EngineError::NoAnalysis);
        };
        if !question.only.is_empty() {
            return Err(EngineError::NoRestriction);
        }
        if let Some(outcome) = self.referee.outcome() {
            return Err(EngineError::GameOver(outcome.to_string()));
        }
        self.side = Some(self.referee.to_move());
        let started = Instant::now();
        let limits = self.recipe.limits();
        let (position, command) = (self.position(), limits.go(clock));
        self.tell(&position)?;
        let timeout = self.patience.answer.saturating_add(limits.allowance(clock));
        let mut info = Info::default();
        let best = self.exchange(&command, timeout, &question.stop, |line| {
            let mut words = line.split_whitespace();
            if words.next() != Some("bestmove") {
                info.add(line);
                return Ok(None);
            }
            // What follows the move is what the program would like to ponder on.
            let best = words.next().unwrap_or_default();
            if best.is_empty() || best.chars().count() > LONGEST_MOVE {
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
        self.session.as_ref().map(|session| session.program.id())
    }

    fn conclude(&mut self, outcome: Outcome) {
        let (Some(side), Some(_)) = (self.side.take(), &self.session) else {
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
