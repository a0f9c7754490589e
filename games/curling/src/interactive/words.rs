//! Throws in words: `draw front left`, `guard 3`, `hit 3 soft ccw`, `freeze 3`.
//!
//! The words name a target; [`aim`](crate::aim) finds the throw. Where no turn is said, both are tried
//! on the stones that lie there, by a steady hand, and the better one is taken: the one that
//! ends nearer its target, or moves the stone that is to be hit further.

use super::{at_tee, from_tee, label};
use crate::aim;
use crate::propose::Weight;
use crate::{Curling, Shot, Spin, State, Vector, owner};

/// What is said about throws when a person asks.
pub(super) const HELP: &str = "\
draw [PLACE]            stops there: tee (unless said), or in the house left, right,
                        front, back, two of them, far before them; or metres right
                        of the tee and behind it: draw -0.6 0.3
guard [PLACE]           before the house: left, right or centre
guard STONE             two metres before a stone
freeze STONE            stops against a stone
hit STONE [SIDE] [HOW]  a take-out; SIDE is where it is hit: full (unless said), left,
                        right, thin left, thin right; HOW is hard (unless said),
                        soft or tap
tap STONE               moves a stone a little: hit STONE tap
cw or ccw behind it     which way the stone turns: cw curls to the right of the
                        thrower; unless said, the turn that does better
STONE is a number on the sheet, such as 3 or R3. The numbers of a throw do as well,
velocity across and along the sheet and the turn: -0.130,2.400,cw";

/// Metres from the tee that a word for a side means.
const STEP: f64 = 0.9;
/// How far before the tee a guard lies.
const GUARD: f64 = 3.0;
/// How far left or right it lies.
const GUARD_SIDE: f64 = 0.6;
/// How far before a stone its own guard lies.
const BEFORE_STONE: f64 = 2.0;

/// The throw that is meant, or what was expected.
pub(super) fn parse(game: &Curling, state: &State, text: &str) -> Result<Shot, String> {
    let text = text.to_lowercase();
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let spins = words
        .iter()
        .filter_map(|word| spin(word))
        .collect::<Vec<_>>();
    words.retain(|word| spin(word).is_none());
    let said = match spins.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => return Err("cw or ccw, once".to_owned()),
    };
    let Some((&kind, rest)) = words.split_first() else {
        return Err("draw, guard, freeze, hit or tap".to_owned());
    };
    let throw = match kind {
        "draw" => Throw::To(draw_place(game, rest)?),
        "guard" => Throw::To(guard_place(game, state, rest)?),
        "freeze" => {
            let (_, at) = only_stone(state, rest)?;
            let contact = aim::contact(game.world, at, 0.0);
            Throw::To(contact.ok_or_else(|| "a stone further away".to_owned())?)
        }
        "hit" | "take" | "takeout" | "take-out" => hit(state, rest)?,
        "tap" | "raise" => {
            let (number, at) = only_stone(state, rest)?;
            Throw::Hit {
                number,
                at,
                thickness: 0.0,
                weight: Weight::Tap,
            }
        }
        other => {
            return Err(format!(
                "draw, guard, freeze, hit or tap, not {}",
                cut(other)
            ));
        }
    };
    throw.aimed(game, state, said)
}

/// What a throw is to do.
enum Throw {
    /// Stop here.
    To(Vector),
    /// Hit a stone.
    Hit {
        number: usize,
        at: Vector,
        thickness: f64,
        weight: Weight,
    },
}

impl Throw {
    fn aimed(&self, game: &Curling, state: &State, said: Option<Spin>) -> Result<Shot, String> {
        let thrown = usize::from(state.shot);
        let spins = Spin::BOTH
            .into_iter()
            .filter(|&spin| said.is_none_or(|said| said == spin));
        let rated = spins.filter_map(|spin| {
            let shot = self.shot(game, spin)?;
            let after = game.simulate(&state.stones, thrown, shot).stones;
            // The smaller the better.
            let rating = match *self {
                Throw::To(target) => after.get(thrown).map_or(f64::MAX, |at| at.distance(target)),
                Throw::Hit { number, at, .. } => {
                    after.get(number).map_or(f64::MIN, |now| -now.distance(at))
                }
            };
            Some((rating, shot))
        });
        let best = rated.min_by(|one, other| one.0.total_cmp(&other.0));
        let (_, shot) = best.ok_or_else(|| "a target within reach of a throw".to_owned())?;
        Ok(shot)
    }

