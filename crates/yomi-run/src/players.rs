//! Rules and engines, made from what jobs say.

use yomi_core::{Engine, Referee};

/// The rules of a game and an engine for it.
pub type RefereeAndEngine = (Box<dyn Referee>, Box<dyn Engine>);

/// Makes the rules of a game and an engine for it, each given as text with all its settings.
pub type SetUp<'a, E> = dyn Fn(&str, &str) -> Result<RefereeAndEngine, E> + Sync + 'a;

/// The rules and the engine of a worker, kept for as long as its jobs name the same ones.
pub struct Players<'a, E> {
    set_up: &'a SetUp<'a, E>,
    made: Option<Made>,
}

struct Made {
    /// The game and the engine.
    names: [String; 2],
    referee: Box<dyn Referee>,
    engine: Box<dyn Engine>,
}

impl<'a, E> Players<'a, E> {
    /// None yet.
    pub fn new(set_up: &'a SetUp<'a, E>) -> Players<'a, E> {
        Players { set_up, made: None }
    }

    /// Those that a job names.
    pub fn get(
        &mut self,
        game: &str,
        engine: &str,
    ) -> Result<(&mut dyn Referee, &mut dyn Engine), E> {
        self.made.take_if(|made| made.names != [game, engine]);
        let made = match &mut self.made {
            Some(made) => made,
            none => {
                let names = [game, engine].map(str::to_owned);
                let (referee, engine) = (self.set_up)(game, engine)?;
                none.insert(Made {
                    names,
                    referee,
                    engine,
                })
            }
        };
        Ok((made.referee.as_mut(), made.engine.as_mut()))
    }
}
