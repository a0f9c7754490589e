//! Statistics for game experiments: how sure may we be of what was measured?
//!
//! An engine laboratory asks the same few questions again and again. *Is this
//! program stronger, by how much, and when may the match stop? Is this sampler
//! drawing from the distribution it claims? How are ten players ranked?* This
//! crate answers them, and it knows nothing of any game: it sees wins, draws
//! and losses, counts, and lists of numbers.
//!
//! | question | module |
//! |---|---|
//! | what was the result of the match? | [`score`], [`pair_scores`] |
//! | between which bounds does the true value lie? | [`interval`], [`bootstrap`] |
//! | what is that in Elo, and who is ahead? | [`elo`] |
//! | may the match stop now? | [`sprt`] |
//! | does the data contradict the hypothesis? | [`hypothesis`] |
//! | how do many players rank? | [`cross_table`], [`rating`] |
//! | what do these numbers look like? | [`summary`] |
//!
//! The distribution functions (normal, beta, gamma) come from `statrs`; the
//! methods on top of them are written here. Bad input is answered with a
//! [`StatsError`] that names the value and what was expected of it; nothing
//! panics.
//!
//! ```
//! use yomi_stats::{elo::EloEstimate, score::Tally};
//!
//! let match_result = Tally { wins: 60, draws: 20, losses: 20 };
//! let estimate = EloEstimate::of_tally(&match_result, 0.95)?;
//! assert_eq!(estimate.to_string(), "+147.2 [+82.3, +212.0]");
//! # Ok::<(), yomi_stats::StatsError>(())
//! ```

#![forbid(unsafe_code)]

pub mod bootstrap;
mod cholesky;
pub mod cross_table;
mod distributions;
pub mod elo;
mod error;
pub mod hypothesis;
pub mod interval;
pub mod pair_scores;
pub mod random;
pub mod rating;
mod root;
pub mod score;
pub mod sprt;
pub mod summary;

pub use error::StatsError;
