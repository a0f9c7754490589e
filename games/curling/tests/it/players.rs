//! The players that come with curling, in both worlds: they call what a skip would call, and the
//! same seed calls the same.

use serde::Deserialize;
use yomi_core::{
    Evaluator, Game, Limits, Notation, Player, Policy, Proposes, Request, Scratch, Search, Seed,
    StopReason,
};
use yomi_curling::players::{EndPlayout, HitOrDraw, Rules, Simple};
use yomi_curling::{Curling, FCV1_MAX_SPEED, Noise, Shot, State, Vector, World};
use yomi_search::flat::{Allocation, FlatMonteCarlo, FlatParams};

const WORLDS: [World; 2] = [World::Dc2, World::Fcv1];

fn game(world: World) -> Curling {
    Curling {
        world,
        ..Curling::default()
    }
}

/// A position with one good call. Stones are numbers and places: how far right of the tee and how
/// far behind it, in metres.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    call: String,
    #[serde(default)]
    end: u8,
    shot: u8,
    /// Points by which the side that throws leads.
    #[serde(default)]
    lead: i8,
    stones: Vec<(usize, f64, f64)>,
    expect: Expected,
}

/// What the throw does, made exactly as asked.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Expected {
    /// Its stone comes to lie in the house, and nothing else moves.
    Draw,
    /// Its stone comes to lie before the house, and nothing else moves.
    Guard,
    /// Its stone leaves the ice, and nothing else moves.
    Through,
    /// This stone is no longer in the house or before it.
    TakeOut(usize),
    /// Then nobody counts.
    Blank,
    /// Then the side that throws counts at least so many.
    Count(i8),
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("data/calls.json")).expect("cases")
}

impl Case {
    fn state(&self, world: World) -> State {
        let sheet = world.sheet();
        // `First` throws, as the one with or without the hammer.
        let first = match self.shot % 2 {
            0 => Player::First,
            _ => Player::Second,
        };
        let mut state = State {
            end: self.end,
            shot: self.shot,
            first,
            ..State::default()
        };
        state.scores[0] = self.lead;
        for &(number, right, behind) in &self.stones {
            let at = sheet.tee + Vector::new(right, behind * sheet.forward);
            state.stones.set(number, at);
        }
        state
    }

    fn is_met(&self, game: &Curling, shot: Shot) -> bool {
        let sheet = game.world.sheet();
        let before = self.state(game.world).stones;
        let number = usize::from(self.shot);
        let landing = game.simulate(&before, number, shot);
        let thrown = landing.stones.get(number);
        let still = before
            .iter()
            .all(|(other, at)| landing.stones.get(other) == Some(at));
        let count = match number % 2 {
            0 => game.count(&landing.stones),
            _ => -game.count(&landing.stones),
        };
        !landing.foul
            && match self.expect {
                Expected::Draw => still && thrown.is_some_and(|at| sheet.in_house(at)),
                Expected::Guard => still && thrown.is_some_and(|at| sheet.in_free_guard_zone(at)),
                Expected::Through => still && thrown.is_none(),
                Expected::TakeOut(target) => landing
                    .stones
                    .get(target)
                    .is_none_or(|at| !sheet.in_house(at) && !sheet.in_free_guard_zone(at)),
                Expected::Blank => count == 0,
                Expected::Count(least) => count >= least,
            }
    }
}

#[test]
fn rules_make_the_obvious_call() {
    for world in WORLDS {
        let game = game(world);
        for case in cases() {
            for seed in 0..3 {
                let mut rng = Seed::new(seed).rng();
                let state = case.state(world);
                let shot = Rules.choose(&game, &state, &mut Scratch::default(), &mut rng);
                assert!(
                    case.is_met(&game, shot),
                    "{world:?}: {}: expected {:?}, and {shot:?} gives {:?}",
                    case.call,
                    case.expect,
                    game.simulate(&state.stones, usize::from(state.shot), shot)
                );
            }
        }
    }
}

