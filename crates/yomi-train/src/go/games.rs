//! Records of Go games to learn from: tables, SGF files, games that engines played.
//!
//! | column of a table | what it holds |
//! |---|---|
//! | `moves` | two letters a move as in SGF, `--` for a pass, Black first, nothing between them (needed) |
//! | `tier` | a letter or word for the strength of the players, to report by |
//! | `black_rank`, `white_rank` | such as `5k` or `1d` |
//! | `result` | as in SGF |
//!
//! Other columns are ignored. Files of engines' games, of imported games and of disordered records are known by their first
//! lines. Of SGF files every even game on a board of the right size is read; games with
//! handicap, stones set up or moves out of turn are passed over and counted.

use super::disorder::{self, Disorder};
use super::import::{ImportedGame, ImportedHeader};
use crate::table::{self, TableError, at, journal_format};
use std::path::{Path, PathBuf};
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};
use yomi_core::params::Spec;
use yomi_core::{Deterministic as _, Game as _, Notation as _, Player};
use yomi_go::{Go, Point, Position, Vertex};
use yomi_learn::disorder::{DisorderedHeader, DisorderedRecord};
use yomi_learn::numbered::{Numbered, read_numbered};
use yomi_records::sgf::{Dialect, GameRecord, read_text};
use yomi_run::Header as _;

/// One game from the empty board.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Recorded {
    /// How strong the players were, where that is known.
    pub tier: String,
    /// Their ranks as the record has them, or nothing.
    pub ranks: [String; 2],
    /// The result as the record has it, or nothing.
    pub result: String,
    /// The moves, all legal.
    pub moves: Vec<Vertex>,
    /// How a disordered record came about.
    pub disorder: Option<Disorder>,
}

/// The games of some files.
#[derive(Clone, PartialEq, Debug, Default)]
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
            return self.add_sgf(game, path);
        }
        match journal_format(path)?.as_deref() {
            None => table::read(path, "moves", |row| {
                let cell = |name| row.cell(name).unwrap_or("").to_owned();
                let texts = letters(row.needed(), game.size())?;
                self.add(Recorded {
                    tier: cell("tier"),
                    ranks: ["black_rank", "white_rank"].map(cell),
                    result: cell("result"),
                    moves: legal_moves(game, texts.into_iter())?,
                    disorder: None,
                });
                Ok(())
            }),
            Some(ImportedHeader::FORMAT) => {
                let (header, games) = read_numbered::<ImportedHeader, ImportedGame>(path)?;
                if header.size != game.size() {
                    let found = header.size;
                    return Err(fail(format!("the games are of boards of {found} rows")));
                }
                self.add_all(path, games, |imported| {
                    let texts = letters(&imported.moves, game.size())?;
                    Ok(Recorded {
                        moves: legal_moves(game, texts.into_iter())?,
                        tier: imported.tier,
                        ranks: imported.ranks,
                        result: imported.result,
                        disorder: None,
                    })
                })
            }
            Some(DisorderedHeader::FORMAT) => {
                let (header, records) = read_numbered::<DisorderedHeader, DisorderedRecord>(path)?;
                refuse_others(&header.game).map_err(fail)?;
                self.add_all(path, records, |record| {
                    let (moves, disorder) = disorder::read(game, &record)?;
                    Ok(Recorded {
                        moves,
                        disorder: Some(disorder),
                        ..Recorded::default()
                    })
                })
            }
            Some(_) => {
                let (recipe, games) = yomi_learn::games::read_games(path)?;
                refuse_others(&recipe.game).map_err(fail)?;
                self.add_all(path, games, |played| {
                    Ok(Recorded {
                        moves: legal_moves(game, played.moves.into_iter())?,
                        ..Recorded::default()
                    })
                })
            }
        }
    }

    fn add_sgf<const W: usize>(&mut self, game: &Go<W>, path: &Path) -> Result<(), TableError> {
        let text = read_text(path).map_err(|source| TableError::Read {
            path: path.to_owned(),
            source,
        })?;
        let records = GameRecord::parse_all(&text, &Dialect::GO);
        for (number, record) in (1..).zip(records) {
            let fail =
                |problem: String| TableError::contents(path, format!("game {number}: {problem}"));
            let record = record.map_err(|error| fail(error.to_string()))?;
            match of_sgf(game, &record) {
                None => self.passed_over += 1,
                Some(texts) => self.add(Recorded {
                    ranks: record.ranks.map(Option::unwrap_or_default),
                    result: record.result.unwrap_or_default(),
                    moves: legal_moves(game, texts.into_iter()).map_err(fail)?,
                    ..Recorded::default()
                }),
            }
        }
        Ok(())
    }

    /// Adds the games of a journal; errors name the file and the number of the game.
    fn add_all<R: Numbered>(
        &mut self,
        path: &Path,
        records: Vec<R>,
        read: impl Fn(R) -> Result<Recorded, String>,
    ) -> Result<(), TableError> {
        for record in records {
            let number = record.number();
            let game = read(record)
                .map_err(|error| TableError::contents(path, format!("game {number}: {error}")))?;
            self.add(game);
        }
        Ok(())
    }

    fn add(&mut self, game: Recorded) {
        for vertex in &game.moves {
            self.contents = fnv1a_after(self.contents, &[vertex.index() as u8]);
        }
        self.contents = fnv1a_after(self.contents, b";");
        self.games.push(game);
    }

    /// The same, with at most so many ordinary games and so many disordered records, the first ones of each.
    #[must_use]
    pub fn at_most(mut self, ordinary: Option<u64>, disordered: Option<u64>) -> Games {
        let mut left = [ordinary, disordered].map(|most| most.unwrap_or(u64::MAX));
        self.games.retain(|game| {
            let left = &mut left[usize::from(game.disorder.is_some())];
            let is_kept = *left > 0;
            *left = left.saturating_sub(1);
            is_kept
        });
        self
    }
}

