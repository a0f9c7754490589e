//! Shares by hand, and whole games in which every throw takes its full budget.

use super::*;
use yomi_core::{Player, Seed};
use yomi_records::dc2::from_server::SetState;

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

fn milliseconds(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// A keeper who knows that the way costs so much, always.
fn keeper(cost: Duration) -> Timekeeper {
    let mut keeper = Timekeeper::default();
    for _ in 0..100 {
        keeper.way.learn(cost);
    }
    keeper
}

fn situation(shot: u8, end: u8, to_move: Player) -> Situation {
    let state = SetState {
        shot,
        end,
        ends: 10,
        to_move,
    };
    Situation::new(Default::default(), state, &[])
}

#[test]
fn the_time_of_the_side_to_move_is_shared_out_evenly() {
    let opening = situation(0, 0, Player::First);
    let hammer = situation(15, 9, Player::Second);
    let share = |times, spent, situation: &Situation, cost| {
        let mut keeper = keeper(milliseconds(cost));
        keeper.hear_dc2(times, situation, 1);
        let clock = keeper.share(milliseconds(spent));
        clock.map(|clock| clock.byoyomi.as_millis())
    };
    // A tenth of a second is not planned for; what has gone by is gone.
    assert_eq!(share([400_100, 7], 0, &opening, 0), Some(5000));
    assert_eq!(share([401_000, 7], 900, &opening, 0), Some(5000));
    assert_eq!(share([1, 9100], 0, &hammer, 0), Some(9000));
    assert_eq!(share([1, 9100], 4000, &hammer, 0), Some(5000));
    // Each of 80 shots costs a quarter of a second.
    assert_eq!(share([420_100, 7], 0, &opening, 250), Some(5000));
    assert_eq!(share([1, 9350], 0, &hammer, 250), Some(9000));
    // Of little, a half.
    assert_eq!(share([1, 120], 20, &hammer, 0), Some(50));
    assert_eq!(share([1, 120], 500, &hammer, 0), Some(0));
    assert_eq!(share([1, 120], 0, &hammer, 250), Some(0));
    for unlimited in [0, -1, i64::from(i32::MAX), i64::MIN, i64::MAX] {
        assert_eq!(share([unlimited, 1000], 0, &opening, 250), None);
    }
}

/// What is learned from what a server says: the costs, in order.
#[test]
fn only_our_own_throws_on_one_clock_tell_what_the_way_costs() {
    let mut keeper = Timekeeper::default();
    let told = |keeper: &mut Timekeeper, clock, remaining| {
        keeper.hear(clock, milliseconds(remaining), 8);
        keeper.way
    };
    let guess = WayCost::default();
    assert_eq!(told(&mut keeper, 0, 60_000), guess);
    // Nobody threw; then the others did.
    assert_eq!(told(&mut keeper, 0, 60_000), guess);
    keeper.thrown(milliseconds(2000));
    let mut learned = guess;
    learned.learn(milliseconds(250));
    assert_eq!(told(&mut keeper, 0, 57_750), learned);
    assert_eq!(told(&mut keeper, 0, 57_750), learned);
    // Another clock, and one that was wound up.
    keeper.thrown(milliseconds(1000));
    assert_eq!(told(&mut keeper, 1, 20_000), learned);
    keeper.thrown(milliseconds(1000));
    assert_eq!(told(&mut keeper, 1, 21_900), learned);
    // A server that counts less than we do: the way costs nothing.
    keeper.thrown(milliseconds(1000));
    learned.learn(Duration::ZERO);
    assert_eq!(told(&mut keeper, 1, 21_000), learned);
    // A game without limit in between says nothing.
    keeper.thrown(milliseconds(10));
    keeper.hear_dc2([0, 0], &situation(0, 0, Player::First), 2);
    assert_eq!(keeper.share(Duration::ZERO), None);
    assert_eq!(told(&mut keeper, 1, 20_000), learned);
}

/// An engine that cannot answer as fast as it should costs what it takes too long.
#[test]
fn what_an_engine_takes_beyond_its_budget_is_part_of_the_cost() {
    let mut keeper = Timekeeper::default();
    keeper.hear(0, seconds(40.0), 8);
    let budget = keeper.share(Duration::ZERO).expect("a limit").budget();
    keeper.thrown(budget + milliseconds(700));
    keeper.hear(0, seconds(40.0) - budget - milliseconds(900), 7);
    let mut learned = WayCost::default();
    learned.learn(milliseconds(900));
    assert_eq!(keeper.way, learned);
    // One that answers sooner costs only the way.
    let budget = keeper.share(Duration::ZERO).expect("a limit").budget();
    assert!(budget > seconds(1.0));
    keeper.thrown(seconds(0.5));
    keeper.hear(0, keeper.told.expect("told").remaining - seconds(0.7), 6);
    learned.learn(milliseconds(200));
    assert_eq!(keeper.way, learned);
}

/// Plays so many throws on one clock; what is left, or the throw that came too late.
fn game(
    clock: Duration,
    throws: u32,
    mut plan: impl FnMut(Duration, u32, Option<Duration>) -> Clock,
    mut cost: impl FnMut(u32) -> f64,
) -> Result<Duration, u32> {
    let mut left = clock;
    let mut thought = None;
    for throw in 0..throws {
        let budget = plan(left, throws - throw, thought).budget();
        // An engine looks at the clock every few milliseconds.
        let took = budget + milliseconds(3);
        thought = Some(took);
        let lost = took + seconds(cost(throw));
        left = left
            .checked_sub(lost)
            .filter(|left| !left.is_zero())
            .ok_or(throw)?;
    }
    Ok(left)
}

/// The plan of a [`Timekeeper`].
fn learning(clock: f64, throws: u32, cost: impl FnMut(u32) -> f64) -> Result<Duration, u32> {
    let mut keeper = Timekeeper::default();
    let plan = |left, throws, thought: Option<Duration>| {
        thought
            .into_iter()
            .for_each(|thought| keeper.thrown(thought));
        keeper.hear(0, left, throws);
        keeper.share(Duration::ZERO).expect("a limit")
    };
    game(seconds(clock), throws, plan, cost)
}

/// A plan that keeps a tenth of a second back (or a fifth of what is left) and knows no way.
fn careless(clock: f64, throws: u32, cost: impl FnMut(u32) -> f64) -> Result<Duration, u32> {
    let plan = |left: Duration, throws, _| Clock {
        byoyomi: (left - milliseconds(100).min(left / 5)) / throws,
        ..Clock::default()
    };
    game(seconds(clock), throws, plan, cost)
}

#[test]
fn a_clock_lasts_whatever_the_way_costs() {
    for (clock, throws) in [(219.0, 64), (21.9, 8), (60.0, 64), (438.0, 80), (8.0, 8)] {
        let even = clock / f64::from(throws);
        for cost in [0.0, 0.02, 0.1, 0.2, 0.3, 0.5, 0.8] {
            if cost > 0.8 * even {
                continue;
            }
            let place = format!("{clock} s, {throws} throws of {cost} s");
            let left = learning(clock, throws, |_| cost);
            let left = left.unwrap_or_else(|throw| panic!("{place}: throw {throw}"));
            let free = clock - f64::from(throws) * cost;
            assert!(
                left.as_secs_f64() < 0.1 * free + 0.4,
                "{place}: {left:?} unused"
            );
        }
    }
}

#[test]
fn a_fixed_reserve_does_not_last() {
    // An extra end, 150 ms each way; and a game of one end, 100 ms each way.
    for (clock, cost) in [(21.9, 0.3), (4.0, 0.2)] {
        assert_eq!(careless(clock, 8, |_| cost), Err(7), "{clock} s");
        assert!(learning(clock, 8, |_| cost).is_ok(), "{clock} s");
    }
}

#[test]
fn a_clock_lasts_although_the_way_does_not_always_cost_the_same() {
    let mut lost = 0;
    for seed in 0..300 {
        let mut rng = Seed::new(seed).rng();
        // Uniform jitter; now and then a lost packet, whose like was seen before; a link that turns
        // bad in the middle; an extra end.
        let outcomes = [
            learning(219.0, 64, |_| 0.1 + 0.4 * rng.unit()),
            learning(219.0, 64, |throw| match rng.below(12) {
                0 => 1.2,
                _ if throw == 20 => 1.2,
                _ => 0.2 + 0.05 * rng.unit(),
            }),
            learning(219.0, 64, |throw| match throw {
                0..40 => 0.01,
                _ => 0.4 + 0.2 * rng.unit(),
            }),
            learning(21.9, 8, |_| 0.2 + 0.2 * rng.unit()),
        ];
        lost += outcomes.iter().filter(|outcome| outcome.is_err()).count();
    }
    assert_eq!(lost, 0, "of 1200");
}
