//! Settings that all engines share: parameter tables of limits and of knowledge, and the check that the
//! machine has the requested memory and threads.

use std::fmt::Display;
use std::time::Duration;
use yomi_core::params::ParamError;
use yomi_core::{Limits, TimeSource, cpu_time, memory, resources};

yomi_core::parameters! {
    /// When a move must be made. Whichever limit comes first; a clock is a limit too.
    pub struct LimitParams {
        /// Simulations a move.
        pub simulations: Option<u64> = None, in 1.0..=1e12;
        /// Nodes a move: positions that alpha-beta looks at, children that a tree search adds.
        pub nodes: Option<u64> = None, in 1.0..=1e12;
        /// Depth in plies: where alpha-beta ends; how deep a tree may grow, which ends nothing by itself.
        pub depth: Option<u32> = None, in 1..=256;
        /// Seconds a move.
        pub time: Option<f64> = None, in 0.0..=1000000;
        /// What seconds are measured by, those of a clock too: the wall, or the processor (all threads of the search together), which does not depend on what else the machine does.
        pub timing: Timing = Timing::Wall, unrecorded "wall";
    }
}

yomi_core::choices! {
    /// The source of time for time limits.
    pub enum Timing {
        /// The clock on the wall.
        Wall = "wall",
        /// Processor time of all threads of the search.
        Processor = "processor",
    }
}

impl LimitParams {
    /// An error where the system cannot measure the chosen kind of time.
    pub fn check_timing(&self) -> Result<(), ParamError> {
        match self.timing {
            Timing::Processor if cpu_time::of_thread().is_none() => Err(ParamError::BadValue {
                name: "timing".to_owned(),
                value: "processor".to_owned(),
                expected: "wall: this system does not tell the processor time of threads"
                    .to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// The source of time for time limits.
    pub fn time_source(&self) -> TimeSource {
        match self.timing {
            Timing::Wall => TimeSource::Wall,
            Timing::Processor => TimeSource::Processor,
        }
    }

    /// The limits these settings stand for.
    pub fn limits(&self) -> Limits {
        Limits {
            simulations: self.simulations,
            nodes: self.nodes,
            depth: self.depth,
            time: self.time.map(Duration::from_secs_f64),
            clock: None,
        }
    }
}

yomi_core::parameters! {
    /// Which of the game's knowledge to use.
    pub struct KnowledgeParams {
        /// The static evaluation. UCT asks it where initial_visits > 0 or a playout needs it, alpha-beta at its leaves.
        pub evaluator: String = "even".to_owned();
        /// The prior over moves.
        pub prior: String = "none".to_owned();
        /// What to expect of moves before they are tried: virtual simulations that their all-moves-as-first values start with. Counts where rave=true.
        pub experience: String = "none".to_owned();
        /// What looks for forced wins ahead of the tree: at the root, at nodes the more often the more visits they have, and after the move to be played. Counts where solver=true.
        pub prover: String = "none".to_owned();
    }
}

/// An error if a search cannot have a table of so many mebibytes: better told now than in its first
/// game, which would end it.
pub fn check_memory(mebibytes: u32) -> Result<(), ParamError> {
    check_resources(1, mebibytes)
}

/// An error if a search cannot have so many threads, or a tree that grows to so many mebibytes. A
/// tree takes memory only as it grows, and small ones are all that most moves need: the default is
/// not checked, and shrinks where there is less.
pub fn check_tree(threads: u32, mebibytes: u32, default: u32) -> Result<(), ParamError> {
    check_resources(threads, if mebibytes > default { mebibytes } else { 0 })
}

fn check_resources(threads: u32, mebibytes: u32) -> Result<(), ParamError> {
    let refused = |name: &str, value: u32, shortage: &dyn Display| ParamError::BadValue {
        name: name.to_owned(),
        value: value.to_string(),
        expected: format!("what this machine can give: {shortage}"),
    };
    let bytes = u64::from(mebibytes) << 20;
    memory::check(bytes).map_err(|shortage| refused("memory", mebibytes, &shortage))?;
    resources::check(threads as usize, bytes)
        .map_err(|shortage| refused("threads", threads, &shortage))
}
