//! What simulations tell of actions that noise may turn into each other.
//!
//! A simulation of action `a` executes `e`, drawn from the noise `p(e|a)`. It tells as much of every other
//! action that is executed as `e` now and then. If arm `a` has `s_a` times as many simulations of a batch as arms have on
//! average, the executions are drawn from a density in proportion to `m(e) = sum_a s_a p(e|a)`, and
//!
//! `Q(b) = sum_i w_i(b) r_i / sum_i w_i(b),  w_i(b) = p(e_i|b) / m(e_i)`
//!
//! is what `b` is worth with its own noise, whoever was simulated: importance sampling with the balance
//! heuristic (E. Veach and L. Guibas, 1995). Smoothing by the bare likelihood, without `m`, would take `b` for
//! less noisy than it is, where most executions are its own. An execution that only `b` could have led to has the
//! weight 1, in a batch with few arms as in one with many, so that batches add up.

use super::samples::{Sample, Samples};
use yomi_core::{Noisy, Proposes, Rng};

/// Samples that tell a value: the mean of so many win rates has a standard error of at most 0.05.
const ENOUGH: f64 = 100.0;

/// Weighted sums of results.
#[derive(Clone, Copy, Default)]
struct Sums {
    weight: f64,
    total: f64,
    /// Of weights.
    squares: f64,
}

impl Sums {
    fn add(&mut self, weight: f64, value: f64) {
        self.weight += weight;
        self.total += weight * value;
        self.squares += weight * weight;
    }

    fn mean(self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.total / self.weight)
    }

    /// How many samples of weight 1 would tell as much: `(sum w)^2 / sum w^2`.
    fn effective(self) -> f64 {
        self.weight * self.weight / self.squares.max(f64::MIN_POSITIVE)
    }
}

/// An action of the root and what is known of it.
#[derive(Clone, Copy)]
pub struct Arm<A> {
    pub action: A,
    /// Simulations of its own.
    pub visits: u64,
    /// Whether it is one of the favourites.
    favourite: bool,
    all: Sums,
    /// Of the last batches, since arms were last dropped.
    recent: Sums,
}

impl<A> Arm<A> {
    fn new(action: A) -> Arm<A> {
        Arm {
            action,
            visits: 0,
            favourite: false,
            all: Sums::default(),
            recent: Sums::default(),
        }
    }

    /// Its value by all that is known.
    pub fn value(&self) -> Option<f64> {
        self.all.mean()
    }

    /// Its value by what came in after it was last found good enough to stay: that it was found good by chance does
    /// not count here. Where that is little, as when the time ends just after arms were dropped, all that is known counts.
    pub fn recent_value(&self) -> Option<f64> {
        match self.recent.effective() >= ENOUGH {
            true => self.recent.mean(),
            false => self.all.mean(),
        }
    }
}

/// The arms that are left, those that were dropped, and all samples.
pub struct Arms<A> {
    pub alive: Vec<Arm<A>>,
    pub dropped: Vec<Arm<A>>,
    samples: Samples<A>,
    /// Whether simulations count for other arms.
    share: bool,
    /// By how many standard errors an arm's mean is lowered when arms are compared.
    caution: f64,
    /// Sum and sum of squares of the values of all samples, and their number.
    values: (f64, f64, f64),
    likelihoods: Vec<f64>,
}

impl<A: Copy + PartialEq> Arms<A> {
    /// Arms that are favourites.
    pub fn new(actions: &[A], share: bool, caution: f64) -> Arms<A> {
        let favourite = |&action| Arm {
            favourite: true,
            ..Arm::new(action)
        };
        Arms {
            alive: actions.iter().map(favourite).collect(),
            dropped: Vec::new(),
            samples: Samples::default(),
            share,
            caution,
            values: (0.0, 0.0, 0.0),
            likelihoods: Vec::new(),
        }
    }

    /// Takes in a batch: samples of the arms that are left, each with its arm's number.
    pub fn learn<G: Noisy<Action = A>>(
        &mut self,
        game: &G,
        state: &G::State,
        batch: &[(usize, Sample<A>)],
    ) {
        for (_, Sample { value, .. }) in batch {
            self.values.0 += value;
            self.values.1 += value * value;
            self.values.2 += 1.0;
        }
        if !self.share {
            for &(number, sample) in batch {
                let arm = &mut self.alive[number];
                arm.visits += 1;
                arm.all.add(1.0, sample.value);
                arm.recent.add(1.0, sample.value);
            }
            return;
        }
        let mut shares = vec![0.0; self.alive.len()];
        for &(number, _) in batch {
            self.alive[number].visits += 1;
            shares[number] += self.alive.len() as f64 / batch.len() as f64;
        }
        for &(_, mut sample) in batch {
            let alive = self.alive.iter();
            self.likelihoods.clear();
            self.likelihoods
                .extend(alive.map(|arm| game.density(state, arm.action, sample.executed)));
            let density = self.likelihoods.iter().zip(&shares);
            sample.density = density.map(|(likelihood, share)| likelihood * share).sum();
            if sample.density <= 0.0 {
                // So unlikely that its likelihood is nothing even for its own arm.
                continue;
            }
            for (arm, likelihood) in self.alive.iter_mut().zip(&self.likelihoods) {
                let weight = likelihood / sample.density;
                arm.all.add(weight, sample.value);
                arm.recent.add(weight, sample.value);
            }
            self.samples.add(sample);
        }
    }

