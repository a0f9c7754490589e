//! What `yomi analyze shogi` tells besides the engine's findings.

use yomi_core::{Limits, Stop};
use yomi_shogi::mate::{MateSolver, MateVerdict};
use yomi_shogi::progress::Progress;
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Move, Position, Shogi};

/// Nodes and bytes spent on looking for a mate.
const MATE_NODES: u64 = 200_000;
const MATE_BYTES: usize = 16 << 20;

/// How many likely moves are told.
const LIKELY: usize = 5;

/// The static evaluation, how far the game is, the most probable moves, and any mate.
pub fn remarks(game: &Shogi, position: &Position) -> Vec<(String, String)> {
    let board = position.board();
    let evaluation = game.evaluation().of(board);
    let progress = Progress::shipped().of(board);
    let told = [
        (
            "evaluation",
            format!("{evaluation:+} centipawns, without search"),
        ),
        ("progress", format!("{progress} of 127")),
        ("likely moves", likely(position)),
        ("mate", mate(position)),
    ];
    told.map(|(name, text)| (name.to_owned(), text)).into()
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

fn mate(position: &Position) -> String {
    let mut budget = Limits::nodes(MATE_NODES).start(&Stop::default());
    match MateSolver::new(MATE_BYTES).solve(position.board(), &mut budget) {
        MateVerdict::Mate(line) => {
            let moves: Vec<String> = line.iter().map(Move::to_string).collect();
            format!("in {}: {}", moves.len(), moves.join(" "))
        }
        MateVerdict::NoMate => "none by checks".to_owned(),
        MateVerdict::Unknown(_) => format!("none found in {MATE_NODES} nodes"),
    }
}
