//! Boards that say anything at any moment.

use super::support::Talk;
use std::thread;
use std::time::Duration;
use yomi_core::{Rng, Seed};

const QUESTIONS: [&str; 9] = [
    "go infinite",
    "go ponder",
    "go ponder btime 5 wtime 5",
    "go depth 3",
    "go nodes 100",
    "go movetime 2",
    "go btime 3 wtime 3 byoyomi 2",
    "go mate 10",
    "go",
];

const OTHERS: [&str; 12] = [
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "usi",
    "usinewgame",
    "gameover lose",
    "position startpos",
    "position startpos moves a1 b2 c3",
    "position startpos moves a1 b2 z1",
    "setoption name MultiPV value 2",
];

/// Lines at random, with pauses at random.
fn babble(talk: &Talk, rng: &mut Rng) -> Vec<&'static str> {
    let mut sent = Vec::new();
    for _ in 0..60 {
        let any =
            |lines: &[&'static str], rng: &mut Rng| lines[rng.below(lines.len() as u32) as usize];
        let line = match rng.below(3) {
            0 => any(&QUESTIONS, rng),
            _ => any(&OTHERS, rng),
        };
        talk.send(line);
        sent.push(line);
        if rng.below(2) == 0 {
            thread::sleep(Duration::from_micros(rng.below(2000).into()));
        }
    }
    sent
}

#[test]
fn every_question_gets_exactly_one_answer() {
    for number in 0..40 {
        let mut rng = Seed::new(7).index(number).rng();
        let talk = Talk::new("patient");
        let sent = babble(&talk, &mut rng);
        let said = talk.end();
        let count = |lines: &[String], start: &str| {
            lines.iter().filter(|line| line.starts_with(start)).count()
        };
        let asked: Vec<String> = sent.iter().map(|line| (*line).to_owned()).collect();
        let kinds = |lines: &[String], mate: &str, play: &str| -> String {
            let of = |line: &String| match line {
                line if line.starts_with(mate) => Some('m'),
                line if line.starts_with(play) => Some('p'),
                _ => None,
            };
            lines.iter().filter_map(of).collect()
        };
        assert_eq!(
            kinds(&asked, "go mate", "go"),
            kinds(&said, "checkmate ", "bestmove "),
            "talk {number}: {asked:?}\n{said:?}"
        );
        for (question, answer) in [("isready", "readyok"), ("usi", "usiok")] {
            let times = sent.iter().filter(|line| **line == question).count();
            assert_eq!(times, count(&said, answer), "talk {number}: {question}");
        }
    }
}
