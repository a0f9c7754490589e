//! A contest together with what makes its referees, engines and judges, built in one go.

use super::digits::Digits;
use std::sync::Arc;
use yomi_arena::{
    ArenaError, BoxError, Handover, Header, Judge, LocalFactory, MatchResult, Mode, Openings,
    RunOptions,
};
use yomi_core::{Clock, Discrete, Engine, Limits, Notation, Referee, Search};
use yomi_stats::sprt::SprtParameters;

type Add = dyn FnOnce(&mut LocalFactory) -> yomi_arena::Participant;

/// A participant, with what makes its engines.
pub struct Participant(Box<Add>);

impl Participant {
    pub fn new(
        name: &str,
        make: impl Fn() -> Result<Box<dyn Engine>, BoxError> + Send + Sync + 'static,
    ) -> Participant {
        let name = name.to_owned();
        Participant(Box::new(move |players| players.add(&name, "", make)))
    }

    pub fn search<S: Search<Digits> + 'static>(
        name: &str,
        game: &Arc<Digits>,
        search: impl Fn() -> S + Send + Sync + 'static,
    ) -> Participant {
        let (name, game, limits) = (name.to_owned(), Arc::clone(game), Limits::simulations(1));
        Participant(Box::new(move |players| {
            players.add_search(&name, &game, limits, search)
        }))
    }
}

#[derive(Clone)]
pub struct Contest {
    contest: yomi_arena::Contest,
    players: LocalFactory,
}

/// The settings of a contest.
macro_rules! settings {
    ($($name:ident($value:ident: $type:ty);)*) => {
        $(pub fn $name(mut self, $value: $type) -> Contest {
            self.contest = self.contest.$name($value);
            self
        })*
    };
}

impl Contest {
    pub fn new(
        game: &str,
        referee: impl Fn() -> Result<Box<dyn Referee>, BoxError> + Send + Sync + 'static,
    ) -> Contest {
        Contest {
            contest: yomi_arena::Contest::new(game),
            players: LocalFactory::new(referee),
        }
    }

    pub fn of<G: Discrete + Notation>(name: &str, game: &Arc<G>) -> Contest {
        Contest {
            contest: yomi_arena::Contest::new(name),
            players: LocalFactory::of(game),
        }
    }

    pub fn participant(mut self, participant: Participant) -> Contest {
        let participant = (participant.0)(&mut self.players);
        self.contest = self.contest.participant(participant);
        self
    }

    pub fn finisher(mut self, finisher: Participant, number: &str, at: f64) -> Contest {
        let finisher = (finisher.0)(&mut self.players);
        self.contest = self.contest.handover(Handover {
            number: number.to_owned(),
            at,
            finisher,
        });
        self
    }

    pub fn cpu_time(mut self) -> Contest {
        self.contest = self.contest.cpu_time();
        self
    }

    pub fn judge(
        mut self,
        details: &str,
        make: impl Fn() -> Result<Judge, BoxError> + Send + Sync + 'static,
    ) -> Contest {
        self.players.add_judge(details, make);
        self.contest = self.contest.judge(details);
        self
    }

    settings! {
        mode(mode: Mode);
        pairs(pairs: usize);
        openings(openings: Openings);
        clock(clock: Clock);
        max_plies(plies: usize);
        sprt(parameters: SprtParameters);
        sprt_of_points(parameters: SprtParameters);
        resign(below: f64);
        seed(seed: u64);
    }

    pub fn header(&self) -> Header {
        self.contest.header()
    }

    pub fn run(&self, options: &RunOptions) -> Result<MatchResult, ArenaError> {
        self.contest.run(&self.players, options)
    }
}
