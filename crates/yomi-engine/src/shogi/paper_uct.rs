//! The engine `paper-uct`: the UCT player of the paper `mcts-shogi`.
//!
//! It is the UCT of all games with settings that the paper gives: playouts of five plies among the 16 most probable
//! moves, rewarded by how much better the position there is than the root, progressive widening by
//! probability, and five virtual visits of a drawn position for every new node. What the paper leaves open
//! (the constant of UCB, what a very low probability is) is set here, and whether anything is proven, which the paper does not
//! do.

use super::balancing;
use crate::bench::rate;
use crate::kit::check_tree;
use crate::{Bench, Kit, Measurement};
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Parameters as _, Settings};
use yomi_core::value::CENTIPAWN_SCALE;
use yomi_core::{
    Evaluator, FirstValue, Game as _, Limits, Request, Rng, Scratch, Search, Seed, Setup as _,
};
use yomi_search::playout::TruncatedPlayout;
use yomi_search::uct::{Reward, Uct, UctParams, Widening};
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Likely, Move, Position, Preference, Shogi, StaticEvaluation};

/// Simulations a move unless limited otherwise, as in most of the paper.
pub const SIMULATIONS: u64 = 1000;

yomi_core::choices! {
    /// How playouts choose among the most probable moves.
    pub enum PaperPolicy {
        /// Each is as likely.
        Uniform = "uniform",
        /// By their probability, learned from records.
        Transition = "transition",
        /// By weights whose playouts have the mean reward that a deep search says.
        Balancing = "balancing",
    }
}

yomi_core::parameters! {
    /// The settings of the paper's UCT.
    pub struct PaperUctParams {
        /// How playouts choose among the most probable moves.
        pub policy: PaperPolicy = PaperPolicy::Transition;
        /// The weights of the policy balancing: a name, or a file made by `yomi train shogi balancing`.
        pub weights: Option<String> = None;
        /// Playouts end after so many plies, where the position is evaluated (the paper: d_cut).
        pub cut: u32 = 5, in 0..=10000;
        /// A playout is won if its last position is at least so many centipawns better than the root, lost if it is so much worse, else drawn (Th).
        pub threshold: f64 = 100.0, in 0.0..=10000.0;
        /// The visit of a node at which its first child opens (Ex_first).
        pub widen_first: u32 = 3, in 0..=1000000;
        /// Visits until the next child opens (Ex_next).
        pub widen_next: u32 = 4, in 1..=1000000;
        /// Virtual visits of a new node, drawn ones (n_default).
        pub default_visits: u32 = 5, in 0..=1000000;
        /// Only so many moves are used, the most probable ones, in the tree as in playouts.
        pub moves: u32 = 16, in 1..=600;
        /// Of these, moves of less probability among them are not used either. The paper gives no number.
        pub least: f64 = 0.0, in 0.0..=1.0;
        /// Exploration constant c of UCB1, for rewards from 0 to 1: half of the paper's alpha, whose rewards are from -1 to 1. The paper gives no number.
        pub exploration: f64 = 0.5, in 0.0..=100.0;
        /// Prove wins and losses in the tree, which the paper does not.
        pub solver: bool = false;
        /// Keep the part of the tree below the moves that were played.
        pub reuse: bool = false;
        /// Hard limit on the tree's memory, in MiB.
        pub memory: u32 = 256, in 1..=1048576;
    }
}

/// Every position is drawn.
struct Drawn;

impl Evaluator<Shogi> for Drawn {
    fn evaluate(&self, _: &Shogi, _: &Position, _: &mut Scratch<Move>, _: &mut Rng) -> FirstValue {
        FirstValue::EVEN
    }
}

/// The engine with these settings.
pub fn make(settings: &mut Settings) -> Result<Box<dyn Search<Shogi>>, ParamError> {
    let params = PaperUctParams::take(settings)?;
    check_tree(1, params.memory, PaperUctParams::default().memory)?;
    Ok(Box::new(search(&params)?))
}

/// All settings.
pub fn table() -> Vec<Param> {
    balancing::described(PaperUctParams::table())
}

/// How playouts choose by these settings.
fn preference(params: &PaperUctParams) -> Result<Preference, ParamError> {
    match (params.policy, &params.weights) {
        (PaperPolicy::Balancing, name) => {
            Ok(Preference::Learned(balancing::weights(name.clone())?))
        }
        // Engines that are spelled in full name the default.
        (_, Some(name)) if !balancing::ships(name) => Err(ParamError::BadValue {
            name: "weights".to_owned(),
            value: name.clone(),
            expected: "policy=balancing beside it: no other policy has weights".to_owned(),
        }),
        (PaperPolicy::Uniform, _) => Ok(Preference::Uniform),
        (PaperPolicy::Transition, _) => Ok(Preference::Transition),
    }
}

