//! Connect four against a slow board that is obviously right, and in known positions.

use std::collections::HashSet;
use yomi_core::{
    Deterministic, Discrete, Encode, Evaluator, Game, Keyed, Notation, Outcome, Player, Prior,
    Scratch, Seed, Symmetric,
};
use yomi_toy::connect_four::{Board, Column};
use yomi_toy::{CentrePrior, ConnectFour, WindowEvaluator};

/// Seven stacks of discs.
#[derive(Default)]
struct SlowBoard {
    stacks: [Vec<Player>; 7],
}

impl SlowBoard {
    fn at(&self, column: i32, row: i32) -> Option<Player> {
        let stack = self.stacks.get(usize::try_from(column).ok()?)?;
        stack.get(usize::try_from(row).ok()?).copied()
    }

    fn outcome(&self) -> Option<Outcome> {
        for column in 0..7 {
            for row in 0..6 {
                for (across, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let four = [0, 1, 2, 3].map(|i| self.at(column + i * across, row + i * up));
                    if let Some(player) = four[0]
                        && four == [Some(player); 4]
                    {
                        return Some(Outcome::Win(player));
                    }
                }
            }
        }
        let full = self.stacks.iter().all(|stack| stack.len() == 6);
        full.then_some(Outcome::Draw)
    }

    fn drawing(&self) -> String {
        let mut lines = Vec::new();
        for row in (0..6).rev() {
            let cells = (0..7).map(|column| match self.at(column, row) {
                Some(Player::First) => "X",
                Some(Player::Second) => "O",
                None => ".",
            });
            lines.push(format!(
                "{} {}",
                row + 1,
                cells.collect::<Vec<_>>().join(" ")
            ));
        }
        lines.push("  1 2 3 4 5 6 7".to_owned());
        lines.join("\n")
    }
}

fn after(moves: &str) -> Board {
    let mut board = ConnectFour.initial();
    for text in moves.chars().map(String::from) {
        let column = ConnectFour.parse_action(&board, &text).unwrap();
        ConnectFour.apply(&mut board, column);
    }
    board
}

#[test]
fn random_games_agree_with_the_slow_board() {
    let mut endings = [0; 3];
    for number in 0..3_000 {
        let mut rng = Seed::new(4).index(number).rng();
        let mut board = ConnectFour.initial();
        let mut slow = SlowBoard::default();
        let mut mover = Player::First;
        let outcome = loop {
            assert_eq!(ConnectFour.outcome(&board), slow.outcome());
            assert_eq!(ConnectFour.render(&board), slow.drawing());
            if let Some(outcome) = slow.outcome() {
                break outcome;
            }
            assert_eq!(ConnectFour.to_move(&board), mover);
            let mut columns = Vec::new();
            ConnectFour.actions(&board, &mut columns);
            let numbers: Vec<usize> = columns.iter().map(|c| usize::from(c.number())).collect();
            let open: Vec<usize> = (0..7).filter(|&c| slow.stacks[c].len() < 6).collect();
            assert_eq!(numbers, open);

            let column = ConnectFour.random_action(&board, &mut columns, &mut rng);
            ConnectFour.step(&mut board, column, &mut rng);
            slow.stacks[usize::from(column.number())].push(mover);
            mover = mover.other();
        };
        endings[(outcome.value().0 * 2.0) as usize] += 1;
    }
    // Every kind of ending was seen.
    assert!(endings.iter().all(|&count| count > 0), "{endings:?}");
}

#[test]
fn random_games_are_won_in_each_of_the_69_windows() {
    // The fast board ends the games; the slow one tells where the winning discs lie.
    let mut won: HashSet<Vec<(i32, i32)>> = HashSet::new();
    let mut rng = Seed::new(9).rng();
    let mut scratch = Vec::new();
    while won.len() < 69 {
        let mut board = ConnectFour.initial();
        let mut slow = SlowBoard::default();
        while ConnectFour.outcome(&board).is_none() {
            assert_eq!(slow.outcome(), None);
            let column = ConnectFour.random_action(&board, &mut scratch, &mut rng);
            let mover = ConnectFour.to_move(&board);
            slow.stacks[usize::from(column.number())].push(mover);
            ConnectFour.apply(&mut board, column);
        }
        for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
            for (across, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cells = [0, 1, 2, 3].map(|i| (column + i * across, row + i * up));
                let four = cells.map(|(column, row)| slow.at(column, row));
                if four[0].is_some() && four == [four[0]; 4] {
                    won.insert(cells.to_vec());
                }
            }
        }
    }
    assert_eq!(won.len(), 69);
}

