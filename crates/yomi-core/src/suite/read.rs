//! The reader of suites.

use super::{SuiteError, TestPosition};
use crate::{Outcome, Player};
use std::collections::BTreeMap;

/// The keys of a position, those that every one has first; the last has a block of its own.
const KEYS: [&str; 9] = [
    "name", "kind", "position", "right", "winner", "score", "dead", "seki", GAME,
];

/// How many of [`KEYS`] every position has.
const REQUIRED: usize = 4;

/// The key of a block that says what game the answers after it hold for.
const GAME: &str = "game";

/// Reads a suite. Whether its positions and moves exist is left to [`TestPosition::check`].
///
/// # Errors
///
/// The first line that is not as the format says.
///
/// ```
/// let text = "# two eyes\nname live\nkind life\nposition 3/1X1/3 b\nright A1 C1\n";
/// let suite = yomi_core::suite::read(text)?;
/// assert_eq!(suite[0].right, ["A1", "C1"]);
///
/// let error = yomi_core::suite::read("name live\nmoves A1\n").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: unknown key 'moves': expected one of name, kind"));
/// # Ok::<_, yomi_core::suite::SuiteError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<TestPosition>, SuiteError> {
    let mut positions: Vec<TestPosition> = Vec::new();
    let mut block = Block::default();
    let mut game = None;
    // An empty line after the last one ends the last block.
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        let line = line.trim();
        if line.starts_with('#') {
            continue;
        }
        if !line.is_empty() {
            block.add(number, line)?;
            continue;
        }
        let block = std::mem::take(&mut block);
        if let Some(named) = block.game()? {
            game = Some(named);
            continue;
        }
        let Some(mut position) = block.finish()? else {
            continue;
        };
        position.game.clone_from(&game);
        if let Some(other) = positions.iter().find(|other| other.name == position.name) {
            let first = other.line("name");
            let problem = format!("the name '{}' is that of line {first} too", position.name);
            return Err(position.error("name", problem));
        }
        positions.push(position);
    }
    match positions.is_empty() {
        true => Err(SuiteError {
            line: 1,
            problem: "there is no position: expected lines such as 'name NAME'".to_owned(),
        }),
        false => Ok(positions),
    }
}

