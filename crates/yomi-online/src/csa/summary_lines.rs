//! Reads the lines of a game's summary.

use super::clock::{TimeControl, yes_or_no};
use super::message::{MessageError, time_of};
use super::summary::Summary;
use yomi_core::Player;
use yomi_core::foreign::quoted;
use yomi_records::shogi::csa::csa_move::CsaMove;
use yomi_records::shogi::csa::start_position::{StartPosition, only_sign};

/// Reads a summary line by line, after `BEGIN Game_Summary`.
///
/// ```
/// use yomi_online::csa::summary::SummaryReader;
/// let lines = "Game_ID:g\nName+:a\nName-:b\nYour_Turn:-\nBEGIN Position\nPI\n+\nEND Position";
/// let mut reader = SummaryReader::default();
/// for line in lines.lines() {
///     assert_eq!(reader.read(line), Ok(None));
/// }
/// let summary = reader.read("END Game_Summary").unwrap().unwrap();
/// assert_eq!((summary.game.as_str(), summary.spec().name.as_str()), ("g", "shogi"));
/// ```
#[derive(Debug, Default)]
pub struct SummaryReader {
    /// How many lines came.
    lines: usize,
    /// The blocks that are open.
    open: Vec<Block>,
    game: Option<String>,
    names: [Option<String>; 2],
    we_are: Option<Player>,
    to_move: Option<Player>,
    most_moves: Option<u32>,
    declaration: bool,
    rematch_on_draw: bool,
    times: [TimeControl; 2],
    start: StartPosition,
    start_lines: Vec<String>,
    moves: Vec<(CsaMove, u64)>,
}

/// A part of a summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Block {
    /// Of both sides, or of one.
    Time(Option<Player>),
    Position,
    /// One that nobody knows.
    Other,
}

impl Block {
    fn named(name: &str) -> Block {
        match name {
            "Time" => Block::Time(None),
            "Time+" => Block::Time(Some(Player::First)),
            "Time-" => Block::Time(Some(Player::Second)),
            "Position" => Block::Position,
            _ => Block::Other,
        }
    }
}

/// The longest summary: the longest games have a few hundred moves.
const MOST_LINES: usize = 10_000;

impl SummaryReader {
    /// Reads a line; the summary if it was the last. What is wrong is told with the line's number,
    /// `BEGIN Game_Summary` being the first.
    pub fn read(&mut self, line: &str) -> Result<Option<Summary>, MessageError> {
        self.lines += 1;
        let number = self.lines + 1;
        let read = match self.lines > MOST_LINES {
            true => Err(format!("expected at most {MOST_LINES} lines")),
            false => self.take(line),
        };
        read.map_err(|reason| MessageError {
            place: format!("line {number} of the game's summary, {}", quoted(line)),
            reason,
        })
    }

