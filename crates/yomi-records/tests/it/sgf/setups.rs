//! Positions set up by hand, before the first move and later, and files of several games.

use super::{blokus, go_referee, in_stretches, moves};
use proptest::prelude::*;
use yomi_core::engine::{History, Session, Step};
use yomi_core::{EngineError, Player, Referee, Seed};
use yomi_records::sgf::{Dialect, GameRecord};

const GO: Dialect = Dialect::GO;
const DUO: Dialect = Dialect::BLOKUS_DUO;

fn referee(record: &GameRecord, dialect: &Dialect) -> Box<dyn Referee> {
    match dialect.game() {
        "1" => go_referee(&record.settings()),
        _ => Box::new(blokus::referee()),
    }
}

fn parse(text: &str, dialect: &Dialect) -> GameRecord {
    GameRecord::parse(text, dialect).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Where the record leads, with the positions that are set up on the way.
fn replayed(record: &GameRecord, dialect: &Dialect) -> Result<(String, Vec<String>), String> {
    let mut referee = referee(record, dialect);
    let steps = record.replay(referee.as_mut(), dialect, usize::MAX);
    let steps = steps.map_err(|error| error.to_string())?;
    let stretches = in_stretches(&steps).into_iter();
    let positions = stretches.filter_map(|(position, _)| position).collect();
    Ok((referee.position().unwrap(), positions))
}

/// Rows of fourteen squares; what is not named is empty.
fn rows(wanted: &[(usize, &str)], side: &str) -> String {
    let mut rows = vec!["14"; 14];
    for (row, text) in wanted {
        rows[14 - *row] = text;
    }
    format!("{} {side}", rows.join("/"))
}

#[test]
fn stones_are_set_up_anywhere_in_a_game_of_go() {
    for (line, end, set_up) in [
        // Stones come and go; the next move says whose turn it is, or PL, or it stays as it is.
        (";B[cc];AW[bb][dd];W[aa]", "O4/1O3/2X2/3O1/5 b", 1),
        (";B[cc];AW[bb];B[aa]", "X4/1O3/2X2/5/5 w", 1),
        (";B[cc];AW[bb]PL[B]", "5/1O3/2X2/5/5 b", 1),
        (";B[cc];AW[bb]", "5/1O3/2X2/5/5 w", 1),
        (";B[cc];AE[cc];W[bb]", "5/1O3/5/5/5 b", 1),
        (";B[cc];AW[cc];W[bb]", "5/1O3/2O2/5/5 b", 1),
        // In one node the last word on a point counts.
        (
            ";B[cc];AB[aa:ee]AE[aa:ee]AW[ab:bb];W[ee]",
            "5/OO3/5/5/4O b",
            1,
        ),
        // Node by node, as some boards do it: only what stands at last must be a position.
        (
            ";B[cc];AB[aa:ea];AB[ab:eb];AB[ac:ec];AB[ad:ed];AW[ae];B[be]",
            "XXXXX/XXXXX/XXXXX/XXXXX/1X3 w",
            1,
        ),
        // In the node of a move it comes before that move.
        (";B[cc];W[bb]AB[aa]", "X4/1O3/2X2/5/5 b", 1),
        // Nothing changes: the game goes on, and nobody forgets anything.
        (";B[cc];PL[W];W[bb]", "5/1O3/2X2/5/5 b", 0),
        (";B[cc];AB[cc];W[bb]", "5/1O3/2X2/5/5 b", 0),
        (";B[cc];PL[B];B[bb]", "5/1X3/2X2/5/5 w", 1),
        (
            ";B[cc];W[bb];AB[aa];B[dd];AW[ea];W[ee]",
            "X3O/1O3/2X2/3X1/4O b",
            2,
        ),
        // A game that was over begins anew.
        (";B[cc];W[];B[];AW[dd];W[ee]", "5/5/2X2/3O1/4O b", 1),
        // A handicap, then more stones.
        (
            "HA[2]AB[aa][bb];W[cc];AB[ee];B[dd]",
            "X4/1X3/2O2/3X1/4X w",
            2,
        ),
        (";B[aa];B[bb];AW[cc];W[dd]", "X4/1X3/2O2/3O1/5 b", 1),
    ] {
        let record = parse(&format!("(;SZ[5]{line})"), &GO);
        let (position, positions) = replayed(&record, &GO).unwrap();
        assert_eq!(position, end, "{line}");
        assert_eq!(positions.len(), set_up, "{line}: {positions:?}");
        let written = record.to_sgf(&GO);
        assert_eq!(parse(&written, &GO), record, "{written}");
    }
}

#[test]
fn pieces_are_set_up_anywhere_in_a_game_of_blokus_duo() {
    let both = rows(&[(10, "4XX8"), (5, "9OO3")], "b");
    let first = rows(&[(10, "4XX8")], "w");
    let three = rows(&[(10, "4XX8"), (9, "6X7"), (5, "9OO3")], "w");
    for (line, end, set_up) in [
        ("AB[e10,f10]AW[j5,k5]PL[B]", &both, 1),
        // Numbers for colours.
        ("A1[e10,f10]A2[j5,k5]PL[1]", &both, 1),
        ("AB[e10,f10]PL[W]", &first, 1),
        (";AB[e10,f10];W[j5,k5]", &both, 1),
        (";B[e10,f10];AW[j5,k5]PL[B]", &both, 1),
        (";B[e10,f10];AW[j5,k5];B[g9]", &three, 1),
        // A piece is moved: it is taken off first, whatever the file says first.
        (";B[e10];AB[e10,f10]AE[e10]PL[W]", &first, 1),
        (";B[e10];AE[e10];AB[e10,f10]PL[W]", &first, 1),
        (";B[e10,f10];W[j5];AE[j5];W[j5,k5];B[g9]", &three, 1),
        (";B[e10,f10];PL[W];W[j5,k5]", &both, 0),
    ] {
        let record = parse(&format!("(;GM[Blokus Duo]{line})"), &DUO);
        let (position, positions) = replayed(&record, &DUO).unwrap();
        assert_eq!(
            position.split(' ').take(2).collect::<Vec<_>>().join(" "),
            *end,
            "{line}"
        );
        assert_eq!(positions.len(), set_up, "{line}: {positions:?}");
        let written = record.to_sgf(&DUO);
        assert_eq!(parse(&written, &DUO), record, "{written}");
    }
    let record = parse(
        "(;GM[Blokus Duo]AW[k5,j5]AB[f9,e10,e9];PL[W];C[x]PL[B])",
        &DUO,
    );
    let written = record.to_sgf(&DUO);
    assert!(written.contains("AB[e9,f9,e10]AW[j5,k5]PL[B]"), "{written}");
}

#[test]
fn what_cannot_be_set_up_is_named_with_its_place() {
    for (dialect, text, message) in [
        (
            &GO,
            "(;SZ[5]\n;B[cc]\n;W[aa]\n;AB[ab][ba]PL[B])",
            "line 4, column 2: the position set up after move 2: this is no position: expected no chain \
             without a liberty",
        ),
        (
            &GO,
            "(;SZ[5]\n AB[aa:ee])",
            "line 2, column 2: the position before the first move: this is no position",
        ),
        (
            &DUO,
            "(;GM[Blokus Duo];B[e10]\n;AB[e10,e11];W[j5])",
            "line 2, column 2: the position set up after move 1: the piece e10,e11 is set up where e10 is taken",
        ),
        (
            &DUO,
            "(;GM[Blokus Duo];B[e10,e11]\n;AE[e10];W[j5])",
            "line 2, column 2: the position set up after move 1: no piece on the board is e10, which is",
        ),
        (
            &DUO,
            "(;GM[Blokus Duo];B[e10]\n;AB[f10];W[j5])",
            "line 2, column 2: the position set up after move 1: the squares f10 are not one piece that \
             touches no other",
        ),
        (
            &DUO,
            "(;GM[Blokus Duo]AB[a1]\n[a3]PL[B])",
            "line 1, column 17: the position before the first move: this is no position: expected each \
             piece once: first has another 1, at a1",
        ),
        // Whose turn it is counts here.
        (
            &DUO,
            "(;GM[Blokus Duo]AB[e10]PL[W];B[f9])",
            "line 1, column 30: move 1 (first, 'f9'): it is the move of second",
        ),
    ] {
        let error = replayed(&parse(text, dialect), dialect).expect_err(text);
        assert!(error.starts_with(message), "{text}: {error}");
    }
    // A game without positions as text.
    let record = parse("(;GM[Blokus Duo];B[e10];AW[j5])", &DUO);
    let game = std::sync::Arc::new(yomi_blokus::BlokusDuo::default());
    let mut plain = yomi_core::engine::GameReferee::new(game, yomi_core::engine::list_all);
    let error = record.replay(&mut plain, &DUO, 9).unwrap_err().to_string();
    assert!(
        error.ends_with(&EngineError::NoSetup.to_string()),
        "{error}"
    );
}

#[test]
fn a_replay_stops_where_it_is_told_to() {
    let record = parse("(;SZ[5];B[cc];W[bb];AW[aa];B[dd];AB[ee])", &GO);
    for (count, end) in [
        (0, "5/5/5/5/5 b"),
        (1, "5/5/2X2/5/5 w"),
        // What is set up before the third move belongs to the position in which it is made.
        (2, "O4/1O3/2X2/5/5 b"),
        (3, "O4/1O3/2X2/3X1/4X w"),
        (9, "O4/1O3/2X2/3X1/4X w"),
    ] {
        let mut referee = referee(&record, &GO);
        record.replay(referee.as_mut(), &GO, count).unwrap();
        assert_eq!(referee.position().as_deref(), Some(end), "{count}");
    }
}

#[test]
fn several_games_are_read_one_by_one() {
    let text = "(;GM[Blokus Duo]PB[a];B[e10])\n\n(;GM[Blokus Duo]PB[b]\n;B[e10];W[j5])(;GM[Blokus Duo]PB[c])\n";
    let games = GameRecord::parse_all(text, &DUO);
    let names: Vec<_> = games
        .iter()
        .map(|game| game.as_ref().unwrap().players[0].clone())
        .collect();
    assert_eq!(names, ["a", "b", "c"].map(|name| Some(name.to_owned())));
    assert_eq!(GameRecord::parse(text, &DUO).as_ref(), games[0].as_ref());
    assert_eq!(moves(games[1].as_ref().unwrap()), ["B e10", "W j5"]);
    // One of another game does not keep the others from being read.
    let mixed = "(;GM[Blokus Duo])(;GM[Blokus Trigon])(;GM[Blokus Duo]PB[b])";
    let games = GameRecord::parse_all(mixed, &DUO);
    assert_eq!(
        games.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, true]
    );
    // A writer was killed: what it wrote before is there.
    for (tail, message) in [
        (
            "(;GM[Blokus Duo];B[e",
            "line 2, column 21: found the end of the text, expected ']'",
        ),
        (
            "(;GM[Blokus Duo]",
            "line 2, column 17: found the end of the text, expected ';', '(', ')'",
        ),
        (
            "(;GM[Blokus Duo]) x",
            "line 2, column 19: found 'x', expected the end of the text, or '(;'",
        ),
        (
            "(",
            "line 2, column 2: found the end of the text, expected ';'",
        ),
    ] {
        let text = format!("(;GM[Blokus Duo];B[e10])\n{tail}");
        let games = GameRecord::parse_all(&text, &DUO);
        assert!(games.len() == 2 && games[0].is_ok(), "{games:?}");
        let error = games[1].as_ref().unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
        assert!(GameRecord::parse(&text, &DUO).is_ok());
    }
}