/// Plays a game; every throw of it.
fn throws(game: &Curling, policy: &dyn Policy<Curling>, seed: u64) -> Vec<Shot> {
    let mut rng = Seed::new(seed).rng();
    let mut scratch = Scratch::default();
    let mut state = game.initial();
    let mut throws = Vec::new();
    while game.outcome(&state).is_none() {
        let shot = policy.choose(game, &state, &mut scratch, &mut rng);
        let text = game.format_action(&state, shot);
        assert_eq!(game.parse_action(&state, &text), Ok(shot));
        throws.push(shot);
        game.step(&mut state, shot, &mut rng);
    }
    throws
}

#[test]
fn policies_are_legal_and_follow_their_seed() {
    for world in WORLDS {
        let game = Curling {
            ends: 2,
            extra_ends: 1,
            ..game(world)
        };
        let policies: [&dyn Policy<Curling>; 3] = [&Simple, &HitOrDraw, &Rules];
        for policy in policies {
            let once = throws(&game, policy, 5);
            assert!(once.len() >= 32);
            assert_eq!(once, throws(&game, policy, 5));
            assert_ne!(once, throws(&game, policy, 6));
        }
    }
}

#[test]
fn a_simple_hit_drives_the_innermost_stone_out() {
    for world in WORLDS {
        let game = Curling {
            noise: Noise::None,
            ..game(world)
        };
        let sheet = world.sheet();
        let mut rng = Seed::new(3).rng();
        let mut hits = 0;
        for _ in 0..200 {
            // Two of the opponent's stones, one behind the other so that both can be reached.
            let mut state = State {
                shot: 4,
                ..State::default()
            };
            let place = |right, behind: f64| sheet.tee + Vector::new(right, behind * sheet.forward);
            let inner = place(1.2 * rng.unit() - 0.6, 1.0 * rng.unit() - 0.5);
            let outer = place(if inner.x > sheet.tee.x { -1.3 } else { 1.3 }, 0.9);
            state.stones.set(1, outer);
            state.stones.set(3, inner);
            let shot = HitOrDraw.choose(&game, &state, &mut Scratch::default(), &mut rng);
            let mut after = state;
            game.deliver(&mut after, shot);
            let gone = after.stones.get(3).is_none_or(|at| !sheet.in_house(at));
            assert!(gone, "{world:?}: {inner:?} {shot:?} {:?}", after.stones);
            assert_eq!(after.stones.get(1), Some(outer));
            let simple = Simple.choose(&game, &state, &mut Scratch::default(), &mut rng);
            hits += usize::from(simple == shot);
        }
        // One of four throws of the simple policy is this one.
        assert!((25..=75).contains(&hits), "{world:?}: {hits}");
    }
}

#[test]
fn simple_draws_lie_on_the_tee() {
    for world in WORLDS {
        let game = Curling {
            noise: Noise::None,
            ..game(world)
        };
        let mut rng = Seed::new(4).rng();
        let mut after = game.initial();
        let shot = Simple.choose(&game, &after, &mut Scratch::default(), &mut rng);
        game.deliver(&mut after, shot);
        let lies = after.stones.get(0).expect("in play");
        assert!(
            lies.distance(world.sheet().tee) < 0.002,
            "{world:?}: {lies:?}"
        );
    }
}

#[test]
fn playouts_stop_with_the_end() {
    let game = game(World::Fcv1);
    let mut scratch = Scratch::default();
    let mut rng = Seed::new(1).rng();
    let between = State {
        end: 3,
        ..State::default()
    };
    let value = EndPlayout(Simple).evaluate(&game, &between, &mut scratch, &mut rng);
    assert_eq!(value, game.win_probability(&between));
    // With fifteen stones thrown, the value is that of one more throw.
    let last = State {
        shot: 15,
        ..between
    };
    let value = EndPlayout(Simple).evaluate(&game, &last, &mut scratch, &mut Seed::new(2).rng());
    let mut rng = Seed::new(2).rng();
    let mut after = last;
    let shot = Simple.choose(&game, &last, &mut scratch, &mut rng);
    game.step(&mut after, shot, &mut rng);
    assert_eq!(after.end, 4);
    assert_eq!(value, game.win_probability(&after));
}

