//! The strengths of a model as a prior.

use super::model::Model;
use super::playout::Strengths;
use crate::game::Go;
use crate::position::Position;
use crate::vertex::Vertex;
use std::sync::Arc;
use yomi_core::{Prior, Scratch};

/// The share of a pass, which no pattern describes.
const PASS: f32 = 0.002;

/// Weighs moves by the strengths of a model; own eyes weigh nothing.
#[derive(Clone)]
pub struct PatternPrior<const W: usize>(pub Arc<Model<W>>);

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
        Strengths::new(&self.0, board).of(board, mover, position.last, &mut strengths);
        let strengths = strengths.as_flattened();
        let total: f32 = strengths.iter().sum();
        for (&vertex, weight) in vertices.iter().zip(weights) {
            *weight = match vertex.is_pass() {
                true => (PASS * total).max(f32::MIN_POSITIVE),
                false => strengths[vertex.index()],
            };
        }
    }
}
