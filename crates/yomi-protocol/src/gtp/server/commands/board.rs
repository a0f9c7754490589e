//! Commands that play, look at the board and count.

use super::super::table::{Command, has_stones, row};
use super::super::{Answer, Server};
use super::read;
use yomi_core::{EngineError, Player};

/// The board.
pub const ROWS: &[Command] = &[
    row("all_legal COLOUR", "list the legal moves", all_legal),
    row("final_score", "tell the score, such as B+3", |server, _| {
        server.game.final_score(server.session.referee())
    }),
    row(
        "final_status_list alive|seki|dead",
        "list the stones of which this is true, a chain a line",
        final_status_list,
    )
    .only(has_stones),
    row("gg-undo [NUMBER]", "take so many moves back", undo_several),
    row("p MOVE", "play a move of the side on turn", p).spaced(),
    row("play COLOUR MOVE", "play a move", play).spaced(),
    row("showboard", "draw the board", showboard),
    row("undo", "take the last move back", |server, _| {
        take_back(server, 1)
    }),
];

fn play(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    play_move(server, player, &arguments[1..])
}

fn p(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let player = server.session.referee().to_move();
    play_move(server, player, arguments)
}

/// A move may be written with spaces.
fn play_move(server: &mut Server<'_>, player: Player, words: &[String]) -> Answer {
    let illegal = |reason: String| format!("illegal move: {reason}");
    let turned = server.turn_to(player).map_err(illegal)?;
    server
        .session
        .play_from(turned, &words.join(" "))
        .map_err(|error| illegal(error.to_string()))?;
    server.move_on();
    Ok(String::new())
}

fn undo_several(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let count = match arguments.first() {
        Some(number) => read(number, "a number of moves")?,
        None => 1,
    };
    take_back(server, count)
}

fn take_back(server: &mut Server<'_>, count: usize) -> Answer {
    let steps = server.session.history().steps.len();
    let cannot = || "cannot undo".to_owned();
    let mark = steps.checked_sub(count).ok_or_else(cannot)?;
    server.session.undo_to(mark).map_err(|error| match error {
        EngineError::NothingToUndo => cannot(),
        error => format!("cannot undo: {error}"),
    })?;
    server.start_over();
    Ok(String::new())
}

fn all_legal(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    Ok(legal_moves(server, player)?.join("\n"))
}

/// The legal moves of a player, whoever is on turn where that is allowed.
pub fn legal_moves(server: &Server<'_>, player: Player) -> Result<Vec<String>, String> {
    if server.is_skipped(player) {
        return Ok(Vec::new());
    }
    let cannot = |reason: String| format!("cannot list moves: {reason}");
    let Some(position) = server.turn_to(player).map_err(cannot)? else {
        return Ok(server.session.referee().legal().moves);
    };
    let mut referee = server.host.referee();
    referee
        .set_position(&position)
        .map_err(|error| cannot(error.to_string()))?;
    Ok(referee.legal().moves)
}

fn showboard(server: &mut Server<'_>, _: &[String]) -> Answer {
    let referee = server.session.referee();
    let state = match referee.outcome() {
        Some(outcome) => format!("game over: {outcome}"),
        None => format!("{} to move", server.game.colour(referee.to_move())),
    };
    Ok(format!("\n{}\n{state}", referee.render()))
}

fn final_status_list(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let unknown = || "nobody knows what becomes of stones in this game".to_owned();
    let settlement = server.session.referee().settlement();
    let settlement = settlement.ok_or_else(unknown)?;
    let chains = match arguments[0].as_str() {
        "alive" => settlement.alive,
        "seki" => settlement.seki,
        "dead" => settlement.dead,
        other => {
            return Err(format!(
                "syntax error: '{other}' is not alive, seki or dead"
            ));
        }
    };
    let lines: Vec<String> = chains.iter().map(|chain| chain.join(" ")).collect();
    Ok(lines.join("\n"))
}
