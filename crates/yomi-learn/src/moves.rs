//! Probabilities of moves, learned from the moves of self-play games.
//!
//! Every position after the random moves of a game, in which there was more than one option, is
//! a choice: a [softmax] over the features of the [options](Choices) is fitted
//! to those that the teacher chose. The options are all legal moves ([`LegalMoves`]), and the weights
//! make a [prior](yomi_search::prior::SoftmaxPrior); or they are the moves that a playout policy
//! considers. A move that is none of the options teaches nothing.
//!
//! Limits: the options of a choice are listed and described anew in every epoch, which costs time
//! and saves memory: they would be hundreds of times as large as the positions.

use crate::adam::Adam;
use crate::epoch::Epoch;
use crate::examples::{ReplayError, is_for_test};
use crate::games::{LabelledGame, SelfPlayHeader};
use crate::lessons::{Choice, Lessons};
use crate::report::{Foretold, Group, Report};
use crate::softmax::{self, Options, Softmax, Target};
use crate::training::{Learner, TrainingError};
use crate::weights::WeightsFile;
use std::sync::Arc;
use yomi_core::{
    Choices, Discrete, FeatureLists, Game, Lesson, MoveFeatures, Notation, Rng, Stored, Whole,
};

yomi_core::parameters! {
    /// How probabilities of moves are learned.
    pub struct MoveLearnerParams {
        /// How often all moves are learned.
        pub epochs: u32 = 20, in 1..=10000;
        /// Moves a step.
        pub batch: u32 = 64, in 1..=100000;
        /// Step size at the beginning; it falls to zero.
        pub rate: f32 = 0.01, in 0.0..=1.0;
        /// Weight decay per step of size one.
        pub decay: f32 = 0.02, in 0.0..=100.0;
        /// Share of the games that are kept for the test.
        pub test_share: f64 = 0.1, in 0.0..=0.9;
    }
}

/// Up to which place a move counts as found.
const PLACES: [usize; 3] = [1, 3, 10];

/// All legal moves as options.
pub struct LegalMoves<G: Game>(
    /// What describes them.
    pub Arc<dyn MoveFeatures<G>>,
);

impl<G: Discrete> Choices<G> for LegalMoves<G> {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn encode_options(&self, game: &G, state: &G::State, lists: &mut FeatureLists) {
        let mut legal = Vec::new();
        game.actions(state, &mut legal);
        self.0.encode(game, state, &legal, lists);
    }

    fn lesson(&self, game: &G, state: &G::State, action: G::Action) -> Lesson {
        let mut legal = Vec::new();
        game.actions(state, &mut legal);
        match legal.iter().position(|&known| known == action) {
            Some(_) if legal.len() == 1 => Lesson::Forced,
            Some(place) => Lesson::Option(place),
            // A search may play moves that are not in the list.
            None => Lesson::Unmatched,
        }
    }
}

/// Learns probabilities of moves, from positions kept as `P`.
pub struct MoveLearner<G: Game, P = Whole<G>> {
    game: Arc<G>,
    options: Arc<dyn Choices<G>>,
    /// The names of the game and of the model, for the file of weights.
    names: [String; 2],
    /// The variant of the game that the weights are for.
    variant: Option<String>,
    params: MoveLearnerParams,
    /// What the features are, where they were found in games.
    features: Option<Vec<u8>>,
    lessons: Lessons<G, P>,
    softmax: Softmax,
}

impl<G: Notation, P: Stored<G>> MoveLearner<G, P> {
    /// A learner to which all options are equal, without games. `names` are those of the game and of the
    /// model.
    pub fn new(
        game: Arc<G>,
        names: [&str; 2],
        options: Arc<dyn Choices<G>>,
        params: MoveLearnerParams,
    ) -> MoveLearner<G, P> {
        MoveLearner {
            game,
            names: names.map(str::to_owned),
            variant: None,
            features: None,
            softmax: Softmax::new(options.count()),
            lessons: Lessons::new(Arc::clone(&options), params.test_share),
            options,
            params,
        }
    }

    /// The same, with weights that name a variant of the game.
    #[must_use]
    pub fn of_variant(self, variant: Option<&str>) -> MoveLearner<G, P> {
        MoveLearner {
            variant: variant.map(str::to_owned),
            ..self
        }
    }

    /// The same, with weights that tell what their features are
    /// ([`WeightsFile::with_features`]).
    #[must_use]
    pub fn with_features(self, features: Vec<u8>) -> MoveLearner<G, P> {
        MoveLearner {
            features: Some(features),
            ..self
        }
    }

    /// Adds the choices of games made by these settings.
    pub fn replay(
        &mut self,
        header: &SelfPlayHeader,
        games: &[LabelledGame],
    ) -> Result<(), ReplayError> {
        self.lessons.replay(&self.game, header, games)
    }

    /// Adds a move of game `number`, made after so many others. The number decides whether it is for the test
    /// ([`is_for_test`]).
    pub fn add(&mut self, place: (u64, usize), state: &G::State, action: G::Action) {
        self.lessons.add(&self.game, place, state, (action, 1.0));
    }

