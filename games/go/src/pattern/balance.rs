//! Playouts whose mean result is to be balanced: which weights of a set of patterns move, and how playouts depend on them.
//!
//! A set has some hundred thousand weights, far more than playouts can tell apart. So only a few numbers move, the *parameters*:
//! one for each liberty feature, one for each distance from the last two moves, and one for each small pattern, near the last move
//! or not. Larger patterns move as the small one that they grow from ([`Movable::patterns`]), so that what is learned of a small
//! shape holds wherever it is seen. The weight of a feature is what it was at the start, plus its parameter; so the
//! result is an ordinary set of patterns again.
//!
//! The playouts are those of [`PatternPlayouts`](super::PatternPlayouts). Of the move `a` of every ply they tell
//! `psi = phi(a) - sum_b pi(b) phi(b)`, where `phi` counts parameters: what the gradient of simulation balancing is made of
//! (S.-C. Huang, R. Coulom and S.-S. Lin, "Monte-Carlo simulation balancing in practice", CG 2010, where few features of 9x9 Go move too).

use super::dictionary::{Dictionary, Pattern};
use super::features::{NEAR, PatternFeatures};
use super::geometry::SMALLEST;
use super::liberty::{LIBERTY_FEATURES, liberty_features};
use super::model::{Map, Model};
use super::playout::{Strengths, draw};
use super::tree::StrengthTree;
use crate::board::Board;
use crate::game::{Go, Mover};
use crate::position::Position;
use crate::vertex::Vertex;
use std::collections::BTreeMap;
use std::sync::Arc;
use yomi_core::{MoveFeatures as _, Outcome, Player, Rng, Scratch};

yomi_core::parameters! {
    /// Which weights of a set of patterns move.
    pub struct Movable {
        /// Whether the weights of what moves do to liberties move.
        pub liberties: bool = true;
        /// Whether the weights of distances from the last two moves move.
        pub distances: bool = true;
        /// Patterns up to this size move, each near the last move and elsewhere (2 to 7; 1: places on the board; 0: none); larger ones move as the one of this size that they grow from.
        pub patterns: u32 = 0, in 0..=7;
    }
}

/// The parameter of a feature that does not move.
const FIXED: u32 = u32::MAX;

/// A set of patterns some of whose weights move.
pub struct MovableSet<const W: usize> {
    features: PatternFeatures<W>,
    tree: Arc<StrengthTree<u32>>,
    /// The weights that it began with.
    start: Vec<f32>,
    /// The parameter of each feature.
    parameter: Vec<u32>,
    count: usize,
}

impl<const W: usize> MovableSet<W> {
    /// A set with these weights, one per feature; `None` if there are not as many, the patterns are
    /// for boards that do not fit into the frame, or there are too many of them.
    pub fn new(
        dictionary: Arc<Dictionary>,
        weights: &[f32],
        movable: &Movable,
    ) -> Option<MovableSet<W>> {
        let features = PatternFeatures::<W>::new(dictionary)?;
        if weights.len() != features.count() {
            return None;
        }
        let tree = StrengthTree::new(features.dictionary(), |number| number + 1)?;
        let mut parameter = Vec::with_capacity(weights.len());
        let mut count = 0;
        let mut known: BTreeMap<u32, u32> = BTreeMap::new();
        for pattern in features.dictionary().patterns() {
            let of_pattern = match movable.patterns {
                0 => [FIXED; 2],
                most => {
                    let grown_from = ancestor(features.dictionary(), pattern, most as usize);
                    let first = *known.entry(grown_from).or_insert_with(|| {
                        count += 2;
                        count - 2
                    });
                    [first, first + 1]
                }
            };
            parameter.extend(of_pattern);
        }
        for feature in features.first_distance(0)..weights.len() {
            let moves = match feature < features.first_liberty() {
                true => movable.distances,
                false => movable.liberties,
            };
            parameter.push(if moves { count } else { FIXED });
            count += u32::from(moves);
        }
        Some(MovableSet {
            features,
            tree: Arc::new(tree),
            start: weights.to_vec(),
            parameter,
            count: count as usize,
        })
    }

