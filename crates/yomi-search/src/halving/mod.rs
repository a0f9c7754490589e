//! Sequential halving over candidate actions that are executed with noise.
//!
//! The budget is divided into as many rounds as it takes to halve the candidates down to two. In each round all
//! that are left are simulated equally often, then the worse half is dropped: of `k` candidates and `T`
//! simulations round `r` gives each `T / (k_r log2 k)`, so the last ones, hard to tell apart, get most (Z. Karnin,
//! T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
//!
//! Unlike a bandit's arms, actions near each other are alike, and noise turns one into another. A simulation
//! therefore counts for all candidates by the likelihood of its execution (the formula is at the head of `arms.rs`), and
//! once few candidates are left, others are added beside them: what the noise makes of them. What is known of
//! the neighbourhood tells at once whether these deserve simulations; so the answer lies between the
//! candidates that the game lists.
//!
//! Some of the candidates may be favourites. They are not dropped as long as twice as many may stay, and if there is no
//! time to simulate each of the others several times (`spread`), they are the only candidates.
//!
//! The greatest of many noisy means is too great. The value reported for an action is therefore that of the
//! simulations since it was last found good enough to stay, if there are a hundred of them. Its `visits` are simulations of itself: what its
//! neighbours' tell of it counts for its value and its rank too, so the chosen action may be one that was added last and has few of its own.
//!
//! A simulation executes its action with noise and is played on to the end of the current part of the game
//! ([`Parts`]) by a [`PartPlayout`]. Several threads share a round's simulations, each with a playout of its own.
//!
//! Limits: how far a round goes under a clock follows from the speed so far; what playouts
//! learn is not shared between threads.

mod arms;
mod samples;

use crate::candidates::{Candidates, proposed};
use crate::root_grid::PartPlayout;
use arms::Arms;
use samples::Sample;
use std::ops::Range;
use yomi_core::continuous::Parts;
use yomi_core::{
    Budget, Game, MoveReport, MoverValue, Noisy, Player, Proposes, Report, Request, Rng, Search,
    StopReason,
};

/// Simulations that are planned at once. A search with more to spend begins anew with all candidates and twice as many.
const HORIZON: u64 = 1 << 20;

/// Simulations after which arms learn from them, which takes time too: with more a clock would be kept less well.
const MOST_OF_BATCH: u64 = 1 << 10;

yomi_core::parameters! {
    /// Settings of sequential halving.
    pub struct HalvingParams {
        /// Whether a simulation counts for all actions that may be executed as it was.
        pub share: bool = true;
        /// How many actions are added beside each that is left, once they are few.
        pub refine: u32 = 1, in 0..=16;
        /// How many may be left when others are added beside them.
        pub refine_from: u32 = 16, in 2..=100_000;
        /// By how many standard errors the mean of an action is lowered when actions are compared.
        pub caution: f64 = 1.0, in 0.0..=10.0;
        /// The least number of simulations for each action that is no favourite: where there are fewer, only favourites are simulated.
        pub spread: u32 = 8, in 1..=1_000_000;
        /// How many threads simulate.
        pub threads: u32 = 1, in 1..=256;
    }
}

/// The search.
pub struct Halving<G: Game, P> {
    params: HalvingParams,
    candidates: Candidates<G>,
    /// One for each thread.
    playouts: Vec<P>,
}

/// A position to be searched and who moves there.
struct Root<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    mover: Player,
}

impl<G: Game, P> Halving<G, P> {
    /// A search of the game's own [candidates](Proposes::candidates), whose simulations are played on by what
    /// `playout` makes, once for each thread.
    pub fn new(params: HalvingParams, playout: impl Fn() -> P) -> Halving<G, P>
    where
        G: Proposes,
    {
        Halving::among(proposed(), params, playout)
    }

    /// The same with other candidates.
    pub fn among(
        candidates: Candidates<G>,
        params: HalvingParams,
        playout: impl Fn() -> P,
    ) -> Halving<G, P> {
        Halving {
            candidates,
            playouts: (0..params.threads).map(|_| playout()).collect(),
            params,
        }
    }
}