    /// Adds a position of game `number`, after so many moves, in which several moves are as good as the one played,
    /// the first of them: each weighs its share of `weight`. Held out for the test, only the first one counts.
    pub fn add_good(
        &mut self,
        (number, moves): (u64, usize),
        state: &G::State,
        (good, weight): (&[G::Action], f32),
    ) {
        let is_test = is_for_test(number, self.params.test_share);
        let count = if is_test { 1 } else { good.len() };
        let weight = weight / good.len() as f32;
        for &action in good.iter().take(count) {
            let place = (number, moves);
            self.lessons.add(&self.game, place, state, (action, weight));
        }
    }

    /// Adds the choices of a game on record, given as the position before each move and the move. Its
    /// number decides whether it is for the test.
    pub fn add_game<'a>(
        &mut self,
        number: u64,
        moves: impl IntoIterator<Item = &'a (G::State, G::Action)>,
    ) where
        G: 'a,
    {
        for (made, (state, action)) in moves.into_iter().enumerate() {
            let place = (number, made);
            self.lessons.add(&self.game, place, state, (*action, 1.0));
        }
    }

    /// Whether there is anything to learn.
    pub fn check(&self) -> Result<(), TrainingError> {
        match self.lessons.examples.is_empty() {
            true => Err(TrainingError::NothingToLearn("move to learn from")),
            false => Ok(()),
        }
    }

    /// How well the choices held out are foretold.
    fn figures(&self, belongs: impl Fn(&Choice<P>) -> bool) -> Foretold {
        let mut found = Foretold::within(PLACES);
        let weights = self.softmax.weights();
        let (mut lists, mut shares) = (FeatureLists::default(), Vec::new());
        for test in self.lessons.tests.iter().filter(|test| belongs(test)) {
            let position = test.position.restore(&self.game);
            self.options
                .encode_options(&self.game, &position, &mut lists);
            softmax::shares(&lists, weights, &mut shares);
            found.add(&shares, test.chosen);
        }
        found
    }
}

impl<G: Notation, P: Stored<G>> Learner for MoveLearner<G, P> {
    fn epoch(&mut self, epoch: Epoch, rng: &mut Rng) -> String {
        let order = Epoch::order(self.lessons.examples.len(), rng);
        let mut lists = FeatureLists::default();
        let (mut loss, mut total) = (0.0, 0.0);
        for batch in epoch.batches(&order, self.params.batch as usize) {
            for &example in batch.examples {
                let choice = &self.lessons.examples[example as usize];
                let position = choice.position.restore(&self.game);
                self.options
                    .encode_options(&self.game, &position, &mut lists);
                let options = Options {
                    features: lists.features(),
                    amounts: None,
                    ends: lists.ends(),
                };
                let target = Target::One(choice.chosen);
                loss += self.softmax.learn(options, target, choice.weight);
                total += f64::from(choice.weight);
            }
            let rate = self.params.rate * batch.left;
            self.softmax.step(rate, self.params.decay);
        }
        let learned = -(loss / total.max(f64::MIN_POSITIVE));
        let found = self.figures(|_| true);
        match self.lessons.tests.is_empty() {
            true => format!("log-likelihood {learned:.4}; no test"),
            false => format!("log-likelihood {learned:.4}; held out: {found}"),
        }
    }

    fn memory(&mut self) -> Vec<&mut Adam> {
        self.softmax.memory().into()
    }

    fn weights(&self, made_by: &str) -> Vec<u8> {
        let [game, model] = &self.names;
        let weights = self.softmax.weights().to_vec();
        let file = WeightsFile::of_moves(game, model, made_by, weights);
        let file = file.of_variant(self.variant.as_deref());
        let file = match &self.features {
            Some(features) => file.with_features(features),
            None => file,
        };
        file.to_text().into_bytes()
    }

