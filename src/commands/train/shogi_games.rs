//! `yomi train shogi-games`: the classical search plays shogi against itself, to learn from.
//!
//! Records of strong play show few bad moves, but a search looks at bad moves all the time and asks
//! the evaluation what they lead to. So here moves are strewn in that a good player might have
//! played, drawn by their probability ([`Transitions`]): all of the opening, and one in so many
//! afterwards. What is kept of every position is the value that the search found.

use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::setup::{cores, parse_seed};
use crate::text::grouped;
use anyhow::{Context as _, bail};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use yomi_core::{
    Deterministic, Discrete, FirstValue, Game, Limits, Outcome, Request, Rng, Search, Stop,
    read_file,
};
use yomi_learn::games::{Recipe, SelfPlayGame, TaughtGame};
use yomi_learn::gathering::gather;
use yomi_run::Executor;
use yomi_search::classical::{Classical, ClassicalParams};
use yomi_shogi::evaluation::Evaluation;
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Move, Position, Rules, Shogi};

/// Moves drawn at the beginning of a game: at least, at most.
const OPENING: [u32; 2] = [8, 24];
/// Games are called a draw after so many moves, and lost at this value.
const LONGEST: u32 = 320;
const LOST: f64 = 0.015;
/// MiB for the table of each worker's search.
const MEMORY: u32 = 8;

/// Plays shogi games to learn from: the classical search against itself, with moves strewn in that
/// others might have played.
///
/// Finished games are on file at once; the same command goes on where an earlier one was stopped
/// or killed, and a larger --games adds to them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi train shogi-games --games 20000 --out own.jsonl
  yomi train shogi evaluation --games engine_games.tsv.gz --extra own.jsonl --out evaluation.bin")]
pub struct Args {
    /// How many games the file shall have.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// After the opening, one move in so many is drawn by its probability.
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    strewn: u32,

    /// Weights of the evaluation [default: what ships].
    #[arg(long, value_name = "FILE")]
    evaluation: Option<PathBuf>,

    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    /// Games played at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// The file of games.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Plays one game after the other.
struct Player {
    game: Shogi,
    search: Classical<Shogi>,
    nodes: u64,
    strewn: u32,
    stop: Stop,
    moves: Vec<Move>,
    shares: Vec<f32>,
}

impl Player {
    /// A move drawn by its probability.
    fn draw(&mut self, position: &Position, rng: &mut Rng) -> Move {
        self.game.playout_actions(position, &mut self.moves);
        let (board, last) = (position.board(), position.last());
        Transitions::shipped().probabilities(board, last, &self.moves, &mut self.shares);
        let mut left = rng.unit() as f32;
        let passed = self.shares.iter().take_while(|&&share| {
            left -= share;
            left >= 0.0
        });
        let place = passed.count().min(self.moves.len() - 1);
        self.moves[place]
    }

