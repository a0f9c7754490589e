//! What a client tells: what happens, and at last a game with its record.

use super::super::message::{Contestant, GameResult, Setup};
use crate::common::SessionWatcher;
use yomi_core::Player;
use yomi_records::sgf::{Dialect, GameRecord, RecordedMove};

/// Is told what happens in games. No text that comes here has the password in it.
pub trait Watcher: SessionWatcher {
    /// A game begins, or goes on after the moves in its setup.
    fn begins(&mut self, _setup: &Setup, _we_are: Player) {}
    /// A game is over.
    fn finished(&mut self, _game: &Finished) {}
    /// A game ended while we were away: nobody told us how.
    fn missed(&mut self, _game: u64) {}
}

/// Nobody watches.
impl Watcher for () {}

/// A game that came to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The game.
    pub setup: Setup,
    /// Our side.
    pub we_were: Player,
    /// All moves, ours with what we thought of them.
    pub moves: Vec<RecordedMove>,
    /// The server's date.
    pub date: String,
    /// How it ended.
    pub result: GameResult,
    /// What the server had to add.
    pub remark: String,
}

impl Finished {
    /// The game as a record of [`Dialect::GO`].
    pub fn record(&self) -> GameRecord {
        let rated = |player: &Contestant| match &player.rating {
            Some(rating) => format!("{} ({rating})", player.name),
            None => player.name.clone(),
        };
        let [black, white] = self.setup.players.each_ref();
        let (game, seconds) = (self.setup.game, self.setup.time.as_secs_f64());
        let mut comment = format!(
            "CGOS game {game}: {} against {}, {seconds} s each, {}",
            rated(white),
            rated(black),
            self.result.text
        );
        if !self.remark.is_empty() {
            comment = format!("{comment}: {}", self.remark);
        }
        GameRecord {
            players: [black, white].map(|player| Some(player.name.clone())),
            result: Some(self.result.sgf()),
            date: Some(self.date.clone()),
            comment: Some(comment),
            moves: self.moves.clone(),
            ..GameRecord::new(&Dialect::GO)
                .with_settings(&self.setup.spec().settings.0, &Dialect::GO)
        }
    }
}
