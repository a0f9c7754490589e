//! The features of moves: pattern, distances from the last two moves, liberties.
//!
//! Every pattern has two features, one for moves near the last one ([`NEAR`]) and one for the others: an answer is worth
//! another amount than the same shape elsewhere. So there are about twice as many features as patterns.

use super::counting::legal_points;
use super::dictionary::Dictionary;
use super::geometry::{Geometry, distance};
use super::liberty::{LIBERTY_FEATURES, liberty_features};
use super::matcher::Matcher;
use crate::board::Board;
use crate::game::Go;
use crate::position::Position;
use crate::vertex::Vertex;
use std::sync::Arc;
use yomi_core::{Choices, FeatureLists, Lesson, MoveFeatures, Player};

/// Moves at most so far from the last one are near.
pub const NEAR: u32 = 4;

/// Distances beyond this one are alike.
pub const FARTHEST: u32 = 17;

/// The features from one of the last two moves.
const DISTANCES: usize = FARTHEST as usize + 1;

/// The features of the moves of a game.
#[derive(Clone)]
pub struct PatternFeatures<const W: usize> {
    dictionary: Arc<Dictionary>,
    geometry: Geometry<W>,
    empty: Matcher<W>,
}

impl<const W: usize> PatternFeatures<W> {
    /// With these patterns; `None` if they are for boards that do not fit into the frame.
    pub fn new(dictionary: Arc<Dictionary>) -> Option<PatternFeatures<W>> {
        let size = dictionary.board_size();
        (size <= Vertex::max_size::<W>()).then(|| {
            let geometry = Geometry::new(size);
            let mut empty = Matcher::new(&geometry);
            // So that only what stones change has to be searched.
            for player in Player::BOTH {
                empty.update(&dictionary, &Board::new(size), player);
            }
            PatternFeatures {
                empty,
                geometry,
                dictionary,
            }
        })
    }

    /// Where the points of patterns are.
    pub(crate) fn geometry(&self) -> &Geometry<W> {
        &self.geometry
    }

    /// The registered patterns.
    pub fn dictionary(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// The first feature from liberties.
    pub fn first_liberty(&self) -> usize {
        2 * self.dictionary.patterns().len() + 2 * DISTANCES
    }

    /// The first feature from the last move (0) or the one before (1).
    pub fn first_distance(&self, before: usize) -> usize {
        2 * self.dictionary.patterns().len() + before * DISTANCES
    }

    /// The distance class of two points.
    pub(crate) fn distance_class(a: Vertex, b: Vertex) -> u32 {
        let ((column, row), (c, r)) = (a.place::<W>(), b.place::<W>());
        distance(column as i32 - c as i32, row as i32 - r as i32).min(FARTHEST)
    }
}

impl<const W: usize> MoveFeatures<Go<W>> for PatternFeatures<W> {
    fn count(&self) -> usize {
        self.first_liberty() + LIBERTY_FEATURES
    }

    fn encode(
        &self,
        _: &Go<W>,
        position: &Position<W>,
        vertices: &[Vertex],
        lists: &mut FeatureLists,
    ) {
        lists.clear();
        let (board, player) = (&position.board, position.mover);
        let mut matcher = self.empty;
        matcher.set_up(&self.geometry, board);
        matcher.update(&self.dictionary, board, player);
        for &vertex in vertices {
            if !vertex.is_pass() {
                let mut is_near = false;
                for (before, last) in position.last.into_iter().enumerate() {
                    if !last.is_pass() {
                        let distance = PatternFeatures::<W>::distance_class(vertex, last);
                        is_near |= before == 0 && distance <= NEAR;
                        lists.push(self.first_distance(before) as u32 + distance);
                    }
                }
                if let Some((number, _)) = matcher.largest(&self.dictionary, vertex, player) {
                    lists.push(2 * number + u32::from(is_near));
                }
                let mut liberties = liberty_features(board, vertex, player);
                while liberties != 0 {
                    lists.push(self.first_liberty() as u32 + liberties.trailing_zeros());
                    liberties &= liberties - 1;
                }
            }
            lists.end_action();
        }
    }
}

/// The options are all legal points: passes are not learned.
impl<const W: usize> Choices<Go<W>> for PatternFeatures<W> {
    fn count(&self) -> usize {
        MoveFeatures::count(self)
    }

    fn encode_options(&self, game: &Go<W>, position: &Position<W>, lists: &mut FeatureLists) {
        let points: Vec<Vertex> = legal_points(&position.board, position.mover).collect();
        self.encode(game, position, &points, lists);
    }

    fn lesson(&self, _: &Go<W>, position: &Position<W>, vertex: Vertex) -> Lesson {
        if vertex.is_pass() {
            return Lesson::LeftOut;
        }
        let mut points = legal_points(&position.board, position.mover);
        match points.position(|known| known == vertex) {
            Some(0) if points.next().is_none() => Lesson::Forced,
            Some(place) => Lesson::Option(place),
            None => Lesson::Unmatched,
        }
    }
}
