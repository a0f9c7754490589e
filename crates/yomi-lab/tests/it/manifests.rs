//! What is wrong with a manifest is said clearly: the file, the key, and what was expected.

use crate::support::{DECISION, MATCH, TRACE, TRAINING, library, parse_error, registry};
use yomi_core::Seed;
use yomi_lab::{Library, Manifest, Plan, Scale};

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
            "openings: expected either 'plies', 'list' or 'records'",
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
