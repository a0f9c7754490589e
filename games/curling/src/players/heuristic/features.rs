//! What a shot is judged by: 42,072 features in five groups.
//!
//! | group | features | |
//! |---|---|---|
//! | zones | 24 kinds x 2 sides x 26 zones | where each stone lies |
//! | relations | 24 x 26 x 2 x 32 | how each other stone lies to the target: the target's zone, the side of the other, and its place beside the target |
//! | pairs | 24 x 17 | how the second target lies to the first |
//! | score | 24 x 10 | the score if the end finished now, from five points lost to four won |
//! | score without | 24 x 10 | the same without the opponent's innermost stone |
//!
//! The target of a draw to no stone is the place it goes to. Everything is seen in the mirror if the
//! stone turns counter-clockwise, so that it always curls to the right and both spins share their weights.
//!
//! The paper gives the groups and their sizes; the zones and relations are ours. Reference: K. Ohto and
//! T. Tanaka, "Applying Monte Carlo tree search to curling AI", 2016 (Table 2).

use super::kinds::{Call, ShotKind};
use crate::players::situation::{Lying, Situation};
use crate::{STONES, Spin, Vector};
use arrayvec::ArrayVec;
use yomi_core::FeatureGroup;

const KINDS: usize = ShotKind::COUNT;
const ZONES: usize = 26;
const RELATIONS: usize = 32;
const PAIRS: usize = 17;
const SCORES: usize = 10;

/// Where the groups begin.
const RELATION: usize = KINDS * 2 * ZONES;
const PAIR: usize = RELATION + KINDS * ZONES * 2 * RELATIONS;
const SCORE: usize = PAIR + KINDS * PAIRS;
const SCORE_WITHOUT: usize = SCORE + KINDS * SCORES;

/// The number of features.
pub const COUNT: usize = SCORE_WITHOUT + KINDS * SCORES;

/// The groups by name.
pub fn groups() -> Vec<FeatureGroup> {
    let borders = [
        ("zones", 0, RELATION),
        ("relations", RELATION, PAIR),
        ("pairs", PAIR, SCORE),
        ("score", SCORE, SCORE_WITHOUT),
        (
            "score without the opponent's innermost stone",
            SCORE_WITHOUT,
            COUNT,
        ),
    ];
    let group = |(name, from, to): (&str, usize, usize)| FeatureGroup {
        name: name.to_owned(),
        range: from..to,
    };
    borders.map(group).into()
}

/// A stone, seen from the tee with y along the throw.
#[derive(Clone, Copy)]
struct Seen {
    at: Vector,
    mine: usize,
    /// Its zone for a stone that curls right, and in the mirror.
    zones: [u8; 2],
}

/// What all shots of a position have in common.
pub struct View<'a> {
    situation: &'a Situation<'a>,
    stones: ArrayVec<Seen, STONES>,
    score: usize,
    score_without: usize,
}

impl<'a> View<'a> {
    pub fn new(situation: &'a Situation<'a>) -> View<'a> {
        let mut stones = ArrayVec::new();
        for (number, at) in situation.state.stones.iter() {
            let at = from_tee(situation, at);
            stones.push(Seen {
                at,
                mine: usize::from(number % 2 == situation.number % 2),
                zones: [zone(at), zone(Vector::new(-at.x, at.y))],
            });
        }
        let innermost = situation.house.iter().position(|stone| !stone.mine);
        let class = |count: i32| (count.clamp(-5, 4) + 5) as usize;
        View {
            score: class(count(situation.house.iter())),
            score_without: class(match innermost {
                Some(gone) => {
                    let (before, after) = situation.house.split_at(gone);
                    count(before.iter().chain(&after[1..]))
                }
                None => count(situation.house.iter()),
            }),
            situation,
            stones,
        }
    }

    /// Tells the features of a shot.
    #[inline]
    pub fn each(&self, call: Call, mut tell: impl FnMut(usize)) {
        let kind = call.kind as usize;
        let mirror = usize::from(call.spin == Spin::Ccw);
        let side = call.side();
        let target = from_tee(self.situation, call.place(self.situation.game.world));
        let target_zone = usize::from(zone(Vector::new(target.x * side, target.y)));
        for stone in &self.stones {
            tell((kind * 2 + stone.mine) * ZONES + usize::from(stone.zones[mirror]));
            let apart = stone.at - target;
            if apart.length_squared() > 1e-6 {
                let relation = relation(Vector::new(apart.x * side, apart.y));
                let place = ((kind * ZONES + target_zone) * 2 + stone.mine) * RELATIONS;
                tell(RELATION + place + relation);
            }
        }
        if let Some(second) = call.second {
            let apart = from_tee(self.situation, second) - target;
            tell(PAIR + kind * PAIRS + pair(Vector::new(apart.x * side, apart.y)));
        }
        tell(SCORE + kind * SCORES + self.score);
        tell(SCORE_WITHOUT + kind * SCORES + self.score_without);
    }
}

