//! Rewards against the root: won, lost or drawn by how much better a leaf is.
//!
//! Where playouts are cut short, what an evaluation says at their end is worth more as a comparison than as a value: did things get better or worse
//! than at the root of the search? (S. Takeuchi, T. Kaneko and K. Yamaguchi, "Monte-Carlo tree search with an evaluation function in shogi", GPW
//! 2010, in Japanese.) Values are compared by their log-odds, in which the static evaluations of most games are linear.
//!
//! Limits: a root that is won already can hardly be improved, and every leaf of it is drawn. A tree that is kept from the last move
//! ([`UctParams::reuse`](super::UctParams::reuse)) holds rewards against the root of that move.

use yomi_core::FirstValue;

/// Rewards by how much better a leaf is than the root.
///
/// ```
/// use yomi_core::FirstValue;
/// use yomi_search::uct::Reward;
///
/// let reward = Reward::against(FirstValue(0.6), 0.5);
/// let rewards = [0.4, 0.6, 0.7, 0.8].map(|leaf| reward.of(FirstValue(leaf)).0);
/// assert_eq!(rewards, [0.0, 0.5, 0.5, 1.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reward {
    /// The value of the root for the first player, in log-odds.
    root: f64,
    /// By how much a leaf must be better or worse.
    threshold: f64,
}

impl Reward {
    /// Rewards against a root of this value.
    pub fn against(root: FirstValue, threshold: f64) -> Reward {
        Reward {
            root: log_odds(root),
            threshold,
        }
    }

    /// The reward of a leaf: won, lost, or neither.
    #[inline]
    pub fn of(self, leaf: FirstValue) -> FirstValue {
        let gain = log_odds(leaf) - self.root;
        // Values are rounded: a gain of the threshold itself must not get lost.
        match self.threshold - 1e-9 {
            threshold if gain >= threshold => FirstValue(1.0),
            threshold if gain <= -threshold => FirstValue(0.0),
            _ => FirstValue::EVEN,
        }
    }
}

/// Finite for wins and losses too: a win is a win whatever the root was worth, unless that was won already.
fn log_odds(value: FirstValue) -> f64 {
    const MOST: f64 = 35.0;
    libm::log(value.0 / (1.0 - value.0)).clamp(-MOST, MOST)
}
