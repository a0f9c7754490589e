//! UCT where it is easy to get wrong: draws, the same player twice, cycles, huge nodes.

use super::support::params;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use yomi_core::{
    Deterministic, Discrete, Evaluator, FirstValue, Game, Keyed, Limits, Outcome, Player, Prior,
    Proven, Request, Rng, Scratch, Search, Seed, Stop, StopReason,
};
use yomi_search::playout::Playout;
use yomi_search::uct::{Uct, UctParams};
use yomi_toy::{ConnectFour, TreeGame};

/// The text of a random tree with draws, in which either player may move at any node.
fn random_tree(depth: u32, rng: &mut Rng, text: &mut String) {
    if depth == 0 || rng.below(5) == 0 {
        text.push_str(["first", "second", "draw"][rng.below(3) as usize]);
        return;
    }
    write!(text, "({}", ["first", "second"][rng.below(2) as usize]).unwrap();
    for label in ["a", "b", "c", "d"].iter().take(2 + rng.below(3) as usize) {
        write!(text, " {label}:").unwrap();
        random_tree(depth - 1, rng, text);
    }
    text.push(')');
}

#[test]
fn proofs_and_moves_are_right_with_draws_and_without_turns() {
    let all = [
        "",
        "transpositions=true",
        "selection=puct",
        "rave=true",
        "initial_visits=3 initial_at=visited",
        "initial_visits=3 initial_at=visited threads=2",
        "best_move=value",
        "best_move=lcb",
        "widening=power",
        "batch=8",
        "threads=2",
        "threads=3 parallel=root",
    ];
    for number in 0..80u64 {
        let mut rng = Seed::new(number).rng();
        let mut text = String::new();
        while !text.starts_with('(') {
            text.clear();
            random_tree(3 + number as u32 % 3, &mut rng, &mut text);
        }
        let tree: TreeGame = text.parse().unwrap();
        for settings in all {
            let uct = Uct::new(params(settings), Box::new(Playout::uniform()));
            let mut uct = uct.with_keys().with_indices();
            let mut state = tree.initial();
            // The whole game, so that kept trees are searched as well.
            let mut ply = 0;
            while tree.outcome(&state).is_none() {
                let request = Request::new(Limits::simulations(30_000), Seed::new(ply));
                let report = uct.search(&tree, &state, &request);
                let mover = tree.to_move(&state);
                let truth = tree.solve_from(&state).to_mover(mover);
                let proven = report.proven.map(Proven::value);
                assert_eq!(proven, Some(truth), "{text} at ply {ply} with '{settings}'");
                assert_eq!(report.value, truth);
                tree.apply(&mut state, report.best);
                let kept = tree.solve_from(&state).to_mover(mover);
                assert_eq!(
                    kept, truth,
                    "{text}: a losing move at ply {ply} with '{settings}'"
                );
                uct.advance(&tree, report.best, &state);
                ply += 1;
            }
        }
    }
}

#[test]
fn a_move_that_can_only_be_worse_is_not_played() {
    // `a` is a draw for sure. `b` is tried more often, for its playouts are mostly won, but the
    // opponent can always hold the draw there, and may do better.
    let tree: TreeGame = "(first a:draw b:(second x:draw y:(first p:first q:first r:first s:second)
        z:(first p:(second u:second v:second) q:(second u:second v:second))))"
        .parse()
        .unwrap();
    for seed in 0..100 {
        let mut uct = Uct::new(UctParams::default(), Box::new(Playout::uniform()));
        let request = Request::new(Limits::simulations(2_000), Seed::new(seed));
        let report = uct.search(&tree, &tree.initial(), &request);
        let mut after = tree.initial();
        tree.apply(&mut after, report.best);
        assert_eq!(tree.solve_from(&after), FirstValue(0.5), "seed {seed}");
    }
}

#[test]
fn transpositions_and_widening_go_together() {
    let game = ConnectFour;
    for widening in ["power", "scheduled"] {
        for initial in [0, 10] {
            let settings = format!(
                "transpositions=true widening={widening} initial_visits={initial} solver=false"
            );
            let uct = Uct::new(params(&settings), Box::new(Playout::uniform())).with_keys();
            let mut uct = uct.with_initial(Arc::new(Constant(0.5)));
            let request = Request::new(Limits::simulations(20_000), Seed::new(1));
            let report = uct.search(&game, &game.initial(), &request);
            let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
            assert!(visits > 19_000, "{settings}: {visits} visits");
            assert!(report.depth > 3, "{settings}");
        }
    }
}

