//! `yomi cgos --server HOST`: an engine on a Computer Go Server.

use crate::commands::online::{Reporter, SessionArgs, create_new, plain, simulations};
use crate::setup::open_game;
use std::io::Write;
use std::path::Path;
use yomi_core::Player;
use yomi_core::foreign;
use yomi_engine::Registry;
use yomi_online::cgos::check_name;
use yomi_online::cgos::client::{Client, Finished, Watcher};
use yomi_online::cgos::message::Setup;
use yomi_records::sgf::Dialect;

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
    #[command(flatten)]
    session: SessionArgs,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let game = open_game(registry, &"go".parse()?)?;
        let session = &self.session;
        let options = session.options(game.as_ref(), VARIABLE, check_name)?;
        let leave = session.leave()?;
        let mut reporter = session.reporter(out, simulations)?;
        let mut dial = || session.connect(PORT);
        let ended = Client::new(registry, &options, &leave).run(&mut dial, &mut reporter);
        reporter.conclude();
        ended?;
        Ok(())
    }
}

impl Watcher for Reporter<'_> {
    fn begins(&mut self, setup: &Setup, we_are: Player) {
        let opponent = &setup.players[we_are.other().index()];
        let rating = opponent.rating.as_deref().unwrap_or("not rated");
        let colour = ["black", "white"][we_are.index()];
        let (game, size, komi) = (setup.game, setup.size, setup.komi);
        let mut line = format!(
            "game {game}: {colour} against {} ({}), {size}x{size}, komi {komi}, {} s each",
            foreign::name(&opponent.name),
            foreign::name(rating),
            setup.time.as_secs_f64()
        );
        if !setup.moves.is_empty() {
            line += &format!(", going on after move {}", setup.moves.len());
        }
        self.tell(line);
    }

    fn finished(&mut self, game: &Finished) {
        let won = game.result.winner.map(|winner| winner == game.we_were);
        let how = self.count(won);
        let mut line = format!(
            "game {}: {how}, {}",
            game.setup.game,
            foreign::name(&game.result.text)
        );
        if !game.remark.is_empty() {
            line += &format!(" ({})", game.remark);
        }
        self.tell(line);
        if let Some(folder) = &self.records
            && let Err(fault) = save(folder, game)
        {
            self.tell(format!("game {} is not saved: {fault}", game.setup.game));
        }
    }

    fn missed(&mut self, game: u64) {
        self.tell(format!("game {game}: ended while we were away"));
    }
}

/// Saves a game in a file of its own.
fn save(folder: &Path, game: &Finished) -> Result<(), String> {
    let players = game.setup.players.each_ref();
    let [black, white] = players.map(|player| plain(&player.name, 40));
    let stem = format!("{}-{white}-{black}", game.setup.game);
    let text = game.record().to_sgf(&Dialect::GO);
    let mut file = create_new(folder, &stem, "sgf")?;
    file.write_all(text.as_bytes())
        .map_err(|error| format!("cannot write {stem}.sgf: {error}"))
}
