//! What single policies choose and how often, against probabilities known in advance.

use super::{Action, Oracle, State, assert_shares, five_moves, shares};
use yomi_core::{Evaluator, FirstValue, Game, Notation, Rng, Scratch, Seed};
use yomi_search::playout::Playout;
use yomi_search::policy::{BestOf, EpsilonGreedy, Noisy, Softmax, Uniform};
use yomi_toy::{Pig, TicTacToe, TreeGame};

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
