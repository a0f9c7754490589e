//! UCT: a bandit at every node of a growing tree.
//!
//! A simulation descends the tree, at every node to the child with the highest upper confidence
//! bound,
//!
//! `argmax_i  Q_i + c sqrt(2 ln N / n_i)`,
//!
//! until it leaves the tree; there the position is valued (by a playout or another
//! [`Evaluator`]), one leaf is added, and the value is backed up along the path. With more
//! simulations the means converge to the minimax values (Kocsis and Szepesvári, "Bandit based
//! Monte-Carlo planning", 2006), but where a deep narrow line refutes a move that is good on
//! average, this can take very long (Coquelin and Munos 2007); the solver helps there.
//!
//! | file | contents |
//! |---|---|
//! | `select` | the formulas: UCB1, PUCT, first-play urgency, RAVE, progressive widening |
//! | `run` | the loop of simulations within the limits, on one thread or several |
//! | `simulate`, `expand` | one simulation from root to leaf and back |
//! | `rave` | all-moves-as-first values: who played what in a simulation, and what that counts |
//! | `reward` | leaves rewarded against the root |
//! | `solver` | proven wins, losses and draws |
//! | `forced` | wins that a prover finds ahead of the tree |
//! | `transposition` | sharing between move orders |
//! | `batch` | several threads in one tree with less contention for the nodes near the root |
//! | `tree`, `node`, `storage` | the tree in memory, and the memory limit |
//! | `answer` | the choice of the move to play, and the report |
//!
//! A node has at most 65,535 children; a root with more is answered with its first action.
//!
//! ```
//! use yomi_core::{Limits, Proven, Request, Search, Seed, Game};
//! use yomi_search::playout::Playout;
//! use yomi_search::uct::{Uct, UctParams};
//! use yomi_toy::TicTacToe;
//!
//! let game = TicTacToe;
//! let mut uct = Uct::new(UctParams::default(), Box::new(Playout::uniform()));
//! let request = Request::new(Limits::simulations(100_000), Seed::new(1));
//! let report = uct.search(&game, &game.initial(), &request);
//! assert_eq!(report.proven, Some(Proven::Draw));
//! ```
//!
//! The tree keeps one child per action, so the game must be deterministic; this does not compile:
//!
//! ```compile_fail
//! use yomi_core::{Limits, Proven, Request, Search, Seed, Game};
//! use yomi_search::playout::Playout;
//! use yomi_search::uct::{Uct, UctParams};
//! use yomi_toy::Pig;
//!
//! let game = Pig::default();
//! let mut uct = Uct::new(UctParams::default(), Box::new(Playout::uniform()));
//! let request = Request::new(Limits::simulations(100_000), Seed::new(1));
//! let report = uct.search(&game, &game.initial(), &request);
//! ```

mod answer;
mod batch;
mod expand;
mod forced;
mod node;
mod params;
mod rave;
mod reward;
mod run;
mod select;
mod simulate;
mod solver;
mod storage;
mod transposition;
mod tree;

pub use params::{BestMove, InitialAt, Parallel, RaveSchedule, Selection, UctParams, Widening};

pub use reward::Reward;

use forced::ProverPool;
use run::{Run, run_root_parallel, run_single, run_tree_parallel};
use select::Selector;
use simulate::{Kept, Shared};
use std::sync::Arc;
use tree::{Layout, Tree};
use yomi_core::{
    Budget, Deterministic, Discrete, Evaluator, Experience, Game, Indexed, Keyed, Limits,
    MoveReport, Player, Prior, Proven, Provers, Report, Request, Scratch, Search, Seed, StopReason,
};

/// The knowledge of a UCT search about its game. Capabilities the game may or may not have are function
/// pointers, put there by builder methods that ask for the trait.
pub struct Knowledge<G: Game> {
    leaf: Box<dyn Evaluator<G>>,
    initial: Option<Arc<dyn Evaluator<G>>>,
    reference: Option<Arc<dyn Evaluator<G>>>,
    prior: Option<Arc<dyn Prior<G>>>,
    experience: Option<Arc<dyn Experience<G>>>,
    provers: Option<ProverPool<G>>,
    key: Option<fn(&G, &G::State) -> u64>,
    index: Option<IndexFns<G>>,
    rave: bool,
}

