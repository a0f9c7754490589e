//! Curling as text.
//!
//! A throw is `vx,vy,spin`: the velocity at the release in metres per second, in the world's own
//! coordinates, and `cw` or `ccw`. A position is a line of JSON, every field of which may be left
//! out:
//!
//! ```json
//! {"end":0,"shot":3,"first":"first","scores":[1,-2],"extra_score":0,"stones":[[0,0.12,38.1],[1,-0.5,36.9]]}
//! ```
//!
//! A stone is its number, which is the number of its throw in the end, and its place. Where `shot`
//! is left out, the throw after the last stone's is to be made.

use crate::layout;
use crate::state::MAX_ENDS;
use crate::{Curling, STONES, Shot, Spin, State, Stones};
use serde::Deserialize;
use yomi_core::{Interactive as _, Notation, NotationError, Player, PositionError, Setup};

/// Faster than any throw: what is beyond is a slip of the pen.
const ABSURD_SPEED: f64 = 1000.0;

impl Notation for Curling {
    fn move_format(&self) -> String {
        "a throw as vx,vy,spin with spin cw or ccw, such as -0.13,2.4,cw".to_owned()
    }

    fn format_action(&self, _: &State, shot: Shot) -> String {
        let Shot { velocity, spin } = shot;
        format!("{},{},{}", velocity.x, velocity.y, spin.name())
    }

    fn parse_action(&self, state: &State, text: &str) -> Result<Shot, NotationError> {
        parse_shot(text)
            .filter(|_| !self.is_over(state))
            .ok_or_else(|| NotationError::new(text, &self.move_format()))
    }

    fn render(&self, state: &State) -> String {
        self.sketch(std::slice::from_ref(state), None).to_string()
    }
}

/// Reads `vx,vy,spin`.
fn parse_shot(text: &str) -> Option<Shot> {
    let mut parts = text.trim().split(',').map(str::trim);
    let (vx, vy) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let spin = match parts.next()? {
        "cw" => Spin::Cw,
        "ccw" => Spin::Ccw,
        _ => return None,
    };
    let shot = Shot::new(vx, vy, spin);
    let sensible = shot.velocity.is_finite() && shot.velocity.length() <= ABSURD_SPEED;
    (parts.next().is_none() && sensible).then_some(shot)
}

impl Setup for Curling {
    fn format_state(&self, state: &State) -> String {
        serde_json::to_string(state).expect("numbers and lists have a text")
    }

    fn parse_state(&self, text: &str) -> Result<State, PositionError> {
        let wrong = |expected: &str| PositionError::new(expected);
        // A list would pass for an object whose fields are given in order.
        let object = if text.trim_start().starts_with('{') {
            text
        } else {
            ""
        };
        let loose: Loose = serde_json::from_str(object).map_err(|error| {
            wrong(&format!(
                "a position such as {{\"shot\":1,\"stones\":[[0,0.1,38.2]]}} ({error})"
            ))
        })?;
        if loose.scores.len() > MAX_ENDS {
            return Err(wrong(&format!("at most {MAX_ENDS} scores")));
        }
        if u32::from(loose.end) > self.ends + self.extra_ends {
            let last = self.ends + self.extra_ends;
            return Err(wrong(&format!(
                "end from 0 to {last} and not {}",
                loose.end
            )));
        }
        let possible = -(STONES as i8 / 2)..=STONES as i8 / 2;
        if let Some(score) = loose.scores.iter().find(|score| !possible.contains(score)) {
            return Err(wrong(&format!("scores from -8 to 8 and not {score}")));
        }
        let after_last = loose
            .stones
            .iter()
            .last()
            .map_or(0, |(number, _)| number + 1);
        let shot = loose.shot.map_or(after_last, usize::from);
        if shot >= STONES {
            return Err(wrong(&format!("shot from 0 to {}", STONES - 1)));
        }
        if shot < after_last {
            return Err(wrong(&format!(
                "no stone {} before throw {} is made (shot is {shot})",
                after_last - 1,
                after_last - 1
            )));
        }
        layout::check(self.world, &loose.stones).map_err(|error| {
            let problem = error.naming(|number| format!("stone {number}"));
            wrong(&format!("stones as they can lie ({problem})"))
        })?;
        let mut state = State {
            end: loose.end,
            shot: shot as u8,
            first: loose.first,
            extra_score: loose.extra_score,
            stones: loose.stones,
            ..State::default()
        };
        state.scores[..loose.scores.len()].copy_from_slice(&loose.scores);
        Ok(state)
    }
}

/// A position in which anything may be missing.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Loose {
    end: u8,
    shot: Option<u8>,
    first: Player,
    scores: Vec<i8>,
    extra_score: i8,
    stones: Stones,
}

impl Default for Loose {
    fn default() -> Loose {
        Loose {
            end: 0,
            shot: None,
            first: Player::First,
            scores: Vec::new(),
            extra_score: 0,
            stones: Stones::default(),
        }
    }
}
