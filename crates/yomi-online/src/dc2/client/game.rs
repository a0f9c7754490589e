//! The game under way, as far as the server has told.
//!
//! Servers differ in what they tell and when. After a shot, those with a login send RUNSHOT,
//! POSITION and SETSTATE, and after the last stone of an end SCORE as well; the stones of the new
//! end are then not told: there are none. The others send POSITION and SETSTATE before every shot
//! and nothing after it but SCORE at the end of an end. So a POSITION tells what came of the shot
//! before it unless the score of its end is known already, and the n-th SCORE is that of the n-th
//! end.

use super::error::Stage;
use yomi_core::Player;
use yomi_curling::layout;
use yomi_curling::{Shot, Stones, World};
use yomi_records::dc2::from_server::{SetState, Verdict};
use yomi_records::dc2::log::{Competitor, Conclusion, Log, LoggedShot};
use yomi_records::dc2::situation::Situation;

/// A game under way.
pub(super) struct Game {
    log: Log,
    stones: Option<Stones>,
    state: Option<SetState>,
    /// Which side we are: only the one to move is told to go.
    we_are: Option<Player>,
}

impl Game {
    /// A game between two sides.
    pub fn new(names: [String; 2]) -> Game {
        let players = names.map(|name| Competitor {
            name,
            ..Competitor::default()
        });
        Game {
            log: Log {
                players,
                ..Log::default()
            },
            stones: None,
            state: None,
            we_are: None,
        }
    }

    /// What is on file of it.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The side that is played for here.
    pub fn we_are(&self) -> Option<Player> {
        self.we_are
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        let (end, shot) = self
            .state
            .map_or((0, 0), |state| (state.end + 1, state.shot + 1));
        Stage::Playing { end, shot }
    }

    /// POSITION.
    pub fn set_stones(&mut self, stones: Stones) {
        self.stones = Some(stones);
        let ends = self.log.scores.len();
        let is_open = |last: &&mut LoggedShot| usize::from(last.before.state.end) >= ends;
        if let Some(last) = self.log.shots.last_mut().filter(is_open) {
            last.after = Some(stones);
        }
    }

    /// SETSTATE; a line that says why it cannot be. Within an end the sides throw in turn.
    pub fn set_state(&mut self, state: SetState) -> Result<(), String> {
        let is_of_end = |before: &SetState| before.end == state.end && before.shot < 16;
        if let Some(before) = self.state.filter(is_of_end)
            && state.shot < 16
            && before.first() != state.first()
        {
            let found = state.to_move.index();
            return Err(format!(
                "SETSTATE, who throws: expected {} (shot {} after shot {} by {}), found {found}",
                1 - found,
                state.shot,
                before.shot,
                before.to_move.index()
            ));
        }
        self.state = Some(state);
        let place = |state: SetState| (state.end, state.shot);
        let last = self.log.shots.last().map(|last| place(last.before.state));
        if let Ok(situation) = self.situation()
            && last.is_none_or(|last| last < place(state))
        {
            self.log.shots.push(LoggedShot::new(situation));
        }
        Ok(())
    }

    /// The shot that is being thrown, on file.
    fn current(&mut self) -> Option<&mut LoggedShot> {
        let state = self.state;
        let is_current = |last: &&mut LoggedShot| Some(last.before.state) == state;
        self.log.shots.last_mut().filter(is_current)
    }

    /// What there is to think about, or what is missing.
    pub fn situation(&self) -> Result<Situation, String> {
        let missing = |what: &str| format!("GO: expected {what} before it, found none");
        let stones = self.stones.ok_or_else(|| missing("POSITION"))?;
        let state = self.state.ok_or_else(|| missing("SETSTATE"))?;
        if state.shot > 15 || state.end >= state.ends {
            return Err(format!(
                "GO: expected a shot of the game, found it over (SETSTATE {} {} {})",
                state.shot, state.end, state.ends
            ));
        }
        Ok(Situation::new(stones, state, &self.log.scores))
    }

    /// What there is to think about, if stones can lie so.
    pub fn sound_situation(&self) -> Result<Situation, String> {
        let situation = self.situation()?;
        layout::check(World::Dc2, &situation.stones).map_err(|error| {
            let named = error.naming(|number| format!("stone {}", number + 1));
            format!("POSITION, {named}")
        })?;
        Ok(situation)
    }

    /// GO, and what we answered; no shot if we gave up.
    pub fn answered(&mut self, times: [i64; 2], asked: Option<Shot>) {
        for (player, time) in self.log.players.iter_mut().zip(times) {
            player.time.get_or_insert(time);
        }
        self.we_are = self.state.map(|state| state.to_move);
        if let Some(current) = self.current() {
            current.asked = asked;
            current.conceded = asked.is_none();
        }
    }

    /// RUNSHOT: what came of a shot, ours or the other side's.
    pub fn carried_out(&mut self, shot: Shot) {
        if let Some(current) = self.current() {
            current.carried_out = Some(shot);
        }
    }

    /// SCORE.
    pub fn scored(&mut self, points: i8) {
        self.log.scores.push(points);
        // Some servers have already told where the next end begins.
        if let Ok(situation) = self.situation()
            && let Some(current) = self.current()
        {
            current.before = situation;
        }
    }

    /// TOTALSCORE.
    pub fn set_total(&mut self, total: [u32; 2]) {
        self.log.total = Some(total);
    }

    /// GAMEOVER. Says nothing about who won if we never threw.
    pub fn conclude(&mut self, verdict: Verdict, how: &str) {
        let name = |player: Player| self.log.players[player.index()].name.clone();
        let (winner, loser) = match (verdict, self.we_are) {
            (Verdict::Win, Some(us)) => (name(us), name(us.other())),
            (Verdict::Lose, Some(us)) => (name(us.other()), name(us)),
            _ => Default::default(),
        };
        self.log.conclusion = Some(Conclusion {
            state: how.to_owned(),
            winner,
            loser,
        });
    }
}
