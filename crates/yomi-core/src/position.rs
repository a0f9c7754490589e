//! A game in progress, with its earlier states, so that moves can be taken back.

use crate::{Game, Outcome, Player, Seed};
use std::sync::Arc;

/// A game, the moves played and every state on the way.
///
/// The chance of each ply is drawn from a seed of its own. With the seeds and the
/// moves the game can be replayed exactly; from the position alone chance cannot be foreseen.
#[derive(Debug)]
pub struct Position<G: Game> {
    game: Arc<G>,
    states: Vec<G::State>,
    actions: Vec<G::Action>,
}

impl<G: Game> Clone for Position<G> {
    fn clone(&self) -> Self {
        Position {
            game: Arc::clone(&self.game),
            states: self.states.clone(),
            actions: self.actions.clone(),
        }
    }
}

impl<G: Game> Position<G> {
    /// A new game.
    pub fn new(game: Arc<G>) -> Position<G> {
        let states = vec![game.initial()];
        Position {
            game,
            states,
            actions: Vec::new(),
        }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The current state.
    pub fn state(&self) -> &G::State {
        self.states
            .last()
            .expect("the first state is never taken back")
    }

    /// All states since the game began or was set up; the last is the current one.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The moves played so far.
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// The moves played so far, each with the state it was played in.
    pub fn history(&self) -> impl Iterator<Item = (&G::State, G::Action)> {
        self.states.iter().zip(self.actions.iter().copied())
    }

    /// Number of moves played.
    pub fn ply(&self) -> usize {
        self.actions.len()
    }

    /// The side to move.
    pub fn to_move(&self) -> Player {
        self.game.to_move(self.state())
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(self.state())
    }

    /// Plays a legal action; chance is drawn from `chance`.
    pub fn play(&mut self, action: G::Action, chance: Seed) {
        let mut state = self.state().clone();
        self.game.step(&mut state, action, &mut chance.rng());
        self.states.push(state);
        self.actions.push(action);
    }

    /// Takes the last move back and returns it; `None` at the start of the game.
    pub fn undo(&mut self) -> Option<G::Action> {
        let action = self.actions.pop()?;
        self.states.pop();
        Some(action)
    }

    /// Back to the start of a game.
    pub fn reset(&mut self) {
        self.set_up(self.game.initial());
    }

    /// Goes on from `state`: there is no move to take back there.
    pub fn set_up(&mut self, state: G::State) {
        self.states.clear();
        self.states.push(state);
        self.actions.clear();
    }
}
