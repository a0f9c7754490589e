//! The results with their statistics.
//!
//! Pairs are the unit: scores, intervals, Elo and the likelihood of superiority come from the
//! pentanomial counts of complete pairs (see `yomi-stats`). In a game with graded results, score
//! and interval are those of the payoffs themselves (Student's t over pairs), while wins, Elo,
//! likelihood of superiority and sequential test count a game as won above one half.
//!
//! Every number here is a function of the set of games alone, not of the order they finished in.

use crate::ArenaError;
use crate::processor::MoveTimes;
use crate::record::Reason;
use crate::scoreboard::{Appeal, Forfeit, Scoreboard, Scored};
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use yomi_stats::cross_table::CrossTable;
use yomi_stats::elo::{EloEstimate, likelihood_of_superiority_of_pairs};
use yomi_stats::interval::{Interval, mean_t, pentanomial_score};
use yomi_stats::rating::{Rating, rate};
use yomi_stats::score::{Pentanomial, Tally};
use yomi_stats::sprt::{SprtParameters, SprtStatus};

/// The confidence level of all intervals.
pub const LEVEL: f64 = 0.95;

/// Games a participant lost by misconduct.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Forfeits {
    /// By an error or a panic of the engine.
    pub crash: u64,
    /// By an illegal move.
    pub illegal: u64,
    /// By overstepping the clock or never answering.
    pub time: u64,
    /// What went wrong, in words: the most frequent first.
    pub causes: Vec<Cause>,
}

/// Why games were forfeited.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cause {
    /// In how many games this went wrong.
    pub games: u64,
    /// What did.
    pub detail: String,
}

impl Forfeits {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.crash + self.illegal + self.time
    }

    fn of<'a>(forfeits: impl Iterator<Item = &'a Forfeit>) -> Forfeits {
        let mut counts = Forfeits::default();
        let mut causes: BTreeMap<&str, u64> = BTreeMap::new();
        for forfeit in forfeits {
            match forfeit.reason {
                Reason::Crash => counts.crash += 1,
                Reason::Illegal => counts.illegal += 1,
                Reason::Time => counts.time += 1,
                Reason::Rules | Reason::MaxPlies | Reason::Resignation => {}
            }
            *causes.entry(&forfeit.detail).or_default() += 1;
        }
        counts.causes = causes
            .into_iter()
            .map(|(detail, games)| Cause {
                games,
                detail: detail.to_owned(),
            })
            .collect();
        // A stable sort: what is equally frequent stays in alphabetical order.
        counts.causes.sort_by_key(|cause| Reverse(cause.games));
        counts
    }
}

/// What the contest's judge did to a pairing; see [`judge`](crate::judge).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Judged {
    /// Games that it decided.
    pub games: u64,
    /// Those of them that it decided otherwise than our referee, in favour of `a`.
    pub changed_for_a: u64,
    /// Those of them that it decided otherwise than our referee, in favour of `b`.
    pub changed_for_b: u64,
    /// Games in which it failed, so that our referee's result stands.
    pub failed: u64,
    /// Games drawn for their length, which nobody judged.
    pub too_long: u64,
}

impl Judged {
    /// Games decided otherwise than by our referee.
    pub fn changed(&self) -> u64 {
        self.changed_for_a + self.changed_for_b
    }

    fn count(&mut self, game: &Scored) {
        self.too_long += u64::from(game.too_long);
        match game.appeal {
            None => return,
            Some(Appeal::Failed) => {
                self.failed += 1;
                return;
            }
            Some(Appeal::Confirmed) => {}
            Some(Appeal::Changed { for_a: true }) => self.changed_for_a += 1,
            Some(Appeal::Changed { for_a: false }) => self.changed_for_b += 1,
        }
        self.games += 1;
    }
}

/// One pairing, as `a` sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Whose results these are.
    pub a: String,
    /// Against whom.
    pub b: String,
    /// All games of complete pairs.
    pub games: Tally,
    /// Those in which `a` had the first side.
    pub as_first: Tally,
    /// Those in which `a` had the second side.
    pub as_second: Tally,
    /// The pairs by their points.
    pub pairs: Pentanomial,
    /// Whether results between win, draw and loss occurred.
    pub graded: bool,
    /// Points per game, from 0 to 1; `None` before the first pair.
    pub score: Option<f64>,
    /// Where the expected score lies.
    pub score_interval: Interval,
    /// The difference in strength. In JSON an infinite number is `null`.
    #[serde(serialize_with = "elo_as_json")]
    pub elo: EloEstimate,
    /// The probability that `a` is the stronger one.
    pub superiority: f64,
    /// What `a` lost by misconduct.
    pub forfeits_a: Forfeits,
    /// What `b` lost by misconduct.
    pub forfeits_b: Forfeits,
    /// What the judge did, in a contest that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Judged>,
    /// How many games changed hands, in a contest in which they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handed_over: Option<u64>,
    /// What `a` used per move, in a contest that counts processor time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_a: Option<MoveTimes>,
    /// What `b` used per move, in a contest that counts processor time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor_b: Option<MoveTimes>,
}

