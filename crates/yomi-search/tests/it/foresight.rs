//! Noise is never predicted: no search wins at guessing a coin, however its seeds are chosen.

use std::sync::Arc;
use yomi_core::engine::{GameReferee, SearchEngine, list_all};
use yomi_core::game::{parse_listed, propose_untried};
use yomi_core::{
    Discrete, Engine, Game, Limits, Notation, NotationError, Outcome, Player, Proposes, Referee,
    Rng, Search, Seed, Stop,
};
use yomi_search::dpw::{Dpw, DpwParams};
use yomi_search::flat::{FlatMonteCarlo, FlatParams};
use yomi_search::playout::Playout;

/// Heads or tails, named before the coin is thrown.
struct Coin;

impl Game for Coin {
    type State = Option<bool>;
    type Action = bool;

    fn initial(&self) -> Option<bool> {
        None
    }
    fn to_move(&self, _: &Option<bool>) -> Player {
        Player::First
    }
    fn outcome(&self, guessed: &Option<bool>) -> Option<Outcome> {
        guessed.map(|right| Outcome::Win(if right { Player::First } else { Player::Second }))
    }
    fn step(&self, state: &mut Option<bool>, guess: bool, rng: &mut Rng) {
        *state = Some((rng.below(2) == 1) == guess);
    }
}

impl Discrete for Coin {
    fn actions(&self, _: &Option<bool>, actions: &mut Vec<bool>) {
        actions.clear();
        actions.extend([false, true]);
    }
}

impl Proposes for Coin {
    fn propose(&self, state: &Option<bool>, tried: &[bool], rng: &mut Rng) -> Option<bool> {
        propose_untried(self, state, tried, rng)
    }
}

impl Notation for Coin {
    fn move_format(&self) -> String {
        "heads or tails".to_owned()
    }
    fn format_action(&self, _: &Option<bool>, guess: bool) -> String {
        if guess { "heads" } else { "tails" }.to_owned()
    }
    fn parse_action(&self, state: &Option<bool>, text: &str) -> Result<bool, NotationError> {
        parse_listed(self, state, text)
    }
    fn render(&self, state: &Option<bool>) -> String {
        format!("{state:?}")
    }
}

fn guesses_right(make: impl Fn() -> Box<dyn Search<Coin>>) -> usize {
    let game = Arc::new(Coin);
    let mut referee = GameReferee::new(Arc::clone(&game), list_all);
    let mut engine = SearchEngine::new("guesser", game, make(), Limits::simulations(50));
    let mut right = 0;
    for number in 0..1000 {
        // The worst case: referee and engine get the very same seed.
        let seed = Seed::new(number);
        referee.new_game(seed);
        engine.new_game(seed).unwrap();
        let report = engine.choose(None, &Stop::default()).unwrap();
        referee.play(&report.best).unwrap();
        right += usize::from(referee.outcome() == Some(Outcome::Win(Player::First)));
    }
    right
}

#[test]
fn nobody_foresees_the_coin() {
    let flat = || -> Box<dyn Search<Coin>> {
        Box::new(FlatMonteCarlo::new(
            FlatParams::default(),
            Box::new(Playout::uniform()),
        ))
    };
    let dpw = || -> Box<dyn Search<Coin>> {
        Box::new(Dpw::new(DpwParams::default(), Box::new(Playout::uniform())))
    };
    for right in [guesses_right(flat), guesses_right(dpw)] {
        // 500 expected, standard deviation 16: four of those either way.
        assert!(
            (436..=564).contains(&right),
            "{right} of 1000 guesses right"
        );
    }
}

#[test]
fn the_engine_sees_what_happened_once_it_has_happened() {
    let game = Arc::new(yomi_toy::Pig::default());
    let mut referee = GameReferee::new(Arc::clone(&game), list_all);
    let search = Box::new(FlatMonteCarlo::new(
        FlatParams::default(),
        Box::new(Playout::uniform()),
    ));
    let mut engine = SearchEngine::new("flat", game, search, Limits::simulations(20));
    referee.new_game(Seed::new(1));
    engine.new_game(Seed::new(2)).unwrap();
    // Both must agree on every position of the game, or the engine would sooner or later offer a
    // move for the wrong player or in a finished game.
    while referee.outcome().is_none() {
        let report = engine.choose(None, &Stop::default()).unwrap();
        let (text, chance) = referee.play(&report.best).unwrap();
        engine.play(&text, chance).unwrap();
    }
    assert!(engine.choose(None, &Stop::default()).is_err());
}
