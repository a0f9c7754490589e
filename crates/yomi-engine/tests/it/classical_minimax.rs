//! The classical search against plain minimax, with nothing left out and with each kind of
//! selectivity on alone.
//!
//! With `-- --nocapture` it prints how many forced wins and losses each kind overlooks: the table in
//! `docs/results/shogi.md`.

use super::support::plain;
use std::collections::HashMap;
use yomi_core::{
    Deterministic, Discrete, Ending, Game as _, Keyed, Limits, Outcome, Proven, Report, Request,
    Rng, Search as _, Seed, Setup as _, Walk, Walkable,
};
use yomi_search::classical::{Classical, ClassicalParams};
use yomi_shogi::{Position, Shogi};
use yomi_toy::{ConnectFour, connect_four::Board};

const WIN: i32 = 30_000;
const LEAST_WIN: i32 = 29_000;

/// Every kind of selectivity by its name, on alone; then all of them.
fn kinds() -> Vec<(&'static str, ClassicalParams)> {
    type Switch = fn(&mut ClassicalParams) -> &mut bool;
    let switches: [(&str, Switch); 13] = [
        ("null_move", |params| &mut params.null_move),
        ("late_move_reductions", |params| {
            &mut params.late_move_reductions
        }),
        ("late_move_pruning", |params| &mut params.late_move_pruning),
        ("futility_pruning", |params| &mut params.futility_pruning),
        ("razoring", |params| &mut params.razoring),
        ("prob_cut", |params| &mut params.prob_cut),
        ("see_pruning", |params| &mut params.see_pruning),
        ("history_pruning", |params| &mut params.history_pruning),
        ("delta_pruning", |params| &mut params.delta_pruning),
        ("evasion_pruning", |params| &mut params.evasion_pruning),
        ("internal_iterative_reductions", |params| {
            &mut params.internal_iterative_reductions
        }),
        ("singular_extensions", |params| {
            &mut params.singular_extensions
        }),
        ("deeper_entries", |params| &mut params.deeper_entries),
    ];
    let mut off = ClassicalParams {
        pruning: true,
        ..plain()
    };
    for (_, switch) in switches {
        *switch(&mut off) = false;
    }
    let mut kinds = vec![("none", off.clone())];
    kinds.extend(switches.map(|(name, switch)| {
        let mut params = off.clone();
        *switch(&mut params) = true;
        (name, params)
    }));
    let extensions = ClassicalParams {
        extensions: true,
        ..plain()
    };
    kinds.push(("extensions", extensions));
    let all = ClassicalParams {
        memory: 1,
        ..ClassicalParams::default()
    };
    kinds.push(("all", all));
    kinds
}

fn search<G: Walkable>(
    params: &ClassicalParams,
    game: &G,
    state: &G::State,
    depth: u32,
) -> Report<G::Action> {
    let request = Request::new(Limits::depth(depth), Seed::new(1));
    Classical::new(params.clone()).search(game, state, &request)
}

/// Minimax to a depth and then quiescence as the search defines it: tactical moves that lose
/// nothing, all moves in check, and a look for a win at once where it begins. With `cuts`, what
/// cannot matter between `alpha` and `beta` is not looked at.
struct Minimax {
    cuts: bool,
}

impl Minimax {
    fn value<W: Walk>(&self, walk: &mut W, depth: u32) -> i32 {
        self.search(walk, depth, 0, 0, -WIN, WIN)
    }

    fn search<W: Walk>(
        &self,
        walk: &mut W,
        depth: u32,
        quiet_plies: u32,
        ply: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let of = |outcome: Outcome, walk: &W, win: i32| match outcome {
            Outcome::Win(player) if player == walk.to_move() => win,
            Outcome::Win(_) => -win,
            _ => 0,
        };
        match walk.ending() {
            Some(Ending::Final(outcome)) => return of(outcome, walk, WIN - ply),
            Some(Ending::Repetition(outcome)) => return of(outcome, walk, 20_000),
            None => {}
        }
        let mut moves = Vec::new();
        let mut best = -WIN + ply;
        let all_moves = depth > 0 || walk.in_check();
        // Nothing is better than to win at once.
        if (all_moves || quiet_plies == 0) && walk.winning_move().is_some() {
            return WIN - ply - 1;
        }
        if all_moves {
            walk.moves(&mut moves);
        } else {
            best = walk.evaluate();
            walk.tactical_moves(&mut moves);
            moves.retain(|&action| walk.exchange_is_at_least(action, 0));
        }
        for action in moves {
            alpha = alpha.max(best);
            if self.cuts && alpha >= beta {
                break;
            }
            walk.make(action);
            let (depth, quiet_plies) = match depth {
                0 => (0, quiet_plies + 1),
                _ => (depth - 1, 0),
            };
            best = best.max(-self.search(walk, depth, quiet_plies, ply + 1, -beta, -alpha));
            walk.unmake();
        }
        best
    }
}

