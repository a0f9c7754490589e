//! Text that nobody should write, and which must be refused or understood but never crash.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use yomi_core::{Discrete as _, Game as _, Notation as _, Player, Scratch, Seed, Setup as _};
use yomi_shogi::{Board, Kind, Move, Shogi, Square, perft};

/// Positions with all sorts of men, hands and checks, to be spoilt.
const GOOD: [&str; 7] = [
    "startpos",
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "8k/9/7GP/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1",
    "4k4/9/9/9/9/9/9/9/4K4 w 2R2B4G4S4N4L18P 999999",
    "1+P+P1K4/+P2+S5/2G6/9/9/9/6g2/5+s2+p/4k1+p+p1 b RBS2N2L4Prb2gs2n2l8p 1",
];

/// Reads a position. What is understood can be written, read again and played with.
fn read(text: &str) -> bool {
    let game = Shogi::default();
    let position = match game.parse_state(text) {
        Ok(position) => position,
        Err(error) => {
            assert!(error.to_string().contains("expected"), "{error}");
            return false;
        }
    };
    let board = position.board();
    let written = game.format_state(&position);
    assert_eq!(Board::from_sfen(&written).as_ref(), Ok(board), "{text:?}");
    assert!(!game.render(&position).is_empty());
    check_set(board, text);
    try_moves(board, text);
    let mut end = position.clone();
    game.play_randomly(
        &mut end,
        30,
        &mut Scratch::default(),
        &mut Seed::new(1).rng(),
    );
    assert!(end.board().number() >= board.number());
    true
}

/// What is understood is a position of a game: with one set of men, none of which is stuck or can
/// take a king.
fn check_set(board: &Board, text: &str) {
    for (raw, most) in Kind::ALL.into_iter().zip([18, 4, 4, 4, 2, 2, 4, 2]) {
        let mut count = 0;
        for owner in Player::BOTH {
            count += board.hand(owner).count(raw) + board.of_kind(owner, raw).count();
            let promoted = raw.promoted().map(|kind| board.of_kind(owner, kind));
            count += promoted.map_or(0, |squares| squares.count());
            let farthest: u32 = match raw {
                Kind::Pawn | Kind::Lance => 2,
                Kind::Knight => 3,
                _ => 1,
            };
            let mut placed = board.of_kind(owner, raw).iter();
            let is_free = |square: Square| square.rank_for(owner) >= farthest;
            assert!(placed.all(is_free), "{raw:?}: {text:?}");
        }
        assert!(count <= most, "{raw:?}: {text:?}");
    }
    if let Some(king) = board.king(board.side().other()) {
        assert!(board.attackers(king, board.side()).is_empty(), "{text:?}");
    }
}

fn try_moves(board: &Board, text: &str) {
    let mut moves = Vec::new();
    for list in [Board::checks, Board::captures, Board::legal] {
        list(board, &mut moves);
    }
    assert_eq!(moves.len() as u64, perft(board, 1), "{text:?}");
    assert_eq!(moves.is_empty(), !board.has_legal_move(), "{text:?}");
    let mut played = board.clone();
    let mut replies = Vec::new();
    for &action in &moves {
        assert!(board.is_legal(action), "{action} in {text:?}");
        let checks = board.gives_check(action);
        let undo = played.make(action);
        assert_eq!(played.in_check(), checks, "{action} in {text:?}");
        played.legal(&mut replies);
        played.unmake(undo);
        assert_eq!(played, *board, "{action} in {text:?}");
    }
}

