//! Whatever comes in: no panic, and exactly one well-formed reply per command.

use super::script::is_reply;
use super::support::server;
use proptest::prelude::*;
use yomi_protocol::gtp::codec::{Lines, Request};

/// Words that commands are made of, so that random lines reach deep. Left out is what ends the
/// session or writes files (`printsgf` too, which may have a file).
const WORDS: &[&str] = &[
    "all_legal",
    "boardsize",
    "clear_board",
    "cputime",
    "engine",
    "final_score",
    "g",
    "genmove",
    "get_value",
    "help",
    "known_command",
    "list_commands",
    "list_engines",
    "loadsgf",
    "move_values",
    "name",
    "p",
    "param",
    "play",
    "protocol_version",
    "reg_genmove",
    "set_game",
    "set_random_seed",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
    "final_status_list",
    "fixed_handicap",
    "get_komi",
    "gg-undo",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "kata-analyze",
    "kata-genmove_analyze",
    "kata-search_analyze",
    "kgs-time_settings",
    "komi",
    "lz-analyze",
    "lz-genmove_analyze",
    "place_free_handicap",
    "query_boardsize",
    "set_free_handicap",
    "yomi-legal",
    "yomi-move_values",
    "yomi-ownership",
    "yomi-resign",
    "b",
    "w",
    "GREEN",
    "blue",
    "pass",
    "resign",
    "e10",
    "j5",
    "e10,f10",
    "e10,e11,f11",
    "D4",
    "E5",
    "C3",
    "A1",
    "Blokus",
    "Duo",
    "Go",
    "14",
    "5",
    "9",
    "6.5",
    "2",
    "e",
    "dead",
    "alive",
    "never",
    "byoyomi",
    "canadian",
    "absolute",
    "interval",
    "ownership",
    "true",
    "maxmoves",
    "avoid",
    "0",
    "-1",
    "1e99",
    "nan",
    "18446744073709551616",
    "picky",
    "picky:",
    "picky:pick=7",
    "picky:whim=crash",
    "pick",
    "whim",
    "cheat",
    "stubborn",
    "none",
    "1000000",
    "\"",
    "\"\"",
    "#",
    "=",
    "?",
    "",
    "\t",
    "\u{0}",
    "\u{7f}",
    "é",
    "/",
    "/dev/null",
    ".",
];

/// A session to be mutated.
const SESSION: &[&str] = &[
    "set_game Blokus Duo",
    "clear_board",
    "time_settings 60 30 5",
    "play b e8,d9,e9,f9,e10",
    "genmove w",
    "time_left b 12 0",
    "g",
    "move_values",
    "undo",
    "param pick 3",
    "g",
    "all_legal b",
    "showboard",
    "final_score",
];

/// Another, in Go.
const GO_SESSION: &[&str] = &[
    "boardsize 7",
    "komi 5.5",
    "clear_board",
    "fixed_handicap 2",
    "kgs-time_settings byoyomi 60 30 5",
    "play w D4",
    "play w D5",
    "genmove b",
    "play b pass",
    "play w pass",
    "undo",
    "kata-analyze b 10 ownership true",
    "lz-genmove_analyze w 5",
    "gogui-play_sequence b A1 w B2 w C3",
    "gogui-setup b A7 e A1",
    "final_score",
    "final_status_list alive",
    "yomi-ownership",
    "gg-undo 2",
    "showboard",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..5);
    prop_oneof![
        5 => words.prop_map(|words| words.join(" ").into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}

/// A line of the session with a byte exchanged, left out or doubled, or as it is.
fn mutated(session: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let place = any::<prop::sample::Index>();
    (prop::sample::select(session), place, any::<u8>(), 0..5u8).prop_map(
        |(line, place, byte, change)| {
            let mut bytes = line.as_bytes().to_vec();
            let at = place.index(bytes.len());
            match change {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[at]),
                _ => {}
            }
            bytes
        },
    )
}

fn check(game: &'static str, input: &[Vec<u8>]) -> Result<(), TestCaseError> {
    let text = String::from_utf8_lossy(&input.join(&b'\n')).into_owned();
    let commands = text
        .split('\n')
        .filter(|line| Request::parse(line).is_some());
    let mut out = Vec::new();
    server(game, "picky")
        .serve(Lines::new(text.as_bytes()), &mut out)
        .expect("no trouble");
    let out = String::from_utf8(out).expect("UTF-8");
    let replies: Vec<&str> = out.split_inclusive("\n\n").collect();
    prop_assert_eq!(replies.len(), commands.count(), "{}", out);
    for reply in replies {
        prop_assert!(is_reply(reply), "{reply:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_lines_get_one_reply_each(lines in prop::collection::vec(line(), 0..30)) {
        check("blokus-duo", &lines)?;
        check("go", &lines)?;
    }

    #[test]
    fn damaged_sessions_get_one_reply_per_command(
        blokus in prop::collection::vec(mutated(SESSION), 0..30),
        go in prop::collection::vec(mutated(GO_SESSION), 0..30),
    ) {
        check("blokus-duo", &blokus)?;
        check("go", &go)?;
    }
}
