//! What these tests share.

use yomi_core::params::Spec;
use yomi_search::classical::ClassicalParams;

/// A specification from its text.
pub fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

/// A classical search in which nothing is left out, reduced or extended.
pub fn plain() -> ClassicalParams {
    ClassicalParams {
        memory: 1,
        pruning: false,
        extensions: false,
        ..ClassicalParams::default()
    }
}
