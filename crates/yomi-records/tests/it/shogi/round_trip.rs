//! Random games, written and read again.

use proptest::prelude::*;
use std::time::Duration;
use yomi_core::{Outcome, Player};
use yomi_records::shogi::{Encoding, End, Ending, Format, Note, RecordedMove, ShogiRecord};
use yomi_shogi::Board;

/// Where games begin: the usual start, handicaps, and positions with full hands.
const STARTS: [&str; 5] = [
    "startpos",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 w RBG2S2N2L9Prbg2s2n2l9p 1",
    "4k4/9/1+P2+S2+N1/9/9/2+l4+b1/9/9/4K4 b R2G2SNL9Prb2gs2n2l8p 1",
];

/// A game by numbers that choose among the legal moves. Every other one prefers moves to where the
/// move before went, promotions and drops, which are rare among random moves.
fn game(start: usize, choices: &[u16]) -> ShogiRecord {
    let board = Board::from_sfen(STARTS[start % STARTS.len()]).expect("a position");
    let mut record = ShogiRecord::new(board.clone());
    let (mut board, mut legal, mut last) = (board, Vec::new(), None);
    for (i, choice) in choices.iter().enumerate() {
        board.legal(&mut legal);
        if i % 2 == 0 {
            let rare: Vec<_> = legal
                .iter()
                .copied()
                .filter(|action| {
                    Some(action.to()) == last || action.promotes() || action.dropped().is_some()
                })
                .collect();
            if !rare.is_empty() {
                legal = rare;
            }
        }
        let Some(action) = legal.get(usize::from(*choice) % legal.len().max(1)) else {
            break;
        };
        last = Some(action.to());
        record.moves.push(RecordedMove::new(*action));
        board.make(*action);
    }
    record
}

/// Words as people write them: no line ends, no blanks around them, letters that Shift_JIS has.
fn words() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        proptest::char::range(' ', '~')
            .prop_filter("ambiguous in Shift_JIS", |c| *c != '\\' && *c != '~'),
        proptest::char::range('ぁ', 'ん'),
        Just('歩'),
        Just('表'),
        Just('：'),
    ];
    proptest::collection::vec(letter, 1..12)
        .prop_map(|letters| letters.into_iter().collect::<String>().trim().to_owned())
        .prop_filter("empty", |text| !text.is_empty())
}

fn note() -> impl Strategy<Value = Note> {
    let comments = proptest::collection::vec(words(), 0..3);
    comments.prop_map(|comments| Note {
        comments,
        bookmark: None,
    })
}

fn ending() -> impl Strategy<Value = Option<Ending>> {
    proptest::sample::select(vec![
        None,
        Some(Ending::Resignation),
        Some(Ending::TimeUp),
        Some(Ending::Foul(Player::First)),
        Some(Ending::Foul(Player::Second)),
        Some(Ending::Mate),
        Some(Ending::Declaration),
        Some(Ending::Repetition),
        Some(Ending::Impasse),
        Some(Ending::Interruption),
        Some(Ending::NoMate),
    ])
}

prop_compose! {
    fn record()(
        start in 0..STARTS.len(),
        choices in proptest::collection::vec(any::<u16>(), 0..120),
        names in [proptest::option::of(words()), proptest::option::of(words())],
        event in proptest::option::of(words()),
        first in note(),
        notes in proptest::collection::vec((note(), 0..4000_u64), 1..8),
        ending in ending(),
        lost in any::<bool>(),
    ) -> ShogiRecord {
        let mut record = game(start, &choices);
        record.players = names;
        record.tags.extend(event.map(|event| ("EVENT".to_owned(), event)));
        record.note = first;
        for (played, (note, time)) in record.moves.iter_mut().zip(notes.iter().cycle()) {
            played.note = note.clone();
            played.time = (*time > 0).then(|| Duration::from_secs(*time));
        }
        record.end = ending.map(End::new);
        // What nobody but the file says: a repetition that was lost, a result without an end.
        if lost && matches!(ending, None | Some(Ending::Repetition)) {
            record.judge(Some(Outcome::Win(Player::First)));
        }
        // In a random position the conditions of a declaration do not hold: it loses.
        if ending == Some(Ending::Declaration) {
            let opponent = record.to_move().other();
            record.judge(Some(Outcome::Win(opponent)));
        }
        record
    }
}

