//! Choosing a kind of action by the nodes of a state: the formulas are at the head of the
//! [module](super).

use super::StateTreeParams;
use super::table::Slot;
use crate::root_grid::softmax;
use yomi_core::Rng;
use yomi_core::continuous::Plan;

/// Chooses by an upper confidence bound over the sums of a state's nodes.
pub struct Chooser {
    /// The weight of a node, by its level.
    weights: Vec<f64>,
    visit_power: f64,
    initial_visits: f64,
    exploration: f64,
    prior_visits: f64,
    temperature: f64,
    sums: Vec<Sum>,
    /// The number of the plan of each kind, plus one; 0 for kinds without a plan.
    plan_of: [u8; 256],
}

/// What is known of a plan.
#[derive(Clone, Copy, Default)]
struct Sum {
    /// Weighted visits.
    visits: f64,
    /// Weighted rewards.
    reward: f64,
    /// The upper confidence bound.
    bound: f64,
}

impl Chooser {
    pub fn new(params: &StateTreeParams) -> Chooser {
        let weight = |level| libm::pow(f64::from(level + 1), params.level_power);
        Chooser {
            weights: (0..=params.levels).map(weight).collect(),
            visit_power: params.visit_power,
            initial_visits: params.initial_visits,
            exploration: params.exploration,
            prior_visits: params.prior_visits,
            temperature: params.temperature,
            sums: Vec::new(),
            plan_of: [0; 256],
        }
    }

    /// The number of the plan to try, given what the nodes of the state know, from the coarsest to the finest.
    ///
    /// `preferences` are the policy's, or none; `reward` makes a reward of a probability to win.
    pub fn choose<N: Iterator<Item = (u8, Slot)>>(
        &mut self,
        plans: &[Plan],
        preferences: &mut [f32],
        nodes: impl Iterator<Item = N>,
        reward: impl Fn(f64) -> f64,
        rng: &mut Rng,
    ) -> usize {
        if plans.len() == 1 {
            return 0;
        }
        self.add_up(plans, nodes);
        self.bound(preferences, reward);
        // Of equals the first after a random place.
        let first = rng.below(plans.len() as u32) as usize;
        let mut best = first;
        for index in (first + 1..plans.len()).chain(0..first) {
            if self.sums[index].bound > self.sums[best].bound {
                best = index;
            }
        }
        best
    }

    /// Adds up the weighted visits and rewards of the plans.
    fn add_up<N: Iterator<Item = (u8, Slot)>>(
        &mut self,
        plans: &[Plan],
        nodes: impl Iterator<Item = N>,
    ) {
        self.sums.clear();
        self.sums.resize(plans.len(), Sum::default());
        for (number, plan) in (1..).zip(plans) {
            self.plan_of[usize::from(plan.kind)] = number;
        }
        let mut weighed = 0.0;
        for (node, weight) in nodes.zip(&self.weights) {
            weighed += weight;
            for (kind, slot) in node {
                let number = usize::from(self.plan_of[usize::from(kind)]);
                if let Some(sum) = number.checked_sub(1).map(|index| &mut self.sums[index]) {
                    sum.visits += weight * f64::from(slot.visits);
                    sum.reward += weight * f64::from(slot.reward);
                }
            }
        }
        for plan in plans {
            self.plan_of[usize::from(plan.kind)] = 0;
        }
        // Where no node could be had, as if there were one that knows nothing.
        let initial = self.initial_visits * if weighed > 0.0 { weighed } else { 1.0 };
        self.sums.iter_mut().for_each(|sum| sum.visits += initial);
    }