/// The points of the end as it would be scored with these stones in the house, innermost first; positive for who
/// throws next.
fn count<'a>(mut house: impl Iterator<Item = &'a Lying>) -> i32 {
    let Some(first) = house.next() else { return 0 };
    let more = house.take_while(|stone| stone.mine == first.mine).count() as i32;
    if first.mine { 1 + more } else { -1 - more }
}

fn from_tee(situation: &Situation<'_>, at: Vector) -> Vector {
    let sheet = situation.game.world.sheet();
    let from_tee = at - sheet.tee;
    Vector::new(from_tee.x, from_tee.y * sheet.forward)
}

/// How many of some rising borders a number has passed.
#[inline]
fn class<const N: usize>(number: f64, borders: [f64; N]) -> usize {
    borders.iter().filter(|&&border| number >= border).count()
}

/// The radii of the rings of zones.
const RINGS: [f64; 4] = [0.3, 0.61, 1.22, 1.98];

/// The zone of a place: the button, three rings by quarters (13 in all), five columns by two rows before the
/// house, either side behind it, and what is left beside it.
fn zone(at: Vector) -> u8 {
    let ring = class(at.length_squared(), RINGS.map(|radius| radius * radius));
    let zone = match ring {
        0 => 0,
        1..=3 => {
            let quarter = 2 * usize::from(at.y >= 0.0) + usize::from(at.x >= 0.0);
            1 + (ring - 1) * 4 + quarter
        }
        _ if at.y < -1.3 => {
            let column = class(at.x, [-1.2, -0.4, 0.4, 1.2]);
            13 + column * 2 + usize::from(at.y < -3.2)
        }
        _ if at.y > 1.0 => 23 + usize::from(at.x >= 0.0),
        _ => 25,
    };
    zone as u8
}

/// How a stone lies to another: eight columns, and far before, before, beside or behind it.
fn relation(apart: Vector) -> usize {
    let column = class(apart.x, [-1.2, -0.6, -0.25, 0.0, 0.25, 0.6, 1.2]);
    column * 4 + class(apart.y, [-2.0, -0.4, 0.4])
}

/// How the second target lies to the first: four columns by four rows; or far away.
fn pair(apart: Vector) -> usize {
    if apart.length_squared() > 9.0 {
        return PAIRS - 1;
    }
    class(apart.x, [-0.4, 0.0, 0.4]) * 4 + class(apart.y, [0.0, 0.5, 1.2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_features_as_in_the_paper() {
        assert_eq!(COUNT, 42_072);
        let sizes: Vec<usize> = groups().iter().map(|group| group.range.len()).collect();
        assert_eq!(sizes, [1_248, 39_936, 408, 240, 240]);
        assert_eq!(groups().last().unwrap().range.end, COUNT);
    }

    #[test]
    fn every_place_has_a_zone_and_every_zone_a_place() {
        let mut seen = [false; ZONES];
        for x in -230..=230 {
            for y in -640..=210 {
                let at = Vector::new(f64::from(x) * 0.01, f64::from(y) * 0.01);
                seen[usize::from(zone(at))] = true;
                assert!(relation(at) < RELATIONS && pair(at) < PAIRS);
            }
        }
        assert!(seen.iter().all(|&seen| seen), "{seen:?}");
    }
}
