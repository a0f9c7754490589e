use super::*;
use std::io::Write as _;
use yomi_core::{Discrete as _, Scratch, Seed};
use yomi_go::pattern::MovableSet;
use yomi_go::{Rules, SmallGo, Vertex};
use yomi_learn::balancing::BalancingLearner;
use yomi_learn::training::{Learner as _, TrainingError};

fn game() -> SmallGo {
    SmallGo::new(Rules::default()).unwrap()
}

fn read(ending: &str, text: &str) -> Result<Games, TableError> {
    let mut file = tempfile::Builder::new().suffix(ending).tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    Games::read(&game(), &[file.path().to_owned()])
}

/// Random games as a table: a player's first move is on one of few points, so that there is something to learn.
fn table(games: u64) -> String {
    let mut text = "tier\tmoves\n".to_owned();
    for number in 0..games {
        let (mut position, mut scratch) = (game().initial(), Scratch::default());
        scratch.tracing = true;
        let mut rng = Seed::new(number).rng();
        game().play_randomly(&mut position, 40, &mut scratch, &mut rng);
        text += if number % 2 == 0 { "A\t" } else { "B\t" };
        for (_, vertex) in scratch.trace {
            let (column, row) = vertex.place::<2>();
            let letter = |place: usize| char::from(b'a' + place as u8);
            text.push(letter(column));
            text.push(letter(8 - row));
        }
        text.push('\n');
    }
    text
}

fn recipe() -> Recipe {
    Recipe {
        patterns: PatternParams {
            threshold: 5,
            last_move: 20,
            ..PatternParams::default()
        },
        disorder: DisorderedLessons::default(),
        learner: MoveLearnerParams {
            epochs: 2,
            test_share: 0.25,
            ..MoveLearnerParams::default()
        },
        seed: 1,
    }
}

#[test]
fn tables_and_sgf_give_the_same_games() {
    let games = read(".tsv", "rank\tmoves\ttier\n1d\taaieee--\tA\n").unwrap();
    let vertex = |text: &str| Vertex::parse::<2>(text, 9).unwrap();
    let expected = ["A9", "J5", "E5", "pass"].map(vertex);
    assert_eq!(games.games[0].moves, expected);
    assert_eq!(games.games[0].tier, "A");
    let sgf =
        "(;GM[1]SZ[9];B[aa];W[ie];B[ee];W[])(;GM[1]SZ[13];B[aa])(;GM[1]SZ[9]HA[2]AB[aa][bb];W[cc])";
    let read = read(".sgf", sgf).unwrap();
    assert_eq!(read.games[0].moves, expected);
    assert_eq!((read.games.len(), read.passed_over), (1, 2));
    assert_eq!(read.contents, games.contents);
}

