//! The explicit tree: its text form, its values, and the traps.

use proptest::prelude::*;
use yomi_core::{Deterministic, Discrete, FirstValue, Game, Notation, Outcome, Player, Seed};
use yomi_toy::tree_game::NodeId;
use yomi_toy::{Trap, TreeError, TreeGame};

fn tree(text: &str) -> TreeGame {
    text.parse().unwrap()
}

fn after(game: &TreeGame, moves: &str) -> NodeId {
    let mut state = game.initial();
    for text in moves.split_whitespace() {
        let label = game.parse_action(&state, text).unwrap();
        game.apply(&mut state, label);
    }
    state
}

#[test]
fn every_error_names_the_place_and_what_was_expected() {
    let errors = [
        (
            "",
            "line 1, column 1: expected '(', found the end of the text",
        ),
        ("draw", "line 1, column 1: expected '(', found 'draw'"),
        (
            "(",
            "line 1, column 2: expected who chooses, 'first' or 'second', found the end of the text",
        ),
        (
            "(third",
            "line 1, column 2: expected who chooses, 'first' or 'second', found 'third'",
        ),
        (
            "(first)",
            "line 1, column 7: expected the label of an edge, found ')'",
        ),
        (
            "(first a)",
            "line 1, column 9: expected ':' after the label, found ')'",
        ),
        (
            "(first\n  a:won)",
            "line 2, column 5: expected '(', 'first', 'second', 'draw' or a payoff from 0 to 1, found 'won'",
        ),
        (
            "(first a:-1)",
            "line 1, column 10: expected a payoff from 0 to 1, found '-1'",
        ),
        (
            "(first a:1.5)",
            "line 1, column 10: expected a payoff from 0 to 1, found '1.5'",
        ),
        (
            "(first a:NaN)",
            "line 1, column 10: expected '(', 'first', 'second', 'draw' or a payoff from 0 to 1, found 'NaN'",
        ),
        (
            "(first a:1",
            "line 1, column 11: expected the label of an edge or ')', found the end of the text",
        ),
        (
            "(first a:1 a:0)",
            "line 1, column 12: expected a label that this node does not have yet, found 'a'",
        ),
        (
            "(first a:1 b#:0)",
            "line 1, column 12: expected the label of an edge or ')', found 'b#'",
        ),
        (
            "(first é:(second))",
            "line 1, column 17: expected the label of an edge, found ')'",
        ),
        (
            "(first a:1) (",
            "line 1, column 13: expected the end of the text, found '('",
        ),
        (
            "(first ; a:1)\n",
            "line 2, column 1: expected the label of an edge, found the end of the text",
        ),
    ];
    for (text, message) in errors {
        let error = text.parse::<TreeGame>().unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn text_and_tree_go_back_and_forth() {
    let text = "(first a:(second x:first y:second z:draw) b:0.25)";
    assert_eq!(tree(text).to_string(), text);
    let spread = "; a comment\n( first\n\ta : (second x:1 y:0 z:draw) ; another\n b:0.250 )\n";
    assert_eq!(tree(spread), tree(text));
}

#[test]
fn outcomes_are_read_as_written() {
    let game = tree("(second a:first b:second c:draw d:0.75 e:1.0 f:0)");
    let outcome = |label| game.outcome(&after(&game, label)).unwrap();
    assert_eq!(outcome("a"), Outcome::Win(Player::First));
    assert_eq!(outcome("b"), Outcome::Win(Player::Second));
    assert_eq!(outcome("c"), Outcome::Draw);
    assert_eq!(outcome("d"), Outcome::Payoff(FirstValue(0.75)));
    assert_eq!(outcome("e"), Outcome::Win(Player::First));
    assert_eq!(outcome("f"), Outcome::Win(Player::Second));
    assert_eq!(game.to_move(&game.initial()), Player::Second);
    assert_eq!(game.solve(), FirstValue(0.0));
}

#[test]
fn values_of_known_trees() {
    let values = [
        ("(first a:draw b:(second x:1 y:0))", 0.5, 0.5),
        (
            "(first a:(second x:0.3 y:0.9 z:0.6) b:(second x:0.2 y:0.4))",
            0.3,
            0.45,
        ),
        (
            "(second a:(first x:0 y:1) b:(first x:0.25 y:0.75))",
            0.75,
            0.5,
        ),
        ("(first a:(first b:(first c:1)) d:0)", 1.0, 0.5),
    ];
    for (text, minimax, random) in values {
        let game = tree(text);
        assert_eq!(game.solve(), FirstValue(minimax), "{text}");
        let playouts = game.random_value(&game.initial()).0;
        assert!((playouts - random).abs() < 1e-12, "{text}: {playouts}");
    }
}

#[test]
fn equal_subtrees_are_stored_once() {
    let game = tree("(first a:(second x:1 y:0) b:(second x:1 y:0) c:(second x:0 y:1))");
    assert_eq!(game.node_count(), 5);
    assert_eq!(after(&game, "a"), after(&game, "b"));
    assert_ne!(after(&game, "a"), after(&game, "c"));
}

#[test]
fn illegal_moves_are_refused_with_the_labels_there_are() {
    let game = tree("(first a:(second x:1) b:draw)");
    assert_eq!(
        game.parse_action(&game.initial(), "x")
            .unwrap_err()
            .to_string(),
        "'x' is not a legal move here: expected the label of an edge (a, b)"
    );
    assert!(game.parse_action(&after(&game, "b"), "a").is_err());
    assert_eq!(
        game.render(&after(&game, "a")),
        "node 1: second chooses\n  x -> node 0"
    );
}

#[test]
fn deep_trees_need_no_deep_stack() {
    let depth = 100_000;
    let text = "(first a:".repeat(depth) + "draw" + &")".repeat(depth);
    let game = tree(&text);
    assert_eq!(game.node_count(), depth + 1);
    assert_eq!(game.solve(), FirstValue(0.5));
    assert_eq!(game.to_string(), text);
    assert!("(first a:".repeat(depth).parse::<TreeGame>().is_err());
}

#[test]
fn traps_look_good_and_lose() {
    for level in [1, 3, 5, 7, 9, 11] {
        for width in [2, 3, 4, 5, 8, 16] {
            let game = TreeGame::trap(level, width).unwrap();
            let (safe, trap) = (after(&game, "safe"), after(&game, "trap"));
            assert_eq!(game.solve(), FirstValue(0.5));
            assert_eq!(game.solve_from(&safe), FirstValue(0.5));
            assert_eq!(game.solve_from(&trap), FirstValue(0.0));

            assert_eq!(game.random_value(&safe), FirstValue(0.5));
            let misses = 1.0 - f64::from(width).powi(-(level as i32 + 1) / 2);
            assert!((game.random_value(&trap).0 - misses).abs() < 1e-12);
            // Width 2 at level 1 is the one case in which the trap only looks as good.
            assert!(misses > 0.6 || (level, width) == (1, 2));
            assert!(game.node_count() <= 4 + 2 * level as usize);
        }
    }
}

#[test]
fn a_trap_closes_after_as_many_plies_as_its_level() {
    for level in [1, 3, 5, 7] {
        let width = 4;
        let game = TreeGame::trap(level, width).unwrap();
        let mut state = after(&game, "trap");
        for ply in 1..=level {
            let mut labels = Vec::new();
            game.actions(&state, &mut labels);
            assert_eq!(labels.len(), width as usize);
            let texts: Vec<String> = labels
                .iter()
                .map(|&label| game.format_action(&state, label))
                .collect();
            if ply % 2 == 1 {
                assert_eq!(game.to_move(&state), Player::Second);
                let (right, wrong): (Vec<_>, Vec<_>) =
                    texts.iter().partition(|text| *text == "punish");
                assert_eq!((right.len(), wrong.len()), (1, 3));
                for text in wrong {
                    let mut next = state;
                    game.apply(&mut next, game.parse_action(&state, text).unwrap());
                    assert_eq!(game.outcome(&next), Some(Outcome::Win(Player::First)));
                }
                let punish = game.parse_action(&state, "punish").unwrap();
                game.apply(&mut state, punish);
            } else {
                assert_eq!(game.to_move(&state), Player::First);
                for &label in &labels {
                    let mut next = state;
                    game.apply(&mut next, label);
                    assert_eq!(game.solve_from(&next), FirstValue(0.0));
                }
                game.apply(&mut state, labels[0]);
            }
            let over = (ply == level).then_some(Outcome::Win(Player::Second));
            assert_eq!(game.outcome(&state), over, "ply {ply} of {level}");
        }
    }
}

#[test]
fn impossible_traps_and_trees_are_refused() {
    let message = |result: Result<TreeGame, TreeError>| result.unwrap_err().to_string();
    assert_eq!(
        message(TreeGame::trap(2, 4)),
        "level must be an odd number from 1 to 99, not 2"
    );
    assert_eq!(
        message(TreeGame::trap(0, 4)),
        "level must be an odd number from 1 to 99, not 0"
    );
    assert_eq!(
        message(TreeGame::trap(3, 1)),
        "width must be 2 to 1000, not 1"
    );
    assert_eq!(
        message(
            Trap {
                level: 101,
                width: 3
            }
            .game()
        ),
        "level must be an odd number from 1 to 99, not 101"
    );
    assert_eq!(
        message(TreeGame::random(0, 2, Seed::new(0))),
        "depth must be 1 to 20, not 0"
    );
    assert_eq!(
        message(TreeGame::random(20, 1000, Seed::new(0))),
        "the tree is too large: more than 1048576 leaves"
    );
    assert!(Trap::default().game().is_ok());
}

#[test]
fn random_trees_depend_on_the_seed_alone() {
    let build = |seed| TreeGame::random(5, 3, Seed::new(seed)).unwrap();
    assert_eq!(build(1), build(1));
    assert_ne!(build(1), build(2));
    let values: Vec<f64> = (0..20).map(|seed| build(seed).solve().0).collect();
    assert!(values.contains(&0.0) && values.contains(&1.0), "{values:?}");
}

/// The text of some tree, at most four plies deep.
fn any_tree() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("first".to_owned()),
        Just("second".to_owned()),
        Just("draw".to_owned()),
        (1u32..1000).prop_map(|payoff| (f64::from(payoff) / 1000.0).to_string()),
    ];
    let node = |inner: BoxedStrategy<String>| {
        (
            prop_oneof![Just("first"), Just("second")],
            prop::collection::vec(inner, 1..5),
        )
            .prop_map(|(player, children)| {
                let edges = children
                    .iter()
                    .enumerate()
                    .map(|(i, child)| format!(" e{i}:{child}"));
                format!("({player}{})", edges.collect::<String>())
            })
    };
    node(
        leaf.prop_recursive(3, 64, 4, move |inner| node(inner.boxed()))
            .boxed(),
    )
}

proptest! {
    #[test]
    fn written_trees_read_back(text in any_tree()) {
        let game: TreeGame = text.parse().unwrap();
        prop_assert_eq!(game.to_string(), text);
        prop_assert!((0.0..=1.0).contains(&game.solve().0));
    }

    #[test]
    fn the_parser_never_panics(text in "\\PC*") {
        let _ = text.parse::<TreeGame>();
    }

    #[test]
    fn the_parser_never_panics_on_near_misses(
        text in "(\\(|\\)|:|;|\n| |first |second |draw |a|b|1|0\\.5|é|-){0,40}",
    ) {
        if let Ok(game) = text.parse::<TreeGame>() {
            prop_assert_eq!(&game.to_string().parse::<TreeGame>().unwrap(), &game);
        }
    }

    #[test]
    fn cut_texts_are_refused(text in any_tree(), share in 0.0..1.0) {
        let cut = (text.len() as f64 * share) as usize;
        prop_assert!(text[..cut].parse::<TreeGame>().is_err());
    }
}
