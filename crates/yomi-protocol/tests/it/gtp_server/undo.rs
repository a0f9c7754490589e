//! Whatever was put on a board of Go, by whom and in which order: it can be taken back step by step,
//! and the engine always stands where the game does. What is saved of it can be loaded again.

use super::support::server;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use yomi_protocol::gtp::server::Server;

/// Commands that succeed or fail, but never do more than one step.
fn step() -> impl Strategy<Value = String> {
    let colour = || prop::sample::select(vec!["b", "w"]);
    let point = || {
        let column = prop::sample::select(vec!["A", "B", "C", "D", "E"]);
        (column, 1..=5u32).prop_map(|(column, row)| format!("{column}{row}"))
    };
    prop_oneof![
        12 => (colour(), point()).prop_map(|(colour, point)| format!("play {colour} {point}")),
        2 => colour().prop_map(|colour| format!("play {colour} pass")),
        3 => colour().prop_map(|colour| format!("genmove {colour}")),
        1 => (colour(), point()).prop_map(|(colour, point)| format!("gogui-setup {colour} {point}")),
        1 => point().prop_map(|point| format!("gogui-setup e {point}")),
        1 => (0..=20u32).prop_map(|komi| format!("komi {komi}")),
    ]
}

/// The text of a reply that must be there, and whether it is a success.
fn ask(server: &mut Server<'_>, line: &str) -> (bool, String) {
    let reply = server.answer(line).expect("a reply");
    (reply.starts_with('='), reply[1..].trim().to_owned())
}

/// The board and whose turn it is, but not who won: that changes with komi.
fn board(server: &mut Server<'_>) -> String {
    let drawn = ask(server, "showboard").1;
    drawn.split(": ").next().unwrap_or_default().to_owned()
}

/// The stones on the board, without the mark of the last move and whose turn it is.
fn stones(server: &mut Server<'_>) -> String {
    let drawn = ask(server, "showboard").1;
    let rows = drawn
        .lines()
        .filter(|line| line.starts_with(|c: char| " 12345".contains(c)));
    rows.collect::<Vec<_>>().join("\n").replace(['(', ')'], " ")
}

/// The game on file leads to the same stones, whoever moved when. Only where two passes ended a
/// game that was played on may a ko be taken back that a record, which ends at no pass, forbids.
fn check_record(server: &mut Server<'_>) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    let path = path.to_string_lossy();
    let (saved, reply) = ask(server, &format!("savesgf \"{path}\""));
    prop_assert!(saved, "{reply}");
    let mut other = super::support::server("go", "picky");
    let (loaded, reply) = ask(&mut other, &format!("loadsgf \"{path}\""));
    if loaded {
        prop_assert_eq!(stones(&mut other), stones(server));
    } else {
        let record = ask(server, "printsgf").1;
        let ended = record.contains("B[]\n;W[]") || record.contains("W[]\n;B[]");
        prop_assert!(ended && reply.contains("ko"), "{reply}: {record}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn every_step_can_be_taken_back(steps in prop::collection::vec(step(), 0..40)) {
        let mut server = server("go", "picky");
        ask(&mut server, "boardsize 5");
        let mut boards = Vec::new();
        for line in &steps {
            let before = board(&mut server);
            let (done, reply) = ask(&mut server, line);
            if done && !line.starts_with("komi") {
                boards.push(before);
            } else {
                prop_assert_eq!(board(&mut server), before, "{}: {}", line, reply);
            }
            for colour in ["b", "w"] {
                let legal = ask(&mut server, &format!("all_legal {colour}")).1;
                let chosen = ask(&mut server, &format!("reg_genmove {colour}")).1;
                let is_legal = legal.lines().any(|text| text == chosen);
                prop_assert!(is_legal, "{line}: {colour} {chosen} is none of {legal}");
            }
        }
        check_record(&mut server)?;
        while let Some(before) = boards.pop() {
            prop_assert!(ask(&mut server, "undo").0);
            prop_assert_eq!(board(&mut server), before);
        }
        prop_assert!(!ask(&mut server, "undo").0);
    }
}
