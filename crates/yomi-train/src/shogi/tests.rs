//! Small trainings from games made up on the spot.

use super::*;
use crate::report::{Agreement, Report};
use yomi_core::checksum::fnv1a;
use yomi_core::{Player, Rng};
use yomi_shogi::evaluation::Evaluation;
use yomi_shogi::exchange::VALUES;
use yomi_shogi::progress::Progress;
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Board, Kind, Move};

/// What the side to move has more than the other.
fn material(board: &Board) -> i32 {
    let worth = |player: Player| -> i32 {
        let kinds = Kind::ALL.iter().filter(|&&kind| kind != Kind::King);
        kinds
            .map(|&kind| {
                let count = board.of_kind(player, kind).count() + board.hand(player).count(kind);
                count as i32 * VALUES[kind.index()]
            })
            .sum()
    };
    worth(board.side()) - worth(board.side().other())
}

/// Games in which whoever can capture does, and nothing else is planned.
fn greedy_move(board: &Board, rng: &mut Rng) -> Option<Move> {
    let mut captures = Vec::new();
    board.captures(&mut captures);
    rng.pick(&captures).or_else(|| board.random_legal(rng))
}

fn table(games: u64) -> String {
    let mut text = "result\tmoves\tevals\n".to_owned();
    for game in 0..games {
        let mut rng = Seed::new(game).child("table").rng();
        let mut board = Board::start();
        let (mut moves, mut evals) = (Vec::new(), Vec::new());
        while let Some(action) = greedy_move(&board, &mut rng).filter(|_| moves.len() < 120) {
            moves.push(action.to_string());
            evals.push(material(&board).to_string());
            board.make(action);
        }
        let result = if board.side() == Player::First {
            "w"
        } else {
            "b"
        };
        text += &format!("{result}\t{}\t{}\n", moves.join(" "), evals.join(","));
    }
    text
}

/// A folder with a table of games.
struct Bench {
    folder: tempfile::TempDir,
    games: Games,
}

impl Bench {
    fn new(games: u64) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.tsv");
        std::fs::write(&path, table(games)).unwrap();
        let games = Games::read(&[path], &[], 5).unwrap();
        Bench { folder, games }
    }

    fn training(&self, name: &str, epochs: u32, seed: u64) -> Training {
        let out = self.folder.path().join(name).with_extension("bin");
        Training {
            epochs,
            seed: Seed::new(seed),
            checkpoint: checkpoint(&out),
            out,
            made_by: "a test".to_owned(),
            fingerprint: format!("{epochs} {seed}"),
            stop: Stop::default(),
        }
    }

    /// The bytes of the weights that come out, and the report.
    fn learn(
        &self,
        what: Knowledge,
        training: &Training,
    ) -> Result<(Vec<u8>, Report), TrainingError> {
        let mut learner = what.learner(&self.games, training.seed)?;
        let report = training.run(&mut *learner, |_, _| ())?;
        assert!(!training.checkpoint.exists());
        Ok((std::fs::read(&training.out).unwrap(), report))
    }
}

/// FNV-1a of the weights as they were when each of these trainings had a frame of its own.
const GOLDEN: [u64; 3] = [
    0x8c01_c1d7_b290_d0bd,
    0xc05d_baa9_060d_8cd3,
    0x7595_5996_60a1_6f15,
];

