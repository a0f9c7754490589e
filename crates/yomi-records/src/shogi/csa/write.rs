//! From a game to a file of CSA.

use super::csa_move::{sign, write_on};
use super::{ends, position};
use crate::shogi::encoding::Encoding;
use crate::shogi::error::one_line;
use crate::shogi::record::{Note, ShogiRecord};
use crate::shogi::tags;
use std::time::Duration;
use yomi_core::{Outcome, Player};

/// The record as a text, of version 3.0 if it will be encoded as UTF-8 and of version 2.2, which
/// has no fractions of seconds, if as Shift_JIS.
pub fn write(record: &ShogiRecord, encoding: Encoding) -> String {
    let mut lines = match encoding {
        Encoding::Utf8 => vec!["'CSA encoding=UTF-8".to_owned(), "V3.0".to_owned()],
        Encoding::ShiftJis => vec!["V2.2".to_owned()],
    };
    for (sign, name) in Player::BOTH.map(sign).into_iter().zip(&record.players) {
        lines.extend(
            name.as_ref()
                .map(|name| format!("N{sign}{}", one_line(name.trim()))),
        );
    }
    for (keyword, value) in &record.tags {
        if tags::is_keyword(keyword) {
            let (keyword, value) = tags::in_csa(keyword, value);
            lines.push(format!("${keyword}:{}", one_line(&value)));
        }
    }
    lines.extend(position::write(&record.start));
    write_note(&mut lines, &record.note);
    let mut board = record.start.clone();
    for played in &record.moves {
        let written = write_on(&board, played.action);
        lines.extend(written.map(|written| written.to_string()));
        lines.extend(played.time.map(|time| write_time(time, encoding)));
        write_note(&mut lines, &played.note);
        board.make(played.action);
    }
    let mut told = None;
    if let Some(end) = &record.end {
        let word = ends::end_word(end.ending, board.side());
        lines.push(word.to_owned());
        lines.extend(end.time.map(|time| write_time(time, encoding)));
        write_note(&mut lines, &end.note);
        let read = ends::ending(word, board.side());
        if read != Some(end.ending) {
            lines.push(format!(
                "'*ended by {}, for which CSA has no word",
                end.ending.name()
            ));
        }
        told = read.and_then(|ending| ending.outcome(board.side()));
    }
    match record.outcome() {
        Some(outcome) if told != Some(outcome) => lines.push(summary(record, outcome)),
        _ => {}
    }
    lines.join("\n") + "\n"
}

fn write_note(lines: &mut Vec<String>, note: &Note) {
    for comment in &note.comments {
        lines.push(format!("'*{}", one_line(comment)));
    }
}

fn write_time(time: Duration, encoding: Encoding) -> String {
    match (encoding, time.subsec_millis()) {
        (Encoding::ShiftJis, _) | (_, 0) => format!("T{}", time.as_secs()),
        (Encoding::Utf8, fraction) => {
            let text = format!("T{}.{fraction:03}", time.as_secs());
            text.trim_end_matches('0').to_owned()
        }
    }
}

/// Who won, where no word of the format tells it.
fn summary(record: &ShogiRecord, outcome: Outcome) -> String {
    let reason = record
        .end
        .as_ref()
        .map_or("judged", |end| end.ending.name());
    let part = |player: Player| {
        let name = record.players[player.index()].as_deref();
        let name = one_line(name.unwrap_or(["black", "white"][player.index()]));
        let word = match outcome {
            Outcome::Win(winner) if winner == player => "win",
            Outcome::Win(_) => "lose",
            Outcome::Draw | Outcome::Payoff(_) => "draw",
        };
        format!("{name} {word}")
    };
    let [black, white] = Player::BOTH.map(part);
    format!("'summary:{reason}:{black}:{white}")
}
