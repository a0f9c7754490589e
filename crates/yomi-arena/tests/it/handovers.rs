//! Games that change hands: who plays which move, and records of such games.

use crate::support::digits::{Digits, Random};
use crate::support::habits::{Habit, habitual};
use crate::support::{Contest, Participant, timeless};
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use yomi_arena::{ArenaError, GameRecord, HandedOver, OpeningLine, Openings, Reason, RunOptions};
use yomi_core::engine::{GameReferee, RefereeParts, TextReport, list_all};
use yomi_core::{
    Clock, EngineError, Measured, MoveNumber, Outcome, Player, PositionNumber, Referee, Report,
    Request, Search, StopReason,
};

impl Measured for Digits {
    const POSITION_NUMBERS: &'static [PositionNumber<Digits>] = &[
        PositionNumber {
            name: "digits",
            doc: "digits written",
            of: |_, state| Some(state.0.into()),
        },
        PositionNumber {
            name: "sum",
            doc: "their sum, once there are two",
            of: |_, state| (state.0 > 1).then_some(state.1.into()),
        },
    ];

    const MOVE_NUMBERS: &'static [MoveNumber<Digits>] = &[];
}

/// Writes one digit all the time.
struct Always(u32);

impl Search<Digits> for Always {
    fn search_with_progress(
        &mut self,
        _: &Digits,
        _: &(u32, u32),
        request: &Request<u32>,
        _: &mut dyn FnMut(&Report<u32>),
    ) -> Report<u32> {
        Report {
            simulations: 1,
            nodes: 10,
            reason: StopReason::Simulations,
            ..Report::new(self.0, request.seed)
        }
    }
}

fn referee(game: &Arc<Digits>) -> Box<dyn Referee> {
    let parts = RefereeParts::new(list_all).measured();
    Box::new(GameReferee::with_parts(Arc::clone(game), parts))
}

fn always(name: &str, game: &Arc<Digits>, digit: u32) -> Participant {
    Participant::search(name, game, move || Always(digit))
}

fn line(text: &str) -> OpeningLine {
    let Ok(line) = text.parse();
    line
}

fn lines(texts: &[&str]) -> Vec<OpeningLine> {
    texts.iter().map(|text| line(text)).collect()
}

fn without_players(game: &Arc<Digits>) -> Contest {
    let own = Arc::clone(game);
    Contest::new("digits", move || Ok(referee(&own)))
}

/// Ones against twos; nines finish.
fn contest(game: Digits, number: &str, at: f64) -> Contest {
    let game = Arc::new(game);
    without_players(&game)
        .participant(always("ones", &game, 1))
        .participant(always("twos", &game, 2))
        .finisher(always("nines", &game, 9), number, at)
        .openings(Openings::Listed(vec![line("3 3")]))
        .pairs(1)
        .seed(5)
}

fn handed(after: usize) -> Option<HandedOver> {
    let to = "nines".to_owned();
    Some(HandedOver { to, after })
}

fn played(game: &GameRecord) -> String {
    game.moves.join("")
}

#[test]
fn the_finisher_plays_both_sides_from_the_given_number_on() {
    let result = contest(Digits::default(), "digits", 5.0)
        .run(&RunOptions::new())
        .unwrap();
    let [one, two] = &result.games[..] else {
        panic!("a pair is two games")
    };
    // Three digits of the players after the two of the opening, then three of the finisher.
    assert_eq!(
        (played(one), played(two)),
        ("121999".into(), "212999".into())
    );
    for game in [one, two] {
        assert_eq!(game.handed_over, handed(3));
        // First, second, first: what the finisher spent is not theirs.
        assert_eq!((game.simulations, game.nodes), ([2, 1], [20, 10]));
        assert_eq!((game.plies, game.reason), (8, Reason::Rules));
    }
    assert_eq!([&one.first, &two.first], ["ones", "twos"]);
    // 3 + 3 + 1 + 2 + 1 + 27 leaves 1 by three, 3 + 3 + 2 + 1 + 2 + 27 leaves 2.
    assert_eq!(
        [one.outcome, two.outcome],
        [Outcome::Win(Player::Second), Outcome::Draw]
    );
    assert_eq!(result.table.standings[0].handed_over, Some(2));
    let text = result.table.render();
    assert!(
        text.contains("2 games handed over: nines from digits 5 on"),
        "{text}"
    );
}

