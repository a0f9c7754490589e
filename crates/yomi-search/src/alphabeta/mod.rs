//! Alpha-beta: the exact value of a position, as far as one can look ahead.
//!
//! Minimax: `v(s) = max over a of v(s after a)` where the first player moves, `min` where the
//! second does, and the evaluation (or the outcome) where the search stops. Alpha-beta computes
//! it without looking at what cannot matter: a window `(alpha, beta)` holds what the two sides
//! are already sure of, and a move that beats `beta` refutes the position, whatever the others
//! are worth. With `b` moves and depth `d` that leaves about `b^(d/2)` of `b^d` leaves if good
//! moves come first, and so everything here serves the order of moves:
//!
//! - *iterative deepening*: depth 1, 2, 3, ..., each ordering the next;
//! - *principal variation search*: after the first move, a window of width one asks only whether
//!   a move is better, and searches again the few that are;
//! - a *transposition table*, where positions are keyed ([`AlphaBeta::with_table`]);
//! - *killers* and *history*, where actions are numbered ([`AlphaBeta::with_history`]), and a
//!   prior, where there is one ([`AlphaBeta::with_prior`]);
//! - *quiescence*, where the game has moves that no evaluation can stand still before
//!   ([`Quiescence`]).
//!
//! **Answers.** With `multi_pv = k` the first k moves carry exact values; of the others it is only
//! known that they are no better, so they have none (unless they are proven to lose). A move's
//! visits are the nodes spent on it. A win or loss is reported as proven when it is forced, a draw
//! when no estimate entered the result; then the search ends as solved. If the search is stopped
//! in the middle of an iteration, that iteration counts if its first k moves were finished, else
//! the one before it does. Among proven wins the shortest *found* is preferred, which need not be
//! the shortest there is.
//!
//! **Limits** on nodes are kept exactly. An evaluation counts as a simulation. No line is looked
//! at beyond 256 plies. What the table holds is kept while the game goes on
//! ([`Search::advance`]), and forgotten otherwise, so one question has one answer.
//!
//! References: D. Knuth, R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6
//! (1975); J. Pearl, "Scout", AAAI 1980, and T. Marsland, M. Campbell, "Parallel search of strongly
//! ordered game trees", Computing Surveys 14 (1982) for principal variation search; D. Slate, L.
//! Atkin, "Chess 4.5" (1977) for iterative deepening and the table; S. Akl, M. Newborn, "The
//! principal continuation and the killer heuristic", ACM 1977; J. Schaeffer, "The history heuristic
//! and alpha-beta search enhancements in practice", IEEE PAMI 11 (1989).
//!
//! It needs a game without chance. This compiles:
//!
//! ```
//! use std::sync::Arc;
//! use yomi_core::{Game, Limits, Request, Search, Seed};
//! use yomi_search::{alphabeta::AlphaBeta, playout::Playout};
//! use yomi_toy::TicTacToe as Rules;
//!
//! let game = Rules::default();
//! let evaluator = Arc::new(Playout::uniform());
//! let mut search = AlphaBeta::<Rules>::new(Default::default(), evaluator);
//! let request = Request::new(Limits::depth(2), Seed::new(1));
//! let report = search.search(&game, &game.initial(), &request);
//! assert_eq!(report.depth, 2);
//! ```
//!
//! and the same with dice does not:
//!
//! ```compile_fail,E0277
//! use std::sync::Arc;
//! use yomi_core::{Game, Limits, Request, Search, Seed};
//! use yomi_search::{alphabeta::AlphaBeta, playout::Playout};
//! use yomi_toy::Pig as Rules;
//!
//! let game = Rules::default();
//! let evaluator = Arc::new(Playout::uniform());
//! let mut search = AlphaBeta::<Rules>::new(Default::default(), evaluator);
//! let request = Request::new(Limits::depth(2), Seed::new(1));
//! let report = search.search(&game, &game.initial(), &request);
//! assert_eq!(report.depth, 2);
//! ```

mod node;
mod ordering;
mod quiescence;
mod root;
mod score;
mod table;

