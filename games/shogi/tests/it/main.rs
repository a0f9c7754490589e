//! Shogi: rules, mates, learned knowledge, hostile text, typed moves.

mod conformance;
mod hostile;
mod learned;
mod mate;
mod rules;
mod typed;
