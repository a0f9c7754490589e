//! The unsteady hand has the moments that the worlds' servers have.

use yomi_core::{Game, Noisy, Proposes, Seed, conformance};
use yomi_curling::{Curling, FCV1_MAX_SPEED, Noise, Shot, Spin, Stones, Vector, World, aim};

const THROWS: usize = 40_000;

/// Mean and standard deviation.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
    (mean, (squares / count).sqrt())
}

/// That numbers are normal deviates about a mean, up to six times the sampling error; `slack` is
/// what the deviation may differ from that expected besides.
fn assert_normal(numbers: &[f64], mean: f64, deviation: f64, slack: f64, what: &str) {
    let count = numbers.len() as f64;
    let (found, spread) = moments(numbers);
    assert!(
        (found - mean).abs() < 6.0 * deviation / count.sqrt(),
        "{what}: mean {found}, not {mean}"
    );
    let off = (spread / deviation - 1.0).abs();
    assert!(
        off < slack + 6.0 / (2.0 * count).sqrt(),
        "{what}: deviation {spread}, not {deviation}"
    );
    // 68.27 % of normal deviates are nearer to the mean than their standard deviation.
    let near = numbers
        .iter()
        .filter(|x| (*x - found).abs() < spread)
        .count() as f64;
    assert!((near / count - 0.6827).abs() < 0.014, "{what}: {near}");
}

fn game(world: World, noise: Noise, noise_scale: f64) -> Curling {
    Curling {
        world,
        noise,
        noise_scale,
        ..Curling::default()
    }
}

fn noisy(game: &Curling, shot: Shot) -> Vec<Vector> {
    let rng = &mut Seed::new(7).child("noise").rng();
    (0..THROWS)
        .map(|_| {
            let thrown = game.with_noise(shot, rng);
            assert_eq!(thrown.spin, shot.spin);
            thrown.velocity
        })
        .collect()
}

fn parts(velocities: &[Vector], part: impl Fn(Vector) -> f64) -> Vec<f64> {
    velocities.iter().copied().map(part).collect()
}

#[test]
fn speed_and_angle_of_fcv1() {
    for (vx, vy, scale) in [
        (-0.13, 2.4, 1.0),
        (-0.13, 2.4, 2.0),
        (0.3, 1.9, 1.0),
        (-0.2, 6.0, 1.0),
    ] {
        let shot = Shot::new(vx, vy, Spin::Cw);
        let velocities = noisy(&game(World::Fcv1, Noise::Standard, scale), shot);
        let speeds = parts(&velocities, Vector::length);
        let asked = shot.velocity.length().min(FCV1_MAX_SPEED);
        assert_normal(&speeds, asked, 0.0076 * scale, 0.0, "speed");
        // The angle from the one asked for is small: as good as its sine.
        let angles = parts(&velocities, |v| {
            let lengths = v.length() * shot.velocity.length();
            shot.velocity.left().dot(v) / lengths
        });
        assert_normal(&angles, 0.0, 0.0018 * scale, 0.0, "angle");
        let product = speeds.iter().zip(&angles);
        let product: Vec<f64> = product.map(|(v, a)| (v - asked) * a).collect();
        let covariance = moments(&product).0 / (0.0076 * 0.0018 * scale * scale);
        assert!(covariance.abs() < 0.03, "{covariance}");
    }
    assert_eq!(FCV1_MAX_SPEED, 4.0);
}

/// With the tee 36.4 m away, a target that is farther by a metre asks for `v / (2 36.4)` more
/// speed, and one that lies beside it by a metre for `v / 36.4` across, `v` being the speed of a
/// draw to the tee. The curl mixes the two by a few percent.
#[test]
fn velocities_of_dc2() {
    let shots = [
        Shot::new(-1.08, -29.6, Spin::Cw),
        Shot::new(1.08, -29.6, Spin::Ccw),
        Shot::new(0.3, -33.0, Spin::Ccw),
    ];
    let speed = (2.0 * 12.009216_f64 * 36.4).sqrt();
    for shot in shots {
        for (noise, across, along) in [
            (Noise::Standard, 0.0725, 0.29),
            (Noise::Gat2016, 0.0725, 0.29),
            (Noise::Uec2015, 0.145, 0.145),
        ] {
            for scale in [1.0, 2.0] {
                let velocities = noisy(&game(World::Dc2, noise, scale), shot);
                let deviation = across * scale * speed / 36.4;
                let vx = parts(&velocities, |v| v.x);
                assert_normal(&vx, shot.velocity.x, deviation, 0.03, "vx");
                let deviation = along * scale * speed / 72.8;
                let vy = parts(&velocities, |v| v.y);
                assert_normal(&vy, shot.velocity.y, deviation, 0.03, "vy");
            }
        }
    }
}

