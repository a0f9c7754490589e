//! Within which limits a board asks for a move.
//!
//! Whatever a board writes after `go`, it waits for an answer; so a word that cannot be read is a
//! fault to complain of, not a reason to stay silent.

use std::str::SplitWhitespace;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::foreign::quoted;

/// How long to look for a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateLimit {
    /// So long.
    Within(Duration),
    /// Until told to stop.
    Infinite,
}

/// The words after `go`.
///
/// ```
/// use std::time::Duration;
/// use yomi_core::Player;
/// use yomi_protocol::usi::codec::Go;
///
/// let go = Go::parse("btime 60000 wtime 50000 byoyomi 10000");
/// assert_eq!(go.time(Player::Second), Some(Duration::from_secs(50)));
/// assert_eq!(go.byoyomi, Some(Duration::from_secs(10)));
/// assert_eq!(Go::parse("depth many").faults, ["go: 'many' is not a number for depth"]);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Go {
    /// What is left of each player's main time: `btime`, `wtime`.
    pub times: [Option<Duration>; 2],
    /// What each player gets for a move: `binc`, `winc`.
    pub increments: [Option<Duration>; 2],
    /// The time for a move once the main time is gone.
    pub byoyomi: Option<Duration>,
    /// The time for this move.
    pub movetime: Option<Duration>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The most plies.
    pub depth: Option<u32>,
    /// Whether to think until told to stop.
    pub infinite: bool,
    /// Whether the position is one that is only expected.
    pub ponder: bool,
    /// Whether to look for a mate instead of a move.
    pub mate: Option<MateLimit>,
    /// The only moves to look at; empty: all.
    pub searchmoves: Vec<String>,
    /// What could not be read.
    pub faults: Vec<String>,
}

/// Every word that begins something new: moves to look at end there.
const KEYS: [&str; 12] = [
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movetime",
    "nodes",
    "depth",
    "infinite",
    "ponder",
    "mate",
    "searchmoves",
];

impl Go {
    /// Reads the words after `go`.
    pub fn parse(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = Words(text.split_whitespace().peekable());
        while let Some(key) = words.0.next() {
            if let Err(fault) = go.read(key, &mut words) {
                go.faults.push(format!("go: {fault}"));
            }
        }
        go
    }

    fn read(&mut self, key: &str, words: &mut Words<'_>) -> Result<(), String> {
        match key {
            "btime" => self.times[0] = Some(words.time(key)?),
            "wtime" => self.times[1] = Some(words.time(key)?),
            "binc" => self.increments[0] = Some(words.time(key)?),
            "winc" => self.increments[1] = Some(words.time(key)?),
            "byoyomi" => self.byoyomi = Some(words.time(key)?),
            "movetime" => self.movetime = Some(words.time(key)?),
            "nodes" => self.nodes = Some(words.number(key)?.max(1)),
            "depth" => {
                let depth = words.number(key)?.max(1);
                self.depth = Some(u32::try_from(depth).unwrap_or(u32::MAX));
            }
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "mate" => self.mate = Some(words.mate_limit()?),
            "searchmoves" => {
                let moves = std::iter::from_fn(|| words.value());
                self.searchmoves.extend(moves.map(str::to_owned));
            }
            unknown => return Err(format!("unknown word {}", quoted(unknown))),
        }
        Ok(())
    }

    /// What is left of a player's main time.
    pub fn time(&self, player: Player) -> Option<Duration> {
        self.times[player.index()]
    }

    /// What a player gets for a move.
    pub fn increment(&self, player: Player) -> Option<Duration> {
        self.increments[player.index()]
    }

    /// Whether there is anything here that says how long a move may take.
    fn is_timed(&self) -> bool {
        let clocks = self.times.iter().chain(&self.increments);
        let mut all = clocks.chain([&self.byoyomi, &self.movetime]);
        all.any(Option::is_some)
    }

    /// Takes over what these words, sent later, say about time.
    pub fn update_times(&mut self, later: &Go) {
        if later.is_timed() {
            self.times = later.times;
            self.increments = later.increments;
            self.byoyomi = later.byoyomi;
            self.movetime = later.movetime;
        }
    }
}

struct Words<'a>(std::iter::Peekable<SplitWhitespace<'a>>);

impl<'a> Words<'a> {
    /// The next word, unless it begins something new.
    fn value(&mut self) -> Option<&'a str> {
        self.0.next_if(|word| !KEYS.contains(word))
    }

    /// A number. Some boards count below zero when a clock has run out.
    fn number(&mut self, key: &str) -> Result<u64, String> {
        let word = self
            .value()
            .ok_or_else(|| format!("expected a number after {key}"))?;
        let number: i64 = word
            .parse()
            .map_err(|_| format!("{} is not a number for {key}", quoted(word)))?;
        Ok(number.max(0).unsigned_abs())
    }

    fn time(&mut self, key: &str) -> Result<Duration, String> {
        self.number(key).map(Duration::from_millis)
    }

    fn mate_limit(&mut self) -> Result<MateLimit, String> {
        // The word also stands by itself.
        let infinite = self.0.next_if(|word| *word == "infinite");
        if infinite.is_some() || self.0.peek().is_none_or(|word| KEYS.contains(word)) {
            return Ok(MateLimit::Infinite);
        }
        self.time("mate").map(MateLimit::Within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_come_in_any_order() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let go = Go::parse("winc 2000 binc 1000 ponder wtime 3000 btime -50");
        assert_eq!(go.times, [Some(Duration::ZERO), seconds(3)]);
        assert_eq!(go.increments, [seconds(1), seconds(2)]);
        assert!(go.ponder && !go.infinite && go.is_timed());
        let go = Go::parse("searchmoves 7g7f P*5e nodes 10 depth 0 movetime 1000");
        assert_eq!(go.searchmoves, ["7g7f", "P*5e"]);
        assert_eq!((go.nodes, go.depth), (Some(10), Some(1)));
        assert_eq!(go.movetime, seconds(1));
        assert!(go.faults.is_empty());
        let mut pondering = Go::parse("ponder btime 1 nodes 5");
        pondering.update_times(&Go::parse(""));
        assert_eq!(pondering.times[0], Some(Duration::from_millis(1)));
        pondering.update_times(&Go::parse("wtime 2000 byoyomi 1000"));
        assert_eq!(pondering.times, [None, seconds(2)]);
        assert_eq!((pondering.byoyomi, pondering.nodes), (seconds(1), Some(5)));
    }

    #[test]
    fn mates_are_looked_for_so_long_or_until_told() {
        for (text, limit) in [
            ("mate", MateLimit::Infinite),
            ("mate infinite", MateLimit::Infinite),
            ("mate nodes 5", MateLimit::Infinite),
            ("mate 5000", MateLimit::Within(Duration::from_secs(5))),
        ] {
            let go = Go::parse(text);
            assert_eq!((go.mate, go.infinite), (Some(limit), false), "{text}");
            assert!(go.faults.is_empty(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_and_left_out() {
        for (text, fault) in [
            ("btime", "go: expected a number after btime"),
            ("btime wtime 5", "go: expected a number after btime"),
            ("nodes 1.5", "go: '1.5' is not a number for nodes"),
            (
                "depth 99999999999999999999",
                "go: '99999999999999999999' is not a number for depth",
            ),
            ("mate soon", "go: 'soon' is not a number for mate"),
            ("quickly", "go: unknown word 'quickly'"),
        ] {
            let go = Go::parse(text);
            assert_eq!(go.faults, [fault], "{text}");
        }
        assert_eq!(
            Go::parse("btime x wtime 5").times[1],
            Some(Duration::from_millis(5))
        );
    }
}