    fn report(&self) -> Report {
        let groups: [Group<Choice<P>>; 5] = [
            ("all", &|_| true),
            ("to move 10", &|test| test.moves < 10),
            ("11 to 20", &|test| (10..20).contains(&test.moves)),
            ("21 to 30", &|test| (20..30).contains(&test.moves)),
            ("from 31", &|test| test.moves >= 30),
        ];
        let row = |(name, belongs): Group<Choice<P>>| self.figures(belongs).row(name);
        Report {
            learned_from: vec![(self.lessons.examples.len() as u64, "moves")],
            columns: &[
                "held-out moves",
                "number",
                "first %",
                "top 3 %",
                "top 10 %",
                "mean rank",
                "log-likelihood",
                "uniform",
                "not 0.9",
            ],
            rows: groups.into_iter().map(row).collect(),
            remark: self.lessons.remark(),
        }
        .tested_on(self.lessons.tests.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::Training;
    use std::path::Path;
    use yomi_core::{Deterministic, Seed, Stop};
    use yomi_toy::ConnectFour;

    type State = <ConnectFour as Game>::State;
    type Column = <ConnectFour as Game>::Action;

    /// Steps from the middle, and whether the column is the leftmost.
    struct Middle;

    impl MoveFeatures<ConnectFour> for Middle {
        fn count(&self) -> usize {
            5
        }

        fn encode(&self, _: &ConnectFour, _: &State, columns: &[Column], lists: &mut FeatureLists) {
            lists.clear();
            for &column in columns {
                lists.push(u32::from(column.number()).abs_diff(3));
                if column.number() == 0 {
                    lists.push(4);
                }
                lists.end_action();
            }
        }
    }

    /// Two random moves, then three times in four a column next to the middle if there is one.
    fn planted(number: u64) -> LabelledGame {
        let game = ConnectFour;
        let mut rng = Seed::new(number).rng();
        let (mut state, mut moves, mut legal) = (game.initial(), Vec::new(), Vec::new());
        while game.outcome(&state).is_none() {
            game.actions(&state, &mut legal);
            let drawn = legal[rng.below(legal.len() as u32) as usize];
            let wanted = legal
                .iter()
                .copied()
                .find(|column| column.number().abs_diff(3) == 1);
            let column = match wanted {
                Some(wanted) if moves.len() >= 2 && rng.below(4) > 0 => wanted,
                _ => drawn,
            };
            moves.push(game.format_action(&state, column));
            game.apply(&mut state, column);
        }
        LabelledGame {
            number,
            random: 2,
            values: vec![0.5; moves.len() - 2],
            moves,
            means: Vec::new(),
            result: game
                .outcome(&state)
                .map_or(0.5, |outcome| outcome.value().0 as f32),
        }
    }

    fn header() -> SelfPlayHeader {
        SelfPlayHeader::new("connect-four", "planted", [2, 2], 0)
    }

    fn learner(games: u64) -> MoveLearner<ConnectFour> {
        let params = MoveLearnerParams {
            epochs: 6,
            rate: 0.05,
            test_share: 0.2,
            ..MoveLearnerParams::default()
        };
        let names = ["connect-four", "middle"];
        let options = Arc::new(LegalMoves(Arc::new(Middle)));
        let mut learner = MoveLearner::new(Arc::new(ConnectFour), names, options, params);
        let games: Vec<LabelledGame> = (0..games).map(planted).collect();
        learner.replay(&header(), &games).unwrap();
        learner
    }

    fn training(folder: &Path, name: &str, stop: Stop) -> Training {
        let out = folder.join(name);
        Training {
            epochs: 6,
            seed: Seed::new(1),
            checkpoint: out.with_extension("checkpoint"),
            out,
            made_by: "a test".to_owned(),
            fingerprint: "f".to_owned(),
            stop,
        }
    }

    #[test]
    fn a_planted_preference_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut learner = learner(100);
        let told = training(folder.path(), "w.json", Stop::default());
        let report = told.run(&mut learner, |_, told| assert!(told.contains("held out")));
        let weights = learner.softmax.weights();
        for other in [0, 2, 3] {
            assert!(weights[1] > weights[other] + 1.0, "{weights:?}");
        }
        let found = learner.figures(|_| true);
        assert!(found.likelihood() > -1.5, "seven equal columns: -1.95");
        // Only what was chosen is learned: the random moves are not.
        let all: usize = (0..100).map(|number| planted(number).moves.len() - 2).sum();
        assert!(learner.lessons.examples.len() + learner.lessons.tests.len() <= all);
        assert!(learner.lessons.tests.iter().all(|test| test.moves >= 2));
        assert_eq!(report.unwrap().rows.len(), 5);
        let file = WeightsFile::load(&folder.path().join("w.json")).unwrap();
        let (read, _) = file.model_weights("connect-four", "middle", 5).unwrap();
        assert_eq!(read, learner.softmax.weights());
    }

    #[test]
    fn a_stopped_training_ends_with_the_same_weights() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let whole = training(folder, "whole.json", Stop::default());
        whole.run(&mut learner(30), |_, _| ()).unwrap();
        let stop = Stop::default();
        stop.raise();
        for epochs in 1..6 {
            let stopped = training(folder, "parts.json", stop.clone());
            let error = stopped.run(&mut learner(30), |_, _| ()).unwrap_err();
            assert!(matches!(error, TrainingError::Stopped { epochs: done } if done == epochs));
        }
        let last = training(folder, "parts.json", stop);
        last.run(&mut learner(30), |_, _| ()).unwrap();
        let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
        assert_eq!(bytes("whole.json"), bytes("parts.json"));
        assert!(!last.checkpoint.exists());
    }

    #[test]
    fn games_without_choices_and_illegal_moves_are_refused() {
        assert!(learner(0).check().is_err());
        let mut broken = planted(0);
        broken.moves[3] = "z9".to_owned();
        let error = learner(0).replay(&header(), &[broken]).unwrap_err();
        assert_eq!((error.game, error.number), (0, 4));
    }
}
