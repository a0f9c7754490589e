//! Games that go from a match, or from the prompt, to a record and back.

use crate::support::{root, run_in};
use std::fs;
use std::path::Path;

/// What the program prints and says about errors; it must end as expected.
fn yomi_in(folder: &Path, args: &str, input: &str, succeeds: bool) -> String {
    let args: Vec<&str> = args.split(' ').collect();
    let output = run_in(folder, &args, input);
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.success(), succeeds, "{args:?}\n{out}{err}");
    if succeeds { out } else { err }
}

#[test]
fn games_of_a_match_are_listed_exported_and_read_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &str| yomi_in(folder.path(), args, "", true);
    let fails = |args: &str| yomi_in(folder.path(), args, "", false);
    run("match blokus-duo random flat:simulations=20 --pairs 2 --out match.jsonl");
    let list = run("records list match.jsonl");
    assert!(list.starts_with("blokus-duo: 4 games\n"), "{list}");
    assert!(
        list.contains("0-1-1  flat:simulations=20  random"),
        "{list}"
    );

    let error = fails("records export match.jsonl");
    assert!(
        error.contains("has 4 games: name one with --game"),
        "{error}"
    );
    let error = fails("records export match.jsonl --game 0-2-0");
    assert!(error.contains("there is no game '0-2-0'"), "{error}");

    let one = run("records export match.jsonl --game 0-1-1");
    assert!(
        one.contains("PB[flat:simulations=20]PW[random]RE["),
        "{one}"
    );
    assert_eq!(
        run("records export match.jsonl --dir games"),
        "4 games in games\n"
    );
    let file = folder.path().join("games/0-1-1.blksgf");
    assert_eq!(fs::read_to_string(&file).expect("readable"), one);

    let check = run("records check blokus-duo games/0-1-1.blksgf");
    assert!(check.contains("wins") || check.contains("draw"), "{check}");
    // The line of the board's own record and that of the file are the same game.
    let shown = run("show blokus-duo --record games/0-1-1.blksgf --json");
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    let record = fs::read_to_string(folder.path().join("match.jsonl")).expect("readable");
    let games = record.lines().skip(1);
    let game = games
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .find(|game| game["pair"] == 1 && game["game"] == 1)
        .expect("the game was played");
    let moves = ["opening", "moves"].map(|part| game[part].as_array().expect("a list").clone());
    assert_eq!(shown["moves"], serde_json::Value::from(moves.concat()));

    // Codes are a notation of the same game, too.
    let codes = run("show blokus-duo --record games/0-1-1.blksgf --notation contest --json");
    let codes: serde_json::Value = serde_json::from_str(&codes).expect("JSON");
    let list = codes["moves"].as_array().expect("a list");
    let list: Vec<&str> = list.iter().filter_map(|code| code.as_str()).collect();
    let args = ["show", "blokus-duo", "--json", "--moves", &list.join(" ")];
    let output = run_in(folder.path(), &args, "");
    let replayed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(replayed["moves"], shown["moves"]);

    // Again is no harm, but nothing else is written over.
    run("records export match.jsonl --dir games");
    fs::write(&file, "something else").expect("writable");
    let error = fails("records export match.jsonl --dir games");
    assert!(error.contains("another file is already there"), "{error}");
}

#[test]
fn games_of_a_match_that_begin_from_records_are_exported_with_their_positions() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &str| yomi_in(folder.path(), args, "", true);
    for (game, name, record, begins) in [
        (
            "blokus-duo",
            "a.blksgf",
            "(;GM[Blokus Duo]AB[e10,f10]AW[j5,k5]PL[B];B[g9];W[i6])",
            "AB[e10,f10]AW[j5,k5]PL[B]\n;B[g9]\n;W[",
        ),
        (
            "go:size=5",
            "a.sgf",
            "(;SZ[5];B[aa];W[bb];AB[cc];B[dd];W[ee])",
            "AB[aa][cc]AW[bb]PL[B]\n;B[dd]\n;W[",
        ),
    ] {
        fs::write(folder.path().join(name), record).expect("writable");
        let out = format!("{name}.jsonl");
        run(&format!(
            "match {game} random random --pairs 1 --openings file:{name} --opening-plies 1 --out {out}"
        ));
        let text = run(&format!("records export {out} --game 0-0-0"));
        assert!(text.contains(begins), "{text}");
        let again = format!("again-{name}");
        fs::write(folder.path().join(&again), &text).expect("writable");
        let game = game.split(':').next().expect("a name");
        let check = run(&format!("records check {game} {again}"));
        assert!(check.contains(", result "), "{check}");
    }
}

