//! Engines as they are registered, on positions with known answers.

mod blokus_evaluations;
mod capabilities;
mod classical_minimax;
mod curling_policy;
mod curling_widening;
mod go_passing;
mod go_positions;
mod learned_evaluations;
mod move_priors;
mod pictures;
mod registry;
mod shogi_classical;
mod shogi_mate;
mod shogi_traps;
mod signatures;
mod support;