fn again(format: Format, encoding: Encoding, record: &ShogiRecord) -> ShogiRecord {
    let text = format.write(record, encoding);
    let bytes = encoding.encode(&text).expect("letters of Shift_JIS");
    let text = Encoding::decode(&bytes);
    let mut games = format.read_all(&text);
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_is_read_again(record in record()) {
        for format in [Format::Csa, Format::Kif] {
            for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
                prop_assert_eq!(&again(format, encoding, &record), &record);
            }
        }
        let usi = again(Format::Usi, Encoding::Utf8, &record);
        prop_assert_eq!(&usi.start, &record.start);
        let actions = |record: &ShogiRecord| -> Vec<_> {
            record.moves.iter().map(|played| played.action).collect()
        };
        prop_assert_eq!(actions(&usi), actions(&record));
    }

    #[test]
    fn milliseconds_are_kept_in_version_3(times in proptest::collection::vec(0..100_000_u64, 20)) {
        let mut record = game(0, &[7; 20]);
        for (played, time) in record.moves.iter_mut().zip(times) {
            played.time = Some(Duration::from_millis(time));
        }
        prop_assert_eq!(&again(Format::Csa, Encoding::Utf8, &record), &record);
        let seconds = again(Format::Csa, Encoding::ShiftJis, &record);
        let whole = |played: &RecordedMove| played.time.map(|time| time.as_secs());
        prop_assert!(seconds.moves.iter().map(whole).eq(record.moves.iter().map(whole)));
    }
}

#[test]
fn random_games_have_everything() {
    let choices: Vec<u16> = (0..200).map(|i: u16| i.wrapping_mul(40_503)).collect();
    let texts: Vec<_> = (0..STARTS.len())
        .map(|start| Format::Kif.write(&game(start, &choices), Encoding::Utf8))
        .collect();
    let text = texts.concat();
    for word in [
        "同　",
        "成(",
        "打\n",
        "と(",
        "馬(",
        "手合割：二枚落ち",
        "先手の持駒：飛　",
        "歩九　",
    ] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn notes_that_would_break_their_lines_are_written_on_one() {
    let mut record = game(0, &[0]);
    record.players[0] = Some("Ann\n+7776FU".to_owned());
    record.note.comments.push("one\r\ntwo".to_owned());
    record
        .tags
        .push(("EVENT".to_owned(), "a\nN-Bob".to_owned()));
    for format in [Format::Csa, Format::Kif] {
        let read = again(format, Encoding::Utf8, &record);
        assert_eq!(read.players, [Some("Ann +7776FU".to_owned()), None]);
        assert_eq!(read.note.comments, ["one  two"]);
        assert_eq!(read.moves, record.moves);
    }
}

/// Positions in which black has entered, and may declare; has tried; is not there at all.
const ENTERED: &str = "K+R+B6/+P+P+P+P5/+P+P+P+P5/9/9/9/9/9/4k4 b RB4g4s4n4l10p 1";
const TRIED: &str = "4K4/9/9/9/9/9/9/9/k8 w 2r2b4g4s4n4l18p 1";

/// An end is read again as it was, or else its winner, and the file tells people which end it was.
#[test]
fn every_end_survives_or_is_told() {
    let ends = [
        (Ending::Resignation, "csa kif usi"),
        (Ending::Declaration, "csa kif usi"),
        (Ending::TimeUp, "csa kif"),
        (Ending::Foul(Player::First), "csa kif"),
        (Ending::Foul(Player::Second), "csa kif"),
        (Ending::Repetition, "csa kif"),
        (Ending::Impasse, "csa kif"),
        (Ending::Interruption, "csa kif"),
        (Ending::NoMate, "csa kif"),
        (Ending::DrawDeclared, "csa"),
        (Ending::MaxMoves, "csa"),
        (Ending::TakenBack, "csa"),
        (Ending::Error, "csa"),
        (Ending::Absence(Player::First), "kif"),
        (Ending::Absence(Player::Second), "kif"),
        (Ending::Try, "kif"),
    ];
    for (ending, known) in ends {
        let start = match ending {
            Ending::Declaration => ENTERED,
            Ending::Try => TRIED,
            _ => STARTS[0],
        };
        let mut record = ShogiRecord::new(Board::from_sfen(start).expect("a position"));
        record.end = Some(End::new(ending));
        for format in Format::ALL {
            let text = format.write(&record, Encoding::Utf8);
            let read = again(format, Encoding::Utf8, &record);
            if known.split(' ').any(|name| name == format.name()) {
                assert_eq!(read, record, "{text}");
                assert!(!text.contains("ended by"), "{text}");
            } else {
                assert!(
                    text.contains(&format!("ended by {}", ending.name())),
                    "{text}"
                );
                let told = format == Format::Usi || read.outcome() == record.outcome();
                assert!(
                    told && read.end.is_some() == (format != Format::Usi),
                    "{text}"
                );
            }
        }
    }
}

/// What everybody sees needs no word.
#[test]
fn a_mate_is_told_by_the_moves_of_usi() {
    let start = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    let mut record = ShogiRecord::from_usi(start, ["G*5b"]).expect("a game");
    record.end = Some(End::new(Ending::Mate));
    let text = Format::Usi.write(&record, Encoding::Utf8);
    assert_eq!(text, format!("sfen {start} moves G*5b\n"));
}
