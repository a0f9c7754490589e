//! What happens in a game.

use yomi_core::{EngineError, Player, Referee, Seed};

/// What happened in a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// A move was made.
    Move {
        /// The position set up for it, where the mover was not on turn.
        turned: Option<String>,
        /// Who made it.
        mover: Player,
        /// The move as the game spells it.
        text: String,
        /// What the one who chose it thought of it.
        remark: Option<String>,
    },
    /// A position was set up.
    SetUp(String),
}

/// The seed of a step that draws nothing.
pub const NO_CHANCE: Seed = Seed::new(0);

/// Goes through the steps on a referee at the start of a game. Each with the seed of its chance, or
/// why one of them was not legal.
pub fn retrace<'a>(
    referee: &mut dyn Referee,
    steps: impl IntoIterator<Item = &'a Step>,
) -> Result<Vec<(Step, Seed)>, EngineError> {
    let mut done = Vec::new();
    for step in steps {
        let chance = match step {
            Step::SetUp(position) => {
                referee.set_position(position)?;
                NO_CHANCE
            }
            Step::Move { turned, text, .. } => {
                if let Some(position) = turned {
                    referee.set_position(position)?;
                }
                referee.play(text)?.1
            }
        };
        done.push((step.clone(), chance));
    }
    Ok(done)
}
