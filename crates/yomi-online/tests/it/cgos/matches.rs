//! Whole games between two clients of ours, over real sockets.

use super::match_server::{Cut, Hosted, MatchServer};
use super::support::{Casino, referee};
use crate::common::puppet::Whim;
use crate::common::{LONG, RaiseAtEnd, options};
use std::sync::Arc;
use std::time::Duration;
use yomi_core::{Player, Seed, Stop};
use yomi_go::{Rules, SmallGo};
use yomi_online::cgos::client::{Client, ClientError, Finished, Options, SessionWatcher, Watcher};
use yomi_online::tcp::connect;
use yomi_records::sgf::{Dialect, GameRecord};

/// Keeps what it sees.
#[derive(Default)]
struct Album {
    games: Vec<Finished>,
    lost: usize,
}

impl SessionWatcher for Album {
    fn lost(&mut self, _: &ClientError, _: Duration) {
        self.lost += 1;
    }
}

impl Watcher for Album {
    fn finished(&mut self, game: &Finished) {
        self.games.push(game.clone());
    }
}

fn rules() -> Arc<SmallGo> {
    Arc::new(SmallGo::new(Rules::default()).expect("a board"))
}

/// What the server and both clients say about a game with these cuts.
fn play(cuts: &[Cut]) -> (Hosted, [Album; 2]) {
    let names = ["Kuro", "Shiro"];
    let server = MatchServer::new(names, referee(rules()), cuts);
    let port = server.port();
    let over = Stop::default();
    let seat = |name: &'static str| {
        let over = over.clone();
        move || {
            let options = Options {
                games: Some(1),
                seed: Seed::new(name.len() as u64),
                ..options(name)
            };
            let mut album = Album::default();
            let host = Casino(Whim::Drift);
            let mut dial = || {
                assert!(!over.is_raised(), "{name}: the server is gone");
                connect("127.0.0.1", port, LONG)
            };
            let mut client = Client::new(&host, &options, &|| false);
            let games = client.run(&mut dial, &mut album);
            assert_eq!(games.expect("a game"), 1, "{name}");
            album
        }
    };
    std::thread::scope(|scope| {
        let clients = names.map(|name| scope.spawn(seat(name)));
        let end = RaiseAtEnd(over.clone());
        let hosted = server.host();
        drop(end);
        (
            hosted,
            clients.map(|client| client.join().expect("no panic")),
        )
    })
}

#[test]
fn a_game_from_the_first_move_to_the_score() {
    let (hosted, albums) = play(&[]);
    check(&hosted, &albums);
    assert_eq!(hosted.resumed, 0);
    assert_eq!(hosted.analyses, hosted.moves.len());
}

#[test]
fn a_game_in_which_one_side_is_cut_off_again_and_again() {
    let cuts = [
        Cut::After(6),
        Cut::Asking(13),
        Cut::After(20),
        Cut::Asking(33),
        Cut::Asking(47),
    ];
    let (hosted, albums) = play(&cuts);
    check(&hosted, &albums);
    assert_eq!(hosted.resumed, 5);
    assert_eq!(albums[1].lost, 5);
    assert_eq!(albums[0].lost, 0, "the other side notices nothing");
}

/// All three agree on the game, and its record can be read and played again.
fn check(hosted: &Hosted, albums: &[Album; 2]) {
    assert!(hosted.moves.len() > 60, "{hosted:?}");
    for (player, album) in Player::BOTH.into_iter().zip(albums) {
        let [game] = album.games.as_slice() else {
            panic!("{} games", album.games.len())
        };
        assert_eq!(game.we_were, player);
        assert_eq!(game.result.text, hosted.result);
        let moves: Vec<&str> = game.moves.iter().map(|played| &*played.text).collect();
        assert_eq!(moves, hosted.moves);
        for played in &game.moves {
            let ours = played.player == player;
            // What we thought of a move survives the loss of the connection; so does the server's
            // word that we moved where ours was lost.
            assert!(ours || played.comment.is_none(), "{played:?}");
        }
        let thought = game.moves.iter().filter(|played| played.comment.is_some());
        assert!(thought.count() >= moves.len() / 2 - album.lost);
        let text = game.record().to_sgf(&Dialect::GO);
        let record = GameRecord::parse(&text, &Dialect::GO).expect("a record");
        assert_eq!(record.moves, game.moves);
        assert_eq!(
            record.players,
            [Some("Kuro".to_owned()), Some("Shiro".to_owned())]
        );
        assert_eq!((record.size, record.komi), (Some(9), Some(7.0)));
        let mut again = referee(rules());
        for played in &record.moves {
            again.play(&played.text).expect("a legal move");
        }
        assert!(again.outcome().is_some());
    }
}
