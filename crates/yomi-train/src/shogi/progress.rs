//! Progress, learned towards ply / plies in all.

use super::Games;
use super::tables::Recorded;
use crate::report::{Agreement, Cell, Report, Share};
use crate::training::{Learner, TrainingError};
use yomi_core::Rng;
use yomi_learn::adam::Adam;
use yomi_learn::epoch::Epoch;
use yomi_learn::logistic::Logistic;
use yomi_shogi::Board;
use yomi_shogi::evaluation::rows::PIECE_ROWS;
use yomi_shogi::progress::{self, Progress, WEIGHTS};

const BATCH: usize = 256;
const RATE: f32 = 0.003;
const DECAY: f32 = 1.0;

/// A position, and which share of the game was over.
type Placed = (Board, f64);

/// Learns progress.
pub struct ProgressLearner {
    examples: Vec<Placed>,
    tests: Vec<Placed>,
    /// What is learned of a piece wherever the king stands comes after what is learned of each
    /// king's square.
    logistic: Logistic,
}

impl ProgressLearner {
    /// All positions alike, and those of these games.
    pub fn new(games: &Games) -> Result<ProgressLearner, TrainingError> {
        let examples: Vec<Placed> = games.learned().flat_map(positions).collect();
        if examples.is_empty() {
            return Err(TrainingError::NothingToLearn("position to learn from"));
        }
        Ok(ProgressLearner {
            examples,
            tests: games.tested().flat_map(positions).collect(),
            logistic: Logistic::new(WEIGHTS - 1 + PIECE_ROWS),
        })
    }

    fn rounded(&self) -> Progress {
        folded(self.logistic.weights())
    }
}

impl Learner for ProgressLearner {
    fn epoch(&mut self, epoch: Epoch, rng: &mut Rng) -> String {
        let order = Epoch::order(self.examples.len(), rng);
        let mut features = Vec::new();
        let mut error = 0.0;
        for batch in epoch.batches(&order, BATCH) {
            for &example in batch.examples {
                let (board, share) = &self.examples[example as usize];
                features.clear();
                progress::for_each(board, |weight| {
                    features.push(weight as u32);
                    features.push((WEIGHTS - 1 + progress::piece_of(weight)) as u32);
                });
                error += (self.logistic.learn(&features, *share) - share).abs();
            }
            self.logistic.step(RATE * batch.left, DECAY);
        }
        let pairs = agreement(&self.rounded(), &self.tests);
        format!(
            "mean error {:.4}; held out: correlation {:.4}, mean error {:.4}",
            error / self.examples.len() as f64,
            pairs.correlation(),
            pairs.mean_error()
        )
    }

    fn memory(&mut self) -> Vec<&mut Adam> {
        self.logistic.memory().into()
    }

    fn weights(&self, made_by: &str) -> Vec<u8> {
        self.rounded().write(made_by)
    }

    fn report(&self) -> Report {
        let progress = self.rounded();
        let pairs = agreement(&progress, &self.tests);
        let row =
            |name: String, low: f64, high: f64| row_of(&progress, &self.tests, name, low..high);
        let mut rows = vec![row("all".to_owned(), 0.0, 1.0)];
        rows.extend((0..4).map(|part| {
            let (low, high) = (f64::from(part) / 4.0, f64::from(part + 1) / 4.0);
            row(format!("{low:.2} to {high:.2}"), low, high)
        }));
        Report {
            learned_from: vec![(self.examples.len() as u64, "positions")],
            columns: &[
                "ply / plies in all",
                "held-out positions",
                "mean progress",
                "in 32 to 95 %",
                "mean error",
            ],
            rows,
            remark: Some(format!(
                "correlation {:.4}, mean error {:.4}",
                pairs.correlation(),
                pairs.mean_error()
            )),
        }
    }
}

/// What is learned of a king's square and of all of them, added up.
fn folded(weights: &[f32]) -> Progress {
    let (own, shared) = weights.split_at(WEIGHTS - 1);
    let mut sums: Vec<f32> = own.to_vec();
    for (weight, sum) in sums.iter_mut().enumerate() {
        *sum += shared[progress::piece_of(weight)];
    }
    sums.push(shared[PIECE_ROWS]);
    Progress::rounded(&sums)
}

fn positions(game: &Recorded) -> Vec<Placed> {
    let mut found = Vec::new();
    let total = game.moves.len() as f64;
    game.replay(|ply, board, _, _| found.push((board.clone(), ply as f64 / total)));
    found
}

fn agreement(progress: &Progress, tests: &[Placed]) -> Agreement {
    let mut pairs = Agreement::default();
    for (board, share) in tests {
        pairs.add(f64::from(progress.of(board)) / 128.0, *share);
    }
    pairs
}

/// The figures on positions between two shares of the game.
fn row_of(
    progress: &Progress,
    tests: &[Placed],
    name: String,
    between: std::ops::Range<f64>,
) -> Vec<Cell> {
    let (mut sum, mut middle, mut pairs) = (0.0, Share::default(), Agreement::default());
    for (board, share) in tests.iter().filter(|(_, share)| between.contains(share)) {
        let found = progress.of(board);
        sum += f64::from(found);
        middle.add((32..96).contains(&found));
        pairs.add(f64::from(found) / 128.0, *share);
    }
    vec![
        Cell::Name(name),
        Cell::Count(pairs.count()),
        Cell::Number(sum / pairs.count().max(1) as f64, 1),
        Cell::Number(middle.percent(), 1),
        Cell::Number(pairs.mean_error(), 4),
    ]
}