    fn shot(&self, game: &Curling, spin: Spin) -> Option<Shot> {
        match *self {
            Throw::To(target) => aim::draw_to(game.world, target, spin),
            Throw::Hit {
                at,
                thickness,
                weight,
                ..
            } => aim::hit(game.world, at, thickness, weight.speed(game.world), spin),
        }
    }
}

fn spin(word: &str) -> Option<Spin> {
    match word {
        "cw" | "clockwise" => Some(Spin::Cw),
        "ccw" | "counterclockwise" | "anticlockwise" => Some(Spin::Ccw),
        _ => None,
    }
}

/// `tee`, `front left`, `far back`, `-0.6 0.3`.
fn draw_place(game: &Curling, words: &[&str]) -> Result<Vector, String> {
    let expected =
        "tee, words such as front left or far back, or metres right of the tee and behind it";
    if let [right, behind] = words
        && let (Ok(right), Ok(behind)) = (right.parse::<f64>(), behind.parse::<f64>())
    {
        let sheet = game.world.sheet();
        let half = (sheet.right - sheet.left) / 2.0;
        let before = (sheet.tee.y - sheet.hog_line) * sheet.forward;
        let is_on_sheet = right.abs() < half && (-before..=2.0).contains(&behind);
        return match is_on_sheet {
            true => Ok(at_tee(game.world, right, behind)),
            false => Err(format!(
                "at most {half:.1} m to a side of the tee, {before:.1} m before it and 2 m behind it"
            )),
        };
    }
    let (mut right, mut behind, mut scale) = (0.0, 0.0, 1.0);
    for word in words {
        match *word {
            "tee" | "button" | "centre" | "center" => {}
            "left" => right = -STEP,
            "right" => right = STEP,
            "front" | "short" => behind = -STEP,
            "back" | "behind" | "deep" => behind = STEP,
            "far" => scale = 1.6,
            other => return Err(format!("{expected}, not {}", cut(other))),
        }
    }
    if scale > 1.0 && right == 0.0 && behind == 0.0 {
        return Err("far left, far right, far front or far back".to_owned());
    }
    if right != 0.0 && behind != 0.0 {
        scale *= std::f64::consts::FRAC_1_SQRT_2;
    }
    Ok(at_tee(game.world, right * scale, behind * scale))
}

/// `left`, `right`, `centre`, or before a stone.
fn guard_place(game: &Curling, state: &State, words: &[&str]) -> Result<Vector, String> {
    let right = match words {
        [] | ["centre" | "center" | "tee"] => 0.0,
        ["left"] => -GUARD_SIDE,
        ["right"] => GUARD_SIDE,
        [word] => {
            let (_, at) = stone(state, word)?;
            let (right, behind) = from_tee(game.world, at);
            return Ok(at_tee(game.world, right, behind - BEFORE_STONE));
        }
        _ => return Err("left, right, centre or a stone".to_owned()),
    };
    Ok(at_tee(game.world, right, -GUARD))
}

/// `3`, `3 thin left`, `3 soft`.
fn hit(state: &State, words: &[&str]) -> Result<Throw, String> {
    let Some((word, rest)) = words.split_first() else {
        return Err(stones_text(state));
    };
    let (number, at) = stone(state, word)?;
    let (mut side, mut thin, mut weight) = (0.0, false, Weight::TakeOut);
    for word in rest {
        match *word {
            "full" => side = 0.0,
            "left" => side = -1.0,
            "right" => side = 1.0,
            "thin" => thin = true,
            "hard" | "normal" => weight = Weight::TakeOut,
            "soft" => weight = Weight::Control,
            "tap" => weight = Weight::Tap,
            other => {
                let expected = "left, right, thin, hard, soft or tap";
                return Err(format!("{expected} behind the stone, not {}", cut(other)));
            }
        }
    }
    if thin && side == 0.0 {
        return Err("thin left or thin right".to_owned());
    }
    let thickness = side * if thin { 0.8 } else { 0.5 };
    Ok(Throw::Hit {
        number,
        at,
        thickness,
        weight,
    })
}

