//! What the engine found, in the words of the board.

use super::game::Game;
use crate::usi::codec::{Info, Score};
use std::time::Duration;
use yomi_core::engine::TextReport;
use yomi_core::{MoverValue, Proven, StopReason};

/// The move by which a king that has entered wins. It is no move of a piece, and boards know it
/// only as an answer.
const DECLARATION: &str = "win";

/// How reports are told to a board.
pub struct InfoFormat {
    /// How many of the best moves are told (multi-PV).
    pub lines: usize,
    /// Whether it looks for a mate: then only that is worth anything.
    pub mate: bool,
    /// How long the search has gone on.
    pub time: Duration,
}

impl InfoFormat {
    /// What the report says, a line for each of the best moves. `game` is at the position the
    /// report is about, if it is still known.
    pub fn lines(&self, report: &TextReport, game: Option<&mut Game>) -> Vec<String> {
        let mut game = game;
        let mut score = |value: Option<MoverValue>, proven, line: &[String], is_shortest| {
            self.score(value, proven, line, is_shortest, game.as_deref_mut())
        };
        let is_shortest = report.line_is_shortest;
        let first = score(Some(report.value), report.proven, &report.line, is_shortest);
        let best = std::slice::from_ref(&report.best);
        let line = if report.line.is_empty() {
            best
        } else {
            &report.line
        };
        let mut told = vec![(first, line)];
        for entry in &report.moves {
            if told.len() >= self.lines {
                break;
            }
            let is_known = entry.value.is_some() || entry.proven.is_some();
            if entry.text == report.best || !is_known {
                continue;
            }
            let line = match entry.line.is_empty() {
                true => std::slice::from_ref(&entry.text),
                false => &entry.line,
            };
            told.push((score(entry.value, entry.proven, line, false), line));
        }
        let is_one = told.len() == 1 && self.lines <= 1;
        let info = |(number, (score, line)): (usize, (Option<Score>, &[String]))| Info {
            depth: report.depth,
            seldepth: report.deepest,
            score,
            nodes: effort(report),
            time: self.time,
            hashfull: report.fill.map(|share| (1000.0 * share).round() as u32),
            multipv: (!is_one).then_some(number + 1),
            // Where no mate was found, there is no line to one either.
            pv: match (self.mate, score) {
                (true, None) => Vec::new(),
                _ => until_declared(line).to_vec(),
            },
        };
        let infos = told.into_iter().enumerate().map(info);
        infos.map(|info| info.to_string()).collect()
    }

    fn score(
        &self,
        value: Option<MoverValue>,
        proven: Option<Proven>,
        line: &[String],
        is_shortest: bool,
        game: Option<&mut Game>,
    ) -> Option<Score> {
        let wins = match proven {
            Some(Proven::Win) => true,
            Some(Proven::Loss) => false,
            _ if self.mate => return None,
            Some(Proven::Draw) => return Some(Score::Centipawns(0)),
            None => {
                let centipawns = value?.to_centipawns().round();
                return Some(Score::Centipawns(centipawns as i64));
            }
        };
        // A line that was cut short does not tell how long it takes.
        let is_whole = game.is_none_or(|game| game.is_over_after(line));
        let plies = is_whole.then_some(line.len());
        Some(Score::Mate {
            wins,
            plies,
            // Nothing is shorter than one ply.
            is_bound: !is_shortest && line.len() > 1,
        })
    }
}

/// How much was looked at: what the engine counts its work by.
fn effort(report: &TextReport) -> u64 {
    match report.simulations {
        0 => report.nodes,
        simulations => simulations,
    }
}

/// The line up to a declaration.
fn until_declared(line: &[String]) -> &[String] {
    let end = line.iter().position(|text| text == DECLARATION);
    &line[..end.unwrap_or(line.len())]
}

/// The move to play, and the reply that is expected.
pub fn best_move(report: &TextReport) -> String {
    let best = &report.best;
    let expected = match report.line.as_slice() {
        [first, second, ..] if first == best && second != DECLARATION => Some(second),
        _ => None,
    };
    match expected {
        Some(reply) => format!("bestmove {best} ponder {reply}"),
        None => format!("bestmove {best}"),
    }
}

/// Whether there is a mate, and which.
pub fn checkmate(report: &TextReport) -> String {
    let is_settled = matches!(report.reason, StopReason::Solved | StopReason::Exhausted);
    match report.proven {
        Some(Proven::Win) if !report.line.is_empty() => {
            format!("checkmate {}", report.line.join(" "))
        }
        Some(Proven::Win) => format!("checkmate {}", report.best),
        Some(Proven::Loss | Proven::Draw) => "checkmate nomate".to_owned(),
        None if is_settled => "checkmate nomate".to_owned(),
        None => "checkmate timeout".to_owned(),
    }
}
