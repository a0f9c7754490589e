//! The rules, case by case, as `data/rules.json` tells them.
//!
//! Places there are seen from the tee by the thrower: how far right of it and how far behind, in
//! metres.

use serde::Deserialize;
use yomi_core::{FirstValue, Game, Outcome, Player, Seed};
use yomi_curling::{
    Curling, FreeGuard, Noise, STONES, Shot, Spin, State, Stones, Vector, World, aim,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    throws: Vec<Throw>,
    counts: Vec<Count>,
    games: Vec<Match>,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("data/rules.json")).expect("cases")
}

#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum WorldName {
    Dc2,
    Fcv1,
}

impl WorldName {
    fn world(self) -> World {
        match self {
            WorldName::Dc2 => World::Dc2,
            WorldName::Fcv1 => World::Fcv1,
        }
    }
}

type Places = Vec<(usize, f64, f64)>;

fn place(world: World, right: f64, behind: f64) -> Vector {
    let sheet = world.sheet();
    sheet.tee + Vector::new(right, behind * sheet.forward)
}

fn stones(world: World, places: &Places) -> Stones {
    let mut stones = Stones::default();
    for &(number, right, behind) in places {
        stones.set(number, place(world, right, behind));
    }
    stones
}

/// A throw, what becomes of it and whether it is a foul.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Throw {
    case: String,
    worlds: Vec<WorldName>,
    #[serde(default)]
    rule: Rule,
    protected: Option<u32>,
    shot: usize,
    stones: Places,
    throw: Aim,
    #[serde(default)]
    foul: bool,
    #[serde(default)]
    gone: Vec<usize>,
    #[serde(default)]
    stay: Vec<usize>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Rule {
    #[default]
    Play,
    Zone,
    NoTick,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Aim {
    Stop {
        stop: (f64, f64),
        #[serde(default = "clockwise")]
        spin: Spin,
    },
    Hit {
        hit: usize,
        #[serde(default)]
        side: f64,
        weight: Weight,
        #[serde(default = "clockwise")]
        spin: Spin,
    },
    Velocity {
        velocity: (f64, f64),
    },
}

fn clockwise() -> Spin {
    Spin::Cw
}

/// How hard a stone is hit.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Weight {
    /// So that it moves on by half a metre.
    Nudge,
    /// So that it moves on by three metres.
    Bump,
    /// So that nothing stays.
    Peel,
}

impl Weight {
    fn speed(self, world: World) -> f64 {
        match (world, self) {
            (World::Dc2, Weight::Nudge) => 3.5,
            (World::Dc2, Weight::Bump) => 8.5,
            (World::Dc2, Weight::Peel) => 22.0,
            (World::Fcv1, Weight::Nudge) => 0.32,
            (World::Fcv1, Weight::Bump) => 0.75,
            (World::Fcv1, Weight::Peel) => 2.4,
        }
    }
}

impl Throw {
    fn game(&self, world: World) -> Curling {
        Curling {
            world,
            free_guard_stones: self.protected,
            free_guard: match self.rule {
                Rule::Play => FreeGuard::Play,
                Rule::Zone => FreeGuard::Zone,
                Rule::NoTick => FreeGuard::NoTick,
            },
            ..Curling::default()
        }
    }

    fn shot(&self, world: World, before: &Stones) -> Shot {
        let shot = match self.throw {
            Aim::Stop { stop, spin } => aim::draw_to(world, place(world, stop.0, stop.1), spin),
            Aim::Hit {
                hit,
                side,
                weight,
                spin,
            } => before
                .get(hit)
                .and_then(|target| aim::hit(world, target, side, weight.speed(world), spin)),
            Aim::Velocity { velocity } => Some(Shot::new(velocity.0, velocity.1, Spin::Cw)),
        };
        shot.unwrap_or_else(|| panic!("{}: out of reach", self.case))
    }
}

#[test]
fn throws_leave_what_the_rules_say() {
    for case in cases().throws {
        for world in case.worlds.iter().map(|name| name.world()) {
            let (game, before) = (case.game(world), stones(world, &case.stones));
            let shot = case.shot(world, &before);
            let landing = game.simulate(&before, case.shot, shot);
            let what = format!("{} ({world:?}): {landing:?}", case.case);
            assert_eq!(landing.foul, case.foul, "{what}");
            for &number in &case.gone {
                assert_eq!(landing.stones.get(number), None, "{what}");
            }
            for &number in &case.stay {
                assert!(landing.stones.get(number).is_some(), "{what}");
            }
            // A foul puts everything back but the thrown stone.
            let mut state = State {
                shot: case.shot as u8,
                stones: before,
                ..State::default()
            };
            game.deliver(&mut state, shot);
            let left = if case.foul { before } else { landing.stones };
            assert_eq!(state.stones, left, "{what}");
            assert_eq!(usize::from(state.shot), case.shot + 1, "{what}");
        }
    }
}

/// What an end counts for the side that threw first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    case: String,
    worlds: Vec<WorldName>,
    stones: Places,
    count: i8,
}

