//! One game: two engines, a referee, two clocks.
//!
//! The game, its clocks and the rule of resignation are a [`Session`] without an engine; the engines
//! follow its history, each behind its guard ([`Seat`]), since a failure of one is a loss of its side
//! and nothing else. The opening is played and followed by both engines move by move; then the side to
//! move thinks, its move is played, and both engines follow. The game ends by the rules, by its length,
//! or with the loss of the side that
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
//! Where the contest says so, the game [changes hands](crate::handover) on the way: then the engines of
//! the finisher play on, and a failure of theirs ends the match.
//!
//! Last, the engines that are left are told how the game ended.
//!
//! Limits: an engine that never answers hangs its worker (an engine in another process needs a
//! time-out of its own), and with more workers than free cores the clocks measure the others too,
//! unless they count [processor time](crate::processor).

use crate::ArenaError;
use crate::contest::resignation;
use crate::fixture::Fixture;
use crate::guard::{Failure, Seat};
use crate::handover::HandedOver;
use crate::judge::{Bench, NoVerdict};
use crate::processor::{Meter, seconds};
use crate::record::{GameRecord, Judgement, Reason, Wall};
use crate::schedule::engine_seed;
use std::time::{Duration, Instant};
use yomi_core::engine::{Effort, Finding, Follower, History, Question, Session, TextReport};
use yomi_core::{EngineError, Limits, Outcome, Player, Stop};

/// How a game is played, as opposed to which.
pub(crate) struct Circumstances<'a> {
    /// Whether this process does nothing but play this game.
    pub alone: bool,
    pub stop: &'a Stop,
}

/// Who plays a game.
pub(crate) struct Seats<'a, 'b> {
    /// The participants, by their sides.
    pub players: [&'a mut Seat<'b>; 2],
    /// Who plays on for both of them if the game changes hands.
    pub finishers: Option<[&'a mut Seat<'b>; 2]>,
}

impl<'b> Seats<'_, 'b> {
    /// Who plays a side, before the game has changed hands or after.
    fn on_turn(&mut self, side: Player, handed_over: bool) -> &mut Seat<'b> {
        match &mut self.finishers {
            Some(finishers) if handed_over => finishers[side.index()],
            _ => self.players[side.index()],
        }
    }
}

/// Plays one game; `None` if it was stopped from outside before its end.
pub(crate) fn play_game(
    fixture: &Fixture,
    circumstances: &Circumstances,
    session: &mut Session<()>,
    seats: Seats,
    bench: Option<&mut Bench>,
) -> Result<Option<GameRecord>, ArenaError> {
    let started = Instant::now();
    let mut table = Board {
        fixture,
        stop: circumstances.stop,
        session,
        seats,
        moves: Vec::new(),
        findings: Vec::new(),
        times: Vec::new(),
        handed_over: None,
        simulations: [0; 2],
        nodes: [0; 2],
        thinking: [Duration::ZERO; 2],
        meter: fixture.cpu_time.then(|| Meter::new(circumstances.alone)),
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
    let finishers = table
        .handed_over
        .as_ref()
        .and(table.seats.finishers.as_mut());
    for seat in (table.seats.players.iter_mut()).chain(finishers.into_iter().flatten()) {
        seat.conclude(outcome);
    }
    let [first, second] = &table.seats.players;
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
        findings: told(table.findings),
        handed_over: table.handed_over,
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
            moves: seconds(&table.times),
        },
    }))
}

/// Nothing, if nobody told anything.
fn told(findings: Vec<Finding>) -> Vec<Finding> {
    match findings
        .iter()
        .all(|finding| *finding == Finding::default())
    {
        true => Vec::new(),
        false => findings,
    }
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
    session: &'a mut Session<()>,
    seats: Seats<'a, 'b>,
    moves: Vec<String>,
    /// What was told about each of them.
    findings: Vec<Finding>,
    /// How long each of them took.
    times: Vec<Duration>,
    /// How the game changed hands, once it has.
    handed_over: Option<HandedOver>,
    simulations: [u64; 2],
    nodes: [u64; 2],
    thinking: [Duration; 2],
    /// The processor time of the moves, if the contest counts it.
    meter: Option<Meter>,
}

