//! The match while it is played.

use crate::progress::Progress;
use std::sync::{Mutex, PoisonError};
use yomi_arena::{ArenaError, GameRecord, Observer, Scoreboard};

/// Shows the table on a terminal, and the state of the match in one line elsewhere.
#[derive(Default)]
pub struct Live(Mutex<Option<Progress>>);

impl Live {
    /// Clears the display.
    pub fn close(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Observer for Live {
    fn begun(&self, board: &Scoreboard) {
        let progress = Progress::new(board.total() as u64, board.recorded() as u64);
        if board.recorded() > 0 {
            let (done, total) = (board.recorded(), board.total());
            progress.note(&format!("resuming: {done} of {total} games are on file"));
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    fn game_finished(&self, _: &GameRecord, board: &Scoreboard) {
        let progress = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(progress) = progress.as_ref() {
            let whole_table = progress.is_bar();
            progress.update(board.recorded() as u64, || state(board, whole_table));
        }
    }
}

fn state(board: &Scoreboard, whole_table: bool) -> String {
    let text: Result<String, ArenaError> = if whole_table {
        board.table().map(|table| table.render())
    } else {
        board.status_line()
    };
    // Statistics that cannot be had yet must not stop the match.
    text.unwrap_or_else(|error| error.to_string())
}
