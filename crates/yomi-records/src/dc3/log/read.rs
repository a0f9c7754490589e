//! Reading a log, ours or the official server's.

use crate::dc3::message::{Dc, IsReady, Move, MoveMessage, NewGame, Update};
use crate::dc3::{Ending, MatchResult};
use crate::dc3::{GameState, PerTeam, Rules, Team};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::BufRead;
use thiserror::Error;
use yomi_curling::{Curling, State};

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 26;

/// A game log.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    /// The name of the game.
    pub game_id: String,
    /// When the server was started.
    pub date_time: String,
    /// The rules.
    pub rules: Rules,
    /// The same as a game of our own, for replaying.
    pub game: Curling,
    /// The teams' names.
    pub names: PerTeam<String>,
    /// All shots whose outcome is on record, in order.
    pub shots: Vec<LoggedShot>,
    /// How things stood last.
    pub last: Option<GameState>,
    /// How the game ended; nothing if the log breaks off before.
    pub result: Option<MatchResult>,
    /// What went wrong, in the server's words.
    pub errors: Vec<String>,
    /// Whether the log's last line is cut off, as when the server was killed.
    pub cut: bool,
}

/// One shot.
#[derive(Clone, PartialEq, Debug)]
pub struct LoggedShot {
    /// Who threw.
    pub team: Team,
    /// The state before, ready to be played on.
    pub before: State,
    /// What was asked for.
    pub requested: yomi_curling::Shot,
    /// What was carried out.
    pub actual: yomi_curling::Shot,
    /// Whether the stones were put back.
    pub foul: bool,
    /// How things stood afterwards. The last shot of an end clears the sheet; how its stones came
    /// to lie follows from playing `actual` in `before`.
    pub after: GameState,
}

/// A log that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {expected}")]
pub struct LogError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What should have been there.
    pub expected: String,
}

#[derive(Deserialize)]
struct Entry {
    tag: String,
    log: Value,
}

#[derive(Deserialize)]
struct Command {
    cmd: String,
    #[serde(default)]
    meta: Option<String>,
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    dc: Option<Dc>,
    rules: Option<(Rules, Curling)>,
    names: Option<PerTeam<String>>,
    requested: Option<Move>,
    shots: Vec<LoggedShot>,
    last: Option<GameState>,
    result: Option<MatchResult>,
    errors: Vec<String>,
    over: bool,
}

/// Reads a log. A last line that is cut off is no error, everything else is.
///
/// ```
/// use yomi_records::dc3::log;
/// let error = log::read(&b"{\"tag\":\"gam\"}\n"[..]).unwrap_err();
/// assert_eq!(error.line, 1);
/// assert!(error.expected.contains("missing field `log`"));
/// ```
pub fn read(mut input: impl BufRead) -> Result<Log, LogError> {
    let mut reader = Reader::default();
    let mut line = Vec::new();
    let mut number = 0;
    let mut cut = false;
    loop {
        let fail = |expected: String| LogError {
            line: number + 1,
            expected,
        };
        line.clear();
        let mut limited = std::io::Read::take(&mut input, LONGEST_LINE + 1);
        let size = limited
            .read_until(b'\n', &mut line)
            .map_err(|error| fail(format!("cannot be read: {error}")))?;
        if size == 0 {
            break;
        }
        if size as u64 > LONGEST_LINE {
            return Err(fail(format!("expected at most {LONGEST_LINE} bytes")));
        }
        let whole = line.ends_with(b"\n");
        if !line.trim_ascii().is_empty() {
            match entry(&line) {
                Ok(entry) => reader.take(entry).map_err(fail)?,
                Err(_) if !whole && number > 0 => cut = true,
                Err(expected) => return Err(fail(expected)),
            }
        }
        number += 1;
    }
    reader.finish(cut).map_err(|expected| LogError {
        line: number.max(1),
        expected,
    })
}

fn entry(line: &[u8]) -> Result<Entry, String> {
    serde_json::from_slice(line)
        .map_err(|error| format!("expected a JSON object with the fields tag and log: {error}"))
}

fn content<T: DeserializeOwned>(log: Value, what: &str) -> Result<T, String> {
    serde_json::from_value(log).map_err(|error| format!("{what}: {error}"))
}

impl Reader {
    fn take(&mut self, entry: Entry) -> Result<(), String> {
        match entry.tag.as_str() {
            "err" => {
                let text = entry.log.as_str().map(str::to_owned);
                self.errors.push(text.unwrap_or(entry.log.to_string()));
                Ok(())
            }
            "gam" if !self.over => self.message(entry.log),
            _ => Ok(()),
        }
    }

    fn message(&mut self, log: Value) -> Result<(), String> {
        let command: Command = content(log.clone(), "a message")?;
        match command.cmd.as_str() {
            "dc" => self.dc = Some(content(log, "dc")?),
            "is_ready" => {
                let ready: IsReady = content(log, "is_ready")?;
                let game = ready
                    .game
                    .game()
                    .map_err(|text| format!("is_ready: {text}"))?;
                self.rules = Some((ready.game, game));
            }
            "new_game" => self.names = Some(content::<NewGame>(log, "new_game")?.name),
            "move" => self.requested = Some(content::<MoveMessage>(log, "move")?.content),
            "update" => self.update(content(log, "update")?)?,
            "meta" if command.meta.as_deref() == Some("result") => {
                self.result = Some(content(log, "meta result")?);
            }
            "game_over" => self.over = true,
            _ => {}
        }
        Ok(())
    }

    fn update(&mut self, update: Update) -> Result<(), String> {
        let Some((_, game)) = &self.rules else {
            return Err("an update before is_ready".to_owned());
        };
        let requested = self.requested.take();
        if let (Some(before), Some(last_move)) = (&self.last, &update.last_move) {
            let requested = requested.ok_or("an update without a move before it")?;
            let shots = (requested.shot(), last_move.actual_move.shot());
            let throws = update.state.game_result.is_none() || by_score(&update.state);
            if let ((Some(requested), Some(actual)), true) = (shots, throws) {
                let team = before
                    .next_team()
                    .ok_or("a shot after the end of the game")?;
                self.shots.push(LoggedShot {
                    team,
                    before: before.to_state(game).map_err(|error| error.to_string())?,
                    requested,
                    actual,
                    foul: last_move.free_guard_zone_foul,
                    after: update.state.clone(),
                });
            }
        }
        if let Some(result) = &update.state.game_result
            && self.result.is_none()
        {
            let totals = PerTeam::from_fn(|team| update.state.total(team));
            self.result = Some(MatchResult::from_wire(result, totals));
        }
        self.last = Some(update.state);
        Ok(())
    }

    fn finish(self, cut: bool) -> Result<Log, String> {
        let dc = self.dc.ok_or("the log ends without dc")?;
        let (rules, game) = self.rules.ok_or("the log ends without is_ready")?;
        Ok(Log {
            game_id: dc.game_id,
            date_time: dc.date_time,
            rules,
            game,
            names: self.names.unwrap_or_default(),
            shots: self.shots,
            last: self.last,
            result: self.result,
            errors: self.errors,
            cut,
        })
    }
}

/// Whether the game was played to its end, rather than given up or lost on time: then the last
/// update shows a shot that was not carried out.
fn by_score(state: &GameState) -> bool {
    state.game_result.as_ref().is_none_or(|result| {
        [Ending::Score, Ending::Draw]
            .iter()
            .any(|e| e.word() == result.reason)
    })
}