    /// Adds arms that are no favourites.
    pub fn add(&mut self, actions: &[A]) {
        self.alive.extend(actions.iter().copied().map(Arm::new));
    }

    /// Keeps the best arms, so many of them: all favourites if at least half of them may be others.
    pub fn keep_best(&mut self, count: usize) {
        let bound = self.bound();
        let favourites = self.alive.iter().filter(|arm| arm.favourite).count();
        let stays = |arm: &Arm<A>| arm.favourite && 2 * favourites <= count;
        let order = |a: &Arm<A>, b: &Arm<A>| {
            let by_bound = bound(b).total_cmp(&bound(a));
            stays(b).cmp(&stays(a)).then(by_bound)
        };
        self.alive.sort_by(order);
        let dropped = self.alive.drain(count.min(self.alive.len())..);
        self.dropped.splice(0..0, dropped);
        self.alive
            .iter_mut()
            .for_each(|arm| arm.recent = Sums::default());
    }

    /// Adds arms beside those that are left, so often beside each.
    pub fn refine<G: Noisy<Action = A> + Proposes>(
        &mut self,
        game: &G,
        state: &G::State,
        times: u32,
        rng: &mut Rng,
    ) {
        for index in 0..self.alive.len() {
            for _ in 0..times {
                let Some(action) = game.near(state, self.alive[index].action, rng) else {
                    continue;
                };
                if self.alive.iter().any(|known| known.action == action) {
                    continue;
                }
                let mut arm = Arm::new(action);
                for (sample, count) in self.samples.iter() {
                    let likelihood = game.density(state, arm.action, sample.executed);
                    arm.all
                        .add(count * likelihood / sample.density, sample.value);
                }
                self.alive.push(arm);
            }
        }
    }

    /// Takes back all arms that were dropped.
    pub fn take_all_back(&mut self) {
        self.alive.append(&mut self.dropped);
    }

    /// What arms are compared by: `Q - caution * sigma / sqrt(n)`, where `n` is the number of samples that would tell
    /// as much if all were the arm's own. One that is known by a few distant samples must not win by their luck.
    fn bound(&self) -> impl Fn(&Arm<A>) -> f64 + use<A> {
        let (sum, squares, count) = self.values;
        let count = count.max(1.0);
        let variance = (squares / count - (sum / count) * (sum / count)).max(0.0);
        let scale = self.caution * variance.sqrt();
        move |arm| match arm.value() {
            Some(value) => value - scale / arm.all.effective().sqrt(),
            None => f64::NEG_INFINITY,
        }
    }

