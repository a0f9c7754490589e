//! Go: the parts of a record one by one, and replays that cannot be.

use super::{go_referee, in_stretches, moves};
use yomi_core::{Player, Referee};
use yomi_records::sgf::{Dialect, GameRecord, Margin, PASS, RecordedMove, Verdict};

const GO: Dialect = Dialect::GO;

fn parse(text: &str) -> GameRecord {
    GameRecord::parse(text, &GO).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn replayed(record: &GameRecord) -> Result<Box<dyn Referee>, String> {
    let mut referee = go_referee(&record.settings());
    let played = record.replay(referee.as_mut(), &GO, usize::MAX);
    played.map(|_| referee).map_err(|error| error.to_string())
}

#[test]
fn one_game_in_many_spellings() {
    for text in [
        "(;GM[1]SZ[9];B[ee];W[cg];B[])",
        "(;SZ[9]B[ee];W[cg];B[tt])",
        "\u{feff}\r\n(;\r\nSZ\r\n[9:9] ;B [EE] ;W[cG];B[ ])\r\n",
        "(;GaMe[1]SiZe[ 9 ];Black[ee];White[cg];Black[TT])",
        "(;SZ[9](;B[ee](;W[cg](;B[])))(;B[aa]))",
        "(;SZ[9];B[ee]C[a;b(c\\])];W[cg]XX[a][b]zz[7];;C[nothing];B[jj]",
        "junk (here) [and; there](;SZ[9];B[ee];W[cg];B[]))) more (junk",
    ] {
        let record = parse(text);
        assert_eq!(moves(&record), ["B E5", "W C3", "B pass"], "{text}");
        assert_eq!(record.size, Some(9));
        replayed(&record).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn komi_is_read_in_points() {
    for (properties, komi) in [
        ("", None),
        ("KM[]", None),
        ("KM[0]", Some(0.0)),
        ("KM[-0]", Some(0.0)),
        ("KM[ 6.5]", Some(6.5)),
        ("KM[6.50]", Some(6.5)),
        ("KM[5,5]", Some(5.5)),
        ("KM[-5.5]", Some(-5.5)),
        ("KM[50]", Some(50.0)),
        ("KM[50]AP[GNU Go:3.8]AP[foxwq]", Some(0.5)),
        ("KM[0]AP[foxwq]", Some(0.0)),
        ("AP[foxwq]KM[6.5]", Some(6.5)),
        ("KM[375]", Some(7.5)),
        ("KM[361]", Some(361.0)),
        ("KM[325]AP[SGFC:2.0]", Some(6.5)),
        ("KM[650]", Some(6.5)),
        ("KM[750]AP[foxwq]", Some(7.5)),
    ] {
        assert_eq!(
            parse(&format!("(;{properties})")).komi,
            komi,
            "{properties}"
        );
    }
}

#[test]
fn results_are_read_in_all_their_forms() {
    let black = |margin| Some(Verdict::Win(Player::First, margin));
    let white = |margin| Some(Verdict::Win(Player::Second, margin));
    for (text, verdict) in [
        ("B+R", black(Margin::Resignation)),
        ("b+resign", black(Margin::Resignation)),
        ("B+Resign", black(Margin::Resignation)),
        ("W+T", white(Margin::Time)),
        ("W+Time", white(Margin::Time)),
        ("W+F", white(Margin::Forfeit)),
        ("B+Forfeit", black(Margin::Forfeit)),
        ("W+Illegal move D4", white(Margin::Forfeit)),
        ("W+3.5", white(Margin::Points(3.5))),
        ("B+ 64", black(Margin::Points(64.0))),
        ("B+0,5", black(Margin::Points(0.5))),
        ("W+", white(Margin::Unsaid)),
        ("0", Some(Verdict::Draw)),
        ("Draw", Some(Verdict::Draw)),
        ("Jigo", Some(Verdict::Draw)),
        ("Void", Some(Verdict::Void)),
        ("?", Some(Verdict::Unknown)),
        (" ", None),
        ("B", None),
        ("G+3", None),
        ("B+nan", None),
        ("B+-3", None),
        ("B+inf", None),
        ("3.5", None),
    ] {
        assert_eq!(Verdict::parse(text), verdict, "{text}");
        let again = verdict.and_then(|verdict| Verdict::parse(&verdict.to_string()));
        assert_eq!(again, verdict, "{text}");
    }
}

#[test]
fn positions_are_set_up() {
    for (properties, setup) in [
        ("", None),
        ("PL[B]", None),
        ("AB[]", None),
        ("AB[bb]AE[bb]", None),
        ("PL[w]", Some("5/5/5/5/5 w")),
        (";W[cc]", Some("5/5/5/5/5 w")),
        ("AB[aa]", Some("X4/5/5/5/5 b")),
        ("HA[2]AB[aa][bb]", Some("X4/1X3/5/5/5 w")),
        // Whoever made the first move had it.
        ("HA[2]AB[aa][bb];B[cc]", Some("X4/1X3/5/5/5 b")),
        ("PL[B]AB[aa];W[cc]", Some("X4/5/5/5/5 w")),
        ("AB[aa:bc]AW[ee]", Some("XX3/XX3/XX3/5/4O b")),
        ("AB[bc:aa]AE[ab]AW[ee:de]", Some("XX3/1X3/XX3/5/3OO b")),
        (";AB[aa];AW[bb]PL[W];W[cc];PL[B]", Some("X4/1O3/5/5/5 w")),
        ("B[cc]AB[aa]", Some("X4/5/5/5/5 b")),
    ] {
        let record = parse(&format!("(;SZ[5]{properties})"));
        let text = record.setup.as_ref().map(|stones| stones.to_string());
        assert_eq!(text.as_deref(), setup, "{properties}");
        let referee = replayed(&record).unwrap();
        assert_eq!(referee.moves().len(), record.moves.len(), "{properties}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (text, message) in [
        (
            "",
            "line 1, column 1: found the end of the text, expected '(;'",
        ),
        (
            "\n GM[1] (or not)",
            "line 2, column 2: found 'G', expected '(;'",
        ),
        (
            "(;SZ[9];B[ee",
            "line 1, column 13: found the end of the text, expected ']'",
        ),
        (
            "(;GM[6])",
            "line 1, column 3: found the game '6', expected GM[1]",
        ),
        (
            "(;GM[Blokus Duo])",
            "found the game 'Blokus Duo', expected GM[1]",
        ),
        (
            "(;SZ[19:9])",
            "line 1, column 3: found the size '19:9', expected a square board",
        ),
        ("(;SZ[0])", "found the size '0', expected a square board"),
        (
            "(;SZ[26])",
            "found the size '26', expected a square board of at most 25",
        ),
        ("(;SZ[-9])", "found the size '-9'"),
        ("(;SZ[])", "found the size ''"),
        (
            "(;KM[much])",
            "line 1, column 3: found the komi 'much', expected a number",
        ),
        ("(;KM[inf])", "found the komi 'inf'"),
        ("(;KM[nan])", "found the komi 'nan'"),
        ("(;KM[1e5])", "found the komi '1e5'"),
        (
            "(;HA[x])",
            "line 1, column 3: found the handicap 'x', expected a number of stones",
        ),
        (
            "(;HA[3];W[dd])",
            "line 1, column 3: found a handicap of 3, expected its stones in AB",
        ),
        (
            "(;HA[2])",
            "found a handicap of 2, expected its stones in AB",
        ),
        (
            "(;PL[X])",
            "line 1, column 3: found the property PL, expected PL[B] or PL[W]",
        ),
        (
            "(;B[dd]\n;PL[?])",
            "line 2, column 2: found the property PL, expected PL[B] or PL[W]",
        ),
        (
            "(;SZ[9];B[dd]\n;AW[ee][jj])",
            "line 2, column 2: found the point 'jj', expected two letters",
        ),
        (
            "(;SZ[9]AB[aj])",
            "line 1, column 8: found the point 'aj', expected two letters",
        ),
        ("(;SZ[9]AB[aa:jj])", "found the point 'aa:jj'"),
        ("(;SZ[9]AB[a1])", "found the point 'a1'"),
        (
            "(;SZ[9];B[aj])",
            "line 1, column 9: found the move 'aj' (move 1), expected two letters",
        ),
        ("(;SZ[9];B[D4])", "found the move 'D4'"),
        (
            "(;GM[1]SZ[9];B[ee];W[zz])",
            "line 1, column 20: found the move 'zz' (move 2), expected two letters",
        ),
        ("(;SZ[9];B[aa][bb])", "found the move 'aa][bb'"),
        ("(;SZ[21];B[xx])", "found the move 'xx'"),
        (
            "(;B[aa]W[bb])",
            "line 1, column 8: found a second move (W) in one node, expected ';' before it",
        ),
        ("(;B;W[aa])", "line 1, column 4: found ';', expected '['"),
    ] {
        let error = GameRecord::parse(text, &GO).expect_err(text).to_string();
        assert!(error.contains(message), "{text:?}: {error}");
        assert!(error.lines().count() == 1, "{error}");
    }
}

#[test]
fn moves_that_cannot_be_played_are_named() {
    for (line, message) in [
        (
            ";B[cc];W[cc]",
            "move 2 (White, 'C3'): 'C3' is not a legal move here",
        ),
        // Out of turn, but not on top of a stone.
        (
            ";B[cc];W[bb];W[cc]",
            "move 3 (White, 'C3'): 'C3' is not a legal move here: expected an empty point",
        ),
        // Stones placed one by one are a handicap, but not on top of each other.
        (
            ";B[cc];B[bb];B[cc];W[dd]",
            "move 3 (Black, 'C3'): the point is occupied",
        ),
        // Suicide.
        (
            "AB[ab][ba];W[aa]",
            "move 1 (White, 'A5'): 'A5' is not a legal move here: expected a stone with a liberty",
        ),
        // A ko may not be taken back at once.
        (
            "AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];W[bb]",
            "move 2 (White, 'B4'): 'B4' is not a legal move here: expected a move elsewhere first",
        ),
        ("AB[aa:ee]", "the position before the first move: "),
    ] {
        let record = parse(&format!("(;SZ[5]{line})"));
        match replayed(&record) {
            Ok(_) => panic!("{line} was played"),
            Err(error) => {
                assert!(error.starts_with("line 1, column "), "{line}: {error}");
                assert!(error.contains(&format!(": {message}")), "{line}: {error}");
            }
        }
    }
}

#[test]
fn a_move_out_of_turn_begins_a_stretch_of_its_own() {
    // The last position set up, the moves after it, and how many there were in each stretch.
    for (line, position, played, stretches) in [
        (";B[cc];W[bb]", None, "C3 B4", &[2][..]),
        (";B[cc];W[bb];W[dd]", Some("5/1O3/2X2/5/5 w"), "D2", &[2, 1]),
        (
            ";W[cc];W[bb];B[dd]",
            Some("5/5/2O2/5/5 w"),
            "B4 D2",
            &[1, 2],
        ),
        (
            ";B[cc];W[bb];B[dd];B[aa];W[ee];W[ea]",
            Some("X4/1O3/2X2/3X1/4O w"),
            "E5",
            &[3, 2, 1],
        ),
        ("AW[dd];B[cc];B[bb]", Some("5/5/2X2/3O1/5 b"), "B4", &[1, 1]),
        // Passes are moves like others.
        (
            ";B[cc];W[];W[];B[dd]",
            Some("5/5/2X2/5/5 w"),
            "pass D2",
            &[2, 2],
        ),
        (";B[cc];W[];B[];B[dd]", Some("5/5/2X2/5/5 b"), "D2", &[1, 1]),
        (
            ";B[cc];W[];W[];B[];B[dd]",
            Some("5/5/2X2/5/5 b"),
            "D2",
            &[2, 1],
        ),
        // The ko may be taken back, for nobody remembers it.
        (
            "AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];B[ee];W[ed];W[bb]",
            Some("1XO2/X1XO1/1XO2/4O/4X w"),
            "B4",
            &[1, 2, 1],
        ),
    ] {
        let record = parse(&format!("(;SZ[5]{line})"));
        let mut referee = go_referee(&record.settings());
        let steps = record
            .replay(referee.as_mut(), &GO, usize::MAX)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        let all = in_stretches(&steps);
        let lengths: Vec<usize> = all.iter().map(|(_, moves)| moves.len()).collect();
        assert_eq!(lengths, stretches, "{line}");
        let (last, _) = all.last().unwrap();
        assert_eq!(last.as_deref(), position, "{line}");
        assert_eq!(referee.moves().join(" "), played, "{line}");
    }
}

#[test]
fn a_record_belongs_to_its_board() {
    let record = parse("(;SZ[9];B[cc])");
    let mut referee = go_referee(&parse("(;SZ[13])").settings());
    let error = record.replay(referee.as_mut(), &GO, 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the board of the record is 9x9, that of the game is 13x13"
    );
}

#[test]
fn a_handicap_is_placed_stone_by_stone() {
    let record = parse("(;SZ[5]HA[3];B[aa];B[bb];B[cc];W[dd];B[ee])");
    for (count, position, played) in [
        (0, None, 0),
        (1, Some("X4/5/5/5/5 b"), 0),
        (2, Some("X4/1X3/5/5/5 b"), 0),
        (3, Some("X4/1X3/2X2/5/5 w"), 0),
        (4, Some("X4/1X3/2X2/5/5 w"), 1),
        (5, Some("X4/1X3/2X2/5/5 w"), 2),
    ] {
        let mut referee = go_referee(&record.settings());
        let steps = record.replay(referee.as_mut(), &GO, count).unwrap();
        let (last, moves) = in_stretches(&steps).pop().unwrap();
        assert_eq!(last.as_deref(), position, "{count}");
        assert_eq!(moves.len(), played, "{count}");
    }
}

#[test]
fn a_game_may_go_on_after_two_passes() {
    let record = parse("(;SZ[5];B[cc];W[];B[];W[];B[];W[bb];B[];W[];B[])");
    for (count, played, over) in [(3, 3, true), (5, 3, true), (6, 2, false), (9, 4, true)] {
        let mut referee = go_referee(&record.settings());
        let steps = record.replay(referee.as_mut(), &GO, count).unwrap();
        let (_, moves) = in_stretches(&steps).pop().unwrap();
        assert_eq!(moves.len(), played, "{count}");
        assert_eq!(referee.outcome().is_some(), over, "{count}");
    }
}

#[test]
fn what_is_written_is_complete_and_read_again() {
    let settings = [("size", "5"), ("komi", "6.5"), ("superko", "no")];
    let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let mut record = GameRecord::new(&GO).with_settings(&settings, &GO);
    record.players = [Some("a]b".to_owned()), Some("c\\d".to_owned())];
    record.result = Some("W+R".to_owned());
    record.date = Some("2026-11-15".to_owned());
    record.handicap = 2;
    record.setup = Some("X4/1X3/5/3O1/5 w".parse().unwrap());
    record.comment = Some("two\nlines".to_owned());
    record.moves = vec![
        RecordedMove::new(Player::Second, "A1"),
        RecordedMove {
            comment: Some("win rate 53.2% (B), 12 visits, line pass E5".to_owned()),
            ..RecordedMove::new(Player::First, PASS)
        },
    ];
    let expected = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[Yomi:{}]SZ[5]KM[6.5]RU[Chinese]DT[2026-11-15]PB[a\\]b]PW[c\\\\d]\
         RE[W+R]HA[2]AB[aa][bb]AW[dd]PL[W]C[two\nlines]\n;W[ae]\n\
         ;B[]C[win rate 53.2% (B), 12 visits, line pass E5]\n)\n",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(record.to_sgf(&GO), expected);
    assert_eq!(parse(&expected), record);
    assert_eq!(record.settings(), settings[..2]);
}
