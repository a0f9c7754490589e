//! Matches over a stage of the game: where they begin, who plays which move, and what resumes.

use crate::support::*;
use std::path::{Path, PathBuf};
use yomi_arena::{GameRecord, read_record};
use yomi_core::Referee;
use yomi_engine::Registry;
use yomi_lab::*;

/// Connect four from six discs to twelve, in two series that begin from the same positions.
const STAGE: &str = r#"
title = "The middle game"
claim = "Search helps there."
kind = "match"
game = "connect-four"
seed = 3
openings = { records = "games" }

[sweep]
name = "budget"

[[series]]
label = "six to twelve"
engine = "uct:simulations={budget}"
opponent = "random"
stage = { number = "discs", from = 6, to = 12, finisher = "flat:simulations=8" }

[[series]]
label = "from ten on"
engine = "uct:simulations={budget}"
opponent = "random"
stage = { number = "discs", from = 10 }

[scale.quick]
pairs = 4
values = [20, 40]

[[finding]]
text = "Search wins."
series = ["six to twelve", "from ten on"]
relation = ">"
threshold = 0.5
"#;

/// Games to begin from; the fourth is over before ten discs.
const GAMES: &str = "result\tmoves\n\
    b\t4 4 4 4 4 4 3 3 5 3 5 5 2 1\n\
    w\t1 2 3 4 5 6 7 7 6 5 4 3 2 1\n\
    d\t4 3 5 2 6 1 7 7 1 1 2 2 3\n\
    b\t1 2 1 2 1 2 1\n\
    b\t4 1 4 1 5 2 5 2 3 7 7 7 7\n\
    w\t3 3 3 3 3 3 4 4 4 4 4 4 1\n";

fn items(text: &str) -> Vec<Item> {
    let folder = library(&[("stage", text)]);
    Library::load(folder.path()).unwrap().items("").unwrap()
}

fn run_on(
    out: &Path,
    text: &str,
    data: Option<PathBuf>,
    brake: &Brake,
) -> Result<Summary, LabError> {
    let options = RunOptions {
        workers: 2,
        stop: brake.stop.clone(),
        data,
        ..RunOptions::new(out)
    };
    run(
        &items(text),
        Scale::Quick,
        &Registry::standard(),
        &options,
        brake,
    )
}

fn data(games: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "games.tsv", games);
    folder
}

/// The games of a series, in order.
fn games(out: &Path, series: &str) -> Vec<GameRecord> {
    let folder = out.join("stones/stage/quick/records");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with(series) {
            found.extend(read_record(&path).unwrap().1);
        }
    }
    found.sort_by_key(|game| (game.pair, game.game, game.seed.number()));
    found
}

/// What a number was before each move of a recorded game and at its end, as the referee tells it; `None` where the game is over.
fn numbers(game: &GameRecord, referee: &mut dyn Referee, number: &str) -> Vec<Option<f64>> {
    game.begin(referee).unwrap();
    for text in &game.opening {
        referee.play(text).unwrap();
    }
    let mut numbers = vec![referee.position_number(number)];
    for text in &game.moves {
        referee.play(text).unwrap();
        numbers.push(referee.position_number(number));
    }
    numbers
}

