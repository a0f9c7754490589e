//! Imported games: those of records and tables that pass a filter, as a checksummed file.
//!
//! The file is a [journal](yomi_run::Journal): a header with the filter, one line a game. Games have numbers in the order
//! of the files they came from.

use super::games::{Games, Recorded};
use crate::table::TableError;
use serde::{Deserialize, Serialize};
use std::path::Path;
use yomi_core::params::ParamType as _;
use yomi_go::{Go, Vertex};
use yomi_learn::numbered::Numbered;
use yomi_records::sgf::{Margin, Verdict};
use yomi_run::{Header, Journal, JournalError};

/// The version of the schema written and read here.
const VERSION: u64 = 1;

/// The first line of a file of imported games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportedHeader {
    yomi_records: u64,
    /// The game.
    pub game: String,
    /// Rows of the board.
    pub size: usize,
    /// What games had to be like.
    pub filter: String,
    /// The number of games that were read, and a hash of their moves.
    pub source: String,
}

impl Header for ImportedHeader {
    const FORMAT: &'static str = "yomi_records";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "file of imported games";
    const RESULT: &'static str = "imported game";
    const RUN: &'static str = "import";
}

/// An imported game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportedGame {
    /// The number of the game, counted from 0.
    pub number: u64,
    /// A letter or word for the strength of the players.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tier: String,
    /// The ranks of both players.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub ranks: [String; 2],
    /// The result, such as `B+R`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub result: String,
    /// The moves: two letters each as in SGF, `--` for a pass.
    pub moves: String,
}

fn is_unknown(ranks: &[String; 2]) -> bool {
    ranks.iter().all(String::is_empty)
}

impl Numbered for ImportedGame {
    fn number(&self) -> u64 {
        self.number
    }

    fn check(&self) -> Result<(), String> {
        match self.moves.len() % 2 {
            0 => Ok(()),
            _ => Err(format!("game {} has half a move", self.number)),
        }
    }
}

/// A rank as a number: 1 dan is 0, 1 kyu is -1; professionals are above all amateurs. `None` if it cannot be read.
///
/// ```
/// use yomi_train::go::rank;
/// let known = ["9p", "7d", "1 dan", "1k", "5 kyu?", "30k"].map(|text| rank(text).unwrap());
/// assert!(known.is_sorted_by(|one, other| one > other));
/// assert_eq!(rank("strong"), None);
/// ```
pub fn rank(text: &str) -> Option<i32> {
    let text = text.trim().to_ascii_lowercase();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let number: i32 = number
        .parse()
        .ok()
        .filter(|number| (1..=50).contains(number))?;
    match unit.trim_start().chars().next()? {
        'k' => Some(-number),
        'd' => Some(number - 1),
        'p' => Some(number + 99),
        _ => None,
    }
}

yomi_core::choices! {
    /// Which results a game may have.
    pub enum ResultFilter {
        /// Any or none.
        Any = "any",
        /// Somebody won.
        Decided = "decided",
        /// Somebody won by points that were counted.
        Counted = "counted",
    }
}

/// What games have to be like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Tiers, where only some count.
    pub tiers: Vec<String>,
    /// The least rank of both players; a player whose rank is not known has none.
    pub rank: Option<String>,
    /// The least and the most moves.
    pub moves: [usize; 2],
    /// Which results.
    pub result: ResultFilter,
    /// How many of the games that pass are skipped, from the first on.
    pub skip: usize,
    /// How many are taken after these, where not all are.
    pub take: Option<usize>,
}

impl Filter {
    /// Whether a game passes.
    pub fn passes(&self, game: &Recorded) -> bool {
        let [least, most] = self.moves;
        let of_tier = self.tiers.is_empty() || self.tiers.contains(&game.tier);
        let wanted = self.rank.as_deref().and_then(rank);
        let is_strong = wanted.is_none_or(|wanted| {
            let mut ranks = game.ranks.iter().map(|text| rank(text));
            ranks.all(|rank| rank.is_some_and(|rank| rank >= wanted))
        });
        let verdict = Verdict::parse(&game.result);
        let ended = match self.result {
            ResultFilter::Any => true,
            ResultFilter::Decided => matches!(verdict, Some(Verdict::Win(..))),
            ResultFilter::Counted => {
                matches!(verdict, Some(Verdict::Win(_, Margin::Points(_))))
            }
        };
        let is_ordinary = game.disorder.is_none();
        is_ordinary && of_tier && is_strong && ended && (least..=most).contains(&game.moves.len())
    }

    fn text(&self) -> String {
        let tiers = match self.tiers.is_empty() {
            true => "all".to_owned(),
            false => self.tiers.join("+"),
        };
        let [least, most] = self.moves;
        let taken = match self.take {
            None => "all".to_owned(),
            Some(take) => take.to_string(),
        };
        format!(
            "tiers {tiers}, ranks from {}, {least} to {most} moves, result {}; {taken} after the first {}",
            self.rank.as_deref().unwrap_or("any"),
            self.result.show(),
            self.skip
        )
    }
}

