//! Whole games between two of our clients on our server.

use super::support::{Puppeteer, game, options, serve};
use crate::common::LONG;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use yomi_core::params::Spec;
use yomi_core::{Game as _, Outcome, Seed, Stop};
use yomi_curling::{Curling, Noise};
use yomi_online::dc3::client::{self, Played};
use yomi_online::dc3::server::Options;
use yomi_online::tcp::connect;
use yomi_records::dc3::log::{self, Log, LogWriter};
use yomi_records::dc3::{Ending, MatchResult, PerTeam, Team};

/// Plays a game; both teams throw the same again and again.
fn play(options: Options, throws: [&str; 2], log: &Path) -> MatchResult {
    let server = serve(options);
    let ports = PerTeam::from_fn(|team| server.address(team).expect("an address").port());
    let log = LogWriter::create(log, "a-game").expect("a new log");
    std::thread::scope(|scope| {
        let stop = Stop::default();
        let running = scope.spawn(move || server.run(Some(log), &stop, &mut ()));
        let clients = Team::BOTH.map(|team| {
            let host = Puppeteer(throws[team.index()].to_owned());
            let port = ports[team];
            scope.spawn(move || {
                let stream = connect("127.0.0.1", port, LONG).expect("a server");
                let options = client::Options {
                    name: format!("puppet of {team}"),
                    engine: Spec::named("puppet"),
                    seed: Seed::new(3),
                    patience: LONG,
                    wait: LONG,
                };
                client::play(stream, &host, &options, &Stop::default(), &mut ())
            })
        });
        let played = clients.map(|client| client.join().expect("no panic").expect("a game"));
        let result = running.join().expect("no panic").expect("a log");
        for (
            team,
            Played {
                team: told,
                result: seen,
            },
        ) in Team::BOTH.into_iter().zip(played)
        {
            assert_eq!(told, team);
            assert_eq!(seen, result);
        }
        result
    })
}

fn read(path: &Path) -> Log {
    let file = File::open(path).expect("a log");
    log::read(BufReader::new(file)).expect("a sound log")
}

/// Every shot of the log, played anew, leads where the log says.
fn replay(log: &Log, game: &Curling) {
    let mut state = game.initial();
    for shot in &log.shots {
        assert_eq!(shot.before, state, "end {} shot {}", state.end, state.shot);
        assert_eq!(shot.team, Team::from(game.to_move(&state)));
        game.deliver(&mut state, shot.actual);
        assert_eq!(shot.after.end, state.end);
        if shot.after.game_result.is_none() {
            assert_eq!(shot.after.to_state(game).expect("sound"), state);
        }
    }
    let result = log.result.as_ref().expect("the game is over");
    match game.outcome(&state).expect("the game is over") {
        Outcome::Win(player) => assert_eq!(result.winner, Some(player.into())),
        _ => assert_eq!(result.winner, None),
    }
    assert_eq!(
        result.score,
        PerTeam::from_fn(|team| state.total(team.player()))
    );
}

/// Where the frames of a trajectory lead.
fn last_stones(trajectory: &serde_json::Value) -> serde_json::Value {
    let mut stones = trajectory["start"].clone();
    let frames = trajectory["frames"].as_array().expect("frames");
    assert!(!frames.is_empty());
    for change in frames
        .iter()
        .flat_map(|frame| frame.as_array().expect("changes"))
    {
        let team = change["team"].as_str().expect("a team");
        let index = change["index"].as_u64().expect("a number") as usize;
        stones[team][index] = change["value"].clone();
    }
    stones
}

#[test]
fn a_game_of_one_end_is_played_logged_and_replayed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game = game(1);
    // The first draws to the tee, the other throws through the house.
    let throws = ["0.132,2.3995,ccw", "0.5,4,cw"];
    let mut hosted = options(game.clone());
    hosted.trajectory = Some(100);
    let result = play(hosted, throws, folder.path());
    assert_eq!(result.reason, Ending::Score);
    let mut inner = fs::read_dir(folder.path()).expect("a folder");
    let inner = inner.next().expect("a folder").expect("a folder").path();
    assert!(inner.to_string_lossy().ends_with("_a-game"));
    let log = read(&inner.join("game.dcl2"));
    assert_eq!(log.result, Some(result));
    assert_eq!(log.names.team1, "puppet of team1");
    assert_eq!(log.shots.len(), 16);
    replay(&log, &game);
    // Each throw has a log of its own, for viewers that show stones on the move.
    for shot in 0..16 {
        let text = fs::read_to_string(inner.join(format!("shot_e000s{shot:02}.json")));
        let entry: serde_json::Value = serde_json::from_str(&text.expect("a file")).expect("JSON");
        assert_eq!(
            (&entry["tag"], &entry["log"]["shot"]),
            (&"sht".into(), &shot.into())
        );
        let trajectory = &entry["log"]["trajectory"];
        assert_eq!(
            last_stones(trajectory),
            trajectory["finish"],
            "throw {shot}"
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let noisy = Curling {
        noise: Noise::Standard,
        ..game(2)
    };
    let shots = |name: &str, seed: u64| {
        let path = folder.path().join(name);
        let mut hosted = options(noisy.clone());
        hosted.seed = Seed::new(seed);
        play(hosted, ["0.132,2.3995,ccw", "-0.1,2.45,cw"], &path);
        let log = read(&path);
        replay(&log, &noisy);
        // All but the clocks, which measure real time.
        let shots = log.shots.into_iter();
        let timeless = shots.map(|shot| (shot.before, shot.requested, shot.actual, shot.foul));
        timeless.collect::<Vec<_>>()
    };
    let first = shots("a.dcl2", 5);
    assert!(
        first
            .iter()
            .all(|(_, requested, actual, _)| actual != requested)
    );
    assert_eq!(first, shots("b.dcl2", 5));
    assert_ne!(first, shots("c.dcl2", 6));
}

#[test]
fn a_tie_goes_on_in_extra_ends_with_clocks_of_their_own_until_a_draw() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("draw.dcl2");
    let mut hosted = options(game(1));
    hosted.game.extra_ends = 2;
    let game = hosted.game.clone();
    let extra = serde_json::from_str("44.5").expect("a time");
    hosted.rules.setting.extra_end_thinking_time = PerTeam {
        team0: extra,
        team1: extra,
    };
    // Nobody ever reaches the house.
    let result = play(hosted, ["0,0.5,cw", "0,0.5,ccw"], &path);
    assert_eq!((result.winner, result.reason), (None, Ending::Draw));
    let log = read(&path);
    assert_eq!(log.shots.len(), 48);
    replay(&log, &game);
    for end in [1, 2] {
        let before = &log.shots[end * 16 - 1].after;
        assert_eq!(before.thinking_time_remaining.team0, extra, "end {end}");
    }
}

#[test]
fn the_log_of_a_server_that_was_killed_can_be_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.dcl2");
    play(options(game(1)), ["0.132,2.3995,ccw", "0.5,4,cw"], &path);
    let whole = fs::read(&path).expect("a log");
    let complete = log::read(&whole[..]).expect("a sound log");
    let head = whole
        .windows(8)
        .position(|window| window == b"new_game")
        .expect("a game");
    let mut most = 0;
    for length in (head + 200..whole.len()).step_by(97) {
        let log = log::read(&whole[..length]).expect("a log that breaks off");
        let ends_in_line = whole[length - 1] == b'\n';
        assert!(log.cut || ends_in_line || whole[length] == b'\n');
        assert_eq!(log.shots[..], complete.shots[..log.shots.len()]);
        most = most.max(log.shots.len());
    }
    assert_eq!(most, 16);
}
