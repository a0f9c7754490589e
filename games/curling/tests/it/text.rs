//! Throws and positions as text: what is written is read back exactly, and nothing that is read
//! brings the program down.

use proptest::prelude::*;
use yomi_core::{Game, Notation, Outcome, Player, Setup};
use yomi_curling::{Curling, STONES, Shot, Spin, State, Stones, Vector};

fn spin() -> impl Strategy<Value = Spin> {
    prop_oneof![Just(Spin::Cw), Just(Spin::Ccw)]
}

/// Numbers as people and programs write them, and others.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<f64>().prop_map(|x| x.to_string()),
        (-40.0..40.0).prop_map(|x: f64| x.to_string()),
        any::<f64>().prop_map(|x| format!("{x:e}")),
        any::<i64>().prop_map(|x| x.to_string()),
        "[-+]?(inf|NaN|nan|infinity|1e999|0x1p3|\\.|1\\.|\\.5|1_0|)",
    ]
}

/// Texts that are almost a throw.
fn almost_a_throw() -> impl Strategy<Value = String> {
    let spin = "(cw|ccw|CW| cw |c|)";
    (number(), number(), spin, "[, ;]{0,3}", "[ ,a-z]{0,2}")
        .prop_map(|(x, y, spin, comma, end)| format!("{x}{comma}{y},{spin}{end}"))
}

/// Texts that are almost a position.
fn almost_a_position() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        8 => "(end|shot|first|scores|extra_score|stones)",
        1 => "[a-z]{1,5}",
    ];
    let stone = (number(), number(), number()).prop_map(|(n, x, y)| format!("[{n},{x},{y}]"));
    let plain_stone = (0..20, -3.0..3.0, 30.0..41.0)
        .prop_map(|(n, x, y): (i32, f64, f64)| format!("[{n},{x},{y}]"));
    let value = prop_oneof![
        number(),
        (-200..300).prop_map(|x: i32| x.to_string()),
        "\"(first|second|First|)\"",
        prop::collection::vec(-130..130, 0..12).prop_map(|list| format!("{list:?}")),
        prop::collection::vec(stone, 0..4).prop_map(|list| format!("[{}]", list.join(","))),
        prop::collection::vec(plain_stone, 0..6).prop_map(|list| format!("[{}]", list.join(","))),
        "[\\[\\]{}\",:a-z0-9]{0,6}",
    ];
    prop::collection::vec((key, value), 0..5).prop_map(|fields| {
        let fields: Vec<String> = fields
            .into_iter()
            .map(|(key, value)| format!("\"{key}\":{value}"))
            .collect();
        format!("{{{}}}", fields.join(","))
    })
}

