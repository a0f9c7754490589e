//! Where the games of a pair begin.
//!
//! Strong deterministic engines would play one and the same game over and over; so every pair
//! starts from an opening of its own, which both games of the pair share, chance included.
//!
//! *Random* openings are uniformly random legal moves, `pass` (as Go writes it) only where there is
//! no other: it would leave one side two moves ahead. One that ends the game is thrown away and
//! drawn again, up to [`ATTEMPTS`] times; if the game is too short for openings of that length, the
//! next shorter length is tried. An opening that an earlier pair of the same pairing already had is
//! drawn again just as often, and then accepted: there may be no other. Openings that reach the
//! same position in another order count as different. In a game with a continuum of moves, the draw
//! is among the referee's suggestions.
//!
//! *Largest* openings are random ones too, but only among the moves whose text names the most squares, with
//! `,` between them: in Blokus, the largest pieces.
//!
//! *Listed* openings are taken in order, and from the start again when they run out; they may
//! begin from positions that are set up. Chance in
//! them depends on the place in the list alone, so an opening is the same position every time.

use crate::schedule::Schedule;
use crate::{ArenaError, OpeningLine};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;
use yomi_core::{Referee, Seed};

/// How games write the move that leaves the board as it is.
const PASS: &str = "pass";

/// How often a random opening is drawn before a shorter or a repeated one will do.
pub const ATTEMPTS: u64 = 16;

/// Where the games of a contest begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openings {
    /// Random legal moves, other than passes.
    Random {
        /// How many.
        plies: usize,
    },
    /// Random legal moves among those that name the most squares.
    Largest {
        /// How many.
        plies: usize,
    },
    /// These.
    Listed(Vec<OpeningLine>),
}

impl Default for Openings {
    fn default() -> Openings {
        Openings::Random { plies: 2 }
    }
}

impl Openings {
    /// Openings written one per line, as [`OpeningLine`] reads them; empty lines and lines that
    /// begin with `#` are skipped.
    ///
    /// ```
    /// use yomi_arena::Openings;
    /// let openings = Openings::from_lines("# two of them\n4 4\nstartpos moves 3 5 1\n");
    /// assert_eq!(openings, Openings::Listed(vec![
    ///     vec!["4".into(), "4".into()].into(),
    ///     vec!["3".into(), "5".into(), "1".into()].into(),
    /// ]));
    /// ```
    pub fn from_lines(text: &str) -> Openings {
        let lines = text.lines().map(str::trim);
        let meant = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let Ok(list) = meant.map(str::parse).collect();
        Openings::Listed(list)
    }

    /// Whether some of them begin from positions that are set up.
    pub fn have_positions(&self) -> bool {
        match self {
            Openings::Random { .. } | Openings::Largest { .. } => false,
            Openings::Listed(list) => list.iter().any(|line| line.position.is_some()),
        }
    }

    /// The length of the longest opening.
    pub(crate) fn plies(&self) -> usize {
        match self {
            Openings::Random { plies } | Openings::Largest { plies } => *plies,
            Openings::Listed(list) => list.iter().map(|line| line.moves.len()).max().unwrap_or(0),
        }
    }
}

/// A start for both games of a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Opening {
    /// What is set up first, if anything is.
    pub position: Option<Arc<str>>,
    pub moves: Arc<[String]>,
    /// Chance in the opening derives from this.
    pub seed: Seed,
}

impl Opening {
    /// The opening as it is written.
    pub fn line(&self) -> OpeningLine {
        OpeningLine {
            position: self.position.as_deref().map(str::to_owned),
            moves: self.moves.to_vec(),
        }
    }
}

/// Hands out openings. Each pairing's are drawn in order of the pairs, whoever asks first, so
/// that "not had before" means the same in every run.
pub(crate) struct Book {
    source: Openings,
    schedule: Schedule,
    drawn: Vec<Vec<Opening>>,
    had: Vec<HashSet<Arc<[String]>>>,
}

impl Book {
    /// A book for a schedule. Plays every listed opening once to see that it can be played.
    pub fn new(
        source: &Openings,
        schedule: &Schedule,
        referee: &mut dyn Referee,
    ) -> Result<Book, ArenaError> {
        if let Openings::Listed(list) = source {
            if list.is_empty() {
                return Err(ArenaError::Contest(
                    "the list of openings is empty".to_owned(),
                ));
            }
            for (number, line) in list.iter().enumerate() {
                referee.new_game(listed_seed(schedule.seed, number));
                check_listed(referee, number, line)?;
            }
        }
        let pairings = schedule.pairings.len();
        Ok(Book {
            source: source.clone(),
            schedule: schedule.clone(),
            drawn: vec![Vec::new(); pairings],
            had: vec![HashSet::new(); pairings],
        })
    }

