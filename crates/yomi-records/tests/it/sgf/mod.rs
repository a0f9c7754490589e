//! Records in the Smart Game Format.

mod blokus;
mod go;
mod hostile;
mod styles;

use std::sync::Arc;
use yomi_core::Referee;
use yomi_core::engine::{GameReferee, RefereeParts, list_all};
use yomi_core::params::Parameters;
use yomi_go::{LargeGo, Rules};
use yomi_records::sgf::{GameRecord, RecordedMove};

/// The moves with the letters of their players: `B e10,f10`.
fn moves(record: &GameRecord) -> Vec<String> {
    let line =
        |played: &RecordedMove| format!("{} {}", ["B", "W"][played.player.index()], played.text);
    record.moves.iter().map(line).collect()
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
