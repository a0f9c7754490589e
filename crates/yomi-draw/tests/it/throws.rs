//! Throws as a user sees them.

use yomi_core::{Player, Seed};
use yomi_curling::{Curling, Noise, Shot, Spin, State, Vector, World, aim};
use yomi_draw::{Cloud, Scene};

fn game(world: World) -> Curling {
    Curling {
        world,
        ..Curling::default()
    }
}

/// A stone of the other side a little behind the tee, to be hit a little off its middle.
fn take_out(world: World) -> (State, Shot) {
    let sheet = world.sheet();
    let target = sheet.tee + Vector::new(0.3, 0.4 * sheet.forward);
    let mut state = State {
        shot: 9,
        ..State::default()
    };
    state.stones.set(8, target);
    state.stones.set(2, sheet.tee + Vector::new(-1.5, 0.0));
    let speed = match world {
        World::Dc2 => 8.0,
        World::Fcv1 => 1.5,
    };
    let shot = aim::hit(world, target, 0.4, speed, Spin::Cw).expect("a shot");
    (state, shot)
}

#[test]
fn paths_lead_from_where_stones_lay_to_where_they_lie() {
    for world in [World::Dc2, World::Fcv1] {
        let (state, shot) = take_out(world);
        let scene = Scene::throw(&game(world), &state, shot);
        let moved: Vec<usize> = scene.tracks.iter().map(|track| track.number).collect();
        assert_eq!(moved, [8, 9], "stone 2 lies still");
        for track in &scene.tracks {
            let (from, to) = (track.points[0], track.points[track.points.len() - 1]);
            let before = state.stones.get(track.number);
            assert_eq!(from, before.unwrap_or(world.sheet().release));
            match scene.stones.get(track.number) {
                Some(at) => assert_eq!((track.leaves, to), (false, at), "{world:?}"),
                None => assert!(track.leaves, "{world:?}"),
            }
        }
        assert!(scene.tracks[0].leaves, "the stone that was hit is out");
        assert_eq!((scene.before, scene.first), (state.stones, Player::First));
    }
}

#[test]
fn a_stone_short_of_the_hog_line_leaves_play_where_it_stops() {
    for world in [World::Dc2, World::Fcv1] {
        let sheet = world.sheet();
        let short = Vector::new(sheet.tee.x, sheet.hog_line - 2.0 * sheet.forward);
        let shot = aim::draw_to(world, short, Spin::Ccw).expect("a shot");
        let scene = Scene::throw(&game(world), &State::default(), shot);
        let [track] = &scene.tracks[..] else {
            panic!("one stone moves");
        };
        assert!(track.leaves && scene.stones.is_empty());
        assert!(track.points.last().expect("a point").distance(short) < 0.01);
    }
}

#[test]
fn after_a_foul_the_stones_lie_as_before() {
    let world = World::Fcv1;
    let mut state = State {
        shot: 1,
        ..State::default()
    };
    let guard = Vector::new(0.1, 35.0);
    state.stones.set(0, guard);
    let shot = aim::hit(world, guard, 0.0, 2.5, Spin::Cw).expect("a shot");
    let scene = Scene::throw(&game(world), &state, shot);
    assert_eq!(scene.stones, state.stones);
    assert_eq!(scene.tracks.len(), 2);
    // Nor does the thrown stone stay in a cloud of such throws.
    let cloud = Cloud::throw(&game(world), &state, shot, 20, Seed::new(1));
    assert_eq!((cloud.throws, cloud.points.len()), (20, 0));
}

#[test]
fn more_throws_only_add_points() {
    for world in [World::Dc2, World::Fcv1] {
        let shot = aim::draw_to(world, world.sheet().tee, Spin::Cw).expect("a shot");
        let cloud = |game: &Curling, throws, seed| {
            Cloud::throw(game, &State::default(), shot, throws, Seed::new(seed)).points
        };
        let many = cloud(&game(world), 50, 7);
        assert!(many.starts_with(&cloud(&game(world), 20, 7)));
        assert_ne!(many, cloud(&game(world), 50, 8));
        let steady = Curling {
            noise: Noise::None,
            ..game(world)
        };
        let points = cloud(&steady, 5, 7);
        assert_eq!(points.len(), 5);
        for point in points {
            assert!(point.distance(world.sheet().tee) < 0.001);
        }
    }
}
