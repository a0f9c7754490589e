//! What an engine prefers in one position: its moves by rank, with their probabilities and what they gain.
//!
//! The engine is asked once. Its report must give the moves a share of its prior; rank 1 has the largest. What a
//! move gains is by how much more the mover's points exceed its opponent's after it, in games that have
//! points: without chance, that tells what kind of move it is.

use crate::measurement::Observation;
use crate::plan::{Cell, Preferred};
use serde::{Deserialize, Serialize};
use yomi_core::{Engine, EngineError, Referee, Seed, Stop};
use yomi_engine::Registry;
use yomi_run::{Job, Players};

/// A position in which an engine is asked for its preferences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "preferences asked")]
pub(crate) struct PreferencesAsked {
    /// The game, written out.
    game: String,
    /// Who is asked, written out.
    engine: String,
    /// The position, where moves alone do not lead to it.
    position: Option<String>,
    /// The moves that lead from there to the one that is asked about.
    moves: Vec<String>,
    /// What all randomness derives from.
    seed: Seed,
}

/// The moves of a position, by rank.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Preferences(Vec<Preference>);

/// A move as an engine prefers it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Preference {
    #[serde(rename = "move")]
    text: String,
    probability: f64,
    gained: Option<f64>,
}

impl Job for PreferencesAsked {
    type Output = Preferences;
}

impl PreferencesAsked {
    pub fn new(cell: &Cell, task: &Preferred) -> PreferencesAsked {
        PreferencesAsked {
            game: cell.game_text.clone(),
            engine: task.engine.full.clone(),
            position: task.position.clone(),
            moves: task.moves.clone(),
            seed: cell.seed,
        }
    }

    /// Asks the engine.
    pub fn ask(&self, registry: &Registry, stop: &Stop) -> Result<Preferences, String> {
        let mut players = Players::new(registry);
        let (referee, engine) = players.get(&self.game, &self.engine)?;
        let asked = self.asked(referee, engine, stop);
        asked.map_err(|error| error.to_string())
    }

    fn asked(
        &self,
        referee: &mut dyn Referee,
        engine: &mut dyn Engine,
        stop: &Stop,
    ) -> Result<Preferences, EngineError> {
        engine.new_game(self.seed)?;
        if let Some(position) = &self.position {
            engine.set_position(position)?;
        }
        for (text, chance) in self.reach(referee)? {
            engine.play(&text, chance)?;
        }
        let mut preferences = Vec::new();
        for entry in engine.choose(None, stop)?.moves {
            let Some(probability) = entry.prior else {
                continue;
            };
            self.reach(referee)?;
            let (mover, before) = (referee.to_move(), referee.score());
            referee.play(&entry.text)?;
            let ahead = |points: [f64; 2]| points[mover.index()] - points[mover.other().index()];
            let both = before.zip(referee.score());
            preferences.push(Preference {
                text: entry.text,
                probability,
                gained: both.map(|(before, after)| ahead(after) - ahead(before)),
            });
        }
        preferences.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        Ok(Preferences(preferences))
    }

    /// Takes a referee to the position; the moves on the way as it spells them, each with the seed of its chance.
    fn reach(&self, referee: &mut dyn Referee) -> Result<Vec<(String, Seed)>, EngineError> {
        referee.new_game(self.seed);
        if let Some(position) = &self.position {
            referee.set_position(position)?;
        }
        self.moves.iter().map(|text| referee.play(text)).collect()
    }
}

impl Preferences {
    /// The move of this rank, counted from 1.
    pub fn at(&self, rank: usize) -> Observation {
        let preference = rank.checked_sub(1).and_then(|index| self.0.get(index));
        match preference {
            None => Observation::Sample { sample: Vec::new() },
            Some(preference) => Observation::Preference {
                text: preference.text.clone(),
                probability: preference.probability,
                gained: preference.gained,
            },
        }
    }
}
