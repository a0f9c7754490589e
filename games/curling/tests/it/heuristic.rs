//! The heuristic policy: what it generates, whether the shots do what they are called for, and what
//! records teach.

use yomi_core::continuous::{KindPolicy as _, Plan};
use yomi_core::{FeatureLists, Game as _, Rng, Seed};
use yomi_curling::players::{Heuristic, ShotKind};
use yomi_curling::{Curling, Shot, Spin, State, Stones, Vector, World};

fn game(world: World) -> Curling {
    Curling {
        world,
        ends: 2,
        ..Curling::default()
    }
}

/// A position of places relative to the tee, y along the throw.
fn position(game: &Curling, shot: u8, stones: &[(usize, f64, f64)]) -> State {
    let sheet = game.world.sheet();
    let mut state = State {
        shot,
        ..State::default()
    };
    for &(number, x, y) in stones {
        state
            .stones
            .set(number, sheet.tee + Vector::new(x, y * sheet.forward));
    }
    state
}

fn plans(game: &Curling, state: &State) -> Vec<Plan> {
    Heuristic::plans(game, state)
}

/// The stones after the exact shot of one kind.
fn after(game: &Curling, state: &State, kind: ShotKind, spin: Spin) -> Stones {
    let policy = Heuristic::untaught();
    let of_kind = |plan: &&Plan| {
        Heuristic::kind(**plan) == kind && policy.action(game, state, **plan).spin == spin
    };
    let plans = plans(game, state);
    let plan = plans.iter().find(of_kind);
    let plan = plan.unwrap_or_else(|| panic!("{kind:?} is not generated"));
    let shot = policy.action(game, state, *plan);
    game.simulate(&state.stones, usize::from(state.shot), shot)
        .stones
}

/// Positions of ends played by the policy without preferences.
fn positions(game: &Curling, ends: usize, rng: &mut Rng) -> Vec<State> {
    let policy = Heuristic::untaught();
    let mut found = Vec::new();
    for _ in 0..ends {
        let mut state = game.initial();
        while state.end == 0 {
            found.push(state);
            let plans = plans(game, &state);
            let plan = plans[rng.below(plans.len() as u32) as usize];
            let shot = policy.action(game, &state, plan);
            game.step(&mut state, shot, rng);
        }
    }
    found
}