/// [`Indexed`] of a game that has it.
struct IndexFns<G: Game> {
    count: fn(&G) -> usize,
    index: fn(&G, G::Action) -> usize,
    first_play_only: fn(&G) -> bool,
    counts_as_first: fn(&G, G::Action) -> bool,
}

/// The UCT search.
pub struct Uct<G: Game> {
    params: UctParams,
    knowledge: Knowledge<G>,
    /// One tree, or one per thread in [`Parallel::Root`]; made at the first search.
    trees: Vec<Tree<G::Action>>,
    /// Whether the trees are rooted in the position to be searched next.
    follows_game: bool,
    /// Who moves in the position the trees are rooted in, and who moved into it. The same player
    /// may do both.
    mover: Player,
    chooser: Player,
    /// The only actions of the root that the trees hold; empty: all.
    only: Vec<G::Action>,
}

impl<G: Discrete + Deterministic> Uct<G> {
    /// A search that values leaves with `leaf`.
    pub fn new(params: UctParams, leaf: Box<dyn Evaluator<G>>) -> Uct<G> {
        Uct {
            params,
            knowledge: Knowledge {
                leaf,
                initial: None,
                reference: None,
                prior: None,
                experience: None,
                provers: None,
                key: None,
                index: None,
                rave: false,
            },
            trees: Vec::new(),
            follows_game: false,
            mover: Player::First,
            chooser: Player::Second,
            only: Vec::new(),
        }
    }

    /// Orders children by a prior, for PUCT and progressive widening.
    #[must_use]
    pub fn with_prior(mut self, prior: Arc<dyn Prior<G>>) -> Uct<G> {
        self.knowledge.prior = Some(prior);
        self
    }

    /// Starts the all-moves-as-first values of new children at what experience expects of them,
    /// where [`UctParams::rave`] keeps such values.
    #[must_use]
    pub fn with_experience(mut self, experience: Arc<dyn Experience<G>>) -> Uct<G> {
        self.knowledge.experience = Some(experience);
        self
    }

    /// Starts new children at this evaluation, counted as [`UctParams::initial_visits`] visits.
    #[must_use]
    pub fn with_initial(mut self, initial: Arc<dyn Evaluator<G>>) -> Uct<G> {
        self.knowledge.initial = Some(initial);
        self
    }

    /// Rewards leaves against this value of the root, where there is a [`UctParams::reward_threshold`].
    #[must_use]
    pub fn with_reference(mut self, reference: Arc<dyn Evaluator<G>>) -> Uct<G> {
        self.knowledge.reference = Some(reference);
        self
    }

    /// Looks for forced wins ahead of the tree: at the root, where nodes are visited, and after the move to be played.
    #[must_use]
    pub fn with_provers(mut self, provers: Arc<dyn Provers<G>>) -> Uct<G> {
        self.knowledge.provers = Some(ProverPool::new(provers));
        self
    }

    /// Makes [`UctParams::transpositions`] possible.
    #[must_use]
    pub fn with_keys(mut self) -> Uct<G>
    where
        G: Keyed,
    {
        self.knowledge.key = self.params.transpositions.then_some(G::key);
        self
    }

    /// Makes [`UctParams::rave`] possible.
    #[must_use]
    pub fn with_indices(mut self) -> Uct<G>
    where
        G: Indexed,
    {
        self.knowledge.index = Some(IndexFns {
            count: G::index_count,
            index: G::index,
            first_play_only: G::first_play_only,
            counts_as_first: G::counts_as_first,
        });
        self.knowledge.rave = self.params.rave;
        self
    }

    /// Bytes a child takes with these settings.
    pub fn bytes_per_child(&self) -> u64 {
        Tree::<G::Action>::bytes_per_child(self.layout())
    }