#[test]
fn a_game_may_be_handed_over_at_once_or_never() {
    for (number, at, moves, after) in [
        ("digits", 2.0, "999999", Some(0)),
        ("digits", 8.0, "121212", None),
        // 3 + 3 + 1 + 2 + 1: beyond 9 for the first time.
        ("sum", 9.5, "121999", Some(3)),
        ("sum", 6.0, "999999", Some(0)),
        ("sum", 1000.0, "121212", None),
    ] {
        let result = contest(Digits::default(), number, at).run(&RunOptions::new());
        let game = &result.unwrap().games[0];
        assert_eq!(played(game), moves, "{number} {at}");
        assert_eq!(game.handed_over, after.and_then(handed), "{number} {at}");
    }
}

/// Random players and a random finisher, with dice: everything hangs on seeds.
fn random_contest() -> Contest {
    let game = Arc::new(Digits {
        plies: 12,
        dice: true,
        graded: false,
    });
    let random = |name| Participant::search(name, &game, || Random);
    without_players(&game)
        .participant(random("a"))
        .participant(random("b"))
        .finisher(random("c"), "sum", 40.0)
        .pairs(6)
        .seed(8)
}

#[test]
fn a_record_cut_anywhere_resumes_to_the_same_games() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("match.jsonl");
    let on_file = |workers| RunOptions::new().workers(workers).record(&path);
    let whole = random_contest().run(&on_file(2)).unwrap();
    let handed = whole
        .games
        .iter()
        .filter_map(|game| game.handed_over.as_ref());
    let after: BTreeSet<usize> = handed.map(|handed| handed.after).collect();
    assert!(after.len() > 1, "sums grow at their own pace: {after:?}");
    let text = fs::read_to_string(&path).unwrap();
    for (number, cut) in (0..text.len()).step_by(211).enumerate() {
        fs::write(&path, &text[..cut]).unwrap();
        let resumed = random_contest().run(&on_file(1 + number % 3)).unwrap();
        assert_eq!(
            timeless(&resumed.games),
            timeless(&whole.games),
            "cut at {cut}"
        );
        assert_eq!(resumed.table, whole.table);
    }
}

#[test]
fn a_record_that_lies_about_the_handover_is_refused() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("match.jsonl");
    let options = RunOptions::new().record(&path);
    let contest = contest(Digits::default(), "digits", 5.0);
    contest.run(&options).unwrap();
    let text = crate::support::without_checksums(&fs::read_to_string(&path).unwrap());
    let handed = r#""handed_over":{"to":"nines","after":3},"#;
    assert_eq!(text.matches(handed).count(), 2);
    let refused = |lie: &str| {
        fs::write(&path, text.replacen(handed, lie, 1)).unwrap();
        contest.run(&options).unwrap_err().to_string()
    };
    for (lie, complaint) in [
        (
            "",
            "was not handed over, expected handed over to 'nines' after 3 moves",
        ),
        (
            r#""handed_over":{"to":"nines","after":2},"#,
            "was handed over to 'nines' after 2 moves, expected handed over to 'nines' after 3",
        ),
        (
            r#""handed_over":{"to":"ones","after":3},"#,
            "was handed over to 'ones' after 3 moves",
        ),
        (
            r#""handed_over":{"to":"nines","after":7},"#,
            "it was handed over after 7 moves, but 6 moves are given",
        ),
    ] {
        let error = refused(lie);
        assert!(
            error.contains(complaint) && error.contains("line 2"),
            "{error}"
        );
    }
    // Another finisher, or another place, is another match.
    let error = contest_at(6.0).run(&options).unwrap_err().to_string();
    assert!(error.contains("handover"), "{error}");
}

fn contest_at(at: f64) -> Contest {
    contest(Digits::default(), "digits", at)
}

#[test]
fn a_game_drawn_for_its_length_was_not_handed_over_there() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("match.jsonl");
    let options = RunOptions::new().record(&path);
    let contest = contest_at(5.0).max_plies(5);
    let first = contest.run(&options).unwrap();
    assert_eq!(first.games[0].reason, Reason::MaxPlies);
    assert_eq!(first.games[0].handed_over, None);
    assert_eq!(contest.run(&options).unwrap().resumed, 2);
}

#[test]
fn clocks_and_processor_times_are_those_of_the_players_moves() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("match.jsonl");
    let options = RunOptions::new().record(&path);
    let contest = contest_at(5.0).cpu_time().clock(Clock {
        remaining: Duration::from_secs(60),
        ..Clock::default()
    });
    let result = contest.run(&options).unwrap();
    let times = result.games[0].processor.as_ref().unwrap();
    assert_eq!([times[0].len(), times[1].len()], [2, 1]);
    assert_eq!(contest.run(&options).unwrap().resumed, 2);
}

/// Gives up or breaks, or plays at random.
struct Fails(Option<fn() -> EngineError>);

