//! Records in the Smart Game Format.

mod blokus;
mod go;
mod hostile;
mod setups;
mod styles;

use std::sync::Arc;
use yomi_core::Referee;
use yomi_core::engine::{GameReferee, RefereeParts, Step, list_all};
use yomi_core::params::Parameters;
use yomi_go::{LargeGo, Rules};
use yomi_records::sgf::{GameRecord, RecordedMove};

/// The moves with the letters of their players: `B e10,f10`.
fn moves(record: &GameRecord) -> Vec<String> {
    let line =
        |played: &RecordedMove| format!("{} {}", ["B", "W"][played.player.index()], played.text);
    record.moves.iter().map(line).collect()
}

/// The moves of each stretch, which but for the first begins with a position that is set up.
fn in_stretches(steps: &[Step]) -> Vec<(Option<String>, Vec<String>)> {
    let mut all = vec![(None, Vec::new())];
    for step in steps {
        let (position, text) = match step {
            Step::SetUp(position) => (Some(position), None),
            Step::Move { set_up, text, .. } => (set_up.as_ref(), Some(text)),
        };
        if position.is_some() {
            all.push((position.cloned(), Vec::new()));
        }
        let (_, moves) = all.last_mut().unwrap();
        moves.extend(text.cloned());
    }
    // A position at which nothing is played does not count, unless it is the only one.
    let last = all.len() - 1;
    let mut index = 0;
    all.retain(|(_, moves)| {
        index += 1;
        index > last || !moves.is_empty()
    });
    all
}

/// A referee of Go with these settings, as [`GameRecord::settings`] gives them.
fn go_referee(settings: &[(String, String)]) -> Box<dyn Referee> {
    let mut rules = Rules::default();
    for (name, value) in settings {
        assert!(rules.set(name, value).unwrap());
    }
    let game = Arc::new(LargeGo::new(rules).expect("a size that there is"));
    let parts = RefereeParts::new(list_all).setup().scored();
    Box::new(GameReferee::with_parts(game, parts))
}
