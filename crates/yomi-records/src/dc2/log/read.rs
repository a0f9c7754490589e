//! Reads a log.

use super::super::fields::Fields;
use super::super::from_client::ClientMessage;
use super::super::from_server::{ServerMessage, SetState};
use super::super::situation::Situation;
use super::{Conclusion, Log, LoggedShot};
use thiserror::Error;
use yomi_core::foreign::quoted;
use yomi_curling::{Shot, Stones};

/// A log that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: expected {expected}, found {found}")]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// What would have been right there.
    pub expected: String,
    /// What was there instead.
    pub found: String,
}

/// Reads a log. What is not UTF-8 is replaced: names may be in any encoding.
///
/// ```
/// use yomi_records::dc2::log::read;
///
/// let log = read(b"[GameInfo]\nFirst=Alice\nSecond=Bob\n").unwrap();
/// assert_eq!(log.players[1].name, "Bob");
/// let error = read(b"[GameInfo]\nFirst=Alice\nSecondRemTime=long\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3: expected a whole number, found 'long'");
/// ```
pub fn read(bytes: &[u8]) -> Result<Log, LogError> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let line_number = number + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with([';', '#']) {
            continue;
        }
        let fail = |(expected, found)| LogError {
            line: line_number,
            expected,
            found,
        };
        let name = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        if let Some(name) = name {
            reader.close_section()?;
            reader.open_section(name, line_number).map_err(fail)?;
        } else if let Some((key, value)) = line.split_once('=') {
            reader.entry(key.trim(), value.trim()).map_err(fail)?;
        } else {
            return Err(fail(mismatch("[section] or key=value", line)));
        }
    }
    reader.close_section()?;
    Ok(reader.log)
}

/// What was expected and what was found.
type Mismatch = (String, String);

fn mismatch(expected: &str, found: &str) -> Mismatch {
    (expected.to_owned(), quoted(found))
}

/// A section `[EESS]` as far as it was read.
#[derive(Default)]
struct Moment {
    line: usize,
    end: u8,
    shot: u8,
    stones: Option<Stones>,
    state: Option<SetState>,
    asked: Option<Shot>,
    conceded: bool,
    carried_out: Option<Shot>,
    score: Option<i8>,
}

#[derive(Default)]
enum Section {
    #[default]
    None,
    GameInfo,
    Moment(Box<Moment>),
    GameOverInfo,
    Other,
}

#[derive(Default)]
struct Reader {
    log: Log,
    section: Section,
    /// End and shot of the last section of that kind.
    last: Option<(u8, u8)>,
}

impl Reader {
    fn open_section(&mut self, name: &str, line: usize) -> Result<(), Mismatch> {
        self.section = match name {
            "GameInfo" => Section::GameInfo,
            "GameOverInfo" => {
                self.log.conclusion = Some(Conclusion::default());
                Section::GameOverInfo
            }
            _ if name.len() == 4 && name.bytes().all(|byte| byte.is_ascii_digit()) => {
                let digits = |text: &str| text.parse().unwrap_or_default();
                let (end, shot): (u8, u8) = (digits(&name[..2]), digits(&name[2..]));
                if shot > 16 {
                    return Err(mismatch("a section [EESS] with SS up to 16", name));
                }
                if let Some((last_end, last_shot)) = self.last.filter(|&last| last >= (end, shot)) {
                    let expected = format!("a section after [{last_end:02}{last_shot:02}]");
                    return Err(mismatch(&expected, name));
                }
                self.last = Some((end, shot));
                Section::Moment(Box::new(Moment {
                    line,
                    end,
                    shot,
                    ..Moment::default()
                }))
            }
            _ => Section::Other,
        };
        Ok(())
    }

    fn entry(&mut self, key: &str, value: &str) -> Result<(), Mismatch> {
        // The older logs have the total in the last section, whatever that is.
        if key == "TOTALSCORE" {
            let ServerMessage::TotalScore(total) = server_message(key, value)? else {
                return Err(mismatch("TOTALSCORE", value));
            };
            self.log.total = Some(total);
            return Ok(());
        }
        match &mut self.section {
            Section::None => Err(mismatch("a section such as [GameInfo]", key)),
            Section::GameInfo => game_info(&mut self.log, key, value),
            Section::Moment(moment) => moment.entry(key, value),
            Section::GameOverInfo => {
                if let Some(conclusion) = &mut self.log.conclusion {
                    match key {
                        "ENDSTATE" => conclusion.state = value.to_owned(),
                        "WIN" => conclusion.winner = value.to_owned(),
                        "LOSE" => conclusion.loser = value.to_owned(),
                        _ => {}
                    }
                }
                Ok(())
            }
            Section::Other => Ok(()),
        }
    }

