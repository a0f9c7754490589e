//! Tells what happens, in lines.

use crate::commands::online::{Voice, create_new, plain};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::engine::TextReport;
use yomi_core::foreign;
use yomi_online::cgos::client::{ClientError, Finished, Watcher};
use yomi_online::cgos::message::Setup;
use yomi_records::sgf::Dialect;

/// Tells a session and saves its games.
pub struct Teller<'a> {
    /// Says it.
    pub voice: Voice<'a>,
    /// Where the games go.
    records: Option<PathBuf>,
}

impl Teller<'_> {
    /// Nothing has happened yet.
    pub fn new(voice: Voice<'_>, records: Option<PathBuf>) -> Teller<'_> {
        Teller { voice, records }
    }

    /// Saves a game in a file of its own.
    fn save(&self, game: &Finished) -> Result<(), String> {
        let Some(folder) = &self.records else {
            return Ok(());
        };
        let players = game.setup.players.each_ref();
        let [black, white] = players.map(|player| plain(&player.name, 40));
        let stem = format!("{}-{white}-{black}", game.setup.game);
        let text = game.record().to_sgf(&Dialect::GO);
        let mut file = create_new(folder, &stem, "sgf")?;
        file.write_all(text.as_bytes())
            .map_err(|error| format!("cannot write {stem}.sgf: {error}"))
    }
}

impl Watcher for Teller<'_> {
    fn heard(&mut self, line: &str) {
        self.voice.note('<', line);
    }

    fn said(&mut self, line: &str) {
        self.voice.note('>', line);
    }

    fn info(&mut self, text: &str) {
        self.voice.tell(format!("server: {text}"));
    }

    fn passed_over(&mut self, what: &str) {
        self.voice.tell(format!("passed over: {what}"));
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
        self.voice.tell(line);
    }

    fn opponent_moves(&mut self, text: &str) {
        self.voice.tell(format!("they play {text}"));
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
        self.voice.tell(line);
    }

    fn finished(&mut self, game: &Finished) {
        let won = game.result.winner.map(|winner| winner == game.we_were);
        let how = self.voice.count(won);
        let mut line = format!(
            "game {}: {how}, {}",
            game.setup.game,
            foreign::name(&game.result.text)
        );
        if !game.remark.is_empty() {
            line += &format!(" ({})", game.remark);
        }
        self.voice.tell(line);
        if let Err(fault) = self.save(game) {
            self.voice
                .tell(format!("game {} is not saved: {fault}", game.setup.game));
        }
    }

    fn missed(&mut self, game: u64) {
        self.voice
            .tell(format!("game {game}: ended while we were away"));
    }

    fn lost(&mut self, error: &ClientError, pause: Duration) {
        self.voice.lost(error, pause);
    }
}
