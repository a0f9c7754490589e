//! Strengths of moves: the weights of features, in the form in which playouts and priors use them.
//!
//! The strength of a move is the product of its features' coefficients, `exp(w / T)`: one for the pattern, one for the
//! distance from each of the last two moves, and one for each liberty feature.

use super::dictionary::Dictionary;
use super::features::{FARTHEST, NEAR, PatternFeatures};
use super::geometry::Geometry;
use super::liberty::{LIBERTY_FEATURES, LibertyFeatures};
use super::matcher::{Growing as _, Matcher};
use super::tree::{Record, StrengthTree, Told};
use crate::board::Board;
use crate::vertex::Vertex;
use std::sync::Arc;
use yomi_core::{MoveFeatures as _, Player};

/// Numbers for each place of the frame.
pub(crate) type Map<const W: usize> = [[f32; 64]; W];

/// The coefficients from one of the last moves, for every point.
#[derive(Clone)]
struct FromMove<const W: usize> {
    /// For moves that are near and those that are not; 0 for the others.
    near: Map<W>,
    far: Map<W>,
}

/// Learned strengths of moves.
#[derive(Clone)]
#[expect(private_bounds, reason = "what records tell is of no concern outside")]
pub struct Model<const W: usize, T: Told = [f32; 2]> {
    features: PatternFeatures<W>,
    tree: Arc<StrengthTree<T>>,
    /// The coefficients of all patterns, far from the last move and near it, where the tree does not have them.
    strengths: Vec<[f32; 2]>,
    /// The patterns of an empty board, all of them found, so that only what stones change has to be searched.
    empty: Matcher<W, Record<T>>,
    /// Their coefficients, far from the last move and near it, which are the same for both players.
    on_empty: [Map<W>; 2],
    /// By the last move.
    last: Vec<FromMove<W>>,
    /// By the move before.
    before: Vec<Map<W>>,
    liberties: [f32; LIBERTY_FEATURES],
}

impl<const W: usize> Model<W> {
    /// The model with these weights, one per feature; `None` if there are not as many, the patterns are
    /// for boards that do not fit into the frame, or there are too many of them.
    pub fn new(dictionary: Arc<Dictionary>, weights: &[f32], temperature: f32) -> Option<Model<W>> {
        let features = PatternFeatures::<W>::new(dictionary)?;
        if weights.len() != features.count() {
            return None;
        }
        let coefficient = |feature: usize| libm::expf(weights[feature] / temperature);
        let strengths: Vec<[f32; 2]> = (0..features.dictionary().patterns().len())
            .map(|number| [0, 1].map(|near| coefficient(2 * number + near)))
            .collect();
        let tree = StrengthTree::new(features.dictionary(), |number| strengths[number as usize])?;
        Some(Model::on_tree(
            features,
            Arc::new(tree),
            Vec::new(),
            coefficient,
        ))
    }
}

#[expect(private_bounds, reason = "what records tell is of no concern outside")]
impl<const W: usize, T: Told> Model<W, T> {
    /// The model of a tree of patterns with the coefficients of all features, those of patterns as the tree has or needs them.
    pub(crate) fn on_tree(
        features: PatternFeatures<W>,
        tree: Arc<StrengthTree<T>>,
        strengths: Vec<[f32; 2]>,
        coefficient: impl Fn(usize) -> f32,
    ) -> Model<W, T> {
        let geometry = features.geometry().clone();
        let mut empty = Matcher::with_roots(&geometry, |class| tree.root(class));
        let mut on_empty = [[[1.0; 64]; W]; 2];
        let board = Board::new(geometry.size());
        for player in Player::BOTH {
            empty.search(
                &*tree,
                board.empty(),
                player,
                |point, found: Record<T>| {
                    let found = found.told.strengths(&strengths);
                    for (map, strength) in on_empty.iter_mut().zip(found) {
                        map.as_flattened_mut()[point.index()] = strength;
                    }
                },
                || (),
            );
        }
        let by_distance = |before: usize, from: Vertex, keep: &dyn Fn(u32) -> bool| {
            let mut map = [[0.0; 64]; W];
            for point in geometry.points() {
                // A pass says nothing.
                let (distance, found) = match from.is_pass() {
                    true => (FARTHEST, 1.0),
                    false => {
                        let distance = PatternFeatures::<W>::distance_class(point, from);
                        let first = features.first_distance(before);
                        (distance, coefficient(first + distance as usize))
                    }
                };
                if keep(distance) {
                    map.as_flattened_mut()[point.index()] = found;
                }
            }
            map
        };
        let is_point = |place: usize| {
            let point = Vertex::from_index(place);
            point.is_pass() || geometry.points().any(|known| known == point)
        };
        // Places that are no points are never asked for.
        let places = || {
            (0..64 * W).map(|place| match is_point(place) {
                true => Vertex::from_index(place),
                false => Vertex::PASS,
            })
        };
        let last = places().map(|from| FromMove {
            near: by_distance(0, from, &|distance| distance <= NEAR),
            far: by_distance(0, from, &|distance| distance > NEAR),
        });
        let before = places().map(|from| by_distance(1, from, &|_| true));
        Model {
            tree,
            strengths,
            empty,
            on_empty,
            last: last.collect(),
            before: before.collect(),
            liberties: std::array::from_fn(|i| coefficient(features.first_liberty() + i)),
            features,
        }
    }

    /// What describes the moves.
    pub fn features(&self) -> &PatternFeatures<W> {
        &self.features
    }

    /// The registered patterns with their coefficients.
    #[inline(always)]
    pub(crate) fn tree(&self) -> &StrengthTree<T> {
        &self.tree
    }

    /// The coefficients of a pattern, far from the last move and near it.
    #[inline(always)]
    pub(crate) fn strengths(&self, found: Record<T>) -> [f32; 2] {
        found.told.strengths(&self.strengths)
    }

    pub(crate) fn geometry(&self) -> &Geometry<W> {
        self.features.geometry()
    }

    /// The patterns of an empty board, all of them found.
    pub(crate) fn empty(&self) -> &Matcher<W, Record<T>> {
        &self.empty
    }

    /// Their coefficients, far from the last move and near it.
    pub(crate) fn on_empty(&self) -> &[Map<W>; 2] {
        &self.on_empty
    }

    /// The coefficient of what a move does to liberties.
    #[inline(always)]
    pub(crate) fn liberties(&self, mut features: LibertyFeatures) -> f32 {
        let mut strength = 1.0;
        while features != 0 {
            strength *= self.liberties[features.trailing_zeros() as usize];
            features &= features - 1;
        }
        strength
    }

    /// The strengths of all moves, given the coefficients of their patterns far from the last move and near it, and those of their liberties.
    /// Not inlined, so that where a player's maps are is worked out once and not with every address.
    #[inline(never)]
    pub(crate) fn with_distances(
        &self,
        [far, near]: &[Map<W>; 2],
        liberties: &Map<W>,
        last: [Vertex; 2],
        strengths: &mut Map<W>,
    ) {
        let by_last = &self.last[last[0].index()];
        let before = self.before[last[1].index()].as_flattened();
        let (by_near, by_far) = (by_last.near.as_flattened(), by_last.far.as_flattened());
        let (near, far) = (near.as_flattened(), far.as_flattened());
        let liberties = liberties.as_flattened();
        for (i, strength) in strengths.as_flattened_mut().iter_mut().enumerate() {
            let (far, near) = (far[i] * liberties[i], near[i] * liberties[i]);
            *strength = (far * by_far[i] + near * by_near[i]) * before[i];
        }
    }
}
