//! What is wrong with a paper's table, a trace or a training is said clearly.

use crate::support::*;
use yomi_lab::*;

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
            "scale.quick.teacher: only what teaches a network has it",
        ),
        (
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:skill=0\"\nnetwork = \"network\"",
            "scale.quick.games: expected how many games the networks learn from",
        ),
        (
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:skill=0\"\nrandom_moves = [0, 1]",
            "series[0].random_moves: expected only where there is a 'network' to teach",
        ),
        (
            "opponent = \"careful:skill=0\"",
            "opponent = \"careful:weights={weights}\"",
            "series[0].opponent: unknown variable '{weights}'",
        ),
        (
            "paper = 0.9",
            "paper = 0.9\nof = \"variance\"",
            "finding[0].of: expected 'first', 'second' or 'draws' in a match",
        ),
        (
            "paper = 0.9",
            "paper = 0.9\nif_contradicted = \"perhaps\"",
            "finding[0].if_contradicted: expected words that begin with 'contradicted'",
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
