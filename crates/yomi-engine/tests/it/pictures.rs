//! Boards, the values of moves and the weights of evaluations, as pictures need them.

use std::sync::Arc;
use yomi_core::engine::Question;
use yomi_core::pictured::{Lines, Measure, MoveValues};
use yomi_core::{Player, Seed, Stop};
use yomi_engine::{AnyGame, Registry};

const SIDE: usize = 14;

fn game(name: &str) -> Arc<dyn AnyGame> {
    Registry::standard().game(&name.parse().unwrap()).unwrap()
}

fn values(game: &str, moves: &[&str], by: &str) -> MoveValues {
    let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
    let valued = self::game(game).move_values(None, &moves, &by.parse().unwrap());
    valued.unwrap()
}

#[test]
fn boards_show_what_was_played() {
    let moves = ["4", "4", "3"].map(str::to_owned);
    let board = game("connect-four").board(None, &moves).unwrap();
    let owner = |column: usize, row: usize| board.owners[7 * (6 - row) + column - 1];
    assert_eq!(owner(4, 1), Some(Player::First));
    assert_eq!(owner(4, 2), Some(Player::Second));
    assert_eq!(owner(3, 1), Some(Player::First));
    assert_eq!(board.owners.iter().flatten().count(), 3);
    assert_eq!(board.to_move, Some(Player::Second));
    assert_eq!(board.grid.rows[0], "6");

    let board = game("blokus-duo")
        .board(None, &["e10,f10".to_owned()])
        .unwrap();
    let taken = board.owners.iter().enumerate();
    let taken: Vec<usize> = taken
        .filter_map(|(cell, owner)| owner.map(|_| cell))
        .collect();
    assert_eq!(taken, [4 * SIDE + 4, 4 * SIDE + 5]);
    let name = |cell: usize| {
        let (column, row) = (
            &board.grid.columns[cell % SIDE],
            &board.grid.rows[cell / SIDE],
        );
        format!("{column}{row}")
    };
    assert_eq!(name(taken[1]), "f10");
}

#[test]
fn symmetric_positions_have_symmetric_values() {
    // The first position is the same in the mirror of the diagonal.
    let best = values("blokus-duo", &[], "bouzy").best_by_cell(SIDE * SIDE);
    assert!(best.iter().flatten().count() > 20);
    for cell in 0..SIDE * SIDE {
        let mirrored = cell % SIDE * SIDE + cell / SIDE;
        assert_eq!(best[cell], best[mirrored], "cell {cell}");
    }
    let best = values("connect-four", &["4", "4"], "windows").best_by_cell(42);
    for cell in 0..42 {
        assert_eq!(best[cell], best[cell / 7 * 7 + 6 - cell % 7]);
    }
}

#[test]
fn the_best_move_is_what_one_ply_plays() {
    let line = ["e10,d11,e11,f11,e12", "j5,i4,j4,k4,j3"];
    for count in 0..=2 {
        let values = values("blokus-duo", &line[..count], "influence:weights=n1");
        assert_eq!(values.measure, Measure::Score);
        let best = &values.moves[0];
        let game = game("blokus-duo");
        let spec = "alpha-beta:depth=1,evaluator=influence,influence_weights=n1";
        let mut engine = game.engine(&spec.parse().unwrap()).unwrap();
        engine.new_game(Seed::new(1)).unwrap();
        for text in &line[..count] {
            engine.play(text, Seed::new(0)).unwrap();
        }
        let question = Question::to_move(None, &Stop::default());
        let report = engine.think(&question, &mut |_| ()).unwrap();
        assert_eq!(report.best, best.text);
        assert!((0.0..=1.0).contains(&best.value));
        // Every piece can still be placed, each listed once.
        assert_eq!(values.best_by_kind().len(), 21 - count / 2);
    }
}

#[test]
fn priors_give_probabilities() {
    for prior in ["moves", "by-influence:temperature=0.5"] {
        let values = values("blokus-duo", &["e10,f10"], prior);
        assert_eq!(values.measure, Measure::Probability);
        let sum: f64 = values.moves.iter().map(|valued| valued.value).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{prior}: {sum}");
    }
}

#[test]
fn boards_of_go_have_points_and_a_last_move() {
    for size in 5..=19 {
        let rules = format!("go:size={size}");
        let game = game(&rules);
        let moves = ["B2", "pass", "A1"].map(str::to_owned);
        let board = game.board(None, &moves).unwrap();
        let (cells, corner) = (size * size, (size - 1) * size);
        assert_eq!((board.owners.len(), &board.last), (cells, &vec![corner]));
        assert_eq!(board.owners[corner], Some(Player::First));
        assert_eq!(board.owners[corner - size + 1], Some(Player::First));
        assert_eq!(board.owners.iter().flatten().count(), 2);
        let letters = "ABCDEFGHJKLMNOPQRST";
        assert_eq!(board.grid.columns.concat(), letters[..size]);
        let Lines::Through { dots } = &board.grid.lines else {
            panic!("the cells are points");
        };
        let expected = match size {
            13 | 15 | 17 | 19 => 9,
            14 | 16 | 18 | 8 | 10 | 12 => 4,
            7 | 9 | 11 => 5,
            6 => 0,
            _ => 1,
        };
        assert_eq!(dots.len(), expected, "{size}");
        let board = game.board(None, &moves[..2]).unwrap();
        assert!(board.last.is_empty());
    }
}