/// Forced wins by the rules of the game alone: no walk, no evaluation, nothing left out.
struct BruteForce<'a, G> {
    game: &'a G,
    known: HashMap<(u64, u32), bool>,
}

impl<G: Discrete + Deterministic + Keyed> BruteForce<'_, G> {
    /// The states after every action, those with the fewest answers first.
    fn after(&self, state: &G::State) -> Vec<G::State> {
        let (mut actions, mut answers) = (Vec::new(), Vec::new());
        self.game.actions(state, &mut actions);
        let mut states: Vec<(usize, G::State)> = actions
            .into_iter()
            .map(|action| {
                let mut next = state.clone();
                self.game.apply(&mut next, action);
                self.game.actions(&next, &mut answers);
                let over = self.game.outcome(&next).is_some();
                (if over { 0 } else { answers.len() }, next)
            })
            .collect();
        states.sort_by_key(|&(answers, _)| answers);
        states.into_iter().map(|(_, state)| state).collect()
    }

    /// Whether the side to move wins within so many plies.
    fn wins(&mut self, state: &G::State, plies: u32) -> bool {
        if let Some(outcome) = self.game.outcome(state) {
            return outcome == Outcome::Win(self.game.to_move(state));
        }
        if plies == 0 {
            return false;
        }
        let place = (self.game.key(state), plies);
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let wins = self
            .after(state)
            .iter()
            .any(|next| self.loses(next, plies - 1));
        self.known.insert(place, wins);
        wins
    }

    /// Whether the side to move loses within so many plies.
    fn loses(&mut self, state: &G::State, plies: u32) -> bool {
        if let Some(outcome) = self.game.outcome(state) {
            return outcome == Outcome::Win(self.game.to_move(state).other());
        }
        plies > 0 && {
            let next = self.after(state);
            next.iter().all(|next| self.wins(next, plies - 1))
        }
    }

    /// Whether the side to move wins or loses by force, as claimed.
    fn confirms(&mut self, state: &G::State, claim: Proven) -> bool {
        (1..=14).any(|plies| match claim {
            Proven::Win => plies % 2 == 1 && self.wins(state, plies),
            Proven::Loss => plies % 2 == 0 && self.loses(state, plies),
            Proven::Draw => false,
        })
    }
}

/// The plain search and minimax find the same value, and forced wins at the same length.
fn assert_equal<G: Walkable>(game: &G, state: &G::State, depth: u32, cuts: bool, name: &str) {
    let expected = Minimax { cuts }.value(&mut game.walk(state), depth);
    for (what, params) in [("plain", plain()), ("none", kinds().swap_remove(0).1)] {
        let report = search(&params, game, state, depth);
        let found = report.value.to_centipawns();
        let expected_value = f64::from(expected.clamp(-10_000, 10_000));
        assert!(
            (found - expected_value).abs() < 0.01,
            "{what}, {name}, depth {depth}: {found}, not {expected}"
        );
        assert_eq!(
            report.proven.is_some(),
            expected.abs() >= LEAST_WIN,
            "{what}, {name}, depth {depth}: {:?}, {expected}",
            report.proven
        );
    }
}

/// Claims of every kind of selectivity are true; what was overlooked is counted.
fn claims<G: Walkable + Keyed>(
    game: &G,
    states: &[(String, G::State)],
    depth: u32,
    kinds: &[(&str, ClassicalParams)],
) {
    let mut brute_force = BruteForce {
        game,
        known: HashMap::new(),
    };
    let found: Vec<Option<Proven>> = states
        .iter()
        .map(|(_, state)| search(&plain(), game, state, depth).proven)
        .collect();
    let decided = found.iter().flatten().count();
    println!("| kind on alone | claimed | overlooked, of {decided} | nodes |");
    assert!(decided * 4 >= states.len(), "{decided} decided positions");
    for (kind, params) in kinds {
        let (mut claimed, mut overlooked, mut nodes) = (0, 0, 0);
        for ((name, state), plain) in states.iter().zip(&found) {
            let report = search(params, game, state, depth);
            nodes += report.nodes;
            match report.proven {
                Some(claim) => {
                    claimed += 1;
                    assert!(
                        brute_force.confirms(state, claim),
                        "{kind}: {name} is no {claim:?}"
                    );
                }
                None => overlooked += usize::from(plain.is_some()),
            }
        }
        println!("| `{kind}` | {claimed} | {overlooked} | {nodes} |");
        assert!(
            2 * overlooked <= decided && (*kind != "none" || overlooked == 0),
            "{kind}: {overlooked} of {decided} overlooked"
        );
    }
}