    /// The number of parameters.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The weights of all features with these parameters.
    ///
    /// # Panics
    ///
    /// If there are not as many as [`count`](MovableSet::count) says.
    pub fn weights(&self, theta: &[f32]) -> Vec<f32> {
        assert_eq!(theta.len(), self.count, "one number per parameter");
        let moved = self.start.iter().zip(&self.parameter);
        moved
            .map(|(weight, &parameter)| match parameter {
                FIXED => *weight,
                _ => weight + theta[parameter as usize],
            })
            .collect()
    }

    /// The registered patterns as bytes.
    pub fn patterns(&self) -> Vec<u8> {
        self.features.dictionary().to_bytes()
    }

    /// Who plays with these parameters.
    pub fn player(&self, theta: &[f32]) -> BalancedPlayer<'_, W> {
        let weights = self.weights(theta);
        let coefficient = |feature: usize| libm::expf(weights[feature]);
        let patterns = 0..self.features.dictionary().patterns().len();
        let strengths = patterns.map(|number| [0, 1].map(|near| coefficient(2 * number + near)));
        // What belongs to no pattern comes first.
        let strengths = std::iter::once([1.0; 2]).chain(strengths).collect();
        let (features, tree) = (self.features.clone(), Arc::clone(&self.tree));
        BalancedPlayer {
            set: self,
            model: Model::on_tree(features, tree, strengths, coefficient),
            scratch: Scratch::default(),
        }
    }
}

/// The node of what a pattern has up to a size: of a registered pattern, or of its place on the board.
fn ancestor(dictionary: &Dictionary, pattern: &Pattern, size: usize) -> u32 {
    let size = size.min(pattern.size.into());
    let class = usize::from(pattern.class);
    let canonical = match size < SMALLEST {
        true => return Dictionary::root(class),
        false => dictionary.canonical(class, pattern.code.up_to(size), size),
    };
    let found = dictionary.find(class, canonical, size);
    found.expect("what a pattern grows from is registered")
}

/// Plays with a set of patterns, and tells what the moves were chosen by.
pub struct BalancedPlayer<'a, const W: usize> {
    set: &'a MovableSet<W>,
    model: Model<W, u32>,
    scratch: Scratch<Vertex>,
}

impl<const W: usize> BalancedPlayer<'_, W> {
    /// Plays to the end of the game; returns its outcome and the number of moves. Adds `psi` of every move to the trace,
    /// if there is one.
    pub fn play(
        &mut self,
        game: &Go<W>,
        root: &Position<W>,
        rng: &mut Rng,
        trace: Option<&mut Vec<(u32, f32)>>,
    ) -> (Outcome, u32) {
        let mut position = root.clone();
        let mut mover = Tracing {
            set: self.set,
            strengths: Strengths::new(&self.model, &position.board),
            trace,
            plies: 0,
        };
        let scratch = &mut self.scratch;
        game.play_out(&mut position, u32::MAX, scratch, rng, &mut mover);
        let plies = mover.plies;
        // Also of what goes round in circles.
        (game.decide(&position), plies)
    }
}

/// Chooses moves by strengths, and traces them if that is wanted.
struct Tracing<'a, const W: usize> {
    set: &'a MovableSet<W>,
    strengths: Strengths<'a, W, u32>,
    trace: Option<&'a mut Vec<(u32, f32)>>,
    plies: u32,
}

impl<const W: usize> Mover<W> for &mut Tracing<'_, W> {
    #[inline]
    fn choose(
        &mut self,
        board: &Board<W>,
        player: Player,
        last: [Vertex; 2],
        rng: &mut Rng,
    ) -> Vertex {
        let mut strengths = [[0.0; 64]; W];
        self.strengths.of(board, player, last, &mut strengths);
        let vertex = draw(&strengths, rng);
        self.plies += 1;
        if let Some(trace) = &mut self.trace
            && !vertex.is_pass()
        {
            let chosen = Chosen {
                board,
                player,
                last,
                vertex,
            };
            psi(self.set, &self.strengths, &strengths, chosen, trace);
        }
        vertex
    }

    #[inline]
    fn place(&mut self, board: &mut Board<W>, vertex: Vertex, player: Player) {
        (&mut self.strengths).place(board, vertex, player);
    }
}