impl<G: Noisy + Parts> Root<'_, G> {
    /// One simulation of an action.
    fn simulate<P: PartPlayout<G>>(
        &self,
        playout: &mut P,
        action: G::Action,
        rng: &mut Rng,
    ) -> Sample<G::Action> {
        let mut state = self.state.clone();
        let executed = self.game.perturb(self.state, action, rng);
        self.game.step_exact(&mut state, executed);
        let value = match self.game.part_is_over(self.state, &state) {
            true => self.game.value_between_parts(&state),
            false => playout.play(self.game, self.state, &mut state, rng),
        };
        Sample::new(executed, value.to_mover(self.mover).0)
    }

    /// The simulations of a batch with these numbers, as far as the time suffices.
    fn part_of_batch<P: PartPlayout<G>>(
        &self,
        (playout, rng): (&mut P, &mut Rng),
        actions: &[G::Action],
        numbers: impl Iterator<Item = usize>,
        budget: &mut Budget,
    ) -> Vec<(usize, Sample<G::Action>)> {
        let mut samples = Vec::new();
        for number in numbers {
            if budget.interrupted().is_some() {
                break;
            }
            let arm = number % actions.len();
            samples.push((arm, self.simulate(playout, actions[arm], rng)));
        }
        samples
    }
}

impl<G: Noisy + Parts + Sync, P> Halving<G, P> {
    /// Simulates the arms in turn: the simulations of a round with these numbers.
    fn batch(
        &mut self,
        root: &Root<'_, G>,
        actions: &[G::Action],
        numbers: Range<usize>,
        budget: &mut Budget,
        rngs: &mut [Rng],
    ) -> Vec<(usize, Sample<G::Action>)>
    where
        P: PartPlayout<G>,
        G::Action: Send + Sync,
        G::State: Sync,
    {
        let threads = self.playouts.len();
        let mut workers = self.playouts.iter_mut().zip(rngs);
        if threads == 1 {
            let worker = workers.next().expect("at least one thread");
            return root.part_of_batch(worker, actions, numbers, budget);
        }
        std::thread::scope(|scope| {
            let budget = &*budget;
            let running: Vec<_> = workers
                .enumerate()
                .map(|(first, worker)| {
                    let numbers = numbers.clone().skip(first).step_by(threads);
                    scope.spawn(move || {
                        let mut budget = budget.for_thread();
                        root.part_of_batch(worker, actions, numbers, &mut budget)
                    })
                })
                .collect();
            let results = running.into_iter().map(|thread| thread.join());
            results
                .flat_map(|part| part.unwrap_or_else(|cause| std::panic::resume_unwind(cause)))
                .collect()
        })
    }
}

fn report<A: Copy + PartialEq>(arms: &Arms<A>, request: &Request<A>) -> Report<A> {
    let moves: Vec<_> = arms
        .ranked()
        .iter()
        .map(|arm| MoveReport {
            visits: arm.visits,
            value: arm.recent_value().map(MoverValue),
            ..MoveReport::new(arm.action)
        })
        .collect();
    let best = moves[0].action;
    let simulations = moves.iter().map(|entry| entry.visits).sum();
    Report {
        value: moves[0].value.unwrap_or(MoverValue::EVEN),
        simulations,
        nodes: simulations,
        depth: 1,
        deepest: 1,
        moves,
        ..Report::new(best, request.seed)
    }
}

/// Simulations to plan with: those of the limits, or of the horizon where there are none so near. As long as the speed is
/// not known, all candidates are simulated once.
fn simulations_left(budget: &Budget, done: u64, horizon: u64) -> u64 {
    match done {
        0 => budget.simulation_limit(),
        _ => budget.simulations_left(done),
    }
    .min(horizon)
}

/// How often a number can be halved before it is two.
fn rounds(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros().max(1)
}

