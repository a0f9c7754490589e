//! Whatever comes over a line or out of a file: an answer, never a panic.

use super::support::{game, options};
use proptest::prelude::*;
use serde_json::{Value, json};
use yomi_curling::State;
use yomi_online::dc3::Config;
use yomi_records::dc3::message::{
    Dc, DcOk, IsReady, MoveMessage, NewGame, ReadyOk, Update, read_as,
};
use yomi_records::dc3::{GameState, log};

/// Reads a line in every way there is.
fn read_everyhow(line: &str) {
    let _ = read_as::<Dc>(line, "dc");
    let _ = read_as::<DcOk>(line, "dc_ok");
    let _ = read_as::<IsReady>(line, "is_ready").map(|ready| ready.game.game());
    let _ = read_as::<ReadyOk>(line, "ready_ok");
    let _ = read_as::<NewGame>(line, "new_game");
    let _ = read_as::<MoveMessage>(line, "move");
    if let Ok(update) = read_as::<Update>(line, "update") {
        let _ = update.state.next_team();
        let _ = update.state.to_state(&game(3));
    }
    let _ = Config::parse(line);
    let _ = log::read(line.as_bytes());
}

/// Messages and a log line that are right.
fn sound() -> Vec<Value> {
    let options = options(game(3));
    let state = GameState::of(
        &options.game,
        &State::default(),
        options.rules.setting.thinking_time,
        None,
    );
    let update = json!({"cmd": "update", "next_team": "team0", "state": state, "last_move": null});
    vec![
        json!({"cmd": "dc", "version": {"major": 1, "minor": 0}, "game_id": "", "date_time": ""}),
        json!({"cmd": "dc_ok", "name": "x"}),
        json!({"cmd": "is_ready", "team": "team0", "game": options.rules}),
        json!({"cmd": "ready_ok", "player_order": [0, 1, 2, 3]}),
        json!({"cmd": "new_game", "name": {"team0": "a", "team1": "b"}}),
        json!({"cmd": "move", "move": {"type": "shot", "velocity": {"x": 0, "y": 2}, "rotation": "cw"}}),
        json!({"tag": "gam", "log": update}),
        update,
    ]
}

#[test]
fn what_is_right_is_read() {
    let update = sound().pop().expect("an update").to_string();
    let update: Update = read_as(&update, "update").expect("an update");
    let state = update.state.to_state(&game(3)).expect("a state");
    assert_eq!(state, State::default());
}

/// Values that do not belong where they are put.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!([])),
        Just(json!({})),
        Just(json!("team1")),
        Just(json!(-1)),
        Just(json!(255)),
        Just(json!(1e300)),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
    ]
}

/// Every place in a value, as a path.
fn places(value: &Value, path: &str, into: &mut Vec<String>) {
    into.push(path.to_owned());
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                places(value, &format!("{path}/{name}"), into);
            }
        }
        Value::Array(items) => {
            for (number, value) in items.iter().enumerate() {
                places(value, &format!("{path}/{number}"), into);
            }
        }
        _ => {}
    }
}

proptest! {
    #[test]
    fn any_text(text in ".*") {
        read_everyhow(&text);
    }

    #[test]
    fn any_bytes_as_a_log(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = log::read(&bytes[..]);
    }

    #[test]
    fn messages_with_something_odd_in_them(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        odd in odd(),
    ) {
        let mut messages = sound();
        let message = which.get_mut(&mut messages);
        let mut paths = Vec::new();
        places(message, "", &mut paths);
        let path: &String = place.get(&paths);
        *message.pointer_mut(path).expect("a place") = odd;
        read_everyhow(&message.to_string());
    }

    #[test]
    fn messages_that_are_cut_and_glued(
        first in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
    ) {
        let messages: Vec<String> = sound().iter().map(Value::to_string).collect();
        let (first, second) = (first.get(&messages), second.get(&messages));
        let cut: String = first.chars().take(at.index(first.len())).collect();
        read_everyhow(&cut);
        read_everyhow(&(cut + second));
    }
}
