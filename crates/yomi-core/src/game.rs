//! Games: the rules as a value, and the capabilities a game may have.
//!
//! [`Game`] is the minimum that every search needs. Everything else is a sub-trait that a game
//! implements only if it applies: a game with dice is not [`Deterministic`], a game with continuous actions is
//! not [`Discrete`]. No method here is optional and none may panic on a position that the game
//! itself produced.

use crate::{Outcome, Player, Rng, Scratch};
use std::fmt::Debug;
use thiserror::Error;

/// The rules of a two-player game (or a one-player game, in which only `First` moves).
///
/// The implementing type holds the settings of the rules (komi, number of ends, noise), never a
/// position. Randomness is always an argument, so a copied state contains no information about
/// future chance events of the original.
pub trait Game: Send + Sync + 'static {
    /// A position. Cloned once per simulation, so it should be small and own no heap memory.
    type State: Clone + Send + Sync + 'static;
    /// A move.
    type Action: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// Computes the tables that are otherwise computed on first use, so that this happens outside any
    /// clock. Engines call it when a game begins.
    fn prepare(&self) {}

    /// The position before the first move.
    fn initial(&self) -> Self::State;

    /// The side to move. Unspecified once the game is over.
    fn to_move(&self, state: &Self::State) -> Player;

    /// The result, or `None` while the game is in progress.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Plays a legal action. Chance, if the game has any, is drawn from `rng`.
    fn step(&self, state: &mut Self::State, action: Self::Action, rng: &mut Rng);
}

/// Games whose legal actions can be listed. A position that is not over has at least one action;
/// where the rules let a player pass, the pass is an action.
pub trait Discrete: Game {
    /// Replaces the contents of `actions` by all legal actions, in an order that depends on the
    /// state alone.
    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Replaces the contents of `actions` by those a search considers: all legal ones, except those
    /// that the game knows to be useless (in Go, filling an own eye). At least one.
    #[inline]
    fn search_actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        self.actions(state, actions);
    }

    /// Replaces the contents of `actions` by those that random playouts draw from: all legal ones,
    /// except those that would keep playouts from a meaningful end (in Go, a pass or filling an own
    /// eye as long as there is another move). At least one.
    #[inline]
    fn playout_actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        self.actions(state, actions);
    }

    /// One of the [`Discrete::playout_actions`] of a position that is not over, drawn uniformly at
    /// random.
    ///
    /// This is the inner loop of every playout: override it where drawing can be done without
    /// listing. `scratch` is a buffer with arbitrary contents for the implementation.
    #[inline]
    fn random_action(
        &self,
        state: &Self::State,
        scratch: &mut Vec<Self::Action>,
        rng: &mut Rng,
    ) -> Self::Action {
        self.playout_actions(state, scratch);
        scratch[rng.below(scratch.len() as u32) as usize]
    }

    /// Plays uniformly random actions until the game is over or `plies` are played, with the same
    /// draws from `rng` as [`Discrete::random_action`] and [`Game::step`], and records the moves in
    /// `scratch.trace` if `scratch.tracing` is set. Returns the outcome, if the game is over.
    ///
    /// Override it where successive plies can share work. An override may play moves that are illegal
    /// only because of earlier positions (in Go, a repetition).
    #[inline]
    fn play_randomly(
        &self,
        state: &mut Self::State,
        plies: u32,
        scratch: &mut Scratch<Self::Action>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        play_by_random_actions(self, state, plies, scratch, rng)
    }
}

/// The default implementation of [`Discrete::play_randomly`]: a loop over
/// [`Discrete::random_action`] and [`Game::step`].
#[inline]
pub fn play_by_random_actions<G: Discrete + ?Sized>(
    game: &G,
    state: &mut G::State,
    plies: u32,
    scratch: &mut Scratch<G::Action>,
    rng: &mut Rng,
) -> Option<Outcome> {
    for _ in 0..plies {
        if let Some(outcome) = game.outcome(state) {
            return Some(outcome);
        }
        let action = game.random_action(state, &mut scratch.actions, rng);
        if scratch.tracing {
            scratch.trace.push((game.to_move(state), action));
        }
        game.step(state, action, rng);
    }
    game.outcome(state)
}

