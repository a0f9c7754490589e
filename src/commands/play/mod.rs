//! `yomi play GAME`: a game in the terminal.

mod dialogue;
mod input;
mod save;
mod sheet;

use crate::clock::parse_clock;
use crate::setup::PositionArgs;
use crate::terminal::ColourArgs;
use dialogue::Dialogue;
use save::Save;
use std::io::{self, Write};
use std::path::PathBuf;
use yomi_core::params::Spec;
use yomi_core::{Clock, Player};
use yomi_engine::Registry;

/// Plays a game in the terminal against an engine.
#[derive(clap::Args)]
#[command(after_help = "\
At the prompt type a move, or: hint, undo, moves, board, help, resign, quit; some games have more
words, which help lists. Shogi takes moves such as 7g7f, P-7f and 7六歩, curling throws such as
draw tee and hit 3 soft, Blokus Duo squares or a piece, its orientation and a square.

Examples:
  yomi play connect-four
  yomi play tic-tac-toe --engine alpha-beta --side second
  yomi play connect-four --engine uct:simulations=1000 --clock 300+2
  yomi play connect-four --side none          watch the engine play itself
  yomi play blokus-duo --save game.blksgf     keep the game on file")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// The engine [default: the one that `yomi engines GAME` marks].
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,

    /// Your side. With `both` the engine only gives hints, with `none` it plays alone.
    #[arg(long, value_enum, default_value_t = People::First)]
    side: People,

    /// Each player's clock, MAIN[+INCREMENT][/BYOYOMI] in seconds.
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    clock: Option<Clock>,

    /// Keep the game in this new file (Go: .sgf, Blokus Duo: .blksgf, shogi: .csa, .kif, .kifu or
    /// .usi).
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    #[command(flatten)]
    colour: ColourArgs,
}

/// Which sides people play.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum People {
    First,
    Second,
    Both,
    None,
}

impl People {
    fn play(self, player: Player) -> bool {
        match self {
            People::First => player == Player::First,
            People::Second => player == Player::Second,
            People::Both => true,
            People::None => false,
        }
    }
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let opened = self.position.open(registry)?;
        let (engine, spec) = opened.engine(self.engine.as_ref())?;
        writeln!(
            out,
            "{} against {spec}, seed {}. Type 'help' for help.\n",
            opened.spec, self.position.seed
        )?;
        let name = |player| (!self.side.play(player)).then(|| spec.to_string());
        let save = match self.save {
            None => None,
            Some(path) => Some(Save::new(path, registry, &opened, Player::BOTH.map(name))?),
        };
        let mut session = opened.session.with_engine(engine);
        session.set_clock(self.clock);
        Dialogue::new(session, self.side, self.colour.brush(), out)
            .saving(save)
            .run(io::stdin().lock())
    }
}