#[test]
fn games_begin_and_change_hands_where_the_stage_does() {
    let (out, data) = (tempfile::tempdir().unwrap(), data(GAMES));
    let brake = Brake::new(u64::MAX);
    run_on(out.path(), STAGE, Some(data.path().into()), &brake).unwrap();
    let played = games(out.path(), "six-to-twelve");
    // Two points of the sweep with four pairs.
    assert_eq!(played.len(), 16);
    for game in &played {
        assert_eq!(game.opening.len(), 6, "a disc a move");
        match &game.handed_over {
            Some(handed) => {
                assert_eq!(
                    (handed.to.as_str(), handed.after),
                    ("flat:simulations=8", 6)
                );
            }
            None => assert!(game.plies < 12 || game.moves.len() == 6),
        }
    }
    assert!(played.iter().any(|game| game.handed_over.is_some()));
    for game in games(out.path(), "from-ten-on") {
        assert_eq!((game.opening.len(), game.handed_over), (10, None));
    }
    // Each position twice, and the same ones at both points of the sweep.
    let openings: Vec<&[String]> = played.iter().map(|game| &game.opening[..]).collect();
    assert!(
        openings
            .chunks(4)
            .all(|pair| pair.iter().all(|one| *one == pair[0]))
    );
    let report = read(out.path(), "stones/stage/quick/report.md");
    for part in [
        "cut where discs is first 6 or more; flat:simulations=8 plays both sides where discs is 12 or more",
        "'from ten on' from games of 'games' in the folder of data, cut where discs is first 10 or more",
        "| finisher |",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    // Who finishes is signed like who plays.
    let engines = read(out.path(), "stones/stage/quick/engines.json");
    assert!(engines.contains("flat:simulations=8"), "{engines}");
}

#[test]
fn a_run_that_was_stopped_ends_with_the_same_games() {
    let data = data(GAMES);
    let whole = tempfile::tempdir().unwrap();
    let brake = Brake::new(u64::MAX);
    run_on(whole.path(), STAGE, Some(data.path().into()), &brake).unwrap();
    let broken = tempfile::tempdir().unwrap();
    for after in [1, 5, 9] {
        let brake = Brake::new(after);
        let stopped = run_on(broken.path(), STAGE, Some(data.path().into()), &brake);
        assert!(matches!(stopped, Err(LabError::Stopped)));
    }
    let brake = Brake::new(u64::MAX);
    run_on(broken.path(), STAGE, Some(data.path().into()), &brake).unwrap();
    for series in ["six-to-twelve", "from-ten-on"] {
        let [there, here] = [&whole, &broken].map(|out| games(out.path(), series));
        let timeless = |games: &[GameRecord]| -> Vec<GameRecord> {
            games.iter().map(GameRecord::without_wall).collect()
        };
        assert_eq!(timeless(&there), timeless(&here));
    }
    let files =
        ["data.json", "data.csv", "plot.svg"].map(|name| format!("stones/stage/quick/{name}"));
    for file in files {
        assert_eq!(read(whole.path(), &file), read(broken.path(), &file));
    }
    // With other records the same command does not mix two matches.
    let other = self::data(&GAMES.replace("b\t4 1 4 1", "b\t4 1 4 2"));
    let error = run_on(broken.path(), STAGE, Some(other.path().into()), &brake).unwrap_err();
    assert!(error.to_string().contains("openings"), "{error}");
}

#[test]
fn plain_lines_begin_games_too() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "# games\nstartpos moves 4 4 4 4 4 4 3 3\n1 2 3 4 5 6 7 7 6\n";
    write(folder.path(), "games.txt", lines);
    let out = tempfile::tempdir().unwrap();
    let text = STAGE.replace("from = 10", "from = 8");
    run_on(
        out.path(),
        &text,
        Some(folder.path().into()),
        &Brake::new(u64::MAX),
    )
    .unwrap();
    assert_eq!(games(out.path(), "from-ten-on")[0].opening.len(), 8);
}

#[test]
fn shogi_changes_hands_by_progress() {
    let text = r#"
title = "Progress"
claim = "It grows."
kind = "match"
game = "shogi"
seed = 4
openings = { records = "engine_games" }

[sweep]
name = "budget"

[[series]]
label = "stage"
engine = "paper-uct:policy=transition,simulations={budget}"
opponent = "classical:depth=1"
stage = { number = "progress", from = 32, to = 64, finisher = "classical:depth=2" }

[scale.quick]
pairs = 3
values = [20]
"#;
    let folder = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../papers/mcts-shogi/sample");
    std::fs::copy(
        sample.join("engine_games.jsonl"),
        folder.path().join("engine_games.jsonl"),
    )
    .unwrap();
    let out = tempfile::tempdir().unwrap();
    run_on(
        out.path(),
        text,
        Some(folder.path().into()),
        &Brake::new(u64::MAX),
    )
    .unwrap();
    let played = games(out.path(), "stage");
    assert_eq!(played.len(), 6);
    let mut referee = Registry::standard()
        .game(&"shogi".parse().unwrap())
        .unwrap()
        .referee();
    for game in &played {
        let progress = numbers(game, referee.as_mut(), "progress");
        let before = game.opening.len() - 1;
        game.begin(referee.as_mut()).unwrap();
        for text in &game.opening[..before] {
            referee.play(text).unwrap();
        }
        assert!(referee.position_number("progress") < Some(32.0));
        assert!(progress[0] >= Some(32.0) && progress[0] < Some(64.0));
        let own = &progress[..game.own_moves().min(game.moves.len())];
        assert!(own.iter().all(|number| *number < Some(64.0)), "{own:?}");
        if let Some(handed) = &game.handed_over {
            assert_eq!(handed.to, "classical:depth=2");
            assert!(progress[handed.after] >= Some(64.0), "{progress:?}");
        }
    }
    assert!(played.iter().any(|game| game.handed_over.is_some()));
}

