//! Pairs, openings, seeds, and that the number of workers does not show.

use crate::support::digits::Digits;
use crate::support::habits::{Habit, habitual};
use crate::support::{Contest, Participant, clever, play, random, timeless, unequal};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use yomi_arena::{ArenaError, Mode, Openings, RunOptions};
use yomi_core::engine::{GameReferee, list_all};
use yomi_core::{EngineError, Player, Referee, Seed};

const DICE: Digits = Digits {
    plies: 8,
    dice: true,
    graded: false,
};

#[test]
fn the_games_of_a_pair_share_the_opening_and_swap_sides() {
    let result = play(
        &unequal(DICE, 12).openings(Openings::Random { plies: 3 }),
        1,
    );
    assert_eq!(result.games.len(), 24);
    let mut referee = GameReferee::new(Arc::new(DICE), list_all);
    for pair in result.games.chunks(2) {
        let [one, two] = pair else {
            panic!("half a pair")
        };
        assert_eq!((one.game, two.game), (0, 1));
        assert_eq!((&*one.first, &*one.second), ("clever", "random"));
        assert_eq!((&*two.first, &*two.second), ("random", "clever"));
        assert_eq!((&one.opening, one.opening.len()), (&two.opening, 3));
        // The dice fall alike in the opening, and each in its own way afterwards.
        let position_after_opening = [one, two].map(|game| {
            let mut opening = game.clone();
            opening.moves.clear();
            opening.replay(&mut referee).unwrap();
            referee.render()
        });
        assert_eq!(position_after_opening[0], position_after_opening[1]);
        assert_ne!(one.seed, two.seed);
    }
}

#[test]
fn a_record_replays_to_its_result() {
    let mut referee = GameReferee::new(Arc::new(DICE), list_all);
    for game in play(&unequal(DICE, 20), 2).games {
        game.replay(&mut referee).unwrap();
        assert_eq!(referee.outcome(), Some(game.outcome));
        assert_eq!(game.score_first, game.outcome.value().0);
        assert_eq!(game.plies, game.opening.len() + game.moves.len());
    }
}

#[test]
fn the_number_of_workers_does_not_show() {
    for game in [
        DICE,
        Digits::default(),
        Digits {
            graded: true,
            ..DICE
        },
    ] {
        let game = Arc::new(game);
        let contest = Contest::of("digits", &game)
            .participant(clever("clever", &game))
            .participant(random("random", &game))
            .participant(random("another", &game))
            .mode(Mode::RoundRobin)
            .pairs(15)
            .seed(5);
        let alone = play(&contest, 1);
        assert_eq!(alone.games.len(), 90);
        for workers in [2, 3] {
            let together = play(&contest, workers);
            assert_eq!(timeless(&together.games), timeless(&alone.games));
            assert_eq!(together.table, alone.table);
        }
        assert_ne!(
            timeless(&play(&contest.seed(6), 1).games),
            timeless(&alone.games)
        );
    }
}

#[test]
fn round_robin_and_gauntlet_play_whom_they_should() {
    let game = Arc::new(Digits::default());
    let contest = ["a", "b", "c", "d"]
        .iter()
        .fold(Contest::of("digits", &game), |contest, name| {
            contest.participant(random(name, &game))
        })
        .pairs(2);
    for (mode, expected) in [
        (Mode::RoundRobin, vec!["ab", "ac", "ad", "bc", "bd", "cd"]),
        (Mode::Gauntlet, vec!["ab", "ac", "ad"]),
    ] {
        let result = play(&contest.clone().mode(mode), 2);
        let met: Vec<String> = result
            .table
            .standings
            .iter()
            .map(|s| format!("{}{}", s.a, s.b))
            .collect();
        assert_eq!(met, expected);
        assert!(result.table.standings.iter().all(|s| s.games.games() == 4));
        // Pair by pair through all pairings, so that a live table is balanced.
        let pairs: Vec<usize> = result.games.iter().map(|game| game.pair).collect();
        assert!(pairs.is_sorted());
    }
}

#[test]
fn random_openings_differ_between_pairs() {
    let result = play(
        &unequal(Digits::default(), 40).openings(Openings::Random { plies: 2 }),
        1,
    );
    let openings: HashSet<&Vec<String>> = result.games.iter().map(|game| &game.opening).collect();
    assert_eq!(openings.len(), 40, "of 81 possible ones");
    // When there are too few, repeated ones have to do.
    let result = play(
        &unequal(Digits::default(), 30).openings(Openings::Random { plies: 1 }),
        1,
    );
    let openings: HashSet<&Vec<String>> = result.games.iter().map(|game| &game.opening).collect();
    assert_eq!(openings.len(), 9);
}

