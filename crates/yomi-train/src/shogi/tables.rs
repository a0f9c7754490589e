//! Records of shogi games as tables: one game a line, columns separated by tabs and named by the
//! first line; plain or gzip.
//!
//! | column | what it holds |
//! |---|---|
//! | `moves` | USI moves, separated by spaces (needed) |
//! | `result` | `b`, `w`, `d` or `?` |
//! | `start` | `startpos` or `sfen ...`, if the table has other starts |
//! | `evals` | centipawns for the side to move, separated by commas: of the last so many moves |
//!
//! Other columns are ignored. Files made by `yomi train games` and `yomi train shogi-games` are read
//! too.

use crate::table::{self, Row, TableError, at, is_journal};
use std::path::Path;
use yomi_run::JournalError;
use yomi_shogi::{Board, Move};

/// One game.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Where it begins.
    pub start: Board,
    /// The moves, all legal.
    pub moves: Vec<Move>,
    /// Evaluations of the positions before the last so many moves, for the side to move.
    pub evals: Vec<i32>,
    /// Black's score, if it is known.
    pub result: Option<f64>,
}

impl Recorded {
    /// The evaluation of the position before move number `ply`, counted from 0.
    pub fn eval(&self, ply: usize) -> Option<i32> {
        let first = self.moves.len() - self.evals.len();
        ply.checked_sub(first).map(|place| self.evals[place])
    }

    /// Calls `each` with every position in which a move was played: the ply, the board, the move
    /// before and the move.
    pub fn replay(&self, mut each: impl FnMut(usize, &Board, Option<Move>, Move)) {
        let mut board = self.start.clone();
        let mut last = None;
        for (ply, &action) in self.moves.iter().enumerate() {
            each(ply, &board, last, action);
            board.make(action);
            last = Some(action);
        }
    }
}

/// Reads the games of a table. Errors name the line, and the move.
pub fn read(path: &Path) -> Result<Vec<Recorded>, TableError> {
    if is_journal(path)? {
        return taught(path)?.map_err(|problem| TableError::contents(path, problem));
    }
    let mut games = Vec::new();
    table::read(path, "moves", |row| {
        games.push(recorded(row)?);
        Ok(())
    })?;
    Ok(games)
}

/// Games that an engine played to teach.
fn taught(path: &Path) -> Result<Result<Vec<Recorded>, String>, JournalError> {
    let (recipe, games) = yomi_learn::games::read_games(path)?;
    if recipe.game.split(':').next() != Some("shogi") {
        return Ok(Err(format!(
            "the games are of '{}': expected 'shogi'",
            recipe.game
        )));
    }
    let recorded = games.into_iter().map(|game| {
        let start = Board::start();
        let texts = game.moves.iter().map(String::as_str);
        let place = format!("game {}", game.number);
        let moves = legal_moves(&start, texts).map_err(at(place))?;
        let first = moves.len() - game.values.len();
        let evals = game.values.iter().enumerate().map(|(i, &value)| {
            let value = f64::from(value).clamp(0.0001, 0.9999);
            let black = 600.0 * libm::log(value / (1.0 - value));
            (if (first + i) % 2 == 0 { black } else { -black }) as i32
        });
        Ok(Recorded {
            evals: evals.collect(),
            result: Some(game.result.into()),
            start,
            moves,
        })
    });
    Ok(recorded.collect())
}

/// The moves, if all of them are legal one after the other.
fn legal_moves<'a>(
    start: &Board,
    texts: impl Iterator<Item = &'a str>,
) -> Result<Vec<Move>, String> {
    let mut board = start.clone();
    let mut moves = Vec::new();
    for (i, text) in texts.enumerate() {
        let place = format_args!("move {}", i + 1);
        let action: Move = text.parse().map_err(at(place))?;
        if !board.is_legal(action) {
            let sfen = board.to_sfen();
            return Err(format!("{place}: '{text}' is not legal in {sfen}"));
        }
        board.make(action);
        moves.push(action);
    }
    Ok(moves)
}

