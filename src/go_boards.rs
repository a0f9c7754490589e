//! Go on boards of all sizes, for commands on its records and patterns.

use crate::failure::usage;
use yomi_core::params::Spec;

/// An error for other games, and for settings: the size of the board is an argument of its own.
pub fn only_go(game: &Spec) -> anyhow::Result<()> {
    match game.name == "go" && game.settings.0.is_empty() {
        true => Ok(()),
        false => Err(usage(format!("'{game}' has no such records: expected go"))),
    }
}

/// Calls a closure with Go on a board of so many rows (5 to 19), of the type for its size.
macro_rules! of_size {
    ($size:expr, |$game:ident| $body:expr) => {{
        let rules = yomi_go::Rules {
            size: $size,
            ..yomi_go::Rules::default()
        };
        match yomi_go::SmallGo::new(rules.clone()) {
            Some($game) => $body,
            None => {
                let $game = yomi_go::LargeGo::new(rules).expect("a size in range");
                $body
            }
        }
    }};
}

pub(crate) use of_size;
