//! `yomi csa --server HOST`: an engine on a server of shogi, such as Floodgate.

use crate::commands::dc3::parse_patience;
use crate::commands::online::{Reporter, SessionArgs, create_new, plain};
use crate::failure::usage;
use crate::setup::open_game;
use std::io::Write;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::engine::TextReport;
use yomi_core::foreign;
use yomi_engine::Registry;
use yomi_online::csa::client::{Client, Finished, Options, Watcher};
use yomi_online::csa::ending::{Reason, Verdict};
use yomi_online::csa::summary::Summary;
use yomi_online::csa::{check_game_name, check_name};

/// Where the password may be if no file is named.
const VARIABLE: &str = "YOMI_CSA_PASSWORD";

/// The port of the protocol.
const PORT: u16 = 4081;

/// Plays games of shogi on a server that speaks the CSA protocol, such as Floodgate.
///
/// The opponents, the position, the clock and the rules are the server's. A connection that is
/// lost is made again; the game under way is lost with it, but what was played is in its record.
/// Ctrl-C ends the session after the game under way, a second one at once.
#[derive(clap::Args)]
#[command(after_help = "\
The password is the first line of --password-file, or else YOMI_CSA_PASSWORD in the environment.

Examples:
  yomi csa --server wdoor.c.u-tokyo.ac.jp --game floodgate-300-10F --name Yomi \\
    --password-file password.txt --records games
  yomi csa --server localhost --name Yomi --password-file password.txt --games 10 --resign 0.02")]
pub struct Args {
    /// The kind of game, on servers that take it along with the password: a word, the seconds of
    /// main time, and the seconds of byoyomi or, with an F, of the increment.
    #[arg(long, value_name = "NAME-MAIN-EXTRA")]
    game: Option<String>,

    /// Do not tell the value and the expected line along with moves.
    #[arg(long)]
    silent: bool,

    /// Think while the opponent does.
    #[arg(long)]
    ponder: bool,

    /// After how much silence to send an empty line, at least 30.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_keep_alive)]
    keep_alive: Duration,

    #[command(flatten)]
    session: SessionArgs,
}

fn parse_keep_alive(text: &str) -> Result<Duration, String> {
    let time = parse_patience(text).ok();
    time.filter(|time| time.as_secs() >= 30)
        .ok_or_else(|| "expected a number of seconds, at least 30".to_owned())
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(game) = &self.game {
            check_game_name(game).map_err(|fault| usage(format!("--game: {fault}")))?;
        }
        let game = open_game(registry, &"shogi".parse()?)?;
        let session = &self.session;
        let common = session.options(game.as_ref(), VARIABLE, check_name)?;
        let leave = session.leave()?;
        let options = Options {
            common,
            game: self.game,
            remarks: !self.silent,
            ponder: self.ponder,
            keep_alive: self.keep_alive,
        };
        let work = |report: &TextReport| format!("depth {} nodes {}", report.depth, report.nodes);
        let mut reporter = session.reporter(out, work)?;
        let mut dial = || session.connect(PORT);
        let ended = Client::new(registry, &options, &leave).run(&mut dial, &mut reporter);
        reporter.conclude();
        ended?;
        Ok(())
    }
}

impl Watcher for Reporter<'_> {
    fn begins(&mut self, summary: &Summary) {
        let we_are = summary.we_are;
        let colour = ["black", "white"][we_are.index()];
        let opponent = foreign::name(&summary.names[we_are.other().index()]);
        let mut line = format!("game {}: ", foreign::sentence(&summary.game));
        line += &format!("{colour} against {opponent}, {}", time_of(summary, we_are));
        if !summary.moves.is_empty() {
            line += &format!(", from move {}", summary.moves.len() + 1);
        }
        self.tell(line);
        let Some(folder) = &self.records else { return };
        match create_new(folder, &plain(&summary.game, 120), "csa") {
            Ok(file) => self.record = Some(file),
            Err(fault) => self.tell(format!("the game is not written down: {fault}")),
        }
    }

    fn rejected(&mut self, what: &str) {
        self.tell(format!("rejected: {what}"));
    }

    fn record(&mut self, lines: &str) {
        // Straight to the file: whatever happens to us, it is there.
        if let Some(file) = &mut self.record
            && let Err(error) = file.write_all(lines.as_bytes())
        {
            self.record = None;
            let line = format!("the game is not written down any further: {error}");
            self.tell(line);
        }
    }

    fn finished(&mut self, game: &Finished) {
        let won = match game.verdict {
            Verdict::Win => Some(true),
            Verdict::Lose => Some(false),
            Verdict::Draw | Verdict::Censored | Verdict::Chudan => None,
        };
        let how = self.count(won);
        let reason = game.reason.map_or("#CHUDAN", Reason::word);
        let name = foreign::sentence(&game.game);
        let moves = game.moves;
        self.tell(format!("game {name}: {how}, {reason} after {moves} moves"));
        self.record = None;
    }

    fn broken_off(&mut self, game: &str) {
        self.broken_off += 1;
        let name = foreign::sentence(game);
        self.tell(format!("game {name}: broken off"));
        self.record = None;
    }
}

/// A side's time in words.
fn time_of(summary: &Summary, side: Player) -> String {
    let control = &summary.times[side.index()];
    if control.is_unlimited() {
        return "no limit of time".to_owned();
    }
    let seconds = |units: u64| units as f64 * control.unit.as_secs_f64();
    let mut text = format!("{} s", seconds(control.total.unwrap_or(0)));
    for (sign, units) in [("+", control.increment), ("/", control.byoyomi)] {
        if units > 0 {
            text += &format!(" {sign} {} s", seconds(units));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_bothered_too_often() {
        assert_eq!(parse_keep_alive("30"), Ok(Duration::from_secs(30)));
        assert!(parse_keep_alive("29.9").is_err());
        assert!(parse_keep_alive("soon").is_err());
    }
}
