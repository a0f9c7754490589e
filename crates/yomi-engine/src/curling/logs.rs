//! Logs of Digital Curling 2 (`.dcl`) and 3 (`.dcl2`) as something to learn from: the throws that were asked
//! for, before noise, each with the position that the log has before it.

use crate::kit::Logs;
use std::path::Path;
use yomi_core::params::ParamType as _;
use yomi_curling::{Curling, Shot, State};
use yomi_records::curling;

/// Both formats.
pub fn logs() -> Logs<Curling> {
    Logs {
        name: "logs of Digital Curling",
        is_log: curling::is_log,
        read,
    }
}

fn read(game: &Curling, path: &Path) -> Result<Vec<(State, Shot)>, String> {
    let log = curling::read(path).map_err(|error| error.to_string())?;
    if log.rules.world != game.world {
        return Err(format!(
            "{}: the log is of world {}: expected {}",
            path.display(),
            log.rules.world.show(),
            game.world.show()
        ));
    }
    let throws = log.throws.iter();
    let asked = throws.filter_map(|throw| {
        let state = with_ends_of(game, &log.rules, throw.before);
        throw.asked.map(|shot| (state, shot))
    });
    Ok(asked.collect())
}

/// The position with as many ends to go in our game as in that of the log. Of ends before our first, as in a
/// game of ten ends that is learned as one of two, all count as that.
fn with_ends_of(game: &Curling, logged: &Curling, state: State) -> State {
    let end = i64::from(state.end) + i64::from(game.ends) - i64::from(logged.ends);
    State {
        end: end.clamp(0, u8::MAX.into()) as u8,
        ..state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_ends_are_to_go() {
        let of = |ends| Curling {
            ends,
            ..Curling::default()
        };
        let end = |ours, logged, end| {
            let state = State {
                end,
                ..State::default()
            };
            with_ends_of(&of(ours), &of(logged), state).end
        };
        assert_eq!([end(10, 8, 0), end(10, 8, 7), end(10, 8, 8)], [2, 9, 10]);
        assert_eq!([end(2, 8, 7), end(2, 8, 6), end(2, 8, 3)], [1, 0, 0]);
        assert_eq!(end(8, 8, 3), 3);
    }
}
