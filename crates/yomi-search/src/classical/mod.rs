//! Classical alpha-beta: selective search as in strong chess and shogi programs.
//!
//! [`alphabeta`](crate::alphabeta) computes the exact minimax value to a depth, for any game
//! without chance. This search prunes and reduces unpromising lines and therefore searches the others
//! much deeper. It needs a game whose moves can be [made and unmade in
//! place](yomi_core::Walkable). In addition to iterative deepening, principal
//! variation search and a transposition table it has:
//!
//! - *order*: the table's move, winning captures by static exchange evaluation, killers, the
//!   counter move, quiet moves by history and continuation history, losing captures (`picker`,
//!   `history`);
//! - *pruning before the moves*: razoring, futility, null move, ProbCut; *among the moves*: late
//!   quiet moves, quiet moves that cannot reach alpha, moves that lose too much (`node`);
//! - *reductions*: late moves are searched less deep, and again in full if they turn out well;
//! - *extensions*: checks that do not lose material, and a table move that is much better than all
//!   others (singular);
//! - *quiescence*: captures until the position is quiet, all moves in check, and a test for an
//!   immediate win.
//!
//! Each kind has a switch of its own. With `pruning=false,extensions=false` all are off: nothing is
//! pruned and nothing reduced, and the score is that of plain minimax to a fixed depth with the
//! same evaluation and quiescence, the reference for comparisons. (Where a repetition lies within
//! the depth, the table may still carry a score from one path to another.)
//!
//! With any setting of the switches, every forced win or loss that the search claims is correct: moves
//! of the losing side are pruned only once one is known that does not lose, and the result of a null
//! move is never used as a proof. Wins may be missed, and longer ones found first.
//!
//! **Results.** With `multi_pv = k` the first k moves carry exact values and lines. A score `s` in
//! hundredths of a pawn is reported as the expected score `1 / (1 + exp(-s / 600))`. A forced win
//! or loss is reported as proven; the search ends there once no shorter one can be found at the
//! depth reached. A repetition counts as the end of the game at its second occurrence. If the
//! search is stopped inside an iteration, the best move found in it counts.
//!
//! **Limits** on nodes are exact; the first iteration is always finished, also after the time limit. No
//! line is searched beyond 128 plies.
//!
//! References: D. Beal, "A generalised quiescence search algorithm" (1990) and C. Donninger, "Null
//! move and deep search" (1993) for the null move; E. Heinz, "Extended futility pruning" (1998);
//! M. Buro, "ProbCut" (1995); T. Anantharaman et al., "Singular extensions" (1988); T. Romstad, "An
//! introduction to late move reductions" (2006); J. Uiterwijk, "The countermove heuristic" (1992).

mod history;
mod moves;
mod node;
mod picker;
mod prune;
mod quiesce;
mod root;
mod score;
mod table;

use history::History;
use node::{Ply, Searcher};
use prune::Selectivity;
use root::Root;
use table::Table;
use yomi_core::{Game, Report, Request, Search, StopReason, Walk, Walkable};

/// The largest length of a line, in plies.
const MAX_PLY: usize = 128;

yomi_core::parameters! {
    /// Settings of the classical search.
    pub struct ClassicalParams {
        /// Size of the transposition table in MiB.
        pub memory: u32 = 64, in 1 ..= 65_536;
        /// How many of the best moves get exact values.
        pub multi_pv: u32 = 1, in 1 ..= 1_000;
        /// Whether unpromising moves and positions are left out or searched less deep at all. Off,
        /// it switches every kind below off, from `null_move` to `deeper_entries`.
        pub pruning: bool = true;
        /// Check extensions: whether checks that lose nothing are searched deeper.
        pub extensions: bool = true;
        /// From this depth on, quiet moves are ordered by how probable the game says they are, too.
        pub prior_depth: u32 = 4, in 1 ..= 1_000;
        /// What that counts for: a logarithm of a probability in counts of history.
        pub prior_weight: u32 = 2_000, in 0 ..= 1_000_000;
        /// How many nodes are spent at first on looking for a win by forcing moves alone.
        pub mate_nodes: u32 = 10_000, in 0 ..= 100_000_000;
        /// What an evaluation may be wrong by, in hundredths of a pawn, for every ply left.
        pub futility: u32 = 130, in 1 ..= 10_000;
        /// The same, for positions far below what is needed.
        pub razor: u32 = 350, in 1 ..= 10_000;
        /// What captures and checks may lose for every ply left.
        pub loss: u32 = 100, in 1 ..= 10_000;
        /// How many quiet moves are tried at depth 0; the square of the depth more.
        pub late_moves: u32 = 6, in 1 ..= 1_000;
        /// Null move: a position so good that even passing keeps it above beta is cut off.
        pub null_move: bool = true, unrecorded "true";
        /// Late-move reductions: moves late in the order are searched less deep at first.
        pub late_move_reductions: bool = true, unrecorded "true";
        /// Late-move pruning: near the leaves, quiet moves late in the order are left out.
        pub late_move_pruning: bool = true, unrecorded "true";
        /// Futility: positions evaluated far above beta are cut off, and quiet moves of positions
        /// evaluated far below alpha are left out.
        pub futility_pruning: bool = true, unrecorded "true";
        /// Razoring: near the leaves, positions evaluated far below alpha get a quiescence search only.
        pub razoring: bool = true, unrecorded "true";
        /// ProbCut: a position is cut off where a tactical move is far above beta at a reduced depth.
        pub prob_cut: bool = true, unrecorded "true";
        /// Moves are left out that lose too much by static exchange evaluation (SEE).
        pub see_pruning: bool = true, unrecorded "true";
        /// Quiet moves are left out that have nearly always failed elsewhere.
        pub history_pruning: bool = true, unrecorded "true";
        /// Delta pruning: quiescence leaves out moves that cannot gain enough to reach alpha.
        pub delta_pruning: bool = true, unrecorded "true";
        /// Quiescence tries only the first of the quiet moves out of a check.
        pub evasion_pruning: bool = true, unrecorded "true";
        /// Positions in which no move is known to be tried first are searched less deep.
        pub internal_iterative_reductions: bool = true, unrecorded "true";
        /// Singular extensions: a move much better than all others is searched deeper, and cut off
        /// is where there are several that good.
        pub singular_extensions: bool = true, unrecorded "true";
        /// Whether scores that the table has from deeper searches, and in quiescence from any, serve
        /// in place of a search; else only those of just the depth wanted.
        pub deeper_entries: bool = true, unrecorded "true";
    }
}

