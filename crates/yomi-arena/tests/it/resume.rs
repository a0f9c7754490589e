//! Records: cut anywhere, stopped, damaged, foreign, in use.

use crate::support::digits::{Digits, Random};
use crate::support::{
    Contest, Participant, clever, play, random, timeless, unequal, without_checksums,
};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;
use yomi_arena::{
    ArenaError, Ending, GameRecord, MatchResult, Mode, Observer, RunOptions, Scoreboard,
    read_record,
};
use yomi_core::{Report, Request, Search, Stop};
use yomi_run::{JournalError, RunError};

fn contest() -> Contest {
    let game = Arc::new(Digits {
        dice: true,
        graded: true,
        ..Digits::default()
    });
    Contest::of("digits", &game)
        .participant(clever("clever", &game))
        .participant(random("random", &game))
        .participant(random("another", &game))
        .mode(Mode::RoundRobin)
        .pairs(3)
        .seed(11)
}

fn run_on(contest: &Contest, path: &Path, workers: usize) -> Result<MatchResult, ArenaError> {
    contest.run(&RunOptions::new().workers(workers).record(path))
}

/// A finished match: its file's text and its result.
fn finished(directory: &TempDir) -> (String, MatchResult) {
    let path = directory.path().join("finished.jsonl");
    let result = run_on(&contest(), &path, 2).unwrap();
    (fs::read_to_string(path).unwrap(), result)
}

