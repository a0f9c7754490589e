//! Every command: its name, what it takes and what it is for. `list_commands`, `known_command`,
//! `help` and every complaint about arguments come out of this one table. Its rows stand with what
//! they do.

use super::commands;
use super::wire::Wire;
use super::{Answer, GtpGame, Server};

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
    /// Its name and its arguments, as `help` shows them: those in brackets may be left out, and what
    /// three dots follow may be repeated.
    pub usage: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// What it does.
    pub run: Run,
    /// Whether the last argument may have spaces in it.
    spaced: bool,
    /// Whether a game has it.
    exists: fn(&GtpGame) -> bool,
}

impl Command {
    /// The command of this name, if the game has it.
    pub fn find(name: &str, game: &GtpGame) -> Option<&'static Command> {
        let mut rows = commands::ROWS.iter().copied().flatten();
        rows.find(|command| command.name() == name && (command.exists)(game))
    }

    /// The commands that a game has, by name.
    pub fn all(game: &GtpGame) -> Vec<&'static Command> {
        let rows = commands::ROWS.iter().copied().flatten();
        let mut all: Vec<&Command> = rows.filter(|command| (command.exists)(game)).collect();
        all.sort_by_key(|command| command.name());
        all
    }

    /// What the controller sends.
    pub fn name(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or_default()
    }

    /// Whether it can have so many arguments.
    pub fn takes(&self, arguments: usize) -> bool {
        let (mut least, mut most, mut open) = (0, 0, 0);
        for word in self.usage.split(' ').skip(1) {
            open += word.matches('[').count();
            least += usize::from(open == 0);
            most += 1;
            open -= word.matches(']').count();
        }
        let endless = self.spaced || self.usage.ends_with("...");
        arguments >= least && (endless || arguments <= most)
    }

    /// The last argument may have spaces in it.
    pub const fn spaced(mut self) -> Command {
        self.spaced = true;
        self
    }

    /// Only for games of which this is true.
    pub const fn only(mut self, exists: fn(&GtpGame) -> bool) -> Command {
        self.exists = exists;
        self
    }
}

/// A command that is over at once.
pub const fn row(
    usage: &'static str,
    summary: &'static str,
    run: fn(&mut Server<'_>, &[String]) -> Answer,
) -> Command {
    command(usage, summary, Run::Plain(run))
}

/// A command that takes its time.
pub const fn live(
    usage: &'static str,
    summary: &'static str,
    run: fn(&mut Server<'_>, &[String], &mut Wire<'_>) -> Answer,
) -> Command {
    command(usage, summary, Run::Live(run))
}

const fn command(usage: &'static str, summary: &'static str, run: Run) -> Command {
    Command {
        usage,
        summary,
        run,
        spaced: false,
        exists: |_| true,
    }
}

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
        all.iter().map(|command| command.name()).collect()
    }

    #[test]
    fn no_command_is_there_twice() {
        for game in ["go", "blokus-duo", "tic-tac-toe"] {
            assert!(names(game).is_sorted_by(|a, b| a < b), "{game}");
        }
    }

    #[test]
    fn the_usage_tells_how_many_arguments_there_can_be() {
        let go = GtpGame::of("go");
        for (name, least, most) in [
            ("undo", 0, 0),
            ("boardsize", 1, 1),
            ("help", 0, 1),
            ("loadsgf", 1, 3),
            ("param", 0, 2),
            ("kgs-time_settings", 1, 4),
            ("play", 2, 99),
            ("engine", 0, 99),
            ("set_free_handicap", 2, 99),
            ("lz-analyze", 0, 99),
        ] {
            let command = Command::find(name, &go).unwrap();
            let taken = (0..100).filter(|&count| command.takes(count));
            assert!(taken.eq(least..=most), "{name}");
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
