//! Commands that read and write records of games.

use super::super::session::Session;
use super::super::{Answer, GtpGame, Server};
use super::read;
use crate::sgf::{Dialect, GameRecord, read_text};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub fn loadsgf(server: &mut Server, arguments: &[String]) -> Answer {
    let path = &arguments[0];
    let dialect = dialect(&server.game)?;
    let count = match arguments.get(1) {
        None => usize::MAX,
        Some(number) => {
            let expected = "the number of a move, counted from 1";
            read::<usize>(number, expected)?
                .checked_sub(1)
                .ok_or_else(|| format!("syntax error: '{number}' is not {expected}"))?
        }
    };
    let cannot = |reason: String| format!("cannot load file '{path}': {reason}");
    let text = read_text(Path::new(path)).map_err(|error| cannot(error.to_string()))?;
    let record = GameRecord::parse(&text, &dialect).map_err(|error| cannot(error.to_string()))?;
    let mut referee = server.host.referee();
    let played = record
        .replay(referee.as_mut(), &dialect, count)
        .map_err(|error| cannot(error.to_string()))?;
    let moves: Vec<String> = played.into_iter().map(|(text, _)| text).collect();
    server
        .session
        .replace(server.host.referee(), &moves)
        .map_err(|error| cannot(error.to_string()))?;
    server.clocks.restart();
    server.report = None;
    Ok(String::new())
}

pub fn savesgf(server: &mut Server, arguments: &[String]) -> Answer {
    let path = &arguments[0];
    let text = record(&server.game, &server.session)?;
    std::fs::write(path, text).map_err(|error| cannot_save(path, &error))?;
    Ok(String::new())
}

/// The games are played on a board of their own, with seeds of their own; the game under way and
/// the clocks stay as they are.
pub fn selfplay(server: &mut Server, arguments: &[String]) -> Answer {
    let games: u64 = read(&arguments[0], "a number of games")?;
    let path = &arguments[1];
    let fault = |error: io::Error| cannot_save(path, &error);
    let engine = server.host.engine(&server.spec)?;
    let seed = server.session.seed().child("selfplay");
    let mut session = Session::new(server.host.referee(), engine, seed);
    let mut file = BufWriter::new(File::create(path).map_err(fault)?);
    for _ in 0..games {
        while session.referee().outcome().is_none() {
            let report = session
                .think(None, &server.stop)
                .map_err(|error| error.to_string())?;
            if server.stop.is_raised() {
                return Err("interrupted".to_owned());
            }
            session
                .play(&report.best)
                .map_err(|error| format!("the engine broke the rules: {error}"))?;
        }
        let text = record(&server.game, &session)?.replace('\n', "");
        writeln!(file, "{text}")
            .and_then(|()| file.flush())
            .map_err(fault)?;
        session.clear();
    }
    Ok(String::new())
}

/// The game as a file.
fn record(game: &GtpGame, session: &Session) -> Answer {
    let dialect = dialect(game)?;
    let over = session.referee().outcome().is_some();
    let record = GameRecord {
        game: dialect.game().to_owned(),
        players: [None, None],
        result: over
            .then(|| game.final_score(session.referee()))
            .transpose()?,
        moves: session
            .moves()
            .map(|(player, text)| (player, text.to_owned()))
            .collect(),
    };
    Ok(record.to_sgf(&dialect))
}

fn dialect(game: &GtpGame) -> Result<Dialect, String> {
    let missing = || format!("games of {} are not recorded", game.official_name());
    game.sgf.ok_or_else(missing)
}

fn cannot_save(path: &str, error: &io::Error) -> String {
    format!("cannot save file '{path}': {error}")
}