pub use quiescence::Quiescence;

use node::{KeyOf, Searcher};
use ordering::{History, Ply};
use root::{Iteration, Root};
use std::sync::Arc;
use table::Table;
use yomi_core::{
    Deterministic, Discrete, Evaluator, Game, Indexed, Keyed, Prior, Report, Request, Rng, Scratch,
    Search, Seed, StopReason,
};

/// The largest length of a line, in plies, so that the recursion fits any thread's stack.
const MAX_PLY: usize = 256;

yomi_core::parameters! {
    /// Settings of alpha-beta.
    pub struct AlphaBetaParams {
        /// Size of the transposition table in MiB.
        pub memory: u32 = 64, in 1 ..= 65_536;
        /// How many of the best moves get exact values.
        pub multi_pv: u32 = 1, in 1 ..= 10_000;
        /// Whether refutations are tried first in sibling positions.
        pub killers: bool = true;
        /// How many plies of loud moves are followed where the search ends, if the game has any.
        pub quiescence_plies: u32 = 16, in 0 ..= 256;
    }
}

/// Alpha-beta search over a game without chance.
///
/// ```
/// use std::sync::Arc;
/// use yomi_core::{Game, Limits, Proven, Request, Search, Seed, StopReason};
/// use yomi_search::alphabeta::{AlphaBeta, AlphaBetaParams};
/// use yomi_search::playout::Playout;
/// use yomi_toy::TicTacToe;
///
/// let game = TicTacToe;
/// let params = AlphaBetaParams { memory: 1, ..Default::default() };
/// let evaluator = Arc::new(Playout::uniform());
/// let mut search = AlphaBeta::new(params, evaluator).with_table().with_history();
/// let request = Request::new(Limits::default(), Seed::new(1));
/// let report = search.search(&game, &game.initial(), &request);
/// assert_eq!((report.proven, report.reason), (Some(Proven::Draw), StopReason::Solved));
/// ```
pub struct AlphaBeta<G: Game> {
    params: AlphaBetaParams,
    evaluator: Arc<dyn Evaluator<G>>,
    quiescence: Option<Arc<dyn Quiescence<G>>>,
    prior: Option<Arc<dyn Prior<G>>>,
    history: Option<History<G>>,
    key_of: Option<KeyOf<G>>,
    /// Made when a game begins, or at the first search: an engine that never plays costs nothing.
    table: Option<Table<G::Action>>,
    /// Whether the position searched next follows from the one searched last.
    game_goes_on: bool,
    plies: Vec<Ply<G::Action>>,
    scratch: Scratch<G::Action>,
}

impl<G: Discrete + Deterministic> AlphaBeta<G> {
    /// A search that evaluates by `evaluator` where it stops. The evaluator gets the same
    /// randomness for every position, so even a playout gives each position one value.
    pub fn new(params: AlphaBetaParams, evaluator: Arc<dyn Evaluator<G>>) -> Self {
        AlphaBeta {
            params,
            evaluator,
            quiescence: None,
            prior: None,
            history: None,
            key_of: None,
            table: None,
            game_goes_on: false,
            plies: (0..=MAX_PLY + 1).map(|_| Ply::new()).collect(),
            scratch: Scratch::default(),
        }
    }

    /// Remembers positions in a table of [`AlphaBetaParams::memory`].
    #[must_use]
    pub fn with_table(mut self) -> Self
    where
        G: Keyed,
    {
        self.key_of = Some(G::key);
        self
    }

    /// Orders moves by how often they cut off elsewhere.
    #[must_use]
    pub fn with_history(mut self) -> Self
    where
        G: Indexed,
    {
        self.history = Some(History::new());
        self
    }

    /// Orders moves by a prior, weighed at every node.
    #[must_use]
    pub fn with_prior(mut self, prior: Arc<dyn Prior<G>>) -> Self {
        self.prior = Some(prior);
        self
    }

    /// Follows loud moves where the search ends.
    #[must_use]
    pub fn with_quiescence(mut self, quiescence: Arc<dyn Quiescence<G>>) -> Self {
        self.quiescence = Some(quiescence);
        self
    }

