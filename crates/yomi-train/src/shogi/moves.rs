//! Probabilities of moves, learned from the moves played.
//!
//! In games with evaluations, only moves that have one are learned: those before are an opening
//! that somebody drew.

use super::Games;
use super::tables::Recorded;
use crate::report::{Cell, Foretold, Group, Report};
use crate::training::{Learner, TrainingError};
use yomi_core::{FeatureLists, Rng};
use yomi_learn::adam::Adam;
use yomi_learn::epoch::Epoch;
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

/// Learns probabilities of moves.
pub struct MoveLearner {
    examples: Vec<Choice>,
    tests: Vec<Choice>,
    softmax: Softmax,
}

impl MoveLearner {
    /// All moves equal, and the choices made in these games.
    pub fn new(games: &Games) -> Result<MoveLearner, TrainingError> {
        let examples: Vec<Choice> = games.learned().flat_map(choices).collect();
        if examples.is_empty() {
            return Err(TrainingError::NothingToLearn("move to learn from"));
        }
        Ok(MoveLearner {
            examples,
            tests: games.tested().flat_map(choices).collect(),
            softmax: Softmax::new(FEATURES),
        })
    }

    fn rounded(&self) -> Transitions {
        Transitions::rounded(self.softmax.weights())
    }
}

impl Learner for MoveLearner {
    fn epoch(&mut self, epoch: Epoch, rng: &mut Rng) -> String {
        let order = Epoch::order(self.examples.len(), rng);
        let (mut moves, mut lists) = (Vec::new(), FeatureLists::default());
        let mut loss = 0.0;
        for batch in epoch.batches(&order, BATCH) {
            for &example in batch.examples {
                let choice = &self.examples[example as usize];
                choice.board.legal(&mut moves);
                let place = moves.iter().position(|&action| action == choice.chosen);
                features_of(&choice.board, choice.last, &moves, &mut lists);
                let options = Options {
                    features: lists.features(),
                    amounts: None,
                    ends: lists.ends(),
                };
                // Reading the games, every move was found to be legal.
                if let Some(place) = place {
                    loss += self.softmax.learn(options, Target::One(place), 1.0);
                }
            }
            self.softmax.step(RATE * batch.left, DECAY);
        }
        let found = figures(&self.rounded(), &self.tests, |_| true);
        format!(
            "log-likelihood {:.4}; held out: {:.4}, {:.1}% played first",
            -(loss / self.examples.len() as f64),
            found.likelihood(),
            found.first_percent()
        )
    }

    fn memory(&mut self) -> Vec<&mut Adam> {
        self.softmax.memory().into()
    }

    fn weights(&self, made_by: &str) -> Vec<u8> {
        self.rounded().write(made_by)
    }

    fn report(&self) -> Report {
        Report {
            learned_from: vec![(self.examples.len() as u64, "moves")],
            columns: &[
                "held-out moves",
                "number",
                "first %",
                "top 3 %",
                "top 16 %",
                "mean rank",
                "log-likelihood",
                "uniform",
                "not 0.9",
            ],
            rows: rows_of(&self.rounded(), &self.tests),
            remark: None,
        }
        .tested_on(self.tests.len())
    }
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

/// Up to which place a move counts as found.
const PLACES: [usize; 3] = [1, 3, 16];

fn figures(
    transitions: &Transitions,
    tests: &[Choice],
    belongs: impl Fn(&Choice) -> bool,
) -> Foretold {
    let mut found = Foretold::within(PLACES);
    let (mut moves, mut shares) = (Vec::new(), Vec::new());
    for test in tests.iter().filter(|test| belongs(test)) {
        test.board.legal(&mut moves);
        transitions.probabilities(&test.board, test.last, &moves, &mut shares);
        if let Some(place) = moves.iter().position(|&action| action == test.chosen) {
            found.add(&shares, place);
        }
    }
    found
}

fn rows_of(transitions: &Transitions, tests: &[Choice]) -> Vec<Vec<Cell>> {
    let groups: [Group<Choice>; 6] = [
        ("all", &|_| true),
        ("to move 49", &|test| test.ply < 49),
        ("50 to 79", &|test| (49..79).contains(&test.ply)),
        ("80 to 109", &|test| (79..109).contains(&test.ply)),
        ("from 110", &|test| test.ply >= 109),
        ("in check", &|test| test.board.in_check()),
    ];
    let row = |(name, belongs): Group<Choice>| figures(transitions, tests, belongs).row(name);
    groups.into_iter().map(row).collect()
}
