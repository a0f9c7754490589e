//! The command line with somebody else's games.

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use yomi_engine::{GameEntry, Kit, Registry};
use yomi_toy::TicTacToe;

/// A registry that holds one game under a name that does not ship.
fn registry() -> Registry {
    Registry::new().with(GameEntry::new(
        "noughts",
        "three in a row",
        Vec::new(),
        |_| {
            Ok(Arc::new(
                Kit::discrete("noughts", TicTacToe).deterministic(),
            ))
        },
    ))
}

/// Exit codes cannot be compared, but they can be printed.
fn exit_of(args: &[&str]) -> String {
    let args = ["mine"].iter().chain(args).map(OsString::from);
    format!("{:?}", yomi::run(registry(), args))
}

#[test]
fn every_command_knows_the_games_of_the_registry_and_no_others() {
    let code = |code: u8| format!("{:?}", ExitCode::from(code));
    for args in [
        &["check", "noughts"][..],
        &["engines", "noughts"],
        &["show", "noughts", "--moves", "b2"],
        &["perft", "noughts", "3"],
        &["analyze", "noughts", "--engine", "uct:simulations=50"],
        &[
            "match",
            "noughts",
            "flat:simulations=9",
            "uct:simulations=9",
            "--pairs",
            "1",
        ],
    ] {
        assert_eq!(exit_of(args), code(0), "{args:?}");
    }
    assert_eq!(exit_of(&["show", "tic-tac-toe"]), code(2));
}
