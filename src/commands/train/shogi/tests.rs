//! Small trainings from games made up on the spot.

use super::*;
use yomi_core::{Player, Rng, Seed};
use yomi_shogi::evaluation::Evaluation;
use yomi_shogi::exchange::VALUES;
use yomi_shogi::progress::Progress as Stage;
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
    games: Vec<Recorded>,
}

impl Bench {
    fn new(games: u64) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.tsv");
        std::fs::write(&path, table(games)).unwrap();
        let games = games::read(&path).unwrap();
        Bench { folder, games }
    }

    fn job(&self, name: &str, epochs: u32, seed: u64) -> Job {
        Job {
            extra: Vec::new(),
            epochs,
            hold_out: 5,
            seed,
            out: self.folder.path().join(name).with_extension("bin"),
            checkpoint: self.folder.path().join(name).with_extension("checkpoint"),
            made_by: "a test".to_owned(),
            fingerprint: format!("{epochs} {seed}"),
            stop: Stop::default(),
            progress: Progress::new(epochs.into(), 0),
        }
    }

    /// The bytes of the weights that come out, and the report.
    fn learn(&self, what: What, job: &Job) -> anyhow::Result<(Vec<u8>, String)> {
        let report = what.learn(&self.games, job)?;
        std::fs::remove_file(&job.checkpoint).unwrap();
        Ok((std::fs::read(&job.out).unwrap(), report))
    }
}

const ALL: [What; 3] = [What::Evaluation, What::Moves, What::Progress];

#[test]
fn the_same_seed_gives_the_same_weights_and_a_stop_changes_nothing() {
    let bench = Bench::new(20);
    for what in ALL {
        let (whole, report) = bench.learn(what, &bench.job("whole", 3, 1)).unwrap();
        let stopped = bench.job("stopped", 3, 1);
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
        let changed = Job {
            fingerprint: "another".to_owned(),
            ..bench.job("stopped", 3, 1)
        };
        let error = bench.learn(what, &changed).unwrap_err().to_string();
        assert!(error.contains("other settings or games"), "{error}");
        stopped.stop.clear();
        let (resumed, resumed_report) = bench.learn(what, &stopped).unwrap();
        assert_eq!(resumed, whole);
        assert_eq!(resumed_report, report);
        let (other, _) = bench.learn(what, &bench.job("other", 3, 2)).unwrap();
        assert_ne!(other, whole, "another seed, another order");
    }
}

#[test]
fn material_is_learned() {
    let bench = Bench::new(150);
    let (bytes, report) = bench
        .learn(What::Evaluation, &bench.job("e", 6, 1))
        .unwrap();
    let evaluation = Evaluation::read(&bytes).unwrap();
    let mut pairs = figures::Agreement::default();
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
    assert!(found > 0.6, "{found}\n{report}");
}

#[test]
fn greed_is_learned() {
    let bench = Bench::new(40);
    let (bytes, report) = bench.learn(What::Moves, &bench.job("m", 15, 1)).unwrap();
    let transitions = Transitions::read(&bytes).unwrap();
    // A pawn can be taken on 3d, or not.
    let board = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/6P2/9/PPPPPP1PP/1B5R1/LNSGKGSNL b - 1";
    let board = Board::from_sfen(board).unwrap();
    let (mut moves, mut shares) = (Vec::new(), Vec::new());
    board.legal(&mut moves);
    transitions.probabilities(&board, None, &moves, &mut shares);
    let taking = moves.iter().position(|action| action.to_string() == "3e3d");
    let share = shares[taking.unwrap()];
    assert!(share > 0.3, "{share}\n{report}");
}

#[test]
fn time_goes_by() {
    let bench = Bench::new(60);
    let (bytes, report) = bench.learn(What::Progress, &bench.job("p", 3, 1)).unwrap();
    let stage = Stage::read(&bytes).unwrap();
    let mut pairs = figures::Agreement::default();
    let game = &Bench::new(3).games[2];
    game.replay(|ply, board, _, _| pairs.add(stage.of(board).into(), ply as f64));
    let found = pairs.correlation();
    assert!(found > 0.8, "{found}\n{report}");
}

#[test]
fn games_without_anything_to_learn_are_refused() {
    let bench = Bench {
        games: Vec::new(),
        ..Bench::new(0)
    };
    for what in ALL {
        let error = bench
            .learn(what, &bench.job("x", 1, 1))
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("there is no"), "{error}");
    }
}