struct Constant(f64);

impl<G: Game> Evaluator<G> for Constant {
    fn evaluate(&self, _: &G, _: &G::State, _: &mut Scratch<G::Action>, _: &mut Rng) -> FirstValue {
        FirstValue(self.0)
    }
}

#[test]
fn separate_trees_agree_on_a_constant() {
    let game = ConnectFour;
    let settings = params("threads=4 parallel=root initial_visits=100 solver=false");
    let mut uct = Uct::new(settings, Box::new(Constant(0.9))).with_initial(Arc::new(Constant(0.9)));
    let request = Request::new(Limits::simulations(1_000), Seed::new(1));
    let report = uct.search(&game, &game.initial(), &request);
    assert!((report.value.0 - 0.9).abs() < 1e-6, "{}", report.value.0);
    assert_eq!(
        report.moves.iter().map(|entry| entry.visits).sum::<u64>(),
        1_000
    );
    // And no more simulations than asked for, even if there are more threads.
    let few = Request::new(Limits::simulations(2), Seed::new(1));
    uct.reset();
    assert_eq!(uct.search(&game, &game.initial(), &few).simulations, 2);
}

/// Walking round a ring of eight places; who stands on place 5 after at least 30 steps wins. The
/// key forgets the steps, so that positions repeat.
struct Ring;

impl Game for Ring {
    type State = (u32, u32);
    type Action = u32;

    fn initial(&self) -> (u32, u32) {
        (0, 0)
    }
    fn to_move(&self, state: &(u32, u32)) -> Player {
        Player::BOTH[state.1 as usize % 2]
    }
    fn outcome(&self, &(place, steps): &(u32, u32)) -> Option<Outcome> {
        (place == 5 && steps >= 30).then_some(Outcome::Win(Player::First))
    }
    fn step(&self, state: &mut (u32, u32), by: u32, _: &mut Rng) {
        *state = ((state.0 + by) % 8, state.1 + 1);
    }
}

impl Deterministic for Ring {}

impl Discrete for Ring {
    fn actions(&self, _: &(u32, u32), actions: &mut Vec<u32>) {
        actions.clear();
        actions.extend([1, 3, 7]);
    }
}

impl Keyed for Ring {
    fn key(&self, state: &(u32, u32)) -> u64 {
        u64::from(state.0 * 2 + state.1 % 2)
    }
}

#[test]
fn positions_that_repeat_neither_hang_nor_confuse() {
    for settings in ["batch=8", "batch=1", "threads=2"] {
        let settings = format!("transpositions=true solver=false {settings}");
        let mut uct = Uct::new(params(&settings), Box::new(Constant(0.5))).with_keys();
        let mut state = Ring.initial();
        for ply in 0..6 {
            let request = Request::new(Limits::simulations(1_000), Seed::new(ply));
            let report = uct.search(&Ring, &state, &request);
            assert!([1, 3, 7].contains(&report.best));
            for action in [report.best, 3] {
                Ring.apply(&mut state, action);
                uct.advance(&Ring, action, &state);
            }
            if Ring.outcome(&state).is_some() {
                break;
            }
        }
    }
}

/// One move among very many, each of which ends the game.
struct Wide(u32);

impl Game for Wide {
    type State = Option<u32>;
    type Action = u32;

    fn initial(&self) -> Option<u32> {
        None
    }
    fn to_move(&self, _: &Option<u32>) -> Player {
        Player::First
    }
    fn outcome(&self, chosen: &Option<u32>) -> Option<Outcome> {
        chosen.map(|choice| {
            Outcome::Win(if choice == 7 {
                Player::First
            } else {
                Player::Second
            })
        })
    }
    fn step(&self, state: &mut Option<u32>, choice: u32, _: &mut Rng) {
        *state = Some(choice);
    }
}

impl Deterministic for Wide {}

impl Discrete for Wide {
    fn actions(&self, _: &Option<u32>, actions: &mut Vec<u32>) {
        actions.clear();
        actions.extend(0..self.0);
    }
}

/// Likes small numbers.
struct SmallFirst;

impl Prior<Wide> for SmallFirst {
    fn weigh(
        &self,
        _: &Wide,
        _: &Option<u32>,
        choices: &[u32],
        weights: &mut [f32],
        _: &mut Scratch<u32>,
    ) {
        for (weight, &choice) in weights.iter_mut().zip(choices) {
            *weight = 1.0 / (1.0 + choice as f32);
        }
    }
}

