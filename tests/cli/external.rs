//! Programs of others in a match: real processes, started by the real program.

use crate::support::{run_in, yomi};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The program itself as a program of others.
fn ourselves(game: &str, engine: &str) -> String {
    let program = env!("CARGO_BIN_EXE_yomi");
    format!("gtp:'{program}' gtp --game {game} --engine {engine}")
}

/// Runs a match and returns what it printed for machines.
fn play(folder: &Path, args: &[&str]) -> Value {
    let args: Vec<&str> = ["match"]
        .iter()
        .chain(args)
        .chain(&["--json"])
        .copied()
        .collect();
    let output = run_in(folder, &args, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("an object")
}

#[test]
fn our_own_program_plays_as_one_of_others_and_a_match_with_it_resumes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for game in ["tic-tac-toe", "blokus-duo"] {
        let rival = ourselves(game, "uct:simulations=30");
        let record = format!("{game}.jsonl");
        let args = [game, "flat:simulations=30", &rival, "--out", &record];
        let longer =
            |pairs: &'static str| [&args[..], &["--pairs", pairs, "--workers", "2"]].concat();
        let first = play(folder.path(), &longer("2"));
        assert_eq!(
            (&first["resumed"], &first["played"]),
            (&0.into(), &4.into())
        );
        let second = play(folder.path(), &longer("3"));
        assert_eq!(
            (&second["resumed"], &second["played"]),
            (&4.into(), &2.into())
        );
        for side in ["forfeits_a", "forfeits_b"] {
            let forfeits = &second["table"]["standings"][0][side];
            let counts = ["crash", "illegal", "time"].map(|kind| forfeits[kind].as_u64());
            assert_eq!(counts, [Some(0); 3], "{second}");
        }
        let (header, games) =
            yomi_arena::read_record(&folder.path().join(&record)).expect("a sound record");
        assert_eq!(games.len(), 6);
        let details = &header.participants[1].details;
        assert!(
            details.contains("(Yomi "),
            "the version is on record: {details}"
        );
    }
}

#[test]
fn two_programs_can_meet_under_a_clock() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rival = ourselves("tic-tac-toe", "uct");
    let args = [
        "tic-tac-toe",
        &rival,
        &rival,
        "--pairs",
        "1",
        "--clock",
        "60+1/5",
    ];
    let result = play(folder.path(), &args);
    assert_eq!(result["ending"], "complete");
    let names = result["table"]["participants"].as_array().expect("a list");
    assert!(
        names[1].as_str().expect("a name").ends_with(" #2"),
        "{names:?}"
    );
}

#[test]
fn our_own_program_plays_by_usi_as_one_of_others() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let openings = "startpos moves 7g7f 3c3d\n\
                    sfen 4k4/9/4p4/9/9/9/4P4/9/4K4 w G2g 1 moves 5a5b\n";
    fs::write(folder.path().join("o.txt"), openings).expect("writable");
    let program = env!("CARGO_BIN_EXE_yomi");
    let rival = |limit: &str| format!("usi:{limit}'{program}' usi --engine alpha-beta");
    let from = ["--openings", "file:o.txt", "--max-plies", "24"];
    for (rival, clock) in [
        (rival("nodes=50 "), &[][..]),
        (rival("depth=1 option.USI_Hash=16 "), &[]),
        (rival(""), &["--clock", "0.2+0.01/0.2"]),
    ] {
        let args = [
            "shogi",
            "random",
            &rival,
            "--pairs",
            "2",
            "--out",
            "games.jsonl",
        ];
        let result = play(folder.path(), &[&args[..], &from, clock].concat());
        assert_eq!(result["ending"], "complete");
        let record = folder.path().join("games.jsonl");
        let (header, games) = yomi_arena::read_record(&record).expect("a sound record");
        assert!(header.participants[1].details.contains("(Yomi "));
        for game in games {
            assert_eq!(game.forfeited_by(), None, "{game:?}");
            assert_eq!(game.position.is_some(), game.pair == 1);
        }
        fs::remove_file(record).expect("it is there");
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};
    use yomi_arena::Reason;

    /// Programs in the language of the shell: what they do at each command. GO stands for what they
    /// do when they are asked for a move.
    const GTP: &str = r#"
while read id command rest; do
    case $command in
        list_commands) printf '=%s clear_board\nplay\ngenmove\nquit\n\n' $id ;;
        genmove) GO ;;
        *) printf '=%s\n\n' $id ;;
    esac
done
"#;
    const USI: &str = r#"
