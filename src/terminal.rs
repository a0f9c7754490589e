//! Boards in the terminal: colours where it has them, the names that players use.
//!
//! Whether there are colours is decided as other programs decide it: not where the output is no terminal,
//! not with `NO_COLOR`, and always with `CLICOLOR_FORCE`. Colours add nothing to the text: without its escape
//! codes it is the same.

use crate::text::wrap_to;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Effects, Style};
use std::io::{self, IsTerminal as _, Write};
use yomi_core::interactive::{Ink, Sketch};
use yomi_core::{Outcome, Player, Referee};

/// How wide terminals are that nobody has made wider.
pub const COLUMNS: usize = 80;

/// How high.
const LINES: usize = 24;

/// The colours of the first and of the second player.
const COLOURS: [AnsiColor; 2] = [AnsiColor::BrightCyan, AnsiColor::BrightYellow];

/// Whether to use colours.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct ColourArgs {
    /// Colours: where the terminal has them, always, or never. NO_COLOR is heeded.
    #[arg(long = "color", value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    when: When,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum When {
    #[default]
    Auto,
    Always,
    Never,
}

impl ColourArgs {
    /// The brush for standard output.
    pub fn brush(self) -> Brush {
        let is_coloured = match self.when {
            When::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            When::Always => true,
            When::Never => false,
        };
        Brush {
            is_coloured,
            breaks_lines: io::stdout().is_terminal(),
        }
    }
}

/// Writes text with its colours, or without.
#[derive(Clone, Copy)]
pub struct Brush {
    is_coloured: bool,
    /// Programs that read the output want a message in one line.
    breaks_lines: bool,
}

impl Brush {
    /// A text in a style.
    fn styled(self, style: Style, text: &str) -> String {
        if !self.is_coloured || style.is_plain() {
            return text.to_owned();
        }
        // A style that is on at the end of a line colours the rest of it in some terminals.
        let lines = text.split('\n').map(|line| match line {
            "" => String::new(),
            line => format!("{style}{line}{style:#}"),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// A drawing.
    pub fn sketch(self, sketch: &Sketch) -> String {
        let spans = sketch.spans();
        spans
            .map(|(ink, text)| self.styled(style(ink), text))
            .collect()
    }

    /// A paragraph, broken between words for a terminal, with its newline.
    pub fn paragraph(self, text: &str) -> String {
        match self.breaks_lines {
            true => wrap_to(text, 0, COLUMNS),
            false => format!("{text}\n"),
        }
    }

    /// The name of a side.
    pub fn side(self, referee: &dyn Referee, player: Player) -> String {
        let name = referee.sides()[player.index()];
        self.styled(style(Ink::Piece(player)), name)
    }

    /// A line that stands out.
    pub fn strong(self, text: &str) -> String {
        self.styled(Style::new().effects(Effects::BOLD), text)
    }

    /// The board and, below it, whose move it is or how the game ended.
    pub fn write_board(self, referee: &dyn Referee, out: &mut dyn Write) -> anyhow::Result<()> {
        self.write_turn("", referee, out)
    }

    /// The board below what was done last, so that with the prompt all is to be seen at once: beside a tall board
    /// only what must be said is said.
    pub fn write_turn(
        self,
        done: &str,
        referee: &dyn Referee,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let sketch = referee.sketch();
        let height = sketch.to_string().lines().count();
        let space = if height + 6 <= LINES { "\n" } else { "" };
        if !done.is_empty() {
            write!(out, "{space}{done}\n{space}")?;
        }
        writeln!(out, "{}", self.sketch(&sketch))?;
        match referee.outcome() {
            Some(outcome) => {
                let text = format!("Game over: {}.", outcome_text(referee, outcome));
                writeln!(out, "{space}{}", self.strong(&text))?;
            }
            // The prompt says the side.
            None if height + 3 > LINES => {}
            None => writeln!(
                out,
                "{space}Move {}: {} to move.",
                referee.moves().len() + 1,
                self.side(referee, referee.to_move())
            )?,
        }
        Ok(())
    }
}

fn style(ink: Ink) -> Style {
    let of = |player: Player| Style::new().fg_color(Some(COLOURS[player.index()].into()));
    match ink {
        Ink::Plain => Style::new(),
        Ink::Faint => Style::new().effects(Effects::DIMMED),
        Ink::Mark => Style::new().effects(Effects::BOLD),
        Ink::Piece(player) => of(player).effects(Effects::BOLD),
        Ink::Tile(player) => of(player),
        Ink::Last(player) => of(player).effects(Effects::BOLD | Effects::INVERT),
    }
}

/// How a game ended, with the names of its sides and the points, where it has them: `Black wins, 45 to 36`.
pub fn outcome_text(referee: &dyn Referee, outcome: Outcome) -> String {
    let text = match outcome {
        Outcome::Win(player) => format!("{} wins", referee.sides()[player.index()]),
        other => other.to_string(),
    };
    match (referee.score(), outcome) {
        (Some(points), Outcome::Win(player)) => {
            let [own, others] = [player, player.other()].map(|side| points[side.index()]);
            format!("{text}, {own} to {others}")
        }
        (Some([points, _]), Outcome::Draw) => format!("{text}, {points} each"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_add_nothing_to_the_text() {
        let mut sketch = Sketch::new();
        sketch.add(Ink::Faint, "9 .\n8");
        sketch.add(Ink::Last(Player::First), "(X)");
        sketch.add(Ink::Tile(Player::Second), "O\n");
        let [plain, coloured] = [false, true].map(|is_coloured| {
            Brush {
                is_coloured,
                breaks_lines: false,
            }
            .sketch(&sketch)
        });
        assert_eq!(plain, "9 .\n8(X)O\n");
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
        assert!(
            coloured.lines().all(|line| line.ends_with("\u{1b}[0m")),
            "{coloured:?}"
        );
    }
}
