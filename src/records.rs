//! Records of games as other programs have them: in the Smart Game Format, or, of shogi, in CSA,
//! KIF or USI.

use crate::failure::usage;
use anyhow::Context as _;
use std::io::{self, Write as _};
use std::path::Path;
use yomi_core::Referee;
use yomi_core::engine::Step;
use yomi_core::foreign;
use yomi_core::params::Spec;
use yomi_records::sgf::{Dialect, GameRecord, ReplayError, read_text};
use yomi_records::shogi::{ShogiRecord, read_file};

/// What the records of a game are like.
#[derive(Clone, Copy)]
pub enum Style {
    /// The Smart Game Format, as this game has it.
    Sgf(Dialect),
    /// The formats of shogi.
    Shogi,
}

impl Style {
    /// The style of a game's records, or an error for a game that has none.
    pub fn of(game: &str) -> anyhow::Result<Style> {
        if game == "shogi" {
            return Ok(Style::Shogi);
        }
        let dialect = Dialect::of(game).ok_or_else(|| {
            usage(format!(
                "game '{game}' has no records: expected blokus-duo, go or shogi"
            ))
        })?;
        Ok(Style::Sgf(dialect))
    }
}

/// Whose records have names that end so. Lines of USI are records too, but may be openings as well.
const ENDINGS: [(&str, &str); 6] = [
    ("sgf", "go"),
    ("blksgf", "blokus-duo"),
    ("csa", "shogi"),
    ("kif", "shogi"),
    ("kifu", "shogi"),
    ("usi", "shogi"),
];

/// The game whose records are in files of such a name, if there is one.
pub fn game_of_file(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let mut known = ENDINGS.iter();
    let (_, game) = known.find(|(known, _)| *known == ending)?;
    Some(game)
}

/// A game from a file.
pub enum Record {
    /// Of the Smart Game Format. Its moves are not yet played: they may be illegal.
    Sgf(Box<(GameRecord, Dialect)>),
    /// Of shogi, its moves legal.
    Shogi(Box<ShogiRecord>),
}

impl Record {
    /// The number of moves.
    pub fn len(&self) -> usize {
        match self {
            Record::Sgf(sgf) => sgf.0.moves.len(),
            Record::Shogi(record) => record.moves.len(),
        }
    }

    /// Plays the first `count` moves on a referee that stands at the start of a game.
    pub fn replay(
        &self,
        referee: &mut dyn Referee,
        count: usize,
    ) -> Result<Vec<Step>, ReplayError> {
        match self {
            Record::Sgf(sgf) => sgf.0.replay(referee, &sgf.1, count),
            Record::Shogi(record) => record.replay(referee, count),
        }
    }

    /// The names of the players, where the file has them.
    pub fn players(&self) -> [Option<&str>; 2] {
        let players = match self {
            Record::Sgf(sgf) => &sgf.0.players,
            Record::Shogi(record) => &record.players,
        };
        players.each_ref().map(Option::as_deref)
    }

    /// The result as the file has it, `B+3`, or in the words of shogi, `resignation: first wins`.
    pub fn plain_result(&self) -> Option<String> {
        let result = self.result()?;
        let plain = result
            .strip_prefix("result ")
            .or(result.strip_prefix("result: "));
        Some(plain.unwrap_or(&result).to_owned())
    }

    /// What the file says about the end of the game: `result B+3`, `resignation: first wins`.
    pub fn result(&self) -> Option<String> {
        match self {
            Record::Sgf(sgf) => {
                let result = sgf.0.result.as_ref()?;
                Some(format!("result {}", foreign::name(result)))
            }
            Record::Shogi(record) => {
                let outcome = record.outcome().map(|outcome| outcome.to_string());
                match (&record.end, outcome) {
                    (Some(end), Some(outcome)) => Some(format!("{}: {outcome}", end.ending.name())),
                    (Some(end), None) => Some(end.ending.name().to_owned()),
                    (None, outcome) => outcome.map(|outcome| format!("result: {outcome}")),
                }
            }
        }
    }

    /// Settings of the game's rules that the file names.
    fn settings(&self) -> Vec<(String, String)> {
        match self {
            Record::Sgf(sgf) => sgf.0.settings(),
            Record::Shogi(_) => Vec::new(),
        }
    }
}

/// Reads a game of a file: the one of this number, counted from 1, or the first. Whoever names no number is told
/// if there are others.
pub fn read(path: &Path, style: &Style, number: Option<usize>) -> anyhow::Result<Record> {
    let cannot = || format!("cannot read the record {}", path.display());
    let games = read_all(path, style)?;
    let count = games.len();
    let wanted = number.unwrap_or(1);
    if number.is_none() && count > 1 {
        // Whoever reads nothing there misses nothing that matters.
        let _ = writeln!(
            io::stderr(),
            "note: {} has {count} games, of which this is the first: --game-number N takes another",
            path.display()
        );
    }
    let game = games.into_iter().nth(wanted.wrapping_sub(1));
    match game {
        Some(game) if count > 1 => game.with_context(|| format!("{}, game {wanted}", cannot())),
        Some(game) => game.with_context(cannot),
        None if number.is_none() => Err(anyhow::anyhow!("it holds no game").context(cannot())),
        None => Err(usage(format!(
            "there is no game {wanted} in {}: expected a number from 1 to {count}",
            path.display()
        ))),
    }
}

/// Reads all games of a file.
pub fn read_all(path: &Path, style: &Style) -> anyhow::Result<Vec<anyhow::Result<Record>>> {
    let cannot = || format!("cannot read the record {}", path.display());
    Ok(match style {
        Style::Sgf(dialect) => {
            let text = read_text(path).with_context(cannot)?;
            let games = GameRecord::parse_all(&text, dialect).into_iter();
            games
                .map(|game| Ok(Record::Sgf(Box::new((game?, *dialect)))))
                .collect()
        }
        Style::Shogi => {
            let games = read_file(path).with_context(cannot)?.into_iter();
            games
                .map(|game| Ok(Record::Shogi(Box::new(game?))))
                .collect()
        }
    })
}

/// The game with the settings that the record names, such as the size of the board. An error if
/// the user wants others.
pub fn game_of(spec: &Spec, record: &Record) -> anyhow::Result<Spec> {
    let mut spec = spec.clone();
    for (name, value) in record.settings() {
        let given = spec.settings.0.iter().find(|(known, _)| *known == name);
        match given {
            None => spec.settings.0.push((name, value)),
            Some((_, given)) if same(given, &value) => {}
            Some((_, given)) => {
                return Err(usage(format!(
                    "the record was played with {name}={value}, not {name}={given}: expected \
                     {name}={value}, or no {name} at all"
                )));
            }
        }
    }
    Ok(spec)
}

/// `7` and `7.0` are the same setting.
fn same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    one == other || (number(one).is_some() && number(one) == number(other))
}
