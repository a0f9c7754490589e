//! Search algorithms for any game. The documentation of each begins with its formula and its source.
//!
//! | module | algorithm | needs |
//! |---|---|---|
//! | [`flat`] | flat Monte Carlo, equal or UCB1 allocation | `Discrete`, or a list of candidates |
//! | [`uct`] | the UCT family | `Discrete + Deterministic` |
//! | [`dpw`] | double progressive widening for chance and continuous actions | `Proposes` |
//! | [`kr_uct`] | KR-UCT: widening over executions, results shared by kernel regression | `Noisy + Parts + Proposes` |
//! | [`root_grid`] | Monte Carlo over a grid of exact root actions, noise averaged out | `Noisy + Parts` |
//! | [`halving`] | sequential halving over candidates, results shared by the noise | `Noisy + Parts + Proposes` |
//! | [`state_tree`] | State-Tree MCTS: what similar states have taught, at several resolutions | `Cells + Parts` |
//! | [`kind_player`] | a policy over kinds of actions as a player, without any search | `KindPolicy` |
//! | [`alphabeta`] | iterative-deepening principal variation search | `Discrete + Deterministic` |
//! | [`playout`] | playouts, whole or truncated, as evaluators | `Discrete` |
//! | [`policy`] | playout policies | `Discrete` |
//! | [`prior`] | priors by an evaluation and by features of moves | `Discrete` |

pub mod alphabeta;
pub mod candidates;
pub mod classical;
pub mod dpw;
pub mod flat;
pub mod halving;
pub mod kind_player;
pub mod kr_uct;
pub mod playout;
pub mod policy;
pub mod prior;
pub mod root_grid;
pub mod state_tree;
pub mod uct;
