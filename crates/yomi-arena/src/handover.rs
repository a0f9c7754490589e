//! Games that change hands: from some position on, another engine plays for both sides.
//!
//! Whether an engine is good in a stage of the game (the middle game, say) cannot be read off whole
//! games, in which everything else counts too. So games begin where the stage begins
//! ([`Openings::reaching`]), the participants play to its end, and then somebody else finishes for
//! both: the same engine on either side, so that what is left of the game rewards the better position
//! and nobody's skill. Where a stage begins and ends is a question of a *number of the position*
//! ([`Referee::position_number`]): shogi has its progress, connect four the stones on the board.
//!
//! A game changes hands before the first move at which the number is at least the given one, and never
//! back, whatever becomes of the number. The finishers are two engines, one for each side, with the seed
//! of that side. They play without the contest's clock, and what they spend (time, simulations, nodes) is not counted
//! as the participants'. The rule of resignation, if there is one, holds for them too, and begins anew. A
//! finisher that fails is nobody's loss: it ends the match with an error, and the game stays to be
//! played.

use crate::openings::listed_seed;
use crate::{ArenaError, OpeningLine, Openings, Participant};
use serde::{Deserialize, Serialize};
use std::fmt;
use yomi_core::{Referee, Seed};

/// When games change hands, and who finishes them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handover {
    /// The name of a number of positions.
    pub number: String,
    /// From which value of it on the finisher plays.
    pub at: f64,
    /// Who plays from then on, for both sides.
    pub finisher: Participant,
}

impl fmt::Display for Handover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (who, number, at) = (&self.finisher.name, &self.number, self.at);
        write!(f, "{who} from {number} {at} on")
    }
}

/// How a game changed hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandedOver {
    /// To whom: this name played both sides from then on.
    pub to: String,
    /// How many moves the participants had played, after the opening.
    pub after: usize,
}

impl Handover {
    /// Whether the position is one for the finisher. A position without the number is not.
    pub(crate) fn is_due(&self, referee: &dyn Referee) -> bool {
        let number = referee.position_number(&self.number);
        number.is_some_and(|number| number >= self.at)
    }
}

/// An error if positions of a game have no number of this name.
pub(crate) fn check_number(referee: &dyn Referee, name: &str) -> Result<(), ArenaError> {
    let known = referee.position_numbers();
    if known.iter().any(|number| number.name == name) {
        return Ok(());
    }
    let expected = match &known[..] {
        [] => "this game tells no numbers of positions".to_owned(),
        known => {
            let names: Vec<&str> = known.iter().map(|number| number.name).collect();
            format!("expected one of {}", names.join(", "))
        }
    };
    Err(ArenaError::Contest(format!(
        "positions have no number '{name}': {expected}"
    )))
}

/// Openings that were cut where a stage of the game begins.
#[derive(Clone, PartialEq, Debug)]
pub struct Reached {
    /// Those that get there.
    pub openings: Vec<OpeningLine>,
    /// How many do not: the number stays below the stage, or jumps over it, or the game is over.
    pub left_out: usize,
}

impl Openings {
    /// Cuts listed openings (the moves of whole games, say) where a [number of the
    /// position](Referee::position_number) is for the first time at least `from`. Those that never get
    /// there are left out, and so are those that are at `below` or beyond by then; at most so many are
    /// kept. `seed` is the contest's: chance in an opening depends on its place in the new list.
    pub fn reaching(
        lines: &[OpeningLine],
        referee: &mut dyn Referee,
        number: &str,
        (from, below): (f64, Option<f64>),
        (seed, most): (u64, usize),
    ) -> Result<Reached, ArenaError> {
        check_number(referee, number)?;
        let mut reached = Reached {
            openings: Vec::new(),
            left_out: 0,
        };
        for (index, line) in lines.iter().enumerate() {
            if reached.openings.len() == most {
                break;
            }
            referee.new_game(listed_seed(Seed::new(seed), reached.openings.len()));
            let moves = moves_to(referee, index, line, (number, from))?;
            let is_within = |value: f64| below.is_none_or(|below| value < below);
            match moves {
                Some((value, moves)) if is_within(value) => reached.openings.push(OpeningLine {
                    position: line.position.clone(),
                    moves: line.moves[..moves].to_vec(),
                }),
                _ => reached.left_out += 1,
            }
        }
        Ok(reached)
    }
}

/// Plays an opening until the number is at least `from`: the number there, and how many moves that took.
fn moves_to(
    referee: &mut dyn Referee,
    index: usize,
    line: &OpeningLine,
    (number, from): (&str, f64),
) -> Result<Option<(f64, usize)>, ArenaError> {
    if let Some(position) = &line.position {
        let set_up = referee.set_position(position);
        set_up.map_err(|error| ArenaError::OpeningPosition {
            opening: index + 1,
            position: position.clone(),
            reason: error.to_string(),
        })?;
    }
    for ply in 0..=line.moves.len() {
        if referee.outcome().is_some() {
            return Ok(None);
        }
        if let Some(value) = referee.position_number(number)
            && value >= from
        {
            return Ok(Some((value, ply)));
        }
        if let Some(text) = line.moves.get(ply) {
            referee.play(text).map_err(|error| ArenaError::Opening {
                opening: index + 1,
                ply: ply + 1,
                text: text.clone(),
                reason: error.to_string(),
            })?;
        }
    }
    Ok(None)
}
