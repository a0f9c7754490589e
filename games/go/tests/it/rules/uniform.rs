//! Random play draws every legal move that fills no own eye with the same probability.
//!
//! Counts are compared with what they should be by Pearson's chi-square. Seeds are fixed, so the
//! tests give the same answer always; the bounds are four standard deviations of the sum over all
//! positions, and six for a single one.

use super::compare::{Pair, player};
use super::oracle::{EMPTY, Oracle, Place, Refusal};
use std::collections::BTreeMap;
use yomi_core::{Discrete as _, Outcome, Player, Rng, Scratch, Seed};
use yomi_go::Vertex;

/// Draws per move that may come up.
const EACH: usize = 300;

/// Chi-square with its degrees of freedom, which may be added up.
#[derive(Default, Debug)]
struct ChiSquare {
    sum: f64,
    freedom: f64,
}

impl ChiSquare {
    /// Counts of things that are equally likely.
    fn of(counts: &[usize]) -> ChiSquare {
        let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
        let term = |&count: &usize| (count as f64 - expected) * (count as f64 - expected);
        ChiSquare {
            sum: counts.iter().map(term).sum::<f64>() / expected,
            freedom: counts.len() as f64 - 1.0,
        }
    }

    fn add(&mut self, other: &ChiSquare) {
        self.sum += other.sum;
        self.freedom += other.freedom;
    }

    /// Whether the sum is at most so many standard deviations above its mean.
    fn is_within(&self, deviations: f64) -> bool {
        self.sum <= self.freedom + deviations * (2.0 * self.freedom).sqrt() + deviations
    }
}

/// Moves of random play by the rules as the oracle has them, `None` for a pass. Playouts look out
/// for simple kos only.
fn expected(oracle: &Oracle, longer_repeats: bool) -> Vec<Option<Place>> {
    let allowed = |place: &Place| match oracle.after(*place) {
        Ok(_) => true,
        Err(Refusal::Repeats(plies)) => longer_repeats && plies > 2,
        Err(_) => false,
    };
    let sensible = |place: &Place| allowed(place) && !oracle.is_eye(*place, oracle.mover);
    let places: Vec<_> = oracle.places().into_iter().filter(sensible).collect();
    match places.is_empty() {
        true => vec![None],
        false => places.into_iter().map(Some).collect(),
    }
}

/// Draws many times and compares the counts.
fn check<const W: usize>(
    pair: &Pair<W>,
    longer_repeats: bool,
    mut draw: impl FnMut() -> Vertex,
) -> ChiSquare {
    let moves = expected(&pair.oracle, longer_repeats);
    let as_vertex = |place: &Option<Place>| place.map_or(Vertex::PASS, |at| pair.vertex(at));
    let vertices: Vec<Vertex> = moves.iter().map(as_vertex).collect();
    let mut counts = vec![0; vertices.len()];
    for _ in 0..EACH * vertices.len() {
        let drawn = draw();
        let place = vertices.iter().position(|&vertex| vertex == drawn);
        let text = pair.oracle.text(None);
        counts[place.unwrap_or_else(|| panic!("{drawn:?} is not to be drawn in {text}"))] += 1;
    }
    let chi_square = ChiSquare::of(&counts);
    assert!(chi_square.is_within(6.0), "{counts:?}, {chi_square:?}");
    chi_square
}

/// Both ways to draw: the one move, and the first of a playout.
fn check_both<const W: usize>(pair: &Pair<W>, rng: &mut Rng) -> [ChiSquare; 2] {
    let mut buffer = Vec::new();
    let one = check(pair, false, || {
        pair.game.random_action(&pair.position, &mut buffer, rng)
    });
    let mut scratch = Scratch {
        tracing: true,
        ..Scratch::default()
    };
    let first = check(pair, true, || {
        scratch.trace.clear();
        let mut position = pair.position.clone();
        pair.game.play_randomly(&mut position, 1, &mut scratch, rng);
        let [(mover, vertex)] = scratch.trace[..] else {
            panic!("one ply, one move: {:?}", scratch.trace);
        };
        assert_eq!(mover, player(pair.oracle.mover));
        vertex
    });
    [one, first]
}

/// Positions on the way through random games, early and late.
fn check_games<const W: usize>(size: usize, games: u64) {
    let mut sums = [ChiSquare::default(), ChiSquare::default()];
    let (mut rare, mut nothing) = (0, 0);
    for number in 0..games {
        let mut rng = Seed::new(11).index(size as u64).index(number).rng();
        let mut pair = Pair::<W>::new(Oracle::new(size));
        let mut plies = 0;
        while !pair.oracle.is_over() {
            let moves = expected(&pair.oracle, false);
            let empty = pair.oracle.board().iter().filter(|&&p| p == EMPTY).count();
            let is_late = moves.len() * 4 <= empty;
            if plies % (size * size / 3) == 0 || (is_late && plies % 3 == 0) {
                rare += usize::from(is_late && moves[0].is_some());
                nothing += usize::from(moves[0].is_none());
                let found = check_both(&pair, &mut rng);
                for (sum, found) in sums.iter_mut().zip(&found) {
                    sum.add(found);
                }
            }
            pair.play(rng.pick(&moves).unwrap());
            plies += 1;
        }
    }
    assert!(rare > 0 && nothing > 0, "{rare} {nothing}");
    assert!(sums.iter().all(|sum| sum.is_within(4.0)), "{sums:?}");
}

