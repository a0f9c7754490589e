//! The results so far, kept so that the order in which games finish never shows.
//!
//! Only complete pairs count; a game whose partner is missing waits. With a sequential test, the
//! test looks at the unbroken run of finished pairs from the first one on, in the order of their
//! numbers. The pair at which it decides is therefore the same for any number of workers. Pairs
//! after that one, which other workers had already begun, are on record but do not count.

use crate::record::{GameRecord, Header, Reason};
use crate::schedule::{Pairing, Schedule};
use crate::table::Table;
use crate::{ArenaError, Handover};
use std::collections::BTreeMap;
use std::sync::Arc;
use yomi_core::Player;
use yomi_stats::pair_scores::PairScores;
use yomi_stats::score::GameResult;
use yomi_stats::sprt::{Sprt, SprtParameters, SprtStatus, SprtVerdict};

/// One game as `a` of its pairing sees it.
#[derive(Clone, Debug)]
pub(crate) struct Scored {
    /// Points of `a`, from 0 to 1.
    pub points: f64,
    /// How one side lost by misconduct, if one did.
    pub forfeit: Option<Forfeit>,
    /// Whether it was drawn for its length.
    pub too_long: bool,
    /// Whether it changed hands.
    pub handed_over: bool,
    /// What came of putting it before the judge, if it was.
    pub appeal: Option<Appeal>,
    /// The time that `a` and its opponent took, in a contest that counts processor time.
    pub times: Option<[SideTimes; 2]>,
}

/// The time that one side took in one game, in seconds.
#[derive(Clone, Debug)]
pub(crate) struct SideTimes {
    /// Processor time, by move.
    pub processor: Vec<f64>,
    /// By the clock on the wall, all moves together.
    pub wall: f64,
}

/// What came of putting a game before the judge.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Appeal {
    /// The judge decided as our referee had.
    Confirmed,
    /// The judge decided otherwise, in favour of `a` of the pairing or of its opponent.
    Changed { for_a: bool },
    /// The judge failed.
    Failed,
}

/// A game lost by misconduct.
#[derive(Clone, Debug)]
pub(crate) struct Forfeit {
    /// Whether it was `a` of the pairing who lost it.
    pub by_a: bool,
    pub reason: Reason,
    /// What went wrong, in words.
    pub detail: Arc<str>,
}

impl Scored {
    fn of(game: &GameRecord) -> Scored {
        let a_is = if game.game == 0 {
            Player::First
        } else {
            Player::Second
        };
        let points = match a_is {
            Player::First => game.score_first,
            Player::Second => 1.0 - game.score_first,
        };
        let forfeit = game.forfeited_by().map(|loser| Forfeit {
            by_a: loser == a_is,
            reason: game.reason,
            detail: game.detail.as_deref().unwrap_or("no reason given").into(),
        });
        let times = game.processor.as_ref().map(|processor| {
            [a_is, a_is.other()].map(|side| SideTimes {
                processor: processor[side.index()].clone(),
                wall: game.wall.thinking[side.index()],
            })
        });
        Scored {
            points,
            forfeit,
            times,
            too_long: game.reason == Reason::MaxPlies,
            handed_over: game.handed_over.is_some(),
            appeal: game.judgement.as_ref().map(|judgement| {
                let gain = game.score_first - judgement.referee.value().0;
                match (&judgement.answer, gain) {
                    (None, _) => Appeal::Failed,
                    (Some(_), 0.0) => Appeal::Confirmed,
                    (Some(_), gain) => Appeal::Changed {
                        for_a: (gain > 0.0) == (a_is == Player::First),
                    },
                }
            }),
        }
    }

    /// Graded results count as won above one half and as lost below.
    pub fn result(&self) -> GameResult {
        match self.points {
            points if points > 0.5 => GameResult::Win,
            points if points < 0.5 => GameResult::Loss,
            _ => GameResult::Draw,
        }
    }

    /// Points as a sequential test counts them: as they are, or as those of the [result](Scored::result).
    fn tested(&self, as_they_are: bool) -> f64 {
        match as_they_are {
            true => self.points,
            false => self.result().half_points() as f64 / 2.0,
        }
    }

    pub fn is_graded(&self) -> bool {
        ![0.0, 0.5, 1.0].contains(&self.points)
    }
}

