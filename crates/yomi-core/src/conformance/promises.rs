//! The settings of a suite: its games, and the capabilities and knowledge to check.

use super::probe::{Fault, Probe};
use super::{Suite, capabilities, interactive, knowledge, linear, noisy, referees, walks};
use crate::{
    Deterministic, Discrete, Encode, Evaluator, Experience, Features, Indexed, Interactive, Keyed,
    LinearModel, Measured, MoveFeatures, Noisy, Notation, Pictured, Policy, Prior, Proposes,
    Provers, Rng, Scored, Seed, Setup, Symmetric, Territorial, Walkable,
};

impl<'a, G: Notation> Suite<'a, G> {
    /// Plays this many games instead of 50.
    #[must_use]
    pub fn games(mut self, games: u32) -> Self {
        self.games = games;
        self
    }

    /// Games must end within this many plies instead of 10,000.
    #[must_use]
    pub fn plies(mut self, plies: u32) -> Self {
        self.plies = plies;
        self
    }

    /// Plays the games of another seed.
    #[must_use]
    pub fn seed(mut self, seed: Seed) -> Self {
        self.seed = seed;
        self
    }

    /// Tells positions apart by this text instead of the drawing.
    ///
    /// The suite compares positions by fingerprints: the drawing, the mover, the outcome and the
    /// texts of the legal moves. Give a text of your own in place of the drawing if that shows
    /// more than [`keyed`](Suite::keyed) positions remember (such as the last move) or less than
    /// they depend on (such as earlier positions, where repetition matters).
    #[must_use]
    pub fn fingerprint(mut self, text: fn(&G, &G::State) -> String) -> Self {
        self.probe.describe = text;
        self
    }

    /// Checks the promises of [`Discrete`].
    #[must_use]
    pub fn discrete(mut self) -> Self
    where
        G: Discrete,
    {
        self.probe.list = Some(G::actions);
        self.probe.search_list = Some(G::search_actions);
        self.probe.playout_list = Some(G::playout_actions);
        self.probe.draw = Some(|game, state, rng| game.random_action(state, &mut Vec::new(), rng));
        // First of all, for the other checks go through the list.
        self.checks
            .insert(0, ("actions", Box::new(capabilities::actions)));
        self.with_slow("uniform", capabilities::uniform)
            .with_slow("playouts", knowledge::random_games)
    }

    /// Checks the promises of [`Deterministic`].
    #[must_use]
    pub fn deterministic(mut self) -> Self
    where
        G: Deterministic,
    {
        self.probe.deterministic = true;
        self.with("deterministic", capabilities::deterministic)
    }

    /// Checks that the game has chance, and draws it from the generator it is handed.
    #[must_use]
    pub fn stochastic(mut self) -> Self {
        self.stochastic = true;
        self
    }

    /// Checks the promises of [`Keyed`].
    #[must_use]
    pub fn keyed(mut self) -> Self
    where
        G: Keyed,
    {
        self.probe.key = Some(G::key);
        self
    }

    /// Checks the promises of [`Indexed`].
    #[must_use]
    pub fn indexed(self) -> Self
    where
        G: Indexed,
    {
        self.with("indexed", capabilities::indexed)
    }

    /// Checks the promises of [`Symmetric`].
    #[must_use]
    pub fn symmetric(self) -> Self
    where
        G: Symmetric,
    {
        self.with("symmetric", capabilities::symmetric)
    }

    /// Checks the promises of [`Encode`].
    #[must_use]
    pub fn encode(self) -> Self
    where
        G: Encode,
    {
        self.with("encode", capabilities::encode)
    }

    /// Checks the promises of [`Proposes`].
    #[must_use]
    pub fn proposes(mut self) -> Self
    where
        G: Proposes,
    {
        self.probe.propose = Some(G::propose);
        self.with("proposes", capabilities::proposes)
    }

    /// Checks the promises of [`Noisy`].
    #[must_use]
    pub fn noisy(self) -> Self
    where
        G: Noisy,
    {
        self.with("noisy", noisy::noisy)
    }

    /// Checks the promises of [`Walkable`] and its [`Walk`](crate::Walk).
    #[must_use]
    pub fn walkable(self) -> Self
    where
        G: Walkable,
    {
        self.with("walkable", walks::walkable)
    }

    /// Checks the promises of [`Scored`].
    #[must_use]
    pub fn scored(self) -> Self
    where
        G: Scored,
    {
        self.with("scored", referees::scored)
    }

