//! From a game to a file of KIF.

use super::moves::move_text;
use super::{closing, handicap, position, words};
use crate::shogi::encoding::Encoding;
use crate::shogi::error::one_line;
use crate::shogi::record::{Note, ShogiRecord};
use crate::shogi::tags;
use std::time::Duration;

/// How wide a move is written, where a Japanese letter counts as two.
const WIDTH: usize = 13;

/// The record as a text.
pub fn write(record: &ShogiRecord, encoding: Encoding) -> String {
    let sides = match handicap::name(&record.start) {
        Some(name) if name != handicap::EVEN => words::HANDICAP,
        _ => words::EVEN,
    };
    let mut lines = vec![format!("#KIF version=2.0 encoding={}", encoding.name())];
    for (keyword, value) in &record.tags {
        let keyword = tags::in_kif(keyword);
        if words::is_keyword(keyword) {
            lines.push(format!("{keyword}：{}", one_line(value)));
        }
    }
    lines.extend(position::write(&record.start));
    for (side, name) in sides.iter().zip(&record.players) {
        lines.extend(
            name.as_ref()
                .map(|name| format!("{side}：{}", one_line(name.trim()))),
        );
    }
    lines.push("手数----指手---------消費時間--".to_owned());
    write_note(&mut lines, &record.note);
    let mut board = record.start.clone();
    let mut last = None;
    let mut spent = [0; 2];
    for (i, played) in record.moves.iter().enumerate() {
        let text = move_text(&board, played.action, last).unwrap_or_default();
        let spent = &mut spent[board.side().index()];
        lines.push(write_move(i + 1, &text, played.time, spent));
        write_note(&mut lines, &played.note);
        last = Some(played.action.to());
        board.make(played.action);
    }
    if let Some(end) = &record.end {
        let word = words::end_word(end.ending, board.side());
        let spent = &mut spent[board.side().index()];
        lines.push(write_move(record.moves.len() + 1, word, end.time, spent));
        write_note(&mut lines, &end.note);
        if words::ending(word, board.side()) != Some(end.ending) {
            lines.push(format!(
                "*ended by {}, for which KIF has no word",
                end.ending.name()
            ));
        }
    }
    lines.extend(closing::write(record, sides));
    lines.join("\n") + "\n"
}

/// A numbered line with the time of the move and the sum of its player's times.
fn write_move(number: usize, text: &str, time: Option<Duration>, spent: &mut u64) -> String {
    let line = format!("{number:>4} {text}");
    let Some(time) = time.map(|time| time.as_secs()) else {
        return line;
    };
    *spent += time;
    let width: usize = text
        .chars()
        .map(|letter| 1 + usize::from(!letter.is_ascii()))
        .sum();
    format!(
        "{line}{}({:>2}:{:02}/{:02}:{:02}:{:02})",
        " ".repeat(WIDTH.saturating_sub(width).max(1)),
        time / 60,
        time % 60,
        *spent / 3600,
        *spent / 60 % 60,
        *spent % 60
    )
}

fn write_note(lines: &mut Vec<String>, note: &Note) {
    for comment in &note.comments {
        lines.push(format!("*{}", one_line(comment)));
    }
    let bookmark = note.bookmark.as_ref();
    lines.extend(bookmark.map(|name| format!("&{}", one_line(name))));
}