/// A game of random moves, with positions of other games set up in between.
fn wild_game(dialect: &Dialect, plies: usize, jumps: &[(usize, u64)]) -> (Session<()>, GameRecord) {
    let mut blank = GameRecord::new(dialect);
    if dialect.game() == "1" {
        blank.size = Some(5);
    }
    let start = || History::new(Seed::new(1), Seed::new(2));
    let mut rng = Seed::new(plies as u64).rng();
    let mut draw = |referee: &dyn Referee| {
        let moves = referee.legal().moves;
        moves[rng.below(moves.len() as u32) as usize].clone()
    };
    let mut session = Session::without_engine(referee(&blank, dialect), start());
    for ply in 0..plies {
        for (_, other) in jumps.iter().filter(|(at, _)| *at == ply) {
            let mut elsewhere = Session::without_engine(referee(&blank, dialect), start());
            for _ in 0..*other {
                if elsewhere.referee().outcome().is_none() {
                    let text = draw(elsewhere.referee());
                    elsewhere.play(&text).unwrap();
                }
            }
            let position = elsewhere.referee().position().unwrap();
            let without_ko: Vec<&str> = position.split(' ').take(2).collect();
            session.set_up(&without_ko.join(" ")).unwrap();
        }
        if session.referee().outcome().is_none() {
            let text = draw(session.referee());
            session.play(&text).unwrap();
        }
    }
    let mut record = blank.clone();
    let mut fresh = referee(&blank, dialect);
    record
        .add_steps(&session.history().steps, fresh.as_mut(), dialect)
        .unwrap();
    (session, record)
}