    /// Checks the promises of [`Setup`].
    #[must_use]
    pub fn setup(self) -> Self
    where
        G: Setup,
    {
        self.with("setup", referees::setup)
    }

    /// Checks the promises of [`Territorial`].
    #[must_use]
    pub fn territorial(self) -> Self
    where
        G: Territorial,
    {
        self.with_slow("territorial", referees::territorial)
    }

    /// Checks the promises of [`Measured`].
    #[must_use]
    pub fn measured(self) -> Self
    where
        G: Measured,
    {
        self.with_slow("measured", referees::measured)
    }

    /// Checks the promises of [`Pictured`].
    #[must_use]
    pub fn pictured(self) -> Self
    where
        G: Pictured,
    {
        self.with("pictured", referees::pictured)
    }

    /// Checks [`Interactive`].
    #[must_use]
    pub fn interactive(self) -> Self
    where
        G: Interactive,
    {
        self.with("interactive", interactive::interactive)
    }

    /// Checks the promises of an [`Evaluator`] of the game; `name` is for what is found.
    #[must_use]
    pub fn evaluator(self, name: &'a str, value: impl Evaluator<G> + 'a) -> Self {
        self.with_knowledge("evaluator", name, move |probe, state, rng| {
            knowledge::evaluator(probe, state, rng, &value)
        })
    }

    /// Checks the promises of a [`Prior`] of the game.
    #[must_use]
    pub fn prior(self, name: &'a str, value: impl Prior<G> + 'a) -> Self {
        self.with_knowledge("prior", name, move |probe, state, rng| {
            knowledge::prior(probe, state, rng, &value)
        })
    }

    /// Checks the promises of an [`Experience`] of the game.
    #[must_use]
    pub fn experience(self, name: &'a str, value: impl Experience<G> + 'a) -> Self {
        self.with_knowledge("experience", name, move |probe, state, rng| {
            knowledge::experience(probe, state, rng, &value)
        })
    }

    /// Checks the promises of the provers of the game.
    #[must_use]
    pub fn provers(self, name: &'a str, value: impl Provers<G> + 'a) -> Self {
        self.with_knowledge("prover", name, move |probe, state, _| {
            knowledge::prover(probe, state, &value)
        })
    }

    /// Checks the promises of a [`Policy`] of the game.
    #[must_use]
    pub fn policy(self, name: &'a str, value: impl Policy<G> + 'a) -> Self {
        self.with_knowledge("policy", name, move |probe, state, rng| {
            knowledge::policy(probe, state, rng, &value)
        })
    }

    /// Checks the promises of [`Features`] of the game.
    #[must_use]
    pub fn features(self, name: &'a str, value: &'a dyn Features<G>) -> Self {
        self.with_knowledge("features", name, move |probe, state, _| {
            knowledge::features(probe, state, value)
        })
    }

    /// Checks the promises of [`MoveFeatures`] of the game.
    #[must_use]
    pub fn move_features(self, name: &'a str, value: &'a dyn MoveFeatures<G>) -> Self {
        self.with_knowledge("move features", name, move |probe, state, rng| {
            knowledge::move_features(probe, state, rng, value)
        })
    }

    /// Checks the promises of a [`LinearModel`] of the game, those of its features included.
    #[must_use]
    pub fn linear_model(self, name: &'a str, value: &'a dyn LinearModel<G>) -> Self {
        let features: &'a dyn Features<G> = value;
        let suite = self.features(name, features);
        suite.with_knowledge("linear model", name, move |probe, state, rng| {
            linear::linear_model(probe, state, rng, value)
        })
    }

    fn with_knowledge(
        self,
        kind: &'static str,
        name: &'a str,
        check: impl Fn(&Probe<'_, G>, &G::State, &mut Rng) -> Result<(), Fault> + 'a,
    ) -> Self {
        self.with_slow(kind, move |probe, state, rng| {
            check(probe, state, rng).map_err(|fault| fault.of(name))
        })
    }

    fn with(
        mut self,
        name: &'static str,
        check: impl Fn(&Probe<'_, G>, &G::State, &mut Rng) -> Result<(), Fault> + 'a,
    ) -> Self {
        self.checks.push((name, Box::new(check)));
        self
    }

    fn with_slow(
        mut self,
        name: &'static str,
        check: impl Fn(&Probe<'_, G>, &G::State, &mut Rng) -> Result<(), Fault> + 'a,
    ) -> Self {
        self.slow_checks.push((name, Box::new(check)));
        self
    }
}
