//! Playout policies: what they choose and how often.

use std::sync::Arc;
use yomi_core::params::{Parameters, Spec};
use yomi_core::{
    Discrete, Evaluator, FirstValue, Game, Notation, Policy, Prior, Rng, Scratch, Seed,
};
use yomi_search::playout::Playout;
use yomi_search::policy::{
    BestOf, ByPrior, EpsilonGreedy, Noisy, PolicyKind, PolicyParams, Softmax, Uniform,
    leaf_evaluator,
};
use yomi_toy::{CentrePrior, ConnectFour, Pig, TicTacToe, TreeGame};

type State = <TreeGame as Game>::State;
type Action = <TreeGame as Game>::Action;

/// Knows what positions are worth, and leaves its rubbish in the shared buffers.
struct Oracle;

impl Evaluator<TreeGame> for Oracle {
    fn evaluate(
        &self,
        game: &TreeGame,
        state: &State,
        scratch: &mut Scratch<Action>,
        _: &mut Rng,
    ) -> FirstValue {
        game.actions(state, &mut scratch.actions);
        scratch.scores.clear();
        scratch.scores.push(-1.0);
        game.solve_from(state)
    }
}

const DRAWS: usize = 20_000;

/// How often each of the root's moves is chosen, in the order they are listed.
fn shares(game: &TreeGame, policy: &impl Policy<TreeGame>) -> Vec<f64> {
    let state = game.initial();
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(11).rng());
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let mut counts = vec![0; actions.len()];
    for _ in 0..DRAWS {
        let action = policy.choose(game, &state, &mut scratch, &mut rng);
        let place = actions.iter().position(|&legal| legal == action);
        counts[place.expect("a legal action")] += 1;
    }
    assert!(scratch.spare.len() <= 1, "buffers are given back");
    counts
        .iter()
        .map(|&count| f64::from(count) / DRAWS as f64)
        .collect()
}

/// Five standard deviations of a share near one half.
const TOLERANCE: f64 = 0.018;

fn assert_shares(game: &TreeGame, policy: &impl Policy<TreeGame>, expected: &[f64]) {
    let shares = shares(game, policy);
    let near = shares
        .iter()
        .zip(expected)
        .all(|(a, b)| (a - b).abs() < TOLERANCE);
    assert!(
        near && shares.len() == expected.len(),
        "{shares:?}, expected {expected:?}"
    );
}

/// Moves worth 0.3, 0.9, 0.1 (the game is over), 0.7 and 0.5 to the first player.
fn five_moves() -> TreeGame {
    let text = "(first a:(second x:0.3) b:(second x:0.9) c:0.1 d:(second x:0.7) e:(second x:0.5))";
    text.parse().unwrap()
}

#[test]
fn uniform_likes_all_alike() {
    assert_shares(&five_moves(), &Uniform, &[0.2; 5]);
}

#[test]
fn best_of_n_picks_the_best_of_distinct_draws() {
    let best_of = |n| BestOf {
        n,
        evaluator: Oracle,
    };
    assert_shares(&five_moves(), &best_of(1), &[0.2; 5]);
    // Of ten pairs, 4 have the best move b in them, 3 more the second best d, and so on. The
    // worst move c is never the better of two.
    assert_shares(&five_moves(), &best_of(2), &[0.1, 0.4, 0.0, 0.3, 0.2]);
    assert_eq!(shares(&five_moves(), &best_of(2))[2], 0.0);
    for n in [5, 6, 1000] {
        assert_eq!(
            shares(&five_moves(), &best_of(n)),
            [0.0, 1.0, 0.0, 0.0, 0.0],
            "{n}"
        );
    }
}

#[test]
fn values_are_seen_by_the_mover() {
    let game: TreeGame = "(second a:(first x:0.3) b:(second x:0.9) c:0.4)"
        .parse()
        .unwrap();
    let n = 3;
    assert_eq!(
        shares(
            &game,
            &BestOf {
                n,
                evaluator: Oracle
            }
        ),
        [1.0, 0.0, 0.0]
    );
    assert_eq!(
        shares(
            &game,
            &EpsilonGreedy {
                epsilon: 0.0,
                evaluator: Oracle
            }
        ),
        [1.0, 0.0, 0.0]
    );
    assert_eq!(
        shares(
            &game,
            &Noisy {
                sigma: 0.0,
                evaluator: Oracle
            }
        ),
        [1.0, 0.0, 0.0]
    );
    assert_eq!(
        shares(
            &game,
            &Softmax {
                temperature: 0.001,
                evaluator: Oracle
            }
        ),
        [1.0, 0.0, 0.0]
    );
}