    /// Makes upper confidence bounds of the sums.
    fn bound(&mut self, preferences: &mut [f32], reward: impl Fn(f64) -> f64) {
        let all: f64 = self.sums.iter().map(|sum| sum.visits).sum();
        let log_all = libm::log(all);
        let shrink = libm::exp((self.visit_power - 1.0) * log_all);
        let twice_log = 2.0 * (self.visit_power * log_all).max(0.0);
        if !preferences.is_empty() {
            softmax(preferences, self.temperature);
        }
        for (index, sum) in self.sums.iter_mut().enumerate() {
            let (mut visits, mut total) = (sum.visits * shrink, sum.reward * shrink);
            if let Some(&probability) = preferences.get(index) {
                visits += self.prior_visits;
                total += self.prior_visits * reward(f64::from(probability));
            }
            sum.bound = total / visits + self.exploration * (twice_log / visits).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Seed;

    /// No nodes.
    const NOTHING: std::iter::Empty<std::iter::Empty<(u8, Slot)>> = std::iter::empty();

    fn plans(count: u8) -> Vec<Plan> {
        (0..count).map(|kind| Plan { kind, detail: 0 }).collect()
    }

    /// What a node knows in which each kind was tried so often, with this sum of rewards.
    fn node(tried: &[(u32, f32)]) -> Vec<(u8, Slot)> {
        let slots = tried.iter().map(|&(visits, reward)| Slot {
            visits: visits as f32,
            reward,
        });
        (0..).zip(slots).collect()
    }

    fn bounds(
        params: &StateTreeParams,
        preferences: &mut [f32],
        nodes: &[Vec<(u8, Slot)>],
    ) -> Vec<f64> {
        let mut chooser = Chooser::new(params);
        chooser.add_up(&plans(2), nodes.iter().map(|node| node.iter().copied()));
        chooser.bound(preferences, |probability| (probability - 0.5) / 0.25);
        chooser.sums.iter().map(|sum| sum.bound).collect()
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 2e-5, "{found} for {expected}");
        }
    }

    /// Worked by hand. n~ = 3.5 and 1.5; n = 5^0.4 = 1.90365; 2 ln n = 1.28755.
    #[test]
    fn one_node_by_hand() {
        let nodes = [node(&[(3, 1.5), (1, 0.2)])];
        let found = bounds(&StateTreeParams::default(), &mut [], &nodes);
        assert_near(&found, &[0.428_571 + 0.982_967, 0.133_333 + 1.501_507]);
    }

    /// The second node weighs 2^4: n~ = 3.5 + 16 * 1.5 = 27.5 and 1.5 + 16 * 2.5 = 41.5, rewards
    /// 1.5 + 16 * 0.5 = 9.5 and 0.2 - 16 * 1 = -15.8; n = 69^0.4 = 5.439258, 2 ln n = 3.387285.
    #[test]
    fn a_finer_node_counts_sixteen_times() {
        let nodes = [node(&[(3, 1.5), (1, 0.2)]), node(&[(1, 0.5), (2, -1.0)])];
        let found = bounds(&StateTreeParams::default(), &mut [], &nodes);
        let visits = [27.5 * 5.439_258 / 69.0, 41.5 * 5.439_258 / 69.0];
        let expected = [
            9.5 / 27.5 + (3.387_285_f64 / visits[0]).sqrt(),
            -15.8 / 41.5 + (3.387_285_f64 / visits[1]).sqrt(),
        ];
        assert_near(&found, &expected);
    }

    /// Preferences of 0.8 ln 3 and 0 at temperature 0.8: probabilities 3/4 and 1/4, rewards 1 and -1.
    #[test]
    fn preferences_count_as_two_visits() {
        let nodes = [node(&[(3, 1.5), (1, 0.2)])];
        let mut preferences = [0.8 * 3.0_f32.ln(), 0.0];
        let found = bounds(&StateTreeParams::default(), &mut preferences, &nodes);
        let shrink = 1.903_654 / 5.0;
        let visits = [3.5 * shrink + 2.0, 1.5 * shrink + 2.0];
        let expected = [
            (1.5 * shrink + 2.0) / visits[0] + (1.287_550_f64 / visits[0]).sqrt(),
            (0.2 * shrink - 2.0) / visits[1] + (1.287_550_f64 / visits[1]).sqrt(),
        ];
        assert_near(&found, &expected);
    }

    #[test]
    fn ties_are_broken_at_random_and_single_plans_need_no_thought() {
        let mut chooser = Chooser::new(&StateTreeParams::default());
        let mut rng = Seed::new(1).rng();
        let mut chosen = [0; 3];
        for _ in 0..300 {
            chosen[chooser.choose(&plans(3), &mut [], NOTHING, |_| 0.0, &mut rng)] += 1;
        }
        assert!(chosen.iter().all(|&count| count > 60), "{chosen:?}");
        assert_eq!(
            chooser.choose(&plans(1), &mut [], NOTHING, |_| 0.0, &mut rng),
            0
        );
    }
}
