//! The server as a controller sees it.

mod fuzz;
mod script;
mod seeds;
mod serve;
mod streams;
mod support;
mod undo;

use std::fs;
use yomi_protocol::gtp::codec::Request;

/// The games that sessions are about.
const GAMES: &[&str] = &["blokus-duo", "go", "tic-tac-toe"];

/// Every file in `sessions` is `GAME-THEME.txt`.
#[test]
fn sessions_go_as_written() {
    let mut faults = Vec::new();
    let mut tried = Vec::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gtp_server/sessions");
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let (game, _) = name.rsplit_once('-').expect("GAME-THEME.txt");
        let known = GAMES.iter().find(|known| **known == game);
        let game = known.expect("a game of which there are sessions");
        let own = tempfile::tempdir().expect("a folder");
        let text = fs::read_to_string(&path).expect("readable");
        let mut server = support::server(game, "picky:pick=0");
        for exchange in script::parse(&name, &text, &own.path().to_string_lossy()) {
            let request = Request::parse(&exchange.line);
            tried.extend(request.map(|request| request.name));
            let reply = server.answer(&exchange.line);
            faults.extend(exchange.fault(reply.as_deref()));
        }
    }
    for game in GAMES {
        let known = support::server(game, "picky").answer("list_commands");
        for name in known.expect("a reply").trim_start_matches("= ").lines() {
            let is_tried = name.is_empty() || tried.iter().any(|tried| tried == name);
            assert!(is_tried, "no session tries '{name}'");
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