#[test]
fn a_record_holds_the_header_and_every_game() {
    let directory = TempDir::new().unwrap();
    let (text, result) = finished(&directory);
    assert_eq!(text.lines().count(), 1 + 18);
    assert!(text.starts_with(r#"{"yomi_match":2,"program":"yomi "#));
    let (header, mut games) = read_record(&directory.path().join("finished.jsonl")).unwrap();
    assert_eq!(header, contest().header());
    games.sort_by_key(|game| (game.pair, game.pairing, game.game));
    assert_eq!(games, result.games);
    let in_memory = play(&contest(), 1);
    assert_eq!(timeless(&in_memory.games), timeless(&games));
    assert_eq!(in_memory.table, result.table);
    assert_eq!(
        (result.played, result.resumed, result.torn_line),
        (18, 0, false)
    );
    assert_eq!(result.ending, Ending::Complete);
}

#[test]
fn a_record_cut_anywhere_resumes_to_the_same_match() {
    let directory = TempDir::new().unwrap();
    let (text, whole) = finished(&directory);
    let path = directory.path().join("cut.jsonl");
    let header = text.find('\n').unwrap() + 1;
    // Everywhere in the header, around every end of a line, and in between.
    let ends = text
        .match_indices('\n')
        .flat_map(|(end, _)| [end, end + 1, end + 2]);
    let cuts = (0..=header).chain(ends).chain((0..text.len()).step_by(37));
    for (number, cut) in cuts.filter(|&cut| cut <= text.len()).enumerate() {
        fs::write(&path, &text[..cut]).unwrap();
        let kept = text[..cut].matches('\n').count().saturating_sub(1);
        let resumed = run_on(&contest(), &path, 1 + number % 3).unwrap();
        assert_eq!(
            timeless(&resumed.games),
            timeless(&whole.games),
            "cut at {cut}"
        );
        assert_eq!(resumed.table, whole.table, "cut at {cut}");
        assert_eq!(
            (resumed.resumed, resumed.played),
            (kept, 18 - kept),
            "cut at {cut}"
        );
        assert_eq!(
            resumed.torn_line,
            cut > 0 && !text[..cut].ends_with('\n'),
            "cut at {cut}"
        );
        let again = run_on(&contest(), &path, 1).unwrap();
        assert_eq!(
            (again.played, &again.table),
            (0, &whole.table),
            "cut at {cut}"
        );
    }
}

#[test]
fn a_torn_line_leaves_the_file() {
    let directory = TempDir::new().unwrap();
    let (text, whole) = finished(&directory);
    let path = directory.path().join("torn.jsonl");
    fs::write(&path, text.clone() + "{\"pairing\":0,\"pair\":1,\"game\"").unwrap();
    let result = run_on(&contest(), &path, 1).unwrap();
    assert!(result.torn_line);
    assert_eq!((result.games, result.played), (whole.games, 0));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn lines_in_any_order_give_the_same_table() {
    let directory = TempDir::new().unwrap();
    let (text, whole) = finished(&directory);
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1..].reverse();
    let path = directory.path().join("reversed.jsonl");
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let result = run_on(&contest(), &path, 1).unwrap();
    assert_eq!(
        (result.games, result.table, result.played),
        (whole.games, whole.table, 0)
    );
}

/// Raises the flag after some games.
struct StopAfter(usize, Stop);

impl Observer for StopAfter {
    fn game_finished(&self, _: &GameRecord, board: &Scoreboard) {
        if board.recorded() == self.0 {
            self.1.raise();
        }
    }
}

#[test]
fn a_stopped_match_can_be_resumed() {
    let directory = TempDir::new().unwrap();
    let (_, whole) = finished(&directory);
    let path = directory.path().join("stopped.jsonl");
    for wanted in [1, 6, 11] {
        let stop = Stop::default();
        let observer = StopAfter(wanted, stop.clone());
        let options = RunOptions::new()
            .workers(2)
            .record(&path)
            .stop(&stop)
            .observer(&observer);
        let result = contest().run(&options).unwrap();
        assert_eq!(result.ending, Ending::Stopped);
        assert!((wanted..18).contains(&result.games.len()));
        assert_eq!(
            result.table.counted + result.table.uncounted,
            result.games.len()
        );
    }
    let result = run_on(&contest(), &path, 2).unwrap();
    assert_eq!(timeless(&result.games), timeless(&whole.games));
    assert_eq!(result.table, whole.table);
}

/// Random until its time comes; then it raises the flag and answers in a hurry.
struct Hurried(Arc<AtomicUsize>);

impl Search<Digits> for Hurried {
    fn search_with_progress(
        &mut self,
        game: &Digits,
        state: &(u32, u32),
        request: &Request<u32>,
        _: &mut dyn FnMut(&Report<u32>),
    ) -> Report<u32> {
        let mut report = Random.search(game, state, request);
        if self.0.fetch_add(1, Ordering::Relaxed) == 25 {
            request.stop.raise();
            report.best = 1 + report.best % 9;
        }
        report
    }
}

#[test]
fn a_hurried_game_is_not_recorded() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("hurried.jsonl");
    let game = Arc::new(Digits::default());
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let contest = Contest::of("digits", &game)
        .participant(Participant::search("hurried", &game, move || {
            Hurried(Arc::clone(&counted))
        }))
        .participant(random("random", &game))
        .pairs(6);
    let stopped = run_on(&contest, &path, 1).unwrap();
    assert_eq!((stopped.ending, stopped.games.len()), (Ending::Stopped, 8));
    let resumed = run_on(&contest, &path, 1).unwrap();
    // The count has passed the fatal number by now, so this one is left in peace.
    assert_eq!(timeless(&resumed.games), timeless(&play(&contest, 1).games));
}

#[test]
fn damaged_and_foreign_records_are_refused_by_name_and_line() {
    let directory = TempDir::new().unwrap();
    let (text, _) = finished(&directory);
    // As an earlier version wrote it, without checksums, behind which all else would hide.
    let text = without_checksums(&text);
    let lines: Vec<&str> = text.lines().collect();
    let with_line = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = line;
        lines.join("\n") + "\n"
    };
    let edited = |number: usize, from: &str, to: &str| {
        assert!(lines[number - 1].contains(from), "{}", lines[number - 1]);
        with_line(number, &lines[number - 1].replacen(from, to, 1))
    };
    let seed = serde_json::from_str::<GameRecord>(lines[4])
        .unwrap()
        .seed
        .number();
    for (text, complaint) in [
        (
            with_line(5, "{\"pairing\":0,"),
            "line 5: this is no game record: EOF while parsing",
        ),
        (with_line(5, ""), "line 5: this is no game record"),
        (with_line(5, "\0\0\0\0"), "line 5: this is no game record"),
        (with_line(5, lines[2]), "is already on line 3"),
        (
            edited(5, "\"pair\":", "\"pair\":3"),
            "line 5: the contest has no game",
        ),
        (
            edited(5, &format!("\"seed\":{seed}"), "\"seed\":1"),
            "line 5: the seed of game",
        ),
        (
            edited(5, "\"opening\":[", "\"opening\":[\"1\","),
            "line 5: plies is 8, but 9 moves",
        ),
        (
            edited(5, "\"score_first\":", "\"score_first\":1"),
            "line 5: score_first is 1",
        ),
        (
            edited(5, "\"findings\":[", "\"findings\":[{},"),
            "line 5: findings is about ",
        ),
        (
            edited(5, "\"findings\":[{", "\"findings\":[{\"mood\":1,"),
            "unknown field `mood`",
        ),
        (
            edited(5, "\"total\":", "\"moves\":[],\"total\":"),
            "duplicate field `moves`",
        ),
        (
            edited(5, "\"first\":\"", "\"first\":\"not "),
            "line 5: the seating of game",
        ),
        (
            edited(5, "\"reason\":\"rules\"", "\"reason\":\"luck\""),
            "unknown variant `luck`",
        ),
        (
            edited(5, "\"wall\":", "\"mood\":1,\"wall\":"),
            "unknown field `mood`",
        ),
        (
            edited(1, "\"yomi_match\":2", "\"yomi_match\":1"),
            "version 1, expected version 2",
        ),
        (
            edited(1, "\"yomi_match\":2", "\"match\":2"),
            "no field 'yomi_match'",
        ),
        (
            with_line(1, "Dear diary,"),
            "is no match record: line 1 is not JSON",
        ),
        (
            "my precious notes".to_owned(),
            "is no match record: it has no complete first line",
        ),
        (
            edited(1, "\"seed\":11", "\"seed\":12"),
            "its seed is 12, this contest's is 11",
        ),
        (
            edited(1, "\"pairs\":3", "\"pairs\":4"),
            "its pairs is 4, this contest's is 3",
        ),
        (
            edited(1, "\"game\":\"digits\"", "\"game\":\"go\""),
            "its game is go, this contest's is digits",
        ),
        (
            edited(1, "\"name\":\"another\"", "\"name\":\"x\""),
            "its participants are clever, random, x; this contest's are clever, random, another",
        ),
        (
            edited(1, "\"details\":\"", "\"details\":\"quick,"),
            "its participant clever has quick, which this contest's lacks",
        ),
        (
            edited(1, "\"program\":\"yomi ", "\"program\":\"yomi 0."),
            "its program is yomi 0.",
        ),
        (
            edited(
                1,
                "{\"random\":{\"plies\":2}}",
                "{\"random\":{\"plies\":3}}",
            ),
            "its openings differ from this contest's",
        ),
        (edited(1, "\"clock\":null,", ""), "its clock is missing"),
        (
            edited(1, "\"fingerprint\":\"", "\"fingerprint\":\"0"),
            "its fingerprint does not belong",
        ),
    ] {
        let path = directory.path().join("damaged.jsonl");
        fs::write(&path, &text).unwrap();
        let message = run_on(&contest(), &path, 1).unwrap_err().to_string();
        assert!(
            message.contains(complaint),
            "{message}\nexpected: {complaint}"
        );
        assert!(message.contains("damaged.jsonl"), "{message}");
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            text,
            "a refused file is left alone"
        );
    }
}

