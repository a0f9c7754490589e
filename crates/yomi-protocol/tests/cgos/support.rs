//! What the tests share: hosts of real Go with engines that do as they are told, and a peer made
//! of a socket.

use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;
use yomi_core::engine::{GameReferee, TerritoryText, TextMove, TextReport, list_all};
use yomi_core::params::{Parameters as _, Spec};
use yomi_core::{
    Clock, Discrete as _, Engine, EngineError, MoverValue, Notation as _, Position, Referee,
    Scored as _, Seed, Stop, StopReason,
};
use yomi_go::{Rules, SmallGo};
use yomi_protocol::cgos::Password;
use yomi_protocol::cgos::client::{Host, Options, Seat};

/// Far more than anything here takes: only a test that would hang ever waits so long.
pub const LONG: Duration = Duration::from_secs(60);

/// The password of everybody here.
pub const PASSWORD: &str = "hush-hush-42";

/// The options of a client that has plenty of time.
pub fn options(name: &str) -> Options {
    Options {
        name: name.to_owned(),
        password: Password::new(PASSWORD).expect("a password"),
        seed: Seed::new(7),
        games: None,
        resign: None,
        margin: Duration::from_secs(1),
        patience: LONG,
        idle: LONG,
        pauses: [Duration::from_millis(1), Duration::from_millis(4)],
    }
}

/// One end of a connection, in the hands of a test.
pub struct Peer {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Peer {
    /// Takes a connection over.
    pub fn new(stream: TcpStream) -> Peer {
        stream.set_nonblocking(false).expect("a socket");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(LONG)).expect("a socket");
        let reader = BufReader::new(stream.try_clone().expect("a socket"));
        Peer { stream, reader }
    }

    /// The next line; `None` if the other side hung up.
    pub fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        // A connection that was torn down is as good as closed.
        let size = match self.reader.read_line(&mut line) {
            Ok(size) => size,
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::WouldBlock, "nothing came");
                0
            }
        };
        (size > 0).then(|| line.trim_end().to_owned())
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) {
        // The other side may have hung up, which is for it to say.
        let _ = self.stream.write_all(bytes);
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Hangs up.
    pub fn close(self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Raises a flag when it goes out of scope, be it by a panic.
pub struct RaiseAtEnd(pub Stop);

impl Drop for RaiseAtEnd {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Go up to 9x9 by these settings.
fn game(spec: &Spec) -> Result<Arc<SmallGo>, String> {
    assert_eq!(spec.name, "go");
    let rules = Rules::take(&mut spec.settings.clone()).map_err(|error| error.to_string())?;
    let game = SmallGo::new(rules).ok_or("there is no board so large here")?;
    Ok(Arc::new(game))
}

/// Keeps the rules.
pub fn referee(game: Arc<SmallGo>) -> Box<dyn Referee> {
    let territory = Some(TerritoryText::OF_GAME);
    let referee = GameReferee::new(game, list_all).with_scorer(Some(SmallGo::score));
    Box::new(referee.with_territory(territory))
}

/// Plays on a board of its own.
pub struct Player {
    board: Position<SmallGo>,
    seed: Seed,
    whim: Whim,
}

/// How to choose moves.
#[derive(Clone)]
pub enum Whim {
    /// By chance, eyes left alone, until nothing is left.
    Drift,
    /// These moves, one after the other, each thought to be worth so much. `resign` and `break`
    /// are moves too.
    Puppet {
        /// What is played.
        moves: Vec<String>,
        /// What it is worth.
        value: f64,
    },
}

impl Player {
    fn choose(&mut self) -> String {
        let ply = self.board.ply();
        match &mut self.whim {
            Whim::Drift => {
                let mut rng = self.seed.index(ply as u64).rng();
                let (game, state) = (self.board.game(), self.board.state());
                let action = game.random_action(state, &mut Vec::new(), &mut rng);
                game.format_action(state, action)
            }
            Whim::Puppet { moves, .. } if moves.is_empty() => "pass".to_owned(),
            Whim::Puppet { moves, .. } => moves.remove(0),
        }
    }
}

impl Engine for Player {
    fn name(&self) -> &str {
        "puppet"
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.board.reset();
        self.seed = seed;
        Ok(())
    }

    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError> {
        let action = self.board.game().parse_action(self.board.state(), text)?;
        self.board.play(action, chance);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        Err(EngineError::NothingToUndo)
    }

    fn think(&mut self, clock: Option<Clock>, _: &Stop) -> Result<TextReport, EngineError> {
        let best = self.choose();
        match best.as_str() {
            "resign" => return Err(EngineError::Resigned),
            "break" => {
                return Err(EngineError::Broken {
                    engine: "puppet".to_owned(),
                    reason: "a string tore".to_owned(),
                });
            }
            _ => {}
        }
        let value = match self.whim {
            Whim::Drift => 0.5,
            Whim::Puppet { value, .. } => value,
        };
        // Tens of seconds left, so that the test knows what time there was.
        let left = clock.expect("there is always a clock").remaining;
        let visits = left.as_secs() / 10 * 10;
        Ok(TextReport {
            value: MoverValue(value),
            proven: None,
            moves: vec![TextMove {
                text: best.clone(),
                visits: visits.max(1),
                value: None,
                prior: None,
                proven: None,
                line: Vec::new(),
            }],
            line: vec![best.clone(), "A1".to_owned()],
            best,
            simulations: visits,
            nodes: 0,
            depth: 0,
            deepest: 0,
            fill: None,
            memory: 0,
            elapsed: Duration::ZERO,
            reason: StopReason::Simulations,
            seed: Seed::new(0),
            reproducible: true,
        })
    }
}

/// Makes players with this whim.
pub struct Casino(pub Whim);

impl Host for Casino {
    fn seat(&self, spec: &Spec) -> Result<Seat, String> {
        let game = game(spec)?;
        Ok(Seat {
            referee: referee(game.clone()),
            engine: Box::new(Player {
                board: Position::new(game),
                seed: Seed::new(0),
                whim: self.0.clone(),
            }),
        })
    }
}
