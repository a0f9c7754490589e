//! Whatever was put on a board of Go, by whom and in which order: it can be taken back step by step,
//! and the engine always stands where the game does.

use crate::support::server;
use proptest::prelude::*;
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_step_can_be_taken_back(steps in prop::collection::vec(step(), 0..40)) {
        let mut server = server("go", "picky");
        ask(&mut server, "boardsize 5");
        let mut boards = Vec::new();
        for line in &steps {
            let before = ask(&mut server, "showboard").1;
            let (done, reply) = ask(&mut server, line);
            if done && !line.starts_with("komi") {
                boards.push(before);
            } else {
                prop_assert_eq!(ask(&mut server, "showboard").1, before, "{}: {}", line, reply);
            }
            for colour in ["b", "w"] {
                let legal = ask(&mut server, &format!("all_legal {colour}")).1;
                let chosen = ask(&mut server, &format!("reg_genmove {colour}")).1;
                let is_legal = legal.lines().any(|text| text == chosen);
                prop_assert!(is_legal, "{line}: {colour} {chosen} is none of {legal}");
            }
        }
        while let Some(board) = boards.pop() {
            prop_assert!(ask(&mut server, "undo").0);
            prop_assert_eq!(ask(&mut server, "showboard").1, board);
        }
        prop_assert!(!ask(&mut server, "undo").0);
    }
}
