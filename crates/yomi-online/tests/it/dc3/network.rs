//! Games over links with delay, jitter and cuts. (That a fixed reserve would not last on these clocks
//! is shown where shares are computed.)

use super::support::{Puppeteer, game, options, serve};
use crate::common::LONG;
use crate::common::link::{Break, Weather, link};
use crate::common::thinker::Thinkers;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use yomi_core::engine::Host;
use yomi_core::params::Spec;
use yomi_core::{Seed, Stop};
use yomi_online::dc3::client::{self, ClientError, Played};
use yomi_online::dc3::server;
use yomi_online::tcp::connect;
use yomi_records::dc3::{Ending, GameState, MatchResult, PerTeam, Seconds, Team};

const WAY: Duration = Duration::from_millis(100);

/// A draw to the tee, which wins an end against those who throw through the house.
const DRAW: &str = "0.132,2.3995,ccw";

/// A game of one end between our side behind a link, which has this time and thinks as long as it
/// may, and opponents next to the server who throw at once.
struct Meeting {
    weather: Weather,
    time: Duration,
    /// How long our side puts up with silence, beyond the clocks.
    patience: Duration,
}

/// What came of a game.
struct Outcome {
    ours: Result<Played, ClientError>,
    result: MatchResult,
    /// Whether our engine had its tables when we said that we were ready.
    was_prepared: bool,
    /// Our clock after each update, in seconds.
    clocks: Vec<f64>,
}

/// Notes whether the engine has its tables when its client says that it is ready.
struct Steward<'a>(&'a Thinkers, bool);

impl server::Watcher for Steward<'_> {
    fn ready(&mut self, team: Team, _: &str) {
        if team == Team::Team0 {
            self.1 = self.0.is_prepared();
        }
    }
}

/// Notes our clock.
struct Clocks(Vec<f64>);

impl client::Watcher for Clocks {
    fn update(&mut self, state: &GameState) {
        let left = state.thinking_time_remaining.team0.duration();
        self.0.push(left.as_secs_f64());
    }
}

fn join(
    address: SocketAddr,
    host: &dyn Host,
    patience: Duration,
    watcher: &mut dyn client::Watcher,
) -> Result<Played, ClientError> {
    let stream = connect("127.0.0.1", address.port(), LONG).expect("a server");
    let options = client::Options {
        name: "client".to_owned(),
        engine: Spec::named("any"),
        seed: Seed::new(3),
        patience,
        wait: LONG,
    };
    client::play(stream, host, &options, &Stop::default(), watcher)
}

impl Meeting {
    fn hold(self) -> Outcome {
        let mut hosted = options(game(1));
        hosted.rules.setting.thinking_time = PerTeam::from_fn(|_| Seconds::from(self.time));
        hosted.rules.setting.extra_end_thinking_time = PerTeam::default();
        hosted.patience.farewell = Duration::from_millis(50);
        let server = serve(hosted);
        let addresses = PerTeam::from_fn(|team| server.address(team).expect("an address"));
        let ending = b'\n';
        let weather = Weather {
            ending,
            ..self.weather
        };
        let behind = link(addresses.team0, weather);
        let thinkers = Thinkers::new(DRAW);
        std::thread::scope(|scope| {
            let running = scope.spawn(|| {
                let mut steward = Steward(&thinkers, false);
                let result = server.run(None, &Stop::default(), &mut steward);
                (result.expect("no log"), steward.1)
            });
            let ours = scope.spawn(|| {
                let mut clocks = Clocks(Vec::new());
                let ours = join(behind, &thinkers, self.patience, &mut clocks);
                (ours, clocks.0)
            });
            let opponents = scope.spawn(|| {
                let host = Puppeteer("0.5,4,cw".to_owned());
                join(addresses.team1, &host, LONG, &mut ())
            });
            let (ours, clocks) = ours.join().expect("no panic");
            let (result, was_prepared) = running.join().expect("no panic");
            let opponents = opponents.join().expect("no panic").expect("a result");
            assert_eq!(opponents.result.winner, result.winner);
            Outcome {
                ours,
                result,
                was_prepared,
                clocks,
            }
        })
    }
}

/// Plays a game of eight throws on a clock of four seconds; what is left when it is over.
fn play_to_the_end(weather: Weather) -> f64 {
    let outcome = Meeting {
        weather,
        time: Duration::from_secs(4),
        patience: LONG,
    }
    .hold();
    assert_eq!(outcome.result.reason, Ending::Score, "{}", outcome.result);
    assert_eq!(outcome.ours.expect("a game").result, outcome.result);
    assert!(outcome.was_prepared);
    assert_eq!(outcome.clocks.len(), 17);
    outcome.clocks[16]
}

/// Of four seconds eight throws lose 1.6 s on the way; the rest is to be used.
#[test]
fn a_game_with_a_tenth_of_a_second_each_way_is_not_lost_on_time() {
    let left = play_to_the_end(Weather {
        delay: WAY,
        ..Weather::default()
    });
    assert!(left < 1.5, "{left} s were not used");
}

#[test]
fn a_game_with_jitter_is_not_lost_on_time() {
    play_to_the_end(Weather {
        delay: WAY / 2,
        jitter: WAY,
        ..Weather::default()
    });
}

/// There is no way back into a game of this protocol: a client that is cut off says so, and the
/// opponents win.
#[test]
fn a_cut_is_an_error_here_and_a_forfeit_there() {
    // After dc, is_ready, new_game and some updates: in our own turn and in the opponents'.
    for messages in [4, 5, 6, 9] {
        for (how, told) in [
            (Break::Close, "the connection was closed"),
            (
                Break::CloseWithin,
                "the connection was closed in the middle of a line",
            ),
        ] {
            let outcome = Meeting {
                weather: Weather {
                    delay: Duration::from_millis(2),
                    breaks: Some((messages, how)),
                    ..Weather::default()
                },
                time: Duration::from_secs(2),
                patience: LONG,
            }
            .hold();
            let place = format!("{how:?} after {messages}");
            let error = outcome.ours.expect_err(&place).to_string();
            let expected = format!("waiting for update from the server: {told}");
            assert_eq!(error, expected, "{place}");
            let result = outcome.result.to_string();
            assert!(
                result.starts_with("team1 wins by forfeit"),
                "{place}: {result}"
            );
        }
    }
}

#[test]
fn a_link_that_falls_silent_is_noticed() {
    let began = Instant::now();
    let outcome = Meeting {
        weather: Weather {
            breaks: Some((4, Break::FallSilent)),
            ..Weather::default()
        },
        time: Duration::from_secs(1),
        patience: Duration::from_secs(1),
    }
    .hold();
    let error = outcome.ours.expect_err("silence").to_string();
    // The opponents could have thought for all of their second.
    let expected = "waiting for update from the server: no answer within 2.000 s";
    assert_eq!(error, expected);
    assert_eq!(
        outcome.result.reason,
        Ending::TimeLimit,
        "{}",
        outcome.result
    );
    assert!(began.elapsed() < LONG);
}
