//! An engine that does as it is told, on a board of its own.

use super::LONG;
use std::sync::Arc;
use std::time::{Duration, Instant};
use yomi_core::engine::{Effort, PositionText, Question, TextMove, TextReport};
use yomi_core::{Clock, Discrete, Engine, EngineError, MoverValue, Notation, Position, Seed, Stop};

/// How to choose moves.
#[derive(Clone)]
pub enum Whim {
    /// By chance, as random play in the game does.
    Drift,
    /// These moves, one after the other, each thought to be worth so much. `resign` and `break`
    /// are moves too, and so is `wait`: to think until somebody says stop.
    Puppet {
        /// What is played.
        moves: Vec<String>,
        /// What is played afterwards.
        afterwards: &'static str,
        /// What it is worth.
        value: f64,
    },
}

/// Does as it is told. Its reports tell the clock: tens of seconds left as simulations, the seconds
/// of byoyomi as nodes and those of the increment as depth.
pub struct Puppet<G: Notation> {
    board: Position<G>,
    positions: Option<PositionText<G>>,
    seed: Seed,
    whim: Whim,
    /// What it expects after each move.
    line: Vec<String>,
    /// How often it thought while the opponent did, which its reports tell as the deepest line.
    pondered: u32,
}

impl<G: Discrete + Notation> Puppet<G> {
    /// A puppet for a game in which positions may be set up.
    pub fn new(game: Arc<G>, positions: Option<PositionText<G>>, whim: &Whim, line: &str) -> Self {
        Puppet {
            board: Position::new(game),
            positions,
            seed: Seed::new(0),
            whim: whim.clone(),
            line: line.split_whitespace().map(str::to_owned).collect(),
            pondered: 0,
        }
    }

    fn next_move(&mut self) -> String {
        let ply = self.board.ply();
        match &mut self.whim {
            Whim::Drift => {
                let mut rng = self.seed.index(ply as u64).rng();
                let (game, state) = (self.board.game(), self.board.state());
                let action = game.random_action(state, &mut Vec::new(), &mut rng);
                game.format_action(state, action)
            }
            Whim::Puppet {
                moves, afterwards, ..
            } => match moves.is_empty() {
                true => (*afterwards).to_owned(),
                false => moves.remove(0),
            },
        }
    }

    fn report(&self, best: String, clock: Clock) -> TextReport {
        let value = match self.whim {
            Whim::Drift => 0.5,
            Whim::Puppet { value, .. } => value,
        };
        let visits = clock.remaining.as_secs() / 10 * 10;
        let mut line = vec![best.clone()];
        line.extend(self.line.clone());
        TextReport {
            value: MoverValue(value),
            has_value: true,
            moves: vec![TextMove {
                text: best.clone(),
                visits: visits.max(1),
                value: None,
                prior: None,
                proven: None,
                line: Vec::new(),
            }],
            line,
            simulations: visits,
            nodes: clock.byoyomi.as_secs(),
            depth: clock.increment.as_secs() as u32,
            deepest: self.pondered,
            ..TextReport::of_move(&best)
        }
    }
}

impl<G: Discrete + Notation> Engine for Puppet<G> {
    fn name(&self) -> &str {
        "puppet"
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.board.reset();
        self.seed = seed;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        let read = self.positions.ok_or(EngineError::NoSetup)?.read;
        let state = read(self.board.game(), text)?;
        self.board.set_up(state);
        Ok(())
    }

    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError> {
        let action = self.board.game().parse_action(self.board.state(), text)?;
        self.board.play(action, chance);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        Err(EngineError::NothingToUndo)
    }

    fn think(
        &mut self,
        question: &Question,
        _: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        let Effort::Own(clock) = question.effort else {
            self.pondered += 1;
            wait_for(&question.stop);
            return Err(EngineError::NoAnalysis);
        };
        let mut best = self.next_move();
        if best == "wait" {
            wait_for(&question.stop);
            best = self.next_move();
        }
        match best.as_str() {
            "resign" => Err(EngineError::Resigned),
            "break" => Err(EngineError::Broken {
                engine: "puppet".to_owned(),
                reason: "a string tore".to_owned(),
            }),
            _ => Ok(self.report(best, clock.unwrap_or_default())),
        }
    }
}

fn wait_for(stop: &Stop) {
    let began = Instant::now();
    while !stop.is_raised() {
        assert!(began.elapsed() < LONG, "nobody said stop");
        std::thread::sleep(Duration::from_millis(1));
    }
}
