//! What playouts and expectations see at a glance, on drawn boards: ladders, nakade, self-atari.
//!
//! `cases.txt`: blocks separated by empty lines; a line `question: words -> answer` each, and a board
//! drawn from the top (`X` black, `O` white, `.` empty) at the end of the block.
//!
//! | question | answer |
//! |---|---|
//! | `ladder STONE` | the points that start a ladder which catches the chain, any of them, or `none` |
//! | `lost STONE` | whether a chain in atari is lost with its owner to move |
//! | `vital POINT PLAYER` | where the player leaves a single eye around the point, or `none` |
//! | `self-atari POINT PLAYER` | how many stones would be in atari |
//! | `nakade POINT PLAYER` | whether a stone that is self-atari fills an eye space of the opponent so that it stays a single eye |

use yomi_core::{Player, Setup as _};
use yomi_go::{Board, Rules, SmallGo, Vertex};

struct Case {
    board: Board<2>,
    size: usize,
    questions: Vec<(String, String)>,
}

fn cases() -> Vec<Case> {
    let blocks = include_str!("cases.txt").split("\n\n");
    let blocks = blocks.filter(|block| block.lines().any(|line| !line.starts_with('#')));
    blocks.map(case).collect()
}

fn case(block: &str) -> Case {
    let lines = block.lines().filter(|line| !line.starts_with('#'));
    let (questions, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains("->"));
    let rules = Rules {
        size: rows.len() as u32,
        ..Rules::default()
    };
    let game = SmallGo::new(rules).unwrap();
    let text = format!("{} b", rows.join("/"));
    let position = game.parse_state(&text).unwrap();
    let split = |line: &str| {
        let (question, answer) = line.split_once("->").unwrap();
        (question.trim().to_owned(), answer.trim().to_owned())
    };
    Case {
        board: position.board().clone(),
        size: rows.len(),
        questions: questions.into_iter().map(split).collect(),
    }
}

impl Case {
    fn vertex(&self, text: &str) -> Vertex {
        Vertex::parse::<2>(text, self.size).unwrap()
    }

    fn answer(&self, question: &str) -> String {
        let words: Vec<&str> = question.split(' ').collect();
        let at = self.vertex(words[1]);
        let player = match words.get(2) {
            Some(&"w") => Player::Second,
            _ => Player::First,
        };
        let name = |point: Option<Vertex>| {
            point.map_or_else(|| "none".to_owned(), |point| point.text::<2>())
        };
        match words[0] {
            "ladder" => name(self.board.ladder(at)),
            "lost" => self.board.is_lost_in_atari(at).to_string(),
            "vital" => name(self.board.vital_point(at, player)),
            "nakade" => self.board.is_nakade(at, player).to_string(),
            "self-atari" => self.board.self_atari(at, player).to_string(),
            other => panic!("{other} is no question"),
        }
    }
}

#[test]
fn a_glance_is_right() {
    let mut asked = 0;
    for case in cases() {
        for (question, expected) in &case.questions {
            let answer = case.answer(question);
            let fits = expected.split(' ').any(|known| known == answer);
            assert!(fits, "{question}: {answer}, not {expected}");
            asked += 1;
        }
    }
    assert!(asked >= 20, "{asked}");
}
