//! The optimiser: Adam with weight decay.
//!
//! With the mean gradient `g` of a batch, the moments `m` and `v` and the step number `t`,
//!
//! ```text
//! m += (1 - b1) (g - m)        v += (1 - b2) (g^2 - v)
//! w -= a d w                   w -= a m' / (sqrt(v') + e),   m' = m / (1 - b1^t), v' = v / (1 - b2^t)
//! ```
//!
//! (Kingma and Ba 2015; the decay `d` apart from the gradient, Loshchilov and Hutter 2019). All
//! weights take part in every step, also those that the batch did not touch: weights of rare inputs
//! keep moving for a while, and decay as all others do.

const BETA: [f64; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// Weights with their gradient and moments.
#[derive(Clone, Debug)]
pub struct Adam {
    /// The weights.
    pub weights: Vec<f32>,
    /// The sum of the gradients of the batch so far.
    pub gradient: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u32,
}

/// How a step is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The size of the step.
    pub rate: f32,
    /// Weight decay per step of size one.
    pub decay: f32,
    /// No weight grows larger.
    pub largest: f32,
    /// The sum of the weights of the gradients that were summed up: their number, if all count alike.
    pub batch: f32,
}

impl Adam {
    /// These weights, before the first step.
    pub fn new(weights: Vec<f32>) -> Adam {
        let zero = vec![0.0; weights.len()];
        Adam {
            gradient: zero.clone(),
            first: zero.clone(),
            second: zero,
            weights,
            steps: 0,
        }
    }

    /// Moves the weights against their gradient, which is forgotten.
    pub fn step(&mut self, step: Step) {
        self.steps += 1;
        // Where nothing was summed up, there is nothing to share.
        let share = if step.batch > 0.0 {
            1.0 / step.batch
        } else {
            0.0
        };
        let [first_left, second_left] = BETA.map(|beta| (1.0 - beta) as f32);
        let [first_whole, second_whole] =
            BETA.map(|beta| (1.0 / (1.0 - libm::pow(beta, self.steps.into()))) as f32);
        let keep = 1.0 - step.rate * step.decay;
        let moments = self.first.iter_mut().zip(&mut self.second);
        let gradients = self.gradient.iter_mut().zip(moments);
        for (weight, (gradient, (first, second))) in self.weights.iter_mut().zip(gradients) {
            let slope = *gradient * share;
            *gradient = 0.0;
            *first += first_left * (slope - *first);
            *second += second_left * (slope * slope - *second);
            let direction = *first * first_whole / ((*second * second_whole).sqrt() + EPSILON);
            let moved = *weight * keep - step.rate * direction;
            *weight = moved.clamp(-step.largest, step.largest);
        }
    }

    /// Everything that the next steps depend on: weights, moments and how many steps were made.
    pub fn memory(&mut self) -> ([&mut Vec<f32>; 3], &mut u32) {
        let vectors = [&mut self.weights, &mut self.first, &mut self.second];
        (vectors, &mut self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Step = Step {
        rate: 0.05,
        decay: 0.0,
        largest: 100.0,
        batch: 2.0,
    };

    #[test]
    fn the_least_of_a_bowl_is_found() {
        // The slope of (w - c)^2 / 2, summed over a batch of two.
        let goal = [3.0, -1.0, 0.0];
        let mut adam = Adam::new(vec![0.0; 3]);
        for _ in 0..2000 {
            for (i, &c) in goal.iter().enumerate() {
                adam.gradient[i] = 2.0 * (adam.weights[i] - c);
            }
            adam.step(STEP);
        }
        for (weight, c) in adam.weights.iter().zip(goal) {
            assert!((weight - c).abs() < 1e-2, "{weight} {c}");
        }
    }

    #[test]
    fn the_first_step_is_one_rate_long() {
        let mut adam = Adam::new(vec![1.0, 1.0, 1.0]);
        adam.gradient = vec![5.0, -0.01, 0.0];
        adam.step(Step { decay: 0.2, ..STEP });
        let kept = 1.0 - 0.05 * 0.2;
        for (weight, expected) in adam.weights.iter().zip([kept - 0.05, kept + 0.05, kept]) {
            assert!((weight - expected).abs() < 1e-5, "{weight} {expected}");
        }
        assert_eq!(adam.gradient, [0.0; 3]);
    }

    #[test]
    fn weights_stay_within_bounds() {
        let mut adam = Adam::new(vec![0.0]);
        for _ in 0..100 {
            adam.gradient[0] = -1.0;
            adam.step(Step {
                largest: 0.5,
                ..STEP
            });
        }
        assert_eq!(adam.weights, [0.5]);
    }
}
