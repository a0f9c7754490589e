//! Our server against clients of all kinds.

use super::script::act;
use super::support::{game, options, serve};
use crate::common::peer::Peer;
use crate::common::script::{Case, cases};
use serde_json::Value;
use std::fs::File;
use std::io::BufReader;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use yomi_core::Stop;
use yomi_online::dc3::server::{Options, Watcher};
use yomi_records::dc3::log::{self, LogWriter};
use yomi_records::dc3::{GameState, MatchResult, PerTeam, Seconds, Team};

#[test]
fn the_server_ends_every_conversation_with_a_result_on_record() {
    for case in cases("tests/it/dc3/server") {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("game.dcl2");
        let writer = LogWriter::create(&path, "a-game").expect("a new file");
        let server = serve(settings(&case));
        let addresses = PerTeam::from_fn(|team| server.address(team).expect("an address"));
        let result = std::thread::scope(|scope| {
            let stop = Stop::default();
            let mut porter = Porter::default();
            let running = scope.spawn(move || {
                let result = server.run(Some(writer), &stop, &mut porter);
                (result.expect("a log"), porter.0)
            });
            converse(&case, &addresses);
            let (result, turned_away) = running.join().expect("no panic");
            check_turned_away(&case, &turned_away);
            result
        });
        let told = result.to_string();
        case.check_end(&told);
        check_log(&path, &result, &case.place);
    }
}

/// Keeps who was turned away.
#[derive(Default)]
struct Porter(Vec<String>);

impl Watcher for Porter {
    fn turned_away(&mut self, team: Team, _: SocketAddr, why: &str) {
        self.0.push(format!("{team}: {why}"));
    }
}

fn check_turned_away(case: &Case, found: &[String]) {
    assert_eq!(found.len(), case.told.len(), "{}: {found:?}", case.place);
    for (found, expected) in found.iter().zip(&case.told) {
        assert!(found.starts_with(expected), "{}: {found}", case.place);
    }
}

fn settings(case: &Case) -> Options {
    let mut options = options(game(1));
    let seconds = |text: &str| Duration::from_secs_f64(text.parse().expect("seconds"));
    for (key, value) in &case.settings {
        match key.as_str() {
            "thinking" => {
                let (team0, team1) = value.split_once(' ').expect("two times");
                options.rules.setting.thinking_time = PerTeam {
                    team0: Seconds::from(seconds(team0)),
                    team1: Seconds::from(seconds(team1)),
                };
            }
            "connect" => options.patience.connect = seconds(value),
            "dc_ok" => options.patience.dc_ok = seconds(value),
            "ready_ok" => options.patience.ready_ok = seconds(value),
            "farewell" => options.patience.farewell = seconds(value),
            "trajectory" => options.trajectory = Some(value.parse().expect("a number")),
            _ => panic!("{}: no setting '{key}'", case.place),
        }
    }
    options
}

/// Both clients do as the case says. Then they read to the end and hang up.
fn converse(case: &Case, addresses: &PerTeam<SocketAddr>) {
    let mut peers: PerTeam<Option<Peer>> = PerTeam::default();
    for (who, step) in &case.steps {
        let place = format!("{} [{who} {step}]", case.place);
        match who.as_str() {
            "0" | "1" => {
                let team = Team::BOTH[usize::from(who == "1")];
                let peer = peers[team]
                    .take()
                    .unwrap_or_else(|| Peer::connect(addresses[team]));
                peers[team] = act(peer, step, &place);
            }
            "both" => {
                assert_eq!(step, "ready", "{place}");
                peers = PerTeam::from_fn(|team| Some(ready(Peer::connect(addresses[team]), team)));
                for team in Team::BOTH {
                    let peer = peers[team].take().expect("just connected");
                    let peer = act(peer, "hears new_game", &place).expect("still there");
                    peers[team] = act(peer, "hears update", &place);
                }
            }
            _ => panic!("{place}: nobody is called '{who}'"),
        }
    }
    for team in Team::BOTH {
        if let Some(mut peer) = peers[team].take() {
            while peer.hear().is_some() {}
        }
    }
}

