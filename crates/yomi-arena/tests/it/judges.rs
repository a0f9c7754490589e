//! Contests with a judge: its word counts, both words are kept, and one that fails is told.

use crate::support::digits::Digits;
use crate::support::habits::{Habit, habitual};
use crate::support::{Contest, Participant, play, random, timeless, unequal, without_checksums};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;
use yomi_arena::{
    BoxError, GameRecord, Judge, Judgement, Openings, Reason, RunOptions, Verdict, read_record,
};
use yomi_core::engine::TextReport;
use yomi_core::{EngineError, FirstValue, Outcome, Player, Referee, Seed, Stop};

const FIRST: Outcome = Outcome::Win(Player::First);
const SECOND: Outcome = Outcome::Win(Player::Second);

/// The last digit decides: an even one wins for the first player.
fn by_last_digit(moves: &[String]) -> Result<Verdict, BoxError> {
    let last = moves.last().ok_or("there are no moves")?;
    let even = last.parse::<u32>()? % 2 == 0;
    Ok(Verdict {
        outcome: if even { FIRST } else { SECOND },
        answer: format!("by the last {last}"),
    })
}

fn contest() -> Contest {
    unequal(Digits::default(), 20)
}

fn judged(details: &str) -> Contest {
    contest().judge(details, || Ok(Box::new(by_last_digit) as Judge))
}

fn all_moves(game: &GameRecord) -> Vec<String> {
    [&game.opening[..], &game.moves].concat()
}

fn referees_word(game: &GameRecord) -> Outcome {
    let rules = Arc::new(Digits::default());
    let mut referee = yomi_core::engine::GameReferee::new(rules, yomi_core::engine::list_all);
    game.replay(&mut referee).unwrap();
    referee.outcome().unwrap()
}

#[test]
fn the_judges_word_counts_and_both_are_kept() {
    let result = play(&judged("last digit"), 2);
    let mut changed = [0; 2];
    for game in &result.games {
        let expected = by_last_digit(&all_moves(game)).unwrap();
        assert_eq!(game.outcome, expected.outcome);
        assert_eq!(game.score_first, expected.outcome.value().0);
        let judgement = game.judgement.as_ref().unwrap();
        assert_eq!(judgement.answer, Some(expected.answer));
        assert_eq!(judgement.referee, referees_word(game));
        assert_eq!((game.reason, &game.detail), (Reason::Rules, &None));
        let gain = game.score_first - judgement.referee.value().0;
        if gain != 0.0 {
            let for_a = (gain > 0.0) == (game.first == "clever");
            changed[usize::from(!for_a)] += 1;
        }
    }
    let standing = &result.table.standings[0];
    let counted = standing.judged.unwrap();
    assert_eq!(
        (counted.games, counted.failed, counted.too_long),
        (40, 0, 0)
    );
    assert_eq!([counted.changed_for_a, counted.changed_for_b], changed);
    assert!(changed[0] > 0 && changed[1] > 0, "{changed:?}");
    let line = format!(
        "the judge decided 40 games, {} of them otherwise than our referee \
         ({} for, {} against)\n",
        counted.changed(),
        changed[0],
        changed[1]
    );
    let table = result.table.render();
    assert!(table.contains(&line), "{table}");
    let first_wins = result.games.iter().filter(|game| game.outcome == FIRST);
    assert_eq!(
        first_wins.count() as u64,
        standing.as_first.wins + standing.as_second.losses
    );
    // The games themselves are those of the match without a judge.
    let plain = play(&contest(), 1);
    for (game, other) in result.games.iter().zip(&plain.games) {
        assert_eq!(all_moves(game), all_moves(other));
        assert_eq!(game.judgement.as_ref().unwrap().referee, other.outcome);
        assert_eq!(other.judgement, None);
    }
    assert_eq!(plain.table.standings[0].judged, None);
    assert!(!plain.table.render().contains("judge"));
}