/// The lines of a block so far, with their numbers, by key.
#[derive(Default)]
struct Block<'a>(BTreeMap<&'static str, (usize, &'a str)>);

impl<'a> Block<'a> {
    fn add(&mut self, line: usize, text: &'a str) -> Result<(), SuiteError> {
        let error = |problem| Err(SuiteError { line, problem });
        let (word, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Some(&key) = KEYS.iter().find(|&&key| key == word) else {
            let known = KEYS.join(", ");
            return error(format!("unknown key '{word}': expected one of {known}"));
        };
        if value.is_empty() {
            return error(format!("'{key}' has no value: expected '{key} VALUE'"));
        }
        match self.0.insert(key, (line, value.trim())) {
            None => Ok(()),
            Some((first, _)) => error(format!(
                "'{key}' is given twice, first in line {first}: expected an empty line between positions"
            )),
        }
    }

    /// The game and its line, if the block says nothing else.
    fn game(&self) -> Result<Option<(usize, String)>, SuiteError> {
        match self.0.get(GAME) {
            None => Ok(None),
            Some(&(line, game)) if self.0.len() == 1 => Ok(Some((line, game.to_owned()))),
            Some(&(line, _)) => Err(SuiteError {
                line,
                problem: "'game' is part of a position: expected empty lines around it".to_owned(),
            }),
        }
    }

    /// The position that the lines describe; `None` if there are no lines.
    fn finish(self) -> Result<Option<TestPosition>, SuiteError> {
        let Some(start) = self.0.values().map(|&(line, _)| line).min() else {
            return Ok(None);
        };
        if let Some(missing) = KEYS[..REQUIRED]
            .iter()
            .find(|&&key| self.text(key).is_none())
        {
            let problem = format!("the position that begins here has no '{missing}'");
            return Err(SuiteError {
                line: start,
                problem,
            });
        }
        let text = |key| self.text(key).unwrap_or_default().to_owned();
        let list = |key: &str| self.text(key).map(points);
        let mut position = TestPosition {
            game: None,
            name: text("name"),
            kind: text("kind"),
            position: text("position"),
            right: words(&text("right")),
            winner: None,
            score: self.text("score").map(str::to_owned),
            dead: list("dead"),
            seki: list("seki"),
            lines: self
                .0
                .iter()
                .map(|(&key, &(line, _))| (key, line))
                .collect(),
        };
        position.winner = match self.text("winner") {
            None => None,
            Some("b") => Some(Outcome::Win(Player::First)),
            Some("w") => Some(Outcome::Win(Player::Second)),
            Some("draw") => Some(Outcome::Draw),
            Some(other) => {
                let problem = format!("'{other}' is no winner: expected b, w or draw");
                return Err(position.error("winner", problem));
            }
        };
        Ok(Some(position))
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.0.get(key).map(|&(_, value)| value)
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn points(text: &str) -> Vec<String> {
    match text {
        "-" => Vec::new(),
        _ => words(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
# Comments may stand anywhere.
name one
kind  life
# Here too.
position 3/1X1/3 b
right  A1   pass
winner w
dead -
seki A1 B2


name two
kind death
position 3/3/3 w
right B2
score W+3
";

    #[test]
    fn blocks_are_read() {
        let suite = read(GOOD).unwrap();
        assert_eq!(suite.len(), 2);
        let one = &suite[0];
        assert_eq!((one.name.as_str(), one.kind.as_str()), ("one", "life"));
        assert_eq!(one.position, "3/1X1/3 b");
        assert_eq!(one.right, ["A1", "pass"]);
        assert!(one.is_right("pass") && !one.is_right("B1"));
        assert_eq!(one.winner, Some(Outcome::Win(Player::Second)));
        assert_eq!(one.dead, Some(Vec::new()));
        assert_eq!(one.seki.as_ref().unwrap(), &["A1", "B2"]);
        assert_eq!((one.line("right"), one.line("score")), (6, 2));
        assert_eq!(suite[1].score.as_deref(), Some("W+3"));
        assert_eq!(suite[1].dead, None);
        // Line ends of other systems make no difference.
        assert_eq!(read(&GOOD.replace('\n', "\r\n")).unwrap(), suite);
    }

    #[test]
    fn a_block_of_its_own_names_the_game_of_those_after_it() {
        let text = GOOD.replace("name two", "game go:komi=0\n\nname two");
        let suite = read(&text).unwrap();
        assert_eq!(suite[0].game, None);
        assert_eq!(suite[1].game, Some((12, "go:komi=0".to_owned())));
        let inside = GOOD.replace("kind death", "kind death\ngame go");
        let error = read(&inside).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 14: 'game' is part of a position: expected empty lines around it"
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (from, to, expected) in [
            (
                "kind  life",
                "sort life",
                "line 3: unknown key 'sort': expected one of name, kind, position, right, winner, score, dead, seki, game",
            ),
            (
                "right B2\n",
                "",
                "line 12: the position that begins here has no 'right'",
            ),
            (
                "name two",
                "name one",
                "line 12: the name 'one' is that of line 2 too",
            ),
            (
                "score W+3",
                "right B1",
                "line 16: 'right' is given twice, first in line 15",
            ),
            (
                "right B2",
                "right",
                "line 15: 'right' has no value: expected 'right VALUE'",
            ),
            (
                "winner w",
                "winner white",
                "line 7: 'white' is no winner: expected b, w or draw",
            ),
        ] {
            let text = GOOD.replacen(from, to, 1);
            assert_ne!(text, GOOD, "{from}");
            let error = read(&text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        for text in ["", "\n\n", "# nothing\n"] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with("line 1: there is no position"), "{error}");
        }
    }

    #[test]
    fn whatever_is_cut_off_nothing_panics() {
        for length in 0..GOOD.len() {
            let _ = read(&GOOD[..length]);
        }
    }
}