/// Positions after a few random moves.
fn connect_four(count: usize) -> Vec<(String, Board)> {
    let mut rng = Seed::new(1).rng();
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = ConnectFour.initial();
        let mut name = String::from("connect four");
        for _ in 0..6 + rng.below(16) {
            if ConnectFour.outcome(&board).is_none() {
                let column = ConnectFour.random_action(&board, &mut Vec::new(), &mut rng);
                name += &format!(" {}", column.number() + 1);
                ConnectFour.apply(&mut board, column);
            }
        }
        if ConnectFour.outcome(&board).is_none() {
            boards.push((name, board));
        }
    }
    boards
}

/// Endings with a few pieces about the king of the second player, and nothing in hand: the moves
/// are few enough for brute force, and mates are near in many of them.
fn shogi(count: usize) -> Vec<(String, Position)> {
    let game = Shogi::default();
    let mut rng = Seed::new(2).rng();
    let mut positions = Vec::new();
    while positions.len() < count {
        let sfen = random_ending(&mut rng);
        if let Ok(position) = game.parse_state(&sfen)
            && game.outcome(&position).is_none()
        {
            positions.push((sfen, position));
        }
    }
    positions
}

fn random_ending(rng: &mut Rng) -> String {
    let mut grid = vec![vec![String::from("1"); 9]; 9];
    let mut below = |bound: usize| rng.below(bound as u32) as usize;
    let (row, file) = (below(2), below(9));
    grid[row][file] = "k".to_owned();
    grid[6 + below(3)][below(9)] = "K".to_owned();
    let attackers = ["G", "G", "S", "S", "N", "+R", "+B", "R", "B", "P", "L"];
    let defenders = ["g", "s", "p", "n"];
    for _ in 0..3 + below(2) {
        let (row, file) = ((row + below(4)).min(8), (file + below(5)).clamp(2, 10) - 2);
        if grid[row][file] == "1" {
            grid[row][file] = attackers[below(attackers.len())].to_owned();
        }
    }
    for _ in 0..1 + below(2) {
        let (row, file) = (below(3), (file + below(5)).clamp(2, 10) - 2);
        if grid[row][file] == "1" {
            grid[row][file] = defenders[below(defenders.len())].to_owned();
        }
    }
    let side = ["b", "b", "w"][below(3)];
    let rows: Vec<String> = grid.iter().map(|row| row.concat()).collect();
    format!("{} {side} - 1", rows.join("/"))
}

#[test]
fn with_nothing_left_out_connect_four_is_minimax() {
    for (name, board) in connect_four(40) {
        for depth in 1..=4 {
            assert_equal(&ConnectFour, &board, depth, false, &name);
        }
        assert_equal(&ConnectFour, &board, 5, true, &name);
    }
}

#[test]
fn with_nothing_left_out_shogi_is_minimax() {
    for (number, (sfen, position)) in shogi(40).iter().enumerate() {
        assert_equal(&Shogi::default(), position, 2, false, sfen);
        assert_equal(&Shogi::default(), position, 3, true, sfen);
        assert_equal(&Shogi::default(), position, 4, true, sfen);
        if number % 8 == 0 {
            assert_equal(&Shogi::default(), position, 5, true, sfen);
        }
    }
}

#[test]
fn forced_wins_of_connect_four_are_true_whatever_is_left_out() {
    claims(&ConnectFour, &connect_four(36), 8, &kinds());
}

#[test]
fn forced_wins_of_shogi_are_true_whatever_is_left_out() {
    claims(&Shogi::default(), &shogi(48), 5, &kinds());
}

/// ProbCut acts from depth 6 on.
#[test]
fn forced_wins_of_shogi_are_true_in_deeper_searches() {
    let mut kinds = kinds();
    kinds.retain(|(kind, _)| ["none", "prob_cut"].contains(kind));
    claims(&Shogi::default(), &shogi(12), 6, &kinds);
}
