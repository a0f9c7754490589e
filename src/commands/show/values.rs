//! The values of the legal moves of a position.

use crate::failure::usage;
use crate::notation::MoveNotation;
use crate::setup::{Opened, setup_error};
use crate::text::{Align, Table};
use serde::Serialize;
use std::io::Write;
use yomi_core::params::Spec;
use yomi_core::pictured::{BoardPosition, MoveValues, ValuedMove};
use yomi_draw::Board;

/// Whose values, and how many moves.
#[derive(clap::Args)]
pub struct ValueArgs {
    /// Value every legal move by this evaluator or prior of the game, such as influence or
    /// by-influence:weights=mine.json; settings have the names that engines have for them, without
    /// the name before.
    #[arg(long, value_name = "EVALUATOR")]
    values: Option<Spec>,

    /// How many of the best moves are listed, and outlined in the picture.
    #[arg(long, value_name = "MOVES", default_value_t = 3, requires = "values")]
    top: u32,
}

/// The values for machines.
#[derive(Serialize)]
pub struct ShownValues {
    by: String,
    measure: &'static str,
    /// The best first.
    moves: Vec<ShownMove>,
}

#[derive(Serialize)]
struct ShownMove {
    r#move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    value: f64,
}

impl ShownValues {
    /// The same for machines.
    pub fn new(values: &MoveValues) -> ShownValues {
        let shown = |valued: &ValuedMove| ShownMove {
            r#move: valued.text.clone(),
            kind: valued.kind.clone(),
            value: valued.value,
        };
        ShownValues {
            by: values.by.clone(),
            measure: values.measure.name(),
            moves: values.moves.iter().map(shown).collect(),
        }
    }
}

impl ValueArgs {
    /// The values asked for, if any, with moves spelled as asked for.
    pub fn of(
        &self,
        opened: &Opened,
        notation: MoveNotation,
    ) -> anyhow::Result<Option<MoveValues>> {
        let Some(by) = &self.values else {
            return Ok(None);
        };
        let referee = opened.session.referee();
        if let Some(outcome) = referee.outcome() {
            return Err(usage(format!(
                "no moves to value: the game is over ({outcome})"
            )));
        }
        let values = (opened.game).move_values(opened.position(), &referee.moves(), by);
        let mut values = values.map_err(setup_error)?;
        for valued in &mut values.moves {
            valued.text = notation.spell(std::mem::take(&mut valued.text));
        }
        Ok(Some(values))
    }

    /// The board with them.
    pub fn board(&self, position: BoardPosition, values: Option<MoveValues>) -> Board {
        Board {
            position,
            values,
            outlined: self.top as usize,
            title: None,
        }
    }

    /// Lists the best moves and the best of each kind.
    pub fn write(&self, values: &MoveValues, out: &mut dyn Write) -> anyhow::Result<()> {
        let (count, measure) = (values.moves.len(), values.measure.name());
        writeln!(
            out,
            "Legal moves ({count}), the best by {} ({measure}):",
            values.by
        )?;
        let best = values.moves.iter().take(self.top as usize).enumerate();
        let mut table = Table::new(&[
            ("", Align::Right),
            ("value", Align::Right),
            ("move", Align::Left),
        ]);
        for (rank, valued) in best {
            let value = values.measure.tell(valued.value);
            table.row(vec![format!("{:3}", rank + 1), value, valued.text.clone()]);
        }
        write!(out, "{}", table.render())?;
        let kinds = values.best_by_kind();
        if kinds.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nThe best of each kind:")?;
        let mut table = Table::new(&[
            ("  kind", Align::Left),
            ("value", Align::Right),
            ("move", Align::Left),
        ]);
        for valued in kinds {
            let kind = valued.kind.as_deref().unwrap_or_default();
            let value = values.measure.tell(valued.value);
            table.row(vec![format!("  {kind}"), value, valued.text.clone()]);
        }
        write!(out, "{}", table.render())?;
        Ok(())
    }
}
