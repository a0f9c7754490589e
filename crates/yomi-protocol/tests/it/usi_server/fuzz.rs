//! Whatever is sent, nothing breaks.

use super::support::Talk;
use proptest::prelude::*;
use yomi_protocol::usi::codec::{Command, Go};

/// Words that mean something somewhere.
const WORDS: &str = "usi|isready|setoption|name|value|usinewgame|position|startpos|sfen|moves|go|\
    btime|wtime|byoyomi|binc|winc|movetime|nodes|depth|infinite|ponder|mate|searchmoves|stop|\
    ponderhit|gameover|a1|b2|9/9 b - 1|-1|0|99999999999999999999|1e9|nan|MultiPV|USI_Hash|luck|\
    whim|EnteringKingRule|<empty>";

fn lines() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => proptest::sample::select(WORDS.split('|').collect::<Vec<_>>()).prop_map(str::to_owned),
        1 => "\\PC{0,8}",
        1 => any::<String>(),
    ];
    proptest::collection::vec(word, 0..10).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_line_is_a_command_or_an_error_of_one_line(line in lines()) {
        match Command::parse(&line) {
            Ok(None) => prop_assert!(line.trim().is_empty()),
            Ok(Some(_)) => {}
            Err(error) => prop_assert!(!error.contains('\n') && error.len() < 300, "{error}"),
        }
        for fault in Go::parse(&line).faults {
            prop_assert!(!fault.contains('\n') && fault.len() < 300, "{fault}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_server_survives_any_lines(lines in proptest::collection::vec(lines(), 0..20)) {
        let talk = Talk::new("patient");
        for line in &lines {
            talk.send(line);
        }
        talk.send("setoption name whim value none");
        talk.send("position startpos");
        talk.send("isready");
        talk.until("readyok");
        for line in talk.end() {
            prop_assert!(!line.trim().is_empty());
        }
    }
}
