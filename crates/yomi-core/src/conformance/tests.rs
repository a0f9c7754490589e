//! The suite on a sound little game, and on the same game with every kind of flaw.

use super::suite;
use crate::game::parse_listed;
use crate::{
    Deterministic, Discrete, Encode, FirstValue, Game, Indexed, Keyed, Notation, NotationError,
    Outcome, Player, Proposes, Rng, Scratch, Seed, Symmetric,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The players take turns to advance the left or the right lane by one, up to five each. The
/// first player wins if the lanes differ by two or more after eight moves.
pub(super) struct Lanes {
    pub(super) flaw: Flaw,
    /// Where flaws remember what a game must not remember.
    counter: AtomicU64,
}

#[derive(Clone, Debug)]
pub(super) struct Track {
    pub(super) lanes: [u8; 2],
    pub(super) last: u8,
    pub(super) shared: Arc<AtomicU64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flaw {
    None,
    InitialVaries,
    NumberNotFinite,
    NumberVaries,
    NumberOfIllegalMove,
    NumberOfMoveTwice,
    NeverEnds,
    NoActions,
    ActionTwice,
    OrderVaries,
    BufferKept,
    RandomIllegal,
    RandomBiased,
    RandomMissesOne,
    OutcomeTooLarge,
    OutcomeNotANumber,
    HiddenChance,
    SharedState,
    OpenChance,
    ApplyDiffers,
    StepPanics,
    EqualTexts,
    ReadsWrongly,
    ReadsAnything,
    ReadsAfterTheEnd,
    ParserPanics,
    TrailingNewline,
    KeyConstant,
    KeyTooFine,
    KeyVaries,
    IndexTooLarge,
    IndexShared,
    IdentityMirrors,
    ActionsNotMirrored,
    MirrorLosesMover,
    OutcomeLopsided,
    StepLopsided,
    FeatureTooLarge,
    FeatureNotFinite,
    FeaturesAppended,
    NoProposals,
    ProposesTried,
    ProposesIllegal,
    NoCandidates,
    CandidateTwice,
    CandidateIllegal,
    KernelLopsided,
    KernelBelowOne,
    PlaysRandomlyOtherwise,
    ScoreNotFinite,
    ScoreVaries,
    ScoreContradicts,
    ScoreOnlyTold,
    PositionOfTwoLines,
    PositionForgetful,
    PositionRefused,
    PositionReadOtherwise,
    PositionGoesAstray,
    PositionReadFromAnything,
    PositionParserPanics,
    PositionParserTrips,
    OwnerTooLarge,
    OwnerMissing,
    OwnersVary,
    StoneTwice,
    ChainEmpty,
    SettledPointsDiffer,
    SettledPointsNotFinite,
    GridVaries,
    CellTwice,
    CellBeyondBoard,
    LastElsewhere,
    CellStaysFree,
}

impl Lanes {
    pub(super) fn new(flaw: Flaw) -> Lanes {
        Lanes {
            flaw,
            counter: AtomicU64::new(0),
        }
    }

    pub(super) fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    pub(super) fn count(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }
}

impl Track {
    pub(super) fn moves(&self) -> u8 {
        self.lanes[0] + self.lanes[1]
    }
}

impl Game for Lanes {
    type State = Track;
    type Action = u8;

    fn initial(&self) -> Track {
        let head_start = self.has(Flaw::InitialVaries) && self.count() % 2 == 1;
        Track {
            lanes: [u8::from(head_start), 0],
            last: 0,
            shared: Arc::default(),
        }
    }

    fn to_move(&self, track: &Track) -> Player {
        let hidden = self.has(Flaw::MirrorLosesMover) && track.last == 9;
        Player::BOTH[usize::from((track.moves() + u8::from(hidden)) % 2)]
    }

    fn outcome(&self, track: &Track) -> Option<Outcome> {
        if track.moves() < 8 || self.has(Flaw::NeverEnds) {
            return None;
        }
        Some(match self.flaw {
            Flaw::OutcomeTooLarge => Outcome::Payoff(FirstValue(1.5)),
            Flaw::OutcomeNotANumber => Outcome::Payoff(FirstValue(f64::NAN)),
            Flaw::OutcomeLopsided if track.lanes[0] > track.lanes[1] => Outcome::Draw,
            _ if track.lanes[0].abs_diff(track.lanes[1]) >= 2 => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        })
    }

    fn step(&self, track: &mut Track, lane: u8, rng: &mut Rng) {
        let swerve = match self.flaw {
            Flaw::HiddenChance => self.count() % 2 == 1,
            Flaw::OpenChance => rng.below(2) == 1,
            Flaw::PositionGoesAstray => track.last == 7,
            Flaw::StepLopsided => lane == 1 && track.moves() == 4,
            Flaw::StepPanics => panic!("the wheel came off"),
            _ => false,
        };
        let lane = if swerve { 1 - lane } else { lane };
        track.shared.fetch_add(1, Ordering::Relaxed);
        if self.has(Flaw::NeverEnds) && track.moves() >= 8 {
            return;
        }
        track.lanes[usize::from(lane)] += 1;
        track.last = lane;
    }
}

impl Deterministic for Lanes {
    fn apply(&self, track: &mut Track, lane: u8) {
        let lane = if self.has(Flaw::ApplyDiffers) {
            1 - lane
        } else {
            lane
        };
        self.step(track, lane, &mut Seed::new(0).rng());
    }
}

impl Discrete for Lanes {
    fn actions(&self, track: &Track, actions: &mut Vec<u8>) {
        if !self.has(Flaw::BufferKept) {
            actions.clear();
        }
        if self.has(Flaw::NoActions) && track.moves() == 3 {
            return;
        }
        actions.extend((0..2).filter(|&lane| track.lanes[usize::from(lane)] < 5));
        if self.has(Flaw::NeverEnds) && actions.is_empty() {
            actions.push(0);
        }
        if self.has(Flaw::ActionTwice) {
            actions.push(actions[0]);
        }
        if self.has(Flaw::OrderVaries) && track.moves() > 0 && self.count() % 2 == 1 {
            actions.reverse();
        }
    }

    fn random_action(&self, track: &Track, scratch: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        self.actions(track, scratch);
        match self.flaw {
            Flaw::RandomIllegal if track.moves() == 5 => 7,
            Flaw::RandomBiased if rng.below(3) == 0 => scratch[0],
            Flaw::RandomMissesOne => scratch[0],
            _ => rng.pick(scratch).expect("there is always an action"),
        }
    }

    fn play_randomly(
        &self,
        track: &mut Track,
        plies: u32,
        scratch: &mut Scratch<u8>,
        rng: &mut Rng,
    ) -> Option<Outcome> {
        if self.has(Flaw::PlaysRandomlyOtherwise) {
            rng.next_u64();
        }
        crate::game::play_by_random_actions(self, track, plies, scratch, rng)
    }
}

impl Notation for Lanes {
    fn move_format(&self) -> String {
        "left or right".to_owned()
    }

    fn format_action(&self, _: &Track, lane: u8) -> String {
        match lane {
            0 => "left".to_owned(),
            _ if self.has(Flaw::EqualTexts) => "left".to_owned(),
            _ => "right".to_owned(),
        }
    }

    fn parse_action(&self, track: &Track, text: &str) -> Result<u8, NotationError> {
        match self.flaw {
            Flaw::ReadsWrongly if text == "right" => Ok(0),
            Flaw::ReadsAnything if text != "right" && track.moves() < 8 => Ok(0),
            Flaw::ReadsAfterTheEnd if text == "left" => Ok(0),
            Flaw::ParserPanics if &text[0..1] == "!" => Ok(0),
            _ => parse_listed(self, track, text),
        }
    }

    fn render(&self, track: &Track) -> String {
        let [left, right] = track.lanes;
        match self.flaw {
            Flaw::TrailingNewline => format!("{left} | {right}\n"),
            Flaw::SharedState => {
                let steps = track.shared.load(Ordering::Relaxed);
                format!("{left} | {right} after {steps} steps")
            }
            _ => format!("{left} | {right}"),
        }
    }
}

impl Keyed for Lanes {
    fn key(&self, track: &Track) -> u64 {
        let [left, right] = track.lanes.map(u64::from);
        match self.flaw {
            Flaw::KeyConstant => 1,
            Flaw::KeyTooFine => 100 * left + 10 * right + u64::from(track.last),
            Flaw::KeyVaries => self.count(),
            _ => 10 * left + right,
        }
    }
}

impl Indexed for Lanes {
    fn index_count(&self) -> usize {
        2
    }

    fn index(&self, lane: u8) -> usize {
        match self.flaw {
            Flaw::IndexTooLarge => usize::from(lane) + 1,
            Flaw::IndexShared => 0,
            _ => usize::from(lane),
        }
    }
}

impl Symmetric for Lanes {
    fn symmetry_count(&self) -> usize {
        2
    }

    fn transform_state(&self, track: &Track, symmetry: usize) -> Track {
        let mut turned = track.clone();
        if symmetry == 1 || self.has(Flaw::IdentityMirrors) {
            turned.lanes.swap(0, 1);
        }
        if symmetry == 1 && self.has(Flaw::MirrorLosesMover) {
            turned.last = 9;
        }
        turned
    }

    fn transform_action(&self, lane: u8, symmetry: usize) -> u8 {
        if symmetry == 1 && !self.has(Flaw::ActionsNotMirrored) {
            1 - lane
        } else {
            lane
        }
    }
}

impl Encode for Lanes {
    fn feature_count(&self) -> usize {
        2
    }

    fn encode(&self, track: &Track, _: Player, features: &mut Vec<(u32, f32)>) {
        if !self.has(Flaw::FeaturesAppended) {
            features.clear();
        }
        let [left, right] = track.lanes.map(f32::from);
        features.push((0, left));
        features.push(match self.flaw {
            Flaw::FeatureTooLarge => (2, right),
            Flaw::FeatureNotFinite => (1, 1.0 / right),
            _ => (1, right),
        });
    }
}

impl Proposes for Lanes {
    fn propose(&self, track: &Track, tried: &[u8], rng: &mut Rng) -> Option<u8> {
        match self.flaw {
            Flaw::NoProposals => None,
            Flaw::ProposesTried => crate::game::propose_untried(self, track, &[], rng),
            Flaw::ProposesIllegal => (tried.len() < 2).then_some(tried.len() as u8),
            _ => crate::game::propose_untried(self, track, tried, rng),
        }
    }

    fn candidates(&self, track: &Track, steps: &mut Vec<u8>) {
        self.actions(track, steps);
        match self.flaw {
            Flaw::NoCandidates => steps.clear(),
            Flaw::CandidateTwice => steps.extend_from_within(..1),
            Flaw::CandidateIllegal => steps.push(9),
            _ => {}
        }
    }

    fn kernel(&self, a: u8, b: u8) -> f64 {
        match self.flaw {
            Flaw::KernelLopsided if a < b => 0.5,
            Flaw::KernelBelowOne if a == b => 0.9,
            _ => f64::from(u8::from(a == b)),
        }
    }
}

fn check_everything(game: &Lanes) -> Result<super::Summary, super::Violation> {
    suite(game)
        .plies(100)
        .discrete()
        .deterministic()
        .keyed()
        .indexed()
        .symmetric()
        .encode()
        .proposes()
        .run()
}

#[test]
fn a_sound_game_passes() {
    let summary = check_everything(&Lanes::new(Flaw::None)).unwrap();
    assert_eq!(
        (summary.games, summary.positions, summary.longest),
        (50, 50 * 9, 8)
    );
    assert!(summary.checks.contains(&"uniform") && summary.checks.contains(&"keyed"));
}

#[test]
fn every_flaw_is_caught_by_the_check_it_concerns() {
    let flaws = [
        (Flaw::InitialVaries, "initial"),
        (Flaw::NeverEnds, "end"),
        (Flaw::NoActions, "actions"),
        (Flaw::ActionTwice, "actions"),
        (Flaw::OrderVaries, "actions"),
        (Flaw::BufferKept, "actions"),
        (Flaw::RandomIllegal, "actions"),
        (Flaw::RandomBiased, "uniform"),
        (Flaw::RandomMissesOne, "uniform"),
        (Flaw::PlaysRandomlyOtherwise, "playouts"),
        (Flaw::OutcomeTooLarge, "outcome"),
        (Flaw::OutcomeNotANumber, "outcome"),
        (Flaw::HiddenChance, "step"),
        (Flaw::SharedState, "step"),
        (Flaw::OpenChance, "deterministic"),
        (Flaw::ApplyDiffers, "deterministic"),
        (Flaw::StepPanics, "step"),
        (Flaw::EqualTexts, "texts"),
        (Flaw::ReadsWrongly, "texts"),
        (Flaw::ReadsAnything, "garbage"),
        (Flaw::ReadsAfterTheEnd, "garbage"),
        (Flaw::ParserPanics, "garbage"),
        (Flaw::TrailingNewline, "render"),
        (Flaw::KeyConstant, "keyed"),
        (Flaw::KeyTooFine, "keyed"),
        (Flaw::KeyVaries, "keyed"),
        (Flaw::IndexTooLarge, "indexed"),
        (Flaw::IndexShared, "indexed"),
        (Flaw::IdentityMirrors, "symmetric"),
        (Flaw::ActionsNotMirrored, "symmetric"),
        (Flaw::MirrorLosesMover, "symmetric"),
        (Flaw::OutcomeLopsided, "symmetric"),
        (Flaw::StepLopsided, "symmetric"),
        (Flaw::FeatureTooLarge, "encode"),
        (Flaw::FeatureNotFinite, "encode"),
        (Flaw::FeaturesAppended, "encode"),
        (Flaw::NoProposals, "proposes"),
        (Flaw::ProposesTried, "proposes"),
        (Flaw::ProposesIllegal, "proposes"),
        (Flaw::NoCandidates, "proposes"),
        (Flaw::CandidateTwice, "proposes"),
        (Flaw::CandidateIllegal, "proposes"),
        (Flaw::KernelLopsided, "proposes"),
        (Flaw::KernelBelowOne, "proposes"),
    ];
    for (flaw, check) in flaws {
        match check_everything(&Lanes::new(flaw)) {
            Ok(_) => panic!("{flaw:?} went unnoticed"),
            Err(violation) => assert_eq!(violation.check, check, "{flaw:?}: {violation}"),
        }
    }
}

#[test]
fn chance_must_come_from_the_argument() {
    let run = |flaw| suite(&Lanes::new(flaw)).discrete().stochastic().run();
    assert!(run(Flaw::OpenChance).is_ok());
    assert_eq!(run(Flaw::None).unwrap_err().check, "stochastic");
    assert_eq!(run(Flaw::HiddenChance).unwrap_err().check, "step");
}

#[test]
fn proposals_alone_are_moves_enough() {
    assert!(suite(&Lanes::new(Flaw::None)).proposes().run().is_ok());
    let violation = suite(&Lanes::new(Flaw::NoProposals))
        .proposes()
        .run()
        .unwrap_err();
    assert_eq!(violation.check, "proposes");
}

#[test]
fn a_suite_without_moves_says_what_is_missing() {
    let violation = suite(&Lanes::new(Flaw::None)).keyed().run().unwrap_err();
    assert_eq!(violation.check, "suite");
    assert!(
        violation.to_string().contains("discrete() or proposes()"),
        "{violation}"
    );
}

#[test]
fn a_violation_names_the_moves() {
    let violation = check_everything(&Lanes::new(Flaw::NoActions)).unwrap_err();
    assert_eq!(violation.moves.len(), 3);
    let message = violation.to_string();
    assert!(
        message.contains("Lanes fails the check 'actions' after the moves "),
        "{message}"
    );
    assert!(
        message.contains("expected at least one action"),
        "{message}"
    );
}

#[test]
fn a_fingerprint_of_ones_own_decides_which_positions_are_equal() {
    let game = Lanes::new(Flaw::KeyTooFine);
    let with_last = |_: &Lanes, track: &Track| format!("{:?} {}", track.lanes, track.last);
    assert!(
        suite(&game)
            .discrete()
            .keyed()
            .fingerprint(with_last)
            .run()
            .is_ok()
    );
}
