//! Playouts as evaluators.

use yomi_core::{
    Deterministic, Discrete, Evaluator, FirstValue, Game, Player, Policy, Rng, Scratch, Seed,
};
use yomi_search::playout::{Playout, TruncatedPlayout};
use yomi_search::policy::Uniform;
use yomi_toy::{ConnectFour, TreeGame};

fn value<G: Game>(evaluator: &impl Evaluator<G>, game: &G, seed: u64) -> FirstValue {
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(seed).rng());
    evaluator.evaluate(game, &game.initial(), &mut scratch, &mut rng)
}

#[test]
fn uniform_playouts_average_to_the_expected_outcome() {
    let text = "(first a:(second x:first y:draw z:0.2) b:second)";
    let game: TreeGame = text.parse().unwrap();
    let n = 20_000;
    let total: f64 = (0..n)
        .map(|seed| value(&Playout::uniform(), &game, seed).0)
        .sum();
    let expected = game.random_value(&game.initial()).0;
    // The standard error is below 0.0036.
    assert!(
        (total / n as f64 - expected).abs() < 0.018,
        "{}, {expected}",
        total / n as f64
    );
}

/// The value of a playout of connect four, and its moves.
fn traced(seed: u64) -> (FirstValue, Vec<(Player, <ConnectFour as Game>::Action)>) {
    let mut scratch = Scratch {
        tracing: true,
        ..Scratch::default()
    };
    let (start, mut rng) = (ConnectFour.initial(), Seed::new(seed).rng());
    let value = Playout::uniform().evaluate(&ConnectFour, &start, &mut scratch, &mut rng);
    (value, scratch.trace)
}

#[test]
fn the_same_seed_plays_the_same_game() {
    assert_eq!(traced(1), traced(1));
    assert_ne!(traced(1).1, traced(2).1);
}

#[test]
fn the_trace_is_the_game_that_was_played() {
    for seed in 0..50 {
        let (value, trace) = traced(seed);
        let mut board = ConnectFour.initial();
        for (player, column) in trace {
            assert_eq!(ConnectFour.outcome(&board), None);
            assert_eq!(ConnectFour.to_move(&board), player);
            let mut legal = Vec::new();
            ConnectFour.actions(&board, &mut legal);
            assert!(legal.contains(&column));
            ConnectFour.apply(&mut board, column);
        }
        assert_eq!(
            ConnectFour.outcome(&board).map(|outcome| outcome.value()),
            Some(value)
        );
    }
}

#[test]
fn nobody_who_does_not_ask_gets_a_trace() {
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(1).rng());
    Playout::uniform().evaluate(&ConnectFour, &ConnectFour.initial(), &mut scratch, &mut rng);
    assert!(scratch.trace.is_empty());
}

/// A game that never ends: both players pass a coin to and fro.
struct Endless;

impl Game for Endless {
    type State = Player;
    type Action = ();

    fn initial(&self) -> Player {
        Player::First
    }
    fn to_move(&self, holder: &Player) -> Player {
        *holder
    }
    fn outcome(&self, _: &Player) -> Option<yomi_core::Outcome> {
        None
    }
    fn step(&self, holder: &mut Player, (): (), _: &mut Rng) {
        *holder = holder.other();
    }
}

struct PassOn;

impl Policy<Endless> for PassOn {
    fn choose(&self, _: &Endless, _: &Player, _: &mut Scratch<()>, _: &mut Rng) {}
}

#[test]
fn an_endless_game_is_a_draw_after_the_agreed_number_of_plies() {
    for max_plies in [0, 1, 7, 100] {
        let mut scratch = Scratch {
            tracing: true,
            ..Scratch::default()
        };
        let playout = Playout {
            policy: PassOn,
            max_plies,
        };
        let mut rng = Seed::new(1).rng();
        let value = playout.evaluate(&Endless, &Player::First, &mut scratch, &mut rng);
        assert_eq!(
            (value, scratch.trace.len()),
            (FirstValue::EVEN, max_plies as usize)
        );
    }
    assert_eq!(value(&Playout::new(PassOn), &Endless, 1), FirstValue::EVEN);
}

/// Tells in its value how many discs are on the board: a hundredth for each.
struct CountDiscs;

impl Evaluator<ConnectFour> for CountDiscs {
    fn evaluate(
        &self,
        game: &ConnectFour,
        board: &<ConnectFour as Game>::State,
        _: &mut Scratch<<ConnectFour as Game>::Action>,
        _: &mut Rng,
    ) -> FirstValue {
        assert_eq!(
            game.outcome(board),
            None,
            "finished games are not for evaluators"
        );
        let discs = yomi_core::Notation::render(game, board)
            .chars()
            .filter(|c| "XO".contains(*c))
            .count();
        FirstValue(discs as f64 / 100.0)
    }
}

#[test]
fn truncated_playouts_stop_after_their_plies_and_evaluate_there() {
    for plies in 0..7 {
        let playout = TruncatedPlayout {
            policy: Uniform,
            evaluator: CountDiscs,
            plies,
        };
        for seed in 0..20 {
            let value = value(&playout, &ConnectFour, seed);
            assert_eq!(value, FirstValue(f64::from(plies) / 100.0));
        }
    }
}

#[test]
fn truncated_playouts_that_reach_the_end_are_valued_by_it() {
    let long = TruncatedPlayout {
        policy: Uniform,
        evaluator: CountDiscs,
        plies: 42,
    };
    for seed in 0..100 {
        let full = value(&Playout::uniform(), &ConnectFour, seed);
        assert_eq!(value(&long, &ConnectFour, seed), full, "seed {seed}");
    }
}
