use super::*;
use std::io::Write as _;
use yomi_core::{Discrete as _, Scratch, Seed};
use yomi_go::{Rules, SmallGo, Vertex};
use yomi_learn::training::Learner as _;

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