#[test]
fn on_5x5() {
    check_games::<2>(5, 12);
}

#[test]
fn on_9x9() {
    check_games::<2>(9, 6);
}

#[test]
fn on_13x13() {
    check_games::<7>(13, 1);
}

/// Thirty eyes and three moves: what most draws hit is not to be played.
#[test]
fn between_many_eyes() {
    let board = "X.X.X.X.X\
                 .X.X.X.X.\
                 X.X.X.X.X\
                 .X.X.X.X.\
                 X.X.X.X.X\
                 .X.X.X.X.\
                 X.X.X.XXX\
                 .X.XXXXO.\
                 X.XXXX.O.";
    let pair = Pair::<2>::new(Oracle::set_up(9, board.chars().collect(), 'X'));
    let moves = expected(&pair.oracle, false);
    assert_eq!(moves.len(), 3, "{moves:?}");
    check_both(&pair, &mut Seed::new(1).rng());
}

/// What would repeat a board from longer ago is not drawn; the others stay equally likely.
#[test]
fn where_a_repetition_is_refused() {
    let board = "...../...../...../.XOO./X.X.O".replace('/', "");
    let mut pair = Pair::<2>::new(Oracle::set_up(5, board.chars().collect(), 'X'));
    for name in ["D1", "B1"] {
        pair.play(Some(pair.oracle.place(name)));
    }
    let returns = pair.oracle.after(pair.oracle.place("C1"));
    assert!(matches!(returns, Err(Refusal::Repeats(3))));
    check_both(&pair, &mut Seed::new(2).rng());
}

/// Whole playouts, move by move: each move is one of those that may come up, none of them is
/// favoured at any depth, and the winner is who has more points on the last board.
#[test]
fn all_the_way_through_playouts() {
    for size in [5, 9] {
        // How often the move with this number was played, by how many there were.
        let mut ranks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut ended = 0;
        for number in 0..120 {
            let mut rng = Seed::new(13).index(size as u64).index(number).rng();
            ended += usize::from(check_playout(size, &mut ranks, &mut rng));
        }
        assert!(ended > 60, "hardly any playout comes to an end: {ended}");
        let mut sum = ChiSquare::default();
        for counts in ranks.values().filter(|counts| counts.len() > 1) {
            // Chi-square needs a few of each.
            if counts.iter().sum::<usize>() >= 5 * counts.len() {
                sum.add(&ChiSquare::of(counts));
            }
        }
        assert!(sum.freedom > 50.0 && sum.is_within(4.0), "{size}: {sum:?}");
    }
}

/// Whether it ended by two passes.
fn check_playout(size: usize, ranks: &mut BTreeMap<usize, Vec<usize>>, rng: &mut Rng) -> bool {
    let pair = Pair::<2>::new(Oracle::new(size));
    let (mut oracle, mut position) = (pair.oracle.clone(), pair.position.clone());
    let mut scratch = Scratch {
        tracing: true,
        ..Scratch::default()
    };
    let outcome = pair
        .game
        .play_randomly(&mut position, u32::MAX, &mut scratch, rng);
    for &(mover, vertex) in &scratch.trace {
        assert!(!oracle.is_over());
        assert_eq!(mover, player(oracle.mover));
        let moves = expected(&oracle, true);
        let played = moves.iter().position(|place| match place {
            Some(place) => pair.vertex(*place) == vertex,
            None => vertex.is_pass(),
        });
        let rank = played.unwrap_or_else(|| panic!("{vertex:?} in {}", oracle.text(None)));
        ranks
            .entry(moves.len())
            .or_insert_with(|| vec![0; moves.len()])[rank] += 1;
        // Only the board before the last move is remembered: what simple ko is about.
        oracle.boards = oracle
            .boards
            .split_off(oracle.boards.len().saturating_sub(2));
        oracle.play(moves[rank]);
    }
    let lead = oracle.area('X') as f64 - oracle.area('O') as f64 - pair.game.komi();
    let winner = match lead {
        0.0 => Outcome::Draw,
        _ if lead > 0.0 => Outcome::Win(Player::First),
        _ => Outcome::Win(Player::Second),
    };
    assert_eq!(outcome, Some(winner), "{}", oracle.text(None));
    oracle.is_over()
}