#[test]
fn a_judged_match_resumes_to_the_same_table_and_only_with_its_judge() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("judged.jsonl");
    let run = |contest: &Contest| contest.run(&RunOptions::new().record(&path));
    let whole = run(&judged("last digit")).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    for kept in [1, 2, 17, 41] {
        let lines: Vec<&str> = text.lines().take(kept).collect();
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        let resumed = run(&judged("last digit")).unwrap();
        assert_eq!((resumed.resumed, resumed.played), (kept - 1, 41 - kept));
        assert_eq!(timeless(&resumed.games), timeless(&whole.games));
        assert_eq!(resumed.table, whole.table);
    }
    for (contest, difference) in [
        (
            judged("first digit"),
            "its judge is last digit, this contest's is first digit",
        ),
        (contest(), "its judge is last digit, this contest's is none"),
        (
            judged("last digit").resign(0.25),
            "its resign is none, this contest's is 0.25",
        ),
    ] {
        let error = run(&contest).unwrap_err().to_string();
        assert!(error.ends_with(difference), "{error}");
    }
}

#[test]
fn records_that_contradict_their_judgement_are_refused() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("judged.jsonl");
    let run = |contest: &Contest| contest.run(&RunOptions::new().record(&path));
    let games = run(&judged("last digit")).unwrap().games;
    let text = fs::read_to_string(&path).unwrap();
    let text = without_checksums(&text);
    let header = text.lines().next().unwrap();
    let agreed = |game: &&GameRecord| game.judgement.as_ref().unwrap().referee == game.outcome;
    let same = games.iter().find(agreed).unwrap();
    let changed = games.iter().find(|game| !agreed(game)).unwrap();
    let judgement = changed.judgement.clone();
    for (game, expected) in [
        (
            GameRecord {
                judgement: None,
                ..same.clone()
            },
            "has no judgement, but the contest has a judge",
        ),
        (
            GameRecord {
                judgement: Some(Judgement {
                    answer: None,
                    ..judgement.clone().unwrap()
                }),
                ..changed.clone()
            },
            "the judge gave no answer and the referee's outcome is",
        ),
        (
            GameRecord {
                judgement: Some(Judgement {
                    referee: changed.outcome,
                    ..judgement.clone().unwrap()
                }),
                ..changed.clone()
            },
            "but its moves leave the game",
        ),
        (
            GameRecord {
                reason: Reason::MaxPlies,
                ..changed.clone()
            },
            "a judgement is given, but the game did not end by the rules",
        ),
    ] {
        let line = serde_json::to_string(&game).unwrap();
        let damaged = format!("{header}\n{line}\n");
        fs::write(&path, &damaged).unwrap();
        let error = run(&judged("last digit")).unwrap_err();
        assert!(
            error.to_string().contains(", line 2: ") && error.to_string().contains(expected),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
    // A judgement in a contest without a judge.
    fs::remove_file(&path).unwrap();
    run(&contest()).unwrap();
    let plain = without_checksums(&fs::read_to_string(&path).unwrap());
    let line = serde_json::to_string(same).unwrap();
    fs::write(
        &path,
        format!("{}\n{line}\n", plain.lines().next().unwrap()),
    )
    .unwrap();
    let error = run(&contest()).unwrap_err().to_string();
    assert!(
        error.contains("has a judgement, but the contest has no judge"),
        "{error}"
    );
}

/// What was written before there were judges, and what is written where there is none.
#[test]
fn records_without_judges_are_as_they_were() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("old.jsonl");
    let header = r#"{"yomi_match":2,"program":"yomi 0.1.0","game":"digits","game_details":"digits","participants":[{"name":"a","details":""},{"name":"b","details":""}],"mode":"versus","pairs":1,"openings":{"random":{"plies":2}},"clock":null,"max_plies":10000,"sprt":null,"seed":5,"fingerprint":"0123456789abcdef"}"#;
    let game = r#"{"pairing":0,"pair":0,"game":0,"first":"a","second":"b","opening_seed":1,"seed":2,"opening":["1","2"],"moves":["3"],"plies":3,"outcome":"draw","score_first":0.5,"reason":"max_plies","simulations":[1,0],"nodes":[3,0],"wall":{"thinking":[0.1,0.0],"total":0.2}}"#;
    fs::write(&path, format!("{header}\n{game}\n")).unwrap();
    let (read, games) = read_record(&path).unwrap();
    assert_eq!((read.judge.as_ref(), read.resign), (None, None));
    assert_eq!((games.len(), &games[0].judgement), (1, &None));
    assert_eq!(serde_json::to_string(&read).unwrap(), header);
    assert_eq!(serde_json::to_string(&games[0]).unwrap(), game);
}

