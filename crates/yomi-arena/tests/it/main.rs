//! Matches: fair, resumed, judged, and what they do when something fails.

mod exhaustion;
mod failures;
mod fairness;
mod handovers;
mod judges;
mod kill;
mod positions;
mod resume;
mod support;
mod tables;
