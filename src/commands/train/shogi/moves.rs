//! Probabilities of moves, learned from the moves played.
//!
//! In games with evaluations, only moves that have one are learned: those before are an opening
//! that somebody drew.

use super::figures::Share;
use super::games::Recorded;
use super::{Job, Split};
use crate::text::{Align, Table, grouped};
use anyhow::bail;
use yomi_core::Seed;
use yomi_learn::softmax::{Options, Softmax, Target};
use yomi_shogi::transition::{FEATURES, Transitions, features_of};
use yomi_shogi::{Board, Move};

const BATCH: usize = 256;
const RATE: f32 = 0.01;
const DECAY: f32 = 0.02;

/// A choice somebody made.
struct Choice {
    board: Board,
    last: Option<Move>,
    chosen: Move,
    ply: usize,
}

/// Learns, saves after every epoch, and tells how good it is.
pub fn learn(games: &[Recorded], job: &Job) -> anyhow::Result<String> {
    let Split { learned, tested } = job.split(games);
    let examples: Vec<Choice> = learned.flat_map(choices).collect();
    let tests: Vec<Choice> = tested.flat_map(choices).collect();
    if examples.is_empty() {
        bail!("there is no move to learn from in these games");
    }
    let seed = Seed::new(job.seed);
    let mut softmax = Softmax::new(FEATURES);
    let begun = job.resume(&mut softmax.memory())?;
    for epoch in begun..job.epochs {
        let mut rng = seed.child("epoch").index(epoch.into()).rng();
        let loss = learn_once(&mut softmax, &examples, job, epoch, &mut rng);
        let transitions = Transitions::rounded(softmax.weights());
        let found = figures(&transitions, &tests, |_| true);
        job.save(
            epoch + 1,
            &mut softmax.memory(),
            &transitions.write(&job.made_by),
            &format!(
                "log-likelihood {:.4}; held out: {:.4}, {:.1}% played first",
                -loss,
                found.likelihood,
                found.within[0].percent()
            ),
        )?;
    }
    let transitions = Transitions::rounded(softmax.weights());
    Ok(format!(
        "{} moves to learn from\n\n{}",
        grouped(examples.len() as u64),
        report(&transitions, &tests)
    ))
}

/// The choices of a game: positions with more than one legal move.
fn choices(game: &Recorded) -> Vec<Choice> {
    let mut found = Vec::new();
    game.replay(|ply, board, last, chosen| {
        let is_drawn = !game.evals.is_empty() && game.eval(ply).is_none();
        if !is_drawn && board.legal_count() > 1 {
            found.push(Choice {
                board: board.clone(),
                last,
                chosen,
                ply,
            });
        }
    });
    found
}

/// One pass over all choices in random order; the mean loss.
fn learn_once(
    softmax: &mut Softmax,
    examples: &[Choice],
    job: &Job,
    epoch: u32,
    rng: &mut yomi_core::Rng,
) -> f64 {
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    rng.shuffle(&mut order);
    let (mut moves, mut features, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let batches = order.len().div_ceil(BATCH);
    let mut loss = 0.0;
    for (i, batch) in order.chunks(BATCH).enumerate() {
        for &example in batch {
            let choice = &examples[example as usize];
            choice.board.legal(&mut moves);
            let place = moves.iter().position(|&action| action == choice.chosen);
            features_of(&choice.board, choice.last, &moves, &mut features, &mut ends);
            let options = Options {
                features: &features,
                amounts: None,
                ends: &ends,
            };
            // Reading the games, every move was found to be legal.
            if let Some(place) = place {
                loss += softmax.learn(options, Target::One(place), 1.0);
            }
        }
        let done = (epoch as usize * batches + i) as f32;
        let left = 1.0 - done / (job.epochs as usize * batches) as f32;
        softmax.step(RATE * left, DECAY);
    }
    loss / examples.len() as f64
}

/// Up to which place a move counts as found.
const PLACES: [usize; 3] = [1, 3, 16];

#[derive(Default)]
struct Found {
    count: u64,
    within: [Share; 3],
    /// The mean logarithm of the probability of the moves played, and what it would be if all
    /// moves were equal.
    likelihood: f64,
    uniform: f64,
}

fn figures(
    transitions: &Transitions,
    tests: &[Choice],
    belongs: impl Fn(&Choice) -> bool,
) -> Found {
    let mut found = Found::default();
    let (mut moves, mut shares) = (Vec::new(), Vec::new());
    for test in tests.iter().filter(|test| belongs(test)) {
        test.board.legal(&mut moves);
        transitions.probabilities(&test.board, test.last, &moves, &mut shares);
        let Some(place) = moves.iter().position(|&action| action == test.chosen) else {
            continue;
        };
        let before = |&(i, &share): &(usize, &f32)| {
            share > shares[place] || (share == shares[place] && i < place)
        };
        let rank = shares.iter().enumerate().filter(before).count();
        for (within, limit) in found.within.iter_mut().zip(PLACES) {
            within.add(rank < limit);
        }
        found.count += 1;
        found.likelihood += libm::log(f64::from(shares[place]).max(1e-12));
        found.uniform -= libm::log(moves.len() as f64);
    }
    found.likelihood /= found.count.max(1) as f64;
    found.uniform /= found.count.max(1) as f64;
    found
}

/// Some of the moves: a name, and which.
type Group<'a> = (&'a str, &'a dyn Fn(&Choice) -> bool);

fn report(transitions: &Transitions, tests: &[Choice]) -> String {
    let mut table = Table::new(&[
        ("held-out moves", Align::Left),
        ("number", Align::Right),
        ("first %", Align::Right),
        ("top 3 %", Align::Right),
        ("top 16 %", Align::Right),
        ("log-likelihood", Align::Right),
        ("uniform", Align::Right),
    ]);
    let groups: [Group; 6] = [
        ("all", &|_| true),
        ("to move 49", &|test| test.ply < 49),
        ("50 to 79", &|test| (49..79).contains(&test.ply)),
        ("80 to 109", &|test| (79..109).contains(&test.ply)),
        ("from 110", &|test| test.ply >= 109),
        ("in check", &|test| test.board.in_check()),
    ];
    for (name, belongs) in groups {
        let found = figures(transitions, tests, belongs);
        let mut cells = vec![name.to_owned(), grouped(found.count)];
        cells.extend(
            found
                .within
                .iter()
                .map(|share| format!("{:.1}", share.percent())),
        );
        cells.push(format!("{:.4}", found.likelihood));
        cells.push(format!("{:.4}", found.uniform));
        table.row(cells);
    }
    table.render()
}