while read command rest; do
    case $command in
        usi) printf 'id name Shell\noption name Level type spin default 1 min 1 max 9\nusiok\n' ;;
        isready) echo readyok ;;
        go) GO ;;
        quit) exit ;;
        *) echo "$command $rest" >>heard.txt ;;
    esac
done
"#;

    fn write_program(folder: &Path, script: &str, go: &str) {
        let text = script.replace("GO", go);
        fs::write(folder.join("my program.sh"), text).expect("writable");
    }

    const GTP_PROGRAM: &str = "gtp:sh 'my program.sh' --level=1,2";
    const USI_PROGRAM: &str = "usi:depth=5 option.Level=3 sh 'my program.sh' --level=1,2";

    /// What a table says of two games that the program forfeited.
    fn forfeits(script: &str, program: &str, go: &str) -> String {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write_program(folder.path(), script, go);
        let args = ["match", "tic-tac-toe", "flat:simulations=9", program];
        let more = ["--pairs", "1", "--program-timeout", "0.3"];
        let output = run_in(folder.path(), &[&args[..], &more].concat(), "");
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    #[test]
    fn the_table_says_who_forfeited_and_why() {
        let (crash, illegal, hang) = (
            "2 by crashing, 0 by illegal moves, 0 on time",
            "0 by crashing, 2 by illegal moves, 0 on time",
            "0 by crashing, 0 by illegal moves, 2 on time",
        );
        let no_moves = "echo 'no more moves' >&2; exit 4";
        let words = "with exit status: 4; its last words: no more moves";
        for (script, program, go, told) in [
            (
                GTP,
                GTP_PROGRAM,
                no_moves,
                [crash, &format!("x ended at 'genmove w' {words}")],
            ),
            (
                GTP,
                GTP_PROGRAM,
                "printf '=%s pass\\n\\n' $id",
                [illegal, "  2 x 'pass' is not a legal move here"],
            ),
            (
                GTP,
                GTP_PROGRAM,
                "sleep 1000",
                [hang, "x no answer to 'genmove b' within 0.3 s"],
            ),
            (
                USI,
                USI_PROGRAM,
                no_moves,
                [crash, &format!("2 x ended at 'go depth 5' {words}")],
            ),
            (
                USI,
                USI_PROGRAM,
                "echo bestmove win",
                [illegal, "  2 x 'win' is not a legal move here"],
            ),
            (
                USI,
                USI_PROGRAM,
                "sleep 1000",
                [hang, "2 x no answer to 'go depth 5' within 0.3 s"],
            ),
        ] {
            let out = forfeits(script, program, go);
            assert!(
                out.contains("forfeited 2 games to flat:simulations=9:"),
                "{out}"
            );
            for text in told {
                assert!(out.contains(text), "expected {text} in {out}");
            }
        }
    }

    #[test]
    fn a_program_that_speaks_usi_hears_all_of_a_game_and_its_own_values_count() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let go = "echo 'info score cp -3000 nodes 5'; echo bestmove 4";
        write_program(folder.path(), USI, go);
        fs::write(folder.path().join("o.txt"), "startpos moves 1 7\n").expect("writable");
        let args = ["connect-four", USI_PROGRAM, "flat:simulations=9"];
        let terms = ["--openings", "file:o.txt", "--resign", "0.02"];
        let rest = ["--pairs", "1", "--workers", "1", "--out", "games.jsonl"];
        play(folder.path(), &[&args[..], &terms, &rest].concat());
        let (header, games) =
            yomi_arena::read_record(&folder.path().join("games.jsonl")).expect("a sound record");
        assert_eq!(header.participants[0].name, USI_PROGRAM);
        let details = &header.participants[0].details;
        assert!(details.contains("(Shell; at most 60 s"), "{details}");
        for (game, side) in games.iter().zip([0, 1]) {
            // It gave up at its second move.
            assert_eq!(game.reason, Reason::Resignation, "{game:?}");
            assert_eq!((game.moves.len(), game.nodes[side]), (2 + side, 10));
        }
        let heard = fs::read_to_string(folder.path().join("heard.txt")).expect("readable");
        let heard: Vec<&str> = heard.lines().map(str::trim).collect();
        // The first two lines are those of the trial before the match.
        let first_game = [
            "setoption name Level value 3",
            "usinewgame",
            "setoption name Level value 3",
            "usinewgame",
            "position startpos moves 1 7",
        ];
        assert_eq!(heard[..5], first_game);
        assert!(heard[5].starts_with("position startpos moves 1 7 4 "));
        assert_eq!(heard[6..8], ["gameover lose", "usinewgame"]);
        assert_eq!(heard.last(), Some(&"gameover lose"));
    }

    #[test]
    fn ctrl_c_ends_a_match_whose_program_hangs() {
        for (script, program) in [(GTP, GTP_PROGRAM), (USI, USI_PROGRAM)] {
            interrupt(script, program);
        }
    }

    fn interrupt(script: &str, program: &str) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write_program(folder.path(), script, "touch thinking; sleep 1000");
        let child = yomi()
            .args(["match", "tic-tac-toe", "flat:simulations=9", program])
            .args(["--program-timeout", "600", "--workers", "1"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        while !folder.path().join("thinking").exists() {
            sleep(Duration::from_millis(5));
        }
        let started = Instant::now();
        let interrupt = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(interrupt.expect("kill starts").success());
        let output = child.wait_with_output().expect("a child");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{errors}");
        assert!(errors.contains("error: stopped; "), "{errors}");
        // Far less than the time-out, far more than it takes.
        assert!(started.elapsed() < Duration::from_secs(60));
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(out.contains("0 games in 0 pairs"), "{out}");
    }
}

