//! One game: two engines, a referee, two clocks.
//!
//! The referee's word counts. The opening is played on the board and told to both engines; then
//! the side to move thinks, the referee plays its move and both engines are told. The game ends
//! by the rules, by its length, or with the loss of the side that
//!
//! - resigns, by itself or because its own report says twice in a row what the contest calls lost,
//! - plays an illegal move,
//! - reports an error or panics, at whatever moment (also if it refuses a legal move), or
//! - oversteps its clock, which the arena measures around [`Engine::think`](yomi_core::Engine), or
//!   says itself that it waited in vain for its program.
//!
//! All but the first are forfeits: such an engine is thrown away; the next game gets a new one. A
//! move that ends the game is told to nobody: a game decided on the board cannot be lost any more.
//! What this machine cannot give an engine (a file handle for its program, say) is no loss: the
//! match ends with an error, and the game stays to be played.
//!
//! Where the contest has a [`judge`](crate::judge), a game that ended by the rules goes on to it.
//! Last, the engines that are left are told how the game ended.
//!
//! Limits: an engine that never answers hangs its worker (an engine in another process needs a
//! time-out of its own), and with more workers than free cores the clocks measure the others too,
//! unless they count [processor time](crate::processor).

use crate::ArenaError;
use crate::fixture::Fixture;
use crate::guard::{Failure, Seat};
use crate::judge::{Bench, NoVerdict};
use crate::processor::{Meter, seconds};
use crate::record::{GameRecord, Judgement, Reason, Wall};
use crate::schedule::engine_seed;
use std::time::{Duration, Instant};
use yomi_core::engine::{Effort, Question};
use yomi_core::{
    Clock, Engine, EngineError, Limits, MoverValue, Outcome, Player, Referee, Seed, Stop,
};

/// How a game is played, as opposed to which.
pub(crate) struct Circumstances<'a> {
    /// Whether this process does nothing but play this game.
    pub alone: bool,
    pub stop: &'a Stop,
}

/// Plays one game; `None` if it was stopped from outside before its end.
pub(crate) fn play_game(
    fixture: &Fixture,
    circumstances: &Circumstances,
    referee: &mut dyn Referee,
    seats: [&mut Seat; 2],
    bench: Option<&mut Bench>,
) -> Result<Option<GameRecord>, ArenaError> {
    let started = Instant::now();
    let mut table = Board {
        fixture,
        stop: circumstances.stop,
        referee,
        seats,
        clocks: [fixture.clock; 2],
        moves: Vec::new(),
        simulations: [0; 2],
        nodes: [0; 2],
        thinking: [Duration::ZERO; 2],
        meter: fixture.cpu_time.then(|| Meter::new(circumstances.alone)),
        saw_itself_lost: [false; 2],
    };
    let (mut outcome, reason, mut detail) = match table.play() {
        Ok((outcome, reason)) => (outcome, reason, None),
        Err(Interruption::Loss {
            loser,
            reason,
            detail,
        }) => {
            let detail = reason.is_forfeit().then_some(detail);
            (Outcome::Win(loser.other()), reason, detail)
        }
        Err(Interruption::Abandoned) => return Ok(None),
        Err(Interruption::Fault(error)) => return Err(error),
    };
    let total = started.elapsed();
    let mut judgement = None;
    if let Some(bench) = bench
        && reason == Reason::Rules
    {
        let moves = [&fixture.opening.moves[..], &table.moves].concat();
        let decided = bench.decide(&moves);
        // A judge that waits for a program gives up when the match is stopped.
        if circumstances.stop.is_raised() {
            return Ok(None);
        }
        let referee = outcome;
        let answer = match decided {
            Ok(verdict) => {
                outcome = verdict.outcome;
                Some(verdict.answer)
            }
            Err(NoVerdict::OutOfResources(what)) => {
                return Err(ArenaError::OutOfResources(what));
            }
            Err(NoVerdict::Failed(reason)) => {
                detail = Some(format!(
                    "no judgement, so the referee's outcome stands: {reason}"
                ));
                None
            }
        };
        judgement = Some(Judgement { referee, answer });
    }
    for seat in &mut table.seats {
        seat.conclude(outcome);
    }
    let [first, second] = &table.seats;
    Ok(Some(GameRecord {
        pairing: fixture.id.pairing,
        pair: fixture.id.pair,
        game: fixture.id.game,
        first: first.name().to_owned(),
        second: second.name().to_owned(),
        opening_seed: fixture.opening_seed,
        seed: fixture.seed,
        position: fixture.opening.position.clone(),
        opening: fixture.opening.moves.clone(),
        plies: fixture.opening.moves.len() + table.moves.len(),
        moves: table.moves,
        outcome,
        score_first: outcome.value().0,
        reason,
        detail,
        judgement,
        simulations: table.simulations,
        nodes: table.nodes,
        processor: table
            .meter
            .map(|meter| meter.moves.map(|times| seconds(&times))),
        wall: Wall {
            thinking: table.thinking.map(|time| time.as_secs_f64()),
            total: total.as_secs_f64(),
        },
    }))
}