#[test]
fn noisy_tee_draws_of_the_gat_cup_stop_as_far_off_as_its_rules_say() {
    let game = game(World::Dc2, Noise::Gat2016, 1.0);
    let tee = World::Dc2.sheet().tee;
    for spin in Spin::BOTH {
        let draw = aim::draw_to(World::Dc2, tee, spin).expect("within reach");
        let stops: Vec<Vector> = noisy(&game, draw)
            .into_iter()
            .filter_map(|velocity| {
                let shot = Shot { velocity, spin };
                game.simulate(&Stones::default(), 0, shot).stones.get(0)
            })
            .collect();
        assert_eq!(
            stops.len(),
            THROWS,
            "the back line is seven deviations away"
        );
        let x = parts(&stops, |at| at.x);
        assert_normal(&x, tee.x, 0.0725, 0.03, "across");
        let y = parts(&stops, |at| at.y);
        assert_normal(&y, tee.y, 0.29, 0.03, "along");
    }
}

#[test]
fn the_cups_of_one_world_are_not_played_in_the_other() {
    for noise in [Noise::Gat2016, Noise::Uec2015] {
        assert!(game(World::Fcv1, noise, 1.0).checked().is_err());
        assert!(game(World::Dc2, noise, 1.0).checked().is_ok());
    }
    for world in [World::Dc2, World::Fcv1] {
        assert!(game(world, Noise::Standard, 1.0).checked().is_ok());
        assert!(game(world, Noise::None, 1.0).checked().is_ok());
    }
}

#[test]
fn a_steady_hand_throws_as_asked() {
    let rng = &mut Seed::new(7).rng();
    for world in [World::Dc2, World::Fcv1] {
        for (vx, vy) in [(0.1, 2.3), (-1.08, -29.6), (0.0, 0.0), (0.0, 50.0)] {
            let shot = Shot::new(vx, vy, Spin::Ccw);
            for _ in 0..10 {
                let thrown = game(world, Noise::None, 1.0).with_noise(shot, rng);
                assert_eq!(thrown, shot);
            }
        }
    }
}

#[test]
fn noise_scaled_to_nothing_leaves_the_throw_alone() {
    let rng = &mut Seed::new(7).rng();
    for (world, shot) in [
        (World::Dc2, Shot::new(-1.08, -29.6, Spin::Cw)),
        (World::Fcv1, Shot::new(-0.13, 2.4, Spin::Cw)),
    ] {
        for _ in 0..10 {
            let thrown = game(world, Noise::Standard, 0.0).with_noise(shot, rng);
            let error = (thrown.velocity - shot.velocity).length();
            assert!(error < 1e-13, "{world:?}: {error}");
        }
    }
}

/// Both worlds, their noises and some scales.
fn noisy_games() -> Vec<Curling> {
    [
        (World::Dc2, Noise::Gat2016, 1.0),
        (World::Dc2, Noise::Uec2015, 0.5),
        (World::Fcv1, Noise::Standard, 1.0),
        (World::Fcv1, Noise::Standard, 3.0),
    ]
    .map(|(world, noise, scale)| game(world, noise, scale))
    .to_vec()
}

#[test]
fn noise_keeps_its_promises() {
    for game in noisy_games() {
        let game = Curling { ends: 2, ..game };
        let suite = conformance::suite(&game).games(2).proposes().noisy();
        suite.assert();
    }
    for world in [World::Dc2, World::Fcv1] {
        let still = game(world, Noise::Standard, 0.0);
        let suite = conformance::suite(&still).games(1).proposes().noisy();
        suite.assert();
    }
    let steady = game(World::Fcv1, Noise::None, 1.0);
    conformance::suite(&steady)
        .games(1)
        .proposes()
        .noisy()
        .assert();
}

#[test]
fn likelihoods_are_those_of_two_normal_deviates() {
    // Twice the negative logarithm is then the sum of two squares of normal deviates, which is
    // exponentially distributed with mean 2.
    for game in noisy_games() {
        let state = game.initial();
        let mut throws = Vec::new();
        game.candidates(&state, &mut throws);
        let rng = &mut Seed::new(9).rng();
        for &shot in throws.iter().step_by(17) {
            let squares: Vec<f64> = (0..4_000)
                .map(|_| {
                    -2.0 * game
                        .density(&state, shot, game.perturb(&state, shot, rng))
                        .ln()
                })
                .collect();
            let (mean, deviation) = moments(&squares);
            assert!((mean - 2.0).abs() < 0.2, "{shot:?}: {mean}");
            assert!((deviation - 2.0).abs() < 0.3, "{shot:?}: {deviation}");
        }
    }
}

#[test]
fn a_pass_is_carried_out_as_one() {
    let game = game(World::Dc2, Noise::Standard, 1.0);
    let rng = &mut Seed::new(11).rng();
    let state = game.initial();
    let pass = Shot::new(0.0, 40.0, Spin::Ccw);
    let executed = game.perturb(&state, pass, rng);
    assert_eq!(game.density(&state, pass, executed), 1.0);
    let (mut exact, mut passed) = (state, state);
    game.step_exact(&mut exact, executed);
    game.pass(&mut passed);
    assert_eq!(exact, passed);
    // As fast by noise alone, it is a throw.
    let throw = Shot::new(0.0, 33.7, Spin::Ccw);
    assert!(!game.is_pass(throw));
    assert_eq!(game.density(&state, throw, executed), 0.0);
    let mut delivered = state;
    game.deliver(&mut delivered, pass);
    let mut exact = state;
    game.step_exact(&mut exact, pass);
    assert_eq!(exact, delivered);
}
