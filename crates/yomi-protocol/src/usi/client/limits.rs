//! How far a program may think, and the command that tells it.

use std::time::Duration;
use yomi_core::Clock;

/// How far a program may think about a move; whichever comes first ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UsiLimits {
    /// `go nodes`.
    pub nodes: Option<u64>,
    /// `go depth`.
    pub depth: Option<u32>,
    /// `go movetime`.
    pub time: Option<Duration>,
    /// `go byoyomi`, with empty clocks.
    pub byoyomi: Option<Duration>,
}

impl UsiLimits {
    /// Whether a program would think without end.
    pub fn is_unlimited(&self) -> bool {
        *self == UsiLimits::default()
    }

    /// How long a program may think that keeps to its limits of time, if there are any.
    pub(super) fn allowance(&self, clock: Option<Clock>) -> Duration {
        let clock = clock.unwrap_or_default();
        [self.time, self.byoyomi]
            .into_iter()
            .flatten()
            .fold(clock.remaining, Duration::saturating_add)
            .saturating_add(clock.byoyomi)
    }

    /// The command that starts a search within these limits and the means of this clock. What is
    /// nought is left out: there are programs that give up at a word they do not know.
    pub(super) fn go(&self, clock: Option<Clock>) -> String {
        let mut go = "go".to_owned();
        let mut add = |name: &str, number: u128| go += &format!(" {name} {number}");
        // The other side's clock is not known here: its own is as good a guess as any.
        let times = clock.map(|clock| (clock.remaining, clock.byoyomi, clock.increment));
        let empty = |byoyomi| (Duration::ZERO, byoyomi, Duration::ZERO);
        if let Some((remaining, byoyomi, increment)) = times.or(self.byoyomi.map(empty)) {
            add("btime", remaining.as_millis());
            add("wtime", remaining.as_millis());
            if !byoyomi.is_zero() {
                add("byoyomi", byoyomi.as_millis());
            }
            if !increment.is_zero() {
                add("binc", increment.as_millis());
                add("winc", increment.as_millis());
            }
        }
        if let Some(time) = self.time {
            add("movetime", time.as_millis());
        }
        if let Some(nodes) = self.nodes {
            add("nodes", nodes.into());
        }
        if let Some(depth) = self.depth {
            add("depth", depth.into());
        }
        go
    }
}

#[cfg(test)]
mod tests {
    use super::super::UsiRecipe;
    use super::*;

    #[test]
    fn limits_are_told() {
        let clock = |seconds: [u64; 3]| {
            let [remaining, increment, byoyomi] = seconds.map(Duration::from_secs);
            Some(Clock {
                remaining,
                increment,
                byoyomi,
            })
        };
        for (settings, clock, go) in [
            ("nodes=10000", None, "go nodes 10000"),
            ("depth=6 nodes=5", None, "go nodes 5 depth 6"),
            ("time=1.5", None, "go movetime 1500"),
            ("byoyomi=10", None, "go btime 0 wtime 0 byoyomi 10000"),
            ("", clock([60, 0, 0]), "go btime 60000 wtime 60000"),
            (
                "nodes=9",
                clock([60, 1, 5]),
                "go btime 60000 wtime 60000 byoyomi 5000 binc 1000 winc 1000 nodes 9",
            ),
            (
                "byoyomi=10",
                clock([0, 0, 5]),
                "go btime 0 wtime 0 byoyomi 5000",
            ),
        ] {
            let recipe: UsiRecipe = format!("{settings} prog").parse().expect("a recipe");
            assert_eq!(recipe.limits().go(clock), go);
        }
    }
}