#[test]
fn the_same_seed_gives_the_same_weights_and_a_stop_changes_nothing() {
    let bench = Bench::new(20);
    for (what, weights) in Knowledge::ALL.into_iter().zip(GOLDEN) {
        let (whole, report) = bench.learn(what, &bench.training("whole", 3, 1)).unwrap();
        assert_eq!(fnv1a(&whole), weights, "{}", what.name());
        let stopped = bench.training("stopped", 3, 1);
        stopped.stop.raise();
        let error = bench.learn(what, &stopped).unwrap_err().to_string();
        assert!(error.contains("stopped after 1 epochs"), "{error}");
        assert!(
            stopped.out.exists(),
            "weights are there as soon as they can be"
        );
        let error = bench.learn(what, &stopped).unwrap_err().to_string();
        assert!(error.contains("stopped after 2 epochs"), "{error}");
        // Whoever changes the settings must not go on from there.
        let changed = Training {
            fingerprint: "another".to_owned(),
            ..bench.training("stopped", 3, 1)
        };
        let error = bench.learn(what, &changed).unwrap_err().to_string();
        assert!(error.contains("other settings or games"), "{error}");
        stopped.stop.clear();
        let (resumed, resumed_report) = bench.learn(what, &stopped).unwrap();
        assert_eq!(resumed, whole);
        assert_eq!(resumed_report, report);
        let (other, _) = bench.learn(what, &bench.training("other", 3, 2)).unwrap();
        assert_ne!(other, whole, "another seed, another order");
    }
}

#[test]
fn material_is_learned() {
    let bench = Bench::new(150);
    let (bytes, report) = bench
        .learn(Knowledge::Evaluation, &bench.training("e", 6, 1))
        .unwrap();
    let evaluation = Evaluation::read(&bytes).unwrap();
    let mut pairs = Agreement::default();
    for game in 0..10 {
        let mut rng = Seed::new(game).child("fresh").rng();
        let mut board = Board::start();
        while let Some(action) = greedy_move(&board, &mut rng).filter(|_| board.number() < 120) {
            board.make(action);
            let squeeze = |score: i32| 1.0 / (1.0 + libm::exp(-f64::from(score) / 600.0));
            pairs.add(squeeze(evaluation.of(&board)), squeeze(material(&board)));
        }
    }
    let found = pairs.correlation();
    assert!(found > 0.6, "{found}\n{report:?}");
}

#[test]
fn greed_is_learned() {
    let bench = Bench::new(40);
    let (bytes, report) = bench
        .learn(Knowledge::Moves, &bench.training("m", 15, 1))
        .unwrap();
    let transitions = Transitions::read(&bytes).unwrap();
    // A pawn can be taken on 3d, or not.
    let board = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/6P2/9/PPPPPP1PP/1B5R1/LNSGKGSNL b - 1";
    let board = Board::from_sfen(board).unwrap();
    let (mut moves, mut shares) = (Vec::new(), Vec::new());
    board.legal(&mut moves);
    transitions.probabilities(&board, None, &moves, &mut shares);
    let taking = moves.iter().position(|action| action.to_string() == "3e3d");
    let share = shares[taking.unwrap()];
    assert!(share > 0.3, "{share}\n{report:?}");
}

#[test]
fn time_goes_by() {
    let bench = Bench::new(60);
    let (bytes, report) = bench
        .learn(Knowledge::Progress, &bench.training("p", 3, 1))
        .unwrap();
    let stage = Progress::read(&bytes).unwrap();
    let mut pairs = Agreement::default();
    let game = &Bench::new(3).games.games[2];
    game.replay(|ply, board, _, _| pairs.add(stage.of(board).into(), ply as f64));
    let found = pairs.correlation();
    assert!(found > 0.8, "{found}\n{report:?}");
}

#[test]
fn games_without_anything_to_learn_are_refused() {
    let bench = Bench::new(0);
    for what in Knowledge::ALL {
        let error = bench
            .learn(what, &bench.training("x", 1, 1))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("there is no"), "{error}");
    }
}

#[test]
fn every_group_holds_its_last_game_out() {
    let mut games = Bench::new(12).games;
    games.extra = games.games[..1].to_vec();
    let place = |game: &Recorded| {
        games
            .games
            .iter()
            .position(|other| other.moves == game.moves)
    };
    let tested: Vec<_> = games.tested().filter_map(place).collect();
    assert_eq!(tested, [4, 9]);
    let learned: Vec<_> = games.learned().filter_map(place).collect();
    assert_eq!(learned, [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 0]);
}
