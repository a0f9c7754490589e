//! `yomi play` as a person has it: in a terminal of 80 columns and 24 lines.
//!
//! A terminal emulator behind a pseudo-terminal reads what the program writes, so that what is tested is what is
//! to be seen on the screen at the prompt.

use crate::support::yomi;
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use yomi_core::interactive::Sketch;
use yomi_core::params::Spec;
use yomi_core::{Referee, Seed};
use yomi_engine::Registry;

const ROWS: u16 = 24;
const COLUMNS: u16 = 80;

fn size_of(letters: u16) -> NonZero<u16> {
    NonZero::new(letters).expect("a terminal has lines")
}

/// The program in a terminal.
struct Terminal {
    program: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// All that was written since the last line was typed.
    written: Vec<u8>,
}

impl Terminal {
    fn new(args: &[&str], environment: &[(&str, &str)]) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize {
            ws_row: ROWS,
            ws_col: COLUMNS,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let name = ptsname(&master, Vec::new()).unwrap();
        let end = || -> Stdio {
            open(
                name.as_c_str(),
                OFlags::RDWR | OFlags::NOCTTY,
                Mode::empty(),
            )
            .unwrap()
            .into()
        };
        let mut command = yomi();
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
            command.env_remove(name);
        }
        command
            .args(args)
            .env("TERM", "xterm-256color")
            .envs(environment.iter().copied());
        let program = command
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        // The program's ends go with the command: what is left to read ends with the program.
        drop(command);
        tcsetwinsize(&master, size).unwrap();
        let keyboard = File::from(master);
        let mut reader = keyboard.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = vt100::Parser::new(size_of(ROWS), size_of(COLUMNS), 0);
        Terminal {
            program,
            keyboard,
            output,
            screen,
            written: Vec::new(),
        }
    }

    /// Waits until the screen shows a prompt on the line of the cursor.
    fn prompt(&mut self) {
        let end = Instant::now() + Duration::from_secs(120);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.output.recv_timeout(left) else {
                panic!("no prompt:\n{}", self.screen.screen().contents());
            };
            self.screen.process(&bytes);
            self.written.extend(bytes);
            let (row, _) = self.screen.screen().cursor_position();
            let line = self
                .lines()
                .get(usize::from(row))
                .cloned()
                .unwrap_or_default();
            // What was typed is echoed with the end of its line.
            if self.written.contains(&b'\n') && line.trim_end().ends_with('>') {
                return;
            }
        }
    }

    fn lines(&self) -> Vec<String> {
        self.screen.screen().rows(0, COLUMNS).collect()
    }

    /// Types a line and waits for the next prompt.
    fn type_line(&mut self, text: &str) {
        self.written.clear();
        self.keyboard
            .write_all(format!("{text}\n").as_bytes())
            .unwrap();
        self.prompt();
    }

    /// Leaves, and lets the program end.
    fn quit(mut self) {
        self.keyboard.write_all(b"quit\n").unwrap();
        assert!(self.program.wait().unwrap().success());
    }

    /// The screen must show the whole drawing, line by line.
    #[track_caller]
    fn shows(&self, sketch: &Sketch) {
        let lines = self.lines();
        let drawn = sketch.to_string();
        let mut from = 0;
        for wanted in drawn.lines().map(str::trim_end) {
            let place = lines[from..]
                .iter()
                .position(|line| line.trim_end() == wanted);
            let Some(place) = place else {
                panic!(
                    "'{wanted}' of\n{drawn}\nis not on the screen\n{}",
                    lines.join("\n")
                );
            };
            from += place + 1;
        }
    }
}

