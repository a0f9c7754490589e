//! The checks of points, positions as text, territory and boards, on the game with every kind of flaw.

use super::tests::{Flaw, Lanes, Track};
use super::{Summary, Violation, suite};
use crate::pictured::Grid;
use crate::{
    Discrete as _, Measured, MoveNumber, Pictured, Player, PositionError, PositionNumber, Rng,
    Scored, Settlement, Setup, Territorial,
};
use std::sync::Arc;

impl Scored for Lanes {
    /// The first player's are what the lanes differ by; two of them are enough.
    fn score(&self, track: &Track, player: Player) -> f64 {
        let [left, right] = track.lanes.map(f64::from);
        match (self.flaw, player) {
            (Flaw::ScoreNotFinite, Player::First) => left / right,
            (Flaw::ScoreVaries, Player::First) => self.count() as f64,
            (Flaw::ScoreContradicts | Flaw::ScoreOnlyTold, Player::First) => 0.0,
            (_, Player::First) => (left - right).abs(),
            (_, Player::Second) => 1.5,
        }
    }

    fn decides(&self) -> bool {
        !self.has(Flaw::ScoreOnlyTold)
    }
}

impl Setup for Lanes {
    fn format_state(&self, track: &Track) -> String {
        let [left, right] = track.lanes;
        match self.flaw {
            Flaw::PositionOfTwoLines => format!("{left}\n{right}"),
            Flaw::PositionForgetful => format!("{} {}", left.min(right), left.max(right)),
            _ => format!("{left} {right}"),
        }
    }

    fn parse_state(&self, text: &str) -> Result<Track, PositionError> {
        let wrong = || PositionError::new("two numbers up to 5");
        if self.has(Flaw::PositionParserPanics) && &text[..text.len().min(1)] == "!" {
            return Err(wrong());
        }
        let numbers: Vec<u8> = text.split_whitespace().flat_map(str::parse).collect();
        let lanes = match numbers[..] {
            [only] if self.has(Flaw::PositionParserTrips) && only <= 5 => {
                numbers[usize::from(only) + 1]
            }
            [left, right] if left <= 5 && right <= 5 && left + right <= 8 => left * 10 + right,
            _ if self.has(Flaw::PositionReadFromAnything) => 0,
            _ => return Err(wrong()),
        };
        let mut lanes = [lanes / 10, lanes % 10];
        let last = match self.flaw {
            Flaw::PositionRefused if lanes == [1, 1] => return Err(wrong()),
            Flaw::PositionReadOtherwise => {
                lanes.swap(0, 1);
                0
            }
            Flaw::PositionGoesAstray => 7,
            _ => 0,
        };
        Ok(Track {
            lanes,
            last,
            shared: Arc::default(),
        })
    }
}

impl Territorial for Lanes {
    /// The steps of the lanes are the points; those not yet made are anybody's.
    fn ownership(&self, track: &Track, rng: &mut Rng) -> Vec<f64> {
        let steps = (0..2).flat_map(|lane| (0..5).map(move |step| (lane, step)));
        let mut owners: Vec<f64> = steps
            .map(|(lane, step)| match track.lanes[lane] > step {
                true => 1.0,
                false => f64::from(rng.below(3)) - 1.0,
            })
            .collect();
        match self.flaw {
            Flaw::OwnerTooLarge => owners[0] = 1.5,
            Flaw::OwnerMissing if track.moves() > 3 => drop(owners.pop()),
            Flaw::OwnersVary => owners[0] = (self.count() % 2) as f64,
            _ => {}
        }
        owners
    }

    fn settlement(&self, track: &Track, _: &mut Rng) -> Settlement {
        let chain = |lane: usize| -> Vec<String> {
            let steps = 0..track.lanes[lane];
            steps.map(|step| format!("{lane}{step}")).collect()
        };
        let mut settlement = Settlement {
            points: Player::BOTH.map(|player| self.score(track, player)),
            alive: vec![chain(0)],
            seki: vec![chain(1)],
            dead: Vec::new(),
        };
        match self.flaw {
            Flaw::StoneTwice => settlement.dead.push(chain(0)),
            Flaw::ChainEmpty => return settlement,
            Flaw::SettledPointsDiffer => settlement.points[0] += 1.0,
            Flaw::SettledPointsNotFinite => {
                settlement.dead.append(&mut settlement.alive);
                settlement.points[0] = f64::INFINITY;
            }
            _ => {}
        }
        for chains in [
            &mut settlement.alive,
            &mut settlement.seki,
            &mut settlement.dead,
        ] {
            chains.retain(|chain| !chain.is_empty());
        }
        settlement
    }
}

