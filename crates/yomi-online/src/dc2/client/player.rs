//! The engine of a player, and how a shot is asked of it.

use super::ClientError;
use crate::curling_clock::Timekeeper;
use std::time::Instant;
use yomi_core::engine::{Follower, History, HostedGame, Question};
use yomi_core::foreign::quoted;
use yomi_core::params::Spec;
use yomi_core::{EngineError, Notation, Seed, Setup, Stop};
use yomi_curling::{Curling, Shot, State};
use yomi_records::dc2::from_client::as_sent;
use yomi_records::dc2::situation::Situation;

/// The setting of the rules that says how long a game is.
const ENDS: &str = "ends";

/// Answers positions.
pub(super) struct EnginePlayer<'a> {
    game: HostedGame<'a>,
    spec: Spec,
    seed: Seed,
    stop: Stop,
    engine: Option<Prepared>,
    /// What the way costs does not depend on the game: what one teaches serves the next.
    time: Timekeeper,
}

/// An engine.
struct Prepared {
    engine: Follower,
    /// The ends it was made for.
    ends: u32,
}

impl EnginePlayer<'_> {
    /// A player without an engine yet.
    pub fn new(game: HostedGame<'_>, spec: Spec, seed: Seed, stop: Stop) -> EnginePlayer<'_> {
        EnginePlayer {
            game,
            spec,
            seed,
            stop,
            engine: None,
            time: Timekeeper::default(),
        }
    }

    /// Sees to it that there is an engine with all its tables, probably for the right number of ends,
    /// at the beginning of the game of this number.
    pub fn get_ready(&mut self, game: u32) -> Result<(), ClientError> {
        let ends = match &self.engine {
            Some(prepared) => prepared.ends,
            None => {
                let ends = self.game.setting(ENDS).and_then(|ends| ends.parse().ok());
                ends.unwrap_or(Curling::default().ends)
            }
        };
        let start = self.start(game);
        self.prepared(ends, game)?.engine.prepare(&start);
        Ok(())
    }

    /// Sees to it that there is an engine for games of so many ends.
    pub fn get_ready_for(&mut self, ends: u32, game: u32) -> Result<(), ClientError> {
        self.prepared(ends, game).map(|_| ())
    }

    /// The beginning of the game of this number: each has a seed of its own.
    fn start(&self, game: u32) -> History {
        let seed = self.seed.child("game").index(u64::from(game));
        History::new(seed, seed)
    }

    fn make(&self, ends: u32) -> Result<Follower, String> {
        let ends = (ENDS.to_owned(), ends.to_string());
        let engine = self.game.with_settings(&[ends])?.engine(&self.spec);
        engine.map(|engine| Follower::new(engine).within_games())
    }

    /// An engine for games of so many ends; a new one fills its tables now, before it is asked.
    fn prepared(&mut self, ends: u32, game: u32) -> Result<&mut Prepared, ClientError> {
        let prepared = match self.engine.take().filter(|kept| kept.ends == ends) {
            Some(kept) => kept,
            None => {
                let mut engine = self.make(ends).map_err(ClientError::Engine)?;
                engine.prepare(&self.start(game));
                Prepared { engine, ends }
            }
        };
        Ok(self.engine.insert(prepared))
    }

    /// The shot to throw in the game of this number, as the server will understand it; `None` if the
    /// engine gives up. The times count since then.
    pub fn think(
        &mut self,
        situation: &Situation,
        times: [i64; 2],
        since: Instant,
        game: u32,
    ) -> Result<Option<Shot>, ClientError> {
        let seed = self.start(game).seed;
        let stop = self.stop.clone();
        self.time.hear_dc2(times, situation, game);
        let failed = |error: EngineError| ClientError::Engine(error.to_string());
        let position = Curling::default().format_state(&situation.position());
        let ends = u32::from(situation.state.ends);
        let engine = &mut self.prepared(ends, game)?.engine;
        let there = engine.follow(&History::at(seed, &position), None);
        there.map_err(failed)?;
        let clock = self.time.share(since.elapsed());
        let engine = &mut self.prepared(ends, game)?.engine;
        match engine.think(&Question::to_move(clock, &stop), &mut |_| ()) {
            Ok(report) => read_shot(&report.best).map(Some).ok_or_else(|| {
                let best = quoted(&report.best);
                ClientError::Engine(format!(
                    "engine '{}' answered {best}: expected a shot vx,vy,cw or vx,vy,ccw",
                    engine.name()
                ))
            }),
            Err(EngineError::Resigned) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }

    /// The shot that was asked for then is on its way.
    pub fn thrown(&mut self, since: Instant) {
        self.time.thrown(since.elapsed());
    }
}

/// Reads a move of the game `curling`, as the server will understand it.
fn read_shot(text: &str) -> Option<Shot> {
    let shot = Curling::default().parse_action(&State::default(), text);
    shot.ok().and_then(as_sent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_curling::Spin;

    #[test]
    fn only_shots_are_shots() {
        let shot = read_shot("-0.5, -29.5597751234,cw").unwrap();
        let nearest = "the single that is nearest";
        assert_eq!(shot, Shot::new(-0.5, -29.559774, Spin::Cw), "{nearest}");
        for text in [
            "",
            "1,2",
            "1,2,left",
            "1,2,cw,3",
            "one,2,ccw",
            "1,nan,cw",
            "1,1e99,cw",
        ] {
            assert_eq!(read_shot(text), None, "{text}");
        }
    }
}