fn only_stone(state: &State, words: &[&str]) -> Result<(usize, Vector), String> {
    match words {
        [word] => stone(state, word),
        _ => Err(stones_text(state)),
    }
}

/// `3` or `r3`.
fn stone(state: &State, word: &str) -> Result<(usize, Vector), String> {
    let named = state.stones.iter().find(|&(number, _)| {
        let name = label(number, owner(number, state.first)).to_lowercase();
        name == word || name[1..] == *word
    });
    named.ok_or_else(|| stones_text(state))
}

/// The stones there are.
fn stones_text(state: &State) -> String {
    let names: Vec<String> = state
        .stones
        .iter()
        .map(|(number, _)| label(number, owner(number, state.first)))
        .collect();
    match names.is_empty() {
        true => "a draw or a guard: there is no stone in play".to_owned(),
        false => format!("a stone on the sheet: {}", names.join(", ")),
    }
}

/// A word of the user, not too long to be shown.
fn cut(word: &str) -> String {
    let short: String = word.chars().take(20).collect();
    format!("'{short}'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::World;
    use yomi_core::{Game as _, Setup as _};

    fn state(game: &Curling) -> State {
        let tee = game.world.sheet().tee;
        let text = match game.world {
            World::Fcv1 => format!(
                r#"{{"shot":4,"stones":[[1,0.5,{}],[3,-1.9,{}]]}}"#,
                tee.y,
                tee.y - 3.0
            ),
            World::Dc2 => format!(
                r#"{{"shot":4,"stones":[[1,{},{}],[3,{},{}]]}}"#,
                tee.x + 0.5,
                tee.y,
                tee.x - 1.9,
                tee.y + 3.0
            ),
        };
        game.parse_state(&text).unwrap()
    }

    #[test]
    fn words_do_what_they_say() {
        for world in [World::Fcv1, World::Dc2] {
            let game = Curling {
                world,
                ..Curling::default()
            };
            let state = state(&game);
            let thrown = |text: &str| {
                let shot =
                    parse(&game, &state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
                let stones = game.simulate(&state.stones, 4, shot).stones;
                (
                    stones.get(4).map(|at| from_tee(world, at)),
                    stones.get(1),
                    shot.spin,
                )
            };
            let near = |text: &str, right: f64, behind: f64| {
                let at = thrown(text).0.unwrap();
                let error = (at.0 - right).hypot(at.1 - behind);
                assert!(error < 0.02, "{world:?}: {text} stopped at {at:?}");
            };
            near("draw", 0.0, 0.0);
            near("draw tee cw", 0.0, 0.0);
            near("Draw Left ccw", -0.9, 0.0);
            near("draw -0.6 -0.5 ccw", -0.6, -0.5);
            near("guard", 0.0, -3.0);
            near("guard 2", 0.5, -2.0);
            assert_eq!(thrown("hit 2 soft ccw").2, Spin::Ccw);
            assert_eq!(thrown("hit y2").1, None, "the stone is taken out");
            assert!(
                thrown("tap 2")
                    .1
                    .is_some_and(|at| from_tee(world, at).1 > 0.2)
            );
            let frozen = thrown("freeze 2").0.unwrap();
            assert!(frozen.1 < -0.2 && frozen.1 > -0.4, "{frozen:?}");
        }
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let game = Curling::default();
        let state = state(&game);
        for (text, expected) in [
            ("hit", "a stone on the sheet: Y2, Y4"),
            ("hit 3", "a stone on the sheet: Y2, Y4"),
            ("hit 2 sideways", "not 'sideways'"),
            ("hit 2 thin", "thin left or thin right"),
            ("sweep", "not 'sweep'"),
            ("draw north", "not 'north'"),
            ("draw 9 9", "at most 2.4 m"),
            ("draw cw ccw", "cw or ccw, once"),
            ("cw", "draw, guard, freeze, hit or tap"),
            ("draw far", "far left"),
            ("guard left right", "left, right, centre or a stone"),
        ] {
            let error = parse(&game, &state, text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let empty = game.initial();
        let error = parse(&game, &empty, "hit 1").unwrap_err();
        assert!(error.contains("there is no stone in play"), "{error}");
    }
}
