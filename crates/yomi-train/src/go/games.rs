//! Records of Go games to learn from: tables, SGF files, games that engines played.
//!
//! | column of a table | what it holds |
//! |---|---|
//! | `moves` | two letters a move as in SGF, `--` for a pass, Black first, nothing between them (needed) |
//! | `tier` | a letter or word for the strength of the players, to report by |
//!
//! Other columns are ignored. Of SGF files every even game on a board of the right size is read; games with
//! handicap, stones set up or moves out of turn are passed over and counted.

use crate::table::{self, Row, TableError, at, is_journal};
use std::path::{Path, PathBuf};
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};
use yomi_core::{Deterministic as _, Game as _, Notation as _, Player};
use yomi_go::{Go, Point, Position, Vertex};
use yomi_records::sgf::{Dialect, GameRecord, read_text};

/// One game from the empty board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// How strong the players were, where that is known.
    pub tier: String,
    /// The moves, all legal.
    pub moves: Vec<Vertex>,
}

/// The games of some files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// Those that can be learned from.
    pub games: Vec<Recorded>,
    /// How many there are besides: with handicap, set-up stones, moves out of turn, or on other boards.
    pub passed_over: u64,
    /// A hash of all moves.
    pub contents: u64,
}

impl Games {
    /// Reads files. Errors name the file, the place in it, and the move.
    pub fn read<const W: usize>(game: &Go<W>, paths: &[PathBuf]) -> Result<Games, TableError> {
        let mut all = Games {
            contents: FNV_OFFSET,
            ..Games::default()
        };
        for path in paths {
            all.add_file(game, path)?;
        }
        Ok(all)
    }

    fn add_file<const W: usize>(&mut self, game: &Go<W>, path: &Path) -> Result<(), TableError> {
        let fail = |problem: String| TableError::contents(path, problem);
        if path.extension().is_some_and(|ending| ending == "sgf") {
            let text = read_text(path).map_err(|source| TableError::Read {
                path: path.to_owned(),
                source,
            })?;
            let records = GameRecord::parse_all(&text, &Dialect::GO);
            for (number, record) in records.into_iter().enumerate() {
                let place = format!("game {}", number + 1);
                let record = record.map_err(|error| fail(at(&place)(error)))?;
                match of_sgf(game, &record) {
                    None => self.passed_over += 1,
                    Some(texts) => {
                        let moves = legal_moves(game, texts.into_iter());
                        let moves = moves.map_err(|problem| fail(at(place)(problem)))?;
                        self.add(String::new(), moves);
                    }
                }
            }
            return Ok(());
        }
        if is_journal(path)? {
            let (recipe, games) = yomi_learn::games::read_games(path)?;
            let spec: Result<yomi_core::params::Spec, _> = recipe.game.parse();
            if spec.is_ok_and(|spec| spec.name != "go") {
                let found = recipe.game;
                return Err(fail(format!("the games are of '{found}': expected 'go'")));
            }
            for taught in games {
                let texts = taught.moves.into_iter();
                let moves = legal_moves(game, texts);
                let place = format!("game {}", taught.number);
                self.add(
                    String::new(),
                    moves.map_err(|error| fail(at(place)(error)))?,
                );
            }
            return Ok(());
        }
        table::read(path, "moves", |row| {
            let moves = legal_moves(game, letters(row, game.size())?.into_iter())?;
            self.add(row.cell("tier").unwrap_or("").to_owned(), moves);
            Ok(())
        })
    }

    fn add(&mut self, tier: String, moves: Vec<Vertex>) {
        for vertex in &moves {
            self.contents = fnv1a_after(self.contents, &[vertex.index() as u8]);
        }
        self.contents = fnv1a_after(self.contents, b";");
        self.games.push(Recorded { tier, moves });
    }
}

/// The moves of a record as texts, if it is an even game on this board.
fn of_sgf<const W: usize>(game: &Go<W>, record: &GameRecord) -> Option<Vec<String>> {
    let is_size = record.size.unwrap_or(19) == game.size();
    let mut moves = record.moves.iter().enumerate();
    let in_turn = moves.all(|(i, made)| made.player == Player::BOTH[i % 2]);
    let is_even = record.handicap == 0 && record.setup.is_none() && in_turn;
    (is_size && is_even).then(|| record.moves.iter().map(|made| made.text.clone()).collect())
}

/// The moves of a row, which are letters of columns from the left and of rows from the top.
fn letters(row: &Row, size: usize) -> Result<Vec<String>, String> {
    let text = row.needed().as_bytes();
    let moves = text.chunks(2).enumerate().map(|(i, letters)| {
        let place = |letter: u8| {
            let place = usize::from(letter.wrapping_sub(b'a'));
            (place < size).then_some(place)
        };
        match letters {
            b"--" => Ok("pass".to_owned()),
            &[column, row] if place(column).is_some() && place(row).is_some() => {
                let (column, row) = (usize::from(column - b'a'), usize::from(row - b'a'));
                Ok(Vertex::at::<7>(column, size - 1 - row).text::<7>())
            }
            other => Err(format!(
                "move {}: '{}' is no point of a board of {size} rows: expected two letters from a on, or --",
                i + 1,
                String::from_utf8_lossy(other)
            )),
        }
    });
    moves.collect()
}

/// The moves up to two passes, if all of them are legal one after the other. Positions may come again: not
/// all rules forbid what ours do.
fn legal_moves<const W: usize>(
    game: &Go<W>,
    texts: impl Iterator<Item = String>,
) -> Result<Vec<Vertex>, String> {
    let mut position: Position<W> = game.initial();
    let mut moves = Vec::new();
    for (i, text) in texts.enumerate() {
        if position.passes() == 2 {
            break;
        }
        let place = format_args!("move {}", i + 1);
        let board = position.board();
        let repeats = Vertex::parse::<W>(&text, game.size()).filter(|&vertex| {
            let is_point = !vertex.is_pass() && board.point(vertex) == Point::Empty;
            is_point && board.is_legal(vertex, position.mover())
        });
        let vertex = match repeats {
            Some(vertex) => vertex,
            None => game.parse_action(&position, &text).map_err(at(place))?,
        };
        game.apply(&mut position, vertex);
        moves.push(vertex);
    }
    Ok(moves)
}