/// Writes the games that pass, as far as they are not in the file yet; returns how many it has.
pub fn import<const W: usize>(
    game: &Go<W>,
    games: &Games,
    filter: &Filter,
    path: &Path,
) -> Result<u64, TableError> {
    let size = game.size();
    let header = ImportedHeader {
        yomi_records: VERSION,
        game: "go".to_owned(),
        size,
        filter: filter.text(),
        source: format!("{} games, {:016x}", games.games.len(), games.contents),
    };
    let mut done = 0;
    let mut journal = Journal::open(path, &header, |game: ImportedGame, place| {
        if game.number != done {
            return Err(place.bad(format!("expected game {done}")));
        }
        done += 1;
        Ok::<(), JournalError>(())
    })?;
    let passed = games.games.iter().filter(|game| filter.passes(game));
    let passed = passed
        .skip(filter.skip)
        .take(filter.take.unwrap_or(usize::MAX));
    let mut count = 0;
    for (number, game) in (0..).zip(passed) {
        count = number + 1;
        if number < done {
            continue;
        }
        let letters = game.moves.iter().map(|&vertex| letters::<W>(vertex, size));
        journal.append(&ImportedGame {
            number,
            tier: game.tier.clone(),
            ranks: game.ranks.clone(),
            result: game.result.clone(),
            moves: letters.collect(),
        })?;
    }
    Ok(count)
}

/// A move as in SGF.
fn letters<const W: usize>(vertex: Vertex, size: usize) -> String {
    if vertex.is_pass() {
        return "--".to_owned();
    }
    let (column, row) = vertex.place::<W>();
    let letter = |place: usize| char::from(b'a' + place as u8);
    [letter(column), letter(size - 1 - row)]
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use yomi_go::{Rules, SmallGo};

    const TABLE: &str = "tier\tblack_rank\twhite_rank\tresult\tmoves\n\
        A\t1d\t2d\tB+R\taaieee\n\
        B\t3k\t1d\tW+2.5\taaieee--\n\
        A\t3d\t?\t?\teeaa\n";

    fn any() -> Filter {
        Filter {
            tiers: Vec::new(),
            rank: None,
            moves: [1, 1000],
            result: ResultFilter::Any,
            skip: 0,
            take: None,
        }
    }

    #[test]
    fn games_are_chosen_by_tier_rank_length_and_result() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("games.tsv");
        fs::write(&table, TABLE).unwrap();
        let game = SmallGo::new(Rules::default()).unwrap();
        let games = Games::read(&game, &[table]).unwrap();
        let filters = [
            (any(), vec![0, 1, 2]),
            (
                Filter {
                    tiers: vec!["A".to_owned()],
                    ..any()
                },
                vec![0, 2],
            ),
            (
                Filter {
                    rank: Some("1d".to_owned()),
                    ..any()
                },
                vec![0],
            ),
            (
                Filter {
                    moves: [3, 3],
                    ..any()
                },
                vec![0],
            ),
            (
                Filter {
                    result: ResultFilter::Decided,
                    ..any()
                },
                vec![0, 1],
            ),
            (
                Filter {
                    result: ResultFilter::Counted,
                    ..any()
                },
                vec![1],
            ),
            (
                Filter {
                    skip: 1,
                    take: Some(1),
                    ..any()
                },
                vec![1],
            ),
        ];
        for (number, (filter, expected)) in filters.into_iter().enumerate() {
            let file = folder.path().join(format!("{number}.jsonl"));
            let count = import(&game, &games, &filter, &file).unwrap();
            assert_eq!(count, expected.len() as u64);
            let read = Games::read(&game, &[file]).unwrap().games;
            let expected: Vec<_> = expected.iter().map(|&i| games.games[i].clone()).collect();
            assert_eq!(read, expected);
        }
    }

    #[test]
    fn a_killed_import_goes_on_and_another_filter_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [table, whole, cut] =
            ["games.tsv", "whole", "cut"].map(|name| folder.path().join(name));
        fs::write(&table, TABLE).unwrap();
        let game = SmallGo::new(Rules::default()).unwrap();
        let games = Games::read(&game, &[table]).unwrap();
        import(&game, &games, &any(), &whole).unwrap();
        let text = fs::read(&whole).unwrap();
        for length in [0, 5, text.len() / 2, text.len() - 1, text.len()] {
            fs::write(&cut, &text[..length]).unwrap();
            assert_eq!(import(&game, &games, &any(), &cut).unwrap(), 3);
            assert_eq!(fs::read(&cut).unwrap(), text);
        }
        let other = Filter {
            moves: [2, 9],
            ..any()
        };
        let error = import(&game, &games, &other, &cut).unwrap_err().to_string();
        assert!(error.contains("belongs to another import"), "{error}");
    }
}