    fn take(&mut self, line: &str) -> Result<Option<Summary>, String> {
        // A rank of a board may begin with blanks after its number, but no line does.
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(None);
        }
        if let Some(name) = line.strip_prefix("BEGIN ") {
            self.open.push(Block::named(name));
            return Ok(None);
        }
        if let Some(name) = line.strip_prefix("END ") {
            return self.close(name);
        }
        match self.open.last() {
            None => self.general(line)?,
            Some(Block::Time(side)) => self.time(*side, line)?,
            Some(Block::Position) => self.position(line)?,
            Some(Block::Other) => {}
        }
        Ok(None)
    }

    fn close(&mut self, name: &str) -> Result<Option<Summary>, String> {
        match self.open.pop() {
            None if name == "Game_Summary" => self.finish().map(Some),
            None => Err("expected END Game_Summary: no other block is open".to_owned()),
            Some(block) if block == Block::named(name) => Ok(None),
            Some(block) => Err(format!("expected the end of the block {block:?} first")),
        }
    }

    fn general(&mut self, line: &str) -> Result<(), String> {
        let Some((key, value)) = line.split_once(':') else {
            return Err("expected KEY:VALUE, BEGIN or END".to_owned());
        };
        match key {
            "Game_ID" => self.game = Some(value.to_owned()),
            "Name+" => self.names[0] = Some(value.to_owned()),
            "Name-" => self.names[1] = Some(value.to_owned()),
            "Your_Turn" => self.we_are = Some(side(value)?),
            "To_Move" => self.to_move = Some(side(value)?),
            "Rematch_On_Draw" => self.rematch_on_draw = yes_or_no(value)?,
            "Declaration" => self.declaration = value.starts_with("Jishogi"),
            "Max_Moves" => {
                let expected = "expected a whole number, 0 for no limit";
                let moves: u32 = value.parse().map_err(|_| expected)?;
                self.most_moves = (moves > 0).then_some(moves);
            }
            "Format" if !value.starts_with("Shogi") => return Err("expected Shogi 1.0".to_owned()),
            "Protocol_Mode" if value != "Server" => return Err("expected Server".to_owned()),
            _ => {}
        }
        Ok(())
    }

    fn time(&mut self, of: Option<Player>, line: &str) -> Result<(), String> {
        let Some((key, value)) = line.split_once(':') else {
            return Err("expected KEY:VALUE or END".to_owned());
        };
        for side in Player::BOTH {
            if of.is_none_or(|one| one == side) {
                self.times[side.index()].set(key, value)?;
            }
        }
        Ok(())
    }

    fn position(&mut self, line: &str) -> Result<(), String> {
        // Moves are longer than the sign that says who moves.
        if line.len() > 1 && line.starts_with(['+', '-']) {
            let (text, rest) = line.split_once(',').unwrap_or((line, ""));
            let played = CsaMove::parse(text)?;
            self.moves.push((played, time_of(rest)?.unwrap_or(0)));
            return Ok(());
        }
        if let Some(time) = time_of(line)? {
            let (_, last) = self.moves.last_mut().ok_or("expected a move before it")?;
            *last = time;
            return Ok(());
        }
        if line.starts_with('\'') {
            return Ok(());
        }
        if !self.moves.is_empty() {
            return Err("expected a move or END Position".to_owned());
        }
        self.start.read(line)?;
        // Empty squares at the end of a rank are blanks, which may have been lost on the way.
        let is_rank = line.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        self.start_lines.push(match is_rank {
            true => format!("{line:<29}"),
            false => line.to_owned(),
        });
        Ok(())
    }

    fn finish(&mut self) -> Result<Summary, String> {
        let missing = |key: &str| format!("expected {key} before it");
        if self.start_lines.is_empty() {
            return Err(missing("a position"));
        }
        let [black, white] = std::mem::take(&mut self.names);
        Ok(Summary {
            game: self.game.take().ok_or_else(|| missing("Game_ID"))?,
            names: [
                black.ok_or_else(|| missing("Name+"))?,
                white.ok_or_else(|| missing("Name-"))?,
            ],
            we_are: self.we_are.ok_or_else(|| missing("Your_Turn"))?,
            to_move: self.to_move.unwrap_or(Player::First),
            most_moves: self.most_moves,
            declaration: self.declaration,
            rematch_on_draw: self.rematch_on_draw,
            times: self.times,
            start: self.start.clone(),
            start_lines: std::mem::take(&mut self.start_lines),
            moves: std::mem::take(&mut self.moves),
        })
    }
}

