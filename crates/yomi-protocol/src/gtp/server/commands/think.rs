//! Commands that let the engine think, and show what it found.

use super::super::{Answer, Server};
use std::time::Instant;
use yomi_core::engine::TextReport;
use yomi_core::{EngineError, Player};

/// What is answered for a side that has no move.
const PASS: &str = "pass";

pub fn genmove(server: &mut Server, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    think(server, player, true)
}

pub fn reg_genmove(server: &mut Server, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    think(server, player, false)
}

pub fn g(server: &mut Server, _: &[String]) -> Answer {
    think(server, server.session.referee().to_move(), true)
}

/// The engine's move, played if it is meant to count.
fn think(server: &mut Server, player: Player, counts: bool) -> Answer {
    if server.session.is_skipped(player) {
        return Ok(PASS.to_owned());
    }
    server
        .check_turn(player)
        .map_err(|reason| format!("cannot move: {reason}"))?;
    let started = Instant::now();
    let clock = server.clocks.clock(player);
    let report = match server.session.think(clock, &server.stop) {
        Err(EngineError::Resigned) => return Ok("resign".to_owned()),
        answer => answer.map_err(|error| error.to_string())?,
    };
    let mut text = report.best.clone();
    if counts {
        let spent = started.elapsed();
        text = server
            .session
            .play(&text)
            .map_err(|error| format!("the engine broke the rules: {error}"))?;
        server.clocks.spend(player, spent);
    }
    server.report = Some(report);
    Ok(text)
}

pub fn get_value(server: &mut Server, _: &[String]) -> Answer {
    Ok(format!("{:.4}", last_report(server)?.value.0))
}

pub fn move_values(server: &mut Server, _: &[String]) -> Answer {
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

fn last_report(server: &Server) -> Result<&TextReport, String> {
    server
        .report
        .as_ref()
        .ok_or_else(|| "there was no search just before: genmove or reg_genmove first".to_owned())
}
