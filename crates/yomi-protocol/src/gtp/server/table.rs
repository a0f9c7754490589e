//! Every command: its name, what it takes and what it is for. `list_commands`, `known_command`,
//! `help` and every complaint about arguments come out of this one table. Its rows stand with what
//! they do.

use super::commands;
use super::wire::Wire;
use super::{Answer, GtpGame, Server};
use std::ops::RangeInclusive;

/// What a command does.
#[derive(Clone, Copy)]
pub enum Run {
    /// Something that is over at once.
    Plain(fn(&mut Server<'_>, &[String]) -> Answer),
    /// Something that takes its time: it can be interrupted, or speaks before its end.
    Live(fn(&mut Server<'_>, &[String], &mut Wire<'_>) -> Answer),
}

/// A row of the table.
pub struct Command {
    /// What the controller sends.
    pub name: &'static str,
    /// The arguments, as `help` shows them.
    pub arguments: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// What it does.
    pub run: Run,
    count: RangeInclusive<usize>,
    /// Whether a game has it.
    exists: fn(&GtpGame) -> bool,
}

impl Command {
    /// The command of this name, if the game has it.
    pub fn find(name: &str, game: &GtpGame) -> Option<&'static Command> {
        let mut rows = commands::ROWS.iter().copied().flatten();
        rows.find(|command| command.name == name && (command.exists)(game))
    }

    /// The commands that a game has, by name.
    pub fn all(game: &GtpGame) -> Vec<&'static Command> {
        let rows = commands::ROWS.iter().copied().flatten();
        let mut all: Vec<&Command> = rows.filter(|command| (command.exists)(game)).collect();
        all.sort_by_key(|command| command.name);
        all
    }

    /// Whether it can have so many arguments.
    pub fn takes(&self, arguments: usize) -> bool {
        self.count.contains(&arguments)
    }

    /// The command and its arguments.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments)
            .trim_end()
            .to_owned()
    }

    /// Only for games of which this is true.
    pub const fn only(mut self, exists: fn(&GtpGame) -> bool) -> Command {
        self.exists = exists;
        self
    }
}

/// A command that is over at once.
pub const fn row(
    name: &'static str,
    count: RangeInclusive<usize>,
    arguments: &'static str,
    summary: &'static str,
    run: fn(&mut Server<'_>, &[String]) -> Answer,
) -> Command {
    command(name, count, arguments, summary, Run::Plain(run))
}

/// A command that takes its time.
pub const fn live(
    name: &'static str,
    count: RangeInclusive<usize>,
    arguments: &'static str,
    summary: &'static str,
    run: fn(&mut Server<'_>, &[String], &mut Wire<'_>) -> Answer,
) -> Command {
    command(name, count, arguments, summary, Run::Live(run))
}

const fn command(
    name: &'static str,
    count: RangeInclusive<usize>,
    arguments: &'static str,
    summary: &'static str,
    run: Run,
) -> Command {
    Command {
        name,
        arguments,
        summary,
        run,
        count,
        exists: |_| true,
    }
}

/// Any number of arguments.
pub const ANY: usize = usize::MAX;

/// Games that have records.
pub fn has_records(game: &GtpGame) -> bool {
    game.sgf.is_some()
}

/// Games of stones on points.
pub fn has_stones(game: &GtpGame) -> bool {
    game.stones.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(game: &str) -> Vec<&'static str> {
        let all = Command::all(&GtpGame::of(game));
        all.iter().map(|command| command.name).collect()
    }

    #[test]
    fn no_command_is_there_twice() {
        for game in ["go", "blokus-duo", "tic-tac-toe"] {
            assert!(names(game).is_sorted_by(|a, b| a < b), "{game}");
        }
    }

    #[test]
    fn a_game_has_only_the_commands_that_make_sense_for_it() {
        let [toy, blokus, go] = ["tic-tac-toe", "blokus-duo", "go"].map(names);
        for name in ["boardsize", "loadsgf", "savesgf", "selfplay"] {
            assert!(!toy.contains(&name) && blokus.contains(&name) && go.contains(&name));
        }
        for name in ["komi", "fixed_handicap", "gogui-setup", "final_status_list"] {
            assert!(!toy.contains(&name) && !blokus.contains(&name) && go.contains(&name));
        }
    }
}
