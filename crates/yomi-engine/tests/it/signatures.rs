//! Signatures tell engines apart by what they answer and by nothing else.

use std::sync::Arc;
use yomi_engine::{AnyGame, Registry, signature};

fn game(text: &str) -> Arc<dyn AnyGame> {
    Registry::standard().game(&text.parse().unwrap()).unwrap()
}

fn of(game: &dyn AnyGame, engine: &str) -> String {
    signature::of_engine(game, &engine.parse().unwrap()).unwrap()
}

#[test]
fn limits_and_threads_do_not_change_a_signature_but_what_decides_moves_does() {
    let blokus = game("blokus-duo");
    let plain = of(&*blokus, "uct:simulations=1000");
    for same in ["uct", "uct:time=0.1", "uct:threads=2", "uct:simulations=10"] {
        assert_eq!(of(&*blokus, same), plain, "{same}");
    }
    let mut seen = vec![plain];
    for other in [
        "uct:solver=false",
        "uct:reuse=false",
        "alpha-beta:evaluator=bouzy",
        "uct:evaluator=bouzy,initial_visits=50",
        "uct:evaluator=paper-network,initial_visits=50",
        "uct:evaluator=paper-network,initial_visits=50,paper_network_sigmoid=mover",
        "uct:evaluator=paper-network,initial_visits=50,paper_network_sigmoid=opponent",
    ] {
        let signature = of(&*blokus, other);
        assert!(!seen.contains(&signature), "{other}");
        seen.push(signature);
    }
}

#[test]
fn every_game_can_be_signed() {
    for (name, engine) in [
        ("tic-tac-toe", "alpha-beta"),
        ("connect-four", "uct"),
        ("go:size=5", "uct"),
        ("pig", "flat"),
    ] {
        let game = game(name);
        assert_eq!(of(&*game, engine), of(&*game, engine), "{name}");
    }
}

#[test]
fn learners_are_signed_by_what_they_learn() {
    let blokus = game("blokus-duo");
    let of = |text: &str| signature::of_network(&*blokus, &text.parse().unwrap());
    let plain = of("network:hidden=16").unwrap();
    assert_eq!(of("network:epochs=9,hidden=16").unwrap(), plain);
    for other in [
        "network:hidden=16,target=mean",
        "network:hidden=16,rate=0.1",
        "paper-network:hidden=16",
    ] {
        assert_ne!(of(other).unwrap(), plain, "{other}");
    }
    assert!(of("no-network").is_err());
}
