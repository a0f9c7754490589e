//! From a file of KIF to its game.

use super::closing::Closing;
use super::moves::{KifMove, MoveLine, square};
use super::position::Setup;
use super::words;
use crate::shogi::builder::Builder;
use crate::shogi::error::{RecordError, found};
use crate::shogi::record::ShogiRecord;
use crate::shogi::tags;
use yomi_shogi::Square;

/// Reads the game of a text: its main line.
pub fn read(text: &str) -> Result<ShogiRecord, RecordError> {
    let mut reader = Reader::default();
    for (i, line) in text.lines().enumerate() {
        if is_variation(line) && reader.builder.begun {
            break;
        }
        reader.line(i + 1, line.trim_end())?;
    }
    reader.finish(text.lines().count())
}

/// `変化：12手`: from here on the file is about other moves than those played.
fn is_variation(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix("変化");
    rest.is_some_and(|rest| rest.starts_with(['：', ':']))
}

#[derive(Default)]
struct Reader {
    builder: Builder,
    setup: Setup,
    /// Whether anything was a line of KIF.
    any: bool,
    /// How many moves led to the position that is drawn.
    before: usize,
    last_before: Option<Square>,
    /// What the last line says, and which line that is.
    closing: Option<(usize, String)>,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let mut letters = text.trim_start().chars();
        let Some(first) = letters.next() else {
            return Ok(());
        };
        let known = match first {
            '#' => false,
            '*' if text.starts_with('*') => {
                self.builder.note().comments.push(text[1..].to_owned());
                self.any
            }
            '&' if text.starts_with('&') => {
                self.builder.note().bookmark = Some(text[1..].to_owned());
                self.any
            }
            '0'..='9' => self.number(line, text)?,
            '|' => {
                let read = self.setup.rank(text.trim_start());
                self.position(line, text, read)?
            }
            _ if words::mark(first).is_some() => {
                let expected = "a numbered move such as '1 ７六歩(77)': KI2 cannot be read";
                return Err(RecordError::new(line, found(text.trim()), expected));
            }
            _ => self.words(line, text.trim_start())?,
        };
        self.any |= known;
        Ok(())
    }

    /// A line about the position before the first move.
    fn position(
        &self,
        line: usize,
        text: &str,
        read: Result<(), String>,
    ) -> Result<bool, RecordError> {
        let expected = match read {
            _ if self.builder.begun => "moves only after the first move".to_owned(),
            Ok(()) => return Ok(true),
            Err(expected) => expected,
        };
        Err(RecordError::new(line, found(text.trim()), expected))
    }

    /// A line that begins with a number: a move, an end, or the numbers of a diagram's files.
    fn number(&mut self, line: usize, text: &str) -> Result<bool, RecordError> {
        // A number alone is no such thing: it is what is left of a move where a file was cut off.
        if !self.builder.begun && text.split_whitespace().collect::<String>() == "987654321" {
            return Ok(false);
        }
        self.begin(line)?;
        let wrong = |expected: &str| RecordError::new(line, found(text.trim()), expected);
        let Some(read) = MoveLine::parse(text) else {
            return Err(wrong("a move such as '1 ７六歩(77)'"));
        };
        if read.is_cut {
            return Err(wrong(
                "the time of the move in parentheses, such as '( 0:16/00:00:16)'",
            ));
        }
        let number = self.builder.number();
        if read.number != number && read.number != self.before.saturating_add(number) {
            return Err(wrong(&format!("move {number}")));
        }
        let to_move = self.builder.board().side();
        if let Some(ending) = words::ending(read.text, to_move) {
            self.builder.end(line, read.text, |_| ending)?;
        } else {
            let spelled =
                KifMove::parse(read.text).map_err(|expected| wrong(&expected).of_move(number))?;
            let last = self.builder.last.or(self.last_before);
            let action = spelled.on(self.builder.board(), last);
            let mover = spelled.player.unwrap_or(to_move);
            self.builder.play(line, mover, read.text, action)?;
        }
        if let Some(time) = read.time {
            self.builder.spend(time);
        }
        Ok(true)
    }

    /// Any other line. What is none of KIF is passed over.
    fn words(&mut self, line: usize, text: &str) -> Result<bool, RecordError> {
        if text.starts_with("手数----") {
            return Ok(true);
        }
        if let Some(rest) = text.strip_prefix("まで") {
            self.begin(line)?;
            self.closing = Some((line, rest.to_owned()));
            return Ok(true);
        }
        if let Some(rest) = text.strip_prefix("手数＝").or(text.strip_prefix("手数=")) {
            self.drawn_after(rest);
            return Ok(true);
        }
        if let Some((player, rest)) = words::side(text)
            && rest.starts_with('番')
        {
            self.setup.turn(player);
            return self.position(line, text, Ok(()));
        }
        let Some((keyword, value)) = text.split_once(['：', ':']) else {
            return Ok(false);
        };
        let (keyword, value) = (keyword.trim(), value.trim());
        match (keyword, words::side(keyword)) {
            ("手合割", _) => {
                let read = self.setup.name(value);
                self.position(line, text, read)
            }
            (_, Some((player, "の持駒"))) => {
                let read = self.setup.hand(player, value);
                self.position(line, text, read)
            }
            (_, Some((player, ""))) if !self.builder.begun => {
                self.builder.name(player, value);
                Ok(true)
            }
            // Below the moves anything may stand, addresses of web pages for one.
            _ if self.builder.begun && !tags::is_known(tags::common(keyword)) => Ok(false),
            _ if !words::is_keyword(keyword) => Ok(false),
            _ => {
                self.builder.tag(keyword, value);
                Ok(true)
            }
        }
    }

    /// `171  ▲６二角成  まで`: how a diagram came about.
    fn drawn_after(&mut self, text: &str) {
        let digits = text.find(|letter: char| !letter.is_ascii_digit());
        let digits = digits.unwrap_or(text.len());
        self.before = text[..digits].parse().unwrap_or(0);
        let mut after_mark = text.split(|letter| words::mark(letter).is_some()).skip(1);
        self.last_before = after_mark.next().and_then(square).map(|(square, _)| square);
    }

    /// Settles the position before the first move.
    fn begin(&mut self, line: usize) -> Result<(), RecordError> {
        self.builder.begin(line, || self.setup.board())
    }

    fn finish(mut self, line: usize) -> Result<ShogiRecord, RecordError> {
        if !self.any {
            let expected = "a game: 手合割：平手, or moves such as '1 ７六歩(77)'";
            return Err(RecordError::new(1, "none", expected));
        }
        self.begin(line)?;
        let closing = self.closing;
        self.builder.finish(|record| {
            let (line, text) = closing?;
            Closing::parse(&text, record.to_move()).complete(record);
            Some((line, format!("まで{text}")))
        })
    }
}
