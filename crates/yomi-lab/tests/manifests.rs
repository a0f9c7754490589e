//! What is wrong with a manifest is said clearly: the file, the key, and what was expected.

mod support;

use support::{DECISION, MATCH, TRACE, TRAINING, library, registry};
use yomi_core::Seed;
use yomi_lab::{Library, Manifest, Plan, Scale};

/// The error of a manifest in which `from` was replaced by `to`.
fn parse_error(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "nothing to replace: {from}");
    match Manifest::parse("f.toml", &text.replacen(from, to, 1)) {
        Ok(_) => panic!("accepted: {to}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn hostile_matches_are_refused() {
    for (from, to, message) in [
        ("seed = 7", "seed = -1", "seed"),
        (
            "seed = 7",
            "seed = 99999999999999999999999",
            "f.toml, line 11: seed: ",
        ),
        (
            "seed = 7",
            "seed = 'x'",
            "f.toml, line 11: seed: invalid type: string",
        ),
        ("seed = 7", "seed = 7\ncolour = 1", "unknown field `colour`"),
        (
            "seed = 7",
            "seed = 7\nmoves = []",
            "f.toml: moves: only a decision has it",
        ),
        (
            "seed = 7",
            "seed = 7\nconfidence = nan",
            "f.toml: confidence: found NaN",
        ),
        (
            "seed = 7",
            "seed = 7\nconfidence = 1.0",
            "expected a number from 0.5 to 0.9999",
        ),
        (
            "kind = \"match\"",
            "kind = \"mach\"",
            "expected one of `match`, `trace`, `decision`, `training`",
        ),
        ("kind = \"match\"", "", "missing field `kind`"),
        (
            "kind = \"match\"",
            "kind = \"decision\"",
            "scale.quick.pairs: this kind of experiment has 'runs'",
        ),
        (
            "plies = 1",
            "plies = 100000000",
            "openings.plies: found 100000000",
        ),
        ("plies = 1", "list = []", "openings.list: 0 openings"),
        (
            "{ plies = 1 }",
            "{ }",
            "openings: expected either 'plies' or 'list'",
        ),
        (
            "{ plies = 1 }",
            "{ plies = 1, list = ['t1'] }",
            "openings: expected either",
        ),
        (
            "name = \"skill\"",
            "name = \"{skill}\"",
            "sweep.name: '{skill}' is no variable",
        ),
        (
            "name = \"skill\"",
            "name = \"level\"",
            "scale.quick.values[0]: the table lacks the sweep's own variable 'level'",
        ),
        (
            "stones={stones}",
            "stones={rocks}",
            "game: unknown variable '{rocks}': expected one of {skill}, {stones}",
        ),
        (
            "stones={stones}",
            "stones=9",
            "the variable '{stones}' is used nowhere",
        ),
        (
            "careful:skill={skill}",
            "careful:skill={skill",
            "series[0].engine: 'careful:skill={skill' has a '{' without",
        ),
        (
            "opponent = \"careful:skill=0\"",
            "",
            "series[0].opponent: missing",
        ),
        (
            "label = \"against a novice\"",
            "label = \" \"",
            "series[0].label",
        ),
        (
            "label = \"against a novice\"",
            "label = \"a\\nb\"",
            "expected one line of text",
        ),
        (
            "label = \"against itself\"",
            "label = \"against a novice\"",
            "series[1].label: 'against a novice' is there twice",
        ),
        (
            "pairs = 12",
            "pairs = 0",
            "scale.quick.pairs: found 0, expected a number from 1 to",
        ),
        (
            "pairs = 12",
            "pairs = 9000000000000000000",
            "scale.quick.pairs: found 9000000000000000000",
        ),
        (
            "pairs = 12",
            "runs = 12",
            "scale.quick.runs: this kind of experiment has 'pairs' instead",
        ),
        ("pairs = 12", "", "scale.quick.pairs: missing"),
        ("pairs = 12", "pairs = 12.5", "pairs: invalid type"),
        (
            "values = [{ skill = 0.25, stones = 10 }]",
            "values = []",
            "scale.paper.values: 0 values",
        ),
        (
            "values = [{ skill = 0.25, stones = 10 }]",
            "values = [0.25]",
            "scale.paper.values[0]: has the variables [\"skill\"], expected [\"skill\", \"stones\"]",
        ),
        (
            "values = [{ skill = 0.25, stones = 10 }]",
            "values = [{ skill = nan, stones = 10 }]",
            "scale.paper.values[0]: NaN is no value",
        ),
        (
            "values = [{ skill = 0.25, stones = 10 }]",
            "values = [{ skill = inf, stones = 10 }]",
            "expected a finite number",
        ),
        (
            "values = [{ skill = 0.25, stones = 10 }]",
            "values = [{ skill = [1], stones = 10 }]",
            "found a list, expected a number or a text",
        ),
        (
            "values = [{ skill = 0.25, stones = 10 }]",
            "values = [{ skill = 1, stones = { x = 1 } }]",
            "scale.paper.values[0]: stones: found a table",
        ),
        (
            "values = [{ skill = 0.25, stones = 10 }]",
            "values = [{ skill = 1e300, stones = 10 }]",
            "expected at most 200",
        ),
        (
            "values = [{ skill = 0.25, stones = 10 }]",
            "values = 3",
            "values: invalid type",
        ),
        (
            "{ skill = 0.5, stones = 10 }",
            "{ skill = 0, stones = 10 }",
            "scale.quick.values[1]: '0' is there twice",
        ),
        (
            "series = \"against a novice\"",
            "series = \"nobody\"",
            "finding[0].series: unknown series 'nobody': expected one of against a novice, against itself",
        ),
        (
            "series = \"against a novice\"",
            "series = []",
            "finding[0].series: the list is empty",
        ),
        (
            "series = \"against a novice\"",
            "series = 3",
            "finding[0].series: found a number",
        ),
        (
            "at = [1]",
            "at = [2]",
            "finding[0].at[0]: '2' is no value of the sweep at any scale",
        ),
        ("at = [1]", "at = []", "finding[0].at: the list is empty"),
        (
            "relation = \">\"",
            "relation = \"=\"",
            "relation: unknown variant `=`",
        ),
        (
            "threshold = 0.5",
            "threshold = 1.5",
            "finding[0].threshold: found 1.5, expected a number from 0 to 1",
        ),
        (
            "threshold = 0.5",
            "threshold = nan",
            "finding[0].threshold: found NaN",
        ),
        (
            "threshold = 0.5",
            "threshold = 1",
            "nothing measured here can be above 1",
        ),
        (
            "threshold = 0.5",
            "threshold = [0.1, 0.2]",
            "finding[0].threshold: found a list",
        ),
        (
            "threshold = [0.05, 0.95]",
            "threshold = [0.9, 0.1]",
            "0.9 is not below 0.1",
        ),
        (
            "threshold = [0.05, 0.95]",
            "threshold = [0.9]",
            "1 bounds, expected two",
        ),
        (
            "threshold = [0.05, 0.95]",
            "threshold = 0.9",
            "expected [low, high] for 'between'",
        ),
        ("paper = 0.9", "paper = 90", "finding[0].paper: found 90"),
        (
            "at = [1]\n",
            "",
            "finding[0].paper: expected only where the finding speaks of one point",
        ),
        ("threshold = 0.5\n", "", "finding[0].threshold: missing"),
        (
            "than = { at = 0 }",
            "than = { }",
            "finding[2].than: expected another 'series'",
        ),
        (
            "than = { at = 0 }",
            "than = { at = 3 }",
            "finding[2].than.at: '3' is no value",
        ),
        (
            "than = { at = 0 }",
            "than = { series = 'x' }",
            "finding[2].than.series: unknown series 'x'",
        ),
        (
            "than = { at = 0 }",
            "than = { point = 0 }",
            "unknown field `point`",
        ),
        (
            "threshold = -0.1",
            "threshold = -1.1",
            "finding[3].threshold: found -1.1, expected a number from -1 to 1",
        ),
        ("[scale.quick]", "[scale.tiny]", "unknown field `tiny`"),
        (
            "title = \"Skill wins\"",
            "title = ''",
            "f.toml: title: the text is empty",
        ),
    ] {
        let error = parse_error(MATCH, from, to);
        assert!(error.starts_with("f.toml"), "{to}: {error}");
        assert!(error.contains(message), "{to}: {error}");
    }
}

#[test]
fn hostile_tables_of_papers_are_refused() {
    let table = |text: &str| format!("opponent = \"careful:skill=0\"\npaper = {text}");
    for (text, message) in [
        (
            "{ first = [1, 0, 0], second = [1, 0, 0] }",
            "series[0].paper.at: missing: expected the point of the sweep",
        ),
        (
            "{ at = 7, first = [1, 0, 0], second = [1, 0, 0] }",
            "series[0].paper.at: '7' is no value of the sweep at any scale",
        ),
        (
            "{ at = 1, first = [1, 0], second = [1, 0, 0] }",
            "series[0].paper.first: 2 numbers, expected three: [won, lost, drawn]",
        ),
        (
            "{ at = 1, first = [1, 0, 0], second = [0, 0, 0] }",
            "series[0].paper.second: no games",
        ),
        (
            "{ at = 1, first = [1, 0, 0] }",
            "line 22: paper: missing field `second`",
        ),
        (
            "{ at = 1, first = [-1, 0, 0], second = [1, 0, 0] }",
            "line 22: ",
        ),
        (
            "{ at = 1, first = [1, 0, 0], second = [1, 0, 0], third = [1, 0, 0] }",
            "unknown field `third`",
        ),
    ] {
        let error = parse_error(MATCH, "opponent = \"careful:skill=0\"", &table(text));
        assert!(error.starts_with("f.toml"), "{text}: {error}");
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn hostile_traces_are_refused() {
    for (from, to, message) in [
        (
            "side = \"first\"",
            "side = \"third\"",
            "side: unknown variant `third`",
        ),
        (
            "points = \"opponent\"",
            "points = \"mine\"",
            "points: unknown variant `mine`",
        ),
        (
            "stones=20",
            "stones={move}",
            "game: all points are looks at the same games: expected no '{move}' in it",
        ),
        (
            "engine = \"careful:skill=1\"",
            "engine = \"careful:skill={move}\"",
            "series[0].engine: all points are looks",
        ),
        (
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:skill={move}\"",
            "series[0].opponent: all points are looks",
        ),
        (
            "opponent = \"careful:skill=0\"",
            "",
            "series[0].opponent: missing",
        ),
        (
            "side = \"first\"",
            "paper = { first = [1, 0, 0], second = [1, 0, 0] }",
            "series[0].paper: only a match has a table",
        ),
        (
            "values = [0, 1, 2, 5, 30]",
            "values = [0, 1.5, 2, 5, 30]",
            "scale.quick.values[1]: '1.5': this sweep counts moves: expected a whole number",
        ),
        (
            "values = [0, 1, 2, 5, 30]",
            "values = [0, -1, 2, 5, 30]",
            "scale.quick.values[1]: '-1': this sweep",
        ),
        (
            "values = [0, 1, 2, 5, 30]",
            "values = [0, 'x', 2, 5, 30]",
            "scale.quick.values[1]: 'x': this sweep",
        ),
        (
            "pairs = 15",
            "pairs = 1",
            "scale.quick.pairs: found 1, expected a number from 2 to",
        ),
        (
            "pairs = 15",
            "runs = 15",
            "scale.quick.runs: this kind of experiment has 'pairs' instead",
        ),
        (
            "threshold = [5, 15]",
            "threshold = [5, inf]",
            "finding[1].threshold: found inf, expected a finite number",
        ),
        (
            "paper = 11",
            "paper = nan",
            "finding[1].paper: found NaN, expected a finite number",
        ),
        (
            "confidence = 0.99",
            "confidence = 99",
            "finding[2].confidence: found 99, expected a number from 0.5 to 0.9999",
        ),
        (
            "seed = 9",
            "seed = 9\nright = [\"t1\"]",
            "right: only a decision has it",
        ),
    ] {
        let error = parse_error(TRACE, from, to);
        assert!(error.contains(message), "{to}: {error}");
    }
}

#[test]
fn what_only_traces_have_is_refused_elsewhere() {
    for (text, from) in [
        (MATCH, "opponent = \"careful:skill=0\""),
        (DECISION, "engine = \"careful:skill={skill}\""),
    ] {
        for addition in ["side = \"first\"", "points = \"engine\""] {
            let error = parse_error(text, from, &format!("{from}\n{addition}"));
            assert!(error.contains("only a trace has it"), "{error}");
        }
    }
    let table = "\npaper = { first = [1, 0, 0], second = [1, 0, 0] }";
    let from = "engine = \"careful:skill={skill}\"";
    let error = parse_error(DECISION, from, &format!("{from}{table}"));
    assert!(
        error.contains("series[0].paper: only a match has it"),
        "{error}"
    );
}

#[test]
fn hostile_trainings_are_refused() {
    for (from, to, message) in [
        (
            "network = \"network:",
            "engine = \"network:",
            "series[1].engine: a training has a 'network' instead",
        ),
        (
            "label = \"pieces\"\nnetwork = \"network:hidden=16,epochs=2,test_share=0.25\"",
            "label = \"pieces\"",
            "series[1].network: missing: expected what is taught",
        ),
        (
            "network:hidden=16",
            "network:hidden={move}",
            "series[0].network: all points are looks at the same games",
        ),
        (
            "random_moves = [8, 16]",
            "random_moves = [16, 8]",
            "series[2].random_moves: expected [least, most]",
        ),
        (
            "random_moves = [8, 16]",
            "random_moves = [8]",
            "series[2].random_moves: expected [least, most]",
        ),
        (
            "random_moves = [8, 16]",
            "opponent = \"uct\"",
            "series[2].opponent: a training has a 'network' instead",
        ),
        ("games = 12", "", "scale.quick.games: missing"),
        (
            "games = 12",
            "games = 1",
            "scale.quick.games: found 1, expected a number from 2 to",
        ),
        (
            "games = 12",
            "pairs = 12",
            "scale.quick.pairs: this kind of experiment has 'games' instead",
        ),
        (
            "teacher = \"uct:simulations=10\"",
            "",
            "scale.quick.teacher: missing: expected who plays the games",
        ),
        (
            "values = [0, 4, 18, 200]",
            "values = [0, 4, 18, \"all\"]",
            "scale.quick.values[3]: 'all': this sweep counts moves",
        ),
        (
            "seed = 10",
            "seed = 10\nopenings = { plies = 0 }",
            "openings: a training has no such thing",
        ),
        (
            "seed = 10",
            "seed = 10\nconfidence = 0.99",
            "confidence: a training's intervals are those at 0.95",
        ),
        (
            "threshold = 0\n",
            "threshold = 0\nconfidence = 0.99\n",
            "finding[1].confidence: a training's intervals",
        ),
    ] {
        let error = parse_error(TRAINING, from, to);
        assert!(error.contains(message), "{to}: {error}");
    }
    for (from, to, message) in [
        (
            "pairs = 12",
            "pairs = 12\nteacher = \"careful\"",
            "scale.quick.teacher: only a training has it",
        ),
        (
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:skill=0\"\nnetwork = \"network\"",
            "series[0].network: only a training has it",
        ),
        (
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:skill=0\"\nrandom_moves = [0, 1]",
            "series[0].random_moves: only a training has it",
        ),
        (
            "engine = \"careful:skill={skill}\"",
            "",
            "series[0].engine: missing",
        ),
    ] {
        let error = parse_error(MATCH, from, to);
        assert!(error.contains(message), "{to}: {error}");
    }
}

#[test]
fn networks_that_cannot_be_taught_are_refused_before_anything_runs() {
    for (from, to, message) in [
        (
            "game = \"blokus-duo\"",
            "game = \"connect-four\"",
            "series[0].network (scale quick, move = 0): 'connect-four' has no networks to teach",
        ),
        (
            "network = \"network:",
            "network = \"netwrok:",
            "series[1].network (scale quick, move = 0): unknown network 'netwrok' for game \
             'blokus-duo': expected one of network, paper-network",
        ),
        (
            "network:hidden=16",
            "network:hiden=16",
            "series[0].network (scale quick, move = 0): unknown parameter 'hiden'",
        ),
        (
            "network:hidden=16",
            "network:hidden=0",
            "parameter 'hidden': '0' is not a whole number",
        ),
        (
            "teacher = \"uct:",
            "teacher = \"utc:",
            "scale.quick.teacher (scale quick, move = 0): unknown engine 'utc'",
        ),
    ] {
        assert!(TRAINING.contains(from), "nothing to replace: {from}");
        let folder = library(&[("item", &TRAINING.replacen(from, to, 1))]);
        let item = &Library::load(folder.path()).unwrap().items("").unwrap()[0];
        let registry = yomi_engine::Registry::standard();
        let error = Plan::new(item, Scale::Quick, &registry, None)
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains(message), "{to}: {error}");
    }
}

#[test]
fn hostile_decisions_are_refused() {
    for (from, to, message) in [
        (
            "right = [\"t1\"]",
            "",
            "right: expected the moves that count as right",
        ),
        (
            "right = [\"t1\"]",
            "right = []",
            "right: expected the moves that count as right",
        ),
        (
            "right = [\"t1\"]",
            "right = [1]",
            "f.toml, line 8: right: invalid type",
        ),
        (
            "seed = 8",
            "seed = 8\nopenings = { plies = 1 }",
            "openings: only a match has it",
        ),
        (
            "label = \"careful\"",
            "label = \"careful\"\nopponent = \"careful\"",
            "series[0].opponent: only a match has it",
        ),
        (
            "[[series]]\nlabel = \"careful\"\nengine = \"careful:skill={skill}\"",
            "",
            "sweep: the variable '{skill}' is used nowhere",
        ),
        (
            "runs = 40",
            "pairs = 40",
            "scale.quick.pairs: this kind of experiment has 'runs' instead",
        ),
    ] {
        let error = parse_error(DECISION, from, to);
        assert!(error.contains(message), "{to}: {error}");
    }
}

#[test]
fn what_the_registry_does_not_know_is_refused_before_anything_runs() {
    for (text, from, to, message) in [
        (
            MATCH,
            "game = \"nim:stones={stones}\"",
            "game = \"mim:stones={stones}\"",
            "game (scale quick, skill = 0): unknown game 'mim': expected one of nim",
        ),
        (
            MATCH,
            "stones={stones}",
            "rocks={stones}",
            "unknown parameter 'rocks': expected one of stones",
        ),
        (
            MATCH,
            "stones = 10",
            "stones = 9999",
            "parameter 'stones': '9999' is not a whole number in 1..=100",
        ),
        (
            MATCH,
            "engine = \"careful:",
            "engine = \"careless:",
            "series[0].engine (scale quick, skill = 0): unknown engine 'careless' for game 'nim': expected one of careful",
        ),
        (
            MATCH,
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:skull=0\"",
            "series[0].opponent (scale quick, skill = 0): engine 'careful': unknown parameter 'skull'",
        ),
        (
            MATCH,
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:skill=2\"",
            "parameter 'skill': '2' is not a number in 0..=1",
        ),
        (
            MATCH,
            "opponent = \"careful:skill=0\"",
            "opponent = \":\"",
            "series[0].opponent (scale quick, skill = 0): ':' is not of the form",
        ),
        (
            MATCH,
            "{ plies = 1 }",
            "{ list = ['t1 t9'] }",
            "openings.list[0][1] (scale quick, skill = 0): 't9' is not a legal move here",
        ),
        (
            TRACE,
            "stones=20",
            "points=false",
            "game (scale quick, move = 0): 'nim' has no points to trace",
        ),
        (
            TRACE,
            "{ plies = 0 }",
            "{ list = ['t9'] }",
            "openings.list[0][0] (scale quick, move = 0): 't9' is not a legal move here",
        ),
        (
            DECISION,
            "moves = [\"t1\"]",
            "moves = [\"t4\"]",
            "moves[0] (scale quick, skill = 0): 't4' is not a legal move here",
        ),
        (
            DECISION,
            "moves = [\"t1\"]",
            "moves = [\"t3\", \"t3\", \"t3\", \"t1\"]",
            "the game is over there",
        ),
        (
            DECISION,
            "right = [\"t1\"]",
            "right = [\"t1\", \"x\"]",
            "right[1] (scale quick, skill = 0): 'x' is not a legal move here",
        ),
    ] {
        assert!(text.contains(from), "nothing to replace: {from}");
        let folder = library(&[("item", &text.replacen(from, to, 1))]);
        let item = &Library::load(folder.path()).unwrap().items("").unwrap()[0];
        let error = Plan::new(item, Scale::Quick, &registry(), None)
            .err()
            .unwrap()
            .to_string();
        assert!(
            error.contains("item.toml: ") && error.contains(message),
            "{to}: {error}"
        );
    }
}

#[test]
fn damaged_manifests_never_panic() {
    let mut rng = Seed::new(1).rng();
    let mut refused = 0;
    for round in 0..4_000 {
        let mut bytes = [MATCH, DECISION, TRACE, TRAINING][round % 4]
            .as_bytes()
            .to_vec();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len() as u32) as usize;
            match rng.below(3) {
                0 => bytes[at] = b" \"{}[]=,.-0919nane\n#"[rng.below(20) as usize],
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        refused += usize::from(Manifest::parse("f.toml", &text).is_err());
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn libraries_find_their_items_and_list_them_when_they_do_not() {
    let folder = library(&[("wins", MATCH), ("finds", DECISION)]);
    let library = Library::load(folder.path()).unwrap();
    let paths = |name: &str| -> Vec<String> {
        library
            .items(name)
            .unwrap()
            .iter()
            .map(|item| item.path())
            .collect()
    };
    assert_eq!(paths(""), ["stones/finds", "stones/wins"]);
    assert_eq!(paths("stones"), ["stones/finds", "stones/wins"]);
    assert_eq!(paths("stones/wins"), ["stones/wins"]);
    for name in ["stone", "wins", "../stones", "stones/", "stones/x"] {
        assert_eq!(
            library.items(name).unwrap_err().to_string(),
            format!(
                "unknown experiment '{name}': expected one of stones, stones/finds, stones/wins"
            )
        );
    }
    assert_eq!(library.papers()[0].authors, ["A. Nim", "B. Heap"]);
}

#[test]
fn bad_libraries_are_refused() {
    let missing = Library::load(std::path::Path::new("no/such/folder"))
        .unwrap_err()
        .to_string();
    assert!(
        missing.starts_with("cannot read no/such/folder"),
        "{missing}"
    );
    for (name, text, message) in [
        (
            "stones/Table 1.toml",
            MATCH,
            "'Table 1' is no name for a paper or item",
        ),
        ("rocks/item.toml", MATCH, "the folder has no paper.toml"),
        (
            "rocks/paper.toml",
            "",
            "rocks/paper.toml: missing field `title`",
        ),
        ("stones/broken.toml", "\ntitle = ", "broken.toml, line 2: "),
        ("paper.toml", "", "give its parent folder"),
    ] {
        let folder = library(&[]);
        support::write(folder.path(), name, text);
        let error = Library::load(folder.path()).unwrap_err().to_string();
        assert!(error.contains(message), "{name}: {error}");
    }
    let folder = library(&[]);
    std::fs::write(folder.path().join("stones/bytes.toml"), [0xFF, 0xFE, 0x00]).unwrap();
    assert!(
        Library::load(folder.path())
            .unwrap_err()
            .to_string()
            .contains("bytes.toml")
    );
}

#[test]
fn folders_without_experiments_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = || Library::load(folder.path()).unwrap_err().to_string();
    assert!(refused().contains("there are no papers in it"));
    support::write(folder.path(), "rocks/paper.toml", "title = 'x'");
    assert!(refused().contains("its papers have no experiments"));
}

#[test]
fn a_scale_that_is_left_out_is_missed_only_when_asked_for() {
    let text = MATCH.split("[scale.standard]").next().unwrap();
    let folder = library(&[]);
    support::write(folder.path(), "stones/small.toml", text);
    let items = Library::load(folder.path()).unwrap();
    let items = items.items("stones/small").unwrap();
    assert!(Plan::new(&items[0], Scale::Quick, &registry(), None).is_ok());
    let refused = Plan::new(&items[0], Scale::Paper, &registry(), None);
    assert_eq!(
        refused.map(|_| ()).unwrap_err().to_string(),
        "stones/small has no scale 'paper': expected one of quick"
    );
}

#[test]
fn the_papers_that_come_with_the_crate_are_sound() {
    let library = Library::embedded().unwrap();
    let registry = yomi_engine::Registry::standard();
    for item in library.items("").unwrap() {
        assert!(!item.manifest.findings.is_empty(), "{}", item.path());
        for scale in Scale::ALL {
            let plan = Plan::new(&item, scale, &registry, None);
            let plan = plan.unwrap_or_else(|error| panic!("{} at {scale}: {error}", item.path()));
            let measured = |label: &String| plan.points().iter().any(|p| p.label == *label);
            for finding in &item.manifest.findings {
                let at = finding.at.as_ref();
                assert!(
                    at.is_none_or(|at| at.iter().any(measured)),
                    "{} at {scale} cannot judge '{}'",
                    item.path(),
                    finding.text
                );
            }
        }
    }
}
