//! `yomi dc3 --port PORT`: an engine on a Digital Curling 3 server.

use crate::commands::online::{searched, simulations, tell};
use crate::interrupt::stop_on_interrupt;
use crate::setup::{open_game, parse_seed, working_engine};
use std::io::Write;
use std::time::Duration;
use yomi_core::Seed;
use yomi_core::engine::TextReport;
use yomi_core::foreign;
use yomi_core::params::{Settings, Spec};
use yomi_engine::Registry;
use yomi_online::dc3::client::{self, Options, Watcher};
use yomi_online::tcp::connect;
use yomi_records::dc3::message::Move;
use yomi_records::dc3::{GameState, PerTeam, Seconds, Team};

/// Plays one game on a Digital Curling 3 server.
///
/// The rules, the physics, the players and the clock are the server's; the time that is left is
/// shared evenly among the throws that are left. The port decides which team is ours.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi dc3 --port 10000
  yomi dc3 --host curling.example.org --port 10001 --name Yomi --seed 7")]
pub struct Args {
    /// The server's name or address.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,

    /// The port of our team.
    #[arg(long, value_name = "PORT")]
    port: u16,

    /// The engine [default: the one that `yomi engines curling` marks].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

    /// The name we give [default: the engine's].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Seed of the engine's randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    /// How long the server may be silent, beyond what the clocks allow.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_patience)]
    timeout: Duration,

    /// How long to wait for the opponents to come and get ready.
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = parse_patience)]
    wait: Duration,
}

/// Reads how long to wait.
pub fn parse_patience(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds: f64| Seconds::try_from(seconds).ok())
        .map(Seconds::duration)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a number of seconds from 0.001 to 100000000".to_owned())
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &curling(Settings::default()))?;
        let engine = working_engine(game.as_ref(), self.engine)?;
        let stop = stop_on_interrupt();
        let options = Options {
            name: self.name.unwrap_or_else(|| engine.name.clone()),
            engine,
            seed: Seed::new(self.seed),
            patience: self.timeout,
            wait: self.wait,
        };
        let stream = connect(&self.host, self.port, self.timeout)?;
        let mut reporter = Reporter(out);
        let played = client::play(stream, registry, &options, &stop, &mut reporter)?;
        let ours = match played.result.winner {
            Some(winner) if winner == played.team => "won",
            Some(_) => "lost",
            None => "drawn",
        };
        writeln!(out, "{ours}: {}", played.result)?;
        Ok(())
    }
}

/// The game with these settings.
fn curling(settings: Settings) -> Spec {
    Spec {
        name: "curling".to_owned(),
        settings,
    }
}

/// Reports what happens on a server, ours or another's, in lines.
pub struct Reporter<'a>(pub &'a mut dyn Write);

impl Reporter<'_> {
    /// Tells something.
    pub fn tell(&mut self, line: String) {
        tell(self.0, line);
    }

    /// Tells the score before an end, which people count from 1.
    pub fn tell_end(&mut self, state: &GameState) {
        if state.shot == 0 && state.game_result.is_none() {
            let [team0, team1] = Team::BOTH.map(|team| state.total(team));
            let end = u16::from(state.end) + 1;
            self.tell(format!("end {end}: {team0}:{team1}"));
        }
    }
}

impl Watcher for Reporter<'_> {
    fn begins(&mut self, team: Team, names: &PerTeam<String>) {
        let [team0, team1] = [&names.team0, &names.team1].map(|name| foreign::name(name));
        self.tell(format!("we are {team}; team0: {team0}; team1: {team1}"));
    }

    fn update(&mut self, state: &GameState) {
        self.tell_end(state);
    }

    fn moves(&mut self, content: &Move, report: Option<&TextReport>) {
        self.tell(match (content.shot(), report) {
            (Some(_), Some(report)) => {
                let searched = searched(report, &simulations(report));
                format!("throw {}{searched}", report.best)
            }
            _ => "concede".to_owned(),
        });
    }
}
