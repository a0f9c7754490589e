//! State-Tree MCTS on the ice: against a slow implementation, and the convolution against the noise itself.

use std::collections::HashMap;
use std::sync::Arc;
use yomi_core::continuous::{KindPolicy, Parts as _, Plan};
use yomi_core::{
    FirstValue, Game as _, Limits, Noisy as _, Player, Report, Request, Rng, Search as _, Seed,
};
use yomi_curling::players::{Heuristic, Simple};
use yomi_curling::{Curling, GridKernel, Shot, ShotGrid, Spin, State, Stones, Vector, World};
use yomi_search::root_grid::{PartPlayout, RootGrid, RootGridParams};
use yomi_search::state_tree::{StateTree, StateTreeParams};

/// A cell by its content: the throw, the stones and colours in the house, the level, and the places.
pub type Cell = (u8, usize, Vec<usize>, u32, Vec<(usize, i64, i64)>);

/// Visits of a cell, and visits and rewards by kind.
type SlowNode = (u32, HashMap<u8, (f32, f32)>);

/// The tree as it is described: cells by content, every sum written out, nothing ever full.
struct SlowTree<P> {
    policy: P,
    nodes: HashMap<Cell, SlowNode>,
    scale: (f64, f64),
}

impl<P> SlowTree<P> {
    fn new(policy: P) -> SlowTree<P> {
        SlowTree {
            policy,
            nodes: HashMap::new(),
            scale: (0.0, 1.0),
        }
    }
}

pub fn cells(game: &Curling, state: &State) -> Vec<Cell> {
    let sheet = game.world.sheet();
    let mut house: Vec<(f64, usize)> = Vec::new();
    let mut near = false;
    for (number, at) in state.stones.iter() {
        let distance = at.distance(sheet.tee);
        if distance < sheet.counting_radius {
            house.push((distance, number % 2));
        }
        near |= (at.y - sheet.tee.y) * sheet.forward < 0.0
            || distance < sheet.house_radius + 3.0 * 0.145;
    }
    house.sort_by(|a, b| a.0.total_cmp(&b.0));
    let house: Vec<usize> = house.into_iter().map(|(_, side)| side).collect();
    let stones: Vec<_> = match near {
        true => state.stones.iter().collect(),
        false => Vec::new(),
    };
    let deepest = if stones.is_empty() { 0 } else { 15 };
    (0..=deepest)
        .map(|level| {
            let width = 15.8 / f64::from(1 << level);
            let place = |from_tee: f64| ((from_tee + 7.9) / width).floor() as i64;
            let mut places: Vec<_> = stones
                .iter()
                .map(|&(number, at)| {
                    let from_tee = at - sheet.tee;
                    (number % 2, place(from_tee.x), place(from_tee.y))
                })
                .collect();
            places.sort_unstable();
            if level == 0 {
                // Trees differ by the number of stones, whosever they are.
                places.clear();
            }
            (state.shot, stones.len(), house.clone(), level, places)
        })
        .collect()
}

impl<P: KindPolicy<Curling>> PartPlayout<Curling> for SlowTree<P> {
    fn begin(&mut self, game: &Curling, start: &State) {
        self.nodes.clear();
        let (mean, deviation) = game.distribution_of_values(start);
        self.scale = (mean.0, deviation);
    }

