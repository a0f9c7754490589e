//! Shogi: rules, mates, learned knowledge, hostile text.

mod conformance;
mod hostile;
mod learned;
mod mate;
mod rules;
