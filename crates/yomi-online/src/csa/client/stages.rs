//! From a proposal to the end of a game.

use super::super::ending::Verdict;
use super::super::record;
use super::super::summary::Summary;
use super::game::Game;
use super::{Client, ClientError, Stage, Watcher};
use crate::common::{PersistentClient as _, Talk};
use std::time::Instant;
use yomi_records::calendar::Moment;

impl Client<'_> {
    /// Sets the game up, so that nothing is left to do once the clock runs, and agrees to it.
    pub(super) fn agree(
        &mut self,
        summary: Summary,
        talk: &Talk,
        watcher: &mut dyn Watcher,
    ) -> Result<(), ClientError> {
        self.stage = Stage::Waiting;
        match self.set_up(summary) {
            Ok(game) => {
                self.begun += 1;
                self.stage = Stage::Agreed(Box::new(game));
                self.say(talk, "AGREE", watcher)
            }
            Err(error) => {
                // The opponent should not wait for us; why not is what matters here.
                drop(self.say(talk, "REJECT", watcher));
                Err(error)
            }
        }
    }

    fn set_up(&mut self, summary: Summary) -> Result<Game, ClientError> {
        let spec = summary.spec();
        let session = self.state.session(&spec, &spec)?;
        let common = &self.options.common;
        let seed = common.seed.child("csa").index(self.begun);
        Game::new(summary, session, seed, &common.password)
    }

    pub(super) fn start(&mut self, heard: Instant, watcher: &mut dyn Watcher) {
        let stage = std::mem::replace(&mut self.stage, Stage::Waiting);
        if let Stage::Agreed(mut game) = stage {
            game.turn_began = Some(heard);
            watcher.begins(&game.summary);
            watcher.record(&record::opening(&game.summary, Moment::now()));
            self.stage = Stage::Playing(game);
        }
    }

    pub(super) fn finish(&mut self, verdict: Verdict, watcher: &mut dyn Watcher) {
        if let Stage::Playing(game) = &mut self.stage {
            let (finished, closing) = game.finish(verdict);
            self.state.finished += 1;
            watcher.record(&closing);
            watcher.finished(&finished);
        }
        self.put_away();
    }

    /// The game is over; what it was played with serves the next.
    pub(super) fn put_away(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Waiting);
        if let Stage::Agreed(game) | Stage::Playing(game) = stage {
            self.state.spare = Some(game.give_back());
        }
    }

    /// The connection is gone, and with it the game.
    pub(super) fn break_off(&mut self, error: &ClientError, watcher: &mut dyn Watcher) {
        if let Stage::Playing(game) = &self.stage {
            let why = self.state.veil(&error.to_string());
            watcher.record(&record::broken_off(&why, Moment::now()));
            watcher.broken_off(&game.summary.game);
        }
        self.put_away();
    }
}
