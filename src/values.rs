//! The values of the legal moves of a position, and what they come from.

use crate::failure::usage;
use crate::notation::MoveNotation;
use crate::picture::BoardPictureArgs;
use crate::setup::{Opened, setup_error};
use crate::text::{Align, Table};
use serde::Serialize;
use std::io::Write;
use yomi_core::params::Spec;
use yomi_core::pictured::{Explanation, MoveValues, ValuedMove};
use yomi_draw::Board;

/// Whose values, and which move is explained.
#[derive(clap::Args)]
pub struct ValueArgs {
    /// Value every legal move by this evaluator or prior of the game, such as influence or
    /// by-influence:weights=mine.json; settings have the names that engines have for them, without
    /// the name before.
    #[arg(long, value_name = "EVALUATOR")]
    pub values: Option<Spec>,

    /// Show what the value of this move comes from, instead of the best one's; for values by learned features.
    #[arg(long, value_name = "MOVE", requires = "values")]
    explain: Option<String>,
}

impl ValueArgs {
    /// The values asked for, if any, with moves spelled as asked for.
    pub fn of(
        &self,
        opened: &Opened,
        notation: MoveNotation,
    ) -> anyhow::Result<Option<KnownValues>> {
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
        let explained = self.explained(&values)?;
        Ok(Some(KnownValues { values, explained }))
    }

    /// The place of the move to be explained, if the values have explanations.
    fn explained(&self, values: &MoveValues) -> anyhow::Result<Option<usize>> {
        let mut moves = values.moves.iter();
        let has_any = moves.clone().any(|valued| valued.explanation.is_some());
        let Some(asked) = &self.explain else {
            return Ok(has_any.then_some(0));
        };
        if !has_any {
            let by = &values.by;
            return Err(usage(format!(
                "--explain: '{by}' does not tell what its values come from"
            )));
        }
        let place = moves.position(|valued| valued.text.eq_ignore_ascii_case(asked));
        let unknown = || usage(format!("--explain: '{asked}' is not a legal move here"));
        place.map(Some).ok_or_else(unknown)
    }
}

/// Values of moves, and which of them is explained.
pub struct KnownValues {
    /// The values.
    pub values: MoveValues,
    /// A place among the moves.
    pub explained: Option<usize>,
}

impl KnownValues {
    /// Lists so many of the best moves, the best of each kind, and what the value of one comes from.
    pub fn write(&self, top: usize, out: &mut dyn Write) -> anyhow::Result<()> {
        let values = &self.values;
        let (count, measure) = (values.moves.len(), values.measure.name());
        writeln!(
            out,
            "Legal moves ({count}), the best by {} ({measure}):",
            values.by
        )?;
        write!(out, "{}", self.best_moves(top))?;
        let kinds = values.best_by_kind();
        if !kinds.is_empty() {
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
        }
        match self.explained {
            Some(place) => write_pattern(&values.moves[place], out),
            None => Ok(()),
        }
    }

    /// The best moves, the one to be explained among them, with a column for each kind of factor.
    fn best_moves(&self, top: usize) -> String {
        let values = &self.values;
        let ranked = values.moves.iter().enumerate();
        let is_shown = |rank: usize| rank < top || Some(rank) == self.explained;
        let shown: Vec<(usize, &ValuedMove)> = ranked.filter(|&(rank, _)| is_shown(rank)).collect();
        let explanations = shown
            .iter()
            .filter_map(|(_, valued)| valued.explanation.as_ref());
        let kinds = kinds_of_factors(explanations);
        let mut columns = vec![
            ("", Align::Right),
            ("value", Align::Right),
            ("move", Align::Left),
        ];
        if !kinds.is_empty() {
            columns.push(("weight", Align::Right));
        }
        columns.extend(kinds.iter().map(|&kind| (kind, Align::Left)));
        let mut table = Table::new(&columns);
        for (rank, valued) in shown {
            let value = values.measure.tell(valued.value);
            let mut row = vec![format!("{:3}", rank + 1), value, valued.text.clone()];
            let Some(explanation) = &valued.explanation else {
                table.row(row);
                continue;
            };
            row.push(amount(explanation.weight()));
            // Where there are several factors of a kind, one below the other.
            let lines = factor_lines(explanation, &kinds);
            for (number, line) in lines.into_iter().enumerate() {
                let start = match number {
                    0 => std::mem::take(&mut row),
                    _ => vec![String::new(); 4],
                };
                table.row([start, line].concat());
            }
        }
        table.render()
    }
}