#[test]
fn patterns_explain_their_probabilities() {
    let line = ["E5", "C3", "G4", "E3", "C6", "F3", "D3", "D4", "C4"];
    for count in [0, 1, 4, 9] {
        let values = values("go", &line[..count], "patterns");
        assert_eq!(values.measure, Measure::Probability);
        assert_eq!(values.moves.len(), 82 - count);
        let sum: f64 = values.moves.iter().map(|valued| valued.value).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        let weights = values.moves.iter().map(|valued| {
            let explanation = valued.explanation.as_ref().unwrap();
            (explanation.weight(), valued.value)
        });
        let weights: Vec<(f64, f64)> = weights.collect();
        let total: f64 = weights.iter().map(|(weight, _)| weight).sum();
        for (weight, probability) in weights {
            assert!((weight / total - probability).abs() < 1e-5);
        }
    }
    // What was set for a prior in an engine is set here by the same names.
    let alike = values("go", &line, "patterns:prior_set=zero");
    let one = 0.998 / 72.0;
    assert!((alike.moves[0].value - one).abs() < 1e-3 * one);
    let error = |rules: &str, by: &str| {
        let valued = game(rules).move_values(None, &[], &by.parse().unwrap());
        valued.unwrap_err().to_string()
    };
    assert_eq!(
        error("go:size=13", "patterns"),
        "game 'go': no learned weights of 'patterns' ship for these rules: expected a file, as in \
         patterns:prior_set=FILE"
    );
    assert!(error("go:size=13", "patterns:prior_set=b").contains("for boards of 13 rows"));
    assert!(error("shogi", "patterns").contains("values of its moves cannot be shown"));
    assert!(error("blokus-duo", "patterns").contains("unknown evaluator or prior 'patterns'"));
}

#[test]
fn searches_are_shown_by_their_visits() {
    let game = game("go:size=5");
    let spec = "uct:simulations=300".parse().unwrap();
    let mut engine = game.engine(&spec).unwrap();
    engine.new_game(Seed::new(1)).unwrap();
    engine.play("C3", Seed::new(0)).unwrap();
    let question = Question::to_move(None, &Stop::default());
    let report = engine.think(&question, &mut |_| ()).unwrap();
    let path = ["C3".to_owned()];
    let values = game.searched_values(None, &path, &spec, &report).unwrap();
    assert_eq!(
        (values.measure, values.by.as_str()),
        (Measure::Visits, "uct:simulations=300")
    );
    assert_eq!(values.moves.len(), report.moves.len());
    assert_eq!(values.moves[0].text, report.best);
    for (valued, found) in values.moves.iter().zip(&report.moves) {
        assert_eq!(valued.text, found.text);
        assert_eq!(valued.searched.unwrap().visits, found.visits);
        assert_eq!(valued.cells.len(), usize::from(found.text != "pass"));
    }
    let sum: f64 = values.moves.iter().map(|valued| valued.value).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn weights_come_with_maps_of_the_board() {
    let game = game("blokus-duo");
    let [n1, n8] = ["n1", "n8"].map(|name| game.weights("influence", Some(name)).unwrap());
    assert_eq!(game.weights("influence", None).unwrap(), n8);
    for set in [&n1, &n8] {
        let cells = set.grid.as_ref().unwrap().cells();
        assert_eq!((set.maps.len(), cells), (9, SIDE * SIDE));
        for map in &set.maps {
            let group = |name: &str| {
                let mut groups = set.groups.iter();
                let found = groups.find(|group| group.name == name);
                found.unwrap().weights.clone()
            };
            assert_eq!(map.cells, group(&map.name));
            assert_eq!(vec![map.shared], group(&format!("shared {}", map.name)));
        }
        let shared = set.maps.iter().map(|map| map.shared);
        assert_eq!(shared.fold(f64::MIN, f64::max), set.maps[0].shared);
    }
    assert_ne!(n1, n8);
    // Learned or not, connect four's features belong to no cells.
    let linear = self::game("connect-four").weights("linear", Some("zero"));
    assert!(linear.unwrap().maps.is_empty());
}

#[test]
fn what_cannot_be_shown_is_said() {
    let blokus = game("blokus-duo");
    let by = "influence".parse().unwrap();
    let error = blokus.move_values(None, &["a1,a2".to_owned()], &by);
    assert!(error.unwrap_err().to_string().starts_with("move 1: "));
    let error = game("pig").board(None, &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "game 'pig': there are no pictures of its board"
    );
    let error = blokus.weights("network", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "game 'blokus-duo': unknown evaluation 'network': expected one of influence"
    );
}
