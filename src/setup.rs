//! From what the user wrote to games, positions and engines.

use crate::failure::usage;
use crate::suggest::hint;
use std::sync::Arc;
use yomi_core::params::{Param, ParamError, Settings, Spec};
use yomi_core::{Engine, Referee, Seed};
use yomi_engine::{AnyGame, Registry, SetupError};

/// Which position of a game is meant.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// Moves already played, separated by spaces.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,

    /// Seed of all randomness: chance in the game, and the engine's.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    pub seed: u64,
}

/// A game and a position of it.
pub struct Opened {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The position.
    pub referee: Box<dyn Referee>,
    /// The moves that led there, each with the seed of its chance.
    played: Vec<(String, Seed)>,
    seed: Seed,
}

impl PositionArgs {
    /// Sets the game up and plays the moves.
    pub fn open(&self, registry: &Registry, spec: &Spec) -> anyhow::Result<Opened> {
        let game = open_game(registry, spec)?;
        let mut referee = game.referee();
        let seed = Seed::new(self.seed);
        referee.new_game(seed);
        let mut played = Vec::new();
        for (i, text) in self.moves.split_whitespace().enumerate() {
            let step = referee.play(text).map_err(|source| {
                setup_error(SetupError::Move {
                    number: i + 1,
                    source,
                })
            })?;
            played.push(step);
        }
        Ok(Opened {
            game,
            referee,
            played,
            seed,
        })
    }
}

impl Opened {
    /// An engine that has followed the game to this position, and the spec it was made from: the
    /// one asked for, or [`default_engine`].
    pub fn engine(&self, spec: Option<&Spec>) -> anyhow::Result<(Box<dyn Engine>, Spec)> {
        let spec = match spec {
            Some(spec) => spec.clone(),
            None => default_engine(self.game.as_ref())?,
        };
        let mut engine = self.game.engine(&spec).map_err(setup_error)?;
        engine.new_game(self.seed.child("engine"))?;
        for (text, chance) in &self.played {
            engine.play(text, *chance)?;
        }
        Ok((engine, spec))
    }
}

/// Sets a game up from `name` or `name:key=value,...`.
pub fn open_game(registry: &Registry, spec: &Spec) -> anyhow::Result<Arc<dyn AnyGame>> {
    registry.game(spec).map_err(setup_error)
}

/// The settings of a game's rules.
pub fn game_parameters<'a>(registry: &'a Registry, game: &str) -> &'a [Param] {
    let mut entries = registry.entries().iter();
    entries
        .find(|entry| entry.name == game)
        .map_or(&[], |entry| &entry.parameters)
}

/// The parameters of a game's engine.
pub fn engine_parameters(game: &dyn AnyGame, engine: &str) -> Vec<Param> {
    let mut engines = game.engines().into_iter();
    engines
        .find(|known| known.name == engine)
        .map(|known| known.parameters)
        .unwrap_or_default()
}

/// Every game on offer, with its default settings.
pub fn every_game(registry: &Registry) -> Vec<Spec> {
    registry
        .entries()
        .iter()
        .map(|entry| Spec {
            name: entry.name.clone(),
            settings: Settings::default(),
        })
        .collect()
}

/// The engine that is taken when none is named: the first of these that the game has, or else
/// the game's first.
const PREFERRED: [&str; 3] = ["uct", "dpw", "flat"];

/// The engine for those who name none.
pub fn default_engine(game: &dyn AnyGame) -> anyhow::Result<Spec> {
    let engines = game.engines();
    let named = |name: &&str| engines.iter().find(|engine| engine.name == *name);
    let engine = PREFERRED
        .iter()
        .find_map(named)
        .or(engines.first())
        .ok_or_else(|| usage(format!("game '{}' has no engines", game.name())))?;
    Ok(engine.name.parse()?)
}

/// A setup error as one line, with the name that was probably meant.
pub fn setup_error(error: SetupError) -> anyhow::Error {
    let hint = match &error {
        SetupError::UnknownGame { name, known }
        | SetupError::UnknownEngine { name, known, .. }
        | SetupError::Parameter {
            source: ParamError::Unknown { name, known },
            ..
        } => {
            let known = known.strip_prefix("expected one of ").unwrap_or(known);
            hint(name, known.split(", "))
        }
        _ => String::new(),
    };
    usage(format!("{error}{hint}"))
}

/// Reads a seed.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// The number of cores, or one if nobody knows.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