#[test]
fn a_record_says_of_each_move_what_was_told_of_it_and_how_long_it_took() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("told.jsonl");
    let contest = unequal(Digits::default(), 2);
    run_on(&contest, &path, 1).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let (_, games) = read_record(&path).unwrap();
    for game in &games {
        assert_eq!(game.findings.len(), game.moves.len());
        assert_eq!(game.wall.moves.len(), game.moves.len());
        let thought: f64 = game.wall.thinking.iter().sum();
        let by_moves: f64 = game.wall.moves.iter().sum();
        assert!((thought - by_moves).abs() < 1e-3, "{thought} {by_moves}");
        for index in 0..game.moves.len() {
            let (finding, time) = game.known(index);
            assert!(finding.is_sound() && time.is_some());
        }
    }
    let mut told = games.iter().flat_map(|game| &game.findings);
    assert!(told.all(|finding| finding.value.is_some() && finding.simulations == 1));
    // Earlier versions kept nothing of that: their games are gone on with.
    let old: Vec<String> = without_checksums(&text)
        .lines()
        .take(3)
        .map(|line| {
            let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
            let fields = line.as_object_mut().unwrap();
            fields.remove("findings");
            if let Some(wall) = fields.get_mut("wall") {
                wall.as_object_mut().unwrap().remove("moves");
            }
            line.to_string() + "\n"
        })
        .collect();
    fs::write(&path, old.concat()).unwrap();
    let resumed = run_on(&contest, &path, 1).unwrap();
    assert_eq!((resumed.resumed, resumed.played), (2, 2));
    let (_, again) = read_record(&path).unwrap();
    assert_eq!(again[0].known(0), Default::default());
    assert_eq!(timeless(&again[2..]), timeless(&games[2..]));
}

