//! Commands that play and look at the board.

use super::super::{Answer, Server};
use yomi_core::EngineError;

pub fn play(server: &mut Server, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    let illegal = |reason: String| format!("illegal move: {reason}");
    server.check_turn(player).map_err(illegal)?;
    play_move(server, &arguments[1..])
}

pub fn p(server: &mut Server, arguments: &[String]) -> Answer {
    play_move(server, arguments)
}

/// Plays for the side on turn. A move may be written with spaces.
fn play_move(server: &mut Server, words: &[String]) -> Answer {
    let text = words.join(" ");
    server
        .session
        .play(&text)
        .map_err(|error| format!("illegal move: {error}"))?;
    server.report = None;
    Ok(String::new())
}

pub fn undo(server: &mut Server, _: &[String]) -> Answer {
    server.session.undo().map_err(|error| match error {
        EngineError::NothingToUndo => "cannot undo".to_owned(),
        error => format!("cannot undo: {error}"),
    })?;
    server.report = None;
    Ok(String::new())
}

pub fn all_legal(server: &mut Server, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    if server.session.is_skipped(player) {
        return Ok(String::new());
    }
    server
        .check_turn(player)
        .map_err(|reason| format!("cannot list moves: {reason}"))?;
    Ok(server.session.referee().legal().moves.join("\n"))
}

pub fn final_score(server: &mut Server, _: &[String]) -> Answer {
    server.game.final_score(server.session.referee())
}

pub fn showboard(server: &mut Server, _: &[String]) -> Answer {
    let referee = server.session.referee();
    let state = match referee.outcome() {
        Some(outcome) => format!("game over: {outcome}"),
        None => format!("{} to move", server.game.colour(referee.to_move())),
    };
    Ok(format!("\n{}\n{state}", referee.render()))
}