#[test]
fn softmax_has_boltzmann_probabilities() {
    for temperature in [0.1, 0.25, 1.0] {
        let weights = [0.3, 0.9, 0.1, 0.7, 0.5].map(|v: f64| (v / temperature).exp());
        let total: f64 = weights.iter().sum();
        let expected = weights.map(|weight| weight / total);
        assert_shares(
            &five_moves(),
            &Softmax {
                temperature,
                evaluator: Oracle,
            },
            &expected,
        );
    }
    let frozen = Softmax {
        temperature: 0.0,
        evaluator: Oracle,
    };
    assert_eq!(shares(&five_moves(), &frozen), [0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn epsilon_greedy_slips_as_often_as_told() {
    for epsilon in [0.0, 0.3, 1.0] {
        let slip = epsilon / 5.0;
        let expected = [slip, 1.0 - 4.0 * slip, slip, slip, slip];
        assert_shares(
            &five_moves(),
            &EpsilonGreedy {
                epsilon,
                evaluator: Oracle,
            },
            &expected,
        );
    }
}

#[test]
fn greedy_ties_are_broken_at_random() {
    let game: TreeGame = "(first a:0.5 b:(second x:0.5) c:0.2 d:draw)"
        .parse()
        .unwrap();
    let third = 1.0 / 3.0;
    let greedy = EpsilonGreedy {
        epsilon: 0.0,
        evaluator: Oracle,
    };
    assert_shares(&game, &greedy, &[third, third, 0.0, third]);
    let two = BestOf {
        n: 2,
        evaluator: Oracle,
    };
    // Every pair holds one of the three equals.
    assert_shares(&game, &two, &[third, third, 0.0, third]);
}

#[test]
fn noise_blurs_by_its_standard_deviation() {
    let game: TreeGame = "(first a:(second x:0.4) b:(second x:0.5))".parse().unwrap();
    // The difference of two noises has standard deviation sigma * sqrt 2, so the better move is
    // played with probability Phi(0.1 / (0.1 * sqrt 2)) = Phi(0.7071).
    assert_shares(
        &game,
        &Noisy {
            sigma: 0.1,
            evaluator: Oracle,
        },
        &[0.2398, 0.7602],
    );
    assert_shares(
        &game,
        &Noisy {
            sigma: 10.0,
            evaluator: Oracle,
        },
        &[0.4972, 0.5028],
    );
}

#[test]
fn an_only_move_is_played_unasked() {
    struct NeverAsked;
    impl Evaluator<TreeGame> for NeverAsked {
        fn evaluate(
            &self,
            _: &TreeGame,
            _: &State,
            _: &mut Scratch<Action>,
            _: &mut Rng,
        ) -> FirstValue {
            panic!("there is nothing to compare");
        }
    }
    let game: TreeGame = "(first a:(second x:0.4))".parse().unwrap();
    assert_eq!(
        shares(
            &game,
            &Softmax {
                temperature: 1.0,
                evaluator: NeverAsked
            }
        ),
        [1.0]
    );
    assert_eq!(
        shares(
            &game,
            &BestOf {
                n: 3,
                evaluator: NeverAsked
            }
        ),
        [1.0]
    );
}

#[test]
fn what_a_policy_tries_in_its_head_is_no_part_of_the_trace() {
    let policy = BestOf {
        n: 3,
        evaluator: Playout::uniform(),
    };
    let playout = Playout::new(policy);
    let mut scratch = Scratch {
        tracing: true,
        ..Scratch::default()
    };
    for seed in 0..20 {
        scratch.trace.clear();
        let mut rng = Seed::new(seed).rng();
        let start = TicTacToe.initial();
        let value = playout.evaluate(&TicTacToe, &start, &mut scratch, &mut rng);
        assert!(scratch.tracing);
        let mut board = start;
        for &(player, cell) in &scratch.trace {
            assert_eq!(TicTacToe.to_move(&board), player);
            let text = TicTacToe.format_action(&board, cell);
            assert!(TicTacToe.parse_action(&board, &text).is_ok());
            TicTacToe.step(&mut board, cell, &mut rng);
        }
        assert_eq!(
            TicTacToe.outcome(&board).map(|outcome| outcome.value()),
            Some(value)
        );
    }
}

#[test]
fn evaluated_policies_serve_games_of_chance() {
    struct Lead;
    impl Evaluator<Pig> for Lead {
        fn evaluate(
            &self,
            game: &Pig,
            table: &<Pig as Game>::State,
            _: &mut Scratch<<Pig as Game>::Action>,
            _: &mut Rng,
        ) -> FirstValue {
            let points = yomi_core::Player::BOTH.map(|player| f64::from(table.banked(player)));
            FirstValue(0.5 + (points[0] - points[1]) / (2.0 * f64::from(game.target)))
        }
    }
    // Both sides play alike and the dice decide, so both must win about as often.
    let game = Pig::default();
    let playout = Playout::new(EpsilonGreedy {
        epsilon: 0.5,
        evaluator: Lead,
    });
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(3).rng());
    let wins: f64 = (0..200)
        .map(|_| {
            playout
                .evaluate(&game, &game.initial(), &mut scratch, &mut rng)
                .0
        })
        .sum();
    assert!((60.0..=140.0).contains(&wins), "{wins}");
}

fn settings(text: &str) -> PolicyParams {
    let mut spec: Spec = text.parse().unwrap();
    let params = PolicyParams::take(&mut spec.settings).unwrap();
    spec.settings.finish(&PolicyParams::table()).unwrap();
    params
}

#[test]
fn every_setting_builds_what_it_says() {
    let game: TreeGame = "(first a:(second x:0.25 y:1) b:(second x:0 y:0.75))"
        .parse()
        .unwrap();
    let state = game.initial();
    // The mean over playouts tells the policies apart.
    let cases = [
        ("p", 0.5),
        ("p:policy=best-of,best_of=2", 0.25),
        ("p:policy=epsilon-greedy,epsilon=0", 0.25),
        ("p:policy=noisy,sigma=0", 0.25),
        ("p:policy=softmax,temperature=0.0001", 0.25),
        // Uniform first move, then perfect knowledge: the mean of 0.25 and 0.
        ("p:playout_plies=1", 0.125),
        ("p:playout_plies=0", 0.25),
        ("p:policy=best-of,best_of=1,playout_plies=1", 0.125),
        ("p:max_plies=1", 0.5),
    ];
    for (text, expected) in cases {
        let evaluator: Arc<dyn Evaluator<TreeGame>> = Arc::new(Oracle);
        let leaf = leaf_evaluator(&settings(text), Some(evaluator), None).unwrap();
        let (mut scratch, mut rng) = (Scratch::default(), Seed::new(5).rng());
        let total: f64 = (0..DRAWS)
            .map(|_| leaf.evaluate(&game, &state, &mut scratch, &mut rng).0)
            .sum();
        let mean = total / DRAWS as f64;
        assert!(
            (mean - expected).abs() < TOLERANCE,
            "{text}: {mean}, expected {expected}"
        );
    }
}

#[test]
fn settings_that_need_an_evaluator_say_so() {
    assert!(leaf_evaluator::<TreeGame>(&settings("p:best_of=9"), None, None).is_ok());
    let cases = [
        (
            "p:policy=softmax",
            "parameter 'policy': 'softmax' is not possible without an evaluator: expected 'uniform'",
        ),
        (
            "p:policy=prior",
            "parameter 'policy': 'prior' is not possible without a prior: expected 'uniform'",
        ),
        (
            "p:playout_plies=4",
            "parameter 'playout_plies': '4' is not possible without an evaluator: expected 'none'",
        ),
    ];
    for (text, message) in cases {
        let error = leaf_evaluator::<TreeGame>(&settings(text), None, None)
            .err()
            .unwrap();
        assert_eq!(error.to_string(), message);
    }
    let mut params = PolicyParams::default();
    let error = params.set("policy", "greedy").unwrap_err().to_string();
    assert!(
        error.contains("uniform, best-of, softmax, epsilon-greedy, noisy, prior"),
        "{error}"
    );
    assert_eq!(params.policy, PolicyKind::Uniform);
}

/// Weighs the listed moves by a table, and leaves its rubbish in the shared buffers.
struct Table([f32; 5]);

impl Prior<TreeGame> for Table {
    fn weigh(
        &self,
        game: &TreeGame,
        state: &State,
        actions: &[Action],
        weights: &mut [f32],
        scratch: &mut Scratch<Action>,
    ) {
        game.actions(state, &mut scratch.actions);
        scratch.scores.clear();
        for (action, weight) in actions.iter().zip(weights) {
            let place = scratch.actions.iter().position(|legal| legal == action);
            *weight = self.0[place.expect("a legal action")];
        }
    }
}

#[test]
fn priors_are_played_as_often_as_they_say() {
    // Chi-square with six degrees of freedom: 22.5 is exceeded once in a thousand.
    let board = ConnectFour.initial();
    let mut columns = Vec::new();
    ConnectFour.actions(&board, &mut columns);
    let policy = ByPrior { prior: CentrePrior };
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(12).rng());
    let mut counts = [0u32; 7];
    for _ in 0..DRAWS {
        let column = policy.choose(&ConnectFour, &board, &mut scratch, &mut rng);
        counts[columns.iter().position(|&c| c == column).unwrap()] += 1;
    }
    let weights = [1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0];
    let chi_square: f64 = counts
        .iter()
        .zip(weights)
        .map(|(&count, weight)| {
            let expected = weight / 16.0 * DRAWS as f64;
            (f64::from(count) - expected).powi(2) / expected
        })
        .sum();
    assert!(chi_square < 22.5, "{chi_square}: {counts:?}");

    let weights = ByPrior {
        prior: Table([1.0, 0.0, 6.0, 1.0, 0.0]),
    };
    assert_shares(&five_moves(), &weights, &[0.125, 0.0, 0.75, 0.125, 0.0]);
    assert_eq!(shares(&five_moves(), &weights)[1], 0.0);
    let nothing = ByPrior {
        prior: Table([0.0; 5]),
    };
    assert_shares(&five_moves(), &nothing, &[0.2; 5]);
}

#[test]
fn a_prior_needs_no_evaluator_unless_playouts_are_cut_off() {
    let build = |text, evaluator| {
        let prior: Arc<dyn Prior<TreeGame>> = Arc::new(Table([0.0, 1.0, 0.0, 0.0, 0.0]));
        leaf_evaluator(&settings(text), evaluator, Some(prior))
    };
    let value = |leaf: Box<dyn Evaluator<TreeGame>>| {
        let (game, mut rng) = (five_moves(), Seed::new(5).rng());
        leaf.evaluate(&game, &game.initial(), &mut Scratch::default(), &mut rng)
    };
    let oracle = || -> Option<Arc<dyn Evaluator<TreeGame>>> { Some(Arc::new(Oracle)) };
    assert_eq!(
        value(build("p:policy=prior", None).unwrap()),
        FirstValue(0.9)
    );
    let text = "p:policy=prior,playout_plies=1";
    assert_eq!(value(build(text, oracle()).unwrap()), FirstValue(0.9));
    assert_eq!(
        build(text, None).err().unwrap().to_string(),
        "parameter 'playout_plies': '1' is not possible without an evaluator: expected 'none'"
    );
    assert!(leaf_evaluator(&settings(text), oracle(), None).is_err());
}

/// The oracle in batches only.
struct BatchedOracle;

impl Evaluator<TreeGame> for BatchedOracle {
    fn evaluate(
        &self,
        _: &TreeGame,
        _: &State,
        _: &mut Scratch<Action>,
        _: &mut Rng,
    ) -> FirstValue {
        panic!("asked for one position");
    }

    fn evaluate_children(
        &self,
        game: &TreeGame,
        state: &State,
        actions: &[Action],
        values: &mut [FirstValue],
        scratch: &mut Scratch<Action>,
        rng: &mut Rng,
    ) {
        Oracle.evaluate_children(game, state, actions, values, scratch, rng);
    }

    fn prefers_batches(&self) -> bool {
        true
    }
}

/// The policies that look ahead, by this evaluator.
fn looking_ahead<E>(evaluator: &Arc<E>) -> [Box<dyn Policy<TreeGame>>; 4]
where
    E: Evaluator<TreeGame> + 'static,
{
    let evaluator = || Arc::clone(evaluator);
    [
        Box::new(BestOf {
            n: 3,
            evaluator: evaluator(),
        }),
        Box::new(Softmax {
            temperature: 0.3,
            evaluator: evaluator(),
        }),
        Box::new(EpsilonGreedy {
            epsilon: 0.2,
            evaluator: evaluator(),
        }),
        Box::new(Noisy {
            sigma: 0.3,
            evaluator: evaluator(),
        }),
    ]
}

#[test]
fn batches_change_no_choice() {
    // With ties, so that greedy play draws between two values.
    let text = "(first a:(second x:0.3) b:(second x:0.9) c:0.1 d:(second x:0.9) e:(second x:0.5))";
    let game: TreeGame = text.parse().unwrap();
    let state = game.initial();
    let choices = |policy: &dyn Policy<TreeGame>| {
        let (mut scratch, mut rng) = (Scratch::default(), Seed::new(5).rng());
        let choose = |_| policy.choose(&game, &state, &mut scratch, &mut rng);
        (0..500).map(choose).collect::<Vec<_>>()
    };
    let alone = looking_ahead(&Arc::new(Oracle));
    let batched = looking_ahead(&Arc::new(BatchedOracle));
    for (one, two) in alone.iter().zip(&batched) {
        assert_eq!(choices(&**one), choices(&**two));
    }
}
