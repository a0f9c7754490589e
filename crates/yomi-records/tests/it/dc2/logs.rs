//! `.dcl` files.

use proptest::prelude::*;
use yomi_core::{Game, Player, Seed};
use yomi_curling::{Curling, Shot, Spin, State, Vector, World, aim};
use yomi_records::dc2::from_server::SetState;
use yomi_records::dc2::log::{Log, LoggedShot, read};
use yomi_records::dc2::situation::Situation;

const OLDER: &[u8] = include_bytes!("logs/older.dcl");
const LATER: &[u8] = include_bytes!("logs/later.dcl");

fn ok(bytes: &[u8]) -> Log {
    read(bytes).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn an_older_log_tells_every_shot() {
    let log = ok(OLDER);
    let names = log.players.each_ref().map(|player| player.name.as_str());
    assert_eq!(names, ["Alice", "Bob"]);
    assert_eq!(
        log.players.each_ref().map(|player| player.time),
        [Some(438_000); 2]
    );
    assert_eq!(log.noise, Some(0.145));
    assert_eq!(
        (log.scores.as_slice(), log.total),
        (&[-1, 1][..], Some([1, 1]))
    );
    let places: Vec<(u8, u8)> = log
        .shots
        .iter()
        .map(|shot| (shot.before.state.end, shot.before.state.shot))
        .collect();
    assert_eq!(places, [(0, 13), (0, 14), (0, 15), (1, 0), (1, 1)]);
    let takeout = &log.shots[1];
    assert_eq!(takeout.thrower(), Player::First);
    assert_eq!(
        takeout.asked,
        Some(Shot::new(1.053141, -32.61152, Spin::Ccw))
    );
    assert_eq!(takeout.carried_out, Some(Shot::new(1.0, -32.5, Spin::Ccw)));
    assert_eq!(takeout.before.stones.get(13), Some(Vector::new(2.4, 5.25)));
    let after = takeout.after.expect("stones");
    assert_eq!(
        (after.get(13), after.get(14)),
        (None, Some(Vector::new(2.6, 5.5)))
    );
    assert!(takeout.before.scores.is_empty());
    // The last stone of an end, and the first of the next, thrown by the side that scored.
    assert_eq!(log.shots[2].after.expect("stones").len(), 3);
    let opening = &log.shots[3].before;
    assert_eq!(
        (opening.first(), opening.scores.as_slice()),
        (Player::Second, &[-1][..])
    );
    // What follows a gap is not what came of the shot before it.
    assert_eq!(log.shots[4].after, None);
}

#[test]
fn a_later_log_tells_how_it_ended() {
    let log = ok(LATER);
    assert_eq!(log.players[1].name, "Other One");
    assert_eq!(log.players[0].noise, [Some(0.0725), Some(0.29)]);
    let last = log.shots.last().expect("shots");
    assert!(last.conceded && last.asked.is_none() && last.carried_out.is_none());
    assert_eq!(log.conclusion.expect("an end").state, "NORMAL");
    assert_eq!(log.total, Some([0, 0]));
}

#[test]
fn what_is_written_is_read_again() {
    for bytes in [OLDER, LATER] {
        let log = ok(bytes);
        assert_eq!(ok(log.to_string().as_bytes()), log);
    }
}

/// The log with another line; lines count from 1.
fn with_line(bytes: &[u8], line: usize, text: &str) -> String {
    let all = String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let mut lines: Vec<&str> = all.lines().collect();
    lines[line - 1] = text;
    lines.join("\n")
}

#[test]
fn errors_name_the_line() {
    let cases = [
        (
            1,
            "GameInfo",
            "line 1: expected [section] or key=value, found 'GameInfo'",
        ),
        (
            1,
            "First=Alice",
            "line 1: expected a section such as [GameInfo], found 'First'",
        ),
        (
            3,
            "FirstRemTime=soon",
            "line 3: expected a whole number, found 'soon'",
        ),
        (6, "Random=inf", "line 6: expected a number, found 'inf'"),
        (
            7,
            "[0017]",
            "line 7: expected a section [EESS] with SS up to 16, found '0017'",
        ),
        (
            7,
            "[0014]",
            "line 7: expected SETSTATE 14 0 in section [0014], found SETSTATE 13 0",
        ),
        (
            8,
            "POSITION=13",
            "line 8: expected POSITION=POSITION and its fields, found '13'",
        ),
        (
            8,
            "POSITION=POSITION 1 2 3",
            "line 8: expected POSITION, y of stone 2: a number, found the end of the message",
        ),
        (
            8,
            "",
            "line 7: expected a POSITION in section [0013], found none",
        ),
        (
            9,
            "SETSTATE=SETSTATE 13 0 2 x",
            "line 9: expected SETSTATE, who throws: 0 or 1, found 'x'",
        ),
        (
            10,
            "BESTSHOT=READYOK",
            "line 10: expected BESTSHOT or CONCEDE, found 'READYOK'",
        ),
        (
            10,
            "BESTSHOT=BESTSHOT 1 2",
            "line 10: expected BESTSHOT, spin: 0 or 1, found the end of the message",
        ),
        (
            12,
            "[0013]",
            "line 12: expected a section after [0013], found '0013'",
        ),
        (
            24,
            "SCORE=SCORE 9",
            "line 24: expected SCORE, points: a whole number in -8..=8, found '9'",
        ),
        (
            24,
            "",
            "line 35: expected the scores of all ends before section [0116], found 0 scores",
        ),
    ];
    for (line, text, expected) in cases {
        let error = read(with_line(OLDER, line, text).as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn what_nobody_knows_does_not_count() {
    for text in ["; a remark", "Weather=fine", "[Weather]\nRandom=often"] {
        let log = ok(with_line(OLDER, 6, text).as_bytes());
        assert_eq!((log.noise, log.shots.len()), (None, 5), "{text}");
    }
}

#[test]
fn a_log_that_breaks_off_is_read_as_far_as_it_goes() {
    let all = String::from_utf8(OLDER.to_vec()).expect("UTF-8");
    let lines: Vec<&str> = all.lines().collect();
    let mut most = 0;
    for length in 0..=lines.len() {
        let text = lines[..length].join("\n");
        // A shot whose section has only begun is no shot yet.
        let log = ok(text.as_bytes());
        assert!(log.shots.len() >= most);
        most = log.shots.len();
    }
    assert_eq!(most, 5);
    assert_eq!(ok(b"").shots, []);
}

/// Throws draws all over the house, with noise, and keeps a log as a server does.
fn game_of_draws(game: &Curling) -> Log {
    let mut log = Log::default();
    let mut rng = Seed::new(7).rng();
    let mut state = game.initial();
    while !game.is_over(&state) {
        let set_state = SetState {
            shot: state.shot,
            end: state.end,
            ends: game.ends as u8,
            to_move: state.to_move(),
        };
        let before = Situation::new(state.stones, set_state, &log.scores);
        let aside = f64::from(state.shot % 5) * 0.4 - 0.8;
        let tee = game.world.sheet().tee;
        let spin = Spin::BOTH[usize::from(state.shot.is_multiple_of(3))];
        let asked = aim::draw_to(game.world, Vector::new(tee.x + aside, tee.y), spin);
        let asked = asked.expect("a shot");
        let carried_out = game.with_noise(asked, &mut rng);
        let mut next = state;
        game.deliver(&mut next, carried_out);
        let over = next.end > state.end;
        log.shots.push(LoggedShot {
            asked: Some(asked),
            carried_out: Some(carried_out),
            // The sheet is cleared after an end.
            after: (!over).then_some(next.stones),
            ..LoggedShot::new(before)
        });
        if over {
            log.scores.push(next.scores[usize::from(state.end)]);
        }
        state = next;
    }
    log
}

/// Read back, every shot leads from the position before it to the one after it, bit for bit.
#[test]
fn a_log_can_be_replayed() {
    let game = Curling {
        world: World::Dc2,
        ends: 3,
        extra_ends: 0,
        ..Curling::default()
    };
    let log = game_of_draws(&game);
    let text = log.to_string();
    let read = ok(text.as_bytes());
    assert_eq!(read, log);
    assert_eq!(read.shots.len(), 48);
    assert!(read.scores.iter().any(|&score| score != 0));
    for (number, shot) in read.shots.iter().enumerate() {
        let mut state: State = shot.before.position();
        game.deliver(&mut state, shot.carried_out.expect("a shot"));
        if let Some(after) = shot.after {
            assert_eq!(state.stones, after, "shot {number}");
        }
        if let Some(next) = read.shots.get(number + 1) {
            assert_eq!(state, next.before.position(), "shot {number}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_log_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
    }

    /// What a damaged log still says is written and read again.
    #[test]
    fn damaged_logs_are_logs_or_errors(
        later in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = if later { LATER } else { OLDER }.to_vec();
        for (place, byte) in changes {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(log) = read(&bytes) {
            let written = log.to_string();
            let again = read(written.as_bytes());
            prop_assert!(again.is_ok(), "{:?}\n{written}", again);
            prop_assert_eq!(again.unwrap().to_string(), written);
        }
    }
}