impl Measured for Lanes {
    const POSITION_NUMBERS: &'static [PositionNumber<Lanes>] = &[PositionNumber {
        name: "steps",
        doc: "steps made, once there are any",
        of: |game, track| match (game.flaw, track.moves()) {
            (Flaw::NumberVaries, _) => Some(game.count() as f64),
            (Flaw::NumberNotFinite, 3) => Some(f64::NAN),
            (_, 0) => None,
            (_, steps) => Some(f64::from(steps)),
        },
    }];

    const MOVE_NUMBERS: &'static [MoveNumber<Lanes>] = &[MoveNumber {
        name: "left",
        doc: "steps left in the lane",
        of: |game, track| {
            let mut lanes = Vec::new();
            game.actions(track, &mut lanes);
            match game.flaw {
                Flaw::NumberOfIllegalMove => lanes.push(7),
                Flaw::NumberOfMoveTwice => lanes.push(lanes[0]),
                _ => {}
            }
            let left = |lane: u8| 5.0 - f64::from(track.lanes[usize::from(lane) % 2]);
            lanes.into_iter().map(|lane| (lane, left(lane))).collect()
        },
    }];
}

impl Pictured for Lanes {
    /// A lane is a row of five steps.
    fn grid(&self) -> Grid {
        let columns = match self.flaw {
            Flaw::GridVaries => 5 + self.count() as usize % 2,
            _ => 5,
        };
        Grid::new((1..=columns).map(|step| step.to_string()), 2)
    }

    fn owner(&self, track: &Track, cell: usize) -> Option<Player> {
        let taken = usize::from(track.lanes[cell / 5 % 2]) > cell % 5;
        (taken && !self.has(Flaw::CellStaysFree)).then_some(Player::First)
    }

    fn cells(&self, track: &Track, lane: u8) -> Vec<usize> {
        let lane = usize::from(lane);
        let cell = 5 * lane + usize::from(track.lanes[lane]);
        match self.flaw {
            Flaw::CellTwice => vec![cell, cell],
            Flaw::CellBeyondBoard => vec![cell + 10],
            _ => vec![cell],
        }
    }

    fn last(&self, _: &Track) -> Vec<usize> {
        match self.flaw {
            Flaw::LastElsewhere => vec![10],
            _ => Vec::new(),
        }
    }
}

fn check(flaw: Flaw) -> Result<Summary, Violation> {
    let game = Lanes::new(flaw);
    let suite = suite(&game).plies(100).discrete().keyed();
    let suite = suite.scored().setup().territorial();
    suite.measured().pictured().run()
}

#[test]
fn a_sound_game_passes() {
    let summary = check(Flaw::None).unwrap();
    for name in ["scored", "setup", "territorial", "measured", "pictured"] {
        assert!(summary.checks.contains(&name), "{name}");
    }
    // Points need not decide.
    assert!(check(Flaw::ScoreOnlyTold).is_ok());
}

#[test]
fn every_flaw_is_caught_by_the_check_it_concerns() {
    let flaws = [
        (Flaw::ScoreNotFinite, "scored", "finite"),
        (Flaw::ScoreVaries, "scored", "finite"),
        (Flaw::ScoreContradicts, "scored", "outcome"),
        (Flaw::PositionOfTwoLines, "setup", "one line"),
        (Flaw::PositionRefused, "setup", "refused"),
        (Flaw::PositionReadOtherwise, "setup", "written as"),
        (Flaw::PositionForgetful, "setup", "the same when"),
        (Flaw::KeyTooFine, "setup", "the same key"),
        (Flaw::PositionGoesAstray, "setup", "go on"),
        (Flaw::PositionReadFromAnything, "setup", "no position"),
        (Flaw::PositionParserPanics, "setup", "no panic"),
        (Flaw::PositionParserTrips, "setup", "no panic"),
        (Flaw::OwnerTooLarge, "territorial", "owner"),
        (Flaw::OwnerMissing, "territorial", "owner"),
        (Flaw::OwnersVary, "territorial", "random numbers"),
        (Flaw::StoneTwice, "territorial", "one chain"),
        (Flaw::ChainEmpty, "territorial", "one or more"),
        (Flaw::SettledPointsDiffer, "territorial", "no stone is dead"),
        (Flaw::SettledPointsNotFinite, "territorial", "finite points"),
        (Flaw::NumberNotFinite, "measured", "finite"),
        (Flaw::NumberVaries, "measured", "stays the same"),
        (Flaw::NumberOfIllegalMove, "measured", "legal moves"),
        (Flaw::NumberOfMoveTwice, "measured", "each once"),
        (Flaw::GridVaries, "pictured", "stays the same"),
        (Flaw::CellTwice, "pictured", "each once"),
        (Flaw::CellBeyondBoard, "pictured", "of the board"),
        (Flaw::LastElsewhere, "pictured", "the last move"),
        (Flaw::CellStaysFree, "pictured", "owner afterwards"),
    ];
    for (flaw, check_name, about) in flaws {
        match check(flaw) {
            Ok(_) => panic!("{flaw:?} went unnoticed"),
            Err(violation) => {
                assert_eq!(violation.check, check_name, "{flaw:?}: {violation}");
                let message = violation.to_string();
                assert!(message.contains(about), "{flaw:?}: {message}");
            }
        }
    }
}