#[test]
fn exported_games_say_what_was_told_of_each_move() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let export = |record: &str, options: &str| {
        let args = format!("records export {record} --game 0-0-0 {options}");
        let args: Vec<&str> = args.split_whitespace().collect();
        let output = run_in(folder.path(), &args, "");
        assert!(output.status.success(), "{args:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let comments = |text: &str, mover: &str| -> Vec<String> {
        let nodes = text.split("\n;").filter(|node| node.starts_with(mover));
        let told = nodes.map(|node| node.split_once("]C[").map_or("", |(_, told)| told));
        told.map(|told| told.trim_end_matches([']', '\n', ')']).to_owned())
            .collect()
    };
    // One that speaks GTP tells its move; the clock is ours.
    let rival = ourselves("go:size=5", "uct:simulations=20");
    let args = ["go:size=5", "uct:simulations=20", &rival, "--pairs", "1"];
    play(
        folder.path(),
        &[&args[..], &["--openings", "random:2", "--out", "go.jsonl"]].concat(),
    );
    let text = export("go.jsonl", "");
    let (ours, theirs) = (comments(&text, "B["), comments(&text, "W["));
    // The opening is nobody's.
    assert!(ours[0].is_empty() && theirs[0].is_empty(), "{text}");
    for told in &ours[1..] {
        let known = told.starts_with("win rate ") && told.contains("% (B), ");
        assert!(
            known && told.contains(", time 0.") && told.ends_with(" s"),
            "{told}"
        );
    }
    assert!(
        ours[1..].iter().any(|told| told.contains(" visits, ")),
        "{text}"
    );
    for told in &theirs[1..] {
        assert!(
            told.starts_with("time 0.") && told.ends_with(" s"),
            "{told}"
        );
    }
    // One that speaks USI tells a score and nodes too. Times have a place of their own there.
    let program = env!("CARGO_BIN_EXE_yomi");
    let rival = format!("usi:nodes=500 '{program}' usi --game shogi:moves=8 --engine classical");
    let args = [
        "shogi:moves=8",
        "classical:nodes=500",
        &rival,
        "--pairs",
        "1",
    ];
    play(
        folder.path(),
        &[
            &args[..],
            &["--openings", "random:2", "--out", "shogi.jsonl"],
        ]
        .concat(),
    );
    for (options, ours, theirs) in [
        ("--to kif --encoding utf-8", "\n*win rate ", "% (W), "),
        ("--to csa --encoding utf-8", "\n'*win rate ", "% (W), "),
    ] {
        let text = export("shogi.jsonl", options);
        assert_eq!(text.matches(ours).count(), 6, "{text}");
        assert_eq!(text.matches(theirs).count(), 3, "{text}");
        for count in [" visits\n", " nodes\n"] {
            assert_eq!(text.matches(count).count(), 3, "{text}");
        }
    }
    let csa = export("shogi.jsonl", "--to csa --encoding utf-8");
    assert_eq!(csa.matches("\nT0").count(), 6, "{csa}");
    // What is written is read again, comments and all.
    for name in ["a.csa", "a.kifu"] {
        let to = if name == "a.csa" { "csa" } else { "kif" };
        let text = export("shogi.jsonl", &format!("--to {to} --encoding utf-8"));
        fs::write(folder.path().join(name), &text).expect("writable");
        let args = [
            "records",
            "convert",
            "shogi",
            name,
            "--to",
            to,
            "--encoding",
            "utf-8",
        ];
        let output = run_in(folder.path(), &args, "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), text);
    }
}
