//! Priors over features of moves: probabilities, symmetry, weights by name and by file, and what is refused.

use std::sync::Arc;
use yomi_blokus::{BlokusDuo, Board, Influence, Moves, Placement};
use yomi_core::params::Spec;
use yomi_core::{
    Deterministic, Discrete, Evaluator, Features, Game, LinearModel, MoveFeatures, Policy, Prior,
    Scratch, Seed, Stop,
};
use yomi_engine::{AnyGame, Kit, Registry, TrainError, TrainingJob};
use yomi_learn::WeightsFile;
use yomi_search::policy::Uniform;
use yomi_search::prior::{EvaluationPrior, SoftmaxPrior};

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn features() -> usize {
    let features: &dyn MoveFeatures<BlokusDuo> = &Moves;
    features.count()
}

fn random_weights() -> Vec<f32> {
    let mut rng = Seed::new(11).rng();
    (0..features())
        .map(|_| rng.below(2000) as f32 / 1000.0 - 1.0)
        .collect()
}

fn file(game: &str, model: &str, weights: Vec<f32>) -> Vec<u8> {
    let file = WeightsFile::of_moves(game, model, "a test", weights);
    file.to_text().into_bytes()
}

/// The weights divided by their sum.
fn shares(prior: &dyn Prior<BlokusDuo>, board: &Board, placements: &[Placement]) -> Vec<f32> {
    let mut weights = vec![f32::NAN; placements.len()];
    let scratch = &mut Scratch::default();
    prior.weigh(
        &BlokusDuo::default(),
        board,
        placements,
        &mut weights,
        scratch,
    );
    let total: f32 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

/// Random games beside their reflections.
fn sum_to_one_and_ignore_order_and_reflection(prior: &dyn Prior<BlokusDuo>) {
    let game = BlokusDuo::default();
    let mut rng = Seed::new(4).rng();
    let mut placements = Vec::new();
    for _ in 0..5 {
        let (mut board, mut other) = (game.initial(), game.initial());
        while !board.is_over() {
            game.actions(&board, &mut placements);
            rng.shuffle(&mut placements);
            let found = shares(prior, &board, &placements);
            let sum: f32 = found.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            assert!(found.iter().all(|share| (0.0..=1.0).contains(share)));

            let reversed: Vec<Placement> = placements.iter().rev().copied().collect();
            let mut again = shares(prior, &board, &reversed);
            again.reverse();
            let reflected: Vec<Placement> = placements.iter().map(|one| one.reflected()).collect();
            let mirrored = shares(prior, &other, &reflected);
            for (share, same) in found.iter().zip(&again).chain(found.iter().zip(&mirrored)) {
                assert!((share - same).abs() <= 1e-5 * share, "{share} {same}");
            }
            game.apply(&mut board, placements[0]);
            game.apply(&mut other, reflected[0]);
        }
    }
}

#[test]
fn shares_sum_to_one_and_ignore_order_and_reflection() {
    let prior = SoftmaxPrior::new(Moves, random_weights(), 0.7).unwrap();
    sum_to_one_and_ignore_order_and_reflection(&prior);
}

/// Weights of the linear evaluation: small whole numbers, so that sums are exact in any order.
fn influence_weights() -> Vec<f32> {
    let mut rng = Seed::new(12).rng();
    let count = Features::<BlokusDuo>::count(&Influence);
    (0..count).map(|_| rng.below(41) as f32 - 20.0).collect()
}

fn by_influence(weights: &[f32]) -> EvaluationPrior<Arc<dyn Evaluator<BlokusDuo>>> {
    EvaluationPrior {
        evaluator: Influence.evaluator(weights, 0.02),
        temperature: 0.7,
    }
}

#[test]
fn a_prior_by_influence_is_as_symmetric_as_its_weights() {
    let one_sided = influence_weights();
    let mut symmetric = one_sided.clone();
    for (index, weight) in symmetric.iter_mut().enumerate().take(9 * 14 * 14) {
        let (kind, square) = (index / 196, index % 196);
        let reflected = 196 * kind + 14 * (square % 14) + square / 14;
        *weight = (one_sided[index] + one_sided[reflected]) / 2.0;
    }
    sum_to_one_and_ignore_order_and_reflection(&by_influence(&symmetric));
    // Learned weights are not symmetric, and nothing makes the prior so.
    let (game, mut placements) = (BlokusDuo::default(), Vec::new());
    game.actions(&game.initial(), &mut placements);
    let reflected: Vec<Placement> = placements.iter().map(|one| one.reflected()).collect();
    let [found, mirrored] = [&placements, &reflected]
        .map(|moves| shares(&by_influence(&one_sided), &game.initial(), moves));
    assert_ne!(found, mirrored);
}

#[test]
fn a_prior_by_influence_orders_moves_by_the_positions_they_lead_to() {
    let (game, weights) = (BlokusDuo::default(), influence_weights());
    let prior = by_influence(&weights);
    let (mut rng, mut scratch) = (Seed::new(6).rng(), Scratch::default());
    let mut placements = Vec::new();
    for plies in 0..20 {
        let mut board = game.initial();
        Uniform.play(&game, &mut board, plies, &mut scratch, &mut rng);
        if board.is_over() {
            continue;
        }
        game.actions(&board, &mut placements);
        rng.shuffle(&mut placements);
        let found = shares(&prior, &board, &placements);
        let value = |placement: &Placement| {
            let mut child = board;
            game.apply(&mut child, *placement);
            let over = game.outcome(&child).map(|outcome| outcome.value());
            let (scratch, rng) = (&mut Scratch::default(), &mut Seed::new(0).rng());
            let value =
                over.unwrap_or_else(|| prior.evaluator.evaluate(&game, &child, scratch, rng));
            value.to_mover(board.mover()).0
        };
        let mut valued: Vec<(f64, f32)> = placements.iter().map(value).zip(found).collect();
        valued.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(
            valued.is_sorted_by(|a, b| a.1 <= b.1),
            "after {plies} plies"
        );
        assert!(valued.len() == 1 || valued[0].1 < valued[valued.len() - 1].1);
    }
}

fn kit() -> Kit<BlokusDuo> {
    let shipped: &'static [u8] = file("duo", "choice", random_weights()).leak();
    let shipped = [("mine", shipped)];
    Kit::discrete("duo", BlokusDuo::default())
        .deterministic()
        .moves("choice", "features of moves", Moves, &shipped)
}

#[test]
fn weights_are_chosen_by_name_or_file_and_recorded_by_contents() {
    let kit = kit();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.json");
    std::fs::write(&path, file("duo", "choice", random_weights())).unwrap();
    let path = path.display().to_string();
    let first = |settings: &str| {
        let text = format!("uct:simulations=60,selection=puct,prior=choice{settings}");
        let mut engine = kit.engine(&spec(&text)).unwrap();
        engine.new_game(Seed::new(1)).unwrap();
        let report = engine.choose(None, &Stop::default()).unwrap();
        (report.best, report.value.0)
    };
    let ships = first("");
    assert_eq!(first(",choice_weights=mine"), ships);
    assert_eq!(first(&format!(",choice_weights={path}")), ships);
    assert_ne!(first(",choice_weights=zero"), ships);
    assert_ne!(first(",choice_temperature=50"), ships);
    let full =
        |weights: &str| kit.in_full(&spec(&format!("uct:prior=choice,choice_weights={weights}")));
    assert!(
        full("mine").contains("choice_weights=mine-"),
        "{}",
        full("mine")
    );
    assert!(full(&path).contains(&format!("choice_weights={path}#")));
    assert!(kit.check().unwrap().contains("move features"));
}

#[test]
fn other_weights_are_refused_with_the_reason() {
    let kit = kit();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.json");
    let refusal = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let engine = format!("uct:prior=choice,choice_weights={}", path.display());
        kit.engine(&spec(&engine)).err().unwrap().to_string()
    };
    let few = format!("there are 3 weights: expected {}", features());
    let mut damaged = file("duo", "choice", random_weights());
    let place = damaged.len() / 2;
    damaged[place] ^= 1;
    for (bytes, reason) in [
        (
            file("go", "choice", random_weights()),
            "weights are for game 'go': expected 'duo'",
        ),
        (
            file("duo", "moves", random_weights()),
            "'moves': expected 'choice'",
        ),
        (file("duo", "choice", vec![0.0; 3]), few.as_str()),
        (damaged, "it is damaged"),
        (b"{}".to_vec(), "not a weights file"),
    ] {
        let error = refusal(&bytes);
        assert!(error.contains("parameter 'choice_weights': '"), "{error}");
        assert!(error.contains(reason), "{error}");
    }
    // A misspelt name is not that of a file either.
    let engine = spec("uct:prior=choice,choice_weights=mime");
    let error = kit.engine(&engine).err().unwrap().to_string();
    assert!(error.contains("'mime' is not a file"), "{error}");
    assert!(error.ends_with("nor one of mine, zero"), "{error}");
}