/// Fails in its own way from its `first` question on, counted over all judges.
fn failing(way: &'static str, first: usize, last: usize) -> (Contest, Arc<AtomicUsize>) {
    let (asked, made) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let makes = Arc::clone(&made);
    let contest = contest().pairs(2).judge("moody", move || {
        makes.fetch_add(1, Ordering::Relaxed);
        let asked = Arc::clone(&asked);
        let judge: Judge = Box::new(move |moves| {
            let verdict = by_last_digit(moves)?;
            let number = asked.fetch_add(1, Ordering::Relaxed) + 1;
            if !(first..=last).contains(&number) {
                return Ok(verdict);
            }
            match way {
                "error" => Err("out of ink".into()),
                "panic" => panic!("order in the court"),
                _ => Ok(Verdict {
                    outcome: Outcome::Payoff(FirstValue(f64::NAN)),
                    ..verdict
                }),
            }
        });
        Ok(judge)
    });
    (contest, made)
}

#[test]
fn a_judge_that_fails_twice_leaves_our_referees_outcome() {
    for (way, told) in [
        ("error", "out of ink"),
        ("panic", "panicked: order in the court"),
        (
            "nonsense",
            "its result is NaN, expected a number from 0 to 1",
        ),
    ] {
        // The second game fails twice, the others not.
        let (contest, made) = failing(way, 2, 3);
        let result = play(&contest, 1);
        assert_eq!(
            made.load(Ordering::Relaxed),
            3,
            "{way}: a new one each time"
        );
        for (number, game) in result.games.iter().enumerate() {
            let judgement = game.judgement.as_ref().unwrap();
            assert_eq!(judgement.referee, referees_word(game));
            assert_eq!(judgement.answer.is_none(), number == 1, "{way}");
            assert_eq!(game.forfeited_by(), None);
            let detail = (number == 1)
                .then(|| format!("no judgement, so the referee's outcome stands: {told}"));
            assert_eq!(game.detail, detail);
            if number == 1 {
                assert_eq!(game.outcome, judgement.referee);
            }
        }
        let counted = result.table.standings[0].judged.unwrap();
        assert_eq!((counted.games, counted.failed), (3, 1), "{way}");
        let table = result.table.render();
        assert!(
            table.contains("  the judge failed in 1 game: our referee's outcome stands\n"),
            "{table}"
        );
    }
}

#[test]
fn a_judge_that_fails_once_is_made_anew_and_asked_again() {
    let (contest, made) = failing("panic", 2, 2);
    let result = play(&contest, 1);
    assert_eq!(made.load(Ordering::Relaxed), 2);
    for game in &result.games {
        let expected = by_last_digit(&all_moves(game)).unwrap();
        assert_eq!((game.outcome, &game.detail), (expected.outcome, &None));
    }
    assert_eq!(result.table.standings[0].judged.unwrap().failed, 0);
}

#[test]
fn a_judge_that_cannot_be_made_is_one_that_fails() {
    let contest = contest()
        .pairs(1)
        .judge("nobody", || Err("no such program".into()));
    for game in play(&contest, 1).games {
        assert_eq!(
            game.detail.as_deref(),
            Some("no judgement, so the referee's outcome stands: no such program")
        );
    }
}