#[test]
fn a_match_of_a_game_without_records_is_listed_but_not_exported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &str| yomi_in(folder.path(), args, "", true);
    run("match tic-tac-toe random random --pairs 1 --out match.jsonl");
    assert!(run("records list match.jsonl").starts_with("tic-tac-toe: 2 games\n"));
    let error = yomi_in(
        folder.path(),
        "records export match.jsonl --dir games",
        "",
        false,
    );
    assert!(
        error.contains("game 'tic-tac-toe' has no records"),
        "{error}"
    );
    assert!(!folder.path().join("games").exists());
}

#[test]
fn a_game_at_the_prompt_is_kept_move_by_move() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kept = |name: &str| fs::read_to_string(folder.path().join(name)).expect("readable");
    let play = |args: &str, input: &str| {
        let args = format!("play blokus-duo --engine flat:simulations=20 {args}");
        yomi_in(folder.path(), &args, input, true)
    };
    play(
        "--side both --save a.blksgf",
        "56t2\nj5\nundo\ni5,j5\nresign\n",
    );
    let expected = "RE[B+R]\n;B[e8,d9,e9,e10,f10]\n;W[i5,j5]\n)\n";
    // The resignation is that of the side to move, the first.
    assert!(
        kept("a.blksgf").ends_with(&expected.replace("B+R", "W+R")),
        "{}",
        kept("a.blksgf")
    );

    // It goes on from there, and the engine's name is in the file.
    play("--record a.blksgf --save b.blksgf", "");
    assert!(
        kept("b.blksgf").contains("PW[flat:simulations=20]\n;B["),
        "{}",
        kept("b.blksgf")
    );
    assert!(kept("b.blksgf").ends_with(";W[i5,j5]\n)\n"));

    // Pieces set up by hand, also in the middle of a game, are kept where they were, and so is what was said.
    let odd =
        "(;GM[Blokus Duo]AB[e10,f10]PL[W]C[a]\n;W[j5,k5]C[b]\n;AW[j4,j5,k5]AE[j5,k5]PL[B]\n;B[g9])";
    fs::write(folder.path().join("odd.blksgf"), odd).expect("writable");
    play(
        "--record odd.blksgf --save kept.blksgf --side both",
        "resign\n",
    );
    let expected = "AB[e10,f10]PL[W]\n;W[j5,k5]C[b]\n;AW[j4,j5,k5]AE[j5,k5]PL[B]\n;B[g9]\n)\n";
    assert!(
        kept("kept.blksgf").ends_with(expected),
        "{}",
        kept("kept.blksgf")
    );

    // A game that the engine plays to its end has its result.
    play("--side none --save c.blksgf", "");
    let record = kept("c.blksgf");
    assert!(record.contains("RE["), "{record}");
    let check = yomi_in(folder.path(), "records check blokus-duo c.blksgf", "", true);
    assert!(!check.contains("to move"), "{check}");
    assert!(!folder.path().join("c.blksgf.part").exists());
}

#[test]
fn the_documented_record_can_be_read() {
    let page = fs::read_to_string(root().join("docs/formats.md")).expect("readable");
    let start = page.find("```text\n(;GM[Blokus Duo]").expect("the example") + "```text\n".len();
    let end = start + page[start..].find("```").expect("the end of the example");
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("game.blksgf"), &page[start..end]).expect("writable");
    let check = yomi_in(
        folder.path(),
        "records check blokus-duo game.blksgf",
        "",
        true,
    );
    assert_eq!(check, "game.blksgf: 4 moves, first to move\n");
}

