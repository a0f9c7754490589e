//! What the strength of a move comes from: the coefficients of its features, and the pattern that matches.
//!
//! The coefficients are worked out from the weights themselves, feature by feature, and not taken from the tables of a
//! [`Model`](super::Model): so they are a check of these tables too.

use super::code::Code;
use super::features::PatternFeatures;
use super::geometry::{Geometry, OFFSETS, distance};
use super::liberty::LibertyFeature;
use crate::board::{Board, Point};
use crate::game::Go;
use crate::picture::cell;
use crate::position::Position;
use crate::vertex::Vertex;
use yomi_core::pictured::{Explanation, Factor, MatchedPattern};
use yomi_core::{FeatureLists, MoveFeatures as _, Player};

/// Explains the strengths of moves by the features of a model.
pub(super) struct Explainer<'a, const W: usize> {
    pub features: &'a PatternFeatures<W>,
    /// One per feature.
    pub weights: &'a [f32],
    pub temperature: f32,
}

impl<const W: usize> Explainer<'_, W> {
    /// The explanations of some points.
    pub fn points(
        &self,
        game: &Go<W>,
        position: &Position<W>,
        points: &[Vertex],
    ) -> Vec<Explanation> {
        let mut lists = FeatureLists::default();
        self.features.encode(game, position, points, &mut lists);
        let explained = points.iter().zip(lists.iter());
        explained
            .map(|(&point, features)| self.point(position, point, features))
            .collect()
    }

    fn point(&self, position: &Position<W>, point: Vertex, features: &[u32]) -> Explanation {
        let (board, player) = (&position.board, position.mover);
        let mut explanation = Explanation::default();
        for &feature in features {
            let feature = feature as usize;
            let (kind, words) = self.words(feature);
            let factor = libm::exp(f64::from(self.weights[feature] / self.temperature));
            explanation.factors.push(Factor::new(kind, &words, factor));
            if kind == PATTERN {
                explanation.pattern = self.matched(board, point, player, feature / 2);
            }
        }
        // The pattern is what a reader asks for first.
        explanation
            .factors
            .sort_by_key(|known| known.kind != PATTERN);
        if !point.is_pass() && !board.is_playable(point, player) {
            let eye = Factor::new("eye", "fills an own eye", 0.0);
            explanation.factors.push(eye);
        }
        explanation
    }

    /// The kind of a feature, and which one it is, in words.
    fn words(&self, feature: usize) -> (&'static str, String) {
        let starts = [0, 1].map(|before| self.features.first_distance(before));
        let first_liberty = self.features.first_liberty();
        if feature < starts[0] {
            let size = self.features.dictionary().patterns()[feature / 2].size;
            let near = match feature % 2 {
                0 => "",
                _ => " near",
            };
            (PATTERN, format!("R{size}{near}"))
        } else if feature < starts[1] {
            ("last move", format!("{} away", feature - starts[0]))
        } else if feature < first_liberty {
            ("move before", format!("{} away", feature - starts[1]))
        } else {
            let (_, words) = LibertyFeature::ALL[feature - first_liberty];
            ("liberties", words.trim().to_owned())
        }
    }

    /// The registered pattern of this number as it matches around a point.
    fn matched(
        &self,
        board: &Board<W>,
        point: Vertex,
        player: Player,
        number: usize,
    ) -> Option<MatchedPattern> {
        let geometry = self.features.geometry();
        let pattern = self.features.dictionary().patterns()[number];
        let (size, class) = (usize::from(pattern.size), usize::from(pattern.class));
        let seen = Code::of(geometry, board, point).seen_by(player).up_to(size);
        let mut turned = geometry
            .orientations(class, size)
            .map(|symmetry| pattern.code.turned(symmetry));
        let code = turned.find(|&code| code == seen)?;
        Some(MatchedPattern {
            size,
            rows: drawn(geometry, point, code, size),
            cells: covered(geometry, point, size),
        })
    }
}

/// The kind of the features that are patterns.
const PATTERN: &str = "pattern";

/// How far patterns reach from their centre.
const REACH: i8 = 3;

/// The contents of a pattern around a point, own stones being black, from top to bottom.
fn drawn<const W: usize>(
    geometry: &Geometry<W>,
    point: Vertex,
    code: Code,
    size: usize,
) -> Vec<String> {
    let within = |&(x, y): &(i8, i8)| distance(x.into(), y.into()) as usize <= size;
    let reach = (0..=REACH).rfind(|&x| within(&(x, 0))).unwrap_or(0);
    let letter = |x: i8, y: i8| {
        let number = OFFSETS.iter().position(|&offset| offset == (x, y));
        match number.filter(|_| within(&(x, y))) {
            None if (x, y) == (0, 0) => '*',
            None => ' ',
            Some(number) => match code.at(geometry.place(point, number)) {
                Point::Black => 'X',
                Point::White => 'O',
                Point::Empty => '.',
                Point::Outside => '#',
            },
        }
    };
    let rows = (-reach..=reach).rev();
    rows.map(|y| (-reach..=reach).map(|x| letter(x, y)).collect())
        .collect()
}

/// The cells of the board that a pattern around a point covers.
fn covered<const W: usize>(geometry: &Geometry<W>, point: Vertex, size: usize) -> Vec<usize> {
    let within = OFFSETS
        .iter()
        .filter(|&&(x, y)| distance(x.into(), y.into()) as usize <= size);
    let points = within.filter_map(|&offset| geometry.at_offset(point, offset));
    let mut cells: Vec<usize> = std::iter::once(point)
        .chain(points)
        .map(|point| cell::<W>(point, geometry.size()))
        .collect();
    cells.sort_unstable();
    cells
}