impl<'b> Board<'_, 'b> {
    fn play(&mut self) -> Result<(Outcome, Reason), Interruption> {
        let fixture = self.fixture;
        self.prepare()?;
        let rule = resignation(fixture.resign).map_err(Interruption::Fault)?;
        self.session.set_resignation(rule);
        self.session.set_clock(fixture.clock);
        let engine_seed = engine_seed(fixture.seed);
        let start = History::new(fixture.opening_seed, engine_seed);
        self.session.new_game(start);
        self.sync_engines()?;
        if let Some(position) = &fixture.opening.position {
            self.session.set_up(position).map_err(fault)?;
            self.sync_engines()?;
        }
        for text in fixture.opening.moves.iter() {
            self.session.play(text).map_err(fault)?;
            self.sync_engines()?;
        }
        let go_on = History::new(fixture.seed, engine_seed);
        self.session.reseed(&go_on);
        loop {
            if let Some(outcome) = self.session.referee().outcome() {
                return Ok((sound(outcome)?, Reason::Rules));
            }
            if fixture.opening.moves.len() + self.moves.len() >= fixture.max_plies {
                return Ok((Outcome::Draw, Reason::MaxPlies));
            }
            self.hand_over()?;
            self.turn()?;
        }
    }

    /// Gives the engines on the seats their sides.
    fn prepare(&mut self) -> Result<(), Interruption> {
        for side in Player::BOTH {
            let game = &self.fixture.game;
            let prepared = self.seat(side).prepare(game, side);
            prepared.map_err(Interruption::Fault)?;
        }
        Ok(())
    }

    /// Lets the finisher play from here on, if it is time for that.
    fn hand_over(&mut self) -> Result<(), Interruption> {
        let Some(handover) = &self.fixture.handover else {
            return Ok(());
        };
        if self.handed_over.is_some() || !handover.is_due(self.session.referee()) {
            return Ok(());
        }
        self.handed_over = Some(HandedOver {
            to: handover.finisher.name.clone(),
            after: self.moves.len(),
        });
        self.session.set_clock(None);
        self.session.forget_values();
        self.prepare()?;
        self.sync_engines()
    }

    /// Who plays a side now.
    fn seat(&mut self, side: Player) -> &mut Seat<'b> {
        self.seats.on_turn(side, self.handed_over.is_some())
    }

    /// The end of a game that a side has lost other than on the board. A finisher's misconduct is no loss
    /// of the side that it finishes for.
    fn loss(&self, loser: Player, reason: Reason, detail: String) -> Interruption {
        match &self.handed_over {
            Some(handed) if reason.is_forfeit() => Interruption::Fault(ArenaError::Finisher {
                game: self.fixture.id,
                finisher: handed.to.clone(),
                reason: detail,
            }),
            _ => Interruption::Loss {
                loser,
                reason,
                detail,
            },
        }
    }

    /// One move.
    fn turn(&mut self) -> Result<(), Interruption> {
        let side = self.session.referee().to_move();
        let (report, elapsed) = self.think(side)?;
        match self.session.play(&report.best) {
            Ok(spelled) => {
                if self.session.referee().outcome().is_none() {
                    self.sync_engines()?;
                }
                self.moves.push(spelled);
                self.findings.push(Finding::of(&report));
                self.times.push(elapsed);
                Ok(())
            }
            Err(error @ EngineError::IllegalMove(_)) => {
                self.seat(side).dismiss();
                Err(self.loss(side, Reason::Illegal, error.to_string()))
            }
            Err(error) => Err(fault(error)),
        }
    }

    /// Lets one side think, on its clock; tells how long that took.
    fn think(&mut self, side: Player) -> Result<(TextReport, Duration), Interruption> {
        let stop = self.stop;
        let counts = self.handed_over.is_none();
        let of_opponent = self.time_of_opponent(side).filter(|_| counts);
        let started = Instant::now();
        let reading = match &self.meter {
            Some(meter) if counts => {
                Some(meter.start(side.index(), self.seats.players[side.index()]))
            }
            _ => None,
        };
        let reading = reading.transpose().map_err(Interruption::Fault)?;
        let question = Question {
            effort: match of_opponent {
                None => Effort::Own(self.session.clock(side)),
                Some(time) => Effort::Within(Limits::time(time)),
            },
            stop: stop.clone(),
            ..Question::default()
        };
        let answer = self.ask(side, |engine, _| engine.think(&question, &mut |_| ()));
        let elapsed = started.elapsed();
        // A search that was cut short answers something else than it would have: such a game
        // must not be recorded, or a resumed match would not be the same match.
        if stop.is_raised() {
            return Err(Interruption::Abandoned);
        }
        let report = answer?;
        let spent = match (&mut self.meter, reading) {
            (Some(meter), Some(reading)) => meter
                .stop(&reading, self.seats.players[side.index()])
                .map_err(Interruption::Fault)?,
            _ => elapsed,
        };
        if counts {
            self.thinking[side.index()] += elapsed;
            self.simulations[side.index()] += report.simulations;
            self.nodes[side.index()] += report.nodes;
        }
        if !self.session.charge(side, spent) {
            self.seat(side).dismiss();
            return Err(self.loss(side, Reason::Time, "overstepped the clock".to_owned()));
        }
        if self.session.resigns(side, &report) {
            let detail = EngineError::Resigned.to_string();
            return Err(self.loss(side, Reason::Resignation, detail));
        }
        self.session.note_report(side, &report);
        Ok((report, elapsed))
    }

    /// The processor time that a side may use that is to use what its opponent does.
    fn time_of_opponent(&self, side: Player) -> Option<Duration> {
        let first = self.seats.players[side.index()].player.time_of_opponent()?;
        let meter = self.meter.as_ref()?;
        Some(meter.mean(side.other().index()).unwrap_or(first))
    }

    /// Brings both engines to the current position.
    fn sync_engines(&mut self) -> Result<(), Interruption> {
        for side in Player::BOTH {
            self.ask(side, |engine, session| {
                engine.follow(session.history(), None)
            })?;
        }
        Ok(())
    }

    fn ask<T>(
        &mut self,
        side: Player,
        question: impl FnOnce(&mut Follower, &Session<()>) -> Result<T, EngineError>,
    ) -> Result<T, Interruption> {
        let stop = self.stop;
        let seat = self.seats.on_turn(side, self.handed_over.is_some());
        let answer = seat.ask(|engine| question(engine, self.session));
        answer.map_err(|failure| {
            // An engine that waits for a program gives up when the match is stopped: no loss.
            if stop.is_raised() {
                return Interruption::Abandoned;
            }
            match failure {
                Failure::Loss { reason, detail } => self.loss(side, reason, detail),
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