/// Draws the position into the file asked for, if any, with these values and so many of the best moves.
pub fn draw_board(
    args: &BoardPictureArgs,
    opened: &Opened,
    values: Option<&KnownValues>,
    top: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.out.is_none() {
        return Ok(());
    }
    let path = opened.session.referee().moves();
    let position = opened.game.board(opened.position(), &path);
    let position = position.map_err(setup_error)?;
    let draw = |title| {
        let board = Board {
            position,
            values: values.map(|known| known.values.clone()),
            outlined: top,
            explained: values.and_then(|known| known.explained),
            title,
        };
        board.picture()
    };
    args.write(draw, out)
}

/// The kinds of factors, in the order of their first appearance.
fn kinds_of_factors<'a>(explanations: impl Iterator<Item = &'a Explanation>) -> Vec<&'a str> {
    let mut kinds: Vec<&str> = Vec::new();
    for factor in explanations.flat_map(|explanation| &explanation.factors) {
        if !kinds.contains(&factor.kind.as_str()) {
            kinds.push(&factor.kind);
        }
    }
    kinds
}

/// The factors of a move, those of a kind one below the other; at least one line.
fn factor_lines(explanation: &Explanation, kinds: &[&str]) -> Vec<Vec<String>> {
    let columns: Vec<Vec<String>> = kinds
        .iter()
        .map(|kind| {
            let factors = explanation.factors.iter();
            let of_kind = factors.filter(|factor| factor.kind == *kind);
            of_kind
                .map(|factor| format!("×{} {}", amount(factor.factor), factor.feature))
                .collect()
        })
        .collect();
    let lines = columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let cell = |column: &Vec<String>, line: usize| column.get(line).cloned().unwrap_or_default();
    (0..lines)
        .map(|line| columns.iter().map(|column| cell(column, line)).collect())
        .collect()
}

/// A weight or a factor with three or more telling digits.
fn amount(number: f64) -> String {
    match number {
        _ if number == 0.0 => "0".to_owned(),
        _ if number < 0.000_995 => format!("{number:.2e}"),
        _ if number < 0.0995 => format!("{number:.4}"),
        _ if number < 100.0 => format!("{number:.2}"),
        _ => format!("{number:.0}"),
    }
}

/// The pattern around a move.
fn write_pattern(valued: &ValuedMove, out: &mut dyn Write) -> anyhow::Result<()> {
    let text = &valued.text;
    let pattern = valued.explanation.as_ref().map(|known| &known.pattern);
    let Some(Some(pattern)) = pattern else {
        return Ok(writeln!(out, "\nNo pattern matches {text}.")?);
    };
    let size = pattern.size;
    writeln!(
        out,
        "\nThe pattern of {text}, R{size}, as on the board (X own, O other, . empty, # outside, * the move):\n"
    )?;
    for row in &pattern.rows {
        let letters: Vec<String> = row.chars().map(String::from).collect();
        writeln!(out, "    {}", letters.join(" ").trim_end())?;
    }
    Ok(())
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
    /// Of a prior with explanations: the product of their factors.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    #[serde(flatten)]
    explanation: Option<Explanation>,
}

impl ShownValues {
    /// The first `top` of them for machines.
    pub fn new(values: &MoveValues, top: usize) -> ShownValues {
        let shown = |valued: &ValuedMove| ShownMove {
            r#move: valued.text.clone(),
            kind: valued.kind.clone(),
            value: valued.value,
            weight: valued.explanation.as_ref().map(Explanation::weight),
            explanation: valued.explanation.clone(),
        };
        ShownValues {
            by: values.by.clone(),
            measure: values.measure.name(),
            moves: values.moves.iter().take(top).map(shown).collect(),
        }
    }
}