    fn layout(&self) -> Layout {
        Layout {
            priors: self.knowledge.prior.is_some(),
            amaf: self.knowledge.rave,
            transpositions: self.knowledge.key.is_some(),
        }
    }

    /// The children that nodes get, if some are left out.
    fn kept(&self) -> Option<Kept> {
        let params = &self.params;
        let leaves_out = params.prior_moves.is_some() || params.prior_least > 0.0;
        (leaves_out && self.knowledge.prior.is_some()).then(|| Kept {
            most: params.prior_moves.unwrap_or(u32::MAX),
            least: params.prior_least as f32,
        })
    }

    /// How leaves of a search from this position are rewarded, if not by their value.
    fn reward(&self, game: &G, root: &G::State, seed: Seed) -> Option<Reward> {
        let threshold = self.params.reward_threshold?;
        let reference = self.knowledge.reference.as_ref()?;
        if game.outcome(root).is_some() {
            return None;
        }
        let mut rng = seed.child("reference").rng();
        let value = reference.evaluate(game, root, &mut Scratch::default(), &mut rng);
        Some(Reward::against(value, threshold))
    }

    /// The answer where the side to move has a forced win that needs no search.
    fn forced_win(
        &self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        time: &Budget,
    ) -> Option<Report<G::Action>> {
        let line = match self.params.solver {
            true => self.knowledge.forced_win(game, state)?,
            false => return None,
        };
        let best = *line.first()?;
        let is_wanted = request.only.is_empty() || request.only.contains(&best);
        let result = Proven::Win;
        (is_wanted && game.outcome(state).is_none()).then(|| Report {
            value: result.value(),
            proven: Some(result),
            moves: vec![MoveReport {
                action: best,
                visits: 0,
                value: Some(result.value()),
                prior: None,
                proven: Some(result),
                line: line.clone(),
            }],
            depth: line.len() as u32,
            deepest: line.len() as u32,
            line,
            elapsed: time.elapsed(),
            reason: StopReason::Solved,
            ..Report::new(best, request.seed)
        })
    }

    /// Makes, clears or re-roots the trees.
    fn prepare(&mut self, game: &G, state: &G::State) {
        self.mover = game.to_move(state);
        let count = match self.params.parallel {
            Parallel::Tree => 1,
            Parallel::Root => self.params.threads as usize,
        };
        let memory = (u64::from(self.params.memory) << 20) / count as u64;
        let layout = self.layout();
        self.trees.resize_with(count, || Tree::new(memory, layout));
        let mut actions = Vec::new();
        game.search_actions(state, &mut actions);
        for tree in &mut self.trees {
            if self.follows_game {
                tree.compact();
            } else {
                tree.clear();
            }
            if tree.is_empty() {
                tree.plant_root(actions[0]);
            }
        }
        if !self.follows_game {
            self.chooser = self.mover.other();
        }
    }
}