/// Journals name the game that they hold.
fn refuse_others(game: &str) -> Result<(), String> {
    let spec: Result<Spec, _> = game.parse();
    match spec.is_ok_and(|spec| spec.name != "go") {
        true => Err(format!("the games are of '{game}': expected 'go'")),
        false => Ok(()),
    }
}

/// The moves of a record as texts, if it is an even game on this board.
fn of_sgf<const W: usize>(game: &Go<W>, record: &GameRecord) -> Option<Vec<String>> {
    let is_size = record.size.unwrap_or(19) == game.size();
    let mut moves = record.moves.iter().enumerate();
    let in_turn = moves.all(|(i, made)| made.player == Player::BOTH[i % 2]);
    let is_even =
        record.handicap == 0 && record.setup.is_none() && record.changes.is_empty() && in_turn;
    (is_size && is_even).then(|| record.moves.iter().map(|made| made.text.clone()).collect())
}

/// The moves as texts, of letters of columns from the left and of rows from the top.
fn letters(text: &str, size: usize) -> Result<Vec<String>, String> {
    let text = text.as_bytes();
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
pub(super) fn legal_moves<const W: usize>(
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
        let vertex = parse_move(game, &position, &text).map_err(at(place))?;
        game.apply(&mut position, vertex);
        moves.push(vertex);
    }
    Ok(moves)
}

/// A move that is legal but for repetitions.
pub(super) fn parse_move<const W: usize>(
    game: &Go<W>,
    position: &Position<W>,
    text: &str,
) -> Result<Vertex, String> {
    let board = position.board();
    let repeats = Vertex::parse::<W>(text, game.size()).filter(|&vertex| {
        let is_point = !vertex.is_pass() && board.point(vertex) == Point::Empty;
        is_point && board.is_legal(vertex, position.mover())
    });
    match repeats {
        Some(vertex) => Ok(vertex),
        None => {
            let parsed = game.parse_action(position, text);
            parsed.map_err(|error| error.to_string())
        }
    }
}
