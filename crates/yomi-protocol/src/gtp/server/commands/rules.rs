//! Commands that choose the game and its rules.

use super::super::table::{Command, has_stones, row};
use super::super::{Answer, Server};
use super::read;
use yomi_core::foreign::quoted;

/// The rules.
pub const ROWS: &[Command] = &[
    row(
        "boardsize SIZE",
        "set the size of the board and clear it",
        boardsize,
    )
    .only(|game| game.board_size.is_some() || has_stones(game)),
    row("clear_board", "begin a new game", clear_board),
    row("get_komi", "tell the points given to white", get_komi).only(has_stones),
    row(
        "komi POINTS",
        "set the points given to white; the game goes on",
        komi,
    )
    .only(has_stones),
    row(
        "query_boardsize",
        "tell the size of the board",
        query_boardsize,
    )
    .only(|game| game.board_size.is_some() || has_stones(game)),
    row(
        "set_game NAME",
        "name the game and clear the board",
        set_game,
    )
    .spaced(),
];

/// The settings of the rules that GTP knows.
const SIZE: &str = "size";
const KOMI: &str = "komi";

fn set_game(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let name = arguments.join(" ");
    if !server.game.is_called(&name) {
        let ours = server.game.official_name();
        return Err(format!("unknown game '{name}': this is {ours}"));
    }
    clear_board(server, &[])
}

fn clear_board(server: &mut Server<'_>, _: &[String]) -> Answer {
    server.session.new_game(server.next_game());
    server.games += 1;
    server.clocks.restart();
    server.start_over();
    Ok(String::new())
}

fn boardsize(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let size: u32 = read(&arguments[0], "a size")?;
    let fits = match &server.game.stones {
        Some(stones) => stones.sizes.contains(&size),
        None => server.game.board_size == Some(size),
    };
    if !fits {
        return Err("unacceptable size".to_owned());
    }
    let size = size.to_string();
    let is_new = server.game.stones.is_some() && server.host.setting(SIZE) != Some(size.clone());
    if is_new {
        let host = server.host.with_settings(&[(SIZE.to_owned(), size)])?;
        let engine = host.engine(&server.spec)?;
        server
            .session
            .replace(host.referee(), server.next_game())
            .map_err(|error| error.to_string())?;
        server.games += 1;
        server.session.set_engine(engine);
        server.host = host;
        server.clocks.restart();
        server.start_over();
        return Ok(String::new());
    }
    clear_board(server, &[])
}

fn query_boardsize(server: &mut Server<'_>, _: &[String]) -> Answer {
    let fixed = server.game.board_size.map(|size| size.to_string());
    fixed
        .or_else(|| server.host.setting(SIZE))
        .ok_or_else(|| "the board has no size".to_owned())
}

fn get_komi(server: &mut Server<'_>, _: &[String]) -> Answer {
    let komi = server.host.setting(KOMI);
    komi.ok_or_else(|| "there is no komi in this game".to_owned())
}

/// The game goes on by other rules: everything that was played is played again by them.
fn komi(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    /// More than any board has points. Which komi there can be is for the rules to say, but a
    /// number without end is none.
    const MOST: f64 = 1e6;
    let expected = "a number of points";
    let komi: f64 = read(&arguments[0], expected)?;
    if !(-MOST..=MOST).contains(&komi) {
        return Err(format!(
            "syntax error: {} is not {expected}",
            quoted(&arguments[0])
        ));
    }
    // There is no negative zero in a score.
    let komi = (komi + 0.0).to_string();
    if server.host.setting(KOMI) == Some(komi.clone()) {
        return Ok(String::new());
    }
    let host = server.host.with_settings(&[(KOMI.to_owned(), komi)])?;
    let engine = host.engine(&server.spec)?;
    server
        .session
        .change_rules(host.referee(), engine)
        .map_err(|error| error.to_string())?;
    server.host = host;
    server.start_over();
    Ok(String::new())
}
