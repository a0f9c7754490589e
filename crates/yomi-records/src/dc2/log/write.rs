//! Writes a log.

use super::super::from_client::{ClientMessage, Concession};
use super::super::from_server::ServerMessage;
use super::{Log, LoggedShot};
use std::fmt;

/// A value as it is read again: on one line, and with nothing around it.
fn on_one_line(text: &str) -> String {
    let line: String = text.chars().filter(|c| !c.is_control()).collect();
    line.trim().to_owned()
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[GameInfo]")?;
        for (side, player) in ["First", "Second"].into_iter().zip(&self.players) {
            writeln!(f, "{side}={}", on_one_line(&player.name))?;
            if let Some(time) = player.time {
                writeln!(f, "{side}RemTime={time}")?;
            }
            for (number, noise) in player.noise.iter().enumerate() {
                if let Some(noise) = noise {
                    writeln!(f, "{side}Random_{}={noise}", number + 1)?;
                }
            }
        }
        if let Some(noise) = self.noise {
            writeln!(f, "Random={noise}")?;
        }
        for (number, shot) in self.shots.iter().enumerate() {
            self.write_shot(f, shot, self.shots.get(number + 1))?;
        }
        if let Some(conclusion) = &self.conclusion {
            writeln!(f, "[GameOverInfo]")?;
            writeln!(f, "ENDSTATE={}", on_one_line(&conclusion.state))?;
            writeln!(f, "WIN={}", on_one_line(&conclusion.winner))?;
            writeln!(f, "LOSE={}", on_one_line(&conclusion.loser))?;
        }
        if let Some(total) = self.total {
            writeln!(f, "TOTALSCORE={}", ServerMessage::TotalScore(total))?;
        }
        Ok(())
    }
}

impl Log {
    fn write_shot(
        &self,
        f: &mut fmt::Formatter<'_>,
        shot: &LoggedShot,
        next: Option<&LoggedShot>,
    ) -> fmt::Result {
        let state = shot.before.state;
        writeln!(f, "[{:02}{:02}]", state.end, state.shot)?;
        writeln!(
            f,
            "POSITION={}",
            ServerMessage::Position(Box::new(shot.before.stones))
        )?;
        writeln!(f, "SETSTATE={}", ServerMessage::SetState(state))?;
        if let Some(asked) = shot.asked {
            writeln!(f, "BESTSHOT={}", ClientMessage::BestShot(asked))?;
        } else if shot.conceded {
            let concession = ClientMessage::Concede(Concession::Concede);
            writeln!(f, "BESTSHOT={concession}")?;
        }
        if let Some(shot) = shot.carried_out {
            writeln!(f, "RUNSHOT={}", ServerMessage::RunShot(shot))?;
        }
        let same_end = next.is_some_and(|next| next.before.state.end == state.end);
        let score = self.scores.get(usize::from(state.end));
        if same_end || (shot.after.is_none() && score.is_none()) {
            return Ok(());
        }
        // The last that is known of this end, after its last stone or before.
        writeln!(f, "[{:02}{:02}]", state.end, state.shot + 1)?;
        if let Some(stones) = shot.after {
            writeln!(f, "POSITION={}", ServerMessage::Position(Box::new(stones)))?;
        }
        if let Some(&score) = score {
            writeln!(f, "SCORE={}", ServerMessage::Score(score))?;
        }
        Ok(())
    }
}
