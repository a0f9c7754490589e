//! What comes out: statistics, early stopping, text and JSON.

use crate::support::digits::Digits;
use crate::support::{Contest, clever, play, random, timeless, unequal};
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;
use yomi_arena::{Ending, Mode, RunOptions, is_decided};
use yomi_core::Stop;
use yomi_stats::pair_scores::PairScores;
use yomi_stats::sprt::{Sprt, SprtParameters, SprtVerdict};

const TEST: SprtParameters = SprtParameters {
    elo0: 0.0,
    elo1: 30.0,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
fn a_test_stops_early_at_the_same_pair_for_any_number_of_workers() {
    let contest = unequal(Digits::default(), 1000).sprt(TEST);
    let alone = play(&contest, 1);
    let stopped_at = alone.table.sprt.unwrap().pairs;
    assert_eq!(alone.ending, Ending::Decided);
    assert_eq!(
        alone.table.sprt.unwrap().status.verdict,
        SprtVerdict::AcceptH1
    );
    assert!((2..500).contains(&stopped_at), "{stopped_at}");
    assert_eq!(alone.table.standings[0].pairs.pairs(), stopped_at);
    for workers in [2, 3] {
        let together = play(&contest, workers);
        assert_eq!(together.table.sprt, alone.table.sprt);
        assert_eq!(together.table.standings, alone.table.standings);
        assert_eq!(together.table.counted as u64, 2 * stopped_at);
        assert_eq!(
            together.table.counted + together.table.uncounted,
            together.games.len()
        );
        let counted = together
            .games
            .iter()
            .filter(|game| (game.pair as u64) < stopped_at);
        let counted: Vec<_> = counted.cloned().collect();
        assert_eq!(timeless(&counted), timeless(&alone.games));
    }
}

#[test]
fn pairs_beyond_the_stopping_point_do_not_count() {
    let contest = unequal(Digits::default(), 200);
    let tested = contest.clone().sprt(TEST);
    let alone = play(&tested, 1);
    // A record in which other workers had finished everything by the time the test decided.
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("ahead.jsonl");
    let mut text = serde_json::to_string(&tested.header()).unwrap() + "\n";
    for game in play(&contest, 1).games.iter().rev() {
        text += &(serde_json::to_string(game).unwrap() + "\n");
    }
    fs::write(&path, text).unwrap();
    let ahead = tested.run(&RunOptions::new().record(&path)).unwrap();
    assert_eq!((ahead.played, ahead.ending), (0, Ending::Decided));
    assert_eq!(ahead.table.standings, alone.table.standings);
    assert_eq!(ahead.table.sprt, alone.table.sprt);
    assert_eq!(ahead.table.uncounted, 400 - alone.games.len());
}

#[test]
fn equals_are_not_called_better() {
    let game = Arc::new(Digits::default());
    let contest = Contest::of("digits", &game)
        .participant(random("a", &game))
        .participant(random("b", &game))
        .pairs(3000)
        .seed(3)
        .sprt(TEST);
    let result = contest.run(&RunOptions::new().forget_games()).unwrap();
    assert_eq!(
        result.table.sprt.unwrap().status.verdict,
        SprtVerdict::AcceptH0
    );
}

#[test]
fn a_decided_match_is_resumed_without_playing() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("decided.jsonl");
    let contest = unequal(Digits::default(), 1000).sprt(TEST);
    let options = RunOptions::new().workers(3).record(&path);
    let whole = contest.run(&options).unwrap();
    let again = contest.run(&options).unwrap();
    assert_eq!((again.played, again.ending), (0, Ending::Decided));
    assert_eq!(again.table, whole.table);
    // Cut in the middle, it stops at the same pair again.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    let resumed = contest.run(&options).unwrap();
    assert_eq!(resumed.table.sprt, whole.table.sprt);
    assert_eq!(resumed.table.standings, whole.table.standings);
}

/// The same games, once by their points and once as won above one half.
#[test]
fn a_test_of_points_weighs_graded_results_as_they_are() {
    let graded = Digits {
        graded: true,
        ..Digits::default()
    };
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("graded.jsonl");
    let contest = unequal(graded, 1000).sprt_of_points(TEST);
    let alone = play(&contest, 1);
    let test = alone.table.sprt.unwrap();
    assert_eq!(alone.ending, Ending::Decided);
    let mut scores = PairScores::default();
    for pair in alone.games.chunks(2) {
        let points = pair[0].score_first + 1.0 - pair[1].score_first;
        scores.record(points / 2.0).unwrap();
    }
    let expected = Sprt::new(TEST).unwrap().status_of_scores(&scores);
    assert!((test.status.llr - expected.llr).abs() < 1e-9, "{test:?}");
    assert_ne!(
        play(&unequal(graded, 1000).sprt(TEST), 1).table.sprt,
        Some(test)
    );
    // Cut in the middle and resumed, with other workers, it stops at the same pair.
    let options = RunOptions::new().workers(3).record(&path);
    contest.run(&options).unwrap();
    assert!(is_decided(&path).unwrap());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() / 3]).unwrap();
    assert!(!is_decided(&path).unwrap());
    let resumed = contest.run(&options).unwrap();
    assert_eq!(resumed.table.sprt, Some(test));
    assert_eq!(resumed.table.standings, alone.table.standings);
}

