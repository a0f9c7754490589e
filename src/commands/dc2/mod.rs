//! `yomi dc2`: an engine on a Digital Curling 2 server.

mod reporter;

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{open_game, parse_seed, working_engine};
use anyhow::Context as _;
use reporter::Reporter;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};
use yomi_core::Seed;
use yomi_core::Stop;
use yomi_core::engine::HostedGame;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_online::dc2::client::Client;
use yomi_online::dc2::frames::{Frame, Frames};
use yomi_online::tcp::connect;
use yomi_records::dc2::from_client::Login;

/// How long a server may take to let us in, and to take what we say.
const PATIENCE: Duration = Duration::from_secs(10);

/// Plays on a Digital Curling 2 server, in its text protocol.
///
/// With --host it connects to a server; without, it speaks on standard input and output, as a
/// player does that the server has started. The number of ends and the clock are the server's; the
/// time that is left is shared evenly among the throws that are left.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi dc2 --host 127.0.0.1 --name Yomi --log games
  yomi dc2 --game curling:world=dc2,noise=uec2015 --seed 7    (as the server's child)")]
pub struct Args {
    /// The server's name or address [default: speak on standard input and output].
    #[arg(long, value_name = "HOST")]
    host: Option<String>,

    /// The server's port.
    #[arg(long, value_name = "PORT", default_value_t = 9876, requires = "host")]
    port: u16,

    /// The game, with its settings.
    #[arg(long, value_name = "GAME", default_value = "curling:world=dc2")]
    game: Spec,

    /// The engine [default: the one that `yomi engines curling` marks].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

    /// The name we give when we log in.
    #[arg(long, value_name = "NAME", default_value = "yomi")]
    name: String,

    /// The id we log in with [default: the name].
    #[arg(long, value_name = "ID")]
    id: Option<String>,

    /// The password we log in with.
    #[arg(long, value_name = "WORD", default_value = "yomi")]
    password: String,

    /// Seed of the engine's randomness, from which every game derives its own.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    /// Writes every game into this folder, as a .dcl log of what we saw.
    #[arg(long, value_name = "FOLDER")]
    log: Option<PathBuf>,

    /// How long the server may be silent.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 3600,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000)
    )]
    wait: u64,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = as_dc2(self.game)?;
        let opened = open_game(registry, &game)?;
        let engine = working_engine(opened.as_ref(), self.engine)?;
        let game = HostedGame::new(registry, &game).map_err(usage)?;
        let id = self.id.as_ref().unwrap_or(&self.name);
        let login = Login::new(id, &self.password, &self.name).map_err(usage)?;
        let stop = stop_on_interrupt();
        let mut client = Client::new(game, engine, login, Seed::new(self.seed), stop.clone());
        let wait = Duration::from_secs(self.wait);
        let folder = self.log.as_deref();
        let Some(host) = &self.host else {
            let mut errors = io::stderr();
            let mut reporter = Reporter::new(&mut errors, folder);
            let frames = Messages::new(io::stdin(), wait, stop)?;
            let played = client.run(frames, out, &mut |event| reporter.tell(event));
            return reporter.finish(played);
        };
        let stream = connect(host, self.port, PATIENCE)?;
        let reader = stream.try_clone().context("cannot use the connection")?;
        let mut reporter = Reporter::new(out, folder);
        let frames = Messages::new(reader, wait, stop)?;
        let played = client.run(frames, &mut &stream, &mut |event| reporter.tell(event));
        reporter.finish(played)
    }
}

/// The game as it is played on these servers: in their world, and without extra ends unless the
/// user wants some.
fn as_dc2(mut game: Spec) -> anyhow::Result<Spec> {
    if game.name != "curling" {
        let name = &game.name;
        return Err(usage(format!(
            "game '{name}' is not played on these servers: expected curling"
        )));
    }
    for (key, value) in [("world", "dc2"), ("extra_ends", "0")] {
        match game.get(key) {
            Some(other) if key == "world" && other != value => {
                return Err(usage(format!(
                    "these servers play in another world than '{other}': expected world=dc2"
                )));
            }
            Some(_) => {}
            None => game = game.with(key, value),
        }
    }
    Ok(game)
}

/// The messages of a server, until its end or Ctrl-C; an error if there is none for too long. They
/// are read by a thread of its own: a program that waits for one could not be interrupted
/// otherwise.
struct Messages {
    frames: Receiver<io::Result<Frame>>,
    wait: Duration,
    stop: Stop,
}

impl Messages {
    /// The messages that come through this input.
    fn new(input: impl Read + Send + 'static, wait: Duration, stop: Stop) -> io::Result<Messages> {
        let (sender, frames) = sync_channel(16);
        std::thread::Builder::new().spawn(move || {
            for frame in Frames::new(BufReader::new(input)) {
                if sender.send(frame).is_err() {
                    break;
                }
            }
        })?;
        Ok(Messages { frames, wait, stop })
    }
}

impl Iterator for Messages {
    type Item = io::Result<Frame>;

    fn next(&mut self) -> Option<io::Result<Frame>> {
        const GLANCE: Duration = Duration::from_millis(50);
        let since = Instant::now();
        while !self.stop.is_raised() {
            match self.frames.recv_timeout(GLANCE) {
                Ok(frame) => return Some(frame),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if since.elapsed() < self.wait => {}
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.wait.as_secs();
                    let silence = format!("nothing came for {seconds} s (see --wait)");
                    return Some(Err(io::Error::new(ErrorKind::TimedOut, silence)));
                }
            }
        }
        None
    }
}
