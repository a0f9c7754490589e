//! `yomi show GAME`: a position, the values of its moves, a picture of both.

use crate::notation::MoveNotation;
use crate::picture::BoardPictureArgs;
use crate::setup::PositionArgs;
use crate::terminal::{COLUMNS, ColourArgs};
use crate::text::wrap_to;
use crate::values::{ShownValues, ValueArgs, draw_board};
use serde::Serialize;
use std::io::Write;
use yomi_core::params::Spec;
use yomi_core::{Player, Referee};
use yomi_engine::Registry;

/// Shows a position: board, side to move, legal moves and their values, outcome; also as a picture.
///
/// In the picture a free cell has the colour of the best move that takes it. The best moves are outlined,
/// and beside the board stands the best move of each piece. On boards with stones a move is a disc with its value in
/// percent.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi show connect-four
  yomi show connect-four --moves \"4 4 3\" --json
  yomi show blokus-duo --record game.blksgf --upto 8 --notation contest
  yomi show blokus-duo --values influence --out board.svg
  yomi show blokus-duo --record game.blksgf --upto 8 --values by-influence:weights=n1 --out board.png
  yomi show go:size=19 --record game.sgf --upto 50 --out board.svg")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// How moves are printed.
    #[arg(long, value_enum, default_value_t = MoveNotation::Own)]
    notation: MoveNotation,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    values: ValueArgs,

    /// How many of the best moves are listed, and outlined in the picture.
    #[arg(long, value_name = "MOVES", default_value_t = 3, requires = "values")]
    top: u32,

    #[command(flatten)]
    picture: BoardPictureArgs,

    #[command(flatten)]
    colour: ColourArgs,
}

/// The position for machines.
#[derive(Serialize)]
struct Shown<'a> {
    game: &'a Spec,
    moves: Vec<String>,
    /// `null` once the game is over.
    to_move: Option<Player>,
    legal: Vec<String>,
    /// False where `legal` only samples a continuum of moves.
    legal_complete: bool,
    outcome: Option<String>,
    /// The position as text, in games whose positions have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<ShownValues>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let opened = self.position.open(registry)?;
        self.notation.check(opened.game.name())?;
        let referee = opened.session.referee();
        let values = self.values.of(&opened, self.notation)?;
        let top = self.top as usize;
        draw_board(&self.picture, &opened, values.as_ref(), top, out)?;
        let Some(out) = self.picture.remarks(out) else {
            return Ok(());
        };
        if self.json {
            let legal = referee.legal();
            let outcome = referee.outcome();
            let to_move = outcome.is_none().then(|| referee.to_move());
            let played = opened.movers().zip(referee.moves());
            let spell = |text| self.notation.spell(text);
            let shown = Shown {
                game: &opened.spec,
                moves: self.notation.spell_line(played, to_move),
                state: referee.position(),
                to_move,
                legal: legal.moves.into_iter().map(spell).collect(),
                legal_complete: legal.complete,
                outcome: outcome.map(|outcome| outcome.to_string()),
                values: (values.as_ref()).map(|known| ShownValues::new(&known.values, usize::MAX)),
            };
            writeln!(out, "{}", serde_json::to_string(&shown)?)?;
            return Ok(());
        }
        self.colour.brush().write_board(referee, out)?;
        match values {
            Some(values) => values.write(top, out),
            None if referee.outcome().is_none() => write_legal_in(referee, self.notation, out),
            None => Ok(()),
        }
    }
}

/// The legal moves, or some of them where there is a continuum.
pub fn write_legal(referee: &dyn Referee, out: &mut dyn Write) -> anyhow::Result<()> {
    write_legal_in(referee, MoveNotation::Own, out)
}

fn write_legal_in(
    referee: &dyn Referee,
    notation: MoveNotation,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut legal = referee.legal();
    if legal.complete {
        writeln!(out, "Legal moves ({}):", legal.moves.len())?;
    } else {
        let heading = format!("Some legal moves (a move is {}):", referee.typed_format());
        write!(out, "{}", wrap_to(&heading, 0, COLUMNS))?;
        for text in &mut legal.moves {
            *text = referee.describe(text);
        }
    }
    let spell = |text| notation.spell(text);
    let moves: Vec<String> = legal.moves.into_iter().map(spell).collect();
    write!(out, "{}", wrap_to(&moves.join(" "), 2, COLUMNS))?;
    Ok(())
}