#[test]
fn an_undecided_test_ends_with_the_last_pair() {
    let hopeless = SprtParameters {
        elo0: 0.0,
        elo1: 0.5,
        ..TEST
    };
    let result = play(&unequal(Digits::default(), 5).sprt(hopeless), 2);
    assert_eq!(result.ending, Ending::Complete);
    assert_eq!(
        result.table.sprt.unwrap().status.verdict,
        SprtVerdict::Continue
    );
    assert!(
        result
            .table
            .render()
            .contains("SPRT: undecided, after 5 pairs")
    );
}

#[test]
fn both_sides_of_a_pairing_are_told_apart() {
    // Whoever writes the last of eight digits, the second player, can choose the result.
    let table = play(&unequal(Digits::default(), 60), 2).table;
    let standing = &table.standings[0];
    assert_eq!(standing.as_second.wins, 60);
    assert!(standing.as_first.losses > 0);
    assert_eq!(standing.games, standing.as_first + standing.as_second);
    assert_eq!(standing.score, standing.games.rate());
    assert!(standing.score_interval.contains(standing.score.unwrap()));
    assert!(standing.elo.low > 0.0 && standing.superiority > 0.99);
    assert!(!standing.graded && table.ranking.is_empty());
}

#[test]
fn graded_results_keep_their_grades() {
    let graded = Digits {
        plies: 4,
        graded: true,
        dice: true,
    };
    let result = play(&unequal(graded, 50), 1);
    let standing = &result.table.standings[0];
    let points = result.games.iter().map(|game| match game.game {
        0 => game.score_first,
        _ => 1.0 - game.score_first,
    });
    assert!(standing.graded);
    assert!((standing.score.unwrap() - points.sum::<f64>() / 100.0).abs() < 1e-12);
    assert!(standing.score_interval.contains(standing.score.unwrap()));
    assert!(standing.score_interval.width() < 0.2);
    // One pair alone has a score, but tells nothing about its spread.
    let lone = play(&unequal(graded, 1), 1).table.standings[0].score_interval;
    assert_eq!((lone.low, lone.high), (0.0, 1.0));
}

fn field() -> Contest {
    let game = Arc::new(Digits::default());
    Contest::of("digits", &game)
        .participant(random("feeble", &game))
        .participant(clever("clever", &game))
        .participant(random("frail", &game))
        .pairs(40)
}

#[test]
fn a_crosstable_ranks_the_field() {
    let table = play(&field().mode(Mode::RoundRobin), 2).table;
    assert_eq!(table.ranking.len(), 3);
    let clever = &table.ranking[1];
    assert!(
        table
            .ranking
            .iter()
            .all(|ranked| ranked.rating.elo <= clever.rating.elo)
    );
    assert_eq!(clever.games.games(), 160);
    assert_eq!(clever.against[0], table.standings[0].games.reversed());
    assert_eq!(clever.against[1].games(), 0);
    let text = table.render();
    let row = text.lines().find(|line| line.starts_with("1 ")).unwrap();
    assert!(row.starts_with("1 clever"), "{text}");
}

#[test]
fn tables_are_aligned_text() {
    let text = play(&field().mode(Mode::Gauntlet), 1).table.render();
    let crosstable = text.split("\n\n").last().unwrap();
    let widths: Vec<usize> = crosstable
        .lines()
        .map(|line| line.chars().count())
        .collect();
    assert!(
        widths.len() == 4 && widths.windows(2).all(|pair| pair[0] == pair[1]),
        "{text}"
    );
    assert!(
        text.starts_with("digits: 160 games in 80 pairs\n"),
        "{text}"
    );
}

#[test]
fn tables_fit_a_terminal_whatever_the_names() {
    let game = Arc::new(Digits::default());
    let name = |letter: &str| format!("{letter}:{}", "setting=12345,".repeat(5));
    let contest = Contest::of("digits", &game)
        .participant(random(&name("a"), &game))
        .participant(random(&name("b"), &game))
        .participant(clever(&name("c"), &game))
        .mode(Mode::RoundRobin)
        .pairs(20);
    let text = play(&contest, 1).table.render();
    assert!(text.contains(&name("c")), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
    let rows = text.lines().filter(|line| line.contains('…')).count();
    assert_eq!(rows, 3, "{text}");
}

#[test]
fn one_pair_is_one_pair() {
    let lone = play(&unequal(Digits::default(), 1).sprt(TEST), 1)
        .table
        .render();
    assert!(lone.starts_with("digits: 2 games in 1 pair\n"), "{lone}");
    assert!(lone.contains("SPRT: undecided, after 1 pair ("), "{lone}");
}

#[test]
fn results_are_json_for_machines() {
    let result = play(&unequal(Digits::default(), 2), 1);
    let json: serde_json::Value =
        serde_json::from_str(&serde_json::to_string(&result).unwrap()).unwrap();
    assert_eq!(json["ending"], "complete");
    assert_eq!(json["table"]["standings"][0]["a"], "clever");
    let wins = result.table.standings[0].games.wins;
    assert_eq!(json["table"]["standings"][0]["games"]["wins"], wins);
    assert_eq!(json["games"].as_array().unwrap().len(), 4);
    // Before the first game nothing bounds the difference, and JSON has no infinite number.
    let stop = Stop::default();
    stop.raise();
    let unplayed = unequal(Digits::default(), 2)
        .run(&RunOptions::new().stop(&stop))
        .unwrap();
    assert_eq!(unplayed.ending, Ending::Stopped);
    let elo = serde_json::to_value(&unplayed.table.standings[0]).unwrap()["elo"].take();
    assert_eq!(
        (&elo["elo"], &elo["high"]),
        (&0.0.into(), &serde_json::Value::Null)
    );
}