/// Why a game ended other than on the board.
enum Interruption {
    Loss {
        loser: Player,
        reason: Reason,
        detail: String,
    },
    Abandoned,
    Fault(ArenaError),
}

struct Board<'a, 'b> {
    fixture: &'a Fixture,
    stop: &'a Stop,
    referee: &'a mut dyn Referee,
    seats: [&'a mut Seat<'b>; 2],
    clocks: [Option<Clock>; 2],
    moves: Vec<String>,
    simulations: [u64; 2],
    nodes: [u64; 2],
    thinking: [Duration; 2],
    /// The processor time of the moves, if the contest counts it.
    meter: Option<Meter>,
    /// Whether the side's last report was below what the contest calls lost.
    saw_itself_lost: [bool; 2],
}

impl Board<'_, '_> {
    fn play(&mut self) -> Result<(Outcome, Reason), Interruption> {
        let fixture = self.fixture;
        for seat in &mut self.seats {
            seat.prepare(&fixture.game).map_err(Interruption::Fault)?;
        }
        for side in Player::BOTH {
            self.ask(side, |engine| {
                engine.new_game(engine_seed(fixture.seed, side))
            })?;
        }
        self.referee.new_game(fixture.opening_seed);
        if let Some(position) = &fixture.opening.position {
            self.referee.set_position(position).map_err(fault)?;
            for side in Player::BOTH {
                self.ask(side, |engine| engine.set_position(position))?;
            }
        }
        for text in fixture.opening.moves.iter() {
            let (spelled, chance) = self.referee.play(text).map_err(fault)?;
            self.tell(&spelled, chance)?;
        }
        self.referee.reseed(fixture.seed);
        loop {
            if let Some(outcome) = self.referee.outcome() {
                return Ok((sound(outcome)?, Reason::Rules));
            }
            if fixture.opening.moves.len() + self.moves.len() >= fixture.max_plies {
                return Ok((Outcome::Draw, Reason::MaxPlies));
            }
            self.turn()?;
        }
    }

    /// One move.
    fn turn(&mut self) -> Result<(), Interruption> {
        let side = self.referee.to_move();
        let text = self.think(side)?;
        match self.referee.play(&text) {
            Ok((spelled, chance)) => {
                if self.referee.outcome().is_none() {
                    self.tell(&spelled, chance)?;
                }
                self.moves.push(spelled);
                Ok(())
            }
            Err(error @ EngineError::IllegalMove(_)) => {
                self.seats[side.index()].dismiss();
                Err(Interruption::Loss {
                    loser: side,
                    reason: Reason::Illegal,
                    detail: error.to_string(),
                })
            }
            Err(error) => Err(fault(error)),
        }
    }