/// Games without chance: the same action in the same state always gives the same state.
///
/// Alpha-beta, the solver and every tree that stores one child per action need this, and so do
/// not compile for a game with dice or noise.
pub trait Deterministic: Game {
    /// Plays a legal action. The default calls [`Game::step`] with a generator that is never used.
    #[inline]
    fn apply(&self, state: &mut Self::State, action: Self::Action) {
        self.step(state, action, &mut crate::Seed::new(0).rng());
    }
}

/// Games that can propose candidate actions one at a time, for continuous or huge action spaces.
pub trait Proposes: Game {
    /// Another candidate action in `state`, given those already `tried`; `None` when there are no
    /// more.
    fn propose(
        &self,
        state: &Self::State,
        tried: &[Self::Action],
        rng: &mut Rng,
    ) -> Option<Self::Action>;

    /// Replaces the contents of `actions` by those that a search without widening considers: at
    /// least one in a position that is not over, each once, in an order that depends on the state
    /// alone. All actions where they are few; otherwise a list that covers the action space.
    fn candidates(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// A random action beside one that a search likes, about as far off as noise would take it;
    /// `None` (the default) if there is none.
    fn near(
        &self,
        _state: &Self::State,
        _action: Self::Action,
        _rng: &mut Rng,
    ) -> Option<Self::Action> {
        None
    }

    /// The weight of a result of action `a` in the statistics of action `b`, in `0.0..=1.0`; 1 for
    /// equal actions.
    ///
    /// The default shares nothing between different actions. With execution noise, the
    /// [density](crate::Noisy::density) of one action as an execution of the other is the natural
    /// choice.
    fn kernel(&self, a: Self::Action, b: Self::Action) -> f64 {
        if a == b { 1.0 } else { 0.0 }
    }
}

/// [`Proposes::propose`] for a game with few actions: a uniformly random one not yet tried.
pub fn propose_untried<G: Discrete>(
    game: &G,
    state: &G::State,
    tried: &[G::Action],
    rng: &mut Rng,
) -> Option<G::Action> {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    actions.retain(|action| !tried.contains(action));
    rng.pick(&actions)
}

/// Games whose positions have a 64-bit hash key: positions with the same future of the game (side to
/// move included) have equal keys, different ones almost never.
pub trait Keyed: Game {
    /// The key of a position.
    fn key(&self, state: &Self::State) -> u64;
}

/// Games whose actions have small numbers with the same meaning in every position: the indices of
/// all-moves-as-first statistics and history tables.
pub trait Indexed: Discrete {
    /// One more than the largest index.
    fn index_count(&self) -> usize;

    /// The number of an action, below [`Indexed::index_count`].
    fn index(&self, action: Self::Action) -> usize;

    /// Whether only the first play of an index in a playout, by either side, counts for
    /// all-moves-as-first statistics: where an index is an empty point, a later play on it (in Go,
    /// after a capture) is a different move.
    fn first_play_only(&self) -> bool {
        false
    }

    /// Whether a later play of the action counts as if it had been played first (all-moves-as-first).
    fn counts_as_first(&self, _action: Self::Action) -> bool {
        true
    }
}

/// Games whose board has rotations or reflections that do not change the game.
pub trait Symmetric: Game {
    /// The number of symmetries. Number 0 is the identity.
    fn symmetry_count(&self) -> usize;

    /// The image of a position under a symmetry.
    fn transform_state(&self, state: &Self::State, symmetry: usize) -> Self::State;