fn side(value: &str) -> Result<Player, String> {
    only_sign(value).ok_or_else(|| "expected + or -".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn read(text: &str) -> Result<Summary, String> {
        let mut reader = SummaryReader::default();
        for line in text.lines() {
            if let Some(summary) = reader.read(line).map_err(|error| error.to_string())? {
                return Ok(summary);
            }
        }
        Err("no end".to_owned())
    }

    const HEAD: &str = "Game_ID:g\nName+:a\nName-:b\nYour_Turn:-\n";
    const TAIL: &str = "BEGIN Position\nPI\nEND Position\nEND Game_Summary";

    #[test]
    fn everything_that_is_known() {
        let text = "Protocol_Version:1.2\nProtocol_Mode:Server\nFormat:Shogi 1.0\n\
            Declaration:Jishogi 1.1\nGame_ID:x:y\nName+:Kuro\nName-:Shiro\nYour_Turn:+\n\
            Rematch_On_Draw:YES\nTo_Move:-\nMax_Moves:256\nNews:none\n\
            BEGIN Time\nTime_Unit:1min\nTotal_Time:15\nByoyomi:1\nLeast_Time_Per_Move:1\nEND Time\n\
            BEGIN Time-\nTime_Unit:1msec\nIncrement:5\nDelay:2\nTime_Roundup:YES\nEND Time-\n\
            BEGIN Weather\nsunny\nEND Weather\n\
            BEGIN Position\nPI\n-\n-3334FU,T12\n+7776FU\nT3\n'a remark\nEND Position\n\
            END Game_Summary";
        let summary = read(text).unwrap();
        assert_eq!(summary.game, "x:y");
        assert_eq!(summary.names, ["Kuro", "Shiro"]);
        assert_eq!(
            (summary.we_are, summary.to_move),
            (Player::First, Player::Second)
        );
        assert_eq!(summary.spec().to_string(), "shogi:moves=256");
        assert!(summary.rematch_on_draw);
        let black = TimeControl {
            unit: Duration::from_secs(60),
            total: Some(15),
            byoyomi: 1,
            least: 1,
            ..TimeControl::default()
        };
        let white = TimeControl {
            unit: Duration::from_millis(1),
            increment: 5,
            delay: 2,
            roundup: true,
            ..black
        };
        assert_eq!(summary.times, [black, white]);
        assert_eq!(summary.start_lines, ["PI", "-"]);
        let moves: Vec<(String, u64)> = summary
            .moves
            .iter()
            .map(|(played, time)| (played.to_string(), *time))
            .collect();
        assert_eq!(
            moves,
            [("-3334FU".to_owned(), 12), ("+7776FU".to_owned(), 3)]
        );
        assert!(summary.sfen().ends_with(" w - 1"));
    }

    #[test]
    fn little_is_needed() {
        let summary = read(&format!("{HEAD}{TAIL}")).unwrap();
        assert_eq!(
            summary.spec().to_string(),
            "shogi:moves=100000,declaration=none"
        );
        assert_eq!(summary.times, [TimeControl::default(); 2]);
        assert!(summary.sfen().ends_with(" b - 1"));
        let ranks = TAIL.replace("PI", "P1 *  *  *  *  *  *  *  *  *\nP-11OU");
        let summary = read(&format!("{HEAD}{ranks}")).unwrap();
        let rank = "P1 *  *  *  *  *  *  *  *  * ";
        assert_eq!(summary.start_lines, [rank, "P-11OU"]);
    }

    #[test]
    fn wrong_lines_are_named() {
        for (text, told) in [
            (
                "hello",
                "line 2 of the game's summary, 'hello': expected KEY:VALUE",
            ),
            (
                "Name+:a\nYour_Turn:x",
                "line 3 of the game's summary, 'Your_Turn:x': expected + or -",
            ),
            ("Format:Go 1.0", "expected Shogi 1.0"),
            ("Protocol_Mode:Direct", "expected Server"),
            ("Max_Moves:many", "expected a whole number, 0 for no limit"),
            ("Rematch_On_Draw:MAYBE", "expected YES or NO"),
            (
                "BEGIN Time\nTime_Unit:1hour",
                "expected 1sec, 1min or 1msec",
            ),
            ("BEGIN Time\nTime_Unit:0sec", "expected 1sec, 1min or 1msec"),
            ("BEGIN Time\nTotal_Time:-1", "expected a whole number up to"),
            ("BEGIN Time\nTotal_Time", "expected KEY:VALUE or END"),
            (
                "BEGIN Time\nEND Position",
                "expected the end of the block Time(None) first",
            ),
            ("END Time", "expected END Game_Summary"),
            ("BEGIN Position\nP0", "expected PI, P1 to P9"),
            ("BEGIN Position\nT5", "expected a move before it"),
            ("BEGIN Position\nPI\n+7776F", "expected a move such as"),
            (
                "BEGIN Position\nPI\n+7776FU\nP+00FU",
                "expected a move or END Position",
            ),
            ("END Game_Summary", "expected a position before it"),
            (TAIL, "expected Game_ID before it"),
            (&format!("Game_ID:g\n{TAIL}"), "expected Name+ before it"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
        let endless = "x:y\n".repeat(MOST_LINES + 1);
        assert!(
            read(&endless)
                .unwrap_err()
                .contains("expected at most 10000 lines")
        );
    }
}
