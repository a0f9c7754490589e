//! Learning: value functions, networks and move probabilities from games.
//!
//! | module | what it holds |
//! |---|---|
//! | [`linear`] | a linear value of a game's features, as an [`Evaluator`](yomi_core::Evaluator) |
//! | [`self_play`] | learning its weights from self-play |
//! | [`linear_model`] | a linear value of the difference between both players' features |
//! | [`selective`] | learning its weights from the results of selective simulations |
//! | [`weights`] | weights as small versioned files |
//! | [`checksum`] | checksums of files of weights |
//! | [`games`], [`generation`] | self-play games, in a journal from which a killed run resumes |
//! | [`disorder`] | positions as playouts reach them, searched by a teacher |
//! | [`values`] | positions valued by a search |
//! | [`balancing`] | a policy of playouts whose mean reward is what positions are worth |
//! | [`numbered`] | journals of numbered records |
//! | [`examples`] | the positions of such games, merged and split into training and test sets |
//! | [`network`] | a network with one hidden layer over sparse features |
//! | [`learner`] | training networks, with [checkpoints](checkpoint) |
//! | [`two_sided`] | a network of two views with shared row parts, for integer arithmetic in play |
//! | [`softmax`], [`logistic`] | a softmax over options, and a logistic regression, over sparse features |
//! | [`moves`] | probabilities of moves of any game with [features of moves](yomi_core::MoveFeatures), from self-play games |
//! | [`training`], [`report`] | a training loop: epochs, a file of weights after each, snapshots, a report at the end |
//! | [`adam`], [`epoch`], [`snapshot`] | the optimiser, a pass over all examples, and snapshots of a training |
//!
//! A complete example, from random weights to a player, for any game with features:
//!
//! ```
//! use yomi_core::Encode;
//! use yomi_learn::linear::LinearValue;
//! use yomi_learn::self_play::{SelfPlay, SelfPlayParams};
//! use yomi_toy::TicTacToe;
//!
//! let game = TicTacToe;
//! let mut value = LinearValue::zero(game.feature_count());
//! let params = SelfPlayParams { games: 500, ..SelfPlayParams::default() };
//! let curve = SelfPlay::new(params).train(&game, &mut value, yomi_core::Seed::new(1));
//! assert_eq!(curve.last().unwrap().games, 500);
//! assert!(value.weights().iter().any(|&weight| weight != 0.0));
//! ```

pub mod adam;
pub mod balancing;
pub mod checkpoint;
pub mod checksum;
pub mod disorder;
pub mod epoch;
pub mod examples;
pub mod games;
pub mod generation;
pub mod learner;
mod lessons;
pub mod linear;
pub mod linear_model;
pub mod logistic;
pub mod moves;
pub mod network;
pub mod numbered;
pub mod report;
pub mod selective;
pub mod self_play;
pub mod snapshot;
pub mod softmax;
pub mod spread;
pub mod training;
pub mod two_sided;
pub mod values;
pub mod weights;

pub use examples::is_for_test;
pub use linear::LinearValue;
pub use self_play::{SelfPlay, SelfPlayParams};
pub use weights::{WeightsError, WeightsFile};