/// A move, and where it was chosen.
struct Chosen<'a, const W: usize> {
    board: &'a Board<W>,
    player: Player,
    last: [Vertex; 2],
    vertex: Vertex,
}

/// Distances and liberties have so many features at the most.
const OTHERS: usize = 64;

/// Adds `phi(a) - sum_b pi(b) phi(b)` of the chosen move.
fn psi<const W: usize>(
    set: &MovableSet<W>,
    kept: &Strengths<'_, W, u32>,
    strengths: &Map<W>,
    chosen: Chosen<W>,
    trace: &mut Vec<(u32, f32)>,
) {
    let Chosen {
        board,
        player,
        last,
        vertex,
    } = chosen;
    let strengths = strengths.as_flattened();
    let share = 1.0 / strengths.iter().sum::<f32>();
    let features = &set.features;
    let first = features.first_distance(0);
    let of_liberties = &set.parameter[features.first_liberty()..];
    let asks_liberties = of_liberties[0] != FIXED;
    let mut others = [0.0; OTHERS];
    const { assert!(LIBERTY_FEATURES + 36 <= OTHERS) };
    for point in board.empty().iter() {
        let strength = strengths[point.index()];
        if strength <= 0.0 {
            continue;
        }
        let amount = f32::from(u8::from(point == vertex)) - share * strength;
        let mut is_near = false;
        for (before, last) in last.into_iter().enumerate() {
            if !last.is_pass() {
                let distance = PatternFeatures::<W>::distance_class(point, last);
                is_near |= before == 0 && distance <= NEAR;
                let feature = features.first_distance(before) + distance as usize;
                others[feature - first] += amount;
            }
        }
        // One more than its number.
        let pattern = kept.pattern(point, player);
        if let Some(number) = pattern.checked_sub(1) {
            let parameter = set.parameter[2 * number as usize + usize::from(is_near)];
            if parameter != FIXED {
                trace.push((parameter, amount));
            }
        }
        if asks_liberties {
            let mut liberties = liberty_features(board, point, player);
            while liberties != 0 {
                let feature = features.first_liberty() + liberties.trailing_zeros() as usize;
                others[feature - first] += amount;
                liberties &= liberties - 1;
            }
        }
    }
    for (&parameter, &amount) in set.parameter[first..].iter().zip(&others) {
        if parameter != FIXED && amount != 0.0 {
            trace.push((parameter, amount));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, SmallGo};
    use crate::pattern::PatternPlayouts;
    use crate::pattern::testing::{extracted, random_game};
    use yomi_core::{FeatureLists, Game as _, Policy as _, Seed};

    fn weights(count: usize) -> Vec<f32> {
        (0..count)
            .map(|i| (i * 37 % 101) as f32 / 50.0 - 1.0)
            .collect()
    }

    fn set(dictionary: &Arc<Dictionary>, movable: &Movable) -> MovableSet<2> {
        let features = PatternFeatures::<2>::new(Arc::clone(dictionary)).unwrap();
        let weights = weights(features.count());
        MovableSet::new(Arc::clone(dictionary), &weights, movable).unwrap()
    }

    fn movable(liberties: bool, distances: bool, patterns: u32) -> Movable {
        Movable {
            liberties,
            distances,
            patterns,
        }
    }

    #[test]
    fn parameters_are_as_many_as_what_moves() {
        let dictionary = Arc::new(extracted(20, 3));
        let count =
            |of: [bool; 2], patterns| set(&dictionary, &movable(of[0], of[1], patterns)).count();
        let of_size = |size: u8| {
            let patterns = dictionary.patterns().iter();
            2 * patterns.filter(|pattern| pattern.size <= size).count()
        };
        assert_eq!(count([false, false], 0), 0);
        assert_eq!(count([true, false], 0), LIBERTY_FEATURES);
        assert_eq!(count([true, true], 0), LIBERTY_FEATURES + 36);
        assert_eq!(count([false, false], 7), of_size(7));
        // Of large patterns only the smaller part moves.
        let small = dictionary
            .patterns()
            .iter()
            .filter(|pattern| pattern.size == 2);
        assert_eq!(count([false, false], 2), 2 * small.count());
        assert!(count([false, false], 1) <= 30);
    }

    /// Far from equal: every weight has moved, some by much.
    fn theta(count: usize) -> Vec<f32> {
        (0..count)
            .map(|i| (i * 29 % 23) as f32 / 10.0 - 1.1)
            .collect()
    }

    /// The same games, move by move, as the playouts of the set that is written; and what is told of the moves
    /// is what the features and the softmax of the learner say.
    #[test]
    fn playouts_are_those_of_the_set_and_tell_what_its_features_say() {
        let dictionary = Arc::new(extracted(20, 3));
        let game = SmallGo::new(Rules::default()).unwrap();
        for movable in [
            movable(true, true, 2),
            movable(false, true, 3),
            movable(true, false, 0),
            movable(true, true, 7),
        ] {
            let set = set(&dictionary, &movable);
            let theta = theta(set.count());
            let weights = set.weights(&theta);
            let model = Model::new(Arc::clone(&dictionary), &weights, 1.0).unwrap();
            let playouts = PatternPlayouts(Arc::new(model));
            for number in 0..6 {
                let mut root = game.initial();
                for (_, vertex) in random_game(number)
                    .into_iter()
                    .take(20 + 5 * number as usize)
                {
                    root.play(vertex);
                }
                let seed = Seed::new(number);
                let (mut position, mut scratch) = (root.clone(), Scratch::default());
                scratch.tracing = true;
                let outcome = playouts.play(
                    &game,
                    &mut position,
                    u32::MAX,
                    &mut scratch,
                    &mut seed.rng(),
                );
                let mut told = Vec::new();
                let mut player = set.player(&theta);
                let found = player.play(&game, &root, &mut seed.rng(), Some(&mut told));
                assert_eq!(found, (outcome.unwrap(), scratch.trace.len() as u32));
                assert_eq!(player.play(&game, &root, &mut seed.rng(), None), found);
                let expected = by_features(&set, &weights, &root, &scratch.trace);
                let mut sums = vec![0.0; set.count()];
                for (parameter, amount) in told {
                    sums[parameter as usize] += f64::from(amount);
                }
                for (found, expected) in sums.iter().zip(&expected) {
                    assert!((found - expected).abs() < 1e-2, "{found} {expected}");
                }
                assert!(expected.iter().any(|sum| sum.abs() > 0.5));
            }
        }
    }

    /// The sum of `psi` over these moves from the lists of features.
    fn by_features(
        set: &MovableSet<2>,
        weights: &[f32],
        root: &Position<2>,
        moves: &[(Player, Vertex)],
    ) -> Vec<f64> {
        let game = SmallGo::new(Rules::default()).unwrap();
        let mut lists = FeatureLists::default();
        let mut sums = vec![0.0; set.count()];
        let mut position = root.clone();
        for &(player, chosen) in moves {
            let board = &position.board;
            let playable = board
                .empty()
                .iter()
                .filter(|&point| board.is_playable(point, player));
            let points: Vec<Vertex> = playable.collect();
            set.features.encode(&game, &position, &points, &mut lists);
            let strength = |features: &[u32]| -> f64 {
                let sum: f32 = features
                    .iter()
                    .map(|&feature| weights[feature as usize])
                    .sum();
                f64::from(sum).exp()
            };
            let total: f64 = lists.iter().map(strength).sum();
            for (&point, features) in points.iter().zip(lists.iter()) {
                let is_chosen = f64::from(u8::from(point == chosen));
                for &feature in features {
                    let parameter = set.parameter[feature as usize];
                    if parameter != FIXED {
                        sums[parameter as usize] += is_chosen - strength(features) / total;
                    }
                }
            }
            position.play(chosen);
        }
        sums
    }
}
