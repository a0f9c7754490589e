//! What boards rely on.

use super::support::Talk;

/// A board that looks at the next line only when it has to.
fn is_silent(talk: &Talk) -> bool {
    let mut infos = talk.lines.try_iter();
    infos.all(|line| line.starts_with("info depth"))
}

#[test]
fn nothing_is_answered_before_its_time() {
    let talk = Talk::new("patient");
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder btime 1000 wtime 1000", "stop"),
        ("go ponder btime 1 wtime 1", "ponderhit"),
        ("go ponder depth 3", "ponderhit"),
        ("go ponder", "ponderhit btime 1 wtime 1"),
        ("go ponder", "ponderhit"),
        ("go infinite depth 2", "stop"),
        ("go infinite", "gameover win"),
    ] {
        talk.send(go);
        talk.until("info depth 2");
        // Everything is answered meanwhile.
        talk.send("isready");
        talk.until("readyok");
        assert!(is_silent(&talk), "{go}");
        talk.send(end);
        assert_eq!(talk.answer(), "bestmove a1 ponder b1", "{go}");
    }
    assert!(talk.end().is_empty());
}

#[test]
fn limits_end_a_search() {
    let talk = Talk::new("patient");
    for go in [
        "go depth 4",
        "go nodes 40",
        "go movetime 1",
        "go btime 10 wtime 10",
        "go btime 0 wtime 0 byoyomi 1",
        "go btime 0 wtime 0 binc 1 winc 1",
        // The engine's own limits count where the board has none.
        "go",
    ] {
        talk.send(go);
        assert_eq!(talk.answer(), "bestmove a1 ponder b1", "{go}");
    }
    assert!(talk.end().is_empty());
}

#[test]
fn an_engine_that_overstays_is_stopped() {
    let talk = Talk::new("patient:whim=overstay");
    for go in ["go byoyomi 20", "go btime 20 wtime 0", "go movetime 20"] {
        talk.send(go);
        assert_eq!(talk.answer(), "bestmove a1 ponder b1", "{go}");
    }
    talk.send("go ponder byoyomi 20");
    talk.until("info depth 2");
    talk.send("ponderhit");
    assert_eq!(talk.answer(), "bestmove a1 ponder b1");
    assert!(talk.end().is_empty());
}

#[test]
fn every_question_is_answered_in_turn() {
    let talk = Talk::new("patient");
    talk.send("go infinite");
    talk.send("position startpos moves a1");
    talk.send("go infinite");
    talk.send("position startpos moves a1 b1");
    talk.send("go ponder");
    talk.send("usinewgame");
    talk.send("go mate");
    talk.send("go mate 1000");
    let answers: Vec<String> = (0..5).map(|_| talk.answer()).collect();
    let expected = [
        "bestmove a1 ponder b1",
        "bestmove b1 ponder c1",
        "bestmove c1 ponder a2",
        "checkmate notimplemented",
        "checkmate notimplemented",
    ];
    assert_eq!(answers, expected);
    talk.send("go infinite");
    // The end of the input ends the search too, with an answer.
    let last = talk.end();
    assert_eq!(last.last().unwrap(), "bestmove a1 ponder b1");
    assert!(
        last.iter()
            .rev()
            .skip(1)
            .all(|line| line.starts_with("info"))
    );
}

#[test]
fn reports_are_told_as_boards_read_them() {
    let talk = Talk::new("patient");
    talk.send("go depth 2");
    let said = talk.until("bestmove");
    let told: Vec<&str> = said.iter().map(|line| line.as_str()).collect();
    let [first, second, _] = told[..] else {
        panic!("{told:?}");
    };
    assert!(
        first.starts_with("info depth 1 seldepth 2 time "),
        "{first}"
    );
    assert!(second.contains(" nodes 20 "), "{second}");
    assert!(
        second.ends_with(" hashfull 250 score cp 0 pv a1 b1"),
        "{second}"
    );
    talk.send("setoption name MultiPV value 3");
    talk.send("position startpos moves b2");
    talk.send("go depth 1");
    let said = talk.until("bestmove");
    let ends = [
        " multipv 1 pv a1 b1",
        " multipv 2 pv b1",
        " multipv 3 pv c1",
    ];
    for (line, end) in said.iter().zip(ends) {
        assert!(line.ends_with(end), "{line}");
    }
    assert_eq!(said.len(), 4);
    assert!(talk.end().is_empty());
}

#[test]
fn some_moves_only_are_looked_at() {
    let talk = Talk::new("patient");
    talk.send("go depth 1 searchmoves c3 z9 b1");
    assert_eq!(
        talk.answer(),
        "info string go: searchmoves 'z9' is not legal here"
    );
    assert_eq!(talk.answer(), "bestmove c3");
    assert_eq!(talk.told(), ["new game", "consider Some(1) None c3 b1"]);
    assert!(talk.end().is_empty());
}

