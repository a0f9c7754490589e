//! The record of a game, in version 3.0 of the CSA format of records, piece by piece: whoever
//! writes each piece down as it comes has everything there is, even if the program is killed.
//!
//! Moves stand as they came, each with its time in seconds; what we thought of ours follows them as
//! a remark, `'** 30 -3334FU`, as in Floodgate's records. So does, at the end, how the server told
//! the end.

use super::clock::TimeControl;
use super::ending::{Reason, Verdict};
use super::summary::Summary;
use yomi_core::Player;
use yomi_records::calendar::Moment;
use yomi_records::shogi::csa::csa_move::{CsaMove, sign};

/// What stands before the moves, and the moves that were played before the game.
pub(super) fn opening(summary: &Summary, now: Moment) -> String {
    let [black, white] = summary.names.each_ref().map(|name| harmless(name));
    let mut text = format!("'CSA encoding=UTF-8\nV3.0\nN+{black}\nN-{white}\n");
    text += &format!("$EVENT:{}\n", harmless(&summary.game));
    text += &format!("$START_TIME:{}\n", now.slashed());
    let [first, second] = &summary.times;
    match first == second {
        true => text += &time_limit("", first),
        false => text += &(time_limit("+", first) + &time_limit("-", second)),
    }
    if let Some(moves) = summary.most_moves {
        text += &format!("$MAX_MOVES:{moves}\n");
    }
    for line in &summary.start_lines {
        text += &format!("{line}\n");
    }
    if summary.start.to_move.is_none() {
        text += &format!("{}\n", sign(summary.to_move));
    }
    for (played, units) in &summary.moves {
        text += &moved(summary, played, Some(*units), None);
    }
    text
}

/// Seconds for the game, for a move after that, and for each move in addition.
fn time_limit(side: &str, control: &TimeControl) -> String {
    if control.is_unlimited() {
        return String::new();
    }
    let [total, byoyomi, increment, delay] = [
        control.total.unwrap_or(0),
        control.byoyomi,
        control.increment,
        control.delay,
    ]
    .map(|units| control.seconds(units));
    let mut text = format!("$TIME{side}:{total}+{byoyomi}+{increment}\n");
    if control.delay > 0 {
        text += &format!("'Delay{side}:{delay}\n");
    }
    text
}

/// A move, its time and what we thought of it.
pub(super) fn moved(
    summary: &Summary,
    played: &CsaMove,
    units: Option<u64>,
    remark: Option<&str>,
) -> String {
    let mut text = format!("{played}\n");
    if let Some(units) = units {
        let control = &summary.times[played.side.index()];
        text += &format!("T{}\n", control.seconds(units));
    }
    if let Some(remark) = remark {
        text += &format!("'*{remark}\n");
    }
    text
}

/// How it ended.
pub(super) fn closing(
    summary: &Summary,
    turn: Player,
    reason: Option<Reason>,
    verdict: Verdict,
    now: Moment,
) -> String {
    let winner = verdict.winner(summary.we_are);
    let word = match (reason, winner) {
        (Some(Reason::Resign), _) => "%TORYO".to_owned(),
        (Some(Reason::TimeUp), _) => "%TIME_UP".to_owned(),
        (Some(Reason::Sennichite), _) => "%SENNICHITE".to_owned(),
        (Some(Reason::Jishogi), Some(_)) => "%KACHI".to_owned(),
        (Some(Reason::Jishogi), None) => "%JISHOGI".to_owned(),
        (Some(Reason::MaxMoves), _) => "%MAX_MOVES".to_owned(),
        // Whose turn it is has done wrong; of anybody else that must be said.
        (Some(Reason::IllegalMove), Some(winner)) if winner != turn => "%ILLEGAL_MOVE".to_owned(),
        (
            Some(Reason::IllegalMove | Reason::IllegalAction | Reason::OuteSennichite),
            Some(winner),
        ) => format!("%{}ILLEGAL_ACTION", sign(winner.other())),
        (Some(Reason::IllegalMove | Reason::IllegalAction | Reason::OuteSennichite), None)
        | (None, _) => "%CHUDAN".to_owned(),
    };
    let mut text = format!("{word}\n");
    // A game that was broken off has no winner, and is no draw either.
    if verdict != Verdict::Chudan {
        let [black, white] = Player::BOTH.map(|player| {
            let name = harmless(&summary.names[player.index()]);
            let result = match winner {
                Some(winner) if winner == player => "win",
                Some(_) => "lose",
                None => "draw",
            };
            format!("{name} {result}")
        });
        let told = reason.map_or("abnormal", Reason::summary);
        text += &format!("'summary:{told}:{black}:{white}\n");
    }
    let reason = reason.map_or("", Reason::word);
    text += &format!("'{reason}{}\n", verdict.word());
    text += &format!("'$END_TIME:{}\n", now.slashed());
    text
}

/// The end of a game whose connection was lost: nobody told us how it ended.
pub(super) fn broken_off(why: &str, now: Moment) -> String {
    let why = harmless(why);
    format!("%CHUDAN\n'{why}\n'$END_TIME:{}\n", now.slashed())
}

/// A text of others in one line.
fn harmless(text: &str) -> String {
    text.replace(|c: char| c.is_control(), "_")
}
