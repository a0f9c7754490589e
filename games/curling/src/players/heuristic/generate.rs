//! Which shots are considered: some eight of them, by what lies in the house, the score and the hammer.
//!
//! Every shot is called with either spin; stones are known by their place in the order from the tee outwards.
//!
//! | position | calls |
//! |---|---|
//! | always | draw to the tee |
//! | empty house | guards while it is early (before a wing with the hammer, else on the centre line); a come-around; who is ahead removes guards; with the hammer, late, the stone may be thrown away |
//! | the opponent lies shot | its stone hit, hit and stayed, or frozen to; two of them hit; a guarded one by a raise; a roll to the tee |
//! | own stone lies shot | its guard; the opponent's next stone hit; with the hammer draws to the wings; who is ahead removes guards |
//! | own stones before the house, late | raised to the tee |
//!
//! Who is ahead, above all without the hammer, removes stones; who has the hammer plays for many points.

use super::kinds::{ShotKind, driving_contact, rolling_contact};
use crate::players::situation::{Lying, Situation};
use crate::{Spin, Vector};
use yomi_core::continuous::Plan;

/// Stones that may be targets, by their place in the order from the tee.
pub const RANKS: usize = 5;

/// The most shots of a position: what a node of a state tree can tell apart.
const MOST: usize = 12;

/// Shots that are called for want of better ones are called only if there are fewer than these.
const ENOUGH: usize = 8;

/// The kinds of plans: of shots, spins and ranks.
pub const PLANS: usize = ShotKind::COUNT * 2 * RANKS;

/// The shot and the spin of a kind of plan.
#[inline]
pub fn decoded(kind: u8) -> (ShotKind, Spin) {
    let shot = usize::from(kind) / (2 * RANKS);
    (
        ShotKind::ALL[shot],
        Spin::BOTH[usize::from(kind) / RANKS % 2],
    )
}

/// The numbers of the stones that a plan is about.
#[inline]
pub fn targets(detail: u32) -> (usize, usize) {
    ((detail & 31) as usize, (detail >> 5 & 31) as usize)
}

/// Collects the calls of a position.
struct Calls<'a> {
    plans: &'a mut Vec<Plan>,
}

impl Calls<'_> {
    /// A shot that is about no stone, with either spin.
    fn call(&mut self, kind: ShotKind) {
        self.push(kind, 0, 31, 31);
    }

    /// A shot at the stone of this rank.
    fn call_at(&mut self, kind: ShotKind, rank: usize, target: &Lying) {
        self.push(kind, rank, target.number, 31);
    }

    /// A shot at the stone of this rank, about another as well.
    fn call_at_both(&mut self, kind: ShotKind, rank: usize, target: &Lying, second: &Lying) {
        self.push(kind, rank, target.number, second.number);
    }

    /// Whether shots for want of better ones are called.
    fn wants_more(&self) -> bool {
        self.plans.len() < ENOUGH
    }

    fn push(&mut self, kind: ShotKind, rank: usize, target: usize, second: usize) {
        if rank >= RANKS || self.plans.len() + 2 > MOST {
            return;
        }
        for spin in 0..2 {
            self.plans.push(Plan {
                kind: ((kind as usize * 2 + spin) * RANKS + rank) as u8,
                detail: (target | second << 5) as u32,
            });
        }
    }
}

/// Replaces `plans` by those of a position.
pub fn generate(situation: &Situation<'_>, plans: &mut Vec<Plan>) {
    plans.clear();
    let mut calls = Calls { plans };
    calls.call(ShotKind::DrawTee);
    match situation.house.first() {
        None => empty_house(situation, &mut calls),
        Some(stone) if stone.mine => lying_shot(situation, &mut calls),
        Some(_) => opponent_lies_shot(situation, &mut calls),
    }
    if situation.number >= 6 && calls.wants_more() {
        raise(situation, &mut calls);
    }
}

/// Whether the side that throws wants few stones in play.
fn wants_a_clean_house(situation: &Situation<'_>) -> bool {
    situation.lead > 1 || (situation.lead == 1 && !situation.hammer)
}

