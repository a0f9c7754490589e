//! A search with the text interface of an engine.

use super::referee::{PositionText, parse_move};
use super::{Effort, Engine, EngineError, Question, TextMove, TextReport};
use crate::{
    Clock, Game, Limits, Notation, Position, Report, Request, Search, Seed, StopReason, TimeSource,
};
use std::sync::Arc;

/// A playing engine made of a game and a search.
pub struct SearchEngine<G: Game> {
    name: String,
    position: Position<G>,
    search: Box<dyn Search<G>>,
    limits: Limits,
    fallback: Limits,
    time_source: TimeSource,
    positions: Option<PositionText<G>>,
    /// The number of searches of the current position so far.
    looks: u64,
    /// The number of positions that were set up: each is searched with a seed of its own.
    set_up: u64,
    seed: Seed,
}

impl<G: Notation> SearchEngine<G> {
    /// An engine that plays by `search`, each move within `limits` (and within the clock, when
    /// there is one).
    pub fn new(name: &str, game: Arc<G>, search: Box<dyn Search<G>>, limits: Limits) -> Self {
        SearchEngine {
            name: name.to_owned(),
            position: Position::new(game),
            search,
            limits,
            fallback: Limits::default(),
            time_source: TimeSource::default(),
            positions: None,
            looks: 0,
            set_up: 0,
            seed: Seed::new(0),
        }
    }

    /// Adds the ability to set up positions.
    #[must_use]
    pub fn with_setup(mut self, positions: Option<PositionText<G>>) -> Self {
        self.positions = positions;
        self
    }

    /// The limits of a move when there is neither a clock nor any limit that ends a search by
    /// effort. (A depth limit ends an iterative search, but not one that counts simulations.)
    #[must_use]
    pub fn with_fallback(mut self, fallback: Limits) -> Self {
        self.fallback = fallback;
        self
    }

    /// The source of time for time limits and clocks.
    #[must_use]
    pub fn with_time_source(mut self, time_source: TimeSource) -> Self {
        self.time_source = time_source;
        self
    }

    fn limits_for_move(&self, clock: Option<Clock>) -> Limits {
        self.with_an_end(Limits {
            clock,
            ..self.limits
        })
    }

    /// Limits that end every search.
    fn with_an_end(&self, limits: Limits) -> Limits {
        let without_depth = Limits {
            depth: None,
            ..limits
        };
        if !without_depth.is_unlimited() {
            return limits;
        }
        match self.fallback.simulations {
            Some(_) => Limits {
                depth: limits.depth,
                ..self.fallback
            },
            None if limits.is_unlimited() => self.fallback,
            None => limits,
        }
    }

    /// The seed of the search about the current position.
    fn ply_seed(&self) -> Seed {
        let seed = match self.set_up {
            0 => self.seed,
            number => self.seed.child("position").index(number),
        };
        seed.child("ply").index(self.position.ply() as u64)
    }

    fn look(
        &mut self,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        if let Some(outcome) = self.position.outcome() {
            return Err(EngineError::GameOver(outcome.to_string()));
        }
        self.looks += 1;
        let SearchEngine {
            position, search, ..
        } = self;
        let limits = &request.limits;
        let to_text = TextOf {
            position,
            promised: search.is_reproducible(),
            timed: limits.time.is_some() || limits.clock.is_some(),
        };
        let report = search.search_with_progress(
            position.game(),
            position.state(),
            request,
            &mut |report| {
                tell(&to_text.report(report));
            },
        );
        let report = to_text.report(&report);
        if request.progress.is_some() {
            tell(&report);
        }
        Ok(report)
    }
}

/// Writes reports about a position in the game's notation.
struct TextOf<'a, G: Game> {
    position: &'a Position<G>,
    /// Whether the search is reproducible by itself.
    promised: bool,
    /// Whether the search has limits of time.
    timed: bool,
}

impl<G: Notation> TextOf<'_, G> {
    fn report(&self, report: &Report<G::Action>) -> TextReport {
        let (game, state) = (self.position.game(), self.position.state());
        let moves: Vec<TextMove> = report
            .moves
            .iter()
            .map(|entry| TextMove {
                text: game.format_action(state, entry.action),
                visits: entry.visits,
                value: entry.value,
                prior: entry.prior,
                proven: entry.proven,
                line: match entry.line.is_empty() {
                    true => Vec::new(),
                    false => self.line_to_text(&entry.line, report.seed),
                },
            })
            .collect();
        let is_told = |entry: &TextMove| entry.value.is_some() || entry.proven.is_some();
        TextReport {
            has_value: report.simulations > 0
                || report.nodes > 0
                || report.proven.is_some()
                || moves.iter().any(is_told),
            best: game.format_action(state, report.best),
            value: report.value,
            proven: report.proven,
            moves,
            line: self.line_to_text(&report.line, report.seed),
            simulations: report.simulations,
            nodes: report.nodes,
            depth: report.depth,
            deepest: report.deepest,
            fill: report.fill,
            memory: report.memory,
            line_is_shortest: report.line_is_shortest,
            elapsed: report.elapsed,
            reason: report.reason,
            seed: report.seed,
            reproducible: self.promised
                && match report.reason {
                    StopReason::Time | StopReason::Stopped => false,
                    StopReason::Decided => !self.timed,
                    _ => true,
                },
        }
    }

    /// Each move of the line is written in the notation of the state it is played in. Where that state
    /// depends on chance, one sample is used.
    fn line_to_text(&self, line: &[G::Action], seed: Seed) -> Vec<String> {
        let game = self.position.game();
        let mut state = self.position.state().clone();
        let mut rng = seed.child("line").rng();
        let mut texts = Vec::with_capacity(line.len());
        for &action in line {
            if game.outcome(&state).is_some() {
                break;
            }
            texts.push(game.format_action(&state, action));
            game.step(&mut state, action, &mut rng);
        }
        texts
    }
}

impl<G: Notation> Engine for SearchEngine<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_reproducible(&self) -> bool {
        self.limits.time.is_none() && self.search.is_reproducible()
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.position.game().prepare();
        self.position.reset();
        self.search.reset();
        self.seed = seed;
        self.set_up = 0;
        self.looks = 0;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        let positions = self.positions.ok_or(EngineError::NoSetup)?;
        let state = (positions.read)(self.position.game(), text)?;
        self.position.set_up(state);
        self.looks = 0;
        self.search.reset();
        self.set_up += 1;
        Ok(())
    }

    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError> {
        let action = parse_move(&self.position, text)?;
        self.position.play(action, chance);
        self.looks = 0;
        self.search
            .advance(self.position.game(), action, self.position.state());
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.search.reset();
        self.looks = 0;
        self.position
            .undo()
            .map(|_| ())
            .ok_or(EngineError::NothingToUndo)
    }

    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        let only = question
            .only
            .iter()
            .map(|text| parse_move(&self.position, text))
            .collect::<Result<Vec<_>, _>>()?;
        let limits = match question.effort {
            Effort::Endless => Limits::default(),
            Effort::Own(clock) => self.limits_for_move(clock),
            Effort::Within(limits) if limits.is_unlimited() => self.limits_for_move(None),
            Effort::Within(limits) => self.with_an_end(limits),
        };
        let again = question.resume && self.looks > 0;
        let seed = match again {
            false => self.ply_seed(),
            true => self.ply_seed().child("look").index(self.looks),
        };
        let request = Request {
            limits,
            time_source: self.time_source.clone(),
            seed,
            stop: question.stop.clone(),
            again,
            thorough: question.thorough,
            only,
            lines: question.lines,
            progress: question.progress,
        };
        self.look(&request, tell)
    }
}
