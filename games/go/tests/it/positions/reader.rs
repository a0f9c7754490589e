//! Positions with what is to be played in them, as `*.txt` in this folder.
//!
//! Blocks are separated by empty lines; lines that begin with `#` are remarks. A block has lines
//! `key: words`, and a board drawn from the top (`X` black, `O` white, `.` empty) at its end.
//!
//! | key | meaning |
//! |---|---|
//! | `name` | what the position is called |
//! | `about` | why |
//! | `move` | who moves: `b` or `w` |
//! | `komi` | points for White |
//! | `play` | the moves that are right, all of them |
//! | `avoid` | moves that are wrong, where listing the right ones would be too much |
//! | `alive`, `dead`, `seki` | a stone of every chain with that fate |
//! | `proof` | how the moves were shown to be right: `search` (all other moves lose), `ladder` and the stone it catches, or `none` |
//! | `plain` | `no` if UCT with 20,000 light playouts does not find the move, or light playouts do not see the fate |

/// A position and the right answers.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub name: String,
    pub size: usize,
    /// As `Setup` reads it.
    pub position: String,
    pub komi: f64,
    pub play: Vec<String>,
    pub avoid: Vec<String>,
    pub alive: Vec<String>,
    pub dead: Vec<String>,
    pub seki: Vec<String>,
    pub proof: Vec<String>,
    pub is_plain: bool,
}

/// All positions of a file.
pub fn read(text: &str) -> Vec<Problem> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let text: Vec<&str> = lines.collect();
    let blocks = text.split(|line| line.trim().is_empty());
    blocks
        .filter(|block| !block.is_empty())
        .map(problem)
        .collect()
}

fn problem(lines: &[&str]) -> Problem {
    let mut problem = Problem {
        is_plain: true,
        ..Problem::default()
    };
    let mut rows = Vec::new();
    let mut mover = "";
    for line in lines {
        let Some((key, words)) = line.split_once(':') else {
            rows.push(line.trim());
            continue;
        };
        let words = words.trim();
        let list = || words.split(' ').map(str::to_owned).collect();
        match key {
            "name" => problem.name = words.to_owned(),
            "about" | "board" => {}
            "move" => mover = words,
            "komi" => problem.komi = words.parse().expect("komi: a number"),
            "play" => problem.play = list(),
            "avoid" => problem.avoid = list(),
            "alive" => problem.alive = list(),
            "dead" => problem.dead = list(),
            "seki" => problem.seki = list(),
            "proof" => problem.proof = list(),
            "plain" => problem.is_plain = words != "no",
            _ => panic!("no such key: {line}"),
        }
    }
    problem.size = rows.len();
    problem.position = format!("{} {mover}", rows.join("/"));
    problem
}
