//! What the evaluations of Blokus Duo promise: values between 0 and 1, the same for the same
//! position in the mirror, and for the position with sides swapped the opposite.

use std::sync::Arc;
use yomi_blokus::tables::TABLES;
use yomi_blokus::{BlokusDuo, Board, Bouzy, Patterns, Placement, Room};
use yomi_core::{Deterministic, Discrete, Evaluator, Features, Game, Player, Scratch, Seed};
use yomi_learn::network::{NetworkFile, NetworkValue};

const OURS: &[u8] = include_bytes!("../../../../weights/blokus-duo/network.safetensors");
const PAPERS: &[u8] = include_bytes!("../../../../weights/blokus-duo/paper-network.safetensors");

fn network(
    bytes: &[u8],
    name: &str,
    features: impl Features<BlokusDuo> + 'static,
) -> Box<dyn Evaluator<BlokusDuo>> {
    let file = NetworkFile::parse(bytes).unwrap();
    let networks = file
        .networks_for("blokus-duo", name, features.count(), features.stages())
        .unwrap();
    Box::new(NetworkValue::new(Arc::new(features), networks))
}

fn evaluations() -> [(&'static str, Box<dyn Evaluator<BlokusDuo>>); 3] {
    [
        ("bouzy", Box::new(Bouzy::default())),
        ("network", network(OURS, "network", Room)),
        ("paper-network", network(PAPERS, "paper-network", Patterns)),
    ]
}

fn image(placement: Placement, map: impl Fn(u8, u8) -> (u8, u8)) -> Placement {
    let squares: Vec<(u8, u8)> = TABLES
        .squares(placement.number())
        .map(|(x, y)| map(x, y))
        .collect();
    TABLES.find(&squares).and_then(Placement::new).unwrap()
}

fn value(evaluation: &dyn Evaluator<BlokusDuo>, board: &Board) -> f64 {
    let (mut scratch, mut rng) = (Scratch::default(), Seed::new(0).rng());
    let game = BlokusDuo::default();
    evaluation.evaluate(&game, board, &mut scratch, &mut rng).0
}

#[test]
fn a_position_and_its_mirror_image_are_worth_the_same() {
    let game = BlokusDuo::default();
    for (name, evaluation) in evaluations() {
        let mut spread: f64 = 0.0;
        for number in 0..10 {
            let mut rng = Seed::new(number).rng();
            let (mut board, mut mirror) = (game.initial(), game.initial());
            while game.outcome(&board).is_none() {
                let one = value(&*evaluation, &board);
                let other = value(&*evaluation, &mirror);
                assert!((0.0..=1.0).contains(&one), "{name}: {one}");
                // Sums over squares come in another order in the mirror.
                assert!((one - other).abs() < 1e-5, "{name}: {one} {other}");
                spread = spread.max((one - 0.5).abs());
                let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
                game.apply(&mut board, placement);
                game.apply(&mut mirror, image(placement, |x, y| (y, x)));
            }
        }
        assert!(spread > 0.2, "{name} must have an opinion: {spread}");
    }
}

#[test]
fn with_sides_swapped_the_value_is_the_opposite() {
    // In the swapped game each side plays the other's moves, turned by half a turn. The same side
    // is to move in both, so what is compared is what an evaluation sees: influence changes its
    // sign, and a network's inputs for one player are those for the other.
    let game = BlokusDuo::default();
    let mut compared = 0;
    for number in 0..20 {
        let mut rng = Seed::new(number).rng();
        let (mut board, mut swapped) = (game.initial(), game.initial());
        loop {
            let mut pair = Vec::new();
            for player in Player::BOTH {
                if !board.is_over() && board.mover() == player {
                    let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
                    game.apply(&mut board, placement);
                    pair.push(image(placement, |x, y| (13 - x, 13 - y)));
                }
            }
            // Where a side is passed over, the order of moves no longer matches.
            let [first, second] = pair[..] else { break };
            game.apply(&mut swapped, second);
            if swapped.is_over() || swapped.mover() != Player::Second {
                break;
            }
            game.apply(&mut swapped, first);
            let bouzy = Bouzy::default();
            assert_eq!(bouzy.difference(&board), -bouzy.difference(&swapped));
            assert!((value(&bouzy, &board) + value(&bouzy, &swapped) - 1.0).abs() < 1e-12);
            for viewer in Player::BOTH {
                assert_eq!(
                    seen(&Room, &board, viewer),
                    seen(&Room, &swapped, viewer.other())
                );
                let counts = seen(&Patterns, &board, viewer);
                assert_eq!(counts, seen(&Patterns, &swapped, viewer.other()));
            }
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}

/// The features of all views in the order of their numbers.
fn seen(features: &dyn Features<BlokusDuo>, board: &Board, viewer: Player) -> Vec<Vec<(u32, u32)>> {
    let game = BlokusDuo::default();
    let view = |view| {
        let mut active = Vec::new();
        features.encode(&game, board, viewer, view, &mut active);
        let mut active: Vec<(u32, u32)> = active
            .into_iter()
            .map(|(index, amount)| (index, amount.to_bits()))
            .collect();
        active.sort_unstable();
        active
    };
    (0..features.views()).map(view).collect()
}
