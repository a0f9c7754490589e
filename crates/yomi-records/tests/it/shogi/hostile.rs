//! Texts that mean no good.

use super::{path, table};
use proptest::prelude::*;
use std::fs;
use yomi_records::shogi::{Encoding, Format};

/// Reads bytes as everything, and whatever is a game is written and read again.
fn read(bytes: &[u8]) {
    let text = Encoding::decode(bytes);
    Format::of_text(&text);
    for format in Format::ALL {
        for game in format.read_all(&text).into_iter().flatten() {
            for written in Format::ALL {
                let text = written.write(&game, Encoding::Utf8);
                let again = written.read_all(&text).remove(0);
                let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(again.moves.len(), game.moves.len(), "{text}");
                if written != Format::Usi {
                    assert_eq!(again.outcome(), game.outcome(), "{text}");
                }
            }
        }
    }
}

/// Pieces of records, from which almost right ones are made.
const PIECES: [&str; 58] = [
    "PI",
    "P1",
    "P+",
    "P-",
    "PI82HI",
    "00AL",
    "11OU",
    "+",
    "-",
    "+7776FU",
    "-3334FU",
    "+8822UM",
    "+0055KA",
    "-0000TO",
    "T12",
    "T0.5",
    "T",
    "%TORYO",
    "%+ILLEGAL_ACTION",
    "%",
    "/",
    "'*",
    "'**",
    "'summary:a win:b lose",
    "$EVENT:",
    "N+",
    "V2.2",
    ",",
    "手合割：",
    "平手",
    "その他",
    "先手：",
    "後手の持駒：",
    "歩十八",
    "なし",
    "|",
    " ・",
    "v玉",
    " 金",
    "|一",
    "先手番",
    "手数＝",
    "1 ",
    "2 ",
    "７六歩",
    "(77)",
    "３四",
    "同　",
    "成",
    "打",
    "( 0:0",
    "投了",
    "反則勝ち",
    "まで",
    "2手で先手の勝ち",
    "変化：",
    "*",
    "&",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bytes_are_no_trouble(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes);
    }

    #[test]
    fn pieces_of_records_are_no_trouble(
        pieces in proptest::collection::vec((0..PIECES.len(), any::<bool>()), 0..40),
        shift_jis in any::<bool>(),
    ) {
        let mut text = String::new();
        for (piece, ends) in pieces {
            text += PIECES[piece];
            text += if ends { "\n" } else { "" };
        }
        let encoding = if shift_jis { Encoding::ShiftJis } else { Encoding::Utf8 };
        read(&encoding.encode(&text).expect("letters of Shift_JIS"));
    }

    #[test]
    fn damaged_files_are_no_trouble(
        file in any::<prop::sample::Index>(),
        places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<prop::sample::Index>(),
        shift_jis in any::<bool>(),
    ) {
        let rows = table("expected.txt");
        let name = &rows[file.index(rows.len())][0];
        let text = fs::read_to_string(path(&format!("good/{name}"))).expect("readable");
        let encoding = if shift_jis { Encoding::ShiftJis } else { Encoding::Utf8 };
        let mut bytes = encoding.encode(&text).expect("letters of Shift_JIS");
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if shift_jis {
            bytes.truncate(cut.index(bytes.len()));
        }
        read(&bytes);
    }
}

#[test]
fn hostile_sizes_are_no_trouble() {
    for unit in [
        "+7776FU,",
        "P+00FU\n",
        "PI\n",
        "P-00AL\n",
        "/\n",
        "'*\n",
        "$a:b\n",
        "T9",
        "*\n",
        "&\n",
        "1 同",
        "|",
        "先手の持駒：歩十八\n",
        "手数＝9",
        "変化：\n",
        "まで\n",
        "startpos moves\n",
        "startpos ",
        "\n",
        "999",
        "( 9:9",
        "手合割：香落ち\n",
        "9 8 7\n",
    ] {
        read(unit.repeat(20_000).as_bytes());
    }
    let shuffle = "+2838HI\n-8272HI\n+3828HI\n-7282HI\n".repeat(5_000);
    let games = Format::Csa.read_all(&format!("PI\n+\n{shuffle}"));
    assert_eq!(games[0].as_ref().map(|game| game.moves.len()), Ok(20_000));
    for text in [
        "T99999999999999999999999999",
        "T1.99999999999999999999999999",
        "手数＝99999999999999999999999",
        "1 ７六歩(77) (18446744073709551615:59/0)",
        "99999999999999999999 投了",
        "後手の持駒：歩九十九歩九十九",
    ] {
        read(format!("PI\n+\n+7776FU\n{text}\n").as_bytes());
        read(format!("手合割：平手\n{text}\n").as_bytes());
    }
}