    /// Gets everything ready for a search.
    fn prepare(&mut self, game: &G) {
        let keep = std::mem::replace(&mut self.game_goes_on, false);
        if self.key_of.is_some() {
            let memory = self.params.memory;
            let table = self.table.get_or_insert_with(|| Table::new(memory));
            if keep {
                table.begin_search();
            } else {
                table.forget();
            }
        }
        if let Some(history) = &mut self.history {
            history.forget(game);
        }
        self.plies.iter_mut().for_each(Ply::forget);
    }

    fn memory(&self) -> u64 {
        let table = self.table.as_ref().map_or(0, Table::memory);
        let history = self.history.as_ref().map_or(0, History::memory);
        let buffers: usize = self.plies.iter().map(Ply::memory).sum();
        table + (history + buffers + size_of_val(&self.plies[..])) as u64
    }
}

impl<G: Discrete + Deterministic> Search<G> for AlphaBeta<G> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let budget = request.start(&request.limits);
        self.prepare(game);
        let mut searcher = Searcher {
            game,
            evaluator: &*self.evaluator,
            quiescence: self.quiescence.as_deref(),
            quiescence_plies: self.params.quiescence_plies,
            prior: self.prior.as_deref(),
            history: self.history.as_mut(),
            table: self.key_of.zip(self.table.as_mut()),
            plies: &mut self.plies,
            use_killers: self.params.killers,
            scratch: &mut self.scratch,
            rng: evaluation_rng(),
            budget,
            nodes: 0,
            evaluations: 0,
            stopped: None,
        };
        let mut actions = searcher.ordered_actions(state);
        request.restrict(&mut actions);
        let mut root = Root::new(&actions, request.lines.unwrap_or(self.params.multi_pv));
        let deepest = request.limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32);
        let mut depth = 0;
        let reason = loop {
            if depth == deepest {
                break StopReason::Depth;
            }
            match root.iterate(&mut searcher, state, depth + 1) {
                Iteration::Stopped => break searcher.stopped.unwrap_or(StopReason::Stopped),
                Iteration::Solved => {
                    depth += 1;
                    break StopReason::Solved;
                }
                Iteration::Finished => depth += 1,
            }
            if request.progress.is_some() {
                tell(&report(&root, &searcher, state, request, depth));
            }
            // An only move is no reason to let the clock run.
            if root.moves.len() == 1 && request.limits.clock.is_some() {
                break StopReason::Exhausted;
            }
        };
        let last = report(&root, &searcher, state, request, depth);
        Report {
            memory: self.memory(),
            reason,
            ..last
        }
    }

    fn advance(&mut self, _game: &G, _action: G::Action, _state: &G::State) {
        self.game_goes_on = true;
    }

    fn reset(&mut self) {
        self.game_goes_on = false;
        // Moves may be played before the next search: what was known must not come back with
        // them, or a game would depend on the one before.
        if self.key_of.is_some() {
            let memory = self.params.memory;
            let table = self.table.get_or_insert_with(|| Table::new(memory));
            table.forget();
        }
    }
}

/// The answer as far as it is known after `depth` iterations.
fn report<G: Discrete + Deterministic>(
    root: &Root<G::Action>,
    searcher: &Searcher<'_, G>,
    state: &G::State,
    request: &Request<G::Action>,
    depth: u32,
) -> Report<G::Action> {
    let (value, proven) = root.verdict();
    Report {
        value,
        proven,
        moves: root.reports(),
        line: root.line(searcher, state),
        simulations: searcher.evaluations,
        nodes: searcher.nodes,
        depth,
        deepest: depth,
        elapsed: searcher.budget.elapsed(),
        reason: StopReason::Depth,
        ..Report::new(root.moves[0].action, request.seed)
    }
}

/// The seed of evaluators that use randomness: always the same, so that scores are reproducible.
fn evaluation_rng() -> Rng {
    Seed::new(0).child("alphabeta").child("evaluation").rng()
}
