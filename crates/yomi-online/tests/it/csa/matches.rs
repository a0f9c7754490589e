//! Whole games between two clients of ours, over real sockets.

use super::match_server::{Hosted, MatchServer, Plan};
use super::support::{Casino, options};
use crate::common::{self, LONG, RaiseAtEnd};
use std::time::Duration;
use yomi_core::{Player, Seed, Stop};
use yomi_online::common::Options;
use yomi_online::csa::client::{Client, ClientError, Finished, SessionWatcher, Watcher};
use yomi_online::tcp::connect;
use yomi_records::shogi::{Diagram, Format, RecordedMove};
use yomi_shogi::Board;

/// Keeps what it sees.
#[derive(Default)]
struct Album {
    games: Vec<Finished>,
    /// The records, those of games that were broken off too.
    records: Vec<String>,
    broken_off: usize,
}

impl SessionWatcher for Album {
    fn lost(&mut self, error: &ClientError, _: Duration) {
        assert!(self.broken_off > 0, "{error}");
    }
}

impl Watcher for Album {
    fn record(&mut self, lines: &str) {
        if lines.starts_with("'CSA ") {
            self.records.push(String::new());
        }
        *self.records.last_mut().expect("a record has a beginning") += lines;
    }

    fn finished(&mut self, game: &Finished) {
        self.games.push(game.clone());
    }

    fn broken_off(&mut self, _: &str) {
        self.broken_off += 1;
    }
}

const NAMES: [&str; 2] = ["kuro", "shiro"];

/// What the server and both clients say about some games; the clients leave after so many.
fn play(plans: &[Plan], games: [u32; 2]) -> (Vec<Hosted>, [Album; 2]) {
    let server = MatchServer::new();
    let port = server.port();
    let over = Stop::default();
    let player = |name: &'static str, games: u32| {
        let over = over.clone();
        move || {
            let options = options(Options {
                games: Some(games),
                seed: Seed::new(name.len() as u64),
                ..common::options(name)
            });
            let mut album = Album::default();
            let host = Casino::drifting();
            let mut dial = || {
                assert!(!over.is_raised(), "{name}: the server is gone");
                connect("127.0.0.1", port, LONG)
            };
            let leave = || false;
            let mut client = Client::new(&host, &options, &leave);
            let finished = client.run(&mut dial, &mut album);
            assert_eq!(finished.expect("games"), games, "{name}");
            album
        }
    };
    std::thread::scope(|scope| {
        let [kuro, shiro] = NAMES;
        let clients = [
            scope.spawn(player(kuro, games[0])),
            scope.spawn(player(shiro, games[1])),
        ];
        let end = RaiseAtEnd(over.clone());
        let hosted = server.host(plans);
        drop(end);
        (
            hosted,
            clients.map(|client| client.join().expect("no panic")),
        )
    })
}

/// The moves of a record and their times, as a reader of records sees them; the moves are legal.
fn moves_of(text: &str) -> Vec<(String, u64)> {
    let read = Format::Csa.read_all(text);
    let [Ok(record)] = read.as_slice() else {
        panic!("{text}: {read:?}")
    };
    let moves = record.moves.iter();
    let seconds = |played: &RecordedMove| played.time.expect("a time").as_secs();
    moves
        .map(|played| (played.action.to_string(), seconds(played)))
        .collect()
}

fn hosted_moves(hosted: &Hosted) -> Vec<(String, u64)> {
    let mut board = Diagram::of(&Board::start());
    let moves = hosted.moves.iter().map(|(played, time)| {
        let usi = played.to_usi(|square| board.kind(square));
        board.play(played);
        (usi.expect("a move"), *time)
    });
    moves.collect()
}

#[test]
fn two_games_to_the_end_with_the_sides_changed() {
    let [kuro, shiro] = NAMES;
    let plans = [
        Plan {
            names: [kuro, shiro],
            most: 100_000,
            cut: None,
        },
        Plan {
            names: [shiro, kuro],
            most: 40,
            cut: None,
        },
    ];
    let (hosted, albums) = play(&plans, [2, 2]);
    assert!(hosted[0].moves.len() > 20, "{:?}", hosted[0].ends);
    assert_eq!(hosted[1].moves.len(), 40);
    assert_eq!(hosted[1].ends, ["#MAX_MOVES #CENSORED"; 2]);
    for (number, (plan, hosted)) in plans.iter().zip(&hosted).enumerate() {
        assert_eq!(hosted.remarks, hosted.moves.len());
        for (name, album) in NAMES.iter().zip(&albums) {
            let game = &album.games[number];
            assert_eq!(game.names, plan.names);
            assert_eq!(plan.names[game.we_were.index()], *name);
            assert_eq!(game.moves, hosted.moves.len());
            let told = &hosted.ends[game.we_were.index()];
            assert!(told.ends_with(game.verdict.word()), "{told}");
            assert!(
                told.contains(game.reason.expect("a reason").word()),
                "{told}"
            );
            let record = &album.records[number];
            assert_eq!(moves_of(record), hosted_moves(hosted));
            let remarks = record.lines().filter(|line| line.starts_with("'** "));
            let ours = hosted.moves.iter();
            let ours = ours.filter(|(played, _)| played.side == game.we_were);
            assert_eq!(remarks.count(), ours.count());
        }
    }
}

#[test]
fn who_is_cut_off_has_lost_and_comes_back_for_the_next_game() {
    let names = NAMES;
    let plans = [
        Plan {
            names,
            most: 256,
            cut: Some(13),
        },
        Plan {
            names,
            most: 10,
            cut: None,
        },
    ];
    let (hosted, [kuro, shiro]) = play(&plans, [2, 1]);
    assert_eq!(hosted[0].ends[Player::First.index()], "%TORYO #RESIGN #WIN");
    assert_eq!((kuro.games.len(), kuro.broken_off), (2, 0));
    assert_eq!((shiro.games.len(), shiro.broken_off), (1, 1));
    // What was played is written down on both sides.
    let all = hosted_moves(&hosted[0]);
    assert_eq!(moves_of(&kuro.records[0]), all);
    let [broken, _] = shiro.records.as_slice() else {
        panic!("{} records", shiro.records.len())
    };
    let known = moves_of(broken);
    assert!(all.starts_with(&known) && known.len() >= 12, "{broken}");
    assert!(broken.contains("\n%CHUDAN\n"), "{broken}");
}
