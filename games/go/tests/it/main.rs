//! Go: rules, tactics, positions with known answers, hostile text.

mod conformance;
mod hostile;
mod positions;
mod rules;
mod tactics;
