//! A host whose engines are simple enough to foretell.

use std::sync::Arc;
use std::time::Duration;
use yomi_blokus::BlokusDuo;
use yomi_core::engine::{GameReferee, TextMove, TextReport, list_all};
use yomi_core::params::{Parameters, Spec};
use yomi_core::{
    Clock, Discrete, Engine, EngineError, MoverValue, Notation, Referee, Scored, Seed, Stop,
    StopReason,
};
use yomi_protocol::gtp::server::{GtpGame, Host, Offer, Server};
use yomi_toy::TicTacToe;

yomi_core::parameters! {
    /// Plays the move at a certain place in the list.
    pub struct PickyParams {
        /// Which move of the list; random if `none`.
        pub pick: Option<u32> = None, in 0..=100000;
        /// What to do instead of moving.
        pub whim: String = "none".to_owned();
    }
}

/// A referee of any game here.
type MakeReferee = fn() -> Box<dyn Referee>;

struct Picky {
    params: PickyParams,
    board: Box<dyn Referee>,
    seed: Seed,
}

impl Engine for Picky {
    fn name(&self) -> &str {
        "picky"
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.seed = seed;
        self.board.new_game(seed);
        Ok(())
    }

    fn play(&mut self, text: &str, _: Seed) -> Result<(), EngineError> {
        self.board.play(text).map(|_| ())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        if self.params.whim == "stubborn" {
            return Err(EngineError::NothingToUndo);
        }
        self.board.undo()
    }

    fn think(&mut self, clock: Option<Clock>, _: &Stop) -> Result<TextReport, EngineError> {
        match self.params.whim.as_str() {
            "crash" => {
                return Err(EngineError::Broken {
                    engine: "picky".to_owned(),
                    reason: "it had enough".to_owned(),
                });
            }
            "resign" => return Err(EngineError::Resigned),
            _ => {}
        }
        let legal = self.board.legal().moves;
        let ply = self.board.moves().len() as u64;
        let drawn = self.seed.index(ply).rng().below(legal.len() as u32);
        let index = self.params.pick.unwrap_or(drawn) as usize % legal.len();
        let best = match self.params.whim.as_str() {
            "cheat" => "nowhere".to_owned(),
            _ => legal[index].clone(),
        };
        // The value tells the test how much time there was.
        let seconds = clock.map_or(0.25, |clock| clock.budget().as_secs_f64());
        let entry = |text: &String, visits: u64, value: Option<f64>| TextMove {
            text: text.clone(),
            visits,
            value: value.map(MoverValue),
            prior: None,
            proven: None,
        };
        Ok(TextReport {
            best: best.clone(),
            value: MoverValue(seconds),
            proven: None,
            moves: vec![entry(&best, 3, Some(0.75)), entry(&legal[0], 0, None)],
            line: vec![best],
            simulations: 3,
            nodes: 3,
            depth: 1,
            memory: 0,
            elapsed: Duration::ZERO,
            reason: StopReason::Exhausted,
            seed: self.seed,
            reproducible: true,
        })
    }
}

struct Workshop(MakeReferee);

impl Host for Workshop {
    fn referee(&self) -> Box<dyn Referee> {
        (self.0)()
    }

    fn engines(&self) -> Vec<Offer> {
        vec![Offer {
            name: "picky".to_owned(),
            summary: "plays a certain move of the list".to_owned(),
            parameters: PickyParams::table(),
        }]
    }

    fn engine(&self, spec: &Spec) -> Result<Box<dyn Engine>, String> {
        if spec.name != "picky" {
            return Err(format!("unknown engine '{}': expected picky", spec.name));
        }
        let mut settings = spec.settings.clone();
        let params = PickyParams::take(&mut settings).map_err(|error| error.to_string())?;
        let finished = settings.finish(&PickyParams::table());
        finished.map_err(|error| error.to_string())?;
        Ok(Box::new(Picky {
            params,
            board: (self.0)(),
            seed: Seed::new(0),
        }))
    }

    fn cpu_time(&self) -> Option<Duration> {
        Some(Duration::from_millis(1500))
    }
}

fn referee<G: Discrete + Notation + Default>() -> GameReferee<G> {
    GameReferee::new(Arc::new(G::default()), list_all)
}

/// A server of the game by that name, with the given engine.
pub fn server(game: &str, engine: &str) -> Server {
    server_with(game, engine, Stop::default())
}

/// A server that can be stopped.
pub fn server_with(game: &str, engine: &str, stop: Stop) -> Server {
    try_server(game, engine, stop).expect("an engine")
}

/// A server, or why there is none.
pub fn try_server(game: &str, engine: &str, stop: Stop) -> Result<Server, String> {
    let make: MakeReferee = match game {
        "blokus-duo" => || Box::new(referee::<BlokusDuo>().with_scorer(Some(BlokusDuo::score))),
        "tic-tac-toe" => || Box::new(referee::<TicTacToe>()),
        _ => panic!("no game '{game}' here"),
    };
    let spec = engine.parse().expect("a specification");
    let host = Box::new(Workshop(make));
    Server::new(GtpGame::of(game), host, spec, Seed::new(0), stop)
}
