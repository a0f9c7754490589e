//! `yomi train go balancing`: playouts by patterns whose mean result is what a search says.

use super::telling::Telling;
use crate::failure::usage;
use crate::go_boards::of_size;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::{cores, game_in_full, make_engine, open_game};
use anyhow::bail;
use std::path::PathBuf;
use std::sync::Arc;
use yomi_core::params::{Settings, Spec};
use yomi_core::{Seed, Stop};
use yomi_engine::Registry;
use yomi_engine::go::patterns::{PatternSet, SHIPPED};
use yomi_go::Go;
use yomi_learn::values::Valuer;
use yomi_run::Executor;
use yomi_train::go::{
    BalancingRecipe, Drawn, balancing_learner, balancing_training, unmoved, without_patterns,
};

use super::refuse_to_overwrite;

/// The engine that says what positions are worth.
const TEACHER: &str = "best:simulations=2000";

/// Options for balancing alone.
#[derive(clap::Args)]
pub struct BalancingArgs {
    /// Balancing: the engine whose search says what positions are worth [default: best:simulations=2000].
    #[arg(long, value_name = "ENGINE")]
    teacher: Option<Spec>,

    /// Balancing: the file that keeps what it said, for this training and others with the same positions [default: that of --out with
    /// the ending .values.jsonl].
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,

    /// Balancing: another set of patterns whose errors the report tells; may be given more than once.
    #[arg(long, value_name = "SET")]
    compare: Vec<String>,

    /// Balancing: threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
}

/// What all trainings of Go are given.
pub struct Common {
    pub settings: Settings,
    pub games: Vec<PathBuf>,
    pub out: PathBuf,
    pub size: u32,
    pub seed: u64,
}

/// All that a training needs, read and checked.
struct Prepared<'a> {
    registry: &'a Registry,
    recipe: BalancingRecipe,
    common: Common,
    /// The game and the teacher with all their settings.
    texts: [String; 2],
    values: PathBuf,
    set: PatternSet,
    /// Other sets, by name.
    compared: Vec<(String, PatternSet)>,
    workers: usize,
}

impl BalancingArgs {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            ("--teacher", self.teacher.is_some()),
            ("--values", self.values.is_some()),
            ("--compare", !self.compare.is_empty()),
            ("--workers", self.workers.is_some()),
        ];
        let mut given = options.into_iter().filter(|(_, is_given)| *is_given);
        given.next().map(|(name, _)| name)
    }

    /// Balances playouts.
    pub fn run(
        self,
        common: Common,
        registry: &Registry,
        out: &mut Telling<'_>,
    ) -> anyhow::Result<()> {
        let recipe = BalancingRecipe::read(&common.settings);
        let recipe = recipe.map_err(|error| usage(format!("balancing: {error}")))?;
        let spec: Spec = format!("go:size={}", common.size).parse()?;
        let game = open_game(registry, &spec)?;
        let teacher = match self.teacher {
            Some(teacher) => teacher,
            None => TEACHER.parse()?,
        };
        make_engine(game.as_ref(), &teacher)?;
        let name = match recipe.positions.set.as_str() {
            "" => SHIPPED[0].0.to_owned(),
            name => name.to_owned(),
        };
        let read = |name: &str| {
            let set = PatternSet::read(name);
            let set = set.map_err(|problem| usage(format!("set '{name}': {problem}")))?;
            match set.board_size() == common.size as usize {
                true => Ok(set),
                false => Err(usage(format!(
                    "set '{name}' is for boards of {} rows: expected one for {}",
                    set.board_size(),
                    common.size
                ))),
            }
        };
        let set = read(&name)?;
        // The sets that ship are always worth a look, where they fit.
        let shipped = SHIPPED.iter().map(|(known, _)| (*known).to_owned());
        let shipped = shipped.filter(|known| *known != name && read(known).is_ok());
        let mut compared = Vec::new();
        for name in shipped.chain(self.compare) {
            let set = read(&name)?;
            compared.push((name, set));
        }
        let values = self.values;
        let values = values.unwrap_or_else(|| common.out.with_extension("values.jsonl"));
        let texts = [
            game_in_full(registry, &spec, || None),
            game.in_full(&teacher),
        ];
        let prepared = Prepared {
            registry,
            recipe,
            texts,
            values,
            set,
            compared,
            workers: self.workers.map_or_else(cores, usize::from),
            common,
        };
        let size = prepared.common.size;
        of_size!(size, |game| prepared.learn(game, out))
    }
}