#[test]
fn what_cannot_be_played_is_refused_by_name() {
    let stage =
        "stage = { number = \"discs\", from = 6, to = 12, finisher = \"flat:simulations=8\" }";
    for (from, to, message) in [
        ("number = \"discs\", ", "", "stage: missing field `number`"),
        (
            "from = 6, to = 12, finisher = \"flat:simulations=8\"",
            "colour = 1",
            "unknown field `colour`",
        ),
        (
            stage,
            "stage = { number = \"discs\" }",
            "series[0].stage: expected 'from', 'to' or both",
        ),
        (
            "number = \"discs\", from = 6",
            "number = \" \", from = 6",
            "series[0].stage.number: the text is empty",
        ),
        (
            "from = 6",
            "from = nan",
            "series[0].stage.from: expected a finite number",
        ),
        ("to = 12", "to = 6", "series[0].stage.to: 6 is not above 6"),
        (
            ", finisher = \"flat:simulations=8\"",
            "",
            "series[0].stage.finisher: missing",
        ),
        (
            "to = 12, ",
            "",
            "series[0].stage.finisher: expected only where there is 'to'",
        ),
        (
            "finisher = \"flat:simulations=8\"",
            "finisher = \" \"",
            "series[0].stage.finisher: the text is empty",
        ),
        (
            "finisher = \"flat:simulations=8\"",
            "finisher = \"flat:simulations={x}\"",
            "series[0].stage.finisher: unknown variable '{x}'",
        ),
        (
            "records = \"games\"",
            "plies = 2",
            "series[0].stage.from: games begin at random",
        ),
        (
            "records = \"games\"",
            "records = \"../games\"",
            "openings.records: \"../games\": expected the name of a file",
        ),
        (
            "records = \"games\"",
            "records = \"\"",
            "openings.records: \"\"",
        ),
        (
            "records = \"games\"",
            "records = \"games\", plies = 2",
            "openings: expected either 'plies', 'list' or 'records'",
        ),
        (
            stage,
            "openings = { plies = 1001 }",
            "series[0].openings.plies: found 1001",
        ),
    ] {
        let error = parse_error(STAGE, from, to);
        assert!(error.contains(message), "{to}: {error}");
    }
    let trace = parse_error(
        TRACE,
        "openings = { plies = 0 }",
        "openings = { records = \"games\" }",
    );
    assert!(
        trace.contains("openings.records: only a match has it"),
        "{trace}"
    );
    for (key, text) in [
        ("stage", "stage = { number = \"x\", from = 1 }"),
        ("openings", "openings = { plies = 1 }"),
    ] {
        let label = "label = \"careful\"";
        let error = parse_error(DECISION, label, &format!("{label}\n{text}"));
        assert!(
            error.contains(&format!("series[0].{key}: only a match has it")),
            "{error}"
        );
    }
}

#[test]
fn what_the_game_or_the_records_lack_is_said() {
    let plan = |from: &str, to: &str| {
        let items = items(&STAGE.replacen(from, to, 1));
        let plan = Plan::new(&items[0], Scale::Quick, &Registry::standard(), None);
        plan.map(|_| ()).unwrap_err().to_string()
    };
    let error = plan("number = \"discs\"", "number = \"progress\"");
    assert!(
        error.contains("series[0].stage.number (scale quick, budget = 20): positions of 'connect-four' have no number 'progress': expected one of discs, win"),
        "{error}"
    );
    let error = plan("finisher = \"flat:simulations=8\"", "finisher = \"flut\"");
    assert!(
        error.contains("series[0].stage.finisher") && error.contains("flut"),
        "{error}"
    );

    let fails = |games: &str, text: &str| {
        let (out, data) = (tempfile::tempdir().unwrap(), data(games));
        let run = run_on(
            out.path(),
            text,
            Some(data.path().into()),
            &Brake::new(u64::MAX),
        );
        run.unwrap_err().to_string()
    };
    let error = fails("moves\n4 4 4\n", STAGE);
    assert!(
        error.contains("series 'six to twelve' at 20: games: none of 1 games has a position of discs 6 or more and below 12"),
        "{error}"
    );
    let error = fails("moves\n4 4 9\n", STAGE);
    assert!(error.contains("games: opening 1, move 3 ('9')"), "{error}");
    let error = fails("moves\n", STAGE);
    assert!(error.contains("there are no games in 'games'"), "{error}");
    let error = fails(GAMES, &STAGE.replace("\"games\"", "\"matches\""));
    assert!(error.contains("there is no 'matches'"), "{error}");
    let out = tempfile::tempdir().unwrap();
    let error = run_on(out.path(), STAGE, None, &Brake::new(u64::MAX)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("no sample comes with 'stones': expected --data"),
        "{error}"
    );
}
