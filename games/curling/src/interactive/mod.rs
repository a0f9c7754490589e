//! Curling as people have it: the sheet from above, Red and Yellow, throws in words.

mod view;
mod words;

use crate::{Curling, Shot, State, Vector, World, owner};
use yomi_core::interactive::{Ink, Sketch, Topic};
use yomi_core::{Interactive, Notation as _, NotationError, Player};

/// The names of the players.
const SIDES: [&str; 2] = ["Red", "Yellow"];

const TOPICS: &[Topic] = &[
    Topic {
        name: "shots",
        argument: "",
        doc: "how to say a throw in words",
    },
    Topic {
        name: "stones",
        argument: "",
        doc: "where the stones lie, the nearest to the tee first",
    },
];

impl Interactive for Curling {
    fn sides(&self) -> [&'static str; 2] {
        SIDES
    }

    fn sketch(&self, states: &[State], _: Option<Shot>) -> Sketch {
        let Some((state, earlier)) = states.split_last() else {
            return Sketch::new();
        };
        view::draw(self, earlier.last(), state)
    }

    fn parse_typed(&self, state: &State, text: &str) -> Result<Shot, NotationError> {
        let is_number = |letter: char| letter.is_ascii_digit() || "-+.".contains(letter);
        if self.is_over(state) || text.trim().starts_with(is_number) {
            return self.parse_action(state, &text.to_lowercase());
        }
        words::parse(self, state, text).map_err(|expected| NotationError::new(text, &expected))
    }

    fn typed_format(&self) -> String {
        "a throw in words such as draw tee, guard left or hit 3 soft ccw ('shots' tells more), or \
         as vx,vy,spin such as -0.130,2.400,cw"
            .to_owned()
    }

    fn describe_action(&self, _: &State, shot: Shot) -> String {
        let Shot { velocity, spin } = shot;
        format!("{:.3},{:.3},{}", velocity.x, velocity.y, spin.name())
    }

    fn topics(&self) -> &'static [Topic] {
        TOPICS
    }

    fn tell(&self, state: &State, topic: &str, argument: &str) -> Result<Sketch, String> {
        if !argument.trim().is_empty() {
            return Err(format!("nothing behind '{topic}'"));
        }
        match topic {
            "stones" => Ok(self.list(state)),
            _ => Ok(Sketch::from(words::HELP.to_owned())),
        }
    }
}

impl Curling {
    /// The stones in play with their places, the nearest to the tee first.
    fn list(&self, state: &State) -> Sketch {
        let tee = self.world.sheet().tee;
        let mut stones: Vec<(usize, Vector)> = state.stones.iter().collect();
        stones.sort_by(|one, other| {
            let [one, other] = [one, other].map(|(_, at)| at.distance(tee));
            one.total_cmp(&other)
        });
        let mut sketch = Sketch::new();
        if stones.is_empty() {
            sketch.add(Ink::Plain, "There is no stone in play.");
        }
        for (i, (number, at)) in stones.into_iter().enumerate() {
            if i > 0 {
                sketch.end_line();
            }
            let player = owner(number, state.first);
            sketch.add(Ink::Piece(player), format!("{:<3}", label(number, player)));
            sketch.add(Ink::Plain, format!("  {}", place_text(self.world, at)));
        }
        sketch
    }
}

/// `0.42 m from the tee: 0.40 left, 0.13 behind`
fn place_text(world: World, at: Vector) -> String {
    let (right, behind) = from_tee(world, at);
    let across = if right < 0.0 { "left" } else { "right" };
    let along = if behind < 0.0 { "before" } else { "behind" };
    format!(
        "{:.2} m from the tee: {:.2} {across}, {:.2} {along}",
        right.hypot(behind),
        right.abs(),
        behind.abs()
    )
}

/// How far right of the tee a place is and how far behind it, for the one who throws.
fn from_tee(world: World, at: Vector) -> (f64, f64) {
    let sheet = world.sheet();
    (at.x - sheet.tee.x, (at.y - sheet.tee.y) * sheet.forward)
}

/// The place that is so far right of the tee and so far behind it.
fn at_tee(world: World, right: f64, behind: f64) -> Vector {
    let sheet = world.sheet();
    Vector::new(sheet.tee.x + right, sheet.tee.y + behind * sheet.forward)
}

/// What a stone is called on the sheet: `R3` is Red's, of the third throw.
fn label(number: usize, player: Player) -> String {
    format!("{}{}", &SIDES[player.index()][..1], number + 1)
}