/// The game of a row.
fn recorded(row: &Row) -> Result<Recorded, String> {
    let start = match row.cell("start").unwrap_or("startpos") {
        "startpos" => Board::start(),
        text => {
            let sfen = text.strip_prefix("sfen ").unwrap_or(text);
            Board::from_sfen(sfen).map_err(at(format_args!("start '{text}'")))?
        }
    };
    let result = match row.cell("result").unwrap_or("?") {
        "b" => Some(1.0),
        "w" => Some(0.0),
        "d" => Some(0.5),
        "?" => None,
        other => return Err(format!("result '{other}': expected b, w, d or ?")),
    };
    let moves = legal_moves(&start, row.needed().split_whitespace())?;
    let evals = row.cell("evals").unwrap_or("").split(',').map(str::trim);
    let evals: Vec<i32> = evals
        .filter(|text| !text.is_empty())
        .map(|text| {
            text.parse()
                .map_err(at(format_args!("evaluation '{text}'")))
        })
        .collect::<Result<_, _>>()?;
    if evals.len() > moves.len() {
        let (evals, moves) = (evals.len(), moves.len());
        return Err(format!("{evals} evaluations of {moves} moves"));
    }
    Ok(Recorded {
        start,
        moves,
        evals,
        result,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::LONGEST_LINE;
    use std::io::Write;

    const TABLE: &str = "result\tmoves\tevals\nb\t7g7f 3c3d 8h2b+\t-12,30\n\nw\t2g2f\t\n";

    fn read_text(bytes: &[u8]) -> Result<Vec<Recorded>, TableError> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        read(file.path())
    }

    #[test]
    fn tables_are_read_plain_and_packed() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(TABLE.as_bytes()).unwrap();
        for bytes in [TABLE.as_bytes().to_vec(), packer.finish().unwrap()] {
            let games = read_text(&bytes).unwrap();
            assert_eq!(games.len(), 2);
            assert_eq!(games[0].moves.len(), 3);
            let evals: Vec<_> = (0..3).map(|ply| games[0].eval(ply)).collect();
            assert_eq!(evals, [None, Some(-12), Some(30)]);
            assert_eq!((games[0].result, games[1].result), (Some(1.0), Some(0.0)));
            let mut seen = Vec::new();
            games[0].replay(|ply, board, last, action| {
                seen.push((ply, board.number(), last.is_some(), action.to_string()));
            });
            assert_eq!(seen[2], (2, 3, true, "8h2b+".to_owned()));
        }
    }

    #[test]
    fn a_small_file_with_a_huge_line_is_refused() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(b"moves\n7g7f\n").unwrap();
        packer.write_all(&vec![b' '; 2 * LONGEST_LINE]).unwrap();
        let error = read_text(&packer.finish().unwrap()).err().unwrap();
        let told = error.to_string();
        let expected = "line 3: the line is too long: expected at most 1048576 bytes";
        assert!(told.contains(expected), "{told}");
    }

    #[test]
    fn errors_name_line_and_move() {
        for (text, reason) in [
            ("", "expected a line with the names"),
            ("result\tplies\n", "with 'moves' among them"),
            (
                "moves\tresult\n7g7f\n",
                "line 2: there are 1 columns: expected 2",
            ),
            (
                "moves\tresult\n7g7f\tx\n",
                "line 2: result 'x': expected b, w, d or ?",
            ),
            (
                "moves\n7g7f 7g7f\n",
                "line 2: move 2: '7g7f' is not legal in lnsg",
            ),
            (
                "moves\n\n7g7f 3c3e+\n",
                "line 3: move 2: '3c3e+' is not legal",
            ),
            ("moves\n7g7f win\n", "move 2: 'win' is not legal"),
            (
                "moves\nhello\n",
                "line 2: move 1: 'hello' is not a legal move",
            ),
            ("moves\tevals\n7g7f\t1,x\n", "line 2: evaluation 'x'"),
            (
                "moves\tevals\n7g7f\t1,2\n",
                "line 2: 2 evaluations of 1 moves",
            ),
            ("moves\tstart\n7g7f\tsfen 9/9\n", "line 2: start 'sfen 9/9'"),
        ] {
            let error = read_text(text.as_bytes()).err().unwrap();
            let error = error.to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
