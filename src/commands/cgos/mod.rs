//! `yomi cgos --server HOST`: an engine on a Computer Go Server.

mod teller;

use crate::commands::online::{Address, SessionArgs, create_folder};
use crate::setup::{open_game, working_engine};
use std::io::Write;
use std::path::PathBuf;
use teller::Teller;
use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_online::cgos::check_name;
use yomi_online::cgos::client::Client;
use yomi_online::tcp::connect;

/// Where the password may be if no file is named.
const VARIABLE: &str = "YOMI_CGOS_PASSWORD";

/// The port of the server for 9x9.
const PORT: u16 = 6809;

/// Plays games on a Computer Go Server (CGOS).
///
/// The board, komi, the opponents and the clock are the server's. A connection that is lost is
/// made again, and the game goes on where the server says it is. Ctrl-C ends the session after
/// the game under way, a second one at once.
#[derive(clap::Args)]
#[command(after_help = "\
The password is the first line of --password-file, or else YOMI_CGOS_PASSWORD in the environment.

Examples:
  yomi cgos --server go.example.org --name Yomi --password-file password.txt
  yomi cgos --server localhost:6819 --name Yomi --password-file password.txt --games 10 \\
    --resign 0.05 --records games --log cgos.log")]
pub struct Args {
    /// The server's name or address [port: 6809].
    #[arg(long, value_name = "HOST[:PORT]")]
    server: Address,

    /// The engine [default: the one that `yomi engines go` marks].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

    /// Save every finished game in this folder, as SGF.
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,

    #[command(flatten)]
    session: SessionArgs,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &"go".parse()?)?;
        let engine = working_engine(game.as_ref(), self.engine)?;
        let options = self.session.options(engine, VARIABLE, check_name)?;
        let leave = self.session.leave()?;
        let records = self.records.map(create_folder).transpose()?;
        let mut teller = Teller::new(self.session.voice(out)?, records);
        let Address { host: server, port } = self.server;
        let mut dial = || connect(&server, port.unwrap_or(PORT), self.session.timeout);
        let ended = Client::new(registry, &options, &leave).run(&mut dial, &mut teller);
        teller.voice.conclude();
        ended?;
        Ok(())
    }
}