/// A ko taken back two moves later without a move elsewhere is illegal by any rules; one that repeats the board in
/// a longer circle is not, where records come from.
#[test]
fn bad_tables_are_refused_by_line_and_move() {
    for (text, reason) in [
        ("tier\nA\n", "with 'moves' among them"),
        ("moves\naaaa\n", "line 2: move 2"),
        ("moves\naaj\n", "line 2: move 2: 'j' is no point"),
        (
            "moves\n\nzz\n",
            "line 3: move 1: 'zz' is no point of a board of 9 rows",
        ),
    ] {
        let error = read(".tsv", text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    // After two passes nothing counts.
    assert_eq!(
        read(".tsv", "moves\naa----aa\n").unwrap().games[0]
            .moves
            .len(),
        3
    );
}

#[test]
fn patterns_do_not_depend_on_the_order_of_the_games() {
    let games = read(".tsv", &table(30)).unwrap();
    let forward: Vec<&Recorded> = games.games.iter().collect();
    let backward: Vec<&Recorded> = games.games.iter().rev().collect();
    let params = recipe();
    let mut told = Vec::new();
    let found = extract(&game(), &forward, &params, |line| {
        told.push(line.to_owned())
    });
    let again = extract(&game(), &backward, &params, |_| ());
    assert_eq!(found.patterns(), again.patterns());
    assert_eq!(told.len(), 6);
    assert!(found.patterns().iter().any(|pattern| pattern.size >= 5));
}

#[test]
fn a_stopped_training_ends_with_the_same_weights() {
    let games = read(".tsv", &table(16)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let game = Arc::new(game());
    let whole = folder.path().join("whole.json");
    let mut one = learner(&game, &games, &recipe(), |_| ());
    let run = training(&games, &recipe(), 9, &whole, Stop::default());
    run.run(&mut one, |_, _| ()).unwrap();
    let parts = folder.path().join("parts.json");
    let stop = Stop::default();
    stop.raise();
    let run = training(&games, &recipe(), 9, &parts, stop);
    let mut other = learner(&game, &games, &recipe(), |_| ());
    assert!(run.run(&mut other, |_, _| ()).is_err());
    let mut other = learner(&game, &games, &recipe(), |_| ());
    run.run(&mut other, |_, _| ()).unwrap();
    assert_eq!(std::fs::read(whole).unwrap(), std::fs::read(parts).unwrap());
}

/// What the report of a training says of the games held out is what the evaluation says of them.
#[test]
fn the_evaluation_agrees_with_the_report() {
    let games = read(".tsv", &table(16)).unwrap();
    let game = Arc::new(game());
    let mut learner = learner(&game, &games, &recipe(), |_| ());
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("w.json");
    let run = training(&games, &recipe(), 9, &out, Stop::default());
    run.run(&mut learner, |_, _| ()).unwrap();
    let file = yomi_learn::WeightsFile::load(&out).unwrap();
    let dictionary = Dictionary::from_bytes(&file.features().unwrap()).unwrap();
    let features = PatternFeatures::<2>::new(Arc::new(dictionary)).unwrap();
    let count = yomi_core::MoveFeatures::count(&features);
    let (weights, _) = file.model_weights("go", MODEL, count).unwrap();
    let held_out = games.games.iter().enumerate();
    let held_out = held_out.filter(|(number, _)| yomi_learn::is_for_test(*number as u64, 0.25));
    let held_out = Games {
        games: held_out.map(|(_, recorded)| recorded.clone()).collect(),
        ..games.clone()
    };
    let params = recipe().patterns;
    let found = evaluate(&game, &held_out, &params, (&features, &weights));
    let row = &learner.report().rows[0];
    let crate::Cell::Number(likelihood, _) = row[6] else {
        panic!("{row:?}");
    };
    // Weights on file are rounded.
    assert!((found.all.likelihood() - likelihood).abs() < 1e-3);
    assert_eq!(row[1], crate::Cell::Count(found.all.count()));
    let tiers: u64 = found.tiers.values().map(|tier| tier.count()).sum();
    assert_eq!(tiers, found.all.count());
}

fn balancing(settings: &str) -> BalancingRecipe {
    let spec: Spec = format!("balancing:{settings}").parse().unwrap();
    BalancingRecipe::read(&spec.settings).unwrap()
}

const SMALL: &str = "patterns=0,positions=24,tests=12,test_share=0.3,last_move=30,epochs=12,batch=8,rate=0.15,\
                     playouts=24,gradients=24,test_playouts=60";

/// No patterns, and weights of liberties and distances: playouts that like to capture, or do not care.
fn set_that_captures(weight: f32) -> (Arc<Dictionary>, Vec<f32>) {
    let dictionary = Arc::new(Dictionary::new(9));
    let features = PatternFeatures::<2>::new(Arc::clone(&dictionary)).unwrap();
    let mut weights = vec![0.0; yomi_core::MoveFeatures::count(&features)];
    weights[features.first_liberty()..][..4].fill(weight);
    (dictionary, weights)
}

/// What playouts that like to capture say of positions.
fn values(game: &SmallGo, positions: &[String]) -> Vec<f64> {
    let (dictionary, weights) = set_that_captures(4.0);
    let set = MovableSet::<2>::new(dictionary, &weights, &balancing("").movable).unwrap();
    let zero = vec![0.0; set.count()];
    let mut player = set.player(&zero);
    let value = |moves: &String| {
        let mut position = game.initial();
        for text in moves.split_whitespace() {
            game.apply(&mut position, Vertex::parse::<2>(text, 9).unwrap());
        }
        let mut rng = Seed::new(5).rng();
        let rewards = (0..150).map(|_| player.play(game, &position, &mut rng, None).0.value().0);
        rewards.sum::<f64>() / 150.0
    };
    positions.iter().map(value).collect()
}

fn balanced(
    game: &Arc<SmallGo>,
    games: &Games,
    recipe: &BalancingRecipe,
    workers: usize,
) -> (BalancingLearner<SmallGo>, Vec<f64>) {
    let drawn = Drawn::new(game, games, recipe, Seed::new(2)).unwrap();
    let values = values(game, &drawn.moves());
    let (dictionary, weights) = set_that_captures(0.0);
    let learner = balancing_learner(
        game,
        (drawn, &values),
        recipe,
        (dictionary, &weights),
        (Seed::new(2), workers),
    );
    (learner.unwrap(), values)
}

/// Playouts that care for nothing are taught what others say that like to capture; a training stopped after every epoch
/// ends with the same bytes, with any number of threads.
#[test]
fn balancing_halves_the_error_and_resumes() {
    let games = read(".tsv", &table(60)).unwrap();
    let game = Arc::new(game());
    let recipe = balancing(SMALL);
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.json");
    let (_, start) = set_that_captures(0.0);
    let (mut learner, values) = balanced(&game, &games, &recipe, 2);
    let training = |out: &Path, stop: Stop| {
        balancing_training(
            &games,
            &recipe,
            ("none", &values, &start),
            (9, 2),
            (out, stop),
        )
    };
    training(&whole, Stop::default())
        .run(&mut learner, |_, _| ())
        .unwrap();
    let (before, after) = (learner.test_before(), learner.test());
    assert_eq!(before.positions, 12);
    assert!(
        after.corrected < 0.6 * before.corrected,
        "{before:?} {after:?}"
    );
    let capture = learner.theta()[36];
    assert!(capture > 0.3, "{:?}", learner.theta());

    let parts = folder.path().join("parts.json");
    let stop = Stop::default();
    stop.raise();
    for _ in 0..3 {
        let (mut learner, _) = balanced(&game, &games, &recipe, 1);
        let stopped = training(&parts, stop.clone()).run(&mut learner, |_, _| ());
        assert!(matches!(stopped, Err(TrainingError::Stopped { .. })));
    }
    let (mut learner, _) = balanced(&game, &games, &recipe, 1);
    training(&parts, Stop::default())
        .run(&mut learner, |_, _| ())
        .unwrap();
    assert_eq!(std::fs::read(whole).unwrap(), std::fs::read(parts).unwrap());
}

#[test]
fn positions_to_be_balanced_are_of_other_games_than_those_held_out() {
    let games = read(".tsv", &table(40)).unwrap();
    let recipe = balancing("positions=20,tests=8,first_move=10,last_move=12,test_share=0.25");
    let drawn = Drawn::new(&game(), &games, &recipe, Seed::new(1)).unwrap();
    let moves = drawn.moves();
    assert_eq!(moves.len(), 28);
    let beginnings: std::collections::BTreeSet<&str> =
        moves.iter().map(|text| &text[..20]).collect();
    assert_eq!(beginnings.len(), 28, "one of a game");
    for text in &moves {
        assert!(
            (10..=12).contains(&text.split_whitespace().count()),
            "{text}"
        );
    }
    let nothing = balancing("first_move=500,last_move=600");
    let error = Drawn::new(&game(), &games, &nothing, Seed::new(1))
        .err()
        .unwrap();
    assert!(
        error.to_string().contains("position to learn from"),
        "{error}"
    );
}