#[test]
fn random_openings_never_end_the_game() {
    let short = Digits {
        plies: 3,
        ..Digits::default()
    };
    let result = play(
        &unequal(short, 10).openings(Openings::Random { plies: 6 }),
        1,
    );
    assert!(
        result
            .games
            .iter()
            .all(|game| game.opening.len() == 2 && game.moves.len() == 1)
    );
}

#[test]
fn listed_openings_are_cycled() {
    let listed = Openings::from_lines("1 2\n3\n\n# nothing\n4 5 6");
    let result = play(&unequal(DICE, 7).openings(listed), 2);
    for game in &result.games {
        let expected: &[&str] = [&["1", "2"][..], &["3"], &["4", "5", "6"]][game.pair % 3];
        assert_eq!(game.opening, expected);
    }
    // The same opening is the same position, dice included.
    assert_eq!(result.games[0].opening_seed, result.games[6].opening_seed);
    assert_ne!(result.games[0].opening_seed, result.games[2].opening_seed);
}

#[test]
fn impossible_openings_are_named() {
    let error = |openings| {
        let contest = unequal(
            Digits {
                plies: 3,
                ..Digits::default()
            },
            2,
        )
        .openings(openings);
        contest.run(&RunOptions::new()).unwrap_err().to_string()
    };
    assert_eq!(
        error(Openings::from_lines("1 2\n3 x\n")),
        "opening 2, move 2 ('x'): 'x' is not a legal move here: expected a digit, 1 to 9"
    );
    assert_eq!(
        error(Openings::from_lines("1 1 1")),
        "opening 1, move 3 ('1'): this ends the game (first wins), nothing is left to play"
    );
    assert!(error(Openings::Listed(Vec::new())).contains("the list of openings is empty"));
}

#[test]
fn contests_that_make_no_sense_are_refused() {
    let game = Arc::new(Digits::default());
    let one = Contest::of("digits", &game).participant(random("a", &game));
    let two = one.clone().participant(random("b", &game));
    let three = two.clone().participant(random("c", &game));
    let sprt = yomi_stats::sprt::SprtParameters {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };
    for (contest, complaint) in [
        (one.clone(), "it has 1 participants"),
        (three.clone(), "choose round robin or gauntlet"),
        (
            one.participant(random("a", &game)),
            "two participants are named 'a'",
        ),
        (two.clone().pairs(0), "0 pairs"),
        (
            two.clone().pairs(usize::MAX),
            "more games than can be counted",
        ),
        (two.clone().max_plies(2), "leave nothing to play"),
        (
            three.mode(Mode::Gauntlet).sprt(sprt),
            "a sequential test compares two",
        ),
        (
            two.clone()
                .sprt(yomi_stats::sprt::SprtParameters { elo1: -1.0, ..sprt }),
            "elo0 < elo1",
        ),
    ] {
        let error = contest.run(&RunOptions::new()).unwrap_err();
        assert!(error.to_string().contains(complaint), "{error}");
    }
    let error = two.run(&RunOptions::new().workers(0)).unwrap_err();
    assert!(matches!(error, ArenaError::Contest(_)));
}

/// Writes down the seeds it is given.
struct Noting {
    seeds: Arc<Mutex<Vec<Seed>>>,
}

impl Habit for Noting {
    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.seeds.lock().unwrap().push(seed);
        Ok(())
    }
}

#[test]
fn no_two_games_and_no_two_sides_share_a_seed() {
    let seeds = Arc::new(Mutex::new(Vec::new()));
    let game = Arc::new(DICE);
    let noting = |name: &'static str| {
        let (seeds, game) = (Arc::clone(&seeds), Arc::clone(&game));
        Participant::new(name, move || {
            let seeds = Arc::clone(&seeds);
            Ok(habitual(name, &game, Noting { seeds }))
        })
    };
    let contest = Contest::of("digits", &game)
        .participant(noting("a"))
        .participant(noting("b"))
        .participant(noting("c"))
        .mode(Mode::RoundRobin)
        .pairs(20);
    let result = play(&contest, 2);
    let mut given = seeds.lock().unwrap().clone();
    assert_eq!(given.len(), 2 * 120);
    given.extend(result.games.iter().map(|game| game.seed));
    given.extend(
        result
            .games
            .iter()
            .filter(|g| g.game == 0)
            .map(|game| game.opening_seed),
    );
    let different: HashSet<&Seed> = given.iter().collect();
    assert_eq!(different.len(), given.len());
}

#[test]
fn long_games_are_draws() {
    let result = play(&unequal(Digits::default(), 3).max_plies(5), 1);
    for game in &result.games {
        assert_eq!((game.plies, game.score_first), (5, 0.5));
        assert_eq!(game.reason, yomi_arena::Reason::MaxPlies);
    }
    assert_eq!(
        Player::BOTH.len() as u64 * 3,
        result.table.standings[0].games.draws
    );
}
