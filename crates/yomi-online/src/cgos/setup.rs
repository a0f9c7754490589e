//! A game as a server tells it: who plays what, and how it ended.

use super::Password;
use super::words::{MessageError, Reader};
use std::time::Duration;
use yomi_core::Player;
use yomi_core::params::{Settings, Spec};
use yomi_records::sgf::{Margin, Verdict};

/// A game as `setup` tells it.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The server's number for the game.
    pub game: u64,
    /// The size of the board.
    pub size: u32,
    /// White's points for moving second.
    pub komi: f64,
    /// Each side's time for the whole game.
    pub time: Duration,
    /// Black and White.
    pub players: [Contestant; 2],
    /// The moves so far, each with what was left on the mover's clock.
    pub moves: Vec<(String, Duration)>,
}

/// A program on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// Its name.
    pub name: String,
    /// Its rating as the server shows it, such as `1800?`.
    pub rating: Option<String>,
}

/// How a game ended: `B+3.5`, `W+Resign`, `B+Time`, `W+Illegal`, `Draw`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// As the server says it.
    pub text: String,
    /// Who won, if anybody did.
    pub winner: Option<Player>,
}

impl Setup {
    pub(super) fn read(words: &[&str]) -> Result<Setup, MessageError> {
        /// GTP has no letters for more columns.
        const MOST_SIZE: u32 = 25;
        let reader = Reader("setup");
        let form = "GAME SIZE KOMI MILLISECONDS WHITE BLACK [MOVE MILLISECONDS]...";
        let (head, tail) = words.split_at_checked(6).unwrap_or((words, &[]));
        let [game, size, komi, time, white, black] = reader.words(head, form)?;
        let expected = "a whole number";
        let game = game.parse();
        let game = game.map_err(|_| reader.wrong("game", head[0], expected))?;
        let size = size.parse().ok();
        let size = size
            .filter(|size| (1..=MOST_SIZE).contains(size))
            .ok_or_else(|| reader.wrong("size", head[1], "a whole number from 1 to 25"))?;
        let komi = reader.number("komi", komi, 1000.0)?;
        if tail.len() % 2 != 0 {
            let last = tail[tail.len() - 1];
            return Err(reader.wrong("the last move", last, "a move and its milliseconds"));
        }
        let pairs = tail.chunks_exact(2);
        let moves = pairs.map(|pair| Ok((pair[0].to_owned(), reader.time(pair[1])?)));
        Ok(Setup {
            game,
            size,
            komi,
            time: reader.time(time)?,
            players: [black, white].map(Contestant::read),
            moves: moves.collect::<Result<_, _>>()?,
        })
    }

    /// The game as the registry knows it.
    pub fn spec(&self) -> Spec {
        let setting = |name: &str, value: String| (name.to_owned(), value);
        Spec {
            name: "go".to_owned(),
            settings: Settings(vec![
                setting("size", self.size.to_string()),
                setting("komi", self.komi.to_string()),
            ]),
        }
    }

    /// Takes the password out of every text.
    pub(super) fn veil(&mut self, password: &Password) {
        for player in &mut self.players {
            player.name = password.veil(&player.name);
            player.rating = player.rating.as_ref().map(|rating| password.veil(rating));
        }
        for (text, _) in &mut self.moves {
            *text = password.veil(text);
        }
    }

    /// The side that a program of this name plays.
    pub fn side_of(&self, name: &str) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|player| self.players[player.index()].name == name)
    }
}

impl Contestant {
    fn read(word: &str) -> Contestant {
        let rated = word
            .strip_suffix(')')
            .and_then(|word| word.rsplit_once('('));
        match rated {
            Some((name, rating)) => Contestant {
                name: name.to_owned(),
                rating: Some(rating.to_owned()),
            },
            None => Contestant {
                name: word.to_owned(),
                rating: None,
            },
        }
    }
}

impl GameResult {
    pub(super) fn read(text: &str) -> GameResult {
        let winner = match Verdict::parse(text) {
            Some(Verdict::Win(winner, _)) => Some(winner),
            _ => None,
        };
        GameResult {
            text: text.to_owned(),
            winner,
        }
    }

    /// The result as a record has it: `B+3.5`, `W+R`, `B+T`, `W+F`, `0`, and `?` for what is none.
    /// Where the text can no longer be read, the winner is all that is told: `B+`.
    ///
    /// ```
    /// use yomi_online::cgos::message::ServerMessage;
    /// let sgf = |result: &str| match ServerMessage::parse(&format!("gameover 2026-11-15 {result}")) {
    ///     Ok(Some(ServerMessage::GameOver { result, .. })) => result.sgf(),
    ///     other => panic!("{other:?}"),
    /// };
    /// assert_eq!(["B+3.5", "W+Resign", "B+Illegal", "Draw", "x"].map(sgf), ["B+3.5", "W+R", "B+F", "0", "?"]);
    /// ```
    pub fn sgf(&self) -> String {
        let win = |winner| Verdict::Win(winner, Margin::Unsaid);
        let verdict = Verdict::parse(&self.text).or(self.winner.map(win));
        verdict.unwrap_or(Verdict::Unknown).to_string()
    }
}