    /// The opening of a pair. Leaves the referee anywhere.
    pub fn opening(
        &mut self,
        referee: &mut dyn Referee,
        pairing: usize,
        pair: usize,
    ) -> Result<Opening, ArenaError> {
        match &self.source {
            Openings::Listed(list) => {
                let number = pair % list.len();
                let line = &list[number];
                Ok(Opening {
                    position: line.position.as_deref().map(Arc::from),
                    moves: line.moves.clone().into(),
                    seed: listed_seed(self.schedule.seed, number),
                })
            }
            &Openings::Random { plies } | &Openings::Largest { plies } => {
                let largest = matches!(self.source, Openings::Largest { .. });
                while self.drawn[pairing].len() <= pair {
                    let seed = self
                        .schedule
                        .opening_seed(pairing, self.drawn[pairing].len());
                    let moves = draw(referee, seed, (plies, largest), &self.had[pairing])?;
                    self.had[pairing].insert(Arc::clone(&moves));
                    self.drawn[pairing].push(Opening {
                        position: None,
                        moves,
                        seed,
                    });
                }
                Ok(self.drawn[pairing][pair].clone())
            }
        }
    }
}

pub(crate) fn listed_seed(contest: Seed, number: usize) -> Seed {
    contest
        .child("opening")
        .child("listed")
        .index(number as u64)
}

fn check_listed(
    referee: &mut dyn Referee,
    number: usize,
    line: &OpeningLine,
) -> Result<(), ArenaError> {
    if let Some(position) = &line.position {
        let fail = |reason: String| ArenaError::OpeningPosition {
            opening: number + 1,
            position: position.clone(),
            reason,
        };
        referee
            .set_position(position)
            .map_err(|error| fail(error.to_string()))?;
        if let Some(outcome) = referee.outcome() {
            return Err(fail(format!(
                "the game is over there ({outcome}), nothing is left to play"
            )));
        }
    }
    for (ply, text) in line.moves.iter().enumerate() {
        let fail = |reason: String| ArenaError::Opening {
            opening: number + 1,
            ply: ply + 1,
            text: text.clone(),
            reason,
        };
        referee
            .play(text)
            .map_err(|error| fail(error.to_string()))?;
        if let Some(outcome) = referee.outcome() {
            return Err(fail(format!(
                "this ends the game ({outcome}), nothing is left to play"
            )));
        }
    }
    Ok(())
}

/// Random moves, `plies` of them if the game lasts that long, and not `had` if that can be; only the
/// largest of them where that is said.
fn draw(
    referee: &mut dyn Referee,
    seed: Seed,
    (plies, largest): (usize, bool),
    had: &HashSet<Arc<[String]>>,
) -> Result<Arc<[String]>, ArenaError> {
    for length in (0..=plies).rev() {
        let mut repeated = None;
        for attempt in 0..ATTEMPTS {
            let choice = seed.child("draw").index(length as u64).index(attempt);
            match random_line(referee, seed, choice, (length, largest))? {
                Some(moves) if had.contains(&moves) => repeated = repeated.or(Some(moves)),
                Some(moves) => return Ok(moves),
                None => {}
            }
        }
        if let Some(moves) = repeated {
            return Ok(moves);
        }
    }
    Err(ArenaError::Referee(
        "the game is over before its first move".to_owned(),
    ))
}

/// How many squares the text of a move names.
fn squares(text: &str) -> usize {
    text.split(',').count()
}

/// `length` random moves; `None` if they end the game.
fn random_line(
    referee: &mut dyn Referee,
    chance: Seed,
    choice: Seed,
    (length, largest): (usize, bool),
) -> Result<Option<Arc<[String]>>, ArenaError> {
    referee.new_game(chance);
    let mut rng = choice.rng();
    let mut line = Vec::with_capacity(length);
    while referee.outcome().is_none() {
        if line.len() == length {
            return Ok(Some(line.into()));
        }
        let mut legal = referee.legal().moves;
        if legal.is_empty() {
            return Err(ArenaError::Referee(format!(
                "it lists no move after '{}', although the game is not over",
                line.join(" ")
            )));
        }
        if legal.iter().any(|text| text != PASS) {
            legal.retain(|text| text != PASS);
        }
        if largest {
            let most = legal.iter().map(|text| squares(text)).max();
            legal.retain(|text| Some(squares(text)) == most);
        }
        let text = legal.swap_remove(rng.below(legal.len() as u32) as usize);
        let (spelled, _) = referee.play(&text).map_err(|error| {
            ArenaError::Referee(format!(
                "it lists the move '{text}' but refuses it: {error}"
            ))
        })?;
        line.push(spelled);
    }
    Ok(None)
}
