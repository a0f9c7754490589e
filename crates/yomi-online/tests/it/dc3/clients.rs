//! Our client against servers of all kinds.

use super::script::act;
use super::support::{Puppeteer, game, options};
use crate::common::LONG;
use crate::common::peer::Peer;
use crate::common::script::{Case, cases};
use std::net::TcpListener;
use std::time::Duration;
use yomi_core::params::Spec;
use yomi_core::{Seed, Stop};
use yomi_online::dc3::client::{Options, play};
use yomi_online::tcp::connect;
use yomi_records::dc3::message::{Dc, IsReady, NewGame, ServerMessage, VERSION};
use yomi_records::dc3::{PerTeam, Seconds, Team};

#[test]
fn the_client_ends_every_conversation_with_a_result_or_a_clear_error() {
    for case in cases("tests/it/dc3/client") {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let told = std::thread::scope(|scope| {
            let case = &case;
            let client = scope.spawn(move || {
                let stream = connect("127.0.0.1", port, LONG).expect("a listener");
                let host = Puppeteer(setting(case, "engine", "0.125,2.5,cw"));
                let options = options_of(case);
                match play(stream, &host, &options, &Stop::default(), &mut ()) {
                    Ok(played) => format!("{}: {}", played.team, played.result),
                    Err(error) => format!("error: {error}"),
                }
            });
            let (stream, _) = listener.accept().expect("a client");
            converse(case, Peer::new(stream));
            client.join().expect("no panic")
        });
        case.check_end(&told);
    }
}

fn setting(case: &Case, key: &str, default: &str) -> String {
    let given = case.settings.get(key);
    given.map_or_else(|| default.to_owned(), String::clone)
}

fn options_of(case: &Case) -> Options {
    let time = |key: &str| {
        let seconds = setting(case, key, "60").parse().expect("seconds");
        Duration::from_secs_f64(seconds)
    };
    Options {
        name: "puppet".to_owned(),
        engine: Spec::named("puppet"),
        seed: Seed::new(1),
        patience: time("patience"),
        wait: time("wait"),
    }
}

/// The server does as the case says, and hangs up at the end.
fn converse(case: &Case, peer: Peer) {
    let mut peer = Some(peer);
    for (who, step) in &case.steps {
        let place = format!("{} [{who} {step}]", case.place);
        let server = peer.take().expect("the server has not hung up");
        peer = match who.as_str() {
            "server" => act(server, step, &place),
            "both" => Some(begin(server, case, step, &place)),
            _ => panic!("{place}: nobody is called '{who}'"),
        };
    }
    if let Some(peer) = peer {
        peer.close();
    }
}

/// The usual beginning; the client plays for team 0.
fn begin(mut peer: Peer, case: &Case, step: &str, place: &str) -> Peer {
    let say = |peer: &mut Peer, message: ServerMessage| {
        peer.say(&serde_json::to_string(&message).expect("JSON"));
    };
    let dc = Dc {
        version: VERSION,
        game_id: String::new(),
        date_time: String::new(),
    };
    let mut ready = IsReady {
        team: Some(Team::Team0),
        game: options(game(2)).rules,
    };
    let extra: f64 = setting(case, "extra", "60").parse().expect("seconds");
    let extra = Seconds::try_from(extra).expect("a time");
    ready.game.setting.extra_end_thinking_time = PerTeam::from_fn(|_| extra);
    let new_game = NewGame {
        name: PerTeam::default(),
    };
    say(&mut peer, ServerMessage::Dc(dc));
    peer.hear();
    if step == "asked" {
        return peer;
    }
    say(&mut peer, ServerMessage::IsReady(ready));
    if step == "told" {
        return peer;
    }
    assert_eq!(step, "ready", "{place}");
    peer.hear();
    say(&mut peer, ServerMessage::NewGame(new_game));
    peer
}
