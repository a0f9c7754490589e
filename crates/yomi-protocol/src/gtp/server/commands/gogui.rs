//! Commands that GoGui shows on its board.

use super::super::inbox::Alarm;
use super::super::table::{Command, has_stones, live, row};
use super::super::wire::Wire;
use super::super::{Answer, Server};
use super::board::legal_moves;
use super::read;
use std::time::Duration;
use yomi_core::engine::{Effort, Question, TextReport};
use yomi_core::{Limits, Player};

/// GoGui.
pub const ROWS: &[Command] = &[
    row(
        "gogui-analyze_commands",
        "list what GoGui can show: type/label/command",
        analyze_commands,
    )
    .only(has_stones),
    row(
        "gogui-interrupt",
        "do nothing: says that a line '# interrupt' ends a search",
        interrupt,
    ),
    row(
        "yomi-legal COLOUR",
        "list the points where a colour may play",
        legal,
    )
    .only(has_stones),
    live(
        "yomi-move_values [SECONDS]",
        "think so long, and show values, visits and the expected line",
        move_values,
    )
    .only(has_stones),
    row(
        "yomi-ownership",
        "show whose each point is in the end: 1 black's, -1 white's",
        ownership,
    )
    .only(has_stones),
];

/// What GoGui offers in its list.
const ANALYZE_COMMANDS: &str = "\
gfx/Move Values/yomi-move_values
dboard/Ownership/yomi-ownership
plist/Legal Moves/yomi-legal %c
varc/Best Move/reg_genmove %c
string/Final Score/final_score
plist/Dead Stones/final_status_list dead
plist/Living Stones/final_status_list alive
plist/Stones in Seki/final_status_list seki
string/Value of Last Search/get_value
hstring/Moves of Last Search/move_values
param/Engine Parameters/param
string/Engine/engine %o
hstring/Engines/list_engines
string/Resign Below/yomi-resign %o
string/Processor Time/cputime";

fn analyze_commands(_: &mut Server<'_>, _: &[String]) -> Answer {
    Ok(ANALYZE_COMMANDS.to_owned())
}

fn interrupt(_: &mut Server<'_>, _: &[String]) -> Answer {
    Ok(String::new())
}

/// A pass is no point.
fn legal(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    let mut points = legal_moves(server, player)?;
    points.retain(|point| point != yomi_records::sgf::PASS);
    Ok(points.join(" "))
}

/// Rows from the top, as the board is drawn.
fn ownership(server: &mut Server<'_>, _: &[String]) -> Answer {
    let unknown = || "nobody knows whose the points are in this game".to_owned();
    let ownership = server.session.referee().ownership().ok_or_else(unknown)?;
    let size = server.stones()?.size();
    let row = |row: &[f64]| {
        let numbers: Vec<String> = row.iter().map(|&owner| rounded(owner, 2)).collect();
        numbers.join(" ")
    };
    let rows: Vec<String> = ownership.chunks(size).map(row).collect();
    Ok(format!("\n{}", rows.join("\n")))
}

/// A number to so many places, without the sign of a zero.
fn rounded(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    match text.strip_prefix('-') {
        Some(size) if size.bytes().all(|byte| matches!(byte, b'0' | b'.')) => size.to_owned(),
        _ => text,
    }
}

/// Thinks on about the position: asked again, it knows more.
fn move_values(server: &mut Server<'_>, arguments: &[String], wire: &mut Wire<'_>) -> Answer {
    /// A minute.
    const MOST: f64 = 60.0;
    let expected = "a number of seconds up to 60";
    let seconds: f64 = match arguments.first() {
        Some(text) => read(text, expected)?,
        None => 1.0,
    };
    if !(0.0..=MOST).contains(&seconds) {
        let text = &arguments[0];
        return Err(format!("syntax error: '{text}' is not {expected}"));
    }
    let player = server.session.referee().to_move();
    let aside = server.turn_to(player)?;
    let found = wire.watching(Alarm::Interrupt, |_, stop| {
        let question = Question {
            effort: Effort::Within(Limits::time(Duration::from_secs_f64(seconds))),
            thorough: true,
            resume: true,
            stop: stop.clone(),
            ..Question::default()
        };
        let session = &mut server.session;
        session.think_at(aside.as_deref(), &question, &mut |_| ())
    });
    let report = found.map_err(|error| error.to_string())?;
    let picture = picture(&report, player);
    server.report = Some(report);
    Ok(picture)
}

/// Values as squares (black for what is good for black), shares of the visits in percent as
/// labels, the expected line as numbered stones, and a summary for the status line.
fn picture(report: &TextReport, player: Player) -> String {
    let all: u64 = report.moves.iter().map(|entry| entry.visits).sum();
    let sign = if player == Player::First { 1.0 } else { -1.0 };
    let (mut squares, mut labels) = (String::new(), String::new());
    for entry in &report.moves {
        let (Some(value), true) = (entry.value, entry.visits > 0) else {
            continue;
        };
        if entry.text == yomi_records::sgf::PASS {
            continue;
        }
        let influence = sign * (2.0 * value.0 - 1.0);
        squares += &format!(" {} {}", entry.text, rounded(influence, 3));
        let percent = 100.0 * entry.visits as f64 / all as f64;
        if percent >= 1.0 {
            labels += &format!(" {} {percent:.0}", entry.text);
        }
    }
    let mut mover = player;
    let mut line = String::new();
    for text in &report.line {
        line += &format!(" {} {text}", ["b", "w"][mover.index()]);
        mover = mover.other();
    }
    let (best, value) = (&report.best, report.value.0);
    format!(
        "VAR{line}\nINFLUENCE{squares}\nLABEL{labels}\n\
         TEXT {best}, value {value:.3}, {all} visits"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        for (number, text) in [
            (-0.0, "0.000"),
            (-0.0004, "0.000"),
            (0.0004, "0.000"),
            (-0.0006, "-0.001"),
            (-10.0, "-10.000"),
        ] {
            assert_eq!(rounded(number, 3), text, "{number}");
        }
    }
}