    /// The image of an action under a symmetry.
    fn transform_action(&self, action: Self::Action, symmetry: usize) -> Self::Action;
}

/// Games whose positions have features, the inputs of learned evaluations.
pub trait Encode: Game {
    /// One more than the largest feature index.
    fn feature_count(&self) -> usize;

    /// Replaces `features` by the active ones with their amounts, from the point of view of `viewer`.
    fn encode(&self, state: &Self::State, viewer: Player, features: &mut Vec<(u32, f32)>);
}

/// Games in which players have points, such as covered squares or territory, whether or not they
/// decide the game.
pub trait Scored: Game {
    /// The points of `player` so far.
    fn score(&self, state: &Self::State, player: Player) -> f64;

    /// Whether more points win the game and equal points draw it.
    fn decides(&self) -> bool {
        true
    }
}

/// Games in which every point of the board has an owner at the end.
pub trait Territorial: Scored + Notation {
    /// The expected owner of each point at the end, estimated by playouts: row by row from the top
    /// left as the board is drawn, from 1 (always the first player) to -1 (always the second).
    fn ownership(&self, state: &Self::State, rng: &mut Rng) -> Vec<f64>;

    /// The status of the stones, estimated by playouts, and the score after removal of dead stones.
    fn settlement(&self, state: &Self::State, rng: &mut Rng) -> Settlement;
}

/// The final status of the stones on a board. Chains are lists of points in the game's notation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settlement {
    /// The points of the first and of the second player, without the dead stones.
    pub points: [f64; 2],
    /// Chains that live.
    pub alive: Vec<Vec<String>>,
    /// Chains that live without eyes.
    pub seki: Vec<Vec<String>>,
    /// Chains that are dead and still on the board.
    pub dead: Vec<Vec<String>>,
}

/// Games with a text notation for moves and positions.
pub trait Notation: Game {
    /// A description of the notation of moves, for error messages and help: "a column, 1 to 7".
    fn move_format(&self) -> String;

    /// The move as text. Distinct legal actions of a position have distinct texts.
    fn format_action(&self, state: &Self::State, action: Self::Action) -> String;

    /// The move that `text` stands for in this position; an error if it is not a legal one.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, NotationError>;

    /// The position drawn for a terminal, several lines, no trailing newline.
    fn render(&self, state: &Self::State) -> String;
}

/// Games whose positions have a text form, for protocols that set up a position instead of
/// playing moves to it.
pub trait Setup: Notation {
    /// The position as one line of text.
    fn format_state(&self, state: &Self::State) -> String;

    /// The position that `text` describes.
    fn parse_state(&self, text: &str) -> Result<Self::State, PositionError>;
}

/// An implementation of [`Notation::parse_action`] that compares with every legal move's text,
/// ignoring case.
pub fn parse_listed<G: Discrete + Notation>(
    game: &G,
    state: &G::State,
    text: &str,
) -> Result<G::Action, NotationError> {
    let mut actions = Vec::new();
    if game.outcome(state).is_none() {
        game.actions(state, &mut actions);
    }
    let wanted = text.trim();
    actions
        .into_iter()
        .find(|&action| {
            game.format_action(state, action)
                .eq_ignore_ascii_case(wanted)
        })
        .ok_or_else(|| NotationError::new(text, &game.move_format()))
}

/// A text that is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}' is not a legal move here: expected {expected}")]
pub struct NotationError {
    /// The text as written.
    pub text: String,
    /// The expected form.
    pub expected: String,
}

impl NotationError {
    /// The error for `text` where `expected` was wanted.
    pub fn new(text: &str, expected: &str) -> NotationError {
        NotationError {
            text: text.to_owned(),
            expected: expected.to_owned(),
        }
    }
}

/// A text that describes no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("this is no position: expected {expected}")]
pub struct PositionError {
    /// The expected form.
    pub expected: String,
}

impl PositionError {
    /// The error where `expected` was wanted.
    pub fn new(expected: impl Into<String>) -> PositionError {
        PositionError {
            expected: expected.into(),
        }
    }
}
