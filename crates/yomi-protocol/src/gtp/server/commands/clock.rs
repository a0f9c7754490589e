//! Commands that set the clocks.

use super::super::table::{Command, row};
use super::super::time::Overtime;
use super::super::{Answer, Server};
use super::read;
use std::time::Duration;

/// The clocks.
pub const ROWS: &[Command] = &[
    row(
        "kgs-time_settings none|absolute|canadian|byoyomi [MAIN [OVERTIME MOVES|PERIODS]]",
        "set both clocks, in seconds",
        kgs_time_settings,
    ),
    row(
        "time_left COLOUR SECONDS MOVES",
        "set a clock: main time left (0 moves), or time left for so many moves",
        time_left,
    ),
    row(
        "time_settings MAIN OVERTIME MOVES",
        "set both clocks, in seconds and moves per overtime",
        time_settings,
    ),
];

fn time_settings(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let main = seconds(&arguments[0])?;
    let time = seconds(&arguments[1])?;
    let moves = read(&arguments[2], "a number of moves")?;
    match (time.is_zero(), moves) {
        (true, _) => server.clocks.set(main, Overtime::None),
        (false, 0) => server.clocks.set_unlimited(),
        (false, moves) => server.clocks.set(main, Overtime::Canadian { time, moves }),
    }
    Ok(String::new())
}

fn kgs_time_settings(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (main, overtime) = match words[..] {
        ["none"] => {
            server.clocks.set_unlimited();
            return Ok(String::new());
        }
        ["absolute", main] => (main, Overtime::None),
        ["canadian", main, time, moves] => {
            let time = seconds(time)?;
            let moves = at_least_one(moves, "a number of moves")?;
            (main, Overtime::Canadian { time, moves })
        }
        ["byoyomi", main, time, periods] => {
            let time = seconds(time)?;
            let periods = at_least_one(periods, "a number of periods")?;
            (main, Overtime::Byoyomi { time, periods })
        }
        _ => {
            let expected = "none, absolute MAIN, canadian MAIN OVERTIME MOVES \
                            or byoyomi MAIN OVERTIME PERIODS";
            return Err(format!("syntax error: expected {expected}"));
        }
    };
    server.clocks.set(seconds(main)?, overtime);
    Ok(String::new())
}

fn at_least_one(text: &str, expected: &str) -> Result<u32, String> {
    match read(text, expected)? {
        0 => Err(format!(
            "syntax error: '{text}' is not {expected} from 1 on"
        )),
        number => Ok(number),
    }
}

fn time_left(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    let time = seconds(&arguments[1])?;
    let moves = read(&arguments[2], "a number of moves")?;
    server.clocks.correct(player, time, moves);
    Ok(String::new())
}

/// The standard has whole seconds; parts of a second are welcome.
fn seconds(text: &str) -> Result<Duration, String> {
    /// A year: more than any game needs, and sums of it never overflow.
    const MOST: f64 = 365.0 * 24.0 * 3600.0;
    let expected = "a number of seconds";
    let seconds: f64 = read(text, expected)?;
    if (0.0..=MOST).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("syntax error: '{text}' is not {expected}"))
    }
}