impl Habit for Fails {
    fn think(
        &mut self,
        random: &mut dyn FnMut() -> Result<TextReport, EngineError>,
    ) -> Result<TextReport, EngineError> {
        match self.0 {
            Some(failure) => Err(failure()),
            None => random(),
        }
    }
}

fn finished_by(failure: Option<fn() -> EngineError>) -> Contest {
    let game = Arc::new(Digits::default());
    let own = Arc::clone(&game);
    let finisher = Participant::new("nines", move || Ok(habitual("nines", &own, Fails(failure))));
    without_players(&game)
        .participant(always("ones", &game, 1))
        .participant(always("twos", &game, 2))
        .finisher(finisher, "digits", 5.0)
        .openings(Openings::Listed(vec![line("3 3")]))
        .pairs(1)
        .seed(5)
}

#[test]
fn a_finisher_that_breaks_ends_the_match_and_nobody_loses() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("match.jsonl");
    let options = RunOptions::new().record(&path);
    let broken = finished_by(Some(|| EngineError::Broken {
        engine: "nines".to_owned(),
        reason: "out of digits".to_owned(),
    }));
    let error = broken.run(&options).unwrap_err();
    let ArenaError::Finisher {
        finisher, reason, ..
    } = &error
    else {
        panic!("{error}")
    };
    assert_eq!(finisher, "nines");
    assert!(reason.contains("out of digits"), "{error}");
    // The game is still to be played: the match goes on with a finisher that works.
    let resumed = finished_by(None).run(&options).unwrap();
    assert_eq!((resumed.played, resumed.resumed), (2, 0));
}

#[test]
fn a_finisher_may_resign_for_its_side() {
    let result = finished_by(Some(|| EngineError::Resigned))
        .run(&RunOptions::new())
        .unwrap();
    for game in &result.games {
        assert_eq!(game.reason, Reason::Resignation);
        // The second player was to move after three digits.
        assert_eq!(
            (game.outcome, played(game).len()),
            (Outcome::Win(Player::First), 3)
        );
    }
}

#[test]
fn handovers_that_make_no_sense_are_refused() {
    let error = contest(Digits::default(), "progress", 5.0).run(&RunOptions::new());
    assert_eq!(
        error.unwrap_err().to_string(),
        "this contest cannot be played: positions have no number 'progress': expected one of digits, sum"
    );
    let error = contest_at(f64::NAN).run(&RunOptions::new()).unwrap_err();
    assert!(
        error.to_string().contains("expected a finite number"),
        "{error}"
    );
    let game = Arc::new(Digits::default());
    let dumb = Contest::of("digits", &game)
        .participant(always("ones", &game, 1))
        .participant(always("twos", &game, 2))
        .finisher(always("nines", &game, 9), "digits", 5.0)
        .run(&RunOptions::new());
    let error = dumb.unwrap_err().to_string();
    assert!(error.contains("tells no numbers of positions"), "{error}");
}

#[test]
fn openings_are_cut_where_a_stage_begins() {
    let game = Arc::new(Digits::default());
    let mut referee = referee(&game);
    let mut reach = |texts: &[&str], number: &str, from: f64, below: Option<f64>, most| {
        Openings::reaching(
            &lines(texts),
            referee.as_mut(),
            number,
            (from, below),
            (1, most),
        )
    };
    let games = ["1 2 3 4", "9 9 1", "1 1", "5 5 5 5 5 5 5 5"];
    // Sums there are from two digits on; the third stays below, the second jumps over the stage.
    let reached = reach(&games, "sum", 6.0, Some(12.0), 9).unwrap();
    assert_eq!(reached.openings, lines(&["1 2 3", "5 5"]));
    assert_eq!(reached.left_out, 2);
    let reached = reach(&games, "sum", 6.0, None, 2).unwrap();
    assert_eq!(
        (reached.openings, reached.left_out),
        (lines(&["1 2 3", "9 9"]), 0)
    );
    // At the end of the last the game is over.
    let reached = reach(&games, "digits", 8.0, None, 9).unwrap();
    assert_eq!((reached.openings.len(), reached.left_out), (0, 4));
    let reached = reach(&["", "7"], "digits", 0.0, Some(1.0), 9).unwrap();
    assert_eq!(reached.openings, lines(&["", ""]));
    let error = reach(&["1 2", "1 0 2"], "digits", 3.0, None, 9).unwrap_err();
    assert!(
        error.to_string().starts_with("opening 2, move 2 ('0')"),
        "{error}"
    );
    assert!(reach(&games, "progress", 6.0, None, 9).is_err());
}
