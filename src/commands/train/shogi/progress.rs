//! Progress, learned towards ply / plies in all.

use super::figures::{Agreement, Share};
use super::games::Recorded;
use super::{Job, Split};
use crate::text::{Align, Table, grouped};
use anyhow::bail;
use yomi_core::Seed;
use yomi_learn::logistic::Logistic;
use yomi_shogi::Board;
use yomi_shogi::evaluation::rows::PIECE_ROWS;
use yomi_shogi::progress::{self, Progress, WEIGHTS};

const BATCH: usize = 256;
const RATE: f32 = 0.003;
const DECAY: f32 = 1.0;

/// Learns, saves after every epoch, and tells how good it is.
pub fn learn(games: &[Recorded], job: &Job) -> anyhow::Result<String> {
    let Split { learned, tested } = job.split(games);
    let examples: Vec<(Board, f64)> = learned.flat_map(positions).collect();
    let tests: Vec<(Board, f64)> = tested.flat_map(positions).collect();
    if examples.is_empty() {
        bail!("there is no position to learn from in these games");
    }
    let seed = Seed::new(job.seed);
    // What is learned of a piece wherever the king stands comes after what is learned of each
    // king's square.
    let mut logistic = Logistic::new(WEIGHTS - 1 + PIECE_ROWS);
    let begun = job.resume(&mut logistic.memory())?;
    for epoch in begun..job.epochs {
        let mut rng = seed.child("epoch").index(epoch.into()).rng();
        let mut order: Vec<u32> = (0..examples.len() as u32).collect();
        rng.shuffle(&mut order);
        let batches = order.len().div_ceil(BATCH);
        let mut features = Vec::new();
        let mut error = 0.0;
        for (i, batch) in order.chunks(BATCH).enumerate() {
            for &example in batch {
                let (board, share) = &examples[example as usize];
                features.clear();
                progress::for_each(board, |weight| {
                    features.push(weight as u32);
                    features.push((WEIGHTS - 1 + progress::piece_of(weight)) as u32);
                });
                error += (logistic.learn(&features, *share) - share).abs();
            }
            let done = (epoch as usize * batches + i) as f32;
            let left = 1.0 - done / (job.epochs as usize * batches) as f32;
            logistic.step(RATE * left, DECAY);
        }
        let progress = folded(logistic.weights());
        let pairs = agreement(&progress, &tests);
        job.save(
            epoch + 1,
            &mut logistic.memory(),
            &progress.write(&job.made_by),
            &format!(
                "mean error {:.4}; held out: correlation {:.4}, mean error {:.4}",
                error / examples.len() as f64,
                pairs.correlation(),
                pairs.mean_error()
            ),
        )?;
    }
    let progress = folded(logistic.weights());
    Ok(format!(
        "{} positions to learn from\n\n{}",
        grouped(examples.len() as u64),
        report(&progress, &tests)
    ))
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

fn positions(game: &Recorded) -> Vec<(Board, f64)> {
    let mut found = Vec::new();
    let total = game.moves.len() as f64;
    game.replay(|ply, board, _, _| found.push((board.clone(), ply as f64 / total)));
    found
}

fn agreement(progress: &Progress, tests: &[(Board, f64)]) -> Agreement {
    let mut pairs = Agreement::default();
    for (board, share) in tests {
        pairs.add(f64::from(progress.of(board)) / 128.0, *share);
    }
    pairs
}

fn report(progress: &Progress, tests: &[(Board, f64)]) -> String {
    let pairs = agreement(progress, tests);
    let mut table = Table::new(&[
        ("ply / plies in all", Align::Left),
        ("held-out positions", Align::Right),
        ("mean progress", Align::Right),
        ("in 32 to 95 %", Align::Right),
        ("mean error", Align::Right),
    ]);
    let mut row = |name: String, low: f64, high: f64| {
        let (mut sum, mut middle, mut pairs) = (0.0, Share::default(), Agreement::default());
        for (board, share) in tests
            .iter()
            .filter(|(_, share)| (low..high).contains(share))
        {
            let found = progress.of(board);
            sum += f64::from(found);
            middle.add((32..96).contains(&found));
            pairs.add(f64::from(found) / 128.0, *share);
        }
        table.row(vec![
            name,
            grouped(pairs.count()),
            format!("{:.1}", sum / pairs.count().max(1) as f64),
            format!("{:.1}", middle.percent()),
            format!("{:.4}", pairs.mean_error()),
        ]);
    };
    row("all".to_owned(), 0.0, 1.0);
    for part in 0..4 {
        let (low, high) = (f64::from(part) / 4.0, f64::from(part + 1) / 4.0);
        row(format!("{low:.2} to {high:.2}"), low, high);
    }
    format!(
        "{}\ncorrelation {:.4}, mean error {:.4}",
        table.render(),
        pairs.correlation(),
        pairs.mean_error()
    )
}