fn empty_house(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    let clean = wants_a_clean_house(situation);
    if situation.hammer && situation.ends_left > 0 && situation.number >= 12 {
        calls.call(ShotKind::Through);
    }
    if clean {
        remove_a_guard(situation, calls);
    } else if situation.number < 8 {
        if situation.hammer {
            calls.call(ShotKind::FarCornerGuard);
        } else {
            calls.call(ShotKind::ShortGuard);
            calls.call(ShotKind::LongGuard);
        }
    }
    if !clean {
        come_around(situation, calls);
    }
    if calls.wants_more() {
        calls.call(ShotKind::DrawFront);
    }
}

fn opponent_lies_shot(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    let shot_stone = &situation.house[0];
    calls.call_at(ShotKind::Hit, 0, shot_stone);
    calls.call_at(ShotKind::HitAndStay, 0, shot_stone);
    let ahead = ahead(situation, shot_stone.at);
    let second = situation.house.iter().skip(1).find(|stone| !stone.mine);
    if let Some(second) = second
        && rolling_contact(shot_stone.at, second.at, ahead).is_some()
    {
        calls.call_at_both(ShotKind::Double, 0, shot_stone, second);
    }
    if situation.is_guarded(shot_stone.at) {
        let before = situation.guards.iter().enumerate().find(|(_, guard)| {
            driving_contact(guard.at, shot_stone.at, ahead).is_some()
                && (guard.at.x - shot_stone.at.x).abs() < 0.6
        });
        if let Some((rank, guard)) = before {
            calls.call_at_both(ShotKind::RaiseTakeOut, rank, guard, shot_stone);
        }
    }
    if !wants_a_clean_house(situation) {
        calls.call_at(ShotKind::Freeze, 0, shot_stone);
        if calls.wants_more() {
            come_around(situation, calls);
        }
    }
    if calls.wants_more() {
        calls.call_at(ShotKind::HitAndRoll, 0, shot_stone);
    }
}

fn lying_shot(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    let shot_stone = &situation.house[0];
    let clean = wants_a_clean_house(situation);
    let theirs = situation
        .house
        .iter()
        .enumerate()
        .find(|(_, stone)| !stone.mine);
    if let Some((rank, stone)) = theirs {
        calls.call_at(ShotKind::Hit, rank, stone);
        if !clean {
            calls.call_at(ShotKind::Freeze, rank, stone);
        }
    }
    if clean {
        remove_a_guard(situation, calls);
    }
    if !situation.is_guarded(shot_stone.at) {
        calls.call_at(ShotKind::GuardStone, 0, shot_stone);
    }
    if situation.hammer && !clean {
        calls.call(ShotKind::DrawFarWing);
        if calls.wants_more() {
            calls.call(ShotKind::DrawNearWing);
        }
    } else if calls.wants_more() {
        calls.call(ShotKind::DrawFront);
    }
}

/// Peels the opponent's guard that is nearest the house, where the rules allow it.
fn remove_a_guard(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    if !situation.guards_are_fair_game() {
        return;
    }
    let mut guards = situation.guards.iter().enumerate();
    if let Some((rank, guard)) = guards.find(|(_, guard)| !guard.mine) {
        calls.call_at(ShotKind::Peel, rank, guard);
    }
}

/// A draw behind the guard that is nearest the centre line.
fn come_around(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    let off_centre = |guard: &Lying| situation.across(guard.at).abs();
    let guards = situation.guards.iter().enumerate().take(RANKS);
    let nearest = guards.min_by(|a, b| off_centre(a.1).total_cmp(&off_centre(b.1)));
    if let Some((rank, guard)) = nearest {
        calls.call_at(ShotKind::ComeAround, rank, guard);
    }
}

/// An own stone before the house, raised to the tee.
fn raise(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    let tee = situation.place(0.0, 0.0);
    let mut guards = situation.guards.iter().enumerate();
    let raised = guards.find(|(_, guard)| {
        guard.mine && driving_contact(guard.at, tee, ahead(situation, guard.at)).is_some()
    });
    if let Some((rank, guard)) = raised {
        calls.call_at(ShotKind::Raise, rank, guard);
    }
}

/// The direction from the release to a place.
fn ahead(situation: &Situation<'_>, place: Vector) -> Vector {
    let way = place - situation.game.world.sheet().release;
    way * (1.0 / way.length())
}
