//! `yomi analyze GAME`: what an engine thinks of a position.

use crate::clock::parse_clock;
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::notation::MoveNotation;
use crate::picture::BoardPictureArgs;
use crate::setup::{Opened, PositionArgs, setup_error};
use crate::terminal::{ColourArgs, outcome_text};
use crate::text::{Align, Table, bytes, grouped, rate, wrap};
use crate::values::{KnownValues, ShownValues, ValueArgs, draw_board};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io::Write;
use yomi_core::engine::Question;
use yomi_core::engine::{Member, Remark, TextMove, TextReport};
use yomi_core::params::Spec;
use yomi_core::{Clock, Player, Proven, Seed, StopReason};
use yomi_engine::Registry;

/// How many moves a table for people has.
const SHOWN_MOVES: usize = 10;

/// Lets an engine think about a position and shows what it found.
///
/// Values run from 0 (a loss) to 1 (a win) as the side to move sees them. Ctrl-C ends the thinking
/// and shows what was found so far. With --values no engine thinks: the moves are valued by knowledge of the game, and
/// where that was learned, the factors of each value are shown, and the pattern that matches around the best move.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi analyze connect-four --moves \"4 4 3\"
  yomi analyze connect-four --engine alpha-beta:depth=8 --top 3
  yomi analyze connect-four --engine uct:simulations=100000 --json
  yomi analyze go --moves \"E5 C3 G4\" --engine best:time=2 --out board.svg
  yomi analyze go --moves \"E5 C3 G4\" --values patterns --explain E3 --out patterns.svg
  yomi analyze go --record game.sgf --upto 30 --values patterns:prior_set=mine.json --json")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// The engine [default: the one that `yomi engines GAME` marks].
    #[arg(long, value_name = "SPEC", conflicts_with = "values")]
    engine: Option<Spec>,

    /// Think within the means of this clock, MAIN[+INCREMENT][/BYOYOMI] in seconds.
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock, conflicts_with = "values")]
    clock: Option<Clock>,

    /// Show only the best N moves [default: 10; all with --json].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    top: Option<u32>,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    values: ValueArgs,

    #[command(flatten)]
    picture: BoardPictureArgs,

    #[command(flatten)]
    colour: ColourArgs,
}

/// The values of moves for machines, and what they are about.
#[derive(Serialize)]
struct Valued<'a> {
    game: &'a Spec,
    position: Vec<String>,
    /// The position as text, in games whose positions have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    to_move: Player,
    values: ShownValues,
}

/// The analysis for machines: the report, and what it is about.
#[derive(Serialize)]
struct Analysis<'a> {
    game: &'a Spec,
    position: Vec<String>,
    /// The position as text, in games whose positions have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    to_move: Player,
    engine: &'a Spec,
    /// The user's own seed; the report's is the one derived from it for this search.
    seed: u64,
    search_seed: Seed,
    /// What the game itself has to say.
    #[serde(skip_serializing_if = "Map::is_empty")]
    remarks: Map<String, Value>,
    /// The numbers in the remarks, by the names of both.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    figures: BTreeMap<String, BTreeMap<String, i64>>,
    #[serde(flatten)]
    members: BTreeMap<String, Member>,
    #[serde(flatten)]
    report: Map<String, Value>,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let opened = self.position.open(registry)?;
        let referee = opened.session.referee();
        if let Some(outcome) = referee.outcome() {
            return Err(usage(format!(
                "nothing to analyze: the game is over ({})",
                outcome_text(referee, outcome)
            )));
        }
        let shown = match (self.top, self.json) {
            (Some(top), _) => top as usize,
            (None, true) => usize::MAX,
            (None, false) => SHOWN_MOVES,
        };
        let pictured = self.top.map_or(SHOWN_MOVES, |top| top as usize);
        if let Some(values) = self.values.of(&opened, MoveNotation::Own)? {
            draw_board(&self.picture, &opened, Some(&values), pictured, out)?;
            return match self.picture.remarks(out) {
                Some(out) => self.write_values(&opened, &values, shown, out),
                None => Ok(()),
            };
        }
        let path = referee.moves();
        if self.picture.out.is_some() {
            // Better known before anybody waits for the engine.
            let board = opened.game.board(opened.position(), &path);
            board.map_err(setup_error)?;
        }
        let (mut engine, spec) = opened.engine(self.engine.as_ref())?;
        let question = Question::to_move(self.clock, &stop_on_interrupt());
        let mut report = engine.think(&question, &mut |_| ())?;
        let examined = report.moves.len();
        if self.picture.out.is_some() {
            let game = &opened.game;
            let values = game.searched_values(opened.position(), &path, &spec, &report);
            let values = KnownValues {
                values: values.map_err(setup_error)?,
                explained: None,
            };
            draw_board(&self.picture, &opened, Some(&values), pictured, out)?;
        }
        let Some(out) = self.picture.remarks(out) else {
            return Ok(());
        };
        report.moves.truncate(shown);
        if self.json {
            let mut fields = match serde_json::to_value(&report)? {
                Value::Object(fields) => fields,
                other => Map::from_iter([("report".to_owned(), other)]),
            };
            fields.remove("seed");
            let remarks = referee.remarks();
            let analysis = Analysis {
                game: &opened.spec,
                position: referee.moves(),
                state: referee.position(),
                to_move: referee.to_move(),
                engine: &spec,
                seed: self.position.seed,
                search_seed: report.seed,
                remarks: remarks
                    .iter()
                    .map(|remark| (remark.name.clone(), Value::from(remark.text.as_str())))
                    .collect(),
                members: remarks
                    .iter()
                    .flat_map(|remark| remark.members.iter().cloned())
                    .collect(),
                figures: remarks
                    .into_iter()
                    .filter(|remark| !remark.figures.is_empty())
                    .map(|remark| (remark.name, remark.figures.into_iter().collect()))
                    .collect(),
                report: fields,
            };
            writeln!(out, "{}", serde_json::to_string(&analysis)?)?;
            return Ok(());
        }
        self.colour.brush().write_board(referee, out)?;
        writeln!(out, "\nEngine {spec}, seed {}.\n", self.position.seed)?;
        write!(out, "{}", move_table(&report.moves))?;
        if report.moves.len() < examined {
            let more = grouped((examined - report.moves.len()) as u64);
            writeln!(out, "({more} more)")?;
        }
        writeln!(out)?;
        write_summary(&report, out)?;
        for Remark { name, text, .. } in referee.remarks() {
            write!(out, "{}", wrap(&format!("{name}: {text}"), 0))?;
        }
        Ok(())
    }

    fn write_values(
        &self,
        opened: &Opened,
        values: &KnownValues,
        shown: usize,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let referee = opened.session.referee();
        if self.json {
            let valued = Valued {
                game: &opened.spec,
                position: referee.moves(),
                state: referee.position(),
                to_move: referee.to_move(),
                values: ShownValues::new(&values.values, shown),
            };
            writeln!(out, "{}", serde_json::to_string(&valued)?)?;
            return Ok(());
        }
        self.colour.brush().write_board(referee, out)?;
        values.write(shown, out)
    }
}