/// Puts a letter in the place of another, takes it out or puts it in between.
fn spoil(text: &str, at: usize, letter: char, way: u8) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = at % letters.len();
    match way {
        0 => letters[at] = letter,
        1 => letters.insert(at, letter),
        2 => drop(letters.remove(at)),
        _ => letters.truncate(at),
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        rng_seed: RngSeed::Fixed(6),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_as_a_position(text in "\\PC{0,90}") {
        read(&text);
    }

    #[test]
    fn letters_of_positions_in_any_order(text in "[PLNSGBRKplnsgbrk+1-9/ bw-]{0,90}") {
        read(&text);
    }

    #[test]
    fn positions_with_letters_changed(
        which in 0..GOOD.len(),
        changes in prop::collection::vec((any::<usize>(), "[PLNSGBRKplnsgbrk+0-9/ bw-]|\\PC", 0u8..3), 1..4),
    ) {
        let mut text = GOOD[which].to_owned();
        for (at, letter, way) in changes {
            text = spoil(&text, at, letter.chars().next().unwrap(), way) + " ";
        }
        read(&text);
    }

    /// Men that have changed places, also with those in hand: many of these are understood.
    #[test]
    fn positions_with_men_exchanged(
        which in 2..GOOD.len(),
        exchanges in prop::collection::vec((any::<usize>(), any::<usize>()), 1..5),
    ) {
        let mut letters: Vec<char> = GOOD[which].chars().collect();
        let is_man = |&at: &usize| "PLNSGBRKplnsgbrk".contains(letters[at]);
        let men: Vec<usize> = (0..letters.len()).filter(is_man).collect();
        for (one, other) in exchanges {
            letters.swap(men[one % men.len()], men[other % men.len()]);
        }
        read(&String::from_iter(letters));
    }

    #[test]
    fn positions_that_end_too_soon(which in 0..GOOD.len(), at in any::<usize>()) {
        read(&spoil(GOOD[which], at, ' ', 3));
    }

    /// Few men on many squares: most of these are understood.
    #[test]
    fn boards_of_any_men(
        men in prop::collection::vec((0usize..81, "[PLNSGBR]|\\+[PLNSBR]|[plnsgbr]|\\+[plnsbr]"), 0..14),
        kings in (0usize..82, 0usize..82),
        side in "[bw]",
        hand in "-|[1-9]?[PLNSGBR]|[1-9]?[plnsgbr]|[PLNSGBR]{1,2}[plnsgbr]{1,2}|1[0-9]p",
        number in prop::option::of("[0-9]{1,12}"),
    ) {
        let mut squares = vec!["1".to_owned(); 82];
        for (at, man) in men {
            squares[at] = man;
        }
        squares[kings.0] = "K".to_owned();
        squares[kings.1] = "k".to_owned();
        let rows: Vec<String> = squares[..81].chunks(9).map(|row| row.concat()).collect();
        let number = number.map(|number| format!(" {number}")).unwrap_or_default();
        read(&format!("{} {side} {hand}{number}", rows.join("/")));
    }

    #[test]
    fn any_text_as_a_move(
        text in "\\PC{0,8}|[1-9a-i]{4}\\+?|[A-Z]\\*[1-9][a-i]|[0-9][a-z][0-9][a-z][+=]?| *win *|WIN",
    ) {
        if let Ok(action) = text.parse::<Move>() {
            prop_assert_eq!(action.to_string(), text.as_str());
        }
        let _ = text.parse::<Square>();
        let game = Shogi::default();
        for good in GOOD {
            let mut position = game.parse_state(good).unwrap();
            match game.parse_action(&position, &text) {
                Ok(action) => {
                    prop_assert_eq!(game.format_action(&position, action), text.trim());
                    game.step(&mut position, action, &mut Seed::new(1).rng());
                }
                Err(error) => prop_assert!(error.to_string().contains("expected"), "{}", error),
            }
        }
    }
}

#[test]
fn positions_that_are_wrong_in_one_way() {
    for text in GOOD {
        assert!(read(text), "{text:?} was refused");
    }
    for text in [
        "",
        " ",
        "b",
        "sfen",
        "startpos moves 7g7f",
        "4k4/9/9/9/9/9/9/9/4K4",
        "4k4/9/9/9/9/9/9/9/4K4 b",
        "4k4/9/9/9/9/9/9/9/4K4 x - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b - 0",
        "4k4/9/9/9/9/9/9/9/4K4 b - -1",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1 1",
        "4k4/9/9/9/9/9/9/9/4K4 b - 4294967295",
        "4k4/9/9/9/9/9/9/9/4K4 b - 99999999999999999999999",
        "4k4/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K5 b - 1",
        "4k4/9/9/9/9/9/9/9/4K3 b - 1",
        "4k4/9/9/9/9/9/9/9/4K30 b - 1",
        "4k4/9/9/9/9/9/9/9/4K+4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K++P2 b - 1",
        "4k4/9/9/9/9/9/9/9/4+K4 b - 1",
        "4k4/9/4+G4/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K3Q b - 1",
        "4k4/9/9/9/9/9/9/9/4K3\u{ff30} b - 1",
        "4k4/9/9/9/9/9/9/9/4K\u{664} b - 1",
        // Men that could never move, two pawns on a file, a king too many or one that is lost.
        "4k3P/9/9/9/9/9/9/9/4K4 b - 1",
        "4k3L/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/8N/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K3p b - 1",
        "4k4/9/9/9/9/9/9/9/4K3l b - 1",
        "4k4/9/9/9/9/9/9/8n/4K4 b - 1",
        "4k4/9/8P/9/8P/9/9/9/4K4 b - 1",
        "4k4/9/8p/9/8p/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/K8/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b K 1",
        "4k4/9/4R4/9/9/9/9/9/4K4 b - 1",
        "9/9/9/4k4/4K4/9/9/9/9 b - 1",
        // More men than there are.
        "4k4/9/9/9/9/9/9/9/4K4 b 19P 1",
        "4k4/9/8P/9/9/9/9/9/4K4 b 18P 1",
        "4k4/9/8P/9/9/9/9/9/4K4 b 9P9p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 9P1010P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2R+R 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 3R 1",
        "4k4/9/9/9/9/9/9/9/RR2K3R b - 1",
        "4k4/9/9/9/9/9/9/9/RR2K4 b r 1",
        "4k4/9/9/9/9/9/9/9/GGGGK3G b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 0P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 4294967297P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2 1",
        "4k4/9/9/9/9/9/9/9/4K4 b P- 1",
    ] {
        assert!(!read(text), "{text:?} was understood");
    }
}
