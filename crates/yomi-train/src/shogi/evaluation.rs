//! The static evaluation, learned from games with evaluations.
//!
//! The target of a position is the expected score of the recorded evaluation. Positions in check,
//! decided positions, and those in which a capture or a promotion was played are left out: a
//! search resolves such moves itself, and uses the evaluation in quiet positions.

use super::Games;
use super::tables::Recorded;
use crate::report::{Agreement, Cell, Group, Report, Share};
use crate::training::{Learner, TrainingError};
use yomi_core::{Player, Rng, Seed};
use yomi_learn::adam::Adam;
use yomi_learn::epoch::Epoch;
use yomi_learn::two_sided::{Examples, Sharing, TwoSided, TwoSidedParams};
use yomi_shogi::evaluation::rows::{self, PIECE_ROWS, ROWS};
use yomi_shogi::evaluation::{Evaluation, UNITS};
use yomi_shogi::{Board, Kind};

/// Evaluations beyond this are decided games.
const DECIDED: i32 = 3000;

const BATCH: usize = 512;
const RATE: f32 = 0.001;
const DECAY: f32 = 1.0;

/// What a pawn, lance, knight, silver, bishop, rook, gold, king and their promotions are worth:
/// what the learned evaluation must beat.
const MATERIAL: [i32; Kind::COUNT] = [
    100, 300, 350, 500, 800, 1000, 550, 0, 550, 500, 520, 550, 1050, 1300,
];

/// A position to test on.
struct Tested {
    board: Board,
    ply: usize,
    eval: i32,
    /// The mover's score.
    result: Option<f64>,
    is_quiet: bool,
}

fn expected_score(centipawns: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(centipawns) / 600.0))
}

/// Learns the evaluation.
pub struct EvaluationLearner {
    examples: Examples,
    /// How many games they are of.
    games: u64,
    tests: Vec<Tested>,
    network: TwoSided,
}

impl EvaluationLearner {
    /// A network at random, and the positions of these games.
    pub fn new(games: &Games, seed: Seed) -> Result<EvaluationLearner, TrainingError> {
        let mut examples = Examples::default();
        for game in games.learned() {
            positions(game, |position| {
                if position.is_quiet {
                    let side = position.board.side();
                    let views = [side, side.other()].map(|viewer| seen(&position.board, viewer));
                    let target = expected_score(position.eval) as f32;
                    examples.push([&views[0], &views[1]], target);
                }
            });
        }
        if examples.is_empty() {
            let wanted = "quiet position with an evaluation";
            return Err(TrainingError::NothingToLearn(wanted));
        }
        let mut tests = Vec::new();
        for game in games.tested() {
            positions(game, |position| tests.push(position));
        }
        let parts = |row| rows::shared(row).into_iter().flatten();
        let sharing = (0..ROWS).map(|row| parts(row).map(|part| part as u32).collect());
        let sharing = Sharing::new(sharing.collect());
        Ok(EvaluationLearner {
            examples,
            games: games.learned().count() as u64,
            tests,
            network: TwoSided::new(sharing, PIECE_ROWS, UNITS, seed.child("network")),
        })
    }

    fn rounded(&self) -> Evaluation {
        let network = &self.network;
        Evaluation::rounded(
            network.rows(),
            network.bias(),
            network.output(),
            network.tempo(),
        )
    }
}

impl Learner for EvaluationLearner {
    fn epoch(&mut self, epoch: Epoch, rng: &mut Rng) -> String {
        let params = TwoSidedParams {
            epochs: epoch.of,
            batch: BATCH,
            rate: RATE,
            decay: DECAY,
        };
        let error = self
            .network
            .epoch(&self.examples, &params, epoch.number, rng);
        let pairs = agreement(&self.rounded(), &self.tests);
        format!(
            "mean squared error {error:.5}; held out: correlation {:.4}, mean error {:.4}",
            pairs.correlation(),
            pairs.mean_error(),
        )
    }

    fn memory(&mut self) -> Vec<&mut Adam> {
        self.network.memory().into()
    }

    fn restored(&mut self) {
        self.network.refold();
    }

