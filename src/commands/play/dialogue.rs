//! The course of a game between people and an engine.

use super::People;
use super::input::{HELP, Input};
use super::save::Save;
use crate::commands::analyze::move_table;
use crate::commands::show::write_legal;
use crate::terminal::{Brush, outcome_text};
use anyhow::Context as _;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};
use yomi_core::engine::{Question, Session, Step};
use yomi_core::interactive::Topic;
use yomi_core::{EngineError, Outcome, Player, Stop};
use yomi_protocol::lines::Lines;
use yomi_records::sgf::{Margin, remark, result_text};

/// A longer line is not shown again when it is refused.
const LONGEST_ECHO: usize = 100;

/// A game under way.
pub struct Dialogue<'a> {
    session: Session,
    people: People,
    /// How many steps there were before: those cannot be taken back.
    before: usize,
    save: Option<Save>,
    brush: Brush,
    /// What was done last, if it was not a person who did it.
    done: String,
    out: &'a mut dyn Write,
}

impl<'a> Dialogue<'a> {
    /// Begins where the session stands.
    pub fn new(
        session: Session,
        people: People,
        brush: Brush,
        out: &'a mut dyn Write,
    ) -> Dialogue<'a> {
        Dialogue {
            before: session.history().steps.len(),
            session,
            people,
            save: None,
            brush,
            done: String::new(),
            out,
        }
    }

    /// Keeps the game on file.
    pub fn saving(mut self, save: Option<Save>) -> Dialogue<'a> {
        self.save = save;
        self
    }

    /// Plays until the game is over or the person leaves.
    pub fn run(mut self, input: impl BufRead) -> anyhow::Result<()> {
        let mut lines = Lines::new(input);
        loop {
            self.keep(None)?;
            self.show_board()?;
            let over = self.session.referee().outcome().is_some();
            let go_on = if over && self.people == People::None {
                false
            } else if over || self.people.play(self.session.referee().to_move()) {
                self.person_moves(&mut lines)?
            } else {
                self.engine_moves()?
            };
            if !go_on {
                self.out.flush()?;
                return Ok(());
            }
        }
    }

    /// Asks until the position changes; whether to go on.
    fn person_moves(&mut self, lines: &mut Lines<impl BufRead>) -> anyhow::Result<bool> {
        let started = Instant::now();
        loop {
            self.prompt()?;
            match Input::read(lines).context("cannot read from standard input")? {
                Input::Nothing => {}
                Input::TooLong(error) => {
                    let number = lines.number();
                    let text =
                        format!("Not played: line {number}: {error}. Try 'moves' or 'help'.");
                    write!(self.out, "{}", self.brush.paragraph(&text))?;
                }
                Input::Quit => {
                    writeln!(self.out, "Goodbye.")?;
                    return Ok(false);
                }
                Input::Help => self.help()?,
                Input::Board => self.show_board()?,
                Input::Moves => write_legal(self.session.referee(), self.out)?,
                Input::Hint => self.hint()?,
                Input::Undo => {
                    if self.undo()? {
                        return Ok(true);
                    }
                    writeln!(self.out, "There is no move of yours to take back.")?;
                }
                Input::Resign if self.session.referee().outcome().is_none() => {
                    let winner = self.session.referee().to_move().other();
                    let winner_name = self.session.referee().sides()[winner.index()];
                    writeln!(self.out, "You resign: {winner_name} wins.")?;
                    self.keep(result_text(Outcome::Win(winner), Margin::Resignation))?;
                    return Ok(false);
                }
                Input::Resign => writeln!(self.out, "The game is over already.")?,
                Input::Move(text) if self.tell(&text)? => {}
                Input::Move(text) => {
                    let referee = self.session.referee();
                    let mover = referee.to_move();
                    let understood = referee.understand(&text);
                    match understood.and_then(|exact| self.session.play(&exact)) {
                        Ok(_) => return self.played(mover, started.elapsed()),
                        Err(error) => self.explain(&text, &error)?,
                    }
                }
            }
        }
    }

    fn engine_moves(&mut self) -> anyhow::Result<bool> {
        let mover = self.session.referee().to_move();
        // Searches can take a while: everything so far should be seen before.
        self.out.flush()?;
        let started = Instant::now();
        let question = Question::to_move(self.session.clock(mover), &Stop::default());
        let report = self.session.think(&question, &mut |_| ())?;
        let spent = started.elapsed();
        let name = self.session.follower().name().to_owned();
        let described = self.session.referee().describe(&report.best);
        self.session
            .play(&report.best)
            .with_context(|| format!("engine '{name}' broke the rules"))?;
        self.session.remark(remark(&report, mover));
        let side = self.brush.side(self.session.referee(), mover);
        let expects = match report.has_value {
            true => format!("; {name} expects a score of {:.3}", report.value.0),
            false => format!(" ({name})"),
        };
        self.done = format!("{side} plays {described}{expects}.");
        self.played(mover, spent)
    }

    /// Tells the engine of a move that the referee accepted; whether the mover had the time for it.
    fn played(&mut self, mover: Player, spent: Duration) -> anyhow::Result<bool> {
        self.session.sync_engine()?;
        let is_in_time = self.session.charge(mover, spent);
        if !is_in_time {
            let winner = mover.other();
            let sides = self.session.referee().sides();
            let (late, other) = (sides[mover.index()], sides[winner.index()]);
            writeln!(self.out, "The time of {late} is up: {other} wins.")?;
            self.keep(result_text(Outcome::Win(winner), Margin::Time))?;
        }
        Ok(is_in_time)
    }

    /// Writes the game to its file, if it has one; a result that is not by the rules is given.
    fn keep(&mut self, result: Option<String>) -> anyhow::Result<()> {
        match &mut self.save {
            Some(save) => save.write(&self.session, result),
            None => Ok(()),
        }
    }

    /// Takes moves back until a person is to move again; false if no person has moved.
    fn undo(&mut self) -> anyhow::Result<bool> {
        let since = &self.session.history().steps[self.before..];
        let by_person = |step: &Step| match step {
            Step::Move { mover, .. } => self.people.play(*mover),
            Step::SetUp(_) => false,
        };
        let Some(last) = since.iter().rposition(by_person) else {
            return Ok(false);
        };
        self.session.undo_to(self.before + last)?;
        self.session.sync_engine()?;
        Ok(true)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if let Some(outcome) = self.session.referee().outcome() {
            let text = outcome_text(self.session.referee(), outcome);
            writeln!(self.out, "The game is over: {text}.")?;
            return Ok(());
        }
        let clock = self.session.clock(self.session.referee().to_move());
        let question = Question::to_move(clock, &Stop::default());
        let report = self.session.think(&question, &mut |_| ())?;
        let name = self.session.follower().name().to_owned();
        let referee = self.session.referee();
        let mut shown = report.moves;
        shown.truncate(5);
        for entry in &mut shown {
            entry.text = referee.describe(&entry.text);
        }
        write!(self.out, "{}", move_table(&shown))?;
        let best = referee.describe(&report.best);
        let line = match report.line.as_slice() {
            [] | [_] => String::new(),
            line => format!(" (line {})", line.join(" ")),
        };
        write!(
            self.out,
            "{}",
            self.brush
                .paragraph(&format!("{name} would play {best}{line}."))
        )?;
        Ok(())
    }

    fn help(&mut self) -> anyhow::Result<()> {
        let format = self.session.referee().typed_format();
        write!(
            self.out,
            "{}",
            self.brush
                .paragraph(&format!("Type a move ({format}), or one of"))
        )?;
        writeln!(self.out, "{HELP}")?;
        for Topic {
            name,
            argument,
            doc,
        } in self.session.referee().topics()
        {
            let words = format!("{name} {argument}");
            writeln!(self.out, "  {:<12}{doc}", words.trim())?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> anyhow::Result<()> {
        let done = std::mem::take(&mut self.done);
        self.brush
            .write_turn(&done, self.session.referee(), self.out)
    }

    /// Tells of a topic of the game, if the line begins with the name of one.
    fn tell(&mut self, line: &str) -> anyhow::Result<bool> {
        let referee = self.session.referee();
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut topics = referee.topics().iter();
        let Some(topic) = topics.find(|topic| topic.name.eq_ignore_ascii_case(word)) else {
            return Ok(false);
        };
        match referee.tell(topic.name, argument) {
            Ok(sketch) => writeln!(self.out, "{}", self.brush.sketch(&sketch))?,
            Err(expected) => {
                let text = format!("Expected {expected}.");
                write!(self.out, "{}", self.brush.paragraph(&text))?;
            }
        }
        Ok(true)
    }

    fn explain(&mut self, text: &str, error: &EngineError) -> anyhow::Result<()> {
        let referee = self.session.referee();
        let message = match referee.outcome() {
            Some(outcome) => format!("the game is over: {}", outcome_text(referee, outcome)),
            None => error.to_string(),
        };
        let typed = text.chars().count();
        if typed > LONGEST_ECHO {
            let text = format!("Not played: {typed} letters are no move. Try 'moves' or 'help'.");
            write!(self.out, "{}", self.brush.paragraph(&text))?;
            return Ok(());
        }
        let text = format!("Not played: {message}. Try 'moves' or 'help'.");
        write!(self.out, "{}", self.brush.paragraph(&text))?;
        Ok(())
    }

    fn prompt(&mut self) -> anyhow::Result<()> {
        if self.session.referee().outcome().is_some() {
            write!(self.out, "undo or quit> ")?;
        } else {
            let mover = self.session.referee().to_move();
            if let Some(clock) = self.session.clock(mover) {
                write!(self.out, "[{:.1} s] ", clock.remaining.as_secs_f64())?;
            }
            let side = self.brush.side(self.session.referee(), mover);
            write!(self.out, "{side}> ")?;
        }
        self.out.flush()?;
        Ok(())
    }
}