#[test]
fn very_many_moves_are_no_trouble() {
    let search = |game: &Wide, settings: &str, simulations| {
        let uct = Uct::new(params(settings), Box::new(Playout::uniform()));
        let mut uct = uct.with_prior(Arc::new(SmallFirst));
        uct.search(
            game,
            &None,
            &Request::new(Limits::simulations(simulations), Seed::new(1)),
        )
    };
    let report = search(&Wide(2_000), "widening=power", 1_000);
    assert_eq!((report.best, report.proven), (7, Some(Proven::Win)));
    // Little memory for each of many trees, and more moves than a node can have: still an answer.
    assert!(search(&Wide(2_000), "memory=1 threads=32 parallel=root", 64).best < 2_000);
    assert_eq!(search(&Wide(70_000), "", 10).moves.len(), 70_000);
}

#[test]
fn more_memory_than_there_is_can_be_asked_for() {
    let game = ConnectFour;
    for settings in ["memory=1048576", "memory=1048576 rave=true"] {
        let mut uct = Uct::new(params(settings), Box::new(Playout::uniform())).with_indices();
        let request = Request::new(Limits::simulations(100), Seed::new(1));
        assert_eq!(
            uct.search(&game, &game.initial(), &request).simulations,
            100
        );
    }
}

/// Raises the flag at the twenty thousandth evaluation.
struct Impatient {
    asked: AtomicU64,
    stop: Stop,
}

impl Evaluator<ConnectFour> for Impatient {
    fn evaluate(
        &self,
        _: &ConnectFour,
        _: &<ConnectFour as Game>::State,
        _: &mut Scratch<<ConnectFour as Game>::Action>,
        _: &mut Rng,
    ) -> FirstValue {
        if self.asked.fetch_add(1, Ordering::Relaxed) == 20_000 {
            self.stop.raise();
        }
        FirstValue::EVEN
    }
}

#[test]
fn a_batch_is_dropped_when_the_flag_is_raised() {
    let game = ConnectFour;
    for settings in ["batch=1000", "batch=1000 threads=2"] {
        let request = Request::new(Limits::default(), Seed::new(1));
        let leaf = Impatient {
            asked: AtomicU64::new(0),
            stop: request.stop.clone(),
        };
        let mut uct = Uct::new(params(&format!("solver=false {settings}")), Box::new(leaf));
        let report = uct.search(&game, &game.initial(), &request);
        assert_eq!(report.reason, StopReason::Stopped);
        let most = 20_000 + 10;
        // Ends of games are simulations without an evaluation; there are a few of them.
        assert!(
            report.simulations < most + 2_000,
            "{settings}: {}",
            report.simulations
        );
        assert_eq!(
            report.moves.iter().map(|entry| entry.visits).sum::<u64>(),
            report.simulations
        );
    }
}

#[test]
fn node_limits_count_new_nodes_and_depth_limits_hold_in_kept_trees() {
    let game = ConnectFour;
    let mut uct = Uct::new(params("solver=false"), Box::new(Playout::uniform()));
    let mut state = game.initial();
    for ply in 0..4 {
        let report = uct.search(
            &game,
            &state,
            &Request::new(Limits::nodes(5_000), Seed::new(ply)),
        );
        assert!(
            (2_000..=3_500).contains(&report.simulations),
            "{}",
            report.simulations
        );
        assert_eq!(report.reason, StopReason::Nodes);
        game.apply(&mut state, report.best);
        uct.advance(&game, report.best, &state);
    }
    let shallow = Limits {
        depth: Some(1),
        ..Limits::simulations(500)
    };
    assert_eq!(
        uct.search(&game, &state, &Request::new(shallow, Seed::new(9)))
            .depth,
        1
    );
}

/// Counts how often it is asked, and says the same every time.
struct Asked(AtomicU64);

impl Evaluator<Wide> for Asked {
    fn evaluate(&self, _: &Wide, _: &Option<u32>, _: &mut Scratch<u32>, _: &mut Rng) -> FirstValue {
        self.0.fetch_add(1, Ordering::Relaxed);
        FirstValue(0.25)
    }
}

/// A game of two choices of many: the second decides.
struct Deep(u32);

impl Game for Deep {
    type State = Vec<u32>;
    type Action = u32;
    fn initial(&self) -> Vec<u32> {
        Vec::new()
    }
    fn to_move(&self, _: &Vec<u32>) -> Player {
        Player::First
    }
    fn outcome(&self, chosen: &Vec<u32>) -> Option<Outcome> {
        (chosen.len() == 2).then(|| Outcome::Win(Player::BOTH[chosen[1] as usize % 2]))
    }
    fn step(&self, state: &mut Vec<u32>, choice: u32, _: &mut Rng) {
        state.push(choice);
    }
}

