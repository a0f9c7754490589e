//! Self-play games of shogi by the classical search, for training.
//!
//! Records of strong play contain few bad moves, but a search evaluates positions after bad moves all the
//! time. So some moves of these games are not chosen by the search but drawn by their probability
//! ([`Transitions`]): all moves of the opening, and a fixed share afterwards. Every position is recorded
//! with the value that the search found.

use std::path::Path;
use std::sync::Arc;
use yomi_core::{
    Deterministic, Discrete, FirstValue, Game, Limits, Outcome, Request, Rng, Search, Stop,
};
use yomi_learn::games::{LabelledGame, SelfPlayGame, SelfPlayHeader};
use yomi_learn::generation::{GenerationError, Part, generate};
use yomi_run::Executor;
use yomi_search::classical::{Classical, ClassicalParams};
use yomi_shogi::evaluation::Evaluation;
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Move, Position, Rules, Shogi};

/// Moves drawn at the beginning of a game: at least, at most.
const OPENING: [u32; 2] = [8, 24];
/// The length after which games are adjudicated as drawn, and the value at which they are lost.
const LONGEST: u32 = 320;
const LOST: f64 = 0.015;
/// MiB for the table of each worker's search.
const MEMORY: u32 = 8;

/// The settings of the games.
#[derive(Clone, Debug)]
pub struct RandomizedSelfPlay {
    /// Nodes a move.
    pub nodes: u64,
    /// After the opening, one move in `draw_interval` is drawn by its probability.
    pub draw_interval: u32,
    /// The static evaluation of the search.
    pub evaluation: Arc<Evaluation>,
}

impl RandomizedSelfPlay {
    /// Plays games until the file has numbers `0..games`; returns the number of games in it. `watch` is
    /// called for every recorded game. The file of a run with other settings is refused.
    pub fn run(
        &self,
        seed: u64,
        path: &Path,
        games: u64,
        executor: &Executor,
        watch: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, GenerationError> {
        let teacher = format!(
            "classical:nodes={},memory={MEMORY}, one move in {} drawn, evaluation {:016x}",
            self.nodes,
            self.draw_interval,
            self.evaluation.fingerprint()
        );
        let recipe = SelfPlayHeader::new("shogi", &teacher, OPENING, seed);
        let part = (path, Part::whole(games));
        generate(
            &recipe,
            |number| recipe.job(number),
            part,
            executor,
            watch,
            || {
                let mut player = self.player(&executor.stop);
                Ok(move |job: &SelfPlayGame| Ok(player.play(job)))
            },
        )
    }

    fn player(&self, stop: &Stop) -> Player {
        let params = ClassicalParams {
            memory: MEMORY,
            ..ClassicalParams::default()
        };
        Player {
            game: Shogi::evaluated_by(Rules::default(), Arc::clone(&self.evaluation)),
            search: Classical::new(params),
            nodes: self.nodes,
            draw_interval: self.draw_interval.max(1),
            stop: stop.clone(),
            moves: Vec::new(),
            shares: Vec::new(),
        }
    }
}

/// Plays one game after the other.
struct Player {
    game: Shogi,
    search: Classical<Shogi>,
    nodes: u64,
    draw_interval: u32,
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
    fn play(&mut self, job: &SelfPlayGame) -> Option<LabelledGame> {
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
                action = (rng.below(self.draw_interval) > 0).then_some(report.best);
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
        Some(LabelledGame {
            number: job.number,
            random: (played.len() - values.len()) as u32,
            moves: played,
            values,
            means: Vec::new(),
            result: result as f32,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_learn::games::read_games;

    fn play(path: &Path, games: u64, nodes: u64) -> Result<u64, GenerationError> {
        let games_of = RandomizedSelfPlay {
            nodes,
            draw_interval: 4,
            evaluation: Evaluation::shipped(),
        };
        let executor = Executor {
            workers: 2,
            stop: Stop::default(),
        };
        games_of.run(5, path, games, &executor, &|_| ())
    }

    #[test]
    fn games_are_the_same_however_they_come_about() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, parts] = ["whole.jsonl", "parts.jsonl"].map(|name| folder.path().join(name));
        play(&whole, 4, 30).unwrap();
        play(&parts, 2, 30).unwrap();
        // A line that was being written when the lights went out.
        let mut text = std::fs::read_to_string(&parts).unwrap();
        text.push_str("{\"number\":3,\"ran");
        std::fs::write(&parts, text).unwrap();
        assert_eq!(play(&parts, 4, 30).unwrap(), 4);
        let (_, games) = read_games(&whole).unwrap();
        assert_eq!(read_games(&parts).unwrap().1, games);
        for game in &games {
            assert!(game.random >= OPENING[0] && game.moves.len() >= game.random as usize);
        }
        assert_ne!(games[0].moves, games[1].moves);
        // Other settings, another file.
        let error = play(&parts, 4, 31).unwrap_err().to_string();
        assert!(error.contains("belongs to another run"), "{error}");
    }
}
