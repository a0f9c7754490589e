//! Commands that tell what the engine thinks while it thinks.

use super::super::analysis_request::{AnalysisRequest, Style};
use super::super::inbox::Alarm;
use super::super::table::{Command, live};
use super::super::wire::Wire;
use super::super::{Answer, Server};
use super::board::legal_moves;
use super::think::{Task, think};
use std::time::{Duration, Instant};
use yomi_core::engine::{Effort, Question, TextReport};
use yomi_core::{EngineError, Limits, Player, Stop};
use yomi_records::sgf::Point;

/// Analysis.
pub const ROWS: &[Command] = &[
    live(
        "kata-analyze [COLOUR] [CENTISECONDS] [KEY VALUE]...",
        "tell what the engine thinks, as KataGo does, until anything comes in",
        |server, arguments, wire| analyze(server, arguments, wire, Style::Kata),
    ),
    live(
        "kata-genmove_analyze [COLOUR] [CENTISECONDS] [KEY VALUE]...",
        "let the engine move and tell what it thinks, as KataGo does",
        |server, arguments, wire| genmove(server, arguments, wire, Style::Kata, true),
    ),
    live(
        "kata-search_analyze [COLOUR] [CENTISECONDS] [KEY VALUE]...",
        "the same, but do not play the move",
        |server, arguments, wire| genmove(server, arguments, wire, Style::Kata, false),
    ),
    live(
        "lz-analyze [COLOUR] [CENTISECONDS] [KEY VALUE]...",
        "tell what the engine thinks, as Leela Zero does, until anything comes in",
        |server, arguments, wire| analyze(server, arguments, wire, Style::Leela),
    ),
    live(
        "lz-genmove_analyze [COLOUR] [CENTISECONDS] [KEY VALUE]...",
        "let the engine move and tell what it thinks, as Leela Zero does",
        |server, arguments, wire| genmove(server, arguments, wire, Style::Leela, true),
    ),
];

/// A line per interval until anything comes in. Whenever that is, there is one line at least.
fn analyze(
    server: &mut Server<'_>,
    arguments: &[String],
    wire: &mut Wire<'_>,
    style: Style,
) -> Answer {
    let (request, player, only) = read_request(server, arguments, style)?;
    let aside = server
        .turn_to(player)
        .map_err(|reason| format!("cannot analyze: {reason}"))?;
    let prepared = server.session.sync_engine_at(aside.as_deref());
    prepared.map_err(|error| error.to_string())?;
    // Once a stream has begun it cannot fail, so whether there can be one is tried before.
    let stopped = Stop::default();
    stopped.raise();
    let tried = think_on(server, &only, Duration::ZERO, &stopped);
    tried.map_err(|error| error.to_string())?;
    wire.begin();
    let ownership = ownership(server, &request);
    let mut silent = true;
    loop {
        let started = Instant::now();
        let found = wire.watching(Alarm::AnyInput, |_, stop| {
            think_on(server, &only, request.interval, stop)
        });
        let report = found.map_err(|error| error.to_string())?;
        let interrupted = wire.wait(Duration::ZERO);
        if silent || !interrupted {
            wire.line(&request.line(style, &report, player, ownership.as_deref()));
            silent = false;
        }
        server.report = Some(report);
        // An engine that has nothing left to find out answers early.
        let rest = request.interval.saturating_sub(started.elapsed());
        if interrupted || wire.is_broken() || wire.wait(rest) {
            return Ok(String::new());
        }
    }
}

/// Lets the engine think on about these moves (all, if there are none) of the position it stands in. A
/// stream asks again for every line: an iterative search reports its iterations, which come at other
/// times than the lines should.
pub fn think_on(
    server: &mut Server<'_>,
    only: &[String],
    time: Duration,
    stop: &Stop,
) -> Result<TextReport, EngineError> {
    let question = Question {
        effort: Effort::Within(Limits::time(time)),
        thorough: true,
        resume: true,
        only: only.to_vec(),
        stop: stop.clone(),
        ..Question::default()
    };
    server.session.follower().think(&question, &mut |_| ())
}

fn genmove(
    server: &mut Server<'_>,
    arguments: &[String],
    wire: &mut Wire<'_>,
    style: Style,
    counts: bool,
) -> Answer {
    let (request, player, only) = read_request(server, arguments, style)?;
    let task = Task {
        player,
        only,
        counts,
        stream: Some((style, &request)),
    };
    let text = think(server, &task, wire)?;
    if !wire.is_streaming() {
        wire.begin();
    }
    Ok(format!("play {text}"))
}

/// What is asked, for which player, and the moves it is restricted to; none if there are no
/// restrictions.
fn read_request(
    server: &Server<'_>,
    arguments: &[String],
    style: Style,
) -> Result<(AnalysisRequest, Player, Vec<String>), String> {
    let request = AnalysisRequest::parse(arguments, &server.game, style)?;
    let referee = server.session.referee();
    if request.ownership && server.game.stones.is_none() {
        return Err("the points of this game are nobody's: no ownership".to_owned());
    }
    let player = request.player.unwrap_or_else(|| referee.to_move());
    if !request.restricts(player) || server.is_skipped(player) {
        return Ok((request, player, Vec::new()));
    }
    server
        .turn_to(player)
        .map_err(|reason| format!("cannot analyze: {reason}"))?;
    let size = server.stones().ok().map(|stones| stones.size());
    let exists = |text: &str| size.is_some_and(|size| Point::from_vertex(text, size).is_some());
    let only = request.restrict(player, legal_moves(server, player)?, &exists)?;
    Ok((request, player, only))
}

/// Whose the points are, if that is asked for. It does not depend on the engine, so once is enough.
pub fn ownership(server: &Server<'_>, request: &AnalysisRequest) -> Option<Vec<f64>> {
    let referee = server.session.referee();
    request.ownership.then(|| referee.ownership()).flatten()
}