#[test]
fn some_eight_shots_each_of_another_kind() {
    for world in [World::Dc2, World::Fcv1] {
        let game = game(world);
        let positions = positions(&game, 60, &mut Seed::new(1).rng());
        let mut total = 0;
        for state in &positions {
            let plans = plans(&game, state);
            let mut kinds: Vec<u8> = plans.iter().map(|plan| plan.kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            assert_eq!(kinds.len(), plans.len(), "a kind twice: {plans:?}");
            assert!((2..=12).contains(&plans.len()));
            assert!(
                kinds
                    .iter()
                    .all(|&kind| usize::from(kind) < Heuristic::untaught().kinds())
            );
            total += plans.len();
            let policy = Heuristic::untaught();
            let throws: Vec<Shot> = plans
                .iter()
                .map(|&plan| policy.action(&game, state, plan))
                .collect();
            for (index, throw) in throws.iter().enumerate() {
                assert!(
                    !throws[..index].contains(throw),
                    "one throw twice: {:?}",
                    Heuristic::kind(plans[index])
                );
            }
        }
        let mean = total as f64 / positions.len() as f64;
        assert!(
            (6.5..9.5).contains(&mean),
            "{world:?}: {mean} shots a position"
        );
    }
}

#[test]
fn shots_do_what_they_are_called_for() {
    for world in [World::Dc2, World::Fcv1] {
        let game = game(world);
        let sheet = world.sheet();
        for spin in Spin::BOTH {
            let alone = position(&game, 9, &[(0, 0.3, 0.2)]);
            for kind in [ShotKind::Hit, ShotKind::HitAndStay] {
                let stones = after(&game, &alone, kind, spin);
                assert!(
                    stones.get(0).is_none_or(|at| !sheet.in_house(at)),
                    "{world:?} {kind:?}"
                );
            }
            let stays = after(&game, &alone, ShotKind::HitAndStay, spin).get(9);
            assert!(
                stays.is_some_and(|at| sheet.in_house(at)),
                "{world:?} stays: {stays:?}"
            );
            let frozen = after(&game, &alone, ShotKind::Freeze, spin);
            let apart = frozen
                .get(9)
                .unwrap()
                .distance(alone.stones.get(0).unwrap());
            assert!(apart < 0.32, "{world:?} frozen {apart} m away");

            let two = position(&game, 9, &[(0, 0.0, -0.3), (2, 0.9, 0.3)]);
            let stones = after(&game, &two, ShotKind::Double, spin);
            let left = [0, 2].map(|number| stones.get(number).is_some_and(|at| sheet.in_house(at)));
            assert_eq!(left, [false, false], "{world:?} {spin:?} double");

            let guarded = position(&game, 9, &[(0, 0.0, 0.0), (2, 0.05, -2.6)]);
            let stones = after(&game, &guarded, ShotKind::RaiseTakeOut, spin);
            assert!(
                stones.get(0) != guarded.stones.get(0),
                "{world:?} the raised stone hits"
            );

            let short = position(&game, 9, &[(1, 0.2, -2.6)]);
            let raised = after(&game, &short, ShotKind::Raise, spin).get(1).unwrap();
            let off = raised.distance(sheet.tee);
            assert!(off < 0.6, "{world:?} raised to {off} m");

            let own = position(&game, 8, &[(0, 0.4, 0.0)]);
            let guard = after(&game, &own, ShotKind::GuardStone, spin)
                .get(8)
                .unwrap();
            assert!(sheet.in_free_guard_zone(guard), "{world:?} {guard:?}");
        }
    }
}

#[test]
fn a_recorded_shot_is_the_generated_one_it_is_nearest_to() {
    let policy = Heuristic::untaught();
    for world in [World::Dc2, World::Fcv1] {
        let game = game(world);
        let (mut same, mut all) = (0, 0);
        for state in positions(&game, 12, &mut Seed::new(2).rng()) {
            let plans = plans(&game, &state);
            for (index, &plan) in plans.iter().enumerate() {
                let shot = policy.action(&game, &state, plan);
                all += 1;
                same += usize::from(policy.matching(&game, &state, &plans, shot) == Some(index));
            }
        }
        // Others touch what they do not aim at, or miss what lies behind a guard.
        assert!(same * 10 > all * 6, "{world:?}: {same} of {all}");
    }
}

#[test]
fn spin_and_contact_decide_before_velocity() {
    let game = game(World::Dc2);
    let policy = Heuristic::untaught();
    let state = position(&game, 9, &[(0, 0.0, 0.0)]);
    let plans = plans(&game, &state);
    let kind_of = |shot: Shot| {
        let index = policy.matching(&game, &state, &plans, shot)?;
        Some((
            Heuristic::kind(plans[index]),
            policy.action(&game, &state, plans[index]).spin,
        ))
    };
    let draw = |x: f64, y: f64, spin: Spin| {
        let tee = World::Dc2.sheet().tee;
        yomi_curling::aim::draw_to(World::Dc2, tee + Vector::new(x, -y), spin).unwrap()
    };
    // A guard touches nothing: of the draws the nearest, not a hit.
    let (kind, spin) = kind_of(draw(0.5, -2.0, Spin::Ccw)).unwrap();
    assert!(!kind.aims_at_contact() && spin == Spin::Ccw, "{kind:?}");
    // A draw that runs into the stone was a hit of some weight.
    let (kind, _) = kind_of(draw(0.0, 1.0, Spin::Cw)).unwrap();
    assert!(kind.aims_at_contact(), "{kind:?}");
    // Where nothing that touches is generated, such a throw teaches nothing.
    let guards_only = position(&game, 2, &[(0, 0.0, -3.0)]);
    let mut few = Heuristic::plans(&game, &guards_only);
    few.retain(|&plan| !Heuristic::kind(plan).aims_at_contact());
    let through_guard = draw(0.0, -2.6, Spin::Cw);
    assert_eq!(
        policy.matching(&game, &guards_only, &few, through_guard),
        None
    );
}

#[test]
fn mirrored_positions_have_mirrored_features() {
    let policy = Heuristic::untaught();
    let game = game(World::Fcv1);
    for state in positions(&game, 10, &mut Seed::new(3).rng()) {
        let mut mirrored = state;
        for (number, at) in state.stones.iter() {
            mirrored.stones.set(number, Vector::new(-at.x, at.y));
        }
        let lists = |state: &State| {
            let plans = plans(&game, state);
            let mut lists = FeatureLists::default();
            policy.encode(&game, state, &plans, &mut lists);
            let sorted = lists.iter().map(|features| {
                let mut features = features.to_vec();
                features.sort_unstable();
                features
            });
            sorted.collect::<Vec<_>>()
        };
        let (here, there) = (lists(&state), lists(&mirrored));
        assert_eq!(here.len(), there.len());
        for (index, features) in here.iter().enumerate() {
            assert_eq!(*features, there[index ^ 1], "the other spin's");
        }
    }
}

#[test]
fn preferences_are_the_sums_of_weights() {
    let mut rng = Seed::new(4).rng();
    let weights: Vec<f32> = (0..Heuristic::FEATURES)
        .map(|_| rng.unit() as f32)
        .collect();
    let policy = Heuristic::new(weights.clone()).unwrap();
    assert!(Heuristic::new(vec![0.0; 3]).is_none());
    let game = game(World::Dc2);
    let mut preferences = Vec::new();
    for state in positions(&game, 3, &mut rng) {
        let mut plans = Vec::new();
        policy.consider(&game, &state, &mut plans, &mut preferences);
        assert_eq!(plans, Heuristic::plans(&game, &state));
        let mut lists = FeatureLists::default();
        policy.encode(&game, &state, &plans, &mut lists);
        for (features, &preference) in lists.iter().zip(&preferences) {
            let sum: f32 = features
                .iter()
                .map(|&feature| weights[feature as usize])
                .sum();
            assert!((sum - preference).abs() < 1e-3);
        }
    }
}