impl Standing {
    fn of<'s>(
        a: &str,
        b: &str,
        counted: impl Iterator<Item = [&'s Scored; 2]>,
        (has_judge, has_handover): (bool, bool),
    ) -> Result<Standing, ArenaError> {
        let [mut as_first, mut as_second] = [Tally::default(); 2];
        let mut forfeits = Vec::new();
        let mut pairs = Pentanomial::default();
        let mut means = Vec::new();
        let mut graded = false;
        let mut judged = Judged::default();
        let mut handed_over = 0;
        let mut times = [(Vec::new(), 0.0), (Vec::new(), 0.0)];
        for [x, y] in counted {
            as_first.record(x.result());
            as_second.record(y.result());
            pairs.record(x.result(), y.result());
            means.push((x.points + y.points) / 2.0);
            graded |= x.is_graded() || y.is_graded();
            [x, y].into_iter().for_each(|game| judged.count(game));
            handed_over += [x, y].iter().filter(|game| game.handed_over).count() as u64;
            for of_game in [x, y].into_iter().filter_map(|game| game.times.as_ref()) {
                for ((processor, wall), side) in times.iter_mut().zip(of_game) {
                    processor.extend(&side.processor);
                    *wall += side.wall;
                }
            }
            forfeits.extend([x, y].into_iter().filter_map(|game| game.forfeit.as_ref()));
        }
        let (score, score_interval) = if graded && means.len() > 1 {
            let interval = mean_t(&means, LEVEL)?;
            let clamped = Interval {
                low: interval.low.max(0.0),
                high: interval.high.min(1.0),
                level: interval.level,
            };
            (Some(mean(&means)), clamped)
        } else if graded {
            (
                Some(mean(&means)),
                Interval {
                    low: 0.0,
                    high: 1.0,
                    level: LEVEL,
                },
            )
        } else {
            (pairs.mean_per_game(), pentanomial_score(&pairs, LEVEL)?)
        };
        let [processor_a, processor_b] = times.map(|(moves, wall)| MoveTimes::of(moves, wall));
        Ok(Standing {
            a: a.to_owned(),
            b: b.to_owned(),
            games: as_first + as_second,
            as_first,
            as_second,
            pairs,
            graded,
            score,
            score_interval,
            elo: EloEstimate::of_pentanomial(&pairs, LEVEL)?,
            superiority: likelihood_of_superiority_of_pairs(&pairs),
            forfeits_a: Forfeits::of(forfeits.iter().copied().filter(|forfeit| forfeit.by_a)),
            forfeits_b: Forfeits::of(forfeits.iter().copied().filter(|forfeit| !forfeit.by_a)),
            judged: has_judge.then_some(judged),
            handed_over: has_handover.then_some(handed_over),
            processor_a,
            processor_b,
        })
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The sequential test of a match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TestStanding {
    /// What it asks.
    pub parameters: SprtParameters,
    /// How many pairs the test has read, in order: where it stopped, once it has decided.
    pub pairs: u64,
    /// What they say.
    #[serde(flatten)]
    pub status: SprtStatus,
}

/// One participant against all the others it met.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ranked {
    /// The participant.
    pub name: String,
    /// All its games.
    pub games: Tally,
    /// Its fitted rating; the mean of all participants is 0.
    pub rating: Rating,
    /// Its games against each participant, in the order of [`Table::participants`].
    pub against: Vec<Tally>,
}

/// The results of a match so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// What was played.
    pub game: String,
    /// Who played.
    pub participants: Vec<String>,
    /// Who finishes its games, and from where on, if somebody else does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handover: Option<String>,
    /// Games that count: those of complete pairs, up to where the sequential test stopped.
    pub counted: usize,
    /// Games that were played but do not count.
    pub uncounted: usize,
    /// Who met whom and how it went.
    pub standings: Vec<Standing>,
    /// The sequential test, if there is one.
    pub sprt: Option<TestStanding>,
    /// Ratings and crosstable of more than two participants, in their order; else empty.
    pub ranking: Vec<Ranked>,
}

impl Table {
    pub(crate) fn of(board: &Scoreboard) -> Result<Table, ArenaError> {
        let names = board.names();
        let pairings = board.pairings();
        let mut standings = Vec::with_capacity(pairings.len());
        for (number, pairing) in pairings.iter().enumerate() {
            let (a, b) = (&names[pairing.a], &names[pairing.b]);
            standings.push(Standing::of(
                a,
                b,
                board.counted(number),
                (board.has_judge(), board.handover().is_some()),
            )?);
        }
        let mut ranking = Vec::new();
        if names.len() > 2 {
            let mut cross = CrossTable::new(names.len());
            for (pairing, standing) in pairings.iter().zip(&standings) {
                cross.record(pairing.a, pairing.b, standing.games)?;
            }
            let ratings = rate(&cross)?;
            ranking = names
                .iter()
                .enumerate()
                .zip(ratings.ratings())
                .map(|((player, name), &rating)| Ranked {
                    name: name.clone(),
                    games: cross.total(player),
                    rating,
                    against: (0..names.len())
                        .map(|other| cross.result(player, other))
                        .collect(),
                })
                .collect();
        }
        let counted = standings
            .iter()
            .map(|standing| standing.games.games() as usize)
            .sum();
        Ok(Table {
            game: board.game().to_owned(),
            participants: names.to_vec(),
            handover: board.handover().map(str::to_owned),
            counted,
            uncounted: board.recorded() - counted,
            standings,
            sprt: board
                .sprt()
                .zip(board.sprt_parameters())
                .map(|((pairs, status), parameters)| TestStanding {
                    parameters,
                    pairs,
                    status,
                }),
            ranking,
        })
    }
}

fn elo_as_json<S: Serializer>(elo: &EloEstimate, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Written {
        elo: Option<f64>,
        low: Option<f64>,
        high: Option<f64>,
        level: f64,
    }
    let finite = |number: f64| number.is_finite().then_some(number);
    Written {
        elo: finite(elo.elo),
        low: finite(elo.low),
        high: finite(elo.high),
        level: elo.level,
    }
    .serialize(serializer)
}