    /// All arms, best first: those that are left before those that were dropped; of equals the first stays first.
    pub fn ranked(&self) -> Vec<Arm<A>> {
        let bound = self.bound();
        let mut ranked = self.alive.clone();
        ranked.sort_by(|a, b| bound(b).total_cmp(&bound(a)));
        ranked.extend_from_slice(&self.dropped);
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::continuous::Parts as _;
    use yomi_core::{Game as _, Seed};
    use yomi_toy::TwoPeaks;
    use yomi_toy::two_peaks::Aim;

    /// Simulations of some aims, so many of each.
    fn batch(game: &TwoPeaks, aims: &[f64], counts: &[usize]) -> Vec<(usize, Sample<Aim>)> {
        let mut rng = Seed::new(5).rng();
        let mut batch = Vec::new();
        for (number, (&aim, &count)) in aims.iter().zip(counts).enumerate() {
            for _ in 0..count {
                let start = game.initial();
                let executed = game.perturb(&start, Aim::new(aim).unwrap(), &mut rng);
                let mut end = start;
                game.step_exact(&mut end, executed);
                let value = game.value_between_parts(&end).0;
                batch.push((number, Sample::new(executed, value)));
            }
        }
        batch
    }

    fn arms(aims: &[f64], share: bool) -> Arms<Aim> {
        let aims: Vec<Aim> = aims.iter().map(|&aim| Aim::new(aim).unwrap()).collect();
        Arms::new(&aims, share, 0.0)
    }

    /// However unevenly simulations were shared out, every arm has the value that its own noise gives it:
    /// that of an arm which was hardly simulated too.
    #[test]
    fn simulations_of_neighbours_give_an_arm_its_own_value() {
        let game = TwoPeaks::default();
        let aims = [0.82, 0.86, 0.90, 0.94];
        let mut arms = arms(&aims, true);
        let batch = batch(&game, &aims, &[20_000, 10, 20_000, 10_000]);
        arms.learn(&game, &game.initial(), &batch);
        for (arm, &aim) in arms.alive.iter().zip(&aims) {
            let (found, expected) = (arm.value().unwrap(), game.expected_payoff(aim));
            assert!(
                (found - expected).abs() < 0.01,
                "{aim}: {found}, not {expected}"
            );
        }
    }

    /// The mean of a few early simulations and many late ones is that of the many.
    #[test]
    fn batches_count_by_their_simulations() {
        let game = TwoPeaks::default();
        let start = game.initial();
        let aims = [0.1, 0.3, 0.5, 0.7];
        let mut arms = arms(&aims, true);
        let execution = |x| Sample::new(Aim::new(x).unwrap(), 0.0);
        let lucky = Sample {
            value: 1.0,
            ..execution(0.3)
        };
        let first = [execution(0.1), lucky, execution(0.5), execution(0.7)];
        let first: Vec<_> = first.into_iter().enumerate().collect();
        arms.learn(&game, &start, &first);
        arms.keep_best(1);
        arms.learn(&game, &start, &[(0, execution(0.3)); 9]);
        assert!((arms.alive[0].value().unwrap() - 0.1).abs() < 1e-3);
        // What came in since is too little to be told by itself, and then enough.
        assert_eq!(arms.alive[0].recent_value(), arms.alive[0].value());
        arms.learn(&game, &start, &[(0, execution(0.3)); 100]);
        assert_eq!(arms.alive[0].recent_value(), Some(0.0));
    }

    #[test]
    fn an_arm_that_is_added_is_valued_by_what_is_known_beside_it() {
        let game = TwoPeaks::default();
        let start = game.initial();
        let mut arms = arms(&[0.2, 0.3, 0.4], true);
        let batch = batch(&game, &[0.2, 0.3, 0.4], &[3_000; 3]);
        arms.learn(&game, &start, &batch);
        arms.keep_best(1);
        assert_eq!((arms.alive.len(), arms.dropped.len()), (1, 2));
        arms.refine(&game, &start, 5, &mut Seed::new(1).rng());
        assert_eq!(arms.alive.len(), 6);
        for arm in &arms.alive[1..] {
            let (found, expected) = (arm.value().unwrap(), game.expected_payoff(arm.action.get()));
            assert!(
                (found - expected).abs() < 0.03,
                "{:?}: {found}, not {expected}",
                arm.action
            );
            assert_eq!(arm.visits, 0);
        }
        arms.take_all_back();
        assert_eq!(arms.ranked().len(), 8);
    }

    /// A favourite that is worse than all others stays while twice as many arms as there are favourites may, and goes then.
    #[test]
    fn favourites_stay_while_there_is_room_for_as_many_others() {
        let game = TwoPeaks::default();
        let mut arms = arms(&[0.1], false);
        arms.add(&[0.3, 0.5, 0.7, 0.9].map(|x| Aim::new(x).unwrap()));
        let batch: Vec<_> = (0..5)
            .map(|arm| (arm, Sample::new(arms.alive[arm].action, arm as f64 / 5.0)))
            .collect();
        arms.learn(&game, &game.initial(), &batch);
        let left = |arms: &Arms<Aim>| {
            let aims = arms.alive.iter().map(|arm| arm.action.get());
            aims.collect::<Vec<f64>>()
        };
        arms.keep_best(2);
        assert_eq!(left(&arms), [0.1, 0.9]);
        assert_eq!(arms.ranked()[0].action.get(), 0.9, "the best is the best");
        arms.keep_best(1);
        assert_eq!(left(&arms), [0.9]);
    }

    /// A lucky sample does not make up for ten good ones, unless it is taken at its word.
    #[test]
    fn caution_prefers_what_is_known_well() {
        let game = TwoPeaks::default();
        for (caution, first) in [(0.0, 0.7), (1.0, 0.2)] {
            let mut arms = Arms::new(&[0.2, 0.7].map(|x| Aim::new(x).unwrap()), false, caution);
            let sample = |x, value| Sample::new(Aim::new(x).unwrap(), value);
            let mut batch = vec![(0, sample(0.2, 0.9)); 10];
            batch.extend([(0, sample(0.2, 0.0)), (1, sample(0.7, 0.85))]);
            arms.learn(&game, &game.initial(), &batch);
            assert_eq!(arms.ranked()[0].action.get(), first);
        }
    }

    #[test]
    fn without_sharing_an_arm_knows_its_own_simulations_alone() {
        let game = TwoPeaks::default();
        let mut arms = arms(&[0.3, 0.31], false);
        let batch = batch(&game, &[0.3], &[10]);
        arms.learn(&game, &game.initial(), &batch);
        let mean = batch.iter().map(|(_, sample)| sample.value).sum::<f64>() / 10.0;
        assert!((arms.alive[0].value().unwrap() - mean).abs() < 1e-12);
        assert_eq!(arms.alive[1].value(), None);
    }
}
