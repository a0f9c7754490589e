//! A job whose result is easily checked, and the journal of many.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use yomi_run::{Header, Job};

/// Adds two numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "sum")]
pub struct Sum {
    pub seed: u64,
    pub number: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumResult {
    pub number: u64,
    pub sum: u64,
}

impl Job for Sum {
    type Output = SumResult;
}

impl Sum {
    pub fn new(seed: u64, number: u64) -> Sum {
        Sum { seed, number }
    }

    pub fn run(&self) -> SumResult {
        SumResult {
            number: self.number,
            sum: self.seed + self.number,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumHeader {
    yomi_sums: u64,
    seed: u64,
    /// May grow.
    size: u64,
}

impl SumHeader {
    pub const fn new(seed: u64, size: u64) -> SumHeader {
        SumHeader {
            yomi_sums: 1,
            seed,
            size,
        }
    }
}

impl Header for SumHeader {
    const FORMAT: &'static str = "yomi_sums";
    const VERSION: u64 = 1;
    const KIND: &'static str = "file of sums";
    const RESULT: &'static str = "sum";
    const RUN: &'static str = "sum";

    fn shorter(&self, found: &Value) -> Option<SumHeader> {
        let size = found.get("size")?.as_u64()?;
        (size < self.size).then(|| SumHeader::new(self.seed, size))
    }
}

/// A journal as earlier versions wrote it, without checksums.
pub fn old_form(text: &str) -> String {
    let old = text.lines().map(|line| match line.rfind(",\"checksum\"") {
        Some(end) => format!("{}}}\n", &line[..end]),
        None => format!("{line}\n"),
    });
    old.collect()
}