    /// A game; `None` if it was stopped before its end.
    fn play(&mut self, job: &SelfPlayGame) -> Option<TaughtGame> {
        let seed = job.game_seed();
        let mut rng = seed.child("drawn").rng();
        let [least, most] = job.random_moves;
        let opening = least + rng.below(most - least + 1);
        let mut position = self.game.initial();
        let mut played = Vec::new();
        let mut values = Vec::new();
        self.search.reset();
        let result = loop {
            if let Some(outcome) = self.game.outcome(&position) {
                break outcome;
            }
            let ply = position.plies();
            if ply >= LONGEST {
                break Outcome::Draw;
            }
            let mut action = None;
            if ply >= opening {
                let limits = Limits {
                    nodes: Some(self.nodes),
                    ..Limits::default()
                };
                let mut request = Request::new(limits, seed.index(ply.into()));
                request.stop = self.stop.clone();
                let report = self.search.search(&self.game, &position, &request);
                if self.stop.is_raised() {
                    return None;
                }
                let mover = self.game.to_move(&position);
                if report.value.0 < LOST {
                    break Outcome::Win(mover.other());
                }
                let value = report.value.to_first(mover).0;
                // Four digits are more than any search is sure of, and keep the file small.
                values.push(((value * 1e4).round() / 1e4) as f32);
                action = (rng.below(self.strewn) > 0).then_some(report.best);
            }
            let action = match action {
                Some(action) => action,
                None => self.draw(&position, &mut rng),
            };
            played.push(action.to_string());
            self.game.apply(&mut position, action);
            self.search.advance(&self.game, action, &position);
        };
        let FirstValue(result) = result.value();
        Some(TaughtGame {
            number: job.number,
            random: (played.len() - values.len()) as u32,
            moves: played,
            values,
            result: result as f32,
        })
    }
}

impl Args {
    /// Carries the command out.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let evaluation = match &self.evaluation {
            None => Evaluation::shipped(),
            Some(path) => {
                /// Far more than an evaluation has.
                const WEIGHTS_BYTES: usize = 1 << 26;
                let bytes = read_file(path, WEIGHTS_BYTES)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                let read = Evaluation::read(&bytes);
                Arc::new(read.map_err(|error| usage(format!("{}: {error}", path.display())))?)
            }
        };
        let teacher = format!(
            "classical:nodes={},memory={MEMORY}, one move in {} drawn, evaluation {:016x}",
            self.nodes,
            self.strewn,
            evaluation.fingerprint()
        );
        let recipe = Recipe::new("shogi", &teacher, OPENING, self.seed);
        let stop = stop_on_interrupt();
        let executor = Executor {
            workers: self.workers.map_or_else(cores, usize::from),
            stop: stop.clone(),
        };
        let progress = OnceLock::new();
        let watch = |done| {
            let progress = progress.get_or_init(|| Progress::new(self.games, done));
            progress.update(done, || format!("{done}/{} games", self.games));
        };
        let count = gather(&recipe, &self.out, self.games, &executor, &watch, || {
            let mut player = self.player(&evaluation, &stop);
            Ok(move |job: &SelfPlayGame| Ok(player.play(job)))
        })?;
        drop(progress);
        let file = self.out.display();
        if count < self.games {
            bail!("stopped; the same command goes on from {file}");
        }
        writeln!(out, "{} games in {file}", grouped(count))?;
        Ok(())
    }

    fn player(&self, evaluation: &Arc<Evaluation>, stop: &Stop) -> Player {
        let params = ClassicalParams {
            memory: MEMORY,
            ..ClassicalParams::default()
        };
        Player {
            game: Shogi::evaluated_by(Rules::default(), Arc::clone(evaluation)),
            search: Classical::new(params),
            nodes: self.nodes,
            strewn: self.strewn,
            stop: stop.clone(),
            moves: Vec::new(),
            shares: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_learn::games::read_games;

    fn args(out: PathBuf, games: u64) -> Args {
        Args {
            games,
            nodes: 30,
            strewn: 4,
            evaluation: None,
            seed: 5,
            workers: Some(2),
            out,
        }
    }

    #[test]
    fn games_are_the_same_however_they_come_about() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, parts] = ["whole.jsonl", "parts.jsonl"].map(|name| folder.path().join(name));
        args(whole.clone(), 4).run(&mut Vec::new()).unwrap();
        args(parts.clone(), 2).run(&mut Vec::new()).unwrap();
        // A line that was being written when the lights went out.
        let mut text = std::fs::read_to_string(&parts).unwrap();
        text.push_str("{\"number\":3,\"ran");
        std::fs::write(&parts, text).unwrap();
        let mut said = Vec::new();
        args(parts.clone(), 4).run(&mut said).unwrap();
        assert!(String::from_utf8(said).unwrap().starts_with("4 games in "));
        let (_, games) = read_games(&whole).unwrap();
        assert_eq!(read_games(&parts).unwrap().1, games);
        for game in &games {
            assert!(game.random >= OPENING[0] && game.moves.len() >= game.random as usize);
        }
        assert_ne!(games[0].moves, games[1].moves);
        // Other settings, another file.
        let other = Args {
            nodes: 31,
            ..args(parts, 4)
        };
        let error = other.run(&mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains("belongs to another run"), "{error}");
    }
}
