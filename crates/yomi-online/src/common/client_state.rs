//! How a client plays on a server, what it keeps from one connection to the next, and who is told what
//! happens.

use super::{ClientError, Password};
use std::time::Duration;
use yomi_core::Seed;
use yomi_core::engine::Resignation;
use yomi_core::engine::{History, Host, Session, TextReport};
use yomi_core::params::Spec;

/// How we play.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Our name on the server.
    pub name: String,
    /// Our password there.
    pub password: Password,
    /// What plays for us.
    pub engine: Spec,
    /// Where the randomness of all games begins.
    pub seed: Seed,
    /// How many games to play; `None` for as many as there are.
    pub games: Option<u32>,
    /// When to resign, if ever.
    pub resign: Option<Resignation>,
    /// What of the time that is left is kept for the way to the server.
    pub margin: Duration,
    /// How long the server may be silent, in a game beyond what the opponent's clock allows.
    pub patience: Duration,
    /// How long the server may be silent between games.
    pub idle: Duration,
    /// The shortest and the longest pause before a connection is made again.
    pub pauses: [Duration; 2],
}

/// The start of a game whose randomness derives from this seed.
pub(crate) fn start(seed: Seed) -> History {
    History::new(seed.child("game"), seed.child("engine"))
}

/// Is told what happens on any server. No text that comes here has the password in it.
pub trait SessionWatcher {
    /// A line came.
    fn heard(&mut self, _line: &str) {}
    /// A line went.
    fn said(&mut self, _line: &str) {}
    /// The server has news.
    fn info(&mut self, _text: &str) {}
    /// The server said something that was passed over.
    fn passed_over(&mut self, _what: &str) {}
    /// The opponent moved.
    fn opponent_moves(&mut self, _text: &str) {}
    /// What we do, and the engine's report on it.
    fn moves(&mut self, _text: &str, _report: Option<&TextReport>) {}
    /// The connection is lost; the next is tried after so long.
    fn lost(&mut self, _error: &ClientError, _pause: Duration) {}
}

/// Nobody watches.
impl SessionWatcher for () {}

/// What a client keeps from one connection to the next.
pub(crate) struct ClientState<'a> {
    host: &'a dyn Host,
    pub options: &'a Options,
    /// Whether somebody wants us to leave after the game.
    pub leave: &'a dyn Fn() -> bool,
    /// What the last game was played with.
    pub spare: Option<(Spec, Session)>,
    /// Games that came to their end.
    pub finished: u32,
    /// Moves that came or went: what shows that a connection is good for something.
    pub moved: u64,
    /// Whether the server ever let us in.
    pub welcomed: bool,
}

impl<'a> ClientState<'a> {
    pub fn new(host: &'a dyn Host, options: &'a Options, leave: &'a dyn Fn() -> bool) -> Self {
        ClientState {
            host,
            options,
            leave,
            spare: None,
            finished: 0,
            moved: 0,
            welcomed: false,
        }
    }

    /// The text without the password.
    pub fn veil(&self, text: &str) -> String {
        self.options.password.veil(text)
    }

    /// Whether all games are played, or somebody wants us to leave.
    pub fn is_done(&self) -> bool {
        let games = self.options.games;
        games.is_some_and(|games| self.finished >= games) || (self.leave)()
    }

    /// What a game is played with: what served the last game if that was the same one, or else the
    /// rules of `go:size=9,komi=7`, say, and an engine for them. `rules` may say more than the game.
    pub fn session(&mut self, game: &Spec, rules: &Spec) -> Result<Session, ClientError> {
        if let Some((known, session)) = self.spare.take()
            && known == *game
        {
            return Ok(session);
        }
        let make = || -> Result<Session, String> {
            let rules = self.host.game(rules)?;
            let start = History::numbered(Seed::new(0), 0);
            let engine = rules.engine(&self.options.engine)?;
            let mut session = Session::new(rules.referee(), engine, start);
            session.set_resignation(self.options.resign);
            Ok(session)
        };
        make().map_err(|fault| ClientError::Setup(self.veil(&fault)))
    }
}