    /// Lets one side think, on its clock.
    fn think(&mut self, side: Player) -> Result<String, Interruption> {
        let (clock, stop) = (self.clocks[side.index()], self.stop);
        let of_opponent = self.time_of_opponent(side);
        let started = Instant::now();
        let reading = match &self.meter {
            Some(meter) => Some(meter.start(side.index(), self.seats[side.index()])),
            None => None,
        };
        let reading = reading.transpose().map_err(Interruption::Fault)?;
        let question = Question {
            effort: match of_opponent {
                None => Effort::Own(clock),
                Some(time) => Effort::Within(Limits::time(time)),
            },
            stop: stop.clone(),
            ..Question::default()
        };
        let answer = self.ask(side, |engine| engine.think(&question, &mut |_| ()));
        let elapsed = started.elapsed();
        // A search that was cut short answers something else than it would have: such a game
        // must not be recorded, or a resumed match would not be the same match.
        if stop.is_raised() {
            return Err(Interruption::Abandoned);
        }
        let report = answer?;
        self.thinking[side.index()] += elapsed;
        let spent = match (&mut self.meter, reading) {
            (Some(meter), Some(reading)) => meter
                .stop(&reading, self.seats[side.index()])
                .map_err(Interruption::Fault)?,
            _ => elapsed,
        };
        self.simulations[side.index()] += report.simulations;
        self.nodes[side.index()] += report.nodes;
        if let Some(clock) = clock {
            self.clocks[side.index()] = clock.after(spent);
            if self.clocks[side.index()].is_none() {
                self.seats[side.index()].dismiss();
                return Err(Interruption::Loss {
                    loser: side,
                    reason: Reason::Time,
                    detail: "overstepped the clock".to_owned(),
                });
            }
        }
        self.consider_resigning(side, report.value)?;
        Ok(report.best)
    }

    /// The processor time that a side may use that is to use what its opponent does.
    fn time_of_opponent(&self, side: Player) -> Option<Duration> {
        let first = self.seats[side.index()].player.time_of_opponent()?;
        let meter = self.meter.as_ref()?;
        Some(meter.mean(side.other().index()).unwrap_or(first))
    }

    /// Ends the game if this side thought for the second time in a row that it is lost.
    fn consider_resigning(&mut self, side: Player, value: MoverValue) -> Result<(), Interruption> {
        let is_lost = self.fixture.resign.is_some_and(|below| value.0 < below);
        let was_lost = std::mem::replace(&mut self.saw_itself_lost[side.index()], is_lost);
        if is_lost && was_lost {
            return Err(Interruption::Loss {
                loser: side,
                reason: Reason::Resignation,
                detail: EngineError::Resigned.to_string(),
            });
        }
        Ok(())
    }

    /// Tells both engines what was played.
    fn tell(&mut self, text: &str, chance: Seed) -> Result<(), Interruption> {
        for side in Player::BOTH {
            self.ask(side, |engine| engine.play(text, chance))?;
        }
        Ok(())
    }

    fn ask<T>(
        &mut self,
        side: Player,
        question: impl FnOnce(&mut dyn Engine) -> Result<T, EngineError>,
    ) -> Result<T, Interruption> {
        let stop = self.stop;
        self.seats[side.index()].ask(question).map_err(|failure| {
            // An engine that waits for a program gives up when the match is stopped: no loss.
            if stop.is_raised() {
                return Interruption::Abandoned;
            }
            match failure {
                Failure::Loss { reason, detail } => Interruption::Loss {
                    loser: side,
                    reason,
                    detail,
                },
                Failure::OutOfResources(what) => {
                    Interruption::Fault(ArenaError::OutOfResources(what))
                }
            }
        })
    }
}

fn fault(error: EngineError) -> Interruption {
    Interruption::Fault(ArenaError::Referee(error.to_string()))
}

/// Refuses payoffs that are no score.
fn sound(outcome: Outcome) -> Result<Outcome, Interruption> {
    let value = outcome.value().0;
    if (0.0..=1.0).contains(&value) {
        return Ok(outcome);
    }
    Err(Interruption::Fault(ArenaError::Referee(format!(
        "the game's payoff is {value}, expected a number from 0 to 1"
    ))))
}
