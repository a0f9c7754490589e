//! A throw in a file, and its answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use yomi_curling::{Curling, Landing, STONES, Shot, Spin, Stones, Vector, World};

/// A line as it is written.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    shot: usize,
    #[serde(default)]
    thrower: Option<usize>,
    stones: Vec<(usize, f64, f64)>,
    vx: f64,
    vy: f64,
    #[serde(default)]
    rotation: Option<Spin>,
    #[serde(default)]
    angle: Option<u8>,
    #[serde(default, rename = "final")]
    official: Option<Vec<(usize, f64, f64)>>,
    #[serde(default)]
    fgz_foul: Option<bool>,
}

/// A throw.
pub struct Case {
    id: Value,
    /// Throws made before it in this end: also the number of its stone.
    pub shot: usize,
    /// The stones before it, by the numbers of their throws.
    pub stones: Stones,
    /// The throw.
    pub throw: Shot,
    numbering: Numbering,
    official: Option<Vec<(usize, f64, f64)>>,
    official_foul: Option<bool>,
}

/// A line of the answer.
#[derive(Serialize)]
pub struct Answer<'a> {
    id: &'a Value,
    #[serde(rename = "final")]
    stones: Vec<(usize, f64, f64)>,
    fgz_foul: Option<bool>,
}

/// What the official program answered.
pub struct Official {
    /// The stones in play.
    pub stones: Stones,
    /// Whether the free guard rule was broken, where there is a verdict.
    pub foul: Option<bool>,
}

/// How stones are numbered in a file: by throw, or by team.
#[derive(Clone, Copy)]
enum Numbering {
    Throws,
    /// 0 to 7 and 8 to 15 are the teams; this one threw first.
    Teams {
        first: usize,
    },
}

impl Numbering {
    fn number(self, index: usize) -> usize {
        match self {
            Numbering::Throws => index,
            Numbering::Teams { first } => 2 * (index % 8) + usize::from(index / 8 != first),
        }
    }

    fn index(self, number: usize) -> usize {
        match self {
            Numbering::Throws => number,
            Numbering::Teams { first } => 8 * ((number + first) % 2) + number / 2,
        }
    }

    fn stones(self, list: &[(usize, f64, f64)], field: &str) -> Result<Stones, String> {
        let mut stones = Stones::default();
        for &(index, x, y) in list {
            let last = STONES - 1;
            if index > last {
                return Err(format!("{field}: stone {index}: expected 0 to {last}"));
            }
            if stones.get(self.number(index)).is_some() {
                return Err(format!("{field}: stone {index} is there twice"));
            }
            stones.set(self.number(index), Vector::new(x, y));
        }
        Ok(stones)
    }
}

impl Case {
    /// Reads a line; an error says what is wrong with it.
    pub fn parse(world: World, text: &str) -> Result<Case, String> {
        // Some editors put a mark before the first line.
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.starts_with('{') {
            return Err("expected an object, such as {\"shot\":0,...}".to_owned());
        }
        let line: Line = serde_json::from_str(text)
            // The line is named by who knows its number in the file.
            .map_err(|error| {
                error
                    .to_string()
                    .replace(" at line 1 column ", " at column ")
            })?;
        if line.shot >= STONES {
            return Err(format!("shot {}: expected 0 to {}", line.shot, STONES - 1));
        }
        let numbering = numbering(world, &line)?;
        let stones = numbering.stones(&line.stones, "stones")?;
        if let Some((number, _)) = stones.iter().find(|(_, at)| !world.sheet().on_ice(*at)) {
            let index = numbering.index(number);
            return Err(format!("stones: stone {index} does not lie on the sheet"));
        }
        if let Some((number, _)) = stones.iter().find(|(number, _)| *number >= line.shot) {
            let index = numbering.index(number);
            let hint = match (world, line.thrower) {
                (World::Fcv1, None) => "; without `thrower` team 0 throws first",
                _ => "",
            };
            return Err(format!(
                "stones: stone {index} cannot lie there before it is thrown (shot is {}{hint})",
                line.shot
            ));
        }
        Ok(Case {
            shot: line.shot,
            stones,
            throw: Shot::new(line.vx, line.vy, spin(world, &line)?),
            numbering,
            id: line.id,
            official: line.official,
            official_foul: line.fgz_foul,
        })
    }

    /// Where the stones end if this is thrown.
    pub fn land(&self, game: &Curling, shot: Shot, by_frames: bool) -> Landing {
        match by_frames {
            true => game.simulate_by_frames(&self.stones, self.shot, shot),
            false => game.simulate(&self.stones, self.shot, shot),
        }
    }

    /// The answer.
    pub fn answer(&self, world: World, landing: &Landing) -> Answer<'_> {
        let stones = self.after(world, landing);
        let mut list: Vec<(usize, f64, f64)> = stones
            .iter()
            .map(|(number, at)| (self.numbering.index(number), at.x, at.y))
            .collect();
        list.sort_by_key(|(index, ..)| *index);
        Answer {
            id: &self.id,
            stones: list,
            fgz_foul: has_verdict(world, self.shot).then_some(landing.foul),
        }
    }

    /// The stones that the official program of this world would tell.
    pub fn after(&self, world: World, landing: &Landing) -> Stones {
        if world == World::Dc2 && landing.foul {
            self.stones
        } else {
            landing.stones
        }
    }

    /// The official answer in the line.
    pub fn official(&self, world: World) -> Result<Official, String> {
        let list = self.official.as_ref();
        let list = list.ok_or("final: expected the official answer")?;
        Ok(Official {
            stones: self.numbering.stones(list, "final")?,
            foul: self.official_foul.filter(|_| has_verdict(world, self.shot)),
        })
    }
}

/// The `id` in a line, if it has one.
pub fn id_of(text: &str) -> Value {
    serde_json::from_str(text).map_or(Value::Null, |line: Value| line["id"].clone())
}

/// Whether there is a verdict on the free guard rule: after the last throw of an end FCV1's
/// official program has cleared the ice before anyone could ask.
fn has_verdict(world: World, shot: usize) -> bool {
    world == World::Dc2 || shot + 1 < STONES
}

fn numbering(world: World, line: &Line) -> Result<Numbering, String> {
    if world == World::Dc2 {
        return Ok(Numbering::Throws);
    }
    let team = match line.thrower {
        Some(thrower) if thrower >= STONES => {
            return Err(format!("thrower {thrower}: expected 0 to {}", STONES - 1));
        }
        Some(thrower) if thrower % 8 != line.shot / 2 => {
            return Err(format!(
                "thrower {thrower}: expected {} or {} as shot is {}",
                line.shot / 2,
                8 + line.shot / 2,
                line.shot
            ));
        }
        Some(thrower) => thrower / 8,
        None => line.shot % 2,
    };
    Ok(Numbering::Teams {
        first: (team + line.shot) % 2,
    })
}

fn spin(world: World, line: &Line) -> Result<Spin, String> {
    match (world, line.rotation, line.angle) {
        (World::Fcv1, Some(spin), _) | (World::Dc2, Some(spin), None) => Ok(spin),
        (World::Dc2, _, Some(0)) => Ok(Spin::Cw),
        (World::Dc2, _, Some(1)) => Ok(Spin::Ccw),
        (World::Dc2, _, Some(other)) => {
            Err(format!("angle {other}: expected 0 (right) or 1 (left)"))
        }
        (World::Dc2, None, None) => Err("missing field `angle`".to_owned()),
        (World::Fcv1, None, _) => Err("missing field `rotation`".to_owned()),
    }
}
