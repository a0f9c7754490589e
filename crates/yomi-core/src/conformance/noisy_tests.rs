//! The checks of execution noise on a sound little game, and on the same game with flaws.

use super::suite;
use crate::{
    FirstValue, Game, Noisy, Notation, NotationError, Outcome, Player, Proposes, Rng, Seed,
};

/// One throw at zero, by a hand that is off by a normal deviate.
struct Dart(Flaw);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    None,
    StepDiffers,
    StepDrawsMore,
    NoPeak,
    DensityTooLarge,
    DensityZero,
    DensityRises,
}

impl Game for Dart {
    type State = Option<f64>;
    type Action = f64;

    fn initial(&self) -> Option<f64> {
        None
    }

    fn to_move(&self, _: &Option<f64>) -> Player {
        Player::First
    }

    fn outcome(&self, hit: &Option<f64>) -> Option<Outcome> {
        hit.map(|place| Outcome::Payoff(FirstValue(1.0 / (1.0 + place.abs()))))
    }

    fn step(&self, hit: &mut Option<f64>, aim: f64, rng: &mut Rng) {
        let mut place = self.perturb(hit, aim, rng);
        match self.0 {
            Flaw::StepDiffers => place += 0.5,
            Flaw::StepDrawsMore => drop(rng.normal()),
            _ => {}
        }
        *hit = Some(place);
    }
}

impl Noisy for Dart {
    fn perturb(&self, _: &Option<f64>, aim: f64, rng: &mut Rng) -> f64 {
        aim + rng.normal()
    }

    fn step_exact(&self, hit: &mut Option<f64>, place: f64) {
        *hit = Some(place);
    }

    fn density(&self, _: &Option<f64>, aim: f64, place: f64) -> f64 {
        let square = (aim - place) * (aim - place);
        match self.0 {
            Flaw::NoPeak => 0.9 * libm::exp(-0.5 * square),
            Flaw::DensityTooLarge => 1.0 + square,
            Flaw::DensityZero if square > 1.0 => 0.0,
            Flaw::DensityRises if square > 0.0 => square / (1.0 + square),
            _ => libm::exp(-0.5 * square),
        }
    }
}

impl Proposes for Dart {
    fn propose(&self, _: &Option<f64>, _: &[f64], rng: &mut Rng) -> Option<f64> {
        Some(rng.unit())
    }

    fn candidates(&self, _: &Option<f64>, aims: &mut Vec<f64>) {
        aims.clear();
        aims.push(0.0);
    }
}

impl Notation for Dart {
    fn move_format(&self) -> String {
        "a number".to_owned()
    }

    fn format_action(&self, _: &Option<f64>, aim: f64) -> String {
        aim.to_string()
    }

    fn parse_action(&self, hit: &Option<f64>, text: &str) -> Result<f64, NotationError> {
        let aim = text.parse().ok().filter(|aim: &f64| aim.is_finite());
        aim.filter(|_| hit.is_none())
            .ok_or_else(|| NotationError::new(text, "a number"))
    }

    fn render(&self, hit: &Option<f64>) -> String {
        format!("{hit:?}")
    }
}

#[test]
fn a_sound_game_passes_and_every_flaw_is_found() {
    let run = |flaw| {
        let game = Dart(flaw);
        let suite = suite(&game).seed(Seed::new(3)).proposes().noisy();
        suite.run().map_err(|violation| violation.check)
    };
    assert!(run(Flaw::None).is_ok());
    for flaw in [
        Flaw::StepDiffers,
        Flaw::StepDrawsMore,
        Flaw::NoPeak,
        Flaw::DensityTooLarge,
        Flaw::DensityZero,
        Flaw::DensityRises,
    ] {
        assert_eq!(run(flaw).err(), Some("noisy"), "{flaw:?}");
    }
}
