//! What the tests share: rules, and engines that do as they are told.

use crate::common::LONG;
use crate::common::table::Table;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use yomi_core::engine::{Effort, GameRules, Host, Question, TextReport};
use yomi_core::params::{Param, Spec};
use yomi_core::{Engine, EngineError, Seed};
use yomi_curling::{Curling, Noise};
use yomi_online::dc3::server::{Options, Patience, Server};
use yomi_records::dc3::{PerTeam, Rules, Seconds};

/// How a match of the tests is hosted: one end, exact throws, plenty of time.
pub fn options(game: Curling) -> Options {
    let time = PerTeam::from_fn(|_| Seconds::from(LONG));
    let rules = Rules::of(&game, time, time).expect("rules of the protocol");
    Options {
        game: rules.hosted().expect("a game"),
        rules,
        seed: Seed::new(7),
        game_id: "a-game".to_owned(),
        patience: Patience {
            connect: LONG,
            dc_ok: LONG,
            ready_ok: LONG,
            send: LONG,
            farewell: LONG,
        },
        trajectory: None,
    }
}

/// A game of so many ends with exact throws.
pub fn game(ends: u32) -> Curling {
    Curling {
        ends,
        noise: Noise::None,
        ..Curling::default()
    }
}

/// A server at two free ports of this machine.
pub fn serve(options: Options) -> Server {
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    Server::bind(local, PerTeam { team0: 0, team1: 0 }, options).expect("free ports")
}

/// An engine that always throws the same, or does something worse.
pub struct Puppet {
    /// The throw, `resign` or `break`.
    pub throw: String,
    placed: bool,
}

impl Puppet {
    /// An engine that does this.
    pub fn new(throw: &str) -> Puppet {
        Puppet {
            throw: throw.to_owned(),
            placed: false,
        }
    }
}

impl Engine for Puppet {
    fn name(&self) -> &str {
        "puppet"
    }

    fn new_game(&mut self, _: Seed) -> Result<(), EngineError> {
        self.placed = false;
        Ok(())
    }

    fn play(&mut self, _: &str, _: Seed) -> Result<(), EngineError> {
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        Err(EngineError::NothingToUndo)
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        assert!(text.contains("\"shot\""), "{text}");
        self.placed = true;
        Ok(())
    }

    fn think(
        &mut self,
        question: &Question,
        _: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        if let Effort::Within(_) = question.effort {
            // To get ready, which needs no position.
            return Ok(TextReport::of_move("0,1,cw"));
        }
        assert!(self.placed, "the position comes first");
        let has_clock = matches!(question.effort, Effort::Own(Some(_)));
        assert!(has_clock, "there is always a clock");
        match self.throw.as_str() {
            "resign" => Err(EngineError::Resigned),
            "break" => Err(EngineError::Broken {
                engine: "puppet".to_owned(),
                reason: "a string tore".to_owned(),
            }),
            throw => Ok(TextReport::of_move(throw)),
        }
    }
}

/// Makes puppets.
pub struct Puppeteer(pub String);

impl Host for Puppeteer {
    fn settings(&self, _: &str) -> Vec<Param> {
        Vec::new()
    }

    fn game(&self, game: &Spec) -> Result<Arc<dyn GameRules>, String> {
        assert_eq!(game.name, "curling");
        let throw = self.0.clone();
        let puppet = move || -> Result<Box<dyn Engine>, String> {
            match throw.as_str() {
                "none" => Err("no such puppet".to_owned()),
                throw => Ok(Box::new(Puppet::new(throw))),
            }
        };
        Ok(Table::rules(
            || unreachable!("the server keeps the rules"),
            puppet,
        ))
    }
}