impl<G: Discrete + Deterministic> Search<G> for Uct<G> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let time = request.start(&request.limits);
        self.follows_game |= request.again && !self.trees.is_empty();
        // The children of a root are those that were wanted when it was expanded.
        self.follows_game &= self.only == request.only;
        self.only.clone_from(&request.only);
        self.prepare(game, state);
        self.follows_game = false;
        if let Some(report) = self.forced_win(game, state, request, &time) {
            return report;
        }
        let limits = tree_limits(&request.limits, &self.trees);
        let params = &self.params;
        let initial_visits = match self.knowledge.initial {
            Some(_) => params.initial_visits,
            None => 0,
        };
        let kept = self.kept();
        let reward = self.reward(game, state, request.seed);
        let shared: Vec<Shared<'_, G>> = self
            .trees
            .iter()
            .map(|tree| Shared {
                game,
                root: state,
                request,
                root_chooser: self.chooser,
                tree,
                knowledge: &self.knowledge,
                selector: Selector::new(params, initial_visits),
                rave_decay: params.rave_decay,
                kept,
                reward,
                solver: params.solver,
                prover_levels: self
                    .knowledge
                    .provers
                    .as_ref()
                    .map_or(0, ProverPool::levels),
                prove_growth: params.prove_growth,
                initial_visits,
                root_is_planted: tree.root_is_planted(),
                initial_on_visit: params.initial_at == InitialAt::Visited,
                expand_visits: params.expand_visits,
                max_depth: limits.depth.unwrap_or(u32::MAX),
                reserve_ahead: limits.nodes.is_none(),
                batch: params.batch.unwrap_or(match params.parallel {
                    Parallel::Tree if params.threads > 1 => 64,
                    _ => 1,
                }),
                virtual_loss: params.virtual_loss,
                early_stop: params.early_stop
                    && !request.thorough
                    && params.best_move == BestMove::Visits
                    && params.parallel == Parallel::Tree,
            })
            .collect();
        let budget = time.with_counts(limits.simulations, limits.nodes);
        let threads = u64::from(params.threads);
        let report = |shared: &[Shared<'_, G>], runs: &[Run]| {
            let root = answer::RootStatistics::gather(shared);
            let tree = shared[0].tree;
            let mut report = root.report(params.best_move, runs, tree, &budget, request.seed);
            if request.thorough || request.lines > Some(1) {
                answer::add_lines(&mut report, tree);
            }
            if report.reason == StopReason::Simulations && request.limits.simulations.is_none() {
                report.reason = StopReason::Nodes;
            }
            report
        };
        // The other trees of a search with several belong to other threads as long as it runs.
        let mut on_the_way = |run: Run| tell(&report(&shared[..1], &[run]));
        let runs: Vec<Run> = match params.parallel {
            Parallel::Tree if threads == 1 => {
                vec![run_single(
                    &shared[0],
                    &mut budget.clone(),
                    request.seed.child("worker").index(0),
                    &mut on_the_way,
                )]
            }
            Parallel::Tree => {
                run_tree_parallel(&shared[0], &budget, threads, request.seed, &mut on_the_way)
            }
            Parallel::Root => {
                run_root_parallel(&shared, &limits, &budget, request.seed, &mut on_the_way)
            }
        };
        let mut answer = report(&shared, &runs);
        // Each time round one more move is known to be lost.
        while shared[0].falls_into_trap(answer.best) {
            answer = report(&shared, &runs);
        }
        answer
    }

    fn advance(&mut self, game: &G, action: G::Action, state: &G::State) {
        if self.params.reuse {
            self.trees.iter_mut().for_each(|tree| tree.follow(action));
            self.follows_game = true;
            self.only.clear();
            self.chooser = self.mover;
            self.mover = game.to_move(state);
        }
    }

    fn is_reproducible(&self) -> bool {
        self.params.threads == 1 || self.params.parallel == Parallel::Root
    }

    fn reset(&mut self) {
        self.trees.iter_mut().for_each(Tree::clear);
        self.follows_game = false;
    }
}

/// The limits as a tree search understands them. Nodes are those that the search adds; what was
/// kept from the last move is not counted.
fn tree_limits<A: Copy>(limits: &Limits, trees: &[Tree<A>]) -> Limits {
    let simulations = limits.with_nodes_as_simulations().simulations;
    // Visits are 32-bit, those of all-moves-as-first values in parts, and those that are kept count; this is where
    // they would overflow.
    let most = |tree: &Tree<A>| match tree.is_empty() {
        true => 0,
        false => tree.node(0).visits(),
    };
    let kept_visits = trees.iter().map(most).max().unwrap_or(0);
    let room = u64::from((u32::MAX / (2 * rave::WHOLE)).saturating_sub(kept_visits));
    let simulations = simulations.unwrap_or(u64::MAX).min(room.max(1));
    let kept: u64 = trees.iter().map(|tree| u64::from(tree.len())).sum();
    Limits {
        simulations: Some(simulations),
        nodes: limits.nodes.map(|nodes| nodes.saturating_add(kept)),
        depth: limits.depth.map(|depth| depth.max(1)),
        ..*limits
    }
}
