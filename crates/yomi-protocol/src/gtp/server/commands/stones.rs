//! Commands that put stones down by hand: handicaps, and positions to look at.

use super::super::handicap::{most, places};
use super::super::table::{Command, has_stones, row};
use super::super::{Answer, Server};
use super::read;
use yomi_core::Player;
use yomi_records::sgf::{Point, Stones};

/// Stones.
pub const ROWS: &[Command] = &[
    row(
        "fixed_handicap NUMBER",
        "place handicap stones where the standard says",
        fixed_handicap,
    )
    .only(has_stones),
    row(
        "gogui-play_sequence [COLOUR MOVE]...",
        "play several moves, or none of them",
        play_sequence,
    )
    .only(has_stones),
    row(
        "gogui-setup [COLOUR|e POINT]...",
        "put stones on the board, or take them off (e)",
        setup,
    )
    .only(has_stones),
    row(
        "gogui-setup_player COLOUR",
        "say who is to move",
        setup_player,
    )
    .only(has_stones),
    row(
        "place_free_handicap NUMBER",
        "let the program place so many handicap stones, or fewer",
        place_free_handicap,
    )
    .only(has_stones),
    row(
        "set_free_handicap POINT POINT...",
        "place handicap stones",
        set_free_handicap,
    )
    .only(has_stones),
];

fn fixed_handicap(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let count = read(&arguments[0], "a number of stones")?;
    let stones = empty_board(server)?;
    let places = places(stones.size(), count, true);
    let places = places.ok_or_else(|| "invalid number of stones".to_owned())?;
    place_handicap(server, stones, &places)
}

/// We may place fewer stones than asked for, and do where they have no place of their own.
fn place_free_handicap(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let count: usize = read(&arguments[0], "a number of stones")?;
    let stones = empty_board(server)?;
    let size = stones.size();
    let possible = 2..size * size;
    let places = possible
        .contains(&count)
        .then(|| places(size, count.min(most(size)), false))
        .flatten();
    let places = places.ok_or_else(|| "invalid number of stones".to_owned())?;
    place_handicap(server, stones, &places)
}

fn set_free_handicap(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let stones = empty_board(server)?;
    let mut places: Vec<Point> = Vec::new();
    for text in arguments {
        let point = Point::from_vertex(text, stones.size());
        let point = point.filter(|point| !places.contains(point));
        places.push(point.ok_or_else(|| format!("bad vertex list: '{text}'"))?);
    }
    if places.len() >= stones.size() * stones.size() {
        return Err("bad vertex list: no point is left".to_owned());
    }
    place_handicap(server, stones, &places).map(|_| String::new())
}

/// The board, if nothing has happened on it.
fn empty_board(server: &Server<'_>) -> Result<Stones, String> {
    let stones = server.stones()?;
    let bare = |player| stones.of(player).next().is_none();
    if !server.session.history().steps.is_empty() || !Player::BOTH.into_iter().all(bare) {
        return Err("board not empty".to_owned());
    }
    Ok(stones)
}

/// Places black stones, after which white is to move. Tells where.
fn place_handicap(server: &mut Server<'_>, mut stones: Stones, places: &[Point]) -> Answer {
    for &point in places {
        stones.put(point, Some(Player::First));
    }
    stones.to_move = Player::Second;
    let names: Vec<String> = places
        .iter()
        .map(|point| point.vertex(stones.size()))
        .collect();
    set_up(server, stones.to_string())?;
    Ok(names.join(" "))
}

fn set_up(server: &mut Server<'_>, position: String) -> Answer {
    server
        .session
        .set_up(&position)
        .map_err(|error| format!("cannot set up this position: {error}"))?;
    server.start_over();
    Ok(String::new())
}

fn setup(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let mut stones = server.stones()?;
    for pair in arguments.chunks(2) {
        let [colour, vertex] = pair else {
            return Err(odd(&pair[0]));
        };
        let stone = match colour.as_str() {
            "e" | "E" | "empty" => None,
            colour => Some(server.player(colour)?),
        };
        let point = Point::from_vertex(vertex, stones.size());
        let point = point.ok_or_else(|| format!("syntax error: '{vertex}' is no point"))?;
        stones.put(point, stone);
    }
    set_up(server, stones.to_string())
}

fn setup_player(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    match server.turn_to(player)? {
        None => Ok(String::new()),
        Some(position) => set_up(server, position),
    }
}

/// Plays moves of any colours. If one of them is illegal, none has been played.
fn play_sequence(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let mark = server.session.history().steps.len();
    for pair in arguments.chunks(2) {
        if let Err(error) = play_pair(server, pair) {
            let undone = server.session.undo_to(mark);
            undone.map_err(|error| format!("cannot undo: {error}"))?;
            return Err(error);
        }
    }
    server.move_on();
    Ok(String::new())
}

fn play_pair(server: &mut Server<'_>, pair: &[String]) -> Result<(), String> {
    let [colour, text] = pair else {
        return Err(odd(&pair[0]));
    };
    let player = server.player(colour)?;
    let turned = server.turn_to(player)?;
    let played = server.session.play_from(turned, text);
    played
        .map(|_| ())
        .map_err(|error| format!("illegal move {colour} {text}: {error}"))
}

fn odd(colour: &str) -> String {
    format!("syntax error: expected a point after '{colour}'")
}
