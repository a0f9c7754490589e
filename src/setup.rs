//! From what the user wrote to games, positions and engines.

use crate::failure::usage;
use crate::notation::is_pass;
use crate::records;
use crate::suggest::hint;
use anyhow::Context as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yomi_core::engine::{Follower, History, Session, Step};
use yomi_core::params::{ParamError, Spec};
use yomi_core::{Engine, Player, Seed, read_text};
use yomi_engine::{AnyGame, Registry, SetupError};

/// The longest file that holds a position.
pub const POSITION_BYTES: usize = 1 << 20;

/// Which game is meant, and which position of it.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// The game.
    pub game: Spec,

    /// Moves already played, separated by spaces.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,

    /// Moves already played, from a record (Go: .sgf, with its size and komi; Blokus Duo: .blksgf;
    /// shogi: .csa, .kif, .kifu or .usi).
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub record: Option<PathBuf>,

    /// Which game of a record that has several, counted from 1; without it, the first.
    #[arg(long, value_name = "N", requires = "record")]
    pub game_number: Option<usize>,

    /// The position to begin at, or @FILE that holds it, in games whose positions have a text
    /// (curling: '{"stones":[[0,0.1,38.2]]}'; shogi: SFEN; Go and Blokus Duo: rows); any --moves are played from there.
    #[arg(
        long,
        visible_alias = "sfen",
        value_name = "TEXT",
        conflicts_with = "record"
    )]
    pub position: Option<String>,

    /// Only the first N moves of the record.
    #[arg(long, value_name = "N", requires = "record")]
    pub upto: Option<usize>,

    /// Seed of all randomness: chance in the game, and the engine's.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    pub seed: u64,
}

/// A game and a position of it.
pub struct Opened {
    /// How the game is called, with the settings that its record needs.
    pub spec: Spec,
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The position and the way there.
    pub session: Session<()>,
}

impl PositionArgs {
    /// Sets the game up and plays the moves.
    pub fn open(&self, registry: &Registry) -> anyhow::Result<Opened> {
        let mut spec = self.game.clone();
        let mut game = open_game(registry, &spec)?;
        let record = match &self.record {
            None => None,
            Some(path) => {
                let record =
                    records::read(path, &records::Style::of(game.name())?, self.game_number)?;
                spec = records::game_of(&spec, &record)?;
                game = open_game(registry, &spec)?;
                Some((path, record))
            }
        };
        let seed = Seed::new(self.seed);
        let start = History::new(seed, seed.child("engine"));
        let mut opened = Opened {
            spec,
            session: Session::without_engine(game.referee(), start),
            game,
        };
        if let Some(text) = &self.position {
            opened.set_up(text)?;
        }
        match record {
            Some((path, record)) => opened.play_record(path, &record, self.upto)?,
            None => opened.play_list(&self.moves)?,
        }
        Ok(opened)
    }
}

impl Opened {
    /// Begins at a position given as text, or as a file that holds it.
    fn set_up(&mut self, text: &str) -> anyhow::Result<()> {
        let text = match text.strip_prefix('@') {
            Some(path) => read_text(Path::new(path), POSITION_BYTES)
                .with_context(|| format!("cannot read the position in '{path}'"))?,
            None => text.to_owned(),
        };
        self.session
            .set_up(text.trim())
            .map_err(|error| usage(format!("--position: {error}")))
    }

    /// Plays a list of moves. Where the game skips a side that cannot move, the list may say so by
    /// a pass, provided it is true.
    fn play_list(&mut self, moves: &str) -> anyhow::Result<()> {
        // Whose turn it is if both sides take turns, passes included.
        let mut turn = self.session.referee().to_move();
        for (i, text) in moves.split_whitespace().enumerate() {
            let referee = self.session.referee();
            let mover = referee.to_move();
            let skipped = referee.outcome().is_some() || mover != turn;
            if is_pass(self.game.name(), text) && skipped {
                turn = turn.other();
                continue;
            }
            self.session.play(text).map_err(|source| {
                setup_error(SetupError::Move {
                    number: i + 1,
                    source,
                })
            })?;
            turn = mover.other();
        }
        Ok(())
    }