#[test]
fn golden_positions() {
    let board = after("44435263");
    let drawing = "\
6 . . . . . . .
5 . . . . . . .
4 . . . . . . .
3 . . . X . . .
2 . . O O . . .
1 . O O X X X .
  1 2 3 4 5 6 7";
    assert_eq!(ConnectFour.render(&board), drawing);
    assert_eq!(ConnectFour.to_move(&board), Player::First);

    let outcomes = [
        ("4435261", Some(Outcome::Win(Player::First))),
        ("443526", None),
        ("4433221", Some(Outcome::Win(Player::First))),
        ("1212121", Some(Outcome::Win(Player::First))),
        ("31212121", Some(Outcome::Win(Player::Second))),
        ("12233434644", Some(Outcome::Win(Player::First))),
        ("76655454244", Some(Outcome::Win(Player::First))),
    ];
    for (moves, outcome) in outcomes {
        let board = after(moves);
        assert_eq!(
            ConnectFour.outcome(&board),
            outcome,
            "{moves}\n{}",
            ConnectFour.render(&board)
        );
    }
}

#[test]
fn a_full_board_without_a_row_is_a_draw() {
    let board = after("547125662261271266215743771576315353334444");
    assert_eq!(
        ConnectFour.outcome(&board),
        Some(Outcome::Draw),
        "{}",
        ConnectFour.render(&board)
    );
}

#[test]
fn illegal_moves_are_refused_with_what_is_allowed() {
    let board = after("111111");
    for text in ["1", "0", "8", "a", "", "11"] {
        let error = ConnectFour.parse_action(&board, text).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "'{text}' is not a legal move here: expected a column that is not full, 1 to 7"
            )
        );
    }
    assert_eq!(
        ConnectFour.parse_action(&board, " 2 "),
        Ok(Column::new(1).unwrap())
    );
    assert_eq!(Column::new(7), None);
}

#[test]
fn a_position_is_small_and_knows_transpositions() {
    assert!(size_of::<Board>() <= 24);
    assert_eq!(
        ConnectFour.key(&after("1234")),
        ConnectFour.key(&after("3214"))
    );
    assert_ne!(
        ConnectFour.key(&after("1234")),
        ConnectFour.key(&after("2134"))
    );
    // Mixed well enough that the low bits alone spread over a table.
    let keys: HashSet<u64> = (0..49)
        .map(|n| after(&format!("{}{}", n / 7 + 1, n % 7 + 1)))
        .map(|board| ConnectFour.key(&board) % 4096)
        .collect();
    assert!(keys.len() > 45);
}

fn features(board: &Board, viewer: Player) -> Vec<(u32, f32)> {
    let mut features = Vec::new();
    ConnectFour.encode(board, viewer, &mut features);
    features.sort_by_key(|&(feature, _)| feature);
    features
}

#[test]
fn mirrored_positions_have_equal_features() {
    let mut scratch = Vec::new();
    for number in 0..200 {
        let mut rng = Seed::new(11).index(number).rng();
        let mut board = ConnectFour.initial();
        while ConnectFour.outcome(&board).is_none() {
            let mirrored = ConnectFour.transform_state(&board, 1);
            for viewer in Player::BOTH {
                assert_eq!(features(&board, viewer), features(&mirrored, viewer));
            }
            let column = ConnectFour.random_action(&board, &mut scratch, &mut rng);
            ConnectFour.apply(&mut board, column);
        }
    }
}

#[test]
fn features_count_open_windows() {
    // A lone disc at the bottom of the middle lies in 4 horizontal windows, 1 vertical and 2
    // diagonal ones.
    let lone = after("4");
    let amounts = |viewer| {
        features(&lone, viewer)
            .iter()
            .map(|&(_, amount)| amount)
            .sum::<f32>()
    };
    assert_eq!(amounts(Player::First), 7.0);
    // The second player sees the same windows from the other side, and has the move.
    assert_eq!(amounts(Player::Second), 8.0);
    let seen = |viewer| {
        features(&lone, viewer)
            .into_iter()
            .map(|(f, _)| f)
            .collect::<HashSet<_>>()
    };
    assert!(seen(Player::First).is_disjoint(&seen(Player::Second)));
}

fn evaluate(board: &Board) -> f64 {
    let mut rng = Seed::new(0).rng();
    let evaluator = WindowEvaluator::default();
    evaluator
        .evaluate(&ConnectFour, board, &mut Scratch::default(), &mut rng)
        .0
}

#[test]
fn the_evaluator_likes_open_rows() {
    assert_eq!(evaluate(&after("")), 0.5);
    assert!(evaluate(&after("4")) > evaluate(&after("1")));
    assert!(evaluate(&after("1")) > 0.5);
    // Three in a row with both ends open.
    assert!(evaluate(&after("33445")) > 0.65);
    // The same for the second player.
    assert!(evaluate(&after("133445")) < 0.5);
}

#[test]
fn the_prior_puts_the_middle_first() {
    let board = after("");
    let mut columns = Vec::new();
    ConnectFour.actions(&board, &mut columns);
    let mut weights = vec![0.0; 7];
    let scratch = &mut Scratch::default();
    CentrePrior.weigh(&ConnectFour, &board, &columns, &mut weights, scratch);
    assert_eq!(weights, [1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0]);
}