    fn play(
        &mut self,
        game: &Curling,
        start: &State,
        state: &mut State,
        rng: &mut Rng,
    ) -> FirstValue {
        let mut taken: Vec<(Vec<Cell>, u8, Player)> = Vec::new();
        while state.end == start.end {
            let (mut plans, mut preferences) = (Vec::<Plan>::new(), Vec::new());
            self.policy
                .consider(game, state, &mut plans, &mut preferences);
            let cells = cells(game, state);
            self.nodes.entry(cells[0].clone()).or_default();
            let known = cells
                .iter()
                .take_while(|cell| self.nodes.contains_key(cell))
                .count();
            let sum = |plan: &Plan| {
                let (mut visits, mut reward) = (0.0, 0.0);
                for (level, cell) in cells[..known].iter().enumerate() {
                    let weight = ((level + 1) as f64).powi(4);
                    let slot = self.nodes[cell]
                        .1
                        .get(&plan.kind)
                        .copied()
                        .unwrap_or_default();
                    visits += weight * (f64::from(slot.0) + 0.5);
                    reward += weight * f64::from(slot.1);
                }
                (visits, reward)
            };
            let sums: Vec<(f64, f64)> = plans.iter().map(sum).collect();
            let all: f64 = sums.iter().map(|sum| sum.0).sum();
            let visits = all.powf(0.4);
            let exponentials: Vec<f64> = preferences
                .iter()
                .map(|&preference| (f64::from(preference) / 0.8).exp())
                .collect();
            let mean = match state.to_move() {
                Player::First => self.scale.0,
                Player::Second => 1.0 - self.scale.0,
            };
            let bound = |index: usize| {
                let (mut n, mut r) = (sums[index].0 * visits / all, sums[index].1 * visits / all);
                if let Some(exponential) = exponentials.get(index) {
                    let probability = exponential / exponentials.iter().sum::<f64>();
                    n += 2.0;
                    r += 2.0 * (probability - mean) / self.scale.1;
                }
                r / n + (2.0 * visits.ln().max(0.0) / n).sqrt()
            };
            let mut best = match plans.len() {
                1 => 0,
                count => rng.below(count as u32) as usize,
            };
            let first = best;
            for step in 1..plans.len() {
                let index = (first + step) % plans.len();
                if bound(index) > bound(best) {
                    best = index;
                }
            }
            taken.push((cells, plans[best].kind, state.to_move()));
            let shot = self.policy.action(game, state, plans[best]);
            game.step(state, shot, rng);
        }
        let value = game.win_probability(state);
        let for_first = ((value.0 - self.scale.0) / self.scale.1) as f32;
        for (cells, kind, mover) in taken {
            let reward = if mover == Player::First {
                for_first
            } else {
                -for_first
            };
            let mut leaf = None;
            for (level, cell) in cells.iter().enumerate() {
                let Some(node) = self.nodes.get_mut(cell) else {
                    break;
                };
                node.0 += 1;
                let slot = node.1.entry(kind).or_default();
                *slot = (slot.0 + 1.0, slot.1 + reward);
                leaf = Some((level, node.0));
            }
            let (level, visits) = leaf.expect("the root of its tree is there");
            if level + 1 < cells.len() && f64::from(visits) >= 1.3_f64.powi(level as i32) {
                self.nodes.entry(cells[level + 1].clone()).or_default();
            }
        }
        value
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes.len() as u64)
    }
}

/// A coarse grid, so that a few cycles are soon over.
fn coarse() -> ShotGrid {
    ShotGrid {
        draw_columns: 9,
        draw_rows: 5,
        draw_step_x: 0.5,
        draw_step_y: 1.5,
        draw_margin_x: 1,
        draw_margin_y: 1,
        hit_columns: 9,
        hit_step: 0.8,
        hit_margin: 1,
        ..ShotGrid::default()
    }
}

fn search(
    playout: impl PartPlayout<Curling>,
    game: &Curling,
    state: &State,
    cycles: u32,
) -> Report<Shot> {
    let grid = Arc::new(coarse().throws(game).unwrap());
    let mut search = RootGrid::new(RootGridParams { cycles }, grid, playout);
    search.search(game, state, &Request::new(Limits::default(), Seed::new(7)))
}

/// After some throws at random.
fn in_the_middle(game: &Curling, throws: usize) -> State {
    let mut rng = Seed::new(5).rng();
    let mut state = game.initial();
    let mut plans = Vec::new();
    for _ in 0..throws {
        Simple.consider(game, &state, &mut plans, &mut Vec::new());
        let shot = Simple.action(game, &state, plans[rng.below(plans.len() as u32) as usize]);
        game.step(&mut state, shot, &mut rng);
    }
    state
}

fn assert_same_tree<P: KindPolicy<Curling> + Clone>(
    policy: P,
    (world, throws): (World, usize),
    cycles: u32,
) {
    let game = Curling {
        world,
        ends: 2,
        ..Curling::default()
    };
    let state = in_the_middle(&game, throws);
    let fast = StateTree::new(StateTreeParams::default(), policy.clone());
    let fast = search(fast, &game, &state, cycles);
    let slow = search(SlowTree::new(policy), &game, &state, cycles);
    assert_eq!(fast.simulations, u64::from(cycles) * 2 * (9 * 5 + 9));
    assert_eq!(fast.nodes, slow.nodes, "{world:?} {throws}");
    for (fast, slow) in fast.moves.iter().zip(&slow.moves) {
        assert_eq!(fast.action, slow.action);
        let values = [fast, slow].map(|entry| entry.value.unwrap().0);
        assert!((values[0] - values[1]).abs() < 1e-9, "{values:?}");
    }
}

#[test]
fn the_tree_is_that_of_a_slow_implementation() {
    for place in [(World::Dc2, 9), (World::Fcv1, 4), (World::Dc2, 0)] {
        assert_same_tree(Simple, place, 12);
    }
}

/// With preferences, which count as visits.
#[test]
fn the_tree_of_a_policy_with_preferences_is_that_of_a_slow_implementation() {
    let mut rng = Seed::new(9).rng();
    let weights = (0..Heuristic::FEATURES).map(|_| rng.normal() as f32);
    let policy = Heuristic::new(weights.collect()).unwrap();
    for place in [(World::Dc2, 9), (World::Fcv1, 4)] {
        assert_same_tree(policy.clone(), place, 6);
        assert_same_tree(Heuristic::untaught(), place, 6);
    }
}