#[test]
fn an_engine_hears_of_what_is_new() {
    let talk = Talk::new("patient");
    let told = |position: &str| {
        talk.send(position);
        talk.send("go depth 1");
        talk.answer();
        let mut told = talk.told();
        assert_eq!(told.pop().unwrap(), "consider Some(1) None ");
        told.join(", ")
    };
    let moves = |moves: &str| told(&format!("position startpos moves {moves}"));
    assert_eq!(moves("a1 b1"), "new game, play a1, play b1");
    assert_eq!(moves("a1 b1 c1 a2"), "play c1, play a2");
    assert_eq!(moves("a1 b1 c1 a2"), "");
    assert_eq!(moves("a1 b1 c1 a3"), "undo, play a3");
    assert_eq!(moves("a1 b1 b2"), "new game, play a1, play b1, play b2");
    assert_eq!(told("usinewgame"), "new game");
    assert_eq!(moves("c3"), "play c3");
    talk.send("setoption name value value 0.5");
    assert_eq!(moves("c3 c2"), "play c2", "nothing has changed");
    talk.send("setoption name value value 0.75");
    assert_eq!(moves("c3 c2"), "new game, play c3, play c2");
    assert!(talk.end().is_empty());
}

/// Making an engine may take seconds: only one that differs is made.
#[test]
fn an_engine_is_made_once_whatever_its_settings_are_called() {
    for engine in ["patient:luck=9", "patient:fortune=9"] {
        let talk = Talk::new(engine);
        for line in ["usi", "isready", "usinewgame", "go depth 1"] {
            talk.send(line);
        }
        talk.until("bestmove");
        assert_eq!(talk.made(), [engine]);
        for (set, made) in [
            ("fortune value 9", None),
            ("luck value 9", None),
            ("fortune value 8", Some("patient:luck=8")),
        ] {
            talk.send(&format!("setoption name {set}"));
            talk.send("isready");
            talk.until("readyok");
            assert_eq!(talk.made(), Vec::from_iter(made), "{set}");
        }
        assert!(talk.end().is_empty());
    }
}

/// What takes an engine long is done before the game, not on its clock.
#[test]
fn an_engine_is_made_ready_when_the_board_asks() {
    let talk = Talk::new("patient");
    let told = |line: &str| {
        talk.send(line);
        talk.send("isready");
        talk.until("readyok");
        talk.told().join(", ")
    };
    let moment = "new game, consider None Some(1) , new game";
    assert_eq!(told("usi"), moment);
    assert_eq!(told("usinewgame"), "");
    talk.send("position startpos moves a1");
    talk.send("go depth 1");
    talk.answer();
    assert_eq!(talk.told().join(", "), "play a1, consider Some(1) None ");
    // In the middle of a game that is only a question.
    assert_eq!(told("isready"), "");
    talk.until("readyok");
    assert_eq!(told("gameover draw"), "new game");
    assert_eq!(told("usinewgame"), "");
    assert_eq!(told("setoption name luck value 8"), moment);
    assert!(talk.end().is_empty());
}

#[test]
fn wrong_positions_change_nothing() {
    let talk = Talk::new("patient");
    talk.send("position startpos moves a1 b1");
    for (line, error) in [
        (
            "position startpos moves a1 b1 c1 c1 c2",
            "info string position: move 4, 'c1': 'c1' is not a legal move here",
        ),
        (
            "position startpos moves b3 x",
            "info string position: move 2, 'x': 'x' is not a legal move here",
        ),
        (
            "position startpos moves a1 a2 b1 b2 c1 c2",
            "info string position: move 6, 'c2': the game is over: first wins",
        ),
        (
            "position sfen 9/9 b - 1",
            "info string position: a position cannot be set up",
        ),
        ("position", "info string expected position startpos|sfen"),
    ] {
        talk.send(line);
        let said = talk.answer();
        assert!(said.starts_with(error), "{line}: {said}");
        if line != "position" {
            let still = "info string the position is still startpos and 2 moves";
            assert_eq!(talk.answer(), still);
        }
    }
    talk.send("go depth 1");
    assert_eq!(talk.answer(), "bestmove c1 ponder a2");
    assert!(talk.end().is_empty());
}