fn board(position: Option<String>) -> Option<String> {
    Some(position?.split(' ').take(2).collect::<Vec<_>>().join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_session_with_positions_is_written_read_and_replayed(
        plies in 1_usize..30,
        jumps in prop::collection::vec((0_usize..30, 0_u64..12), 0..4),
        go in any::<bool>(),
    ) {
        let dialect = if go { GO } else { DUO };
        let (session, record) = wild_game(&dialect, plies, &jumps);
        let read = GameRecord::parse(&record.to_sgf(&dialect), &dialect).unwrap();
        prop_assert_eq!(&GameRecord::parse(&read.to_sgf(&dialect), &dialect).unwrap(), &read);
        let mut again = referee(&read, &dialect);
        let steps = read.replay(again.as_mut(), &dialect, usize::MAX).unwrap();
        prop_assert_eq!(board(again.position()), board(session.referee().position()), "{}", record.to_sgf(&dialect));
        let movers = |steps: &[Step]| -> Vec<(Player, String)> {
            steps.iter().filter_map(|step| match step {
                Step::SetUp(_) => None,
                Step::Move { mover, text, .. } => Some((*mover, text.clone())),
            }).collect()
        };
        prop_assert_eq!(movers(&steps), movers(&session.history().steps));
    }

    #[test]
    fn what_looks_like_pieces_set_up_is_read_or_refused(
        parts in prop::collection::vec(prop_oneof![
            4 => ";?[BW]\\[[d-k](10|5)(,[d-k](9|6))?\\]",
            4 => ";?A[BWE12]\\[[d-k](10|5)(,[d-k](9|6))?\\](\\[[a-o]1[0-9]?(,[a-c]1)?\\])?",
            2 => ";?PL\\[[BW12]\\]",
            1 => ";C\\[[a-z]{0,3}\\]",
            1 => "\\)\\(;GM\\[Blokus Duo\\]",
        ], 0..12),
    ) {
        let text = format!("(;GM[Blokus Duo]{})", parts.concat());
        for record in GameRecord::parse_all(&text, &DUO).into_iter().flatten() {
            prop_assert_eq!(&parse(&record.to_sgf(&DUO), &DUO), &record);
            let mut referee = blokus::referee();
            let _ = record.replay(&mut referee, &DUO, usize::MAX);
        }
    }
}
