//! Commands that read and write records of games.

use super::super::inbox::Alarm;
use super::super::table::{Command, has_records, live, row};
use super::super::wire::Wire;
use super::super::{Answer, GtpGame, Server};
use super::read;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use yomi_core::engine::{History, Question, Session};
use yomi_core::{Outcome, Player, Stop};
use yomi_records::sgf::{Dialect, GameRecord, Margin, read_text, result_text};

/// Records.
pub const ROWS: &[Command] = &[
    row(
        "loadsgf FILE [MOVE_NUMBER] [GAME_NUMBER]",
        "load a game, up to before the move of that number; of several in the file, the one of that number",
        loadsgf,
    )
    .only(has_records),
    row(
        "printsgf [FILE]",
        "show the game as a record, or save it",
        printsgf,
    )
    .only(has_records),
    row("savesgf FILE", "save the game", printsgf).only(has_records),
    live(
        "selfplay GAMES FILE",
        "let the engine play itself and save the games, one a line",
        selfplay,
    )
    .only(has_records),
];

fn loadsgf(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let path = &arguments[0];
    let dialect = dialect(&server.game)?;
    let number = |at: usize, expected: &str| match arguments.get(at) {
        None => Ok(None),
        Some(number) => read::<usize>(number, expected)?
            .checked_sub(1)
            .map(Some)
            .ok_or_else(|| format!("syntax error: '{number}' is not {expected}")),
    };
    let count = number(1, "the number of a move, counted from 1")?.unwrap_or(usize::MAX);
    let index = number(2, "the number of a game, counted from 1")?;
    let cannot = |reason: String| format!("cannot load file '{path}': {reason}");
    let text = read_text(Path::new(path)).map_err(|error| cannot(error.to_string()))?;
    let record = match index {
        None => GameRecord::parse(&text, &dialect),
        Some(index) => {
            let mut games = GameRecord::parse_all(&text, &dialect);
            if index >= games.len() {
                let [wanted, all] = [index + 1, games.len()];
                return Err(cannot(format!("there is no game {wanted}: it has {all}")));
            }
            games.swap_remove(index)
        }
    };
    let record = record.map_err(|error| cannot(error.to_string()))?;
    let changed: Vec<(String, String)> = settings(&record, &server.game)
        .into_iter()
        .filter(|(name, value)| server.host.setting(name).as_ref() != Some(value))
        .collect();
    let other = if changed.is_empty() {
        None
    } else {
        let host = server.host.with_settings(&changed).map_err(cannot)?;
        let engine = host.engine(&server.spec).map_err(cannot)?;
        Some((host, engine))
    };
    let host = other.as_ref().map_or(&server.host, |(host, _)| host);
    let steps = record
        .replay(host.referee().as_mut(), &dialect, count)
        .map_err(|error| cannot(error.to_string()))?;
    let history = History {
        steps,
        ..server.next_game()
    };
    server
        .session
        .replace(host.referee(), history)
        .map_err(|error| cannot(error.to_string()))?;
    server.games += 1;
    if let Some((host, engine)) = other {
        server.session.set_engine(engine);
        server.host = host;
    }
    server.clocks.restart();
    server.start_over();
    Ok(String::new())
}

/// The rules that a record was played by. A file that names no size means the usual one; one that
/// names no komi leaves it as it is.
fn settings(record: &GameRecord, game: &GtpGame) -> Vec<(String, String)> {
    const USUAL_SIZE: &str = "19";
    let mut settings = record.settings();
    let is_named = settings.iter().any(|(name, _)| name == "size");
    if game.stones.is_some() && !is_named {
        settings.push(("size".to_owned(), USUAL_SIZE.to_owned()));
    }
    settings
}

fn printsgf(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let text = record(server, &server.session, server.resigned)?;
    let Some(path) = arguments.first() else {
        return Ok(text);
    };
    std::fs::write(path, text).map_err(|error| cannot_save(path, &error))?;
    Ok(String::new())
}

/// The games are played on a board of their own, with seeds of their own; the game under way and
/// the clocks stay as they are.
fn selfplay(server: &mut Server<'_>, arguments: &[String], wire: &mut Wire<'_>) -> Answer {
    let games: u64 = read(&arguments[0], "a number of games")?;
    wire.watching(Alarm::Interrupt, |_, stop| {
        play_games(server, games, &arguments[1], stop)
    })
}

fn play_games(server: &Server<'_>, games: u64, path: &str, stop: &Stop) -> Answer {
    let fault = |error: io::Error| cannot_save(path, &error);
    let engine = server.host.engine(&server.spec)?;
    let seed = server.seed.child("selfplay");
    let mut session = Session::new(server.host.referee(), engine, History::numbered(seed, 0));
    let mut file = BufWriter::new(File::create(path).map_err(fault)?);
    for game in 0..games {
        session.new_game(History::numbered(seed, game));
        while session.referee().outcome().is_none() {
            let report = session
                .think(&Question::to_move(None, stop), &mut |_| ())
                .map_err(|error| error.to_string())?;
            if stop.is_raised() {
                return Err("interrupted".to_owned());
            }
            session
                .play(&report.best)
                .map_err(|error| format!("the engine broke the rules: {error}"))?;
        }
        let text = record(server, &session, None)?.replace('\n', "");
        writeln!(file, "{text}")
            .and_then(|()| file.flush())
            .map_err(fault)?;
    }
    Ok(String::new())
}

/// The game as a file, positions that were set up included.
fn record(server: &Server<'_>, session: &Session, resigned: Option<Player>) -> Answer {
    let game = &server.game;
    let dialect = dialect(game)?;
    let rules = ["size", "komi"].into_iter().filter_map(|name| {
        let value = server.host.setting(name)?;
        Some((name.to_owned(), value))
    });
    let rules: Vec<(String, String)> = rules.collect();
    let mut record = GameRecord::new(&dialect).with_settings(&rules, &dialect);
    if session.referee().outcome().is_some() {
        record.result = Some(game.final_score(session.referee())?);
    } else if let Some(loser) = resigned {
        record.result = result_text(Outcome::Win(loser.other()), Margin::Resignation);
    }
    let mut referee = server.host.referee();
    referee.new_game(session.history().seed);
    let steps = &session.history().steps;
    let written = record.add_steps(steps, referee.as_mut(), &dialect);
    written.map_err(|error| format!("the game cannot be written down: {error}"))?;
    Ok(record.to_sgf(&dialect))
}

fn dialect(game: &GtpGame) -> Result<Dialect, String> {
    let missing = || format!("games of {} are not recorded", game.official_name());
    game.sgf.ok_or_else(missing)
}

fn cannot_save(path: &str, error: &io::Error) -> String {
    format!("cannot save file '{path}': {error}")
}
