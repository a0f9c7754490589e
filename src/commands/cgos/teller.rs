//! Tells what happens, in lines.

use super::files::{Journal, Records};
use std::io::Write;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::engine::TextReport;
use yomi_protocol::cgos::client::{ClientError, Finished, Watcher};
use yomi_protocol::cgos::message::Setup;
use yomi_protocol::foreign;

/// Tells a session, saves its games and keeps its log.
pub struct Teller<'a> {
    out: &'a mut dyn Write,
    records: Option<Records>,
    journal: Option<Journal>,
    /// Games won, lost, and neither.
    score: [u32; 3],
}

impl Teller<'_> {
    /// Nothing has happened yet.
    pub fn new(
        out: &mut dyn Write,
        records: Option<Records>,
        journal: Option<Journal>,
    ) -> Teller<'_> {
        Teller {
            out,
            records,
            journal,
            score: [0; 3],
        }
    }

    /// Tells how it all ended.
    pub fn conclude(&mut self) {
        let [won, lost, neither] = self.score;
        let games = won + lost + neither;
        self.tell(format!(
            "games {games}: won {won}, lost {lost}, neither {neither}"
        ));
    }

    /// Tells something. The games go on whether or not anybody reads about them.
    fn tell(&mut self, line: String) {
        let _ = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
    }

    fn note(&mut self, sign: char, line: &str) {
        if let Some(journal) = &mut self.journal {
            journal.add(sign, line);
        }
    }
}

impl Watcher for Teller<'_> {
    fn heard(&mut self, line: &str) {
        self.note('<', line);
    }

    fn said(&mut self, line: &str) {
        self.note('>', line);
    }

    fn info(&mut self, text: &str) {
        self.tell(format!("server: {text}"));
    }

    fn passed_over(&mut self, what: &str) {
        self.tell(format!("passed over: {what}"));
    }

    fn begins(&mut self, setup: &Setup, we_are: Player) {
        let opponent = &setup.players[we_are.other().index()];
        let rating = opponent.rating.as_deref().unwrap_or("not rated");
        let colour = ["black", "white"][we_are.index()];
        let (game, size, komi) = (setup.game, setup.size, setup.komi);
        let mut line = format!(
            "game {game}: {colour} against {} ({}), {size}x{size}, komi {komi}, {} s each",
            foreign::name(&opponent.name),
            foreign::name(rating),
            setup.time.as_secs_f64()
        );
        if !setup.moves.is_empty() {
            line += &format!(", going on after move {}", setup.moves.len());
        }
        self.tell(line);
    }

    fn opponent_moves(&mut self, text: &str) {
        self.tell(format!("they play {text}"));
    }

    fn moves(&mut self, text: &str, report: Option<&TextReport>) {
        let mut line = format!("we play {text}");
        if let Some(report) = report {
            line += &format!(
                " value {:.3} simulations {} in {:.2} s",
                report.value.0,
                report.simulations,
                report.elapsed.as_secs_f64()
            );
        }
        self.tell(line);
    }

    fn finished(&mut self, game: &Finished) {
        let (which, how) = match game.result.winner {
            Some(winner) if winner == game.we_were => (0, "won"),
            Some(_) => (1, "lost"),
            None => (2, "neither won nor lost"),
        };
        self.score[which] += 1;
        let mut line = format!(
            "game {}: {how}, {}",
            game.setup.game,
            foreign::name(&game.result.text)
        );
        if !game.remark.is_empty() {
            line += &format!(" ({})", game.remark);
        }
        self.tell(line);
        if let Some(Err(fault)) = self.records.as_ref().map(|records| records.save(game)) {
            self.tell(format!("game {} is not saved: {fault}", game.setup.game));
        }
    }

    fn missed(&mut self, game: u64) {
        self.tell(format!("game {game}: ended while we were away"));
    }

    fn lost(&mut self, error: &ClientError, pause: Duration) {
        let line = format!("{error}; trying again in {} s", pause.as_secs_f64());
        self.note('!', &line);
        self.tell(line);
    }
}