#[test]
fn a_lost_game_is_given_up() {
    let talk = Talk::new("patient");
    talk.send("position startpos moves a1 a2 b1 b2 c1");
    for go in ["go depth 1", "go btime 0 wtime 0"] {
        talk.send(go);
        assert_eq!(talk.answer(), "bestmove resign");
    }
    talk.send("go infinite");
    talk.send("isready");
    talk.until("readyok");
    assert!(is_silent(&talk));
    talk.send("stop");
    assert_eq!(talk.answer(), "bestmove resign");
    // The rule this server began with: below a tenth twice in a row.
    talk.send("usinewgame");
    talk.send("setoption name value value 0.05");
    for answer in ["bestmove a1 ponder b1", "bestmove resign"] {
        talk.send("go infinite");
        talk.send("stop");
        assert_eq!(talk.answer(), "bestmove a1 ponder b1", "studies go on");
        talk.send("go depth 1");
        assert_eq!(talk.answer(), answer);
    }
    talk.send("setoption name ResignValue value 99999");
    talk.send("go depth 1");
    assert_eq!(talk.answer(), "bestmove a1 ponder b1");
    // A loss that is proven.
    talk.send("setoption name ResignValue value 30000");
    talk.send("setoption name value value 0");
    talk.send("go depth 1");
    let said = talk.until("bestmove");
    assert!(said[0].contains(" score mate - "), "{}", said[0]);
    assert_eq!(said[1], "bestmove resign");
    assert!(talk.end().is_empty());
}

#[test]
fn bad_options_are_refused_and_the_rest_counts() {
    let talk = Talk::new("patient");
    for (line, error) in [
        (
            "setoption name luck value many",
            "option luck: 'many' is not a whole number in 0..=100",
        ),
        (
            "setoption name luck",
            "option luck: nothing is not a whole number in 0..=100",
        ),
        (
            "setoption name whim value dance",
            "option whim: 'dance' is not one of none, ",
        ),
        ("setoption name Style value 3", "unknown option 'Style'"),
        (
            "setoption value 3",
            "expected setoption name NAME [value VALUE]",
        ),
    ] {
        talk.send(line);
        let said = talk.answer();
        assert!(said.starts_with(&format!("info string {error}")), "{said}");
    }
    // What boards send without being asked to.
    talk.send("setoption name USI_Hash value 1024");
    talk.send("setoption name USI_Ponder value true");
    // What only the engine itself can tell.
    talk.send("setoption name luck value 13");
    talk.send("setoption name MaxMovesToDraw value 5");
    talk.send("isready");
    let said = talk.until("readyok");
    let expected = [
        "info string this game has nine moves",
        "info string the rules are still those from before",
        "info string that would be bad luck",
        "info string the engine is still patient",
        "readyok",
    ];
    assert_eq!(said, expected);
    talk.send("usi");
    let said = talk.until("usiok");
    let lines = [
        "option name USI_Ponder type check default true",
        "option name MaxMovesToDraw type spin default 9 min 1 max 9",
        "option name MultiPV type spin default 1 min 1 max 9",
        "option name luck type spin default 7 min 0 max 100",
        "option name ResignValue type spin default 1318 min 0 max 99999",
    ];
    for line in lines {
        assert!(said.iter().any(|said| said == line), "{line}: {said:?}");
    }
    assert!(talk.end().is_empty());
}

#[test]
fn an_engine_that_fails_is_replaced_and_the_game_goes_on() {
    for (whim, complaint) in [
        (
            "panic",
            "info string engine 'patient' failed: it broke down",
        ),
        ("fail", "info string engine 'patient' failed: it had enough"),
    ] {
        let talk = Talk::new("patient");
        talk.send(&format!("setoption name whim value {whim}"));
        talk.send("isready");
        talk.until("readyok");
        talk.send("position startpos moves a1");
        for _ in 0..2 {
            talk.send("go btime 1000 wtime 1000");
            assert_eq!(talk.answer(), complaint);
            assert_eq!(talk.answer(), "bestmove b1");
        }
        talk.send("setoption name whim value none");
        talk.send("go depth 1");
        assert_eq!(talk.answer(), "bestmove b1 ponder c1");
        assert!(talk.end().is_empty());
    }
}

#[test]
fn an_engine_that_knows_no_limits_thinks_as_it_does() {
    let talk = Talk::new("patient:whim=plain");
    talk.send("go infinite");
    talk.until("info depth 1");
    talk.send("stop");
    assert_eq!(talk.answer(), "bestmove a1 ponder b1");
    assert_eq!(talk.told(), ["new game", "think"]);
    assert!(talk.end().is_empty());
}

#[test]
fn a_silent_engine_is_made_to_talk() {
    let talk = Talk::new("patient:whim=silent");
    talk.send("go infinite");
    talk.until("info depth");
    talk.until("info depth");
    talk.send("stop");
    assert_eq!(talk.answer(), "bestmove a1 ponder b1");
    assert!(talk.end().is_empty());
}

#[test]
fn a_board_that_leaves_is_noticed() {
    for last in ["go infinite", "usi", "go depth 1"] {
        let talk = Talk::new("patient");
        talk.send("isready");
        talk.until("readyok");
        let error = talk.leave(last).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe, "{last}");
    }
}
