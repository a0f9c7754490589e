//! Every toy game keeps the promises of every trait it implements.

use yomi_core::{Seed, conformance};
use yomi_toy::{ConnectFour, Pig, TicTacToe, TreeGame, TwoPeaks};

#[test]
fn tic_tac_toe() {
    conformance::suite(&TicTacToe)
        .plies(9)
        .discrete()
        .deterministic()
        .keyed()
        .indexed()
        .symmetric()
        .pictured()
        .interactive()
        .encode()
        .assert();
}

#[test]
fn connect_four() {
    conformance::suite(&ConnectFour)
        .plies(42)
        .discrete()
        .deterministic()
        .keyed()
        .indexed()
        .symmetric()
        .interactive()
        .encode()
        .walkable()
        .measured()
        .assert();
}

#[test]
fn tree_games() {
    let games = [
        "(first only:draw)".parse(),
        "(second a:(second x:0.25 y:1 z:0) b:(first x:draw) c:(first x:draw))".parse(),
        TreeGame::trap(5, 3),
        TreeGame::random(4, 3, Seed::new(1)),
    ];
    for game in games {
        conformance::suite(&game.unwrap())
            .plies(10)
            .discrete()
            .deterministic()
            .keyed()
            .indexed()
            .assert();
    }
}

#[test]
fn pig() {
    for target in [1, 20, 50, 200] {
        conformance::suite(&Pig { target })
            .games(20)
            .discrete()
            .stochastic()
            .keyed()
            .indexed()
            .proposes()
            .assert();
    }
}

#[test]
fn two_peaks() {
    conformance::suite(&TwoPeaks::default())
        .plies(1)
        .proposes()
        .stochastic()
        .noisy()
        .assert();
}

#[test]
fn two_peaks_with_a_steady_hand_has_no_chance() {
    let game = TwoPeaks { noise: 0.0 };
    conformance::suite(&game).proposes().noisy().assert();
    let violation = conformance::suite(&game).proposes().stochastic().run();
    assert_eq!(violation.unwrap_err().check, "stochastic");
}