fn ready(mut peer: Peer, team: Team) -> Peer {
    peer.hear();
    peer.say(&format!(r#"{{"cmd":"dc_ok","name":"{team}"}}"#));
    peer.hear();
    peer.say(r#"{"cmd":"ready_ok","player_order":[0,1,2,3]}"#);
    peer
}

/// The log can be read whatever happened, and tells the same result.
fn check_log(path: &std::path::Path, result: &MatchResult, place: &str) {
    let file = BufReader::new(File::open(path).expect("a log"));
    let log = log::read(file).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(log.result.as_ref(), Some(result), "{place}");
    assert!(!log.cut, "{place}");
}

/// What a client says to throw.
const THROW: &str =
    r#"{"cmd":"move","move":{"type":"shot","velocity":{"x":0.1,"y":2.4},"rotation":"cw"}}"#;

/// What a client says to give up.
const CONCEDE: &str = r#"{"cmd":"move","move":{"type":"concede"}}"#;

/// Hosts a match while clients `talk` to it, who can ask whether the server has left; the result, and
/// who was turned away.
fn hosted(
    options: Options,
    talk: impl FnOnce(&PerTeam<SocketAddr>, &dyn Fn() -> bool),
) -> (MatchResult, Vec<String>) {
    let server = serve(options);
    let addresses = PerTeam::from_fn(|team| server.address(team).expect("an address"));
    std::thread::scope(|scope| {
        let mut porter = Porter::default();
        let running = scope.spawn(move || {
            let result = server.run(None, &Stop::default(), &mut porter);
            (result.expect("no log"), porter.0)
        });
        talk(&addresses, &|| running.is_finished());
        running.join().expect("no panic")
    })
}

/// Both clients, up to the first update.
fn both_ready(addresses: &PerTeam<SocketAddr>) -> PerTeam<Peer> {
    PerTeam::from_fn(|team| ready(Peer::connect(addresses[team]), team))
}

/// Throws for the team whose turn it is.
fn throw(peers: &mut PerTeam<Peer>, heard: &Value) {
    match heard["next_team"].as_str() {
        Some("team0") => peers.team0.say(THROW),
        Some("team1") => peers.team1.say(THROW),
        _ => {}
    }
}

/// The game begins, and team 0 gives up.
fn concede(peers: &mut PerTeam<Peer>) {
    for _ in ["new_game", "update"] {
        peers.team0.hear();
    }
    peers.team0.say(CONCEDE);
    while peers.team0.hear().is_some() {}
}

#[test]
fn a_client_that_does_not_read_loses() {
    let mut options = options(game(10));
    // Every millisecond of every throw: more than any buffer between two programs holds.
    options.trajectory = Some(1);
    options.patience.send = Duration::from_secs(1);
    let (result, _) = hosted(options, |addresses, _| {
        let mut peers = both_ready(addresses);
        // Team 1 throws when it should, but only team 0 listens.
        while let Some(heard) = peers.team0.hear_json() {
            throw(&mut peers, &heard);
        }
    });
    assert_eq!(
        result.to_string(),
        "team0 wins by forfeit: team1 (team1): no answer within 1.000 s"
    );
}

/// However much a client says after the game, the server leaves in time.
#[test]
fn a_client_that_never_falls_silent_does_not_hold_the_server_up() {
    let mut options = options(game(1));
    options.patience.farewell = Duration::from_millis(50);
    let (result, _) = hosted(options, |addresses, has_left| {
        let mut peers = both_ready(addresses);
        concede(&mut peers);
        while !has_left() {
            peers.team0.send(&[b'\n'; 8192]);
        }
    });
    assert_eq!(result.to_string(), "team1 wins, the opponents conceded");
}

/// A silent connection is hung up on after a while. On a busy machine that can happen to a client too,
/// which then comes again.
#[test]
fn a_silent_stranger_is_turned_away_after_a_while() {
    let mut options = options(game(1));
    options.patience.dc_ok = Duration::from_millis(50);
    let (result, turned_away) = hosted(options, |addresses, _| {
        let mut silent = Peer::connect(addresses.team0);
        assert!(silent.hear().is_some_and(|dc| dc.contains("\"dc\"")));
        assert_eq!(silent.hear(), None);
        let mut peers = PerTeam::from_fn(|team| {
            loop {
                let mut peer = Peer::connect(addresses[team]);
                peer.hear();
                peer.say(r#"{"cmd":"dc_ok","name":"client"}"#);
                if peer.hear().is_some() {
                    peer.say(r#"{"cmd":"ready_ok","player_order":[0,1,2,3]}"#);
                    return peer;
                }
            }
        });
        concede(&mut peers);
        while peers.team1.hear().is_some() {}
    });
    assert_eq!(result.to_string(), "team1 wins, the opponents conceded");
    assert_eq!(turned_away[0], "team0: did not answer dc within 0.05 s");
}

/// Silent connections do not keep others waiting; when there are too many, the oldest go first.
#[test]
fn a_client_gets_its_seat_among_silent_strangers() {
    const STRANGERS: usize = 40;
    let mut strangers = Vec::new();
    let mut throws = 0;
    let (result, turned_away) = hosted(options(game(1)), |addresses, _| {
        strangers.extend((0..STRANGERS).map(|_| Peer::connect(addresses.team0)));
        let mut peers = both_ready(addresses);
        while let Some(heard) = peers.team0.hear_json() {
            // Nobody can connect while the game is on, and it does not mind who tries.
            for team in Team::BOTH {
                assert!(heard["cmd"] == "is_ready" || TcpStream::connect(addresses[team]).is_err());
            }
            throws += usize::from(heard["next_team"].is_string());
            throw(&mut peers, &heard);
        }
        while peers.team1.hear().is_some() {}
    });
    assert!(throws >= 16, "{throws} throws: {result}");
    assert_eq!(turned_away.len(), STRANGERS);
    let crowd = "team0: more than 16 connections have not said who they are";
    assert_eq!(turned_away[0], crowd);
    assert_eq!(turned_away[STRANGERS - 1], "team0: the seat is taken");
    for stranger in &mut strangers {
        while stranger.hear().is_some() {}
    }
}

/// Stops the server as soon as the game has begun.
struct Stopper<'a>(&'a Stop);

impl Watcher for Stopper<'_> {
    fn update(&mut self, _: &GameState) {
        self.0.raise();
    }
}

#[test]
fn a_server_that_is_stopped_says_so_on_record() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.dcl2");
    let writer = LogWriter::create(&path, "a-game").expect("a new file");
    let server = serve(options(game(1)));
    let addresses = PerTeam::from_fn(|team| server.address(team).expect("an address"));
    let result = std::thread::scope(|scope| {
        let running = scope.spawn(move || {
            let stop = Stop::default();
            server.run(Some(writer), &stop, &mut Stopper(&stop))
        });
        let peers = both_ready(&addresses);
        let result = running.join().expect("no panic").expect("a log");
        drop(peers);
        result
    });
    assert_eq!(result.to_string(), "no contest: stopped");
    check_log(&path, &result, "stopped");
}
