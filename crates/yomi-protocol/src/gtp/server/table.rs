//! Every command: its name, what it takes and what it is for. `list_commands`, `known_command`,
//! `help` and every complaint about arguments come out of this one table.

use super::commands::{about, board, files, setup, think};
use super::{Answer, GtpGame, Server};
use std::ops::RangeInclusive;

/// A row of the table.
pub struct Command {
    /// What the controller sends.
    pub name: &'static str,
    /// The arguments, as `help` shows them.
    pub arguments: &'static str,
    /// What it is for.
    pub summary: &'static str,
    /// What it does.
    pub run: fn(&mut Server, &[String]) -> Answer,
    count: RangeInclusive<usize>,
    /// Whether a game has it.
    exists: fn(&GtpGame) -> bool,
}

impl Command {
    /// The command of this name, if the game has it.
    pub fn find(name: &str, game: &GtpGame) -> Option<&'static Command> {
        Command::all(game).find(|command| command.name == name)
    }

    /// The commands that a game has, by name.
    pub fn all(game: &GtpGame) -> impl Iterator<Item = &'static Command> {
        TABLE.iter().filter(|command| (command.exists)(game))
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
}

const fn row(
    name: &'static str,
    count: RangeInclusive<usize>,
    arguments: &'static str,
    summary: &'static str,
    run: fn(&mut Server, &[String]) -> Answer,
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

impl Command {
    const fn only(mut self, exists: fn(&GtpGame) -> bool) -> Command {
        self.exists = exists;
        self
    }
}

const ANY: usize = usize::MAX;

/// In the order of the names.
const TABLE: &[Command] = &[
    row(
        "all_legal",
        1..=1,
        "COLOUR",
        "list the legal moves",
        board::all_legal,
    ),
    row(
        "boardsize",
        1..=1,
        "SIZE",
        "set the size of the board and clear it",
        setup::boardsize,
    )
    .only(|game| game.board_size.is_some()),
    row(
        "clear_board",
        0..=0,
        "",
        "begin a new game",
        setup::clear_board,
    ),
    row(
        "cputime",
        0..=0,
        "",
        "tell the processor time used, in seconds",
        about::cputime,
    ),
    row(
        "engine",
        0..=ANY,
        "[SPEC]",
        "show or change the engine: name:key=value,key=value",
        setup::engine,
    ),
    row(
        "final_score",
        0..=0,
        "",
        "tell the score, such as B+3",
        board::final_score,
    ),
    row(
        "g",
        0..=0,
        "",
        "let the engine move for the side on turn",
        think::g,
    ),
    row(
        "genmove",
        1..=1,
        "COLOUR",
        "let the engine move",
        think::genmove,
    ),
    row(
        "get_value",
        0..=0,
        "",
        "tell the value the last search found, from 0 to 1, for its mover",
        think::get_value,
    ),
    row(
        "help",
        0..=1,
        "[COMMAND]",
        "explain the commands, or one",
        about::help,
    ),
    row(
        "known_command",
        1..=1,
        "COMMAND",
        "tell whether there is such a command",
        about::known_command,
    ),
    row(
        "list_commands",
        0..=0,
        "",
        "list the commands",
        about::list_commands,
    ),
    row(
        "list_engines",
        0..=0,
        "",
        "list the engines",
        setup::list_engines,
    ),
    row(
        "loadsgf",
        1..=2,
        "FILE [MOVE_NUMBER]",
        "load a game, up to before the move of that number",
        files::loadsgf,
    )
    .only(has_records),
    row(
        "move_values",
        0..=0,
        "",
        "list what the last search found: visits, weight, value, move",
        think::move_values,
    ),
    row("name", 0..=0, "", "tell the program's name", about::name),
    row(
        "p",
        1..=ANY,
        "MOVE",
        "play a move of the side on turn",
        board::p,
    ),
    row(
        "param",
        0..=2,
        "[NAME [VALUE]]",
        "show all parameters of the engine, or one, or set one",
        setup::param,
    ),
    row("play", 2..=ANY, "COLOUR MOVE", "play a move", board::play),
    row(
        "protocol_version",
        0..=0,
        "",
        "tell the version of the protocol",
        about::protocol_version,
    ),
    row("quit", 0..=0, "", "end the session", about::quit),
    row(
        "reg_genmove",
        1..=1,
        "COLOUR",
        "let the engine think, but not move",
        think::reg_genmove,
    ),
    row("savesgf", 1..=1, "FILE", "save the game", files::savesgf).only(has_records),
    row(
        "selfplay",
        2..=2,
        "GAMES FILE",
        "let the engine play itself and save the games, one a line",
        files::selfplay,
    )
    .only(has_records),
    row(
        "set_game",
        1..=ANY,
        "NAME",
        "name the game and clear the board",
        setup::set_game,
    ),
    row(
        "set_random_seed",
        1..=1,
        "NUMBER",
        "let all that follows depend on this seed",
        setup::set_random_seed,
    ),
    row("showboard", 0..=0, "", "draw the board", board::showboard),
    row(
        "time_left",
        3..=3,
        "COLOUR SECONDS MOVES",
        "set a clock: main time left (0 moves), or time left for so many moves",
        setup::time_left,
    ),
    row(
        "time_settings",
        3..=3,
        "MAIN OVERTIME MOVES",
        "set both clocks, in seconds and moves per overtime",
        setup::time_settings,
    ),
    row("undo", 0..=0, "", "take the last move back", board::undo),
    row(
        "version",
        0..=0,
        "",
        "tell the program's version",
        about::version,
    ),
];

fn has_records(game: &GtpGame) -> bool {
    game.sgf.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(TABLE.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn a_game_has_only_the_commands_that_make_sense_for_it() {
        let toy = GtpGame::of("tic-tac-toe");
        let blokus = GtpGame::of("blokus-duo");
        for name in ["boardsize", "loadsgf", "savesgf", "selfplay"] {
            assert!(Command::find(name, &toy).is_none());
            assert!(Command::find(name, &blokus).is_some());
        }
    }
}