#[test]
fn trainings_that_cannot_be_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let (games, out) = (
        folder.path().join("games.jsonl"),
        folder.path().join("w.json"),
    );
    std::fs::write(
        &games,
        "{\"yomi_games\":1,\"game\":\"blokus-duo\",\"teacher\":\"uct\",\"random_moves\":[0,0],\"seed\":0}\n",
    )
    .unwrap();
    let job = TrainingJob {
        games: &[games],
        seed: 0,
        checkpoint: None,
        stop: Stop::default(),
    };
    let registry = Registry::standard();
    let error = |game: &str, prior: &str| -> TrainError {
        let game = registry.game(&spec(game)).unwrap();
        game.train_moves(&spec(prior), &job, &out, &mut |_, _| ())
            .unwrap_err()
    };
    assert_eq!(
        error("blokus-duo", "choice").to_string(),
        "unknown prior 'choice' for game 'blokus-duo': expected one of moves"
    );
    assert!(
        error("tic-tac-toe", "moves")
            .to_string()
            .contains("the game has none")
    );
    assert!(
        error("blokus-duo", "moves:epochs=0")
            .to_string()
            .contains("parameter 'epochs'")
    );
    assert_eq!(
        error("blokus-duo", "moves").to_string(),
        "there is no move to learn from in these games"
    );
}