/// A sequential test and how far it has read.
#[derive(Clone, Debug)]
struct Watch {
    test: Sprt,
    /// Whether graded results count as they are.
    of_points: bool,
    read: PairScores,
    decided: bool,
}

impl Watch {
    fn next_pair(&self) -> usize {
        self.read.pairs() as usize
    }
}

/// The results so far.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    game: String,
    names: Vec<String>,
    pairings: Vec<Pairing>,
    total: usize,
    recorded: usize,
    /// Per pairing, by pair number.
    pairs: Vec<BTreeMap<usize, [Option<Scored>; 2]>>,
    watch: Option<Watch>,
    has_judge: bool,
    /// Who finishes games, and from where on.
    handover: Option<String>,
}

impl Scoreboard {
    pub(crate) fn new(header: &Header, schedule: &Schedule) -> Result<Scoreboard, ArenaError> {
        let watch = match header.sprt {
            None => None,
            Some(parameters) => Some(Watch {
                test: Sprt::new(parameters)?,
                of_points: header.sprt_of_points,
                read: PairScores::default(),
                decided: false,
            }),
        };
        Ok(Scoreboard {
            game: header.game.clone(),
            names: header
                .participants
                .iter()
                .map(|entry| entry.name.clone())
                .collect(),
            pairings: schedule.pairings.clone(),
            total: schedule.games(),
            recorded: 0,
            pairs: vec![BTreeMap::new(); schedule.pairings.len()],
            watch,
            has_judge: header.judge.is_some(),
            handover: header.handover.as_ref().map(Handover::to_string),
        })
    }

    pub(crate) fn add(&mut self, game: &GameRecord) {
        self.recorded += 1;
        let pair = self.pairs[game.pairing].entry(game.pair).or_default();
        pair[game.game] = Some(Scored::of(game));
        if let Some(watch) = &mut self.watch {
            // A test has but one pairing.
            while !watch.decided
                && let Some([Some(x), Some(y)]) = self.pairs[0].get(&watch.next_pair())
            {
                let points = [x, y].map(|game| game.tested(watch.of_points));
                // Points of a game lie between 0 and 1, which is all that is asked of them.
                if watch.read.record((points[0] + points[1]) / 2.0).is_err() {
                    break;
                }
                let status = watch.test.status_of_scores(&watch.read);
                watch.decided = status.verdict != SprtVerdict::Continue;
            }
        }
    }

    /// The game's label.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The participants' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Games finished so far, those that wait for their partner or do not count included.
    pub fn recorded(&self) -> usize {
        self.recorded
    }

    /// Games there will be, unless a sequential test decides earlier.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Whether the sequential test, if there is one, has come to an answer.
    pub fn is_decided(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.decided)
    }

    /// The sequential test: how many pairs it has read, and what they say.
    pub fn sprt(&self) -> Option<(u64, SprtStatus)> {
        let watch = self.watch.as_ref()?;
        Some((watch.read.pairs(), watch.test.status_of_scores(&watch.read)))
    }

    /// What the sequential test asks.
    pub(crate) fn sprt_parameters(&self) -> Option<SprtParameters> {
        self.watch.as_ref().map(|watch| watch.test.parameters())
    }

    /// The results with all their statistics. Takes time in proportion to the number of games:
    /// a live display of a match of very short games should not ask after every one.
    pub fn table(&self) -> Result<Table, ArenaError> {
        Table::of(self)
    }

    /// Who finishes games, and from where on, if somebody does.
    pub(crate) fn handover(&self) -> Option<&str> {
        self.handover.as_deref()
    }

    /// Whether the contest has a judge.
    pub(crate) fn has_judge(&self) -> bool {
        self.has_judge
    }

    pub(crate) fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The complete pairs of a pairing that count, in order.
    pub(crate) fn counted(&self, pairing: usize) -> impl Iterator<Item = [&Scored; 2]> {
        let end = match &self.watch {
            Some(watch) if watch.decided => watch.next_pair(),
            _ => usize::MAX,
        };
        self.pairs[pairing]
            .range(..end)
            .filter_map(|(_, pair)| match pair {
                [Some(x), Some(y)] => Some([x, y]),
                _ => None,
            })
    }
}
