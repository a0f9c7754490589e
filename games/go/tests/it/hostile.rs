//! Text that nobody should write, and which must be refused or understood but never crash.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use yomi_core::{Discrete as _, Game as _, Notation as _, Scratch, Seed, Setup as _};
use yomi_go::{Go, Rules, Vertex};

fn game<const W: usize>(size: u32) -> Go<W> {
    Go::new(Rules {
        size,
        komi: 7.0,
        ..Rules::default()
    })
    .unwrap()
}

/// Reads a position. What is understood can be written, read again and played to its end.
fn read<const W: usize>(size: u32, text: &str) -> bool {
    let game = game::<W>(size);
    let position = match game.parse_state(text) {
        Ok(position) => position,
        Err(error) => {
            assert!(error.to_string().contains("expected"), "{error}");
            return false;
        }
    };
    let written = game.format_state(&position);
    let again = game.parse_state(&written).unwrap();
    assert_eq!(game.format_state(&again), written, "{text}");
    let mut vertices = Vec::new();
    game.actions(&position, &mut vertices);
    assert!(vertices.contains(&Vertex::PASS));
    for &vertex in &vertices {
        let name = game.format_action(&position, vertex);
        assert_eq!(game.parse_action(&position, &name), Ok(vertex), "{text}");
    }
    let mut rng = Seed::new(1).rng();
    for _ in 0..20 {
        let mut end = position.clone();
        let outcome = game.play_randomly(&mut end, u32::MAX, &mut Scratch::default(), &mut rng);
        assert!(outcome.is_some());
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        rng_seed: RngSeed::Fixed(5),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_as_a_position(text in "\\PC{0,80}") {
        read::<2>(9, &text);
        read::<7>(19, &text);
    }

    #[test]
    fn letters_of_positions_in_any_order(text in "[XOxo.0-9/ bwBWA-T]{0,60}") {
        read::<2>(5, &text);
        read::<7>(5, &text);
    }

    #[test]
    fn rows_of_any_length(
        rows in prop::collection::vec("[XO.]{4,6}|[XO][0-9]{1,3}[XO]?|[XO.]{5}", 4..7),
        rest in " [bwx]( [A-F][0-6]| pass|  )?",
    ) {
        read::<2>(5, &format!("{}{rest}", rows.join("/")));
    }

    #[test]
    fn boards_of_any_stones(
        stones in prop::collection::vec("[.XO]{5}", 5..=5),
        mover in "[bw]",
        ko in prop::option::of("[A-E][1-5]"),
    ) {
        let rows = stones.join("/");
        let ko = ko.map(|point| format!(" {point}")).unwrap_or_default();
        let text = format!("{rows} {mover}{ko}");
        prop_assert_eq!(read::<2>(5, &text), read::<7>(5, &text));
    }

    #[test]
    fn a_position_with_one_letter_changed(at in 0usize..40, letter in any::<char>()) {
        let mut letters: Vec<char> = "9/9/2X6/9/4O4/9/9/XX7/1O7 w A1".chars().collect();
        if let Some(place) = letters.get_mut(at) {
            *place = letter;
        }
        read::<2>(9, &String::from_iter(letters));
    }

    #[test]
    fn any_text_as_a_move(text in "\\PC{0,12}|[A-Za-z]{0,2}[0-9]{0,30}| *(pass|PASS) *") {
        let game = game::<2>(9);
        let position = game.initial();
        match game.parse_action(&position, &text) {
            Ok(vertex) => {
                // Zeros before the number are forgiven.
                let name = game.format_action(&position, vertex);
                let letters = text.trim().to_uppercase();
                let (head, number) = letters.split_at(1);
                let plain = format!("{head}{}", number.trim_start_matches('0'));
                prop_assert!(plain.eq_ignore_ascii_case(&name), "{} read as {}", text, name);
            }
            Err(error) => prop_assert!(error.to_string().contains("A1 to J9"), "{}", error),
        }
        prop_assert!(Vertex::parse::<7>(&text, 19).is_none_or(|vertex| vertex.index() < 448));
    }
}

#[test]
fn positions_that_are_wrong_in_one_way() {
    let game = game::<2>(5);
    for text in [
        "",
        " ",
        "b",
        "5/5/5/5/5",
        "5/5/5/5 b",
        "5/5/5/5/5/5 b",
        "5/5/5/5/6 b",
        "5/5/5/5/4 b",
        "5/5/5/5/XXXXXX b",
        "5/5/5/5/5 x",
        "5/5/5/5/5 b A6",
        "5/5/5/5/5 b F1",
        "5/5/5/5/5 b pass",
        "5/5/5/5/5 b A1 A2",
        "5/5/5/5/X4 b A1",
        "5/5/5/X4/OX3 b",
        "XXXXX/XXXXX/XXXXX/XXXXX/XXXXX b",
        "5/5/5/5/99999999999999999999999 b",
        "5/5/5/5/٣2 b",
        "5/5/5/5/-5 b",
        "5,5,5,5,5 b",
    ] {
        assert!(game.parse_state(text).is_err(), "{text:?} was understood");
    }
    // A ko that Black has just taken.
    assert!(game.parse_state("5/5/5/1XO2/X1XO1 w B1").is_ok());
}

/// Refused or played with, both will do.
#[test]
fn a_ko_where_none_can_be() {
    for text in [
        "4X/XOOXX/2O2/1OO2/OO1OO b E2",
        "5/5/5/5/5 b C3",
        "5/5/5/1X3/X1X2 w B1",
        "5/5/5/1X3/X1X2 b B1",
        "XXXXX/XXXXX/XXXXX/XXXXX/XXXX1 b E1",
        "XXXXX/XXXXX/XXXXX/XXXXX/XXXX1 w E1",
    ] {
        read::<2>(5, text);
        read::<7>(5, text);
    }
}
