//! Go: rules, tactics, positions with known answers, hostile text.

mod conformance;
mod explain;
mod hostile;
mod pattern;
mod positions;
mod rules;
mod tactics;