#[test]
fn candidates_are_listed_once_and_proposed_untried() {
    for world in WORLDS {
        let game = game(world);
        for case in cases() {
            let state = case.state(world);
            let mut listed = Vec::new();
            game.candidates(&state, &mut listed);
            assert_eq!(listed.len(), 88 + 24 * state.stones.len(), "{}", case.call);
            for (index, shot) in listed.iter().enumerate() {
                assert!(shot.velocity.is_finite());
                assert!(!listed[..index].contains(shot), "{}: {shot:?}", case.call);
            }
            let mut rng = Seed::new(7).rng();
            let mut tried = Vec::new();
            for _ in 0..2 * listed.len() {
                let shot = game.propose(&state, &tried, &mut rng).expect("a throw");
                assert!(!tried.contains(&shot), "{}: {shot:?}", case.call);
                tried.push(shot);
            }
            let known = tried.iter().filter(|shot| listed.contains(shot)).count();
            assert!(known > listed.len() / 2, "{}: {known}", case.call);
        }
    }
}

#[test]
fn no_candidate_is_faster_than_servers_allow() {
    for (world, most) in [(World::Dc2, 33.7149), (World::Fcv1, FCV1_MAX_SPEED)] {
        let game = game(world);
        let sheet = world.sheet();
        // A stone at the very back of the house and one at its side: the longest ways.
        let mut state = State {
            shot: 2,
            ..State::default()
        };
        state
            .stones
            .set(0, sheet.tee + Vector::new(0.0, 1.97 * sheet.forward));
        state
            .stones
            .set(1, sheet.tee + Vector::new(1.9, 0.5 * sheet.forward));
        let mut listed = Vec::new();
        game.candidates(&state, &mut listed);
        for shot in listed {
            assert!(shot.velocity.length() < most, "{world:?}: {shot:?}");
        }
    }
}

fn flat() -> FlatMonteCarlo<Curling> {
    let params = FlatParams {
        allocation: Allocation::Ucb1,
        exploration: 0.05,
        ..FlatParams::default()
    };
    FlatMonteCarlo::over_candidates(params, Box::new(EndPlayout(HitOrDraw)))
}

#[test]
fn flat_finds_the_last_stone_that_wins() {
    for world in WORLDS {
        let game = game(world);
        let last = |case: &Case| case.shot == 15;
        for case in cases().iter().filter(|case| last(case)) {
            let request = Request::new(Limits::simulations(6_000), Seed::new(1));
            let report = flat().search(&game, &case.state(world), &request);
            assert!(
                case.is_met(&game, report.best),
                "{world:?}: {}: expected {:?}, found {:?} worth {:?}",
                case.call,
                case.expect,
                report.best,
                report.value
            );
        }
    }
}

#[test]
fn flat_keeps_its_limits_and_its_seed() {
    let game = game(World::Dc2);
    let search = |seed| {
        let request = Request::new(Limits::simulations(500), Seed::new(seed));
        flat().search(&game, &game.initial(), &request)
    };
    let (report, again) = (search(1), search(1));
    assert_eq!(
        (report.simulations, report.reason),
        (500, StopReason::Simulations)
    );
    assert_eq!(report.moves.len(), 88);
    assert_eq!((report.best, &report.moves), (again.best, &again.moves));
    assert_ne!(report.moves, search(2).moves);
    let visits: u64 = report.moves.iter().map(|entry| entry.visits).sum();
    assert_eq!(visits, 500);
    // However small the limit, there is an answer.
    let request = Request::new(Limits::simulations(1), Seed::new(1));
    let report = flat().search(&game, &game.initial(), &request);
    assert!(report.best.velocity.is_finite());
}
