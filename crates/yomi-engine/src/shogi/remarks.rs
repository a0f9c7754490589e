//! The facts about a position that `yomi analyze shogi` prints besides the engine's report.

use yomi_core::engine::Remark;
use yomi_core::{Limits, Stop};
use yomi_shogi::mate::{ExactMate, MateSolver, MateVerdict};
use yomi_shogi::progress::Progress;
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Move, Position, Shogi};

/// Up to so many plies the length of a mate is decided exactly.
const EXACT_PLIES: u32 = 7;

/// Nodes and bytes spent on looking for a longer mate.
const MATE_NODES: u64 = 200_000;
const MATE_BYTES: usize = 16 << 20;

/// How many likely moves are told.
const LIKELY: usize = 5;

/// The static evaluation, how far the game is, the most probable moves, and any mate.
pub fn remarks(game: &Shogi, position: &Position) -> Vec<Remark> {
    let board = position.board();
    let evaluation = game.evaluation().of(board);
    let progress = Progress::shipped().of(board);
    vec![
        remark(
            "evaluation",
            format!("{evaluation:+} centipawns, without search"),
            &[("centipawns", evaluation.into())],
        ),
        remark(
            "progress",
            format!("{progress} of 127"),
            &[("progress", progress.into())],
        ),
        remark("likely moves", likely(position), &[]),
        mate(position),
    ]
}

fn remark(name: &str, text: String, figures: &[(&str, i64)]) -> Remark {
    let figures = figures.iter();
    Remark {
        name: name.to_owned(),
        text,
        figures: figures
            .map(|&(name, number)| (name.to_owned(), number))
            .collect(),
    }
}

fn likely(position: &Position) -> String {
    let (mut moves, mut shares) = (Vec::new(), Vec::new());
    position.board().legal(&mut moves);
    Transitions::shipped().probabilities(position.board(), position.last(), &moves, &mut shares);
    let mut ranked: Vec<(f32, Move)> = shares.into_iter().zip(moves).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let texts = ranked
        .iter()
        .take(LIKELY)
        .map(|(share, action)| format!("{action} {:.1}%", 100.0 * share));
    texts.collect::<Vec<_>>().join(", ")
}

/// "in 7" where no mate by checks is shorter, "within 13" where one may be.
fn mate(position: &Position) -> Remark {
    let board = position.board();
    if let Some(line) = ExactMate::default().line(&mut board.clone(), EXACT_PLIES) {
        return found(&line, line.len());
    }
    let mut budget = Limits::nodes(MATE_NODES).start(&Stop::default());
    let text = match MateSolver::new(MATE_BYTES).solve(board, &mut budget) {
        MateVerdict::Mate { line, is_shortest } => {
            let least = match is_shortest {
                true => line.len(),
                false => EXACT_PLIES as usize + 2,
            };
            return found(&line, least);
        }
        MateVerdict::NoMate => "none by checks".to_owned(),
        MateVerdict::Unknown(_) => format!("none found in {MATE_NODES} nodes"),
    };
    remark("mate", text, &[])
}

/// A mate by this line, which no mate of less than `least` plies is shorter than.
fn found(line: &[Move], least: usize) -> Remark {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    let most = line.len();
    let word = if least == most { "in" } else { "within" };
    let text = format!("{word} {most}: {}", moves.join(" "));
    let figures = [
        ("plies_at_least", least as i64),
        ("plies_at_most", most as i64),
    ];
    remark("mate", text, &figures)
}