#[test]
fn ends_count_what_the_rules_say() {
    for case in cases().counts {
        for world in case.worlds.iter().map(|name| name.world()) {
            let game = Curling {
                world,
                ..Curling::default()
            };
            let count = game.count(&stones(world, &case.stones));
            assert_eq!(count, case.count, "{} ({world:?})", case.case);
        }
    }
}

/// A game in which `First` throws first, by what its ends count for the side that threw first in
/// them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    case: String,
    ends: u32,
    #[serde(default)]
    extra_ends: u32,
    #[serde(default = "half")]
    tie: f64,
    played: Vec<i8>,
    scores: Vec<i8>,
    #[serde(default)]
    extra: i8,
    /// Who throws first in the next end.
    first: Player,
    /// Who won; what it is worth to `First`; null if it goes on.
    result: Option<GameResult>,
}

fn half() -> f64 {
    0.5
}

#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
enum GameResult {
    Winner(Player),
    Value(f64),
}

/// Stones in the house such that the end counts so much.
fn counting(world: World, count: i8) -> Stones {
    let side = usize::from(count < 0);
    let mut stones = Stones::default();
    for index in 0..usize::from(count.unsigned_abs()) {
        let number = 2 * index + side;
        // The last stone is thrown yet.
        assert!(number < STONES - 1 || count == -8);
        stones.set(number, place(world, 0.3 * index as f64 - 1.1, 0.5));
    }
    stones
}

#[test]
fn games_go_on_and_end_as_the_rules_say() {
    for case in cases().games {
        for world in [World::Dc2, World::Fcv1] {
            let game = Curling {
                world,
                ends: case.ends,
                extra_ends: case.extra_ends,
                tie: case.tie,
                ..Curling::default()
            };
            let mut state = game.initial();
            for (end, &count) in case.played.iter().enumerate() {
                assert_eq!(game.outcome(&state), None, "{} end {end}", case.case);
                assert_eq!(usize::from(state.end), end, "{}", case.case);
                state.shot = STONES as u8 - 1;
                state.stones = counting(world, count);
                // The last stone stays before the hog line.
                game.deliver(&mut state, Shot::new(0.0, 0.0, Spin::Cw));
                assert_eq!((state.shot, state.stones.len()), (0, 0), "{}", case.case);
            }
            let scores = &state.scores[..case.scores.len()];
            assert_eq!(scores, case.scores, "{}", case.case);
            assert_eq!(state.extra_score, case.extra, "{}", case.case);
            assert_eq!(state.first, case.first, "{}", case.case);
            assert_eq!(state.to_move(), case.first, "{}", case.case);
            assert_eq!(state.hammer(), case.first.other(), "{}", case.case);
            let lead: i8 = case.scores.iter().sum::<i8>() + case.extra;
            assert_eq!(state.lead(), i32::from(lead), "{}", case.case);
            let result = match (game.outcome(&state), case.result) {
                (None, None) => continue,
                (Some(outcome), Some(result)) => (outcome, result),
                (outcome, _) => panic!("{}: {outcome:?}", case.case),
            };
            match result {
                (Outcome::Win(winner), GameResult::Winner(expected)) => {
                    assert_eq!(winner, expected, "{}", case.case);
                }
                (Outcome::Draw, GameResult::Value(value)) => assert_eq!(value, 0.5),
                (Outcome::Payoff(FirstValue(found)), GameResult::Value(value)) => {
                    assert!((found - value).abs() < 1e-12, "{}: {found}", case.case);
                }
                (outcome, _) => panic!("{}: {outcome:?}", case.case),
            }
        }
    }
}

/// DC2 takes a throw that is too fast for a pass: its stone touches nothing. How fast that is
/// depends on the cup.
#[test]
fn a_throw_that_is_too_fast_is_a_pass_in_dc2() {
    for (world, noise, vy, is_pass) in [
        (World::Dc2, Noise::Gat2016, -33.71, false),
        (World::Dc2, Noise::Gat2016, -33.72, true),
        (World::Dc2, Noise::Standard, -33.72, true),
        (World::Dc2, Noise::None, -33.72, false),
        (World::Dc2, Noise::Uec2015, -48.78, false),
        (World::Dc2, Noise::Uec2015, -48.80, true),
        (World::Fcv1, Noise::Standard, 100.0, false),
    ] {
        let game = Curling {
            world,
            noise,
            ..Curling::default()
        };
        let shot = Shot::new(0.0, vy, Spin::Cw);
        assert_eq!(game.is_pass(shot), is_pass, "{world:?} {noise:?} {vy}");
        if !is_pass {
            continue;
        }
        // A wall of stones across the sheet.
        let mut state = State {
            shot: 14,
            ..State::default()
        };
        for number in 0..14 {
            let right = 0.32 * number as f64 - 2.08;
            state.stones.set(number, place(world, right, -3.0));
        }
        let before = state.stones;
        game.step(&mut state, shot, &mut Seed::new(3).rng());
        assert_eq!((state.shot, state.stones), (15, before));
    }
}
