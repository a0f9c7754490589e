//! Commands that let the engine think, and show what it found.

use super::super::analysis_request::{AnalysisRequest, Style};
use super::super::inbox::Alarm;
use super::super::table::{Command, live, row};
use super::super::wire::Wire;
use super::super::{Answer, Server};
use super::analyze::{ownership, think_on};
use std::time::{Duration, Instant};
use yomi_core::engine::{Question, TextReport};
use yomi_core::{Clock, EngineError, Player, StopReason};

/// The engine's moves.
pub const ROWS: &[Command] = &[
    live("g", "let the engine move for the side on turn", g),
    live("genmove COLOUR", "let the engine move", genmove),
    row(
        "get_value",
        "tell the value the last search found, from 0 to 1, for its mover",
        get_value,
    ),
    row(
        "move_values",
        "list what the last search found: visits, weight, value, move",
        move_values,
    ),
    live(
        "reg_genmove COLOUR",
        "let the engine think, but not move",
        reg_genmove,
    ),
];

/// What is answered for a side that has no move, and by one that gives up.
const PASS: &str = "pass";
const RESIGN: &str = "resign";

/// How to think.
pub struct Task<'a> {
    /// For whom.
    pub player: Player,
    /// Which moves to look at; all, if there are none.
    pub only: Vec<String>,
    /// Whether the move is played.
    pub counts: bool,
    /// What to tell meanwhile.
    pub stream: Option<(Style, &'a AnalysisRequest)>,
}

fn genmove(server: &mut Server<'_>, arguments: &[String], wire: &mut Wire<'_>) -> Answer {
    let player = server.player(&arguments[0])?;
    silently(server, player, true, wire)
}

fn reg_genmove(server: &mut Server<'_>, arguments: &[String], wire: &mut Wire<'_>) -> Answer {
    let player = server.player(&arguments[0])?;
    silently(server, player, false, wire)
}

fn g(server: &mut Server<'_>, _: &[String], wire: &mut Wire<'_>) -> Answer {
    let player = server.session.referee().to_move();
    silently(server, player, true, wire)
}

fn silently(server: &mut Server<'_>, player: Player, counts: bool, wire: &mut Wire<'_>) -> Answer {
    let task = Task {
        player,
        only: Vec::new(),
        counts,
        stream: None,
    };
    think(server, &task, wire)
}

/// The engine's move, played if it is meant to count.
pub fn think(server: &mut Server<'_>, task: &Task<'_>, wire: &mut Wire<'_>) -> Answer {
    // All that the command takes is on the clock, not the search alone.
    let started = Instant::now();
    let player = task.player;
    if server.is_skipped(player) {
        return Ok(PASS.to_owned());
    }
    let turned = server
        .turn_to(player)
        .map_err(|reason| format!("cannot move: {reason}"))?;
    let prepared = server.session.sync_engine_at(turned.as_deref());
    prepared.map_err(|error| error.to_string())?;
    let clock = server.clocks.clock(player, started.elapsed());
    let found = match task.stream {
        None => wire.watching(Alarm::Interrupt, |_, stop| {
            let question = Question::to_move(clock, stop);
            server.session.follower().think(&question, &mut |_| ())
        }),
        Some((style, request)) => think_aloud(server, task, clock, style, request, wire),
    };
    let report = match found {
        Err(EngineError::Resigned) => {
            server.resigned = task.counts.then_some(player).or(server.resigned);
            return Ok(RESIGN.to_owned());
        }
        found => found.map_err(|error| error.to_string())?,
    };
    let mut text = report.best.clone();
    // The value of a few moves is not that of the position.
    let is_restricted = !task.only.is_empty();
    if !is_restricted && server.session.resigns(player, &report) {
        RESIGN.clone_into(&mut text);
        server.resigned = task.counts.then_some(player).or(server.resigned);
    } else if task.counts {
        text = server
            .session
            .play_from(turned, &text)
            .map_err(|error| format!("the engine broke the rules: {error}"))?;
        server.move_on();
        match is_restricted {
            true => server.session.forget_values(),
            false => server.session.note_report(player, &report),
        }
        if server.game.stones.is_some() {
            server
                .session
                .remark(yomi_records::sgf::remark(&report, player));
        }
        server.clocks.spend(player, started.elapsed());
    }
    server.report = Some(report);
    Ok(text)
}

/// Thinks in slices, so that there is something to tell after each. Only a clock says how long
/// that may go on: without one the engine thinks as it always does, and tells of its progress.
fn think_aloud(
    server: &mut Server<'_>,
    task: &Task<'_>,
    clock: Option<Clock>,
    style: Style,
    request: &AnalysisRequest,
    wire: &mut Wire<'_>,
) -> Result<TextReport, EngineError> {
    let ownership = ownership(server, request);
    let line = |report: &TextReport| request.line(style, report, task.player, ownership.as_deref());
    let Some(clock) = clock else {
        return think_with_progress(server, &task.only, request.interval, &line, wire);
    };
    let started = Instant::now();
    loop {
        let (found, stopped) = wire.watching(Alarm::Interrupt, |_, stop| {
            let left = clock.budget().saturating_sub(started.elapsed());
            let found = think_on(server, &task.only, request.interval.min(left), stop);
            (found, stop.is_raised())
        });
        let report = found?;
        stream(wire, &line(&report));
        let left = clock.budget().saturating_sub(started.elapsed());
        let settled = matches!(report.reason, StopReason::Solved | StopReason::Exhausted);
        if left.is_zero() || stopped || settled || wire.is_broken() {
            return Ok(report);
        }
    }
}

/// Thinks within the engine's own limits. Reports that come sooner than the interval are passed over.
fn think_with_progress(
    server: &mut Server<'_>,
    only: &[String],
    interval: Duration,
    line: &dyn Fn(&TextReport) -> String,
    wire: &mut Wire<'_>,
) -> Result<TextReport, EngineError> {
    let mut written = (Instant::now(), String::new());
    let found = wire.watching(Alarm::Interrupt, |wire, stop| {
        let question = Question {
            only: only.to_vec(),
            progress: Some(interval),
            ..Question::to_move(None, stop)
        };
        server.session.follower().think(&question, &mut |report| {
            if written.0.elapsed() >= interval {
                written = (Instant::now(), line(report));
                stream(wire, &written.1);
            }
            if wire.is_broken() {
                stop.raise();
            }
        })
    });
    let last = line(found.as_ref().map_err(Clone::clone)?);
    if last != written.1 {
        stream(wire, &last);
    }
    found
}

/// A line of a stream, which begins with the first.
fn stream(wire: &mut Wire<'_>, line: &str) {
    if !wire.is_streaming() {
        wire.begin();
    }
    wire.line(line);
}

fn get_value(server: &mut Server<'_>, _: &[String]) -> Answer {
    Ok(format!("{:.4}", last_report(server)?.value.0))
}

fn move_values(server: &mut Server<'_>, _: &[String]) -> Answer {
    let lines: Vec<String> = last_report(server)?
        .moves
        .iter()
        .filter_map(|entry| {
            let (visits, value) = (entry.visits, entry.value?.0);
            Some(format!("{visits} {visits}.0 {value:.3} {}", entry.text))
        })
        .collect();
    Ok(lines.join("\n"))
}

fn last_report<'a>(server: &'a Server<'_>) -> Result<&'a TextReport, String> {
    server
        .report
        .as_ref()
        .ok_or_else(|| "there was no search just before: genmove or reg_genmove first".to_owned())
}
