//! The files in `good/`, which the table `expected.txt` is about.

use super::{path, table};
use std::fs;
use std::time::Duration;
use yomi_core::{Outcome, Player};
use yomi_records::shogi::{Encoding, Format, ShogiRecord, read_file};

fn games(name: &str) -> Vec<ShogiRecord> {
    let games = read_file(&path(&format!("good/{name}"))).expect("readable");
    let unwrap =
        |game: Result<ShogiRecord, _>| game.unwrap_or_else(|error| panic!("{name}: {error}"));
    games.into_iter().map(unwrap).collect()
}

#[test]
fn files_hold_what_the_table_says() {
    let mut names: Vec<String> = fs::read_dir(path("good"))
        .expect("readable")
        .map(|entry| {
            entry
                .expect("readable")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    for name in &names {
        let rows: Vec<_> = table("expected.txt")
            .into_iter()
            .filter(|row| row[0] == *name)
            .collect();
        let found: Vec<_> = games(name).iter().map(|game| row(name, game)).collect();
        assert_eq!(found, rows);
    }
    assert!(
        table("expected.txt")
            .iter()
            .all(|row| names.contains(&row[0]))
    );
}

/// The game as a line of USI, without the remark that may stand above it.
fn moves_of(game: &ShogiRecord) -> String {
    let text = Format::Usi.write(game, Encoding::Utf8);
    text.lines().last().unwrap_or_default().to_owned()
}

fn row(name: &str, game: &ShogiRecord) -> Vec<String> {
    let or_dash = |text: Option<String>| text.unwrap_or("-".to_owned());
    vec![
        name.to_owned(),
        or_dash(game.players[0].clone()),
        or_dash(game.players[1].clone()),
        moves_of(game),
        or_dash(game.end.as_ref().map(|end| end.ending.name().to_owned())),
        or_dash(game.outcome().map(|outcome| outcome.to_string())),
    ]
}

#[test]
fn files_are_read_alike_in_both_encodings_and_without_their_names() {
    for row in table("expected.txt") {
        let bytes = fs::read(path(&format!("good/{}", row[0]))).expect("readable");
        let text = Encoding::decode(&bytes);
        let marked = [b"\xef\xbb\xbf", bytes.as_slice()].concat();
        let shift_jis = Encoding::ShiftJis
            .encode(&text)
            .expect("letters of Shift_JIS");
        let games = games(&row[0]);
        for bytes in [marked, shift_jis] {
            let text = Encoding::decode(&bytes);
            let found: Vec<_> = Format::of_text(&text)
                .read_all(&text)
                .into_iter()
                .map(Result::unwrap)
                .collect();
            assert_eq!(found, games, "{}", row[0]);
        }
    }
}

#[test]
fn times_comments_values_and_keywords_are_kept() {
    let seconds = |seconds: f64| Some(Duration::from_secs_f64(seconds));
    let game = &games("floodgate.csa")[0];
    let times: Vec<_> = game.moves.iter().map(|played| played.time).collect();
    assert_eq!(times, [2.0, 3.0, 1.0, 0.0, 12.0].map(seconds));
    let value = game.moves[1].note.evaluation().expect("a value");
    assert_eq!((value.score, value.line), (40, vec!["+8822UM".to_owned()]));
    assert_eq!(game.tag("END_TIME"), Some("2026/11/15 10:03:00"));
    assert_eq!(game.judged, None);

    let game = &games("version3.csa")[0];
    assert_eq!(game.note.comments, ["はじめまして"]);
    assert_eq!(game.moves[0].time, seconds(0.125));
    assert_eq!(game.moves[1].note.comments, ["* -31 +2726FU", "考えました"]);
    assert_eq!(game.tag("MAX_MOVES"), Some("320"));

    let game = &games("commas.csa")[0];
    assert_eq!(game.tag("EVENT"), Some("a, b and c"));
    assert_eq!(game.moves[2].time, seconds(1.0));
    assert_eq!(game.end.as_ref().and_then(|end| end.time), seconds(99.0));

    let game = &games("windows.kif")[0];
    assert_eq!(game.note.comments, ["a comment before the first move"]);
    assert_eq!(game.moves[1].note.comments, ["two lines", "of comment"]);
    assert_eq!(game.moves[1].note.bookmark.as_deref(), Some("a bookmark"));
    assert_eq!(game.moves[2].time, seconds(4503.0));
    assert_eq!(game.end.as_ref().and_then(|end| end.time), seconds(3.0));
    assert_eq!(game.tag("START_TIME"), Some("2026/11/15(日) 10:00:00"));
    assert_eq!(game.tag("EVENT"), Some("a tournament"));
    let csa = Format::Csa.write(game, Encoding::ShiftJis);
    assert!(csa.contains("\n$START_TIME:2026/11/15 10:00:00\n"), "{csa}");

    let game = &games("foul.csa")[0];
    let end = game.end.as_ref().expect("an end");
    assert_eq!(end.note.comments, ["illegal move: +7677FU"]);
    assert_eq!(end.time, None);
}

#[test]
fn a_summary_counts_more_than_the_word() {
    let read = |text: &str| Format::Csa.read_all(text).remove(0).expect("a game");
    for (text, outcome) in [
        ("%SENNICHITE", Some(Outcome::Draw)),
        (
            "%KACHI\n'summary:illegal kachi:A lose:B win",
            Some(Outcome::Win(Player::Second)),
        ),
        (
            "%CHUDAN\n'summary:abnormal:A win:B lose",
            Some(Outcome::Win(Player::First)),
        ),
        ("%CHUDAN\n'summary:chudan:A and:B or", None),
        (
            "%JISHOGI\n'summary:jishogi:A draw:B draw",
            Some(Outcome::Draw),
        ),
        ("%TORYO\n'summary:", Some(Outcome::Win(Player::Second))),
        ("%ERROR", None),
        ("%MATTA", None),
        ("%FUZUMI", None),
        ("%HIKIWAKE", Some(Outcome::Draw)),
        ("%ILLEGAL_MOVE", Some(Outcome::Win(Player::Second))),
        ("%-ILLEGAL_ACTION", Some(Outcome::Win(Player::First))),
        ("", None),
    ] {
        let game = read(&format!("PI\n+\n{text}\n"));
        assert_eq!(game.outcome(), outcome, "{text}");
        let again = read(&Format::Csa.write(&game, Encoding::Utf8));
        assert_eq!(again, game, "{text}");
    }
}

#[test]
fn the_last_line_of_kif_tells_who_won() {
    for (text, ending, outcome) in [
        ("まで1手で先手の勝ち", "-", "first wins"),
        ("まで、1手にて先手の勝ち", "-", "first wins"),
        ("まで1手で時間切れにより先手の勝ち", "time", "first wins"),
        ("まで1手で引き分け", "-", "draw"),
        ("まで１手で後手の勝ち", "-", "second wins"),
        ("まで1手で後手の反則負け", "foul", "first wins"),
        ("まで1手で千日手", "repetition", "draw"),
        ("まで1手で持将棋", "impasse", "draw"),
        ("まで1手で中断", "interruption", "-"),
        ("まで1手で下手の勝ち", "-", "first wins"),
        (
            "   2 千日手\nまで1手で先手の勝ち",
            "repetition",
            "first wins",
        ),
        ("   2 不戦敗", "absence", "first wins"),
        ("   2 不戦勝", "absence", "second wins"),
        ("   2 反則負け", "foul", "first wins"),
        ("   2 詰み", "mate", "first wins"),
        ("   2 不詰", "no mate", "-"),
        ("まで", "-", "-"),
        ("まで1手で誰かの勝ち", "-", "-"),
    ] {
        let text = format!("手合割：平手\n   1 ７六歩(77)\n{text}\n");
        let read = |text: &str| Format::Kif.read_all(text).remove(0).expect("a game");
        let game = read(&text);
        assert_eq!(row("", &game)[4..], [ending, outcome], "{text}");
        for format in [Format::Kif, Format::Csa] {
            let written = format.write(&game, Encoding::Utf8);
            let again = format.read_all(&written).remove(0).expect("a game");
            assert_eq!(again.outcome(), game.outcome(), "{written}");
            if format == Format::Kif {
                assert_eq!(again, game, "{written}");
            }
        }
    }
}