impl Deterministic for Deep {}

impl Discrete for Deep {
    fn actions(&self, _: &Vec<u32>, actions: &mut Vec<u32>) {
        actions.clear();
        actions.extend(0..self.0);
    }
}

impl Evaluator<Deep> for Asked {
    fn evaluate(&self, _: &Deep, _: &Vec<u32>, _: &mut Scratch<u32>, _: &mut Rng) -> FirstValue {
        self.0.fetch_add(1, Ordering::Relaxed);
        FirstValue(0.25)
    }
}

#[test]
fn an_evaluation_is_asked_of_all_children_or_of_those_visited() {
    let asked = |settings: &str, simulations| {
        let initial = Arc::new(Asked(AtomicU64::new(0)));
        let settings = params(&format!("initial_visits=9 solver=false {settings}"));
        let mut uct = Uct::new(settings, Box::new(Playout::uniform()))
            .with_initial(Arc::clone(&initial) as Arc<dyn Evaluator<Deep>>);
        let request = Request::new(Limits::simulations(simulations), Seed::new(1));
        let report = uct.search(&Deep(50), &Vec::new(), &request);
        // Initial visits are not reported as visits, whenever they were given.
        assert_eq!(
            report.moves.iter().map(|entry| entry.visits).sum::<u64>(),
            simulations
        );
        let untried = report
            .moves
            .iter()
            .filter(|entry| entry.visits == 0)
            .count();
        (initial.0.load(Ordering::Relaxed), untried)
    };
    // All fifty children of the root at once; then the outcome is known and nobody is asked.
    assert_eq!(asked("initial_at=listed", 1).0, 50);
    // One a simulation, and every child once before any twice.
    assert_eq!(asked("initial_at=visited", 1), (1, 49));
    assert_eq!(asked("initial_at=visited", 30), (30, 20));
    assert_eq!(asked("initial_at=visited", 50), (50, 0));
    assert_eq!(asked("initial_at=visited", 400).0, 50);
    assert!(
        asked("initial_at=listed", 40).1 > 10,
        "no child must be tried for its own sake"
    );
}

#[test]
fn initial_visits_can_count_in_the_mean_alone() {
    // With many initial visits that say the same of every child, the exploration term is all that
    // tells children apart: counted in it, the search goes on with a good child; counted in the
    // mean alone, it goes round.
    let spread = |settings: &str| {
        let settings = params(&format!(
            "initial_visits=1000 initial_at=visited solver=false {settings}"
        ));
        let initial = Arc::new(Asked(AtomicU64::new(0)));
        let mut uct = Uct::new(settings, Box::new(Playout::uniform()))
            .with_initial(Arc::clone(&initial) as Arc<dyn Evaluator<Deep>>);
        let request = Request::new(Limits::simulations(2_000), Seed::new(1));
        let report = uct.search(&Deep(20), &Vec::new(), &request);
        assert_eq!(initial.0.load(Ordering::Relaxed), 20, "each child once");
        let visits: Vec<u64> = report.moves.iter().map(|entry| entry.visits).collect();
        assert_eq!(visits.iter().sum::<u64>(), 2_000);
        visits.into_iter().max().unwrap()
    };
    let (everywhere, mean_alone) = (spread(""), spread("initial_explores=false"));
    assert!(everywhere > 2 * mean_alone, "{everywhere} {mean_alone}");
}

#[test]
fn a_child_that_ends_the_game_starts_at_its_outcome() {
    // Of twenty choices only the seventh wins, and all end the game: every visit reported is real.
    for settings in ["initial_at=visited", "initial_at=listed"] {
        let initial = Arc::new(Asked(AtomicU64::new(0)));
        let settings = params(&format!("initial_visits=50 solver=false {settings}"));
        let mut uct = Uct::new(settings, Box::new(Playout::uniform()))
            .with_initial(Arc::clone(&initial) as Arc<dyn Evaluator<Wide>>);
        let request = Request::new(Limits::simulations(300), Seed::new(1));
        let report = uct.search(&Wide(20), &None, &request);
        assert_eq!(report.best, 7);
        let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
        assert_eq!(visits, 300);
        assert_eq!(
            initial.0.load(Ordering::Relaxed),
            0,
            "the rules know better"
        );
    }
}
