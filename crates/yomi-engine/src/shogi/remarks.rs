//! The facts about a position that `yomi analyze shogi` prints besides the engine's report.

use super::paper_uct::{self, PaperPolicy};
use yomi_core::engine::{Member, MoveLevel, Remark};
use yomi_core::params::ParamType as _;
use yomi_core::{Limits, Request, Search as _, Seed, Stop};
use yomi_search::classical::{Classical, ClassicalParams};
use yomi_shogi::mate::{ExactMate, MateSolver, MateVerdict};
use yomi_shogi::progress::Progress;
use yomi_shogi::transition::Transitions;
use yomi_shogi::traps::{LEVELS, Traps};
use yomi_shogi::{Move, Position, Shogi};

/// Up to so many plies the length of a mate is decided exactly.
const EXACT_PLIES: u32 = 7;

/// Nodes and bytes spent on looking for a longer mate.
const MATE_NODES: u64 = 200_000;
const MATE_BYTES: usize = 16 << 20;

/// How many likely moves are told.
const LIKELY: usize = 5;

/// The depth of the search that says how clear a position is, and its nodes at the most: about a second.
const CLARITY_DEPTH: u32 = 14;
const CLARITY_NODES: u64 = 500_000;

/// Playouts by which each policy says what it thinks.
const PLAYOUTS: u32 = 2_000;

/// The static evaluation, how far the game is, the most probable moves, any mate, which moves are traps, how clear
/// the position is, and what playouts think of it.
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
        traps(position),
        clarity(game, position),
        playouts(game, position),
    ]
}

/// How many legal moves are traps, by level, and which.
fn traps(position: &Position) -> Remark {
    let found = Traps::default().of(position.board());
    let of_level = |level: u32| {
        let of_level = found.iter().filter(|(_, found)| *found == level);
        let texts: Vec<String> = of_level.map(|(action, _)| action.to_string()).collect();
        (!texts.is_empty()).then(|| format!("level {level}: {}", texts.join(" ")))
    };
    let levels: Vec<String> = LEVELS.into_iter().filter_map(of_level).collect();
    let legal = position.board().legal_count();
    let text = match found.len() {
        0 => format!(
            "none of {legal} moves allows a mate in {} plies",
            LEVELS[LEVELS.len() - 1]
        ),
        count => format!("{count} of {legal} moves; {}", levels.join("; ")),
    };
    let moves = found.iter().map(|&(action, level)| MoveLevel {
        text: action.to_string(),
        level,
    });
    Remark {
        members: vec![("traps".to_owned(), Member::Moves(moves.collect()))],
        ..remark("traps", text, &[])
    }
}

/// By how much the best move is better than the second, as a deep search sees it.
fn clarity(game: &Shogi, position: &Position) -> Remark {
    if position.board().legal_count() < 2 {
        return remark("clarity", "there is only one move".to_owned(), &[]);
    }
    let params = ClassicalParams {
        multi_pv: 2,
        ..ClassicalParams::default()
    };
    let limits = Limits {
        nodes: Some(CLARITY_NODES),
        ..Limits::depth(CLARITY_DEPTH)
    };
    let request = Request::new(limits, Seed::new(0));
    let report = Classical::new(params).search(game, position, &request);
    let mut values = report.moves.iter().filter_map(|entry| entry.value);
    let (Some(best), Some(second)) = (values.next(), values.next()) else {
        return remark("clarity", "the search found no second move".to_owned(), &[]);
    };
    let [best, second] = [best, second].map(|value| value.to_centipawns().round() as i64);
    // A search that was cut off may value the second move anew and no longer the best one.
    let gap = (best - second).max(0);
    let text = format!(
        "{gap} centipawns: the best move {best:+}, the second {second:+}, by a search of depth {}",
        report.depth
    );
    Remark {
        members: vec![("clarity".to_owned(), Member::Number(gap))],
        ..remark("clarity", text, &[])
    }
}

/// The mean reward of short playouts by each policy.
fn playouts(game: &Shogi, position: &Position) -> Remark {
    let means = PaperPolicy::ALL.iter().map(|&policy| {
        let mean = paper_uct::mean_reward(game, position, policy, PLAYOUTS);
        (policy.show(), (1000.0 * mean).round() as i64)
    });
    let means: Vec<(String, i64)> = means.collect();
    let texts = means
        .iter()
        .map(|(name, mean)| format!("{:.1}% {name}", *mean as f64 / 10.0));
    let text = format!(
        "{} (mean reward of {PLAYOUTS} of five plies, for the side to move)",
        texts.collect::<Vec<_>>().join(", ")
    );
    let figures: Vec<(&str, i64)> = means
        .iter()
        .map(|(name, mean)| (name.as_str(), *mean))
        .collect();
    remark("playouts", text, &figures)
}

fn remark(name: &str, text: String, figures: &[(&str, i64)]) -> Remark {
    let figures = figures.iter();
    Remark {
        name: name.to_owned(),
        text,
        figures: figures
            .map(|&(name, number)| (name.to_owned(), number))
            .collect(),
        members: Vec::new(),
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
