//! Digital curling: physics, rules, players and text.

mod aim;
mod cell_keys;
mod common;
mod golden;
mod heuristic;
mod layout;
mod noise;
mod players;
mod robustness;
mod rules;
mod session;
mod state_tree;
mod stepper;
mod symmetry;
mod text;
