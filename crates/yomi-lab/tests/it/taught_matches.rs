//! Matches that teach networks first, and findings about other numbers than the score.

use crate::support::*;
use yomi_engine::Registry;
use yomi_lab::*;

/// Random weights and learned ones, with the same games.
const TAUGHT: &str = r#"
title = "Taught or not"
claim = "Something."
kind = "match"
game = "blokus-duo"
seed = 11
openings = { plies = 0 }

[sweep]
name = "budget"

[[series]]
label = "taught"
network = "paper-network:hidden=16,epochs=2,target=mean"
engine = "uct:simulations={budget},evaluator=paper-network,paper_network_weights={weights},initial_visits=5"
opponent = "uct:simulations={budget}"

[[series]]
label = "never taught"
network = "paper-network:hidden=16,epochs=1,rate=0"
engine = "uct:simulations={budget},evaluator=paper-network,paper_network_weights={weights},initial_visits=5"
opponent = "uct:simulations={budget}"

[[series]]
label = "as shipped"
engine = "uct:simulations={budget}"
opponent = "uct:simulations={budget}"

[scale.quick]
pairs = 2
games = 4
teacher = "uct:simulations=5"
values = [10]
"#;

#[test]
fn a_match_plays_with_what_it_has_taught() {
    let folder = library(&[("taught", TAUGHT)]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let registry = Registry::standard();
    let plan = Plan::new(&items[0], Scale::Quick, &registry, None).unwrap();
    // Three matches, one set of games, two trainings.
    assert_eq!(plan.units(), 3 * 4 + 4 + 2);
    let out = tempfile::tempdir().unwrap();
    let run = || {
        let options = RunOptions::new(out.path());
        run(&items, Scale::Quick, &registry, &options, &()).unwrap()
    };
    let summary = run();
    let records = out.path().join("stones/taught/quick/records");
    let mut weights = Vec::new();
    for entry in std::fs::read_dir(&records).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".safetensors") {
            weights.push(std::fs::read(&path).unwrap());
        } else if name.starts_with("games-") {
            assert!(std::fs::read_to_string(&path).unwrap().contains("means"));
        } else if name.starts_with("taught-") || name.starts_with("never-") {
            // The match names the weights by their contents.
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.contains(".safetensors#"), "{name}");
        }
    }
    assert_eq!(weights.len(), 2);
    assert_ne!(weights[0], weights[1]);
    let report = read(out.path(), "report.md");
    assert!(report.contains("What the networks were taught"), "{report}");
    // Teacher, learners and players are signed; what was taught here does not stand in the way.
    let roles: Vec<Role> = (summary.items[0].engines.iter())
        .map(|signed| signed.role)
        .collect();
    let count = |role| roles.iter().filter(|&&one| one == role).count();
    assert_eq!((count(Role::Engine), count(Role::Network)), (3, 2));
    let found = check(out.path(), &registry).unwrap();
    assert_eq!(found[0].standing, Standing::Current, "{found:?}");
    // Once more: everything is there.
    assert_eq!(run().items, summary.items);
}

#[test]
fn a_contradiction_is_qualified_and_nothing_else_is() {
    let folder = library(&[("wins", &qualified())]);
    let items = Library::load(folder.path()).unwrap().items("").unwrap();
    let out = tempfile::tempdir().unwrap();
    let options = RunOptions::new(out.path());
    let summary = run(&items, Scale::Quick, &registry(), &options, &()).unwrap();
    let findings = &summary.items[0].findings;
    assert_eq!(findings[0].verdict, Verdict::Reproduced);
    assert_eq!(findings[0].verdict_text(), "reproduced");
    assert_eq!(findings[1].verdict, Verdict::Contradicted);
    assert_eq!(findings[1].verdict_text(), "contradicted, but why");
    let report = read(out.path(), "report.md");
    assert!(report.contains("| **contradicted, but why** |"), "{report}");
    // By side, and the draws that nim does not have.
    let row = &summary.items[0].rows[2];
    let Observation::Match { second, .. } = &row.observation else {
        panic!("{row:?}");
    };
    let by_side = &findings[findings.len() - 2];
    assert_eq!(Some(by_side.points[0].estimate.value), second.rate());
    assert_eq!(by_side.paper, Some(0.6));
    assert_eq!(by_side.expected, "> 0, moving second");
    let draws = &findings[findings.len() - 1];
    assert_eq!(draws.points[0].estimate.value, 0.0);
    assert_eq!(draws.paper, Some(0.05));
}

/// The match in miniature with qualified findings.
fn qualified() -> String {
    let words = "\nif_contradicted = \"contradicted, but why\"\n";
    let paper =
        "opponent = \"careful:skill=0\"\npaper = { at = 1, first = [7, 2, 1], second = [6, 4, 0] }";
    let text = MATCH
        .replacen(
            "threshold = 0.5\npaper = 0.9\n",
            &format!("threshold = 0.5{words}"),
            1,
        )
        .replacen("threshold = 0.9\n", &format!("threshold = 0.9{words}"), 1)
        .replacen("opponent = \"careful:skill=0\"", paper, 1);
    let more = |of: &str| {
        format!(
            "\n[[finding]]\ntext = \"More.\"\nseries = \"against a novice\"\nat = [1]\nof = \
             \"{of}\"\nrelation = \">\"\nthreshold = 0\n"
        )
    };
    text + &more("second") + &more("draws")
}
