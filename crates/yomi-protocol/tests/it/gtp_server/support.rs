//! A host whose engines are simple enough to foretell.

use std::sync::Arc;
use std::time::{Duration, Instant};
use yomi_blokus::BlokusDuo;
use yomi_core::engine::{
    Effort, EngineInfo, GameReferee, GameRules, Host, HostedGame, Question, RefereeParts, TextMove,
    TextReport, list_all,
};
use yomi_core::params::{Param, Parameters, Settings, Spec};
use yomi_core::{Engine, EngineError, MoverValue, Notation, Referee, Seed, StopReason};
use yomi_go::{LargeGo, Rules};
use yomi_protocol::gtp::server::{GtpGame, Server};
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

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.board.set_position(text)
    }

    /// Answers at once; or, if it is to dawdle over an analysis, when the time is up.
    fn think(
        &mut self,
        question: &Question,
        tell: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        let report = self.answer(question)?;
        let started = Instant::now();
        let mut told = started;
        while self.params.whim == "dawdle" && !question.stop.is_raised() {
            match question.effort {
                Effort::Own(_) => break,
                Effort::Within(limits) if limits.time <= Some(started.elapsed()) => break,
                _ => std::thread::sleep(Duration::from_micros(50)),
            }
            if question.progress.is_some_and(|time| told.elapsed() >= time) {
                told = Instant::now();
                tell(&report);
            }
        }
        if question.progress.is_some() {
            tell(&report);
        }
        Ok(report)
    }
}

impl Picky {
    fn answer(&self, question: &Question) -> Result<TextReport, EngineError> {
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
        if let Some(outcome) = self.board.outcome() {
            return Err(EngineError::GameOver(outcome.to_string()));
        }
        let legal = match question.only.is_empty() {
            true => self.board.legal().moves,
            false => question.only.clone(),
        };
        let ply = self.board.moves().len() as u64;
        let drawn = self.seed.index(ply).rng().below(legal.len() as u32);
        let index = self.params.pick.unwrap_or(drawn) as usize % legal.len();
        let best = match self.params.whim.as_str() {
            "cheat" => "nowhere".to_owned(),
            _ => legal[index].clone(),
        };
        // The value tells the test how much time there was.
        let seconds = match question.effort {
            Effort::Own(Some(clock)) => clock.budget().as_secs_f64(),
            _ => 0.25,
        };
        let entry = |text: &String, visits: u64, value: Option<f64>| TextMove {
            text: text.clone(),
            visits,
            value: value.map(MoverValue),
            prior: None,
            proven: None,
            line: Vec::new(),
        };
        Ok(TextReport {
            value: MoverValue(seconds),
            has_value: true,
            moves: vec![entry(&best, 3, Some(0.75)), entry(&legal[0], 0, None)],
            simulations: 3,
            nodes: 3,
            depth: 1,
            deepest: 1,
            reason: StopReason::Exhausted,
            seed: self.seed,
            ..TextReport::of_move(&best)
        })
    }
}

/// A game by certain rules.
struct Workshop {
    game: String,
    rules: Settings,
}

impl Workshop {
    fn new(spec: &Spec) -> Result<Workshop, String> {
        let mut unread = spec.settings.clone();
        if spec.name == "go" {
            Rules::take(&mut unread).map_err(|error| error.to_string())?;
        }
        let finished = unread.finish(&Club.settings(&spec.name));
        finished.map_err(|error| error.to_string())?;
        Ok(Workshop {
            game: spec.name.clone(),
            rules: spec.settings.clone(),
        })
    }
}

impl GameRules for Workshop {
    fn referee(&self) -> Box<dyn Referee> {
        match self.game.as_str() {
            "blokus-duo" => {
                let parts = RefereeParts::new(list_all).scored().setup();
                Box::new(referee(BlokusDuo::default(), parts))
            }
            "go" => {
                let rules = Rules::take(&mut self.rules.clone()).expect("tried before");
                let game = LargeGo::new(rules).expect("a size in the table");
                let parts = RefereeParts::new(list_all).scored().setup().territorial();
                Box::new(referee(game, parts))
            }
            "tic-tac-toe" => Box::new(referee(TicTacToe, RefereeParts::new(list_all))),
            game => panic!("no game '{game}' here"),
        }
    }

    fn engines(&self) -> Vec<EngineInfo> {
        vec![EngineInfo {
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
            board: self.referee(),
            seed: Seed::new(0),
        }))
    }
}

/// The host of these games.
struct Club;

impl Host for Club {
    fn settings(&self, game: &str) -> Vec<Param> {
        match game {
            "go" => Rules::table(),
            _ => Vec::new(),
        }
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        Ok(Arc::new(Workshop::new(spec)?))
    }

    fn cpu_time(&self) -> Option<Duration> {
        Some(Duration::from_millis(1500))
    }
}

fn referee<G: Notation>(game: G, parts: RefereeParts<G>) -> GameReferee<G> {
    GameReferee::with_parts(Arc::new(game), parts)
}

/// A server of the game by that name, with the given engine.
pub fn server(game: &'static str, engine: &str) -> Server<'static> {
    try_server(game, engine).expect("an engine")
}

/// A server, or why there is none.
pub fn try_server(game: &'static str, engine: &str) -> Result<Server<'static>, String> {
    let spec = engine.parse().expect("a specification");
    let host = HostedGame::new(&Club, &Spec::named(game))?;
    Server::new(GtpGame::of(game), host, spec, Seed::new(0))
}
