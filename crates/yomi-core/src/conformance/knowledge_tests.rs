//! The checks of knowledge, on knowledge of every kind with every kind of flaw.

use super::tests::{Flaw, Lanes, Track};
use super::{Summary, Violation, suite};
use crate::pictured::{Explanation, Factor};
use crate::{
    Evaluator, Experience, FeatureLists, Features, FirstValue, Game, MoveFeatures, Outcome, Player,
    Policy, Prior, Rng, Scratch, VirtualVisits,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// What is wrong with a piece of knowledge of [`Lanes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrong {
    Nothing,
    OutOfRange,
    NotANumber,
    Varies,
    LeavesGaps,
    Illegal,
    PlaysOtherwise,
    DrawsMore,
    TooFarOn,
    TooLargeAStage,
    Appends,
    CountsOthers,
    ExplainsOtherwise,
}

/// Knows that the lanes should differ; or almost knows it.
struct Hint {
    wrong: Wrong,
    counter: AtomicU64,
}

impl Hint {
    fn new(wrong: Wrong) -> Hint {
        Hint {
            wrong,
            counter: AtomicU64::new(0),
        }
    }

    /// A number from 0 to 1, or what is wrong in its place.
    fn number(&self, sound: f32) -> f32 {
        match self.wrong {
            Wrong::OutOfRange => -0.5,
            Wrong::NotANumber => f32::NAN,
            Wrong::Varies => (self.counter.fetch_add(1, Ordering::Relaxed) % 2) as f32,
            _ => sound,
        }
    }
}

impl Evaluator<Lanes> for Hint {
    fn evaluate(&self, _: &Lanes, track: &Track, _: &mut Scratch<u8>, rng: &mut Rng) -> FirstValue {
        let [left, right] = track.lanes.map(f32::from);
        let guess = rng.below(10) as f32 / 100.0;
        FirstValue(f64::from(self.number((left - right).abs() / 6.0 + guess)))
    }
}

impl Prior<Lanes> for Hint {
    fn weigh(&self, _: &Lanes, _: &Track, lanes: &[u8], weights: &mut [f32], _: &mut Scratch<u8>) {
        let gap = usize::from(self.wrong == Wrong::LeavesGaps);
        for (weight, &lane) in weights.iter_mut().zip(lanes).skip(gap) {
            *weight = self.number(f32::from(lane));
        }
    }

    fn explain(&self, _: &Lanes, _: &Track, lanes: &[u8]) -> Option<Vec<Explanation>> {
        let extra = f64::from(u8::from(self.wrong == Wrong::ExplainsOtherwise));
        let explained = lanes.iter().map(|&lane| Explanation {
            factors: vec![Factor::new("lane", "its number", f64::from(lane) + extra)],
            pattern: None,
        });
        Some(explained.collect())
    }
}

impl Experience<Lanes> for Hint {
    fn recall(
        &self,
        _: &Lanes,
        _: &Track,
        lanes: &[u8],
        visits: &mut [VirtualVisits],
        _: &mut Rng,
    ) {
        let gap = usize::from(self.wrong == Wrong::LeavesGaps);
        for (known, &lane) in visits.iter_mut().zip(lanes).skip(gap) {
            *known = match lane {
                0 => VirtualVisits::default(),
                _ => VirtualVisits {
                    value: self.number(0.7),
                    visits: 3,
                },
            };
        }
    }
}

impl Policy<Lanes> for Hint {
    fn choose(&self, game: &Lanes, track: &Track, scratch: &mut Scratch<u8>, rng: &mut Rng) -> u8 {
        match self.wrong {
            Wrong::Illegal => 7,
            _ => crate::Discrete::random_action(game, track, &mut scratch.actions, rng),
        }
    }

    fn play(
        &self,
        game: &Lanes,
        track: &mut Track,
        plies: u32,
        scratch: &mut Scratch<u8>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        let plies = match self.wrong {
            Wrong::TooFarOn => plies + 1,
            _ => plies,
        };
        for _ in 0..plies {
            if game.outcome(track).is_some() {
                break;
            }
            let mut lane = self.choose(game, track, scratch, rng);
            if self.wrong == Wrong::PlaysOtherwise && track.lanes[0] < 5 {
                lane = 0;
            }
            scratch.trace.push((game.to_move(track), lane));
            game.step(track, lane, rng);
        }
        if self.wrong == Wrong::DrawsMore {
            rng.next_u64();
        }
        game.outcome(track)
    }
}

