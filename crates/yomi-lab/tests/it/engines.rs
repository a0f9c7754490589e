//! The engines that ship give every game of an experiment the same moves, whoever played what
//! before: with any number of workers, an experiment ends with the same numbers.

use crate::support::library;
use yomi_engine::Registry;
use yomi_lab::{ItemResult, Library, RunOptions, Scale, run};

const MANIFEST: &str = r#"
title = "All engines"
claim = "None remembers the games before."
kind = "match"
game = "connect-four"
seed = 1
openings = { plies = 4 }

[sweep]
name = "budget"

[[series]]
label = "tree against alpha-beta"
engine = "uct:simulations={budget}"
opponent = "alpha-beta:nodes={nodes},evaluator=windows"

[[series]]
label = "tree against flat"
engine = "uct:simulations={budget}"
opponent = "flat:simulations={budget}"

[scale.quick]
pairs = 20
values = [{ budget = 20, nodes = 300 }, { budget = 60, nodes = 3000 }]

[scale.standard]
pairs = 1
values = [{ budget = 20, nodes = 300 }]

[scale.paper]
pairs = 1
values = [{ budget = 20, nodes = 300 }]
"#;

/// The results and, of every game in the records, the moves and the work that went into them.
fn outcome(workers: usize) -> (Vec<ItemResult>, Vec<String>) {
    let folder = library(&[("all", MANIFEST)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let out = tempfile::tempdir().unwrap();
    let options = RunOptions {
        workers,
        ..RunOptions::new(out.path())
    };
    let summary = run(&items, Scale::Quick, &Registry::standard(), &options, &()).unwrap();
    let mut games = Vec::new();
    for entry in std::fs::read_dir(out.path().join("stones/all/quick/records")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for game in yomi_arena::read_record(&path).unwrap().1 {
            let work = (game.simulations, game.nodes);
            games.push(format!(
                "{name}: {}: {} {work:?}",
                game.id(),
                game.moves.join(" ")
            ));
        }
    }
    games.sort();
    (summary.items, games)
}

#[test]
fn no_game_depends_on_the_games_before_it() {
    let (alone, together) = (outcome(1), outcome(3));
    for (a, b) in alone.1.iter().zip(&together.1) {
        assert_eq!(a, b);
    }
    assert_eq!(alone, together);
}