    /// Takes in what a section said, once all of it is known.
    fn close_section(&mut self) -> Result<(), LogError> {
        let Section::Moment(moment) = std::mem::take(&mut self.section) else {
            return Ok(());
        };
        let name = format!("[{:02}{:02}]", moment.end, moment.shot);
        let fail = |expected: String, found: &str| LogError {
            line: moment.line,
            expected,
            found: found.to_owned(),
        };
        // Where stones lie now is where they lay after the shot before.
        if let Some(last) = self.log.shots.last_mut() {
            let SetState { end, shot, .. } = last.before.state;
            if (end, shot + 1) == (moment.end, moment.shot) {
                last.after = moment.stones;
            }
        }
        if let Some(score) = moment.score {
            if self.log.scores.len() != usize::from(moment.end) {
                let expected = format!("the scores of all ends before section {name}");
                return Err(fail(expected, &format!("{} scores", self.log.scores.len())));
            }
            self.log.scores.push(score);
            return Ok(());
        }
        let Some(state) = moment.state else {
            // The end of an end, or of a log that breaks off.
            return Ok(());
        };
        if (state.end, state.shot) != (moment.end, moment.shot) {
            let expected = format!("SETSTATE {} {} in section {name}", moment.shot, moment.end);
            let found = format!("SETSTATE {} {}", state.shot, state.end);
            return Err(fail(expected, &found));
        }
        let Some(stones) = moment.stones else {
            let expected = format!("a POSITION in section {name}");
            return Err(fail(expected, "none"));
        };
        let before = Situation::new(stones, state, &self.log.scores);
        self.log.shots.push(LoggedShot {
            asked: moment.asked,
            conceded: moment.conceded,
            carried_out: moment.carried_out,
            ..LoggedShot::new(before)
        });
        Ok(())
    }
}

impl Moment {
    fn entry(&mut self, key: &str, value: &str) -> Result<(), Mismatch> {
        match key {
            "POSITION" | "SETSTATE" | "RUNSHOT" | "SCORE" => match server_message(key, value)? {
                ServerMessage::Position(stones) => self.stones = Some(*stones),
                ServerMessage::SetState(state) => self.state = Some(state),
                ServerMessage::RunShot(shot) => self.carried_out = Some(shot),
                ServerMessage::Score(score) => self.score = Some(score),
                _ => return Err(mismatch(key, value)),
            },
            // Servers write down whatever the player said.
            "BESTSHOT" => match ClientMessage::parse(value) {
                Ok(ClientMessage::BestShot(shot)) => self.asked = Some(shot),
                Ok(ClientMessage::Concede(_)) => self.conceded = true,
                Ok(_) => return Err(mismatch("BESTSHOT or CONCEDE", value)),
                Err(error) => return Err((error.place + ": " + &error.expected, error.found)),
            },
            _ => {}
        }
        Ok(())
    }
}

/// A value that repeats a message of the server, under the message's own name.
fn server_message(key: &str, value: &str) -> Result<ServerMessage, Mismatch> {
    if Fields::new(value).command() != key {
        return Err(mismatch(&format!("{key}={key} and its fields"), value));
    }
    ServerMessage::parse(value).map_err(|error| (error.place + ": " + &error.expected, error.found))
}

fn game_info(log: &mut Log, key: &str, value: &str) -> Result<(), Mismatch> {
    fn number<T: std::str::FromStr>(expected: &str, value: &str) -> Result<T, Mismatch> {
        value.parse().map_err(|_| mismatch(expected, value))
    }
    let noise = |value: &str| {
        let number: f64 = number("a number", value)?;
        match number.is_finite() {
            true => Ok(number),
            false => Err(mismatch("a number", value)),
        }
    };
    let (player, rest) = match (key.strip_prefix("First"), key.strip_prefix("Second")) {
        (Some(rest), _) => (&mut log.players[0], rest),
        (_, Some(rest)) => (&mut log.players[1], rest),
        _ => {
            if key == "Random" {
                log.noise = Some(noise(value)?);
            }
            return Ok(());
        }
    };
    match rest {
        "" => player.name = value.to_owned(),
        "RemTime" => player.time = Some(number("a whole number", value)?),
        "Random_1" => player.noise[0] = Some(noise(value)?),
        "Random_2" => player.noise[1] = Some(noise(value)?),
        _ => {}
    }
    Ok(())
}