impl Features<Lanes> for Hint {
    fn count(&self) -> usize {
        2
    }

    fn encode(
        &self,
        _: &Lanes,
        track: &Track,
        _: Player,
        view: usize,
        features: &mut Vec<(u32, f32)>,
    ) {
        if self.wrong != Wrong::Appends {
            features.clear();
        }
        let too_large = u32::from(self.wrong == Wrong::Illegal && view == 1);
        features.push((1 + too_large, self.number(f32::from(track.lanes[view]))));
    }

    fn views(&self) -> usize {
        2
    }

    fn stages(&self) -> usize {
        if self.wrong == Wrong::TooLargeAStage {
            8
        } else {
            9
        }
    }

    fn stage(&self, _: &Lanes, track: &Track) -> usize {
        usize::from(track.moves())
    }
}

impl MoveFeatures<Lanes> for Hint {
    fn count(&self) -> usize {
        2
    }

    fn encode(&self, _: &Lanes, _: &Track, lanes: &[u8], lists: &mut FeatureLists) {
        if self.wrong != Wrong::Appends {
            lists.clear();
        }
        let gap = usize::from(self.wrong == Wrong::LeavesGaps);
        for (place, &lane) in lanes.iter().enumerate().skip(gap) {
            lists.push(match self.wrong {
                Wrong::Illegal => 2,
                Wrong::CountsOthers => (place % 2) as u32,
                Wrong::Varies => (self.counter.fetch_add(1, Ordering::Relaxed) % 2) as u32,
                _ => u32::from(lane),
            });
            lists.end_action();
        }
    }
}

fn suite_with(
    game: &Lanes,
    kind: &str,
    wrong: Wrong,
    features: &Hint,
) -> Result<Summary, Violation> {
    let (suite, hint) = (suite(game).discrete(), Hint::new(wrong));
    let suite = match kind {
        "evaluator" => suite.evaluator("hint", hint),
        "prior" => suite.prior("hint", hint),
        "experience" => suite.experience("hint", hint),
        "policy" => suite.policy("hint", hint),
        "move features" => suite.move_features("hint", features),
        _ => suite.features("hint", features),
    };
    suite.run()
}

fn check(kind: &str, wrong: Wrong) -> Result<Summary, Violation> {
    suite_with(&Lanes::new(Flaw::None), kind, wrong, &Hint::new(wrong))
}

const FLAWS: [(&str, &[Wrong]); 6] = [
    (
        "evaluator",
        &[Wrong::OutOfRange, Wrong::NotANumber, Wrong::Varies],
    ),
    (
        "prior",
        &[
            Wrong::OutOfRange,
            Wrong::NotANumber,
            Wrong::Varies,
            Wrong::LeavesGaps,
            Wrong::ExplainsOtherwise,
        ],
    ),
    (
        "experience",
        &[
            Wrong::OutOfRange,
            Wrong::NotANumber,
            Wrong::Varies,
            Wrong::LeavesGaps,
        ],
    ),
    (
        "policy",
        &[
            Wrong::Illegal,
            Wrong::PlaysOtherwise,
            Wrong::DrawsMore,
            Wrong::TooFarOn,
        ],
    ),
    (
        "features",
        &[
            Wrong::NotANumber,
            Wrong::Varies,
            Wrong::Illegal,
            Wrong::Appends,
            Wrong::TooLargeAStage,
        ],
    ),
    (
        "move features",
        &[
            Wrong::Illegal,
            Wrong::Varies,
            Wrong::Appends,
            Wrong::LeavesGaps,
            Wrong::CountsOthers,
        ],
    ),
];

#[test]
fn sound_knowledge_passes_and_every_flaw_is_caught() {
    for (kind, flaws) in FLAWS {
        let summary = check(kind, Wrong::Nothing).unwrap();
        assert!(summary.checks.contains(&kind), "{kind}");
        for &wrong in flaws {
            match check(kind, wrong) {
                Ok(_) => panic!("{wrong:?} of {kind} went unnoticed"),
                Err(violation) => {
                    assert_eq!(violation.check, kind, "{wrong:?}: {violation}");
                    assert!(violation.found.starts_with("hint: "), "{violation}");
                }
            }
        }
    }
}
