//! Scenes of a game: a position, or a throw from it.

use crate::cloud::Cloud;
use crate::scene::Scene;
use crate::track::tracks;
use yomi_core::Seed;
use yomi_curling::{Curling, Shot, State, Stones, Vector, World};

/// Where the stones lie after a throw without noise: where they lay before, without the thrown
/// one, if it was a foul.
fn settled(game: &Curling, state: &State, shot: Shot) -> Stones {
    let landing = game.simulate(&state.stones, usize::from(state.shot), shot);
    if landing.foul {
        state.stones
    } else {
        landing.stones
    }
}

impl Scene {
    /// The stones of a position.
    pub fn position(game: &Curling, state: &State) -> Scene {
        Scene {
            stones: state.stones,
            ..Scene::new(game.world, state.first)
        }
    }

    /// A throw without noise from a position: the ways of all stones that move, the stones where
    /// they come to lie, and where they lay before. After a foul they lie where they lay before.
    ///
    /// ```
    /// use yomi_curling::{Curling, Shot, Spin, State};
    /// use yomi_draw::{Scene, View};
    ///
    /// let shot = Shot::new(-0.13, 2.4, Spin::Cw);
    /// let scene = Scene::throw(&Curling::default(), &State::default(), shot);
    /// assert_eq!((scene.tracks.len(), scene.stones.len()), (1, 1));
    /// assert!(scene.picture(View::Sheet).svg(1200).contains("class=\"paths\""));
    /// ```
    pub fn throw(game: &Curling, state: &State, shot: Shot) -> Scene {
        let number = usize::from(state.shot);
        let landing = game.simulate(&state.stones, number, shot);
        // Stones of the one world pass three centimetres in a millisecond, those of the other
        // three millimetres.
        let every = match game.world {
            World::Dc2 => 1,
            World::Fcv1 => 4,
        };
        let mut moments = game.trajectories(&state.stones, number, shot, every);
        // The way is computed by steps and the end by events. After several contacts the two may
        // be centimetres apart: the paths lead to where the stones are said to lie.
        if let Some(last) = moments.last_mut() {
            last.stones = landing.stones;
        }
        Scene {
            stones: settled(game, state, shot),
            before: state.stones,
            tracks: tracks(moments.into_iter().map(|moment| moment.stones)),
            ..Scene::new(game.world, state.first)
        }
    }
}

/// Where the first rank stands on the way of its throw, and how much further back the next one does, in metres before the tee.
const FIRST_RANK: f64 = 2.6;
const NEXT_RANK: f64 = 0.35;

impl Scene {
    /// Some throws without noise from a position, one of which is to be chosen: the way of the thrown stone in each,
    /// with its rank. All other stones lie where they lay.
    ///
    /// ```
    /// use yomi_curling::{Curling, Shot, Spin, State};
    /// use yomi_draw::Scene;
    ///
    /// let shots = [Shot::new(-0.13, 2.4, Spin::Cw), Shot::new(0.13, 2.4, Spin::Ccw)];
    /// let scene = Scene::choices(&Curling::default(), &State::default(), &shots);
    /// assert_eq!((scene.tracks.len(), scene.labels[1].1.as_str()), (2, "2"));
    /// ```
    pub fn choices(game: &Curling, state: &State, shots: &[Shot]) -> Scene {
        let mut scene = Scene::position(game, state);
        let sheet = game.world.sheet();
        for (rank, &shot) in shots.iter().enumerate() {
            let thrown = Scene::throw(game, state, shot);
            let mut tracks = thrown.tracks.into_iter();
            let Some(track) = tracks.find(|track| track.number == usize::from(state.shot)) else {
                continue;
            };
            let before_tee = FIRST_RANK + NEXT_RANK * rank as f64;
            let there = sheet.tee.y - sheet.forward * before_tee;
            let off = |at: &Vector| (at.y - there).abs();
            let nearest = (track.points.iter().copied()).min_by(|a, b| off(a).total_cmp(&off(b)));
            let label = |at| (at, (rank + 1).to_string());
            scene.labels.extend(nearest.map(label));
            scene.tracks.push(track);
        }
        scene
    }
}

impl Cloud {
    /// Throws the next stone that many times with the noise of the game. Throw `i` draws from
    /// stream `i` of the seed: more throws only add points.
    pub fn throw(game: &Curling, state: &State, shot: Shot, throws: u32, seed: Seed) -> Cloud {
        let number = usize::from(state.shot);
        let points = (0..throws).filter_map(|i| {
            let noisy = game.with_noise(shot, &mut seed.index(u64::from(i)).rng());
            settled(game, state, noisy).get(number)
        });
        Cloud {
            throws,
            points: points.collect(),
            ellipse: false,
        }
    }
}
