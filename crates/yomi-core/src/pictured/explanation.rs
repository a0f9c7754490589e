//! Why a prior gives a move its weight.
//!
//! Learned priors weigh a move by its features: each has a coefficient, and the weight is their product. An
//! [`Explanation`] lists these factors in words, and shows the pattern around the move if one of the features is a
//! pattern.

use serde::Serialize;

/// The factors whose product is the weight of a move.
///
/// ```
/// use yomi_core::pictured::{Explanation, Factor};
///
/// let factor = |feature: &str, factor| Factor::new("liberties", feature, factor);
/// let factors = vec![factor("takes one stone", 3.0), factor("atari on one stone", 1.5)];
/// let explanation = Explanation { factors, pattern: None };
/// assert_eq!(explanation.weight(), 4.5);
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Explanation {
    /// The features of the move.
    pub factors: Vec<Factor>,
    /// The pattern around the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<MatchedPattern>,
}

impl Explanation {
    /// The product of all factors.
    pub fn weight(&self) -> f64 {
        self.factors.iter().map(|known| known.factor).product()
    }
}

/// A feature of a move and its coefficient.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Factor {
    /// The kind of feature, such as \"liberties\"; a move may have several of a kind.
    pub kind: String,
    /// Which one of its kind.
    pub feature: String,
    /// The coefficient.
    pub factor: f64,
}

impl Factor {
    /// A feature with a coefficient.
    pub fn new(kind: &str, feature: &str, factor: f64) -> Factor {
        Factor {
            kind: kind.to_owned(),
            feature: feature.to_owned(),
            factor,
        }
    }
}

/// The pattern that matches around a move, oriented as on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MatchedPattern {
    /// How large it is, in the unit of the game's patterns.
    pub size: usize,
    /// Its points from top to bottom: `X` own, `O` of the opponent, `.` empty, `#` outside the board, `*` the move
    /// itself, a space where the pattern has no point.
    pub rows: Vec<String>,
    /// The cells of the board that it covers, that of the move included.
    pub cells: Vec<usize>,
}