#[test]
fn a_match_stopped_while_the_judge_thinks_does_not_record_that_game() {
    let stop = Stop::default();
    let raised = stop.clone();
    let contest = contest().judge("slow", move || {
        let stop = raised.clone();
        let judge: Judge = Box::new(move |_| {
            stop.raise();
            Err("was stopped".into())
        });
        Ok(judge)
    });
    let result = contest.run(&RunOptions::new().stop(&stop)).unwrap();
    assert_eq!(result.games, []);
}

/// Plays at random and thinks of its position what a list says, move by move.
struct Moody {
    values: &'static [f64],
    thought: usize,
}

impl Habit for Moody {
    fn new_game(&mut self, _: Seed) -> Result<(), EngineError> {
        self.thought = 0;
        Ok(())
    }
    fn think(
        &mut self,
        random: &mut dyn FnMut() -> Result<TextReport, EngineError>,
    ) -> Result<TextReport, EngineError> {
        let mut report = random()?;
        report.value.0 = *self.values.get(self.thought).unwrap_or(&0.5);
        self.thought += 1;
        Ok(report)
    }
}

fn moody(values: &'static [f64]) -> Contest {
    let game = Arc::new(Digits::default());
    let rules = Arc::clone(&game);
    let participant = Participant::new("moody", move || {
        let thought = 0;
        Ok(habitual("moody", &rules, Moody { values, thought }))
    });
    Contest::of("digits", &game)
        .participant(participant)
        .participant(random("calm", &game))
        .pairs(3)
        .openings(Openings::Random { plies: 0 })
        .judge("last digit", || Ok(Box::new(by_last_digit) as Judge))
}

#[test]
fn an_engine_resigns_when_it_thinks_twice_in_a_row_that_it_is_lost() {
    for (values, below, resigns_at) in [
        (&[0.04, 0.04, 0.04][..], 0.05, Some(2)),
        (&[0.9, 0.04, 0.01], 0.05, Some(3)),
        (&[0.04, 0.3, 0.04, 0.3], 0.05, None),
        (&[0.05, 0.05, 0.05, 0.05], 0.05, None),
        (&[0.0, 0.0, 0.0, 0.0], 0.0, None),
        (&[f64::NAN; 4], 0.5, None),
        (&[0.5; 4], 0.5, None),
        (&[0.3, 0.2, 0.1, 0.0], 0.5, Some(2)),
    ] {
        let calm = play(&moody(values), 1);
        let result = play(&moody(values).resign(below), 2);
        for (game, played_on) in result.games.iter().zip(&calm.games) {
            assert!(played_on.moves.starts_with(&game.moves), "{values:?}");
            let Some(number) = resigns_at else {
                assert_eq!(game.without_wall(), played_on.without_wall());
                continue;
            };
            let (moody_is, calm_wins) = match game.first.as_str() {
                "moody" => (0, SECOND),
                _ => (1, FIRST),
            };
            assert_eq!(
                (game.reason, game.outcome),
                (Reason::Resignation, calm_wins)
            );
            // It has played one move less than it has thought about.
            assert_eq!(game.moves.len(), 2 * (number - 1) + moody_is, "{values:?}");
            assert_eq!((&game.detail, game.forfeited_by()), (&None, None));
            assert_eq!(game.judgement, None, "nobody judges a resignation");
        }
    }
}

#[test]
fn only_games_that_ended_by_the_rules_are_judged() {
    let result = play(&moody(&[]).max_plies(5), 1);
    for game in &result.games {
        assert_eq!(
            (game.reason, game.outcome),
            (Reason::MaxPlies, Outcome::Draw)
        );
        assert_eq!((&game.judgement, &game.detail), (&None, &None));
    }
    let counted = result.table.standings[0].judged.unwrap();
    assert_eq!((counted.games, counted.too_long), (0, 6));
    let table = result.table.render();
    assert!(
        table.contains("  6 games too long: drawn, and judged by nobody\n"),
        "{table}"
    );
}

#[test]
fn values_at_which_nobody_resigns_are_refused() {
    for below in [-0.1, 0.51, f64::NAN, f64::INFINITY] {
        let error = moody(&[]).resign(below).run(&RunOptions::new());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("expected a number from 0 to 0.5"), "{error}");
    }
}
