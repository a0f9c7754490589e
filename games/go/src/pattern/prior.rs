//! The strengths of a model as a prior.

use super::explain::Explainer;
use super::model::Model;
use super::playout::Strengths;
use crate::game::Go;
use crate::position::Position;
use crate::vertex::Vertex;
use std::sync::Arc;
use yomi_core::pictured::{Explanation, Factor};
use yomi_core::{Prior, Scratch};

/// The share of a pass, which no pattern describes.
const PASS: f32 = 0.002;

/// The least strength of a pass: where all other moves are worse than that, as in a seki, it is the most likely one.
const LEAST_PASS: f32 = 0.02;

/// Weighs moves by the strengths of a model; own eyes weigh nothing.
#[derive(Clone)]
pub struct PatternPrior<const W: usize> {
    model: Arc<Model<W>>,
    weights: Arc<[f32]>,
    temperature: f32,
}

impl<const W: usize> PatternPrior<W> {
    /// By a model, with the weights and the temperature that it was made of: they explain its strengths.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as the model has features.
    pub fn new(model: Arc<Model<W>>, weights: Arc<[f32]>, temperature: f32) -> PatternPrior<W> {
        let count = yomi_core::MoveFeatures::count(model.features());
        assert_eq!(weights.len(), count, "one weight per feature");
        PatternPrior {
            model,
            weights,
            temperature,
        }
    }
}

/// The strength of a pass where the other moves have this one together.
fn pass_strength(total: f32) -> f32 {
    (PASS * total).max(LEAST_PASS)
}

impl<const W: usize> Prior<Go<W>> for PatternPrior<W> {
    fn weigh(
        &self,
        _: &Go<W>,
        position: &Position<W>,
        vertices: &[Vertex],
        weights: &mut [f32],
        _: &mut Scratch<Vertex>,
    ) {
        let mut strengths = [[0.0; 64]; W];
        let (board, mover) = (&position.board, position.mover);
        Strengths::new(&self.model, board).of(board, mover, position.last, &mut strengths);
        let strengths = strengths.as_flattened();
        let total: f32 = strengths.iter().sum();
        for (&vertex, weight) in vertices.iter().zip(weights) {
            *weight = match vertex.is_pass() {
                true => pass_strength(total),
                false => strengths[vertex.index()],
            };
        }
    }

    fn explain(
        &self,
        game: &Go<W>,
        position: &Position<W>,
        vertices: &[Vertex],
    ) -> Option<Vec<Explanation>> {
        let explainer = Explainer {
            features: self.model.features(),
            weights: &self.weights,
            temperature: self.temperature,
        };
        let playable = |&point: &Vertex| position.board.is_playable(point, position.mover);
        let playable: Vec<Vertex> = position.board.empty().iter().filter(playable).collect();
        let strengths = explainer.points(game, position, &playable);
        let total: f64 = strengths.iter().map(Explanation::weight).sum();
        let of_pass = (f64::from(PASS) * total).max(LEAST_PASS.into());
        let mut explained = explainer.points(game, position, vertices);
        for (vertex, explanation) in vertices.iter().zip(&mut explained) {
            if vertex.is_pass() {
                let share = format!(
                    "{:.1}% of all other moves together, {LEAST_PASS} at least",
                    100.0 * PASS
                );
                explanation.factors = vec![Factor::new("pass", &share, of_pass)];
            }
        }
        Some(explained)
    }
}
