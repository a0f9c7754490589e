//! Blokus Duo: its rules and its notations.

mod notation;
mod positions;
mod rules;