/// What was found out about each move; columns that hold nothing are left out.
pub fn move_table(moves: &[TextMove]) -> String {
    let number = |x: Option<f64>| x.map(|x| format!("{x:.4}"));
    let visits = |entry: &TextMove| (entry.visits > 0).then(|| grouped(entry.visits));
    let proven = |entry: &TextMove| entry.proven.map(|_| proven_word(entry.proven).to_owned());
    type Cell<'a> = Box<dyn Fn(&TextMove) -> Option<String> + 'a>;
    let columns: [(&str, Align, Cell<'_>); 4] = [
        ("visits", Align::Right, Box::new(visits)),
        (
            "value",
            Align::Right,
            Box::new(|entry| number(entry.value.map(|value| value.0))),
        ),
        ("prior", Align::Right, Box::new(|entry| number(entry.prior))),
        ("proven", Align::Left, Box::new(proven)),
    ];
    let filled =
        |column: &&(&str, Align, Cell<'_>)| moves.iter().any(|entry| column.2(entry).is_some());
    let columns: Vec<_> = columns.iter().filter(filled).collect();
    let mut names = vec![("move", Align::Left)];
    names.extend(columns.iter().map(|column| (column.0, column.1)));
    let mut table = Table::new(&names);
    for entry in moves {
        let cells = columns
            .iter()
            .map(|column| column.2(entry).unwrap_or_else(|| "-".to_owned()));
        table.row([entry.text.clone()].into_iter().chain(cells).collect());
    }
    table.render()
}

/// The conclusion: best move, line, effort.
fn write_summary(report: &TextReport, out: &mut dyn Write) -> anyhow::Result<()> {
    let proven = match report.proven {
        Some(_) => format!(", proven {}", proven_word(report.proven)),
        None => String::new(),
    };
    writeln!(
        out,
        "Best move {}, value {:.4}{proven}.",
        report.best, report.value.0
    )?;
    let line = format!("Line: {}", report.line.join(" "));
    write!(out, "{}", wrap(&line, 0))?;
    for other in report
        .moves
        .iter()
        .skip(1)
        .filter(|other| !other.line.is_empty())
    {
        write!(out, "{}", wrap(&format!("Or: {}", other.line.join(" ")), 0))?;
    }
    let seconds = report.elapsed.as_secs_f64();
    let speed = |count: u64| rate(count as f64 / seconds.max(1e-9));
    let effort = format!(
        "{} simulations ({}/s), {} nodes ({}/s), depth {}, {} of memory, {seconds:.3} s, {}.",
        grouped(report.simulations),
        speed(report.simulations),
        grouped(report.nodes),
        speed(report.nodes),
        report.depth,
        bytes(report.memory),
        reason_words(report.reason),
    );
    write!(out, "{}", wrap(&effort, 0))?;
    if !report.reproducible {
        writeln!(
            out,
            "Another run may differ: time decided, or threads shared a tree."
        )?;
    }
    Ok(())
}

fn proven_word(proven: Option<Proven>) -> &'static str {
    match proven {
        None => "-",
        Some(Proven::Win) => "win",
        Some(Proven::Draw) => "draw",
        Some(Proven::Loss) => "loss",
    }
}

fn reason_words(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Simulations => "ended by the limit on simulations",
        StopReason::Nodes => "ended by the limit on nodes",
        StopReason::Depth => "ended by the limit on depth",
        StopReason::Time => "ended by the time limit",
        StopReason::Stopped => "stopped from outside",
        StopReason::Solved => "ended because the position is solved",
        StopReason::Decided => "ended because no other move could overtake the best",
        StopReason::Exhausted => "ended because nothing is left to examine",
    }
}