#[test]
fn a_match_can_be_made_longer_but_not_shorter() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("longer.jsonl");
    let longer = contest().pairs(5);
    run_on(&contest(), &path, 2).unwrap();
    let short = fs::read_to_string(&path).unwrap();
    // Even when the shorter match was killed in the middle of a line.
    fs::write(&path, short.clone() + "{\"pairing\"").unwrap();
    let extended = run_on(&longer, &path, 2).unwrap();
    let whole = play(&longer, 1);
    assert_eq!((extended.resumed, extended.played), (18, 12));
    assert_eq!(timeless(&extended.games), timeless(&whole.games));
    assert_eq!(extended.table, whole.table);
    let text = fs::read_to_string(&path).unwrap();
    let games = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert!(games(&text).starts_with(&games(&short)));
    assert_eq!(read_record(&path).unwrap().0, longer.header());
    assert_eq!(run_on(&longer, &path, 1).unwrap().played, 0);

    let message = run_on(&contest(), &path, 1).unwrap_err().to_string();
    assert!(
        message.contains("its pairs is 5, this contest's is 3"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    // Nothing else may differ, and nothing but the record is left behind.
    fs::write(&path, &short).unwrap();
    let message = run_on(&longer.seed(12), &path, 1).unwrap_err().to_string();
    assert!(message.contains("its seed is 11"), "{message}");
    assert_eq!(fs::read_to_string(&path).unwrap(), short);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn games_that_break_the_rules_are_refused() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("rules.jsonl");
    let contest = unequal(Digits::default(), 1);
    let game = run_on(&contest, &path, 1).unwrap().games.remove(0);
    let header = serde_json::to_string(&contest.header()).unwrap();
    let mut illegal = game.clone();
    illegal.moves[0] = "zero".to_owned();
    let mut short = game.clone();
    short.moves.pop();
    short.findings.pop();
    short.wall.moves.pop();
    short.plies -= 1;
    for (game, complaint) in [
        (illegal, "cannot be replayed"),
        (short, "but its moves leave the game unfinished"),
    ] {
        let line = serde_json::to_string(&game).unwrap();
        fs::write(&path, format!("{header}\n{line}\n")).unwrap();
        let message = run_on(&contest, &path, 1).unwrap_err().to_string();
        assert!(
            message.contains("rules.jsonl, line 2: ") && message.contains(complaint),
            "{message}"
        );
    }
}

#[test]
fn only_regular_files_are_records() {
    let directory = TempDir::new().unwrap();
    let message = run_on(&contest(), directory.path(), 1)
        .unwrap_err()
        .to_string();
    assert!(message.contains("expected a regular file"), "{message}");
    assert!(read_record(directory.path()).is_err());
}

#[test]
fn a_file_with_an_endless_line_is_no_record() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("endless.jsonl");
    // A hole in a file: it takes no room.
    std::fs::File::create(&path)
        .unwrap()
        .set_len(1 << 30)
        .unwrap();
    let message = read_record(&path).unwrap_err().to_string();
    assert!(
        message.contains("endless.jsonl, line 1: the line is too long: expected at most 67108864"),
        "{message}"
    );
}

#[test]
fn unwritable_places_are_named() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("no/such/folder.jsonl");
    let message = run_on(&contest(), &path, 1).unwrap_err().to_string();
    assert!(message.starts_with("cannot open the record") && message.contains("folder.jsonl"));
}

/// Tries to play the same match on the same file a second time.
struct Intruder<'a>(&'a Path);

impl Observer for Intruder<'_> {
    fn begun(&self, _: &Scoreboard) {
        let error = run_on(&contest(), self.0, 1).unwrap_err();
        assert!(
            matches!(
                error,
                ArenaError::Run(RunError::Journal(JournalError::InUse { .. }))
            ),
            "{error}"
        );
    }
}

#[test]
fn a_record_has_one_writer() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("shared.jsonl");
    let intruder = Intruder(&path);
    let options = RunOptions::new().record(&path).observer(&intruder);
    assert_eq!(contest().run(&options).unwrap().games.len(), 18);
}

#[test]
fn games_can_be_left_to_the_file() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("long.jsonl");
    let contest = unequal(Digits::default(), 4);
    let result = contest
        .run(&RunOptions::new().record(&path).forget_games())
        .unwrap();
    assert_eq!((result.games.len(), result.table.counted), (0, 8));
    assert_eq!(read_record(&path).unwrap().1.len(), 8);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    /// Whatever happens to a byte: no panic, and complete lines are never changed or removed.
    #[test]
    fn no_finished_line_is_ever_lost(place in 0.0..1.0f64, byte in any::<u8>()) {
        let directory = TempDir::new().unwrap();
        let contest = unequal(Digits { plies: 3, ..Digits::default() }, 2);
        let path = directory.path().join("damaged.jsonl");
        run_on(&contest, &path, 1).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        let place = (place * bytes.len() as f64) as usize;
        bytes[place] = byte;
        fs::write(&path, &bytes).unwrap();
        let result = run_on(&contest, &path, 1);
        let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let after = fs::read(&path).unwrap();
        prop_assert!(after.starts_with(&bytes[..complete]));
        if result.is_err() {
            prop_assert_eq!(after, bytes);
        }
    }
}
