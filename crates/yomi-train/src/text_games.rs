//! Games of any kind as text: where they begin and their moves, in the game's own notation.
//!
//! Tables have a column `moves`, separated by blanks, and perhaps `start`: `startpos`, or a position as text, with or
//! without `sfen` before it. Files made by `yomi train games` and `yomi train shogi-games` are read too. Whether moves are legal
//! is for whoever knows the game.

use crate::table::{self, TableError, is_journal};
use std::path::Path;

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextGame {
    /// Where in the file it is.
    pub place: String,
    /// The position that it begins with, if it is not that of the game.
    pub start: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// Reads the games of a file. Errors name the line.
pub fn read(path: &Path) -> Result<Vec<TextGame>, TableError> {
    if is_journal(path)? {
        let games = yomi_learn::games::read_games(path)?.1.into_iter();
        let games = games.map(|game| TextGame {
            place: format!("game {}", game.number),
            start: None,
            moves: game.moves,
        });
        return Ok(games.collect());
    }
    let mut games = Vec::new();
    table::read(path, "moves", |row| {
        let start = row.cell("start").filter(|text| *text != "startpos");
        let start = start.map(|text| text.strip_prefix("sfen ").unwrap_or(text));
        games.push(TextGame {
            place: format!("game {}", games.len() + 1),
            start: start.map(str::to_owned),
            moves: row.needed().split_whitespace().map(str::to_owned).collect(),
        });
        Ok(())
    })?;
    Ok(games)
}

/// The lines of a file that is neither a table of games nor made by a training: openings, say, one a line. Empty lines
/// and those that begin with `#` are left out; `None` for files that [`read`] reads.
pub fn plain_lines(path: &Path) -> Result<Option<Vec<String>>, TableError> {
    if is_journal(path)? {
        return Ok(None);
    }
    let mut lines = table::text_lines(path)?;
    let is_table = |head: &String| head.split('\t').any(|name| name.trim() == "moves");
    if lines.first().is_some_and(is_table) {
        return Ok(None);
    }
    lines.retain(|line| !line.starts_with('#'));
    Ok(Some(lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write as _;

    #[test]
    fn tables_of_any_game_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.tsv");
        std::fs::write(&path, "start\tmoves\nstartpos\t4 4\n\nsfen x y\t1\n").unwrap();
        let games = read(&path).unwrap();
        assert_eq!(games[0].moves, ["4", "4"]);
        assert_eq!(games[0].start, None);
        assert_eq!(
            (games[1].start.as_deref(), games[1].place.as_str()),
            (Some("x y"), "game 2")
        );
        assert_eq!(plain_lines(&path).unwrap(), None);
        std::fs::write(&path, "moves\tstart\n4 4\n").unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("line 2: there are 1 columns"), "{error}");
    }

    #[test]
    fn lines_are_read_plain_or_compressed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let text = "# two\nstartpos moves 4 4\n\n1 2\n";
        let lines = ["startpos moves 4 4", "1 2"].map(str::to_owned).to_vec();
        std::fs::write(&path, text).unwrap();
        assert_eq!(plain_lines(&path).unwrap().as_ref(), Some(&lines));
        let mut zipped = GzEncoder::new(Vec::new(), Compression::fast());
        zipped.write_all(text.as_bytes()).unwrap();
        std::fs::write(&path, zipped.finish().unwrap()).unwrap();
        assert_eq!(plain_lines(&path).unwrap(), Some(lines));
        std::fs::write(&path, b"1 2\n\xFF\n").unwrap();
        let error = plain_lines(&path).unwrap_err().to_string();
        assert!(error.contains("openings.txt: line 2"), "{error}");
    }
}