fn state() -> impl Strategy<Value = State> {
    // Any number of digits; stones have lanes of their own, since they cannot lie in each other.
    let place = (-0.1..0.1_f64, -0.1..0.1_f64);
    (
        0..=20_u8,
        0..STONES as u8,
        any::<bool>(),
        prop::array::uniform10(-8..=8_i8),
        any::<i8>(),
        prop::collection::vec(prop::option::of(place), STONES),
    )
        .prop_map(|(end, shot, second, scores, extra_score, places)| {
            let mut stones = Stones::default();
            for (number, place) in places.into_iter().enumerate() {
                if let Some((x, y)) = place.filter(|_| number < usize::from(shot)) {
                    let (column, row) = ((number % 8) as f64, (number / 8) as f64);
                    let at = Vector::new(x + 0.5 * column - 1.75, y + 36.0 + row);
                    stones.set(number, at);
                }
            }
            State {
                end,
                shot,
                first: if second {
                    Player::Second
                } else {
                    Player::First
                },
                scores,
                extra_score,
                stones,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_throw_is_read_back_exactly(vx in -700.0..700.0, vy in -700.0..700.0, spin in spin()) {
        let (game, state) = (Curling::default(), State::default());
        let shot = Shot::new(vx, vy, spin);
        let text = game.format_action(&state, shot);
        prop_assert_eq!(game.parse_action(&state, &text).ok(), Some(shot));
    }

    #[test]
    fn a_position_is_read_back_exactly(state in state()) {
        let game = Curling::default();
        let text = game.format_state(&state);
        prop_assert!(!text.contains('\n'));
        prop_assert_eq!(game.parse_state(&text).ok(), Some(state));
    }

    #[test]
    fn no_text_is_too_bad_for_a_throw(text in prop_oneof![any::<String>(), almost_a_throw()]) {
        let (game, state) = (Curling::default(), State::default());
        if let Ok(shot) = game.parse_action(&state, &text) {
            prop_assert!(shot.velocity.length() <= 1000.0);
            let written = game.format_action(&state, shot);
            prop_assert_eq!(game.parse_action(&state, &written).ok(), Some(shot));
        }
    }

    #[test]
    fn no_text_is_too_bad_for_a_position(
        text in prop_oneof![1 => any::<String>(), 4 => almost_a_position()],
    ) {
        let game = Curling::default();
        if let Ok(state) = game.parse_state(&text) {
            prop_assert!(usize::from(state.shot) < STONES);
            prop_assert_eq!(game.parse_state(&game.format_state(&state)).ok(), Some(state));
        }
    }

    /// Whatever position can be read can be shown and played on.
    #[test]
    fn a_position_read_is_a_position_to_play(state in state(), vx in -0.2..0.2, vy in 2.2..2.6) {
        let game = Curling::default();
        let mut state = state;
        prop_assert!(!game.render(&state).is_empty());
        if game.outcome(&state).is_none() {
            game.deliver(&mut state, Shot::new(vx, vy, Spin::Cw));
            prop_assert!(usize::from(state.shot) < STONES);
        }
    }
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let game = Curling::default();
    for (text, reason) in [
        ("", "a position such as"),
        ("{", "a position such as"),
        ("7", "a position such as"),
        (r#"{"ends":1}"#, "unknown field `ends`"),
        (r#"{"end":21}"#, "end from 0 to 20"),
        (r#"{"end":256}"#, "256"),
        (r#"{"shot":16}"#, "shot from 0 to 15"),
        (r#"{"scores":[9]}"#, "scores from -8 to 8"),
        (r#"{"scores":[0,-9]}"#, "scores from -8 to 8"),
        (r#"{"scores":[0,0,0,0,0,0,0,0,0,0,0]}"#, "at most 10 scores"),
        (r#"{"stones":[[16,0,38]]}"#, "stone number 16"),
        (
            r#"{"stones":[[1,0,38],[1,0,39]]}"#,
            "stone 1 is there twice",
        ),
        (
            r#"{"shot":1,"stones":[[1,0,38]]}"#,
            "no stone 1 before throw 1",
        ),
        (
            r#"{"stones":[[0,0,38],[1,0.1,38]]}"#,
            "stone 0: expected to lie 0.29 m from stone 1, found 0.1 m",
        ),
        (
            r#"{"stones":[[0,1e300,38]]}"#,
            "stone 0: expected a place on the sheet",
        ),
        (
            r#"{"stones":[[3,0.5,-3]]}"#,
            "stone 3: expected a place on the sheet, found (0.5, -3)",
        ),
    ] {
        match game.parse_state(text) {
            Ok(state) => panic!("{text} was read as {state:?}"),
            Err(error) => assert!(error.to_string().contains(reason), "{text}: {error}"),
        }
    }
}

/// A level game with the greatest scores there can be goes on.
#[test]
fn extreme_positions_can_be_shown_and_played() {
    let game = Curling::default();
    let level = r#"{"end":19,"shot":15,"scores":[8,8,8,8,8,8,8,8,8,8],"extra_score":-80,
        "stones":[[1,0,38.4],[3,1,38.4],[5,-1,38.4]]}"#;
    let mut state = game.parse_state(level).expect("a position");
    assert!(
        game.render(&state)
            .starts_with("Extra end 10, stone 16 of 16")
    );
    assert_eq!(game.outcome(&state), None);
    game.deliver(&mut state, Shot::new(0.0, 0.0, Spin::Cw));
    assert_eq!((state.end, state.shot, state.extra_score), (20, 0, -83));
    assert_eq!(game.outcome(&state), Some(Outcome::Win(Player::Second)));
}