    fn play_record(
        &mut self,
        path: &Path,
        record: &records::Record,
        upto: Option<usize>,
    ) -> anyhow::Result<()> {
        let moves = record.len();
        let count = upto.unwrap_or(usize::MAX);
        if upto.is_some_and(|upto| upto > moves) {
            return Err(usage(format!(
                "--upto {count} is too much: the record {} has {moves} moves",
                path.display()
            )));
        }
        let mut history = self.session.history().start();
        let mut referee = self.game.referee();
        referee.new_game(history.seed);
        history.steps = record
            .replay(referee.as_mut(), count)
            .with_context(|| format!("cannot play the record {}", path.display()))?;
        self.session = Session::resume(referee, history);
        Ok(())
    }

    /// The last position that was set up, if one was: from there on the referee knows the moves.
    pub fn position(&self) -> Option<&str> {
        let steps = self.session.history().steps.iter().rev();
        let mut set_up = steps.filter_map(|step| match step {
            Step::SetUp(position) => Some(position.as_str()),
            Step::Move { set_up, .. } => set_up.as_deref(),
        });
        set_up.next()
    }

    /// Who made each move since then.
    pub fn movers(&self) -> impl Iterator<Item = Player> {
        let steps = &self.session.history().steps;
        let begins = |step: &Step| match step {
            Step::SetUp(_) => true,
            Step::Move { set_up, .. } => set_up.is_some(),
        };
        let from = steps.iter().rposition(begins).unwrap_or(0);
        steps[from..].iter().filter_map(|step| match step {
            Step::SetUp(_) => None,
            Step::Move { mover, .. } => Some(*mover),
        })
    }

    /// An engine that has followed the game to this position, and the spec it was made from: the
    /// one asked for, or [`default_engine`].
    pub fn engine(&self, spec: Option<&Spec>) -> anyhow::Result<(Follower, Spec)> {
        let spec = engine_or_default(self.game.as_ref(), spec.cloned())?;
        let mut engine = Follower::new(make_engine(self.game.as_ref(), &spec)?);
        engine.follow(self.session.history(), None)?;
        Ok((engine, spec))
    }
}

/// Sets a game up from `name` or `name:key=value,...`.
pub fn open_game(registry: &Registry, spec: &Spec) -> anyhow::Result<Arc<dyn AnyGame>> {
    registry.game(spec).map_err(setup_error)
}

/// Makes an engine, and tells the user on standard error what is to be known of its files.
pub fn make_engine(game: &dyn AnyGame, spec: &Spec) -> anyhow::Result<Box<dyn Engine>> {
    let engine = game.engine(spec).map_err(setup_error)?;
    for remark in game.file_remarks(spec) {
        // Whoever reads nothing there misses nothing that matters.
        let _ = writeln!(io::stderr(), "note: {remark}");
    }
    Ok(engine)
}

/// A game as a record names it: with all its settings, and files by their contents. A record that an
/// earlier version began names files by their paths alone; `begun` tells how it names its game. Such a
/// one is gone on with, and the user hears that nobody can tell whether the files are the same.
pub fn game_in_full(
    registry: &Registry,
    spec: &Spec,
    begun: impl FnOnce() -> Option<String>,
) -> String {
    let table = registry.parameters(&spec.name);
    let by_path = spec.in_full(table);
    let by_contents = registry.identified(spec).in_full(table);
    if by_path != by_contents && begun().as_ref() == Some(&by_path) {
        let _ = writeln!(
            io::stderr(),
            "note: the record does not say what was in the files of {spec} when it was begun"
        );
        return by_path;
    }
    by_contents
}

/// Every game on offer, with its default settings.
pub fn every_game(registry: &Registry) -> Vec<Spec> {
    registry
        .entries()
        .iter()
        .map(|entry| Spec::named(&entry.name))
        .collect()
}

/// The engine that is taken when none is named: the first of these that the game has, or else
/// the game's first.
const PREFERRED: [&str; 4] = ["best", "uct", "dpw", "flat"];

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

/// The engine asked for, or [`default_engine`].
pub fn engine_or_default(game: &dyn AnyGame, asked: Option<Spec>) -> anyhow::Result<Spec> {
    asked.map_or_else(|| default_engine(game), Ok)
}

/// The engine asked for, or [`default_engine`], made once: one that cannot be made is better known
/// before anybody waits for it.
pub fn working_engine(game: &dyn AnyGame, asked: Option<Spec>) -> anyhow::Result<Spec> {
    let spec = engine_or_default(game, asked)?;
    make_engine(game, &spec)?;
    Ok(spec)
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