/// The classical search.
pub struct Classical<G: Game> {
    params: ClassicalParams,
    /// Made when a game begins, or at the first search: an engine that never plays costs nothing.
    memory: Option<Memory<G::Action>>,
    /// Whether the position searched next follows from the one searched last.
    game_goes_on: bool,
    reductions: Box<[[u8; 64]; 64]>,
}

/// The data that is kept between searches.
struct Memory<A> {
    table: Table<A>,
    history: History<A>,
    plies: Vec<Ply<A>>,
    /// Whether there is nothing in the table yet.
    blank: bool,
}

impl<A: Copy + PartialEq> Memory<A> {
    /// The memory in a place where it may not be yet.
    fn of<'a>(
        place: &'a mut Option<Memory<A>>,
        params: &ClassicalParams,
        slots: usize,
    ) -> &'a mut Memory<A> {
        place.get_or_insert_with(|| Memory {
            table: Table::new(params.memory),
            history: History::new(slots),
            plies: (0..=MAX_PLY + 2).map(|_| Ply::new()).collect(),
            blank: true,
        })
    }
}

impl<G: Walkable> Classical<G> {
    /// A search with these settings.
    pub fn new(params: ClassicalParams) -> Classical<G> {
        Classical {
            params,
            memory: None,
            game_goes_on: false,
            reductions: reductions(),
        }
    }
}

/// The reduction of move number `m` at depth `d`, in quarters of a ply: `2 + 1.8 ln(d) ln(m)`.
fn reductions() -> Box<[[u8; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            let logs = libm::log(depth as f64) * libm::log(number as f64);
            *entry = (2.0 + 1.8 * logs) as u8;
        }
    }
    table
}

impl<G: Walkable> Search<G> for Classical<G> {
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let limits = request.limits.with_simulations_as_nodes();
        let budget = request.start(&limits);
        let request = &Request {
            limits,
            ..request.clone()
        };
        let keep = std::mem::replace(&mut self.game_goes_on, false) || request.again;
        let memory = Memory::of(&mut self.memory, &self.params, <G::Walk as Walk>::SLOTS);
        if keep {
            memory.table.begin_search();
        } else if !memory.blank {
            memory.table.forget();
            memory.history.forget();
        }
        memory.blank = false;
        let held = memory.table.memory() + memory.history.memory() as u64;
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        request.restrict(&mut actions);
        let mut searcher = Searcher {
            walk: game.walk(state),
            params: &self.params,
            selectivity: Selectivity::new(&self.params),
            table: &mut memory.table,
            history: &mut memory.history,
            plies: &mut memory.plies,
            reductions: &self.reductions,
            budget,
            nodes: 0,
            deepest: 0,
            iteration: 0,
            stopped: None,
        };
        if !keep {
            searcher.forget_killers();
        }
        // What is no move, as a claim of the game is none, is played only where it wins at once.
        if actions.iter().any(|&action| searcher.walk.is_legal(action)) {
            actions.retain(|&action| searcher.walk.is_legal(action));
        }
        let nothing_to_search = !actions.iter().any(|&action| searcher.walk.is_legal(action));
        let mut root = Root::new(actions, request.lines.unwrap_or(self.params.multi_pv));
        let deepest = request
            .limits
            .depth
            .unwrap_or(u32::MAX)
            .min(MAX_PLY as u32 / 2);
        let reason = match nothing_to_search {
            true => StopReason::Exhausted,
            false => root.deepen(&mut searcher, deepest, request, &mut |root, searcher| {
                if request.progress.is_some() {
                    tell(&root.report(searcher, request, StopReason::Depth, held));
                }
            }),
        };
        root.report(&searcher, request, reason, held)
    }

    fn advance(&mut self, _game: &G, _action: G::Action, _state: &G::State) {
        self.game_goes_on = true;
    }

    fn reset(&mut self) {
        self.game_goes_on = false;
        // Moves may be played before the next search: what was known must not come back with
        // them, or a game would depend on the one before.
        let memory = Memory::of(&mut self.memory, &self.params, <G::Walk as Walk>::SLOTS);
        if !memory.blank {
            memory.table.forget();
            memory.history.forget();
            memory.blank = true;
        }
    }
}
