//! Which shots are considered: some eight of them, by what lies in the house, the score and the hammer.
//!
//! Every shot is called with either spin, and of stones that it might be about the innermost is taken.
//!
//! | position | calls |
//! |---|---|
//! | always | draw to the tee |
//! | empty house | guards while it is early (before a wing with the hammer, else on the centre line); a come-around; who is ahead removes guards; with the hammer, late, the stone may be thrown away |
//! | the opponent lies shot | its stone hit, hit and stayed, or frozen to; two of them hit; a guarded one by a raise or on its open side; a roll to the tee, a tap |
//! | own stone lies shot | its guard; the opponent's next stone hit; with the hammer draws to the wings; who is ahead removes guards |
//! | own stones before the house, late | raised to the tee |
//!
//! Who is ahead, above all without the hammer, removes stones; who has the hammer plays for many points.

use super::kinds::{ShotKind, driving_contact, rolling_contact};
use crate::players::situation::{Lying, Situation};
use crate::{Spin, Vector};
use yomi_core::continuous::Plan;

/// The most shots of a position.
const MOST: usize = 12;

/// Shots that are called for want of better ones are called only if there are fewer than these.
const ENOUGH: usize = 8;

/// The kinds of plans: a shot with a spin. No shot is called twice.
pub const PLANS: usize = ShotKind::COUNT * 2;

/// The shot and the spin of a kind of plan.
#[inline]
pub fn decoded(kind: u8) -> (ShotKind, Spin) {
    let kind = usize::from(kind);
    (ShotKind::ALL[kind / 2], Spin::BOTH[kind % 2])
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
        self.push(kind, 31, 31);
    }

    /// A shot at a stone.
    fn call_at(&mut self, kind: ShotKind, target: &Lying) {
        self.push(kind, target.number, 31);
    }

    /// A shot at a stone, about another as well.
    fn call_at_both(&mut self, kind: ShotKind, target: &Lying, second: &Lying) {
        self.push(kind, target.number, second.number);
    }

    /// Whether shots for want of better ones are called.
    fn wants_more(&self) -> bool {
        self.plans.len() < ENOUGH
    }

    fn push(&mut self, kind: ShotKind, target: usize, second: usize) {
        if self.plans.len() + 2 > MOST {
            return;
        }
        for spin in 0..2 {
            self.plans.push(Plan {
                kind: (kind as usize * 2 + spin) as u8,
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
    if !situation.house.is_empty() {
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
            calls.call(ShotKind::NearCornerGuard);
        } else {
            calls.call(ShotKind::ShortGuard);
            calls.call(ShotKind::LongGuard);
        }
    }
    if !clean {
        come_around(situation, calls);
    }
    raise(situation, calls);
    if calls.wants_more() {
        calls.call(ShotKind::DrawFront);
    }
    if calls.wants_more() {
        calls.call(ShotKind::DrawBack);
    }
}

fn opponent_lies_shot(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    let shot_stone = &situation.house[0];
    calls.call_at(ShotKind::Hit, shot_stone);
    calls.call_at(ShotKind::HitAndStay, shot_stone);
    let way = ahead(situation, shot_stone.at);
    let second = situation.house.iter().skip(1).find(|stone| !stone.mine);
    if let Some(second) = second
        && rolling_contact(shot_stone.at, second.at, way).is_some()
    {
        calls.call_at_both(ShotKind::Double, shot_stone, second);
    }
    if situation.is_guarded(shot_stone.at) {
        past_the_guard(situation, shot_stone, calls);
    }
    if !wants_a_clean_house(situation) {
        calls.call_at(ShotKind::Freeze, shot_stone);
        if calls.wants_more() {
            come_around(situation, calls);
        }
    }
    let tee = situation.place(0.0, 0.0);
    if calls.wants_more() && rolling_contact(shot_stone.at, tee, way).is_some() {
        calls.call_at(ShotKind::HitAndRoll, shot_stone);
    }
    if calls.wants_more() {
        calls.call_at(ShotKind::Tap, shot_stone);
    }
}

/// The guarded stone: a stone before it driven into it, or what can be seen of it hit.
fn past_the_guard(situation: &Situation<'_>, shot_stone: &Lying, calls: &mut Calls<'_>) {
    let before = situation.guards.iter().find(|guard| {
        let way = ahead(situation, guard.at);
        driving_contact(guard.at, shot_stone.at, way).is_some()
            && (guard.at.x - shot_stone.at.x).abs() < 0.6
    });
    match before {
        Some(guard) => {
            calls.call_at_both(ShotKind::RaiseTakeOut, guard, shot_stone);
            if guard.mine {
                calls.call_at_both(ShotKind::TapOnto, guard, shot_stone);
            }
        }
        None => {
            calls.call_at(ShotKind::HitFarSide, shot_stone);
            calls.call_at(ShotKind::HitNearSide, shot_stone);
        }
    }
}

fn lying_shot(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    let shot_stone = &situation.house[0];
    let clean = wants_a_clean_house(situation);
    if let Some(stone) = situation.house.iter().find(|stone| !stone.mine) {
        calls.call_at(ShotKind::Hit, stone);
        if !clean {
            calls.call_at(ShotKind::Freeze, stone);
        }
    }
    if clean {
        remove_a_guard(situation, calls);
    }
    if !situation.is_guarded(shot_stone.at) {
        calls.call_at(ShotKind::GuardStone, shot_stone);
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
    if let Some(guard) = situation.guards.iter().find(|guard| !guard.mine) {
        calls.call_at(ShotKind::Peel, guard);
    }
}

/// A draw behind the guard that is nearest the centre line.
fn come_around(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    let off_centre = |guard: &Lying| situation.across(guard.at).abs();
    let nearest = situation
        .guards
        .iter()
        .min_by(|a, b| off_centre(a).total_cmp(&off_centre(b)));
    if let Some(guard) = nearest {
        calls.call_at(ShotKind::ComeAround, guard);
    }
}

/// An own stone before the house, raised to the tee: late in the end.
fn raise(situation: &Situation<'_>, calls: &mut Calls<'_>) {
    if situation.number < 6 || !calls.wants_more() {
        return;
    }
    let tee = situation.place(0.0, 0.0);
    let raised = situation.guards.iter().find(|guard| {
        guard.mine && driving_contact(guard.at, tee, ahead(situation, guard.at)).is_some()
    });
    if let Some(guard) = raised {
        calls.call_at(ShotKind::Raise, guard);
    }
}

/// The direction from the release to a place.
fn ahead(situation: &Situation<'_>, place: Vector) -> Vector {
    let way = place - situation.game.world.sheet().release;
    way * (1.0 / way.length())
}
