//! The static evaluation, learned from games with evaluations.
//!
//! The target of a position is the expected score of the evaluation on record. Left out are
//! positions in check, decided ones, and those in which a capture or a promotion was played: a
//! search looks at what such moves lead to anyway, and asks the evaluation about quiet positions.

use super::figures::{Agreement, Share};
use super::games::Recorded;
use super::{Job, Split};
use crate::text::{Align, Table, grouped};
use anyhow::bail;
use yomi_core::{Player, Seed};
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

/// Learns, saves after every epoch, and tells how good it is.
pub fn learn(games: &[Recorded], job: &Job) -> anyhow::Result<String> {
    let Split { learned, tested } = job.split(games);
    let mut examples = Examples::default();
    for game in learned {
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
        bail!("there is no quiet position with an evaluation in these games");
    }
    let mut tests = Vec::new();
    for game in tested {
        positions(game, |position| tests.push(position));
    }
    let parts = |row| rows::shared(row).into_iter().flatten();
    let sharing = (0..ROWS).map(|row| parts(row).map(|part| part as u32).collect());
    let sharing = Sharing::new(sharing.collect());
    let seed = Seed::new(job.seed);
    let mut network = TwoSided::new(sharing, PIECE_ROWS, UNITS, seed.child("network"));
    let params = TwoSidedParams {
        epochs: job.epochs,
        batch: BATCH,
        rate: RATE,
        decay: DECAY,
    };
    let begun = job.resume(&mut network.memory())?;
    network.refold();
    for epoch in begun..job.epochs {
        let mut rng = seed.child("epoch").index(epoch.into()).rng();
        let error = network.epoch(&examples, &params, epoch, &mut rng);
        let evaluation = rounded(&network);
        let pairs = agreement(&evaluation, &tests);
        job.save(
            epoch + 1,
            &mut network.memory(),
            &evaluation.write(&job.made_by),
            &format!(
                "mean squared error {error:.5}; held out: correlation {:.4}, mean error {:.4}",
                pairs.correlation(),
                pairs.mean_error(),
            ),
        )?;
    }
    let evaluation = rounded(&network);
    Ok(format!(
        "{} positions of {} games to learn from\n\n{}",
        grouped(examples.len() as u64),
        grouped(learned_count(games, job)),
        report(&evaluation, &tests)
    ))
}

fn learned_count(games: &[Recorded], job: &Job) -> u64 {
    job.split(games).learned.count() as u64
}

fn rounded(network: &TwoSided) -> Evaluation {
    Evaluation::rounded(
        network.rows(),
        network.bias(),
        network.output(),
        network.tempo(),
    )
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

/// Some of the positions: a name, and which.
type Group<'a> = (&'a str, &'a dyn Fn(&Tested) -> bool);

/// The figures on the games held out, against those of material alone.
fn report(evaluation: &Evaluation, tests: &[Tested]) -> String {
    let mut table = Table::new(&[
        ("held-out positions", Align::Left),
        ("number", Align::Right),
        ("correlation", Align::Right),
        ("mean error", Align::Right),
        ("winner %", Align::Right),
        ("material: corr.", Align::Right),
        ("error", Align::Right),
        ("winner %", Align::Right),
    ]);
    let groups: [Group; 7] = [
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
    for (name, belongs) in groups {
        let mut cells = vec![name.to_owned()];
        let scorers: [&dyn Fn(&Board) -> i32; 2] = [&|board| evaluation.of(board), &material];
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
                cells.push(grouped(pairs.count()));
            }
            cells.push(format!("{:.4}", pairs.correlation()));
            cells.push(format!("{:.4}", pairs.mean_error()));
            cells.push(format!("{:.1}", winner.percent()));
        }
        table.row(cells);
    }
    table.render()
}