impl Prepared<'_> {
    fn learn<const W: usize>(self, game: Go<W>, out: &mut Telling<'_>) -> anyhow::Result<()> {
        let Common {
            games: files,
            out: file,
            seed,
            ..
        } = &self.common;
        let written = [
            file.clone(),
            file.with_extension("checkpoint"),
            self.values.clone(),
        ];
        let read = self.compared.iter().map(|(name, _)| PathBuf::from(name));
        let start = PathBuf::from(&self.recipe.positions.set);
        let read: Vec<PathBuf> = files.iter().cloned().chain(read).chain([start]).collect();
        refuse_to_overwrite(&written, &read)?;
        let games = super::go::read(&game, files, out)?;
        let root = Seed::new(*seed);
        let drawn = Drawn::new(&game, &games, &self.recipe, root)?;
        let stop = stop_on_interrupt();
        let values = self.value(drawn.moves(), &stop)?;
        let training = balancing_training(
            &games,
            &self.recipe,
            (&self.texts[1], &values, self.set.weights()),
            (game.size(), *seed),
            (file, stop),
        );
        let report = self.balance(game, (drawn, &values), root, &training, out)?;
        out.report(&report)?;
        Ok(())
    }

    /// What the teacher says of positions.
    fn value(&self, positions: Vec<String>, stop: &Stop) -> anyhow::Result<Vec<f64>> {
        let all = positions.len();
        let progress = Progress::new(all as u64, 0);
        let watch = |done: u64| {
            progress.update(done, || format!("{done} of {all} positions valued"));
        };
        let executor = Executor {
            workers: self.workers,
            stop: stop.clone(),
        };
        let [game, teacher] = self.texts.each_ref().map(String::as_str);
        let valuer = Valuer::new(self.registry, [game, teacher], positions, self.common.seed);
        match valuer.run(&self.values, &executor, &watch)? {
            Some(values) => Ok(values),
            None => {
                let file = self.values.display();
                bail!("stopped; the same command goes on from {file}")
            }
        }
    }

    fn balance<const W: usize>(
        &self,
        game: Go<W>,
        valued: (Drawn<W>, &[f64]),
        root: Seed,
        training: &yomi_train::Training,
        out: &mut Telling<'_>,
    ) -> anyhow::Result<yomi_train::Report> {
        let game = Arc::new(game);
        let start = (Arc::clone(self.set.dictionary()), self.set.weights());
        let learner = balancing_learner(&game, valued, &self.recipe, start, (root, self.workers));
        let Some(mut learner) = learner else {
            bail!("the set has more patterns than playouts can look up");
        };
        for (name, playouts) in without_patterns::<W>() {
            learner = learner.compared_with_others(name, playouts, Vec::new());
        }
        for (name, set) in &self.compared {
            let Some(playouts) = set.playouts::<W>() else {
                bail!("set '{name}' has more patterns than playouts can look up");
            };
            learner = learner.compared_with_others(name, unmoved(playouts), Vec::new());
        }
        let progress = Progress::new(training.epochs.into(), 0);
        let mut curve = Vec::new();
        let report = training.run(&mut learner, |epoch, told| {
            let line = format!("epoch {epoch}: {told}");
            progress.update(epoch.into(), || line.clone());
            curve.push(line);
        });
        drop(progress);
        for line in curve {
            out.note(&line)?;
        }
        Ok(report?)
    }
}
