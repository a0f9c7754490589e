//! `.dcl` logs: what happened in a game, in the form of an INI file.
//!
//! A log has a section `[GameInfo]` with the players, a section `[EESS]` for every shot (two digits
//! for the end, two for the shot, both from 0) which repeats the messages of the protocol, a
//! section `[EE16]` with the stones and the score after each end, and at last the total, since 2018
//! in a section `[GameOverInfo]`:
//!
//! ```text
//! [GameInfo]
//! First=Alice
//! FirstRemTime=438000
//! Second=Bob
//! SecondRemTime=438000
//! Random=0.145
//! [0000]
//! POSITION=POSITION 0.000000 0.000000 ... (32 numbers)
//! SETSTATE=SETSTATE 0 0 10 0
//! BESTSHOT=BESTSHOT -0.990740 -29.559775 0
//! RUNSHOT=RUNSHOT -0.953141 -29.611520 0
//! [0001]
//! ...
//! [0016]
//! POSITION=POSITION ...
//! SCORE=SCORE -1
//! [0100]
//! ...
//! [GameOverInfo]
//! ENDSTATE=NORMAL
//! WIN=Bob
//! LOSE=Alice
//! TOTALSCORE=TOTALSCORE 3 4
//! ```
//!
//! [`read`] reads both generations, and logs that break off; it gives every shot with the position
//! before it, what was asked for, what was carried out, and the stones after it. Keys and sections
//! that it does not know do not count. A [`Log`] is written by its `Display`, every number so that
//! it is read back exactly.

mod read;

pub use read::{LogError, read};

use super::from_client::{ClientMessage, Concession};
use super::from_server::ServerMessage;
use super::situation::Situation;
use std::fmt;
use yomi_core::Player;
use yomi_curling::{Shot, Stones};

/// A side of the game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Competitor {
    /// Its name.
    pub name: String,
    /// Its time for the game in milliseconds, as written.
    pub time: Option<i64>,
    /// Its two noises, in logs that tell them by side.
    pub noise: [Option<f64>; 2],
}

/// A shot.
#[derive(Clone, PartialEq, Debug)]
pub struct LoggedShot {
    /// The position before it, with the score so far.
    pub before: Situation,
    /// What the player asked for (BESTSHOT).
    pub asked: Option<Shot>,
    /// Whether the player gave up instead.
    pub conceded: bool,
    /// What the server made of it (RUNSHOT).
    pub carried_out: Option<Shot>,
    /// Where the stones lay afterwards.
    pub after: Option<Stones>,
}

impl LoggedShot {
    /// A shot that is yet to be thrown.
    pub fn new(before: Situation) -> LoggedShot {
        LoggedShot {
            before,
            asked: None,
            conceded: false,
            carried_out: None,
            after: None,
        }
    }

    /// Who threw it.
    pub fn thrower(&self) -> Player {
        self.before.state.to_move
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conclusion {
    /// `NORMAL` in logs of servers.
    pub state: String,
    /// The winner's name; empty after a draw.
    pub winner: String,
    /// The loser's name.
    pub loser: String,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Log {
    /// Both sides; the first began.
    pub players: [Competitor; 2],
    /// The noise, in logs that tell one for both.
    pub noise: Option<f64>,
    /// Every shot, in order.
    pub shots: Vec<LoggedShot>,
    /// The points of every end that was finished; above 0 if they are the first side's.
    pub scores: Vec<i8>,
    /// The points of the game.
    pub total: Option<[u32; 2]>,
    /// How it ended, in logs that tell.
    pub conclusion: Option<Conclusion>,
}

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