#[test]
fn a_table_that_is_full_changes_answers_and_breaks_nothing() {
    let game = Curling {
        ends: 2,
        ..Curling::default()
    };
    let state = in_the_middle(&game, 6);
    for table in [1, 20, 500] {
        let params = StateTreeParams {
            table,
            ..StateTreeParams::default()
        };
        let report = search(StateTree::new(params, Simple), &game, &state, 5);
        assert_eq!(report.nodes, u64::from(table), "full");
        let value = report.value.0;
        assert!((0.0..=1.0).contains(&value), "{value}");
    }
}

/// The hammer's last stone: nothing follows, so the convolution alone makes the values.
fn last_stone(game: &Curling) -> State {
    let sheet = game.world.sheet();
    let mut stones = Stones::default();
    for (number, x, y) in [
        (0, 0.2, -0.1),
        (2, -0.9, 0.6),
        (3, 0.5, -0.6),
        (5, 0.1, -3.0),
    ] {
        stones.set(number, sheet.tee + Vector::new(x, y * sheet.forward));
    }
    State {
        end: game.ends as u8 - 1,
        shot: 15,
        stones,
        ..State::default()
    }
}

/// The convolution with the noise's own density is what throwing with noise comes to.
#[test]
fn convolved_values_are_those_of_noisy_throws() {
    for world in [World::Dc2, World::Fcv1] {
        let game = Curling {
            world,
            ends: 2,
            ..Curling::default()
        };
        let state = last_stone(&game);
        let grid = ShotGrid {
            kernel: GridKernel::Noise,
            ..ShotGrid::default()
        };
        let grid = Arc::new(grid.throws(&game).unwrap());
        let playout = StateTree::new(StateTreeParams::default(), Simple);
        let mut search = RootGrid::new(RootGridParams::default(), Arc::clone(&grid), playout);
        let report = search.search(
            &game,
            &state,
            &Request::new(Limits::default(), Seed::new(1)),
        );
        assert_eq!(report.simulations, 4284, "one cycle says all there is");
        let mut rng = Seed::new(2).rng();
        let mut errors = Vec::new();
        for entry in report.moves.iter().step_by(60) {
            let mut total = 0.0;
            for _ in 0..2000 {
                let mut after = state;
                let executed = game.perturb(&state, entry.action, &mut rng);
                game.step_exact(&mut after, executed);
                total += game.win_probability(&after).to_mover(state.to_move()).0;
            }
            errors.push(entry.value.unwrap().0 - total / 2000.0);
        }
        let mean = errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len() as f64;
        let worst = errors
            .iter()
            .fold(0.0, |worst: f64, error| worst.max(error.abs()));
        assert!(
            mean < 0.03 && worst < 0.2,
            "{world:?}: {mean} on average, {worst} at worst"
        );
    }
}

#[test]
fn the_best_last_stone_is_a_hit_that_wins() {
    let game = Curling {
        world: World::Dc2,
        ends: 2,
        ..Curling::default()
    };
    let state = last_stone(&game);
    let grid = Arc::new(ShotGrid::default().throws(&game).unwrap());
    let playout = StateTree::new(StateTreeParams::default(), Simple);
    let mut search = RootGrid::new(RootGridParams::default(), grid, playout);
    let report = search.search(
        &game,
        &state,
        &Request::new(Limits::default(), Seed::new(1)),
    );
    let mut after = state;
    game.step_exact(&mut after, report.best);
    assert_eq!(
        game.win_probability(&after).to_mover(state.to_move()).0,
        1.0
    );
    assert_ne!(after.scores, state.scores, "the end is over");
    let landing = game.simulate(&state.stones, 15, report.best).stones;
    assert_ne!(
        landing.get(0),
        state.stones.get(0),
        "the opponent's shot stone is moved"
    );
}

#[test]
fn a_search_keeps_to_the_throws_it_is_given() {
    let game = Curling::default();
    let state = in_the_middle(&game, 3);
    let grid = Arc::new(ShotGrid::default().throws(&game).unwrap());
    let beside = Shot::new(-0.1234, 2.4, Spin::Cw);
    for only in [
        vec![grid.actions()[1000]],
        vec![beside],
        vec![grid.actions()[1200], beside],
    ] {
        let playout = StateTree::new(StateTreeParams::default(), Simple);
        let mut search = RootGrid::new(RootGridParams::default(), Arc::clone(&grid), playout);
        let request = Request {
            only: only.clone(),
            ..Request::new(Limits::simulations(300), Seed::new(1))
        };
        let report = search.search(&game, &state, &request);
        assert_eq!(report.moves.len(), only.len());
        assert!(
            report
                .moves
                .iter()
                .all(|entry| only.contains(&entry.action))
        );
    }
}
