//! Errors for invalid input numbers.

use thiserror::Error;

/// Why a statistic could not be computed. Every variant says what was wrong
/// and what was expected instead.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StatsError {
    /// A number outside the range in which it has a meaning (or NaN).
    #[error("{what} is {value}, expected {expected}")]
    OutOfRange {
        /// Which argument it was.
        what: &'static str,
        /// The range it should have been in, in words.
        expected: &'static str,
        /// The number received.
        value: f64,
    },

    /// Not enough data for the statistic to be defined.
    #[error("{what}: {found} given, at least {needed} needed")]
    TooFew {
        /// What there is too little of.
        what: &'static str,
        /// The smallest amount that works.
        needed: u64,
        /// The amount received.
        found: u64,
    },

    /// One element of a sample, a table or a resample is unusable.
    #[error("{what} at index {index} is {value}, expected {expected}")]
    BadElement {
        /// What kind of element it is.
        what: &'static str,
        /// Its position, counted from zero.
        index: usize,
        /// The range it should have been in, in words.
        expected: &'static str,
        /// The number received.
        value: f64,
    },

    /// Two inputs, or the rows of one input, which should have equal length.
    #[error("{what} has length {found}, expected {expected}")]
    WrongLength {
        /// Whose length it is.
        what: &'static str,
        /// The length it should have had.
        expected: usize,
        /// The length it had.
        found: usize,
    },

    /// More successes than trials.
    #[error("{successes} successes in {trials} trials, expected at most as many as trials")]
    MoreSuccessesThanTrials {
        /// The number of successes received.
        successes: f64,
        /// The number of trials received.
        trials: u64,
    },

    /// The lower Elo hypothesis of a sequential test is not below the upper.
    #[error("elo0 is {elo0} and elo1 is {elo1}, expected elo0 < elo1")]
    HypothesesNotOrdered {
        /// The Elo difference under the null hypothesis.
        elo0: f64,
        /// The Elo difference under the alternative.
        elo1: f64,
    },

    /// A player index that the cross table does not have.
    #[error("player {player} does not exist, expected an index below {players}")]
    NoSuchPlayer {
        /// The index received.
        player: usize,
        /// How many players there are.
        players: usize,
    },

    /// A result of a player against itself.
    #[error("player {player} has a result against itself, expected two different players")]
    PlayedItself {
        /// The player.
        player: usize,
    },

    /// The two halves of a cross table contradict each other.
    #[error(
        "the result of player {row} against {column} is not the reverse of that of {column} against {row}"
    )]
    NotMirrored {
        /// The first player.
        row: usize,
        /// The second player.
        column: usize,
    },

    /// An iterative fit did not settle; the counts are too extreme for
    /// double-precision arithmetic.
    #[error("{what} did not converge in {iterations} iterations")]
    NotConverged {
        /// The fit that failed.
        what: &'static str,
        /// How many iterations were tried.
        iterations: usize,
    },
}

/// Accepts a confidence level strictly between 0 and 1.
pub(crate) fn check_level(level: f64) -> Result<(), StatsError> {
    if level > 0.0 && level < 1.0 {
        Ok(())
    } else {
        Err(StatsError::OutOfRange {
            what: "confidence level",
            expected: "a number strictly between 0 and 1, such as 0.95",
            value: level,
        })
    }
}

/// Accepts a probability between 0 and 1, both included.
pub(crate) fn check_probability(what: &'static str, value: f64) -> Result<(), StatsError> {
    if (0.0..=1.0).contains(&value) {
        Ok(())
    } else {
        Err(StatsError::OutOfRange {
            what,
            expected: "a number from 0 to 1",
            value,
        })
    }
}

/// Accepts a sample of at least `needed` finite numbers.
pub(crate) fn check_sample(sample: &[f64], needed: u64) -> Result<(), StatsError> {
    if (sample.len() as u64) < needed {
        return Err(StatsError::TooFew {
            what: "observations in the sample",
            needed,
            found: sample.len() as u64,
        });
    }
    match sample.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(StatsError::BadElement {
            what: "observation",
            index,
            expected: "a finite number",
            value: sample[index],
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_value_and_the_expectation() {
        let message = check_level(1.5).unwrap_err().to_string();
        assert_eq!(
            message,
            "confidence level is 1.5, expected a number strictly between 0 and 1, such as 0.95"
        );
        let message = check_sample(&[1.0, f64::NAN], 2).unwrap_err().to_string();
        assert_eq!(
            message,
            "observation at index 1 is NaN, expected a finite number"
        );
    }

    #[test]
    fn nan_is_no_level_and_no_probability() {
        assert!(check_level(f64::NAN).is_err());
        assert!(check_probability("p", f64::NAN).is_err());
    }
}
