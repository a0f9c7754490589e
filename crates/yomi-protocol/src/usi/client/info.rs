//! What a program says while it thinks: its `info` lines.
//!
//! `info depth 8 seldepth 12 score cp 323 nodes 9816 hashfull 3 pv 4g4f 2b8h 7i8h`: names and
//! numbers in any order; `pv` takes the rest of the line, and `string` makes the rest a remark.
//! Only the best line counts (`multipv` 1 or left out).
//!
//! A score in hundredths of a pawn becomes a value by
//! [`from_centipawns`](MoverValue::from_centipawns); a mate is a certain win or loss, on the
//! program's word, whether or not its length is a bound. A score in pawns that is only a bound
//! (`lowerbound`, `upperbound`) does not replace an exact one.

use yomi_core::MoverValue;

/// The most moves of a line that are kept.
const LONGEST_LINE: usize = 256;

/// What is known of a search so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Info {
    pub value: Option<MoverValue>,
    pub line: Vec<String>,
    pub nodes: u64,
    pub depth: u32,
    pub deepest: u32,
    pub fill: Option<f64>,
    /// Whether the value is more than a bound.
    exact: bool,
}

impl Info {
    /// Takes note of a line that the program wrote; what is no `info`, or cannot be read, is
    /// passed over.
    pub fn add(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let mut said = Info {
            exact: true,
            ..self.clone()
        };
        let mut new_line = Vec::new();
        let mut new_value = None;
        let mut is_decided = false;
        while let Some(word) = words.next() {
            match word {
                "multipv" if words.next() != Some("1") => return,
                "depth" => set(&mut said.depth, words.next()),
                "seldepth" => set(&mut said.deepest, words.next()),
                "nodes" => set(&mut said.nodes, words.next()),
                "hashfull" => {
                    let mut permille: u32 = 0;
                    set(&mut permille, words.next());
                    said.fill = Some(f64::from(permille.min(1000)) / 1000.0);
                }
                "score" => {
                    let (kind, number) = (words.next(), words.next());
                    new_value = kind.zip(number).and_then(value);
                    is_decided = kind == Some("mate");
                }
                "lowerbound" | "upperbound" => said.exact = false,
                "pv" => new_line.extend(words.by_ref().take(LONGEST_LINE).map(str::to_owned)),
                "string" => break,
                _ => {}
            }
        }
        said.exact |= is_decided && new_value.is_some();
        if new_value.is_some() && (said.exact || !self.exact) {
            said.value = new_value;
        } else {
            said.exact = self.exact;
        }
        if !new_line.is_empty() {
            said.line = new_line;
        }
        *self = said;
    }
}

fn set<T: std::str::FromStr>(place: &mut T, word: Option<&str>) {
    if let Some(number) = word.and_then(|word| word.parse().ok()) {
        *place = number;
    }
}

/// The value that `cp N`, `mate N`, `mate +` or `mate -` stands for. To be mated in nought moves
/// is a loss.
fn value((kind, number): (&str, &str)) -> Option<MoverValue> {
    match kind {
        "cp" => {
            let centipawns: i64 = number.parse().ok()?;
            Some(MoverValue::from_centipawns(centipawns as f64))
        }
        "mate" => {
            let wins = match number {
                "+" => true,
                "-" => false,
                _ => number.parse::<i64>().ok()? > 0,
            };
            Some(MoverValue(if wins { 1.0 } else { 0.0 }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(lines: &[&str]) -> Info {
        let mut info = Info::default();
        lines.iter().for_each(|line| info.add(line));
        info
    }

    #[test]
    fn the_last_word_on_each_thing_counts() {
        let info = told(&[
            "info depth 1 seldepth 3 score cp 9 nodes 52 hashfull 15 pv 8h2b 8b2b",
            "info string score cp 5000 depth 99",
            "info depth 2 score cp -600 nodes 138 time 2 pv 6g6f 2b4d",
            "info depth 3 multipv 2 score cp 900 nodes 999 pv 1g1f",
            "info currmove 2g2f nodes 200",
            "banner score cp 7",
            "info nodes many depth",
        ]);
        assert_eq!(info.line, ["6g6f", "2b4d"]);
        assert!((info.value.expect("a value").0 - 0.2689).abs() < 1e-4);
        assert_eq!((info.depth, info.deepest, info.nodes), (2, 3, 200));
        assert_eq!(info.fill, Some(0.015));
    }

    #[test]
    fn scores_are_read() {
        for (score, value) in [
            ("cp 0", Some(0.5)),
            ("cp 1148897", Some(1.0)),
            ("cp -32000", Some(0.0)),
            ("mate 3", Some(1.0)),
            ("mate -12", Some(0.0)),
            ("mate +", Some(1.0)),
            ("mate -", Some(0.0)),
            ("mate 0", Some(0.0)),
            ("mate soon", None),
            ("cp", None),
            ("cp 1e3", None),
            ("elo 3", None),
        ] {
            let info = told(&[&format!("info score {score}")]);
            let near = match (info.value, value) {
                (Some(found), Some(value)) => (found.0 - value).abs() < 1e-9,
                (found, value) => found.is_none() && value.is_none(),
            };
            assert!(near, "{score}: {:?}", info.value);
        }
    }

    #[test]
    fn a_bound_counts_until_something_exact_is_said() {
        let bound = "info score cp 600 lowerbound pv a";
        let exact = "info score cp 0 pv b";
        let value = |lines: &[&str]| told(lines).value.map(MoverValue::to_centipawns);
        let near = |lines: &[&str], centipawns: f64| {
            let found = value(lines).expect("a value");
            assert!((found - centipawns).abs() < 1e-6, "{lines:?}: {found}");
        };
        near(&[bound], 600.0);
        near(&[bound, "info score cp 300 upperbound"], 300.0);
        near(&[bound, exact], 0.0);
        near(&[exact, bound], 0.0);
        near(&[exact, "info nodes 5", bound], 0.0);
        assert_eq!(told(&[exact, bound]).line, ["a"]);
        // Who mates within thirteen plies has won, whether or not it could be sooner.
        let mate = "info score mate +13 lowerbound pv a";
        assert_eq!(told(&[exact, mate]).value, Some(MoverValue(1.0)));
        assert_eq!(told(&[exact, mate, bound]).value, Some(MoverValue(1.0)));
        let mated = "info score mate -8 upperbound";
        assert_eq!(told(&[exact, mated]).value, Some(MoverValue(0.0)));
    }

    proptest! {
        #[test]
        fn nothing_panics(line in "info( (score|cp|mate|pv|depth|nodes|hashfull|multipv|-?[0-9]{1,25}|[a-z+*]{1,4})){0,12}") {
            told(&[&line]);
        }
    }
}
