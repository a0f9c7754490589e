//! Which patterns are registered: those that occur often enough around the legal moves of games.

use super::Recipe;
use super::games::Recorded;
use yomi_core::{Deterministic as _, Game as _};
use yomi_go::pattern::counting::legal_points;
use yomi_go::pattern::{Counter, Dictionary, Geometry, LARGEST, Matcher, SMALLEST};
use yomi_go::{Go, Position};

/// Finds the patterns of some games, size by size, on all cores; `told` hears of each size. The same games
/// give the same patterns, in the same order, whatever the number of cores.
pub fn extract<const W: usize>(
    game: &Go<W>,
    games: &[&Recorded],
    recipe: &Recipe,
    mut told: impl FnMut(&str),
) -> Dictionary {
    let geometry = Geometry::<W>::new(game.size());
    let mut dictionary = Dictionary::new(game.size());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = games.len().div_ceil(threads).max(1);
    for size in SMALLEST..=LARGEST {
        let count = |part: &[&Recorded]| {
            let mut counter = Counter::new(&dictionary, size);
            for recorded in part {
                count_game(game, &geometry, recorded, recipe, &mut counter);
            }
            counter
        };
        let mut counter = Counter::new(&dictionary, size);
        std::thread::scope(|scope| {
            let parts = games.chunks(share);
            let workers: Vec<_> = parts.map(|part| scope.spawn(|| count(part))).collect();
            for worker in workers {
                counter.merge(worker.join().expect("counting does not panic"));
            }
        });
        let frequent = counter.frequent(recipe.patterns.threshold);
        told(&format!(
            "size {size}: {} of {} patterns",
            frequent.len(),
            counter.distinct()
        ));
        dictionary = dictionary.with(&frequent);
    }
    dictionary
}

/// Counts what is around the legal moves of a game, of a disordered record only those of its own positions.
fn count_game<const W: usize>(
    game: &Go<W>,
    geometry: &Geometry<W>,
    recorded: &Recorded,
    recipe: &Recipe,
    counter: &mut Counter,
) {
    // What a disordered record took from an ordinary game is counted there.
    let rules = &recipe.disorder;
    let (first, times) = match &recorded.disorder {
        None => (0, 1),
        Some(disorder) if rules.drawn_counts => (disorder.copied, rules.disordered_counts),
        Some(disorder) => (disorder.first_searched(), rules.disordered_counts),
    };
    let last = recipe.patterns.last_move as usize;
    let mut position: Position<W> = game.initial();
    let mut matcher = Matcher::new(geometry);
    for (made, &vertex) in recorded.moves.iter().enumerate().take(last) {
        let mover = position.mover();
        if made >= first {
            for point in legal_points(position.board(), mover) {
                counter.count(geometry, &matcher, (point, mover), times);
            }
        }
        let foreign = *position.board().stones(mover.other());
        game.apply(&mut position, vertex);
        if !vertex.is_pass() {
            matcher.put(geometry, vertex, mover);
        }
        for gone in foreign.minus(position.board().stones(mover.other())).iter() {
            matcher.take(geometry, gone, mover.other());
        }
    }
}
