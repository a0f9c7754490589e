//! What the way to a server and back costs.
//!
//! A throw's *cost* is what the server's clock lost by it less what we thought: both ways of the
//! network, what the server itself does before its clock stops, and what an engine took beyond its
//! budget. It is estimated as TCP estimates
//! its round trips (V. Jacobson, *Congestion avoidance and control*, 1988; RFC 6298), by a moving
//! mean m and a moving mean deviation d of the costs c so far; besides, by the greatest cost p, of
//! which every further throw forgets a part:
//!
//! ```text
//! first cost     m = c                 d = c / 2                p = c
//! later costs    d += (|c - m| - d)/4  m += (c - m)/8           p = max(c, p - p/256)
//! ```
//!
//! where d is computed with the old m. For n throws this is kept back:
//!
//! ```text
//! n·m + max(4·d·√n, p - m)
//! ```
//!
//! The sum of n costs deviates as the square root of n. A cost that jumps by j raises what is kept
//! back for the very next throw by more than j, whatever was before; a rare one (a packet that was
//! lost and sent again) stays covered once, however rare it is. Until the first cost is known, 150
//! ms each way are assumed: m = p = 0.3 s, d = 0.15 s.

use std::time::Duration;

/// What is assumed until something is known: 150 ms each way, in seconds.
const FIRST_GUESS: f64 = 0.3;

/// What the way costs, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct WayCost {
    mean: f64,
    deviation: f64,
    /// The greatest cost, as far as it is not forgotten.
    peak: f64,
    is_learned: bool,
}

impl Default for WayCost {
    fn default() -> WayCost {
        WayCost {
            mean: FIRST_GUESS,
            deviation: FIRST_GUESS / 2.0,
            peak: FIRST_GUESS,
            is_learned: false,
        }
    }
}

impl WayCost {
    /// Whether any cost is known.
    pub fn is_learned(&self) -> bool {
        self.is_learned
    }

    /// A throw had this cost.
    pub fn learn(&mut self, cost: Duration) {
        let cost = cost.as_secs_f64();
        if self.is_learned {
            let error = cost - self.mean;
            self.deviation += (error.abs() - self.deviation) / 4.0;
            self.mean += error / 8.0;
            self.peak = cost.max(self.peak * (1.0 - 1.0 / 256.0));
        } else {
            self.mean = cost;
            self.deviation = cost / 2.0;
            self.peak = cost;
            self.is_learned = true;
        }
    }

    /// What to keep back for so many throws.
    pub fn of(&self, throws: u32) -> Duration {
        let throws = f64::from(throws);
        let spread = 4.0 * self.deviation * throws.sqrt();
        let seconds = throws * self.mean + spread.max(self.peak - self.mean);
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(costs: &[f64]) -> WayCost {
        let mut way = WayCost::default();
        for &cost in costs {
            way.learn(Duration::from_secs_f64(cost));
        }
        way
    }

    fn near(found: Duration, seconds: f64) {
        let found = found.as_secs_f64();
        assert!((found - seconds).abs() < 1e-6, "{found} and not {seconds}");
    }

    #[test]
    fn the_mean_and_its_deviation_are_those_of_rfc_6298() {
        near(after(&[]).of(4), 4.0 * 0.3 + 4.0 * 0.15 * 2.0);
        near(after(&[0.2]).of(1), 0.2 + 4.0 * 0.1);
        // d = 0.1 + (0.4 - 0.1) / 4, m = 0.2 + 0.4 / 8.
        near(after(&[0.2, 0.6]).of(9), 9.0 * 0.25 + 4.0 * 0.175 * 3.0);
    }

    #[test]
    fn a_steady_cost_is_kept_back_and_little_more() {
        let way = after(&[0.2; 30]);
        near(way.of(1), 0.2 + 0.4 * 0.75_f64.powi(29));
        assert!(way.of(50) < Duration::from_millis(10_010));
    }

    #[test]
    fn a_jump_is_covered_from_the_next_throw_on() {
        for (low, high) in [(0.0, 0.3), (0.01, 2.0), (0.2, 0.5)] {
            let mut costs = vec![low; 20];
            costs.push(high);
            assert!(after(&costs).of(1).as_secs_f64() >= high, "{low} {high}");
        }
    }

    #[test]
    fn a_freak_is_kept_back_once_and_not_for_every_throw() {
        let mut costs = vec![0.2; 20];
        costs.push(3.0);
        let shocked = after(&costs);
        assert!(shocked.of(1).as_secs_f64() > 3.0);
        costs.extend([0.2; 24]);
        let calm = after(&costs);
        let peak = 3.0 * (255.0_f64 / 256.0).powi(24);
        near(calm.of(1), peak);
        assert!(calm.of(30).as_secs_f64() < 30.0 * 0.22 + peak);
        costs.extend([0.2; 1000]);
        near(after(&costs).of(30), 30.0 * 0.2);
    }

    #[test]
    fn no_cost_is_too_great() {
        let mut endless = WayCost::default();
        endless.learn(Duration::MAX);
        assert_eq!(endless.of(u32::MAX), Duration::MAX);
    }
}