impl<G: Noisy + Parts + Proposes + Sync, P: PartPlayout<G>> Search<G> for Halving<G, P>
where
    G::Action: Send + Sync,
    G::State: Sync,
{
    fn search_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        request: &Request<G::Action>,
        tell: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let mut budget = request.start(&request.limits);
        let seeds = (0..self.playouts.len() as u64).map(|thread| request.seed.index(thread));
        let mut rngs: Vec<Rng> = seeds.map(|seed| seed.rng()).collect();
        let mut rng = request.seed.child("refinement").rng();
        let root = Root {
            game,
            state,
            mover: game.to_move(state),
        };
        let mut actions = Vec::new();
        // Of a continuum any action may be asked for, listed or not; then none is added to them.
        let (favourites, refine) = match request.only.is_empty() {
            true => {
                let favourites = match (self.candidates)(game, state, &mut actions) {
                    0 => actions.len(),
                    favourites => favourites,
                };
                (favourites, self.params.refine)
            }
            false => {
                actions.clone_from(&request.only);
                (actions.len(), 0)
            }
        };
        let mut others = actions.split_off(favourites);
        let mut arms = Arms::new(&actions, self.params.share, self.params.caution);
        self.playouts
            .iter_mut()
            .for_each(|playout| playout.begin(game, state));
        let mut done = 0;
        let mut horizon = HORIZON;
        let reason = 'search: loop {
            if !others.is_empty() {
                // Favourites once each tell how fast simulations are, and so whether there is time for others.
                if done == 0 {
                    let count = budget.simulation_limit().min(favourites as u64) as usize;
                    let batch = self.batch(&root, &actions, 0..count, &mut budget, &mut rngs);
                    arms.learn(game, state, &batch);
                    done += batch.len() as u64;
                    if let Some(reason) = budget.exhausted(done, done) {
                        break 'search reason;
                    }
                }
                let left = simulations_left(&budget, done, horizon);
                if left / u64::from(self.params.spread) >= others.len() as u64 {
                    arms.add(&others);
                    others.clear();
                }
            }
            let listed = arms.alive.len();
            let rounds = rounds(listed);
            for round in 0..rounds {
                actions.clear();
                actions.extend(arms.alive.iter().map(|arm| arm.action));
                let mut of_round = 0;
                // Once each first; then as many as are this round's share of what is left.
                for once in [true, false] {
                    let left = simulations_left(&budget, done, horizon);
                    let share = (of_round + left) / u64::from(rounds - round);
                    let count = match once {
                        true => left.min(actions.len() as u64),
                        false => share.saturating_sub(of_round),
                    };
                    let end = of_round + count;
                    // Once at least, so that the clock is looked at.
                    loop {
                        let next = end.min(of_round + MOST_OF_BATCH);
                        let numbers = of_round as usize..next as usize;
                        let batch = self.batch(&root, &actions, numbers, &mut budget, &mut rngs);
                        arms.learn(game, state, &batch);
                        done += batch.len() as u64;
                        of_round += batch.len() as u64;
                        if let Some(reason) = budget.exhausted(done, done) {
                            break 'search reason;
                        }
                        if of_round >= end {
                            break;
                        }
                    }
                    if budget.report_is_due() {
                        tell(&Report {
                            elapsed: budget.elapsed(),
                            reason: StopReason::Stopped,
                            ..report(&arms, request)
                        });
                    }
                }
                if round + 1 < rounds {
                    arms.keep_best(listed.div_ceil(2 << round));
                    if arms.alive.len() <= self.params.refine_from as usize {
                        arms.refine(game, state, refine, &mut rng);
                    }
                }
            }
            arms.take_all_back();
            horizon = horizon.saturating_mul(2);
        };
        Report {
            elapsed: budget.elapsed(),
            reason,
            memory: self.playouts.iter().map(PartPlayout::memory).sum(),
            ..report(&arms, request)
        }
    }

    fn reset(&mut self) {
        self.playouts.iter_mut().for_each(PartPlayout::forget);
    }
}