#[test]
fn games_of_go_are_exported_kept_and_read_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &str, input: &str| yomi_in(folder.path(), args, input, true);
    let kept = |name: &str| fs::read_to_string(folder.path().join(name)).expect("readable");
    run(
        "match go:size=5,komi=2.5 random flat:simulations=10 --pairs 1 --out match.jsonl",
        "",
    );
    let exported = run("records export match.jsonl --dir games", "");
    assert_eq!(exported, "2 games in games\n");
    let text = kept("games/0-0-0.sgf");
    let head = "SZ[5]KM[2.5]RU[Chinese]PB[random]PW[flat:simulations=10]RE[";
    assert!(text.contains(head), "{text}");
    let check = run("records check go games/0-0-0.sgf games/0-0-1.sgf", "");
    assert_eq!(check.lines().count(), 2);
    assert!(
        check.lines().all(|line| line.contains(", result ")),
        "{check}"
    );

    // A game at the prompt, with what the engine thought of its moves, from a handicap on.
    let record = "(;SZ[5]KM[0.5];B[bb];B[dd];W[cc])";
    fs::write(folder.path().join("a.sgf"), record).expect("writable");
    run(
        "play go --record a.sgf --engine uct:simulations=30 --save b.sgf",
        "B2\nundo\nC2\nresign\n",
    );
    let text = kept("b.sgf");
    assert!(text.contains("SZ[5]KM[0.5]RU[Chinese]DT["), "{text}");
    assert!(
        text.contains("RE[W+R]HA[2]AB[bb][dd]PL[W]\n;W[cc]\n;B[cd]\n;W["),
        "{text}"
    );
    assert_eq!(text.matches("]C[win rate ").count(), 1, "{text}");
    assert!(text.contains("% (W), "), "{text}");
    let check = run("records check go b.sgf", "");
    assert_eq!(check, "b.sgf: 3 moves, first to move, result W+R\n");
}

#[test]
fn games_of_shogi_are_exported_kept_and_read_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |args: &str, input: &str| yomi_in(folder.path(), args, input, true);
    let kept = |name: &str| fs::read(folder.path().join(name)).expect("readable");
    run(
        "match shogi:moves=40 random random --pairs 1 --out match.jsonl",
        "",
    );
    let exported = run("records export match.jsonl --dir csa", "");
    assert_eq!(exported, "2 games in csa\n");
    run("records export match.jsonl --to kif --dir kif", "");
    let utf_8 = "records export match.jsonl --to kif --encoding utf-8 --dir kif";
    run(utf_8, "");
    let text = String::from_utf8(kept("csa/0-0-1.csa")).expect("ASCII");
    let head = "V2.2\r\nN+random #2\r\nN-random\r\nPI\r\n+\r\n+";
    assert!(text.starts_with(head), "{text}");
    assert!(text.ends_with("\r\n%MAX_MOVES\r\n"), "{text}");
    assert!(String::from_utf8(kept("kif/0-0-1.kif")).is_err());
    let text = String::from_utf8(kept("kif/0-0-1.kifu")).expect("UTF-8");
    assert!(text.ends_with("\nまで40手で持将棋\n"), "{text}");

    // All are the same game as that of the match.
    let expected = run("records export match.jsonl --to usi --game 0-0-1", "");
    let (end, moves) = expected.split_once('\n').expect("two lines");
    assert_eq!(end, "# ended by too long: draw");
    // KIF has another word for it, and says so.
    for (file, end) in [
        ("csa/0-0-1.csa", end),
        ("kif/0-0-1.kif", "# ended by impasse: draw"),
        ("kif/0-0-1.kifu", "# ended by impasse: draw"),
    ] {
        let text = run(&format!("records convert shogi {file} --to usi"), "");
        assert_eq!(text, format!("{end}\n{moves}"));
    }
    let error = yomi_in(
        folder.path(),
        "records export match.jsonl --to sgf",
        "",
        false,
    );
    assert!(error.contains("expected csa, kif or usi"), "{error}");

    // A game at the prompt, from a record on.
    let record = "V2.2\nP-51OU\nP+59OU00KI00KI53FU\n+\n+0052KI\n";
    fs::write(folder.path().join("a.csa"), "+7776FU\n-3334FU\n").expect("writable");
    run(
        "play shogi --record a.csa --engine random --side both --save b.kifu",
        "8h2b+\n3a2b\nresign\n",
    );
    let text = String::from_utf8(kept("b.kifu")).expect("UTF-8");
    let end = "   3 ２二角成(88)\n   4 同　銀(31)\n   5 投了\nまで4手で後手の勝ち\n";
    assert!(text.ends_with(end), "{text}");
    fs::write(folder.path().join("mate.csa"), record).expect("writable");
    run(
        "play shogi --record mate.csa --engine random --side none --save c.csa",
        "",
    );
    let text = String::from_utf8(kept("c.csa")).expect("ASCII");
    assert!(text.ends_with("\r\n+0052KI\r\n%TSUMI\r\n"), "{text}");
}
