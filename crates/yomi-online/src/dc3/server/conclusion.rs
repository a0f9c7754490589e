//! The end of a game: the result goes on record, and the clients are told and let go.

use super::end;
use super::play::{INTERVAL, Play};
use std::io;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;
use yomi_core::foreign;
use yomi_records::dc3::message::{LastMove, Move, ServerMessage};
use yomi_records::dc3::{Ending, MatchResult, PerTeam, Seconds, THROWS, Team};

impl Play<'_> {
    pub(super) fn ended(&self, winner: Option<Team>, reason: Ending, detail: &str) -> MatchResult {
        MatchResult {
            winner,
            reason,
            detail: detail.to_owned(),
            score: PerTeam::from_fn(|team| self.state.total(team.player())),
        }
    }

    pub(super) fn forfeit(&self, team: Team, why: &dyn std::fmt::Display) -> MatchResult {
        let detail = format!("{team} ({}): {why}", foreign::name(&self.seats[team].name));
        self.ended(Some(team.other()), Ending::Forfeit, &detail)
    }

    /// Puts the result on record, tells whoever is still there, and waits for them to hang up.
    pub(super) fn conclude(&mut self, result: &MatchResult) -> io::Result<()> {
        if matches!(result.reason, Ending::TimeLimit) {
            self.remaining[loser(result)] = Seconds::default();
        }
        if matches!(result.reason, Ending::TimeLimit | Ending::Forfeit) {
            self.keep_move(loser(result), Move::Concede)?;
        }
        if matches!(result.reason, Ending::NoContest) {
            if let Some(log) = &mut self.log {
                log.error(&result.detail)?;
                end(log, result)?;
            }
            return Ok(());
        }
        if !matches!(result.reason, Ending::Score | Ending::Draw) {
            self.last_move = Some(LastMove {
                actual_move: Move::Concede,
                free_guard_zone_foul: false,
                trajectory: None,
            });
        }
        let (_, mut update) = self.update(Some(result));
        if !matches!(result.reason, Ending::Score | Ending::Draw) {
            // Giving up takes a turn as a throw does.
            update.state.shot = (update.state.shot + 1).min(THROWS - 1);
        }
        // Whoever caused the end may be gone; the result stands.
        let _ = self.publish(update)?;
        if let Some(log) = &mut self.log {
            if matches!(result.reason, Ending::Forfeit) {
                log.error(&result.detail)?;
            }
            end(log, result)?;
        }
        let _ = self.tell_both(&ServerMessage::GameOver);
        self.farewell();
        Ok(())
    }

    /// Waits until both clients have hung up, but not for long, whatever they still say.
    fn farewell(&mut self) {
        for team in Team::BOTH {
            self.seats[team].connection.finish();
            self.gone[team] |= self.deaf[team];
        }
        let deadline = Instant::now() + self.options.patience.farewell;
        while !(self.gone.team0 && self.gone.team1) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.stop.is_raised() {
                break;
            }
            match self.events.recv_timeout(left.min(INTERVAL)) {
                Ok(event) => self.gone[event.team] |= event.line.is_err(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    }
}

/// The team that lost, in a result that has a winner.
fn loser(result: &MatchResult) -> Team {
    result.winner.unwrap_or(Team::Team0).other()
}