/// The playouts of these settings, which end with an evaluation.
fn playout(
    params: &PaperUctParams,
    transitions: &Arc<Transitions>,
) -> Result<TruncatedPlayout<Likely, StaticEvaluation>, ParamError> {
    Ok(TruncatedPlayout {
        policy: Likely {
            transitions: Arc::clone(transitions),
            most: params.moves as usize,
            least: params.least as f32,
            preference: preference(params)?,
        },
        evaluator: StaticEvaluation,
        plies: params.cut,
    })
}

/// The mean reward of so many playouts by a policy with the weights that ship, for the side to move.
pub fn mean_reward(game: &Shogi, position: &Position, policy: PaperPolicy, count: u32) -> f64 {
    let params = PaperUctParams {
        policy,
        ..PaperUctParams::default()
    };
    let playout = playout(&params, &Arc::new(Transitions::shipped().clone()));
    let playout = playout.expect("what ships is whole");
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(0).rng());
    let root = StaticEvaluation.evaluate(game, position, &mut scratch, &mut rng);
    let reward = Reward::against(root, params.threshold / CENTIPAWN_SCALE);
    let rewards = (0..count).map(|_| {
        let value = playout.evaluate(game, position, &mut scratch, &mut rng);
        reward.of(value).to_mover(game.to_move(position)).0
    });
    rewards.sum::<f64>() / f64::from(count)
}

fn search(params: &PaperUctParams) -> Result<Uct<Shogi>, ParamError> {
    let transitions = Arc::new(Transitions::shipped().clone());
    let playout = playout(params, &transitions)?;
    let uct = UctParams {
        exploration: params.exploration,
        initial_visits: params.default_visits,
        widening: Widening::Scheduled,
        widen_first: params.widen_first,
        widen_next: params.widen_next,
        // Before the first child opens there is no use for any.
        expand_visits: params.widen_first.max(1),
        prior_moves: Some(params.moves),
        prior_least: params.least,
        reward_threshold: Some(params.threshold / CENTIPAWN_SCALE),
        solver: params.solver,
        reuse: params.reuse,
        memory: params.memory,
        ..UctParams::default()
    };
    let uct = Uct::new(uct, Box::new(playout))
        .with_prior(transitions)
        .with_initial(Arc::new(Drawn))
        .with_reference(Arc::new(StaticEvaluation));
    Ok(uct)
}

/// `shogi/paper-uct-uniform`: simulations from positions of middle games, 1,000 each.
pub fn uniform(_: &Kit<Shogi>) -> Bench {
    bench("shogi/paper-uct-uniform", PaperPolicy::Uniform)
}

/// `shogi/paper-uct-transition`: the same with the policy of the records.
pub fn transition(_: &Kit<Shogi>) -> Bench {
    bench("shogi/paper-uct-transition", PaperPolicy::Transition)
}

/// `shogi/paper-uct-balancing`: the same with the policy that simulation balancing has learned.
pub fn balancing(_: &Kit<Shogi>) -> Bench {
    bench("shogi/paper-uct-balancing", PaperPolicy::Balancing)
}

/// Signature: the visits of the best moves.
fn bench(name: &'static str, policy: PaperPolicy) -> Bench {
    Bench::new(name, move |time| {
        let game = Shogi::default();
        let parse = |sfen| game.parse_state(sfen).expect("a position of our own");
        let positions: Vec<Position> = super::bench::middle_games().map(parse).collect();
        let mut search = search(&PaperUctParams {
            policy,
            ..PaperUctParams::default()
        })
        .expect("what ships is whole");
        let mut all = |seed: u64| -> u64 {
            let visits = positions.iter().map(|position| {
                let request = Request::new(Limits::simulations(SIMULATIONS), Seed::new(seed));
                search.search(&game, position, &request).moves[0].visits
            });
            visits.sum()
        };
        let signature = all(1);
        Measurement {
            bench: name.to_owned(),
            rate: rate(time, |round| {
                std::hint::black_box(all(round + 2));
                SIMULATIONS * positions.len() as u64
            }),
            unit: "simulations/s".to_owned(),
            signature: Some(signature),
            note: None,
        }
    })
}