/// Plays a whole game by random moves, typed as they are described to people, and sees the whole board
/// at every prompt.
fn play_through(game: &str, environment: &[(&str, &str)], coloured: bool) {
    let spec: Spec = game.parse().unwrap();
    let registry = Registry::standard();
    let mut referee = registry.game(&spec).unwrap().referee();
    referee.new_game(Seed::new(0));
    let mut rng = Seed::new(7).rng();
    let args = ["play", game, "--side", "both", "--engine", "random"];
    let mut terminal = Terminal::new(&args, environment);
    terminal.prompt();
    terminal.shows(&referee.sketch());
    while referee.outcome().is_none() {
        let text = a_move(referee.as_ref(), &mut rng);
        let described = referee.describe(&text);
        referee.play(&text).unwrap();
        terminal.type_line(&described);
        let colours = terminal.written.windows(2).any(|pair| pair == b"\x1b[");
        assert_eq!(colours, coloured, "{game} after {described}");
        terminal.shows(&referee.sketch());
    }
    let screen = terminal.screen.screen().contents();
    assert!(screen.contains("Game over: "), "{screen}");
    terminal.quit();
}

/// Not a pass while there is something else.
fn a_move(referee: &dyn Referee, rng: &mut yomi_core::Rng) -> String {
    let mut moves = referee.legal().moves;
    if moves.len() > 1 {
        moves.retain(|text| text != "pass");
    }
    let place = rng.below(moves.len() as u32) as usize;
    moves.swap_remove(place)
}

#[test]
fn whole_games_are_played_in_colour() {
    for game in [
        "tic-tac-toe",
        "connect-four",
        "blokus-duo",
        "go:size=5",
        "shogi",
    ] {
        play_through(game, &[], true);
    }
}

#[test]
fn whole_games_are_played_without_colour() {
    for game in [
        "connect-four",
        "blokus-duo",
        "go:size=5",
        "shogi",
        "pig:target=10",
    ] {
        play_through(game, &[("NO_COLOR", "1")], false);
    }
    play_through("tic-tac-toe", &[("TERM", "dumb")], false);
}

/// What an unsteady hand does is not known to the test: throws in words, and the sheet stays in view.
#[test]
fn an_end_of_curling_is_played_in_words() {
    for (world, environment) in [("dc2", &[][..]), ("fcv1", &[("NO_COLOR", "1")])] {
        let game = format!("curling:world={world},ends=1,extra_ends=0");
        let mut terminal = Terminal::new(
            &["play", &game, "--side", "both", "--engine", "random"],
            environment,
        );
        terminal.prompt();
        let words = [
            "guard left",
            "draw tee",
            "draw front right cw",
            "guard centre",
        ];
        for throw in 0..16 {
            let lines = terminal.lines();
            let heading = format!("End 1 of 1, stone {} of 16.", throw + 1);
            assert!(
                lines.iter().any(|line| line.contains(&heading)),
                "{}",
                lines.join("\n")
            );
            let borders = lines.iter().filter(|line| line.contains("----------"));
            assert_eq!(borders.count(), 2, "{}", lines.join("\n"));
            terminal.type_line(words[throw % words.len()]);
            let colours = terminal.written.windows(2).any(|pair| pair == b"\x1b[");
            assert_eq!(colours, environment.is_empty());
        }
        let screen = terminal.screen.screen().contents();
        assert!(
            screen.contains("End 1 is over: ") && screen.contains("Game over: "),
            "{screen}"
        );
        terminal.quit();
    }
}

/// The engine's answers, too, leave the board in view.
#[test]
fn a_game_against_an_engine_stays_in_view() {
    for (game, engine, moves) in [
        ("go", "best:simulations=20", ["E5", "C3", "G7"]),
        ("shogi", "classical:depth=1", ["P-7f", "2六歩", "9g9f"]),
        (
            "blokus-duo",
            "uct:simulations=20",
            ["I5 2 e10", "undo", "O d9"],
        ),
    ] {
        let mut terminal = Terminal::new(&["play", game, "--engine", engine], &[]);
        terminal.prompt();
        for text in moves {
            terminal.type_line(text);
            let lines = terminal.lines();
            let screen = lines.join("\n");
            assert!(!screen.contains("Not played"), "{text}: {screen}");
            assert!(screen.contains(" to move."), "{text}: {screen}");
        }
        terminal.type_line("hint");
        terminal.type_line("help");
        assert!(
            terminal
                .lines()
                .iter()
                .all(|line| line.chars().count() <= usize::from(COLUMNS))
        );
        terminal.quit();
    }
}