    fn weights(&self, made_by: &str) -> Vec<u8> {
        self.rounded().write(made_by)
    }

    /// Against what material alone says.
    fn report(&self) -> Report {
        Report {
            learned_from: vec![
                (self.examples.len() as u64, "positions"),
                (self.games, "games"),
            ],
            columns: &[
                "held-out positions",
                "number",
                "correlation",
                "mean error",
                "winner %",
                "material: corr.",
                "error",
                "winner %",
            ],
            rows: rows_of(&self.rounded(), &self.tests),
            remark: None,
        }
        .tested_on(self.tests.len())
    }
}

/// The rows that a view switches on.
fn seen(board: &Board, viewer: Player) -> Vec<u16> {
    let mut seen = Vec::new();
    rows::for_each(board, viewer, |row| seen.push(row as u16));
    seen
}

/// The positions of a game that have an evaluation, are not in check and not decided.
fn positions(game: &Recorded, mut each: impl FnMut(Tested)) {
    game.replay(|ply, board, _, action| {
        let Some(eval) = game.eval(ply) else {
            return;
        };
        if eval.abs() <= DECIDED && !board.in_check() {
            let captures = action.from().is_some() && board.piece(action.to()).is_some();
            each(Tested {
                board: board.clone(),
                ply,
                eval,
                result: game.result.map(|black| match board.side() {
                    Player::First => black,
                    Player::Second => 1.0 - black,
                }),
                is_quiet: !captures && !action.promotes(),
            });
        }
    });
}

fn agreement(evaluation: &Evaluation, tests: &[Tested]) -> Agreement {
    let mut pairs = Agreement::default();
    for test in tests.iter().filter(|test| test.is_quiet) {
        let guess = expected_score(evaluation.of(&test.board));
        pairs.add(guess, expected_score(test.eval));
    }
    pairs
}

fn material(board: &Board) -> i32 {
    let worth = |player: Player| {
        let on_board = Kind::ALL
            .map(|kind| board.of_kind(player, kind).count() as i32 * MATERIAL[kind.index()]);
        let held =
            Kind::HAND.map(|kind| board.hand(player).count(kind) as i32 * MATERIAL[kind.index()]);
        on_board.iter().sum::<i32>() + held.iter().sum::<i32>()
    };
    worth(board.side()) - worth(board.side().other())
}

fn rows_of(evaluation: &Evaluation, tests: &[Tested]) -> Vec<Vec<Cell>> {
    let groups: [Group<Tested>; 7] = [
        ("all", &|_| true),
        ("quiet", &|test| test.is_quiet),
        ("quiet, to move 49", &|test| test.is_quiet && test.ply < 49),
        ("quiet, 50 to 79", &|test| {
            test.is_quiet && (49..79).contains(&test.ply)
        }),
        ("quiet, 80 to 109", &|test| {
            test.is_quiet && (79..109).contains(&test.ply)
        }),
        ("quiet, from 110", &|test| test.is_quiet && test.ply >= 109),
        ("a capture or promotion", &|test| !test.is_quiet),
    ];
    let scorers: [&dyn Fn(&Board) -> i32; 2] = [&|board| evaluation.of(board), &material];
    let row = |(name, belongs): Group<Tested>| {
        let mut cells = vec![Cell::Name(name.to_owned())];
        for score in scorers {
            let mut pairs = Agreement::default();
            let mut winner = Share::default();
            for test in tests.iter().filter(|test| belongs(test)) {
                let score = score(&test.board);
                pairs.add(expected_score(score), expected_score(test.eval));
                if let Some(result) = test.result.filter(|&result| result != 0.5) {
                    winner.add((score > 0) == (result > 0.5));
                }
            }
            if cells.len() == 1 {
                cells.push(Cell::Count(pairs.count()));
            }
            cells.push(Cell::Number(pairs.correlation(), 4));
            cells.push(Cell::Number(pairs.mean_error(), 4));
            cells.push(Cell::Number(winner.percent(), 1));
        }
        cells
    };
    groups.into_iter().map(row).collect()
}
