//! Whatever the simulators of both worlds make of crowded ends, clients take it for possible.

use yomi_core::{Game as _, Seed};
use yomi_curling::layout::check;
use yomi_curling::{Curling, Shot, Spin, World};

#[test]
fn positions_that_were_played_can_be() {
    for (world, vx, vy) in [
        (World::Fcv1, (0.13, 0.1), (2.4, 0.12)),
        (World::Dc2, (-0.99, 1.0), (-29.8, 1.2)),
    ] {
        let game = Curling {
            world,
            ..Curling::default()
        };
        let mut rng = Seed::new(5).rng();
        let mut most = 0;
        for _ in 0..20 {
            let mut state = game.initial();
            while game.outcome(&state).is_none() {
                let mut near =
                    |(middle, spread): (f64, f64)| middle + spread * (2.0 * rng.unit() - 1.0);
                let spin = if near((0.0, 1.0)) < 0.0 {
                    Spin::Cw
                } else {
                    Spin::Ccw
                };
                game.deliver(&mut state, Shot::new(near(vx), near(vy), spin));
                most = most.max(state.stones.len());
                assert_eq!(check(world, &state.stones), Ok(()), "{state:?}");
            }
        }
        assert!(most >= 8, "the ends were not crowded: {most} stones");
    }
}
