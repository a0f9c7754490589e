//! Features of moves: the inputs of a learned prior.
//!
//! [`Features`](crate::Features) describe a position; these describe its moves. All moves of a position
//! are described in one call, so that what is known of the position is computed once.

use crate::Game;
use std::borrow::Cow;
use std::sync::Arc;

/// The features of some actions: those of the first, of the second, and so on, and where each one's
/// end. A feature that is listed twice counts twice.
///
/// ```
/// use yomi_core::FeatureLists;
///
/// let mut lists = FeatureLists::default();
/// lists.push(4);
/// lists.push(7);
/// lists.end_action();
/// lists.end_action();
/// let seen: Vec<&[u32]> = lists.iter().collect();
/// assert_eq!(seen, [&[4, 7][..], &[]]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FeatureLists {
    features: Vec<u32>,
    ends: Vec<u32>,
}

impl FeatureLists {
    /// Removes all of them.
    pub fn clear(&mut self) {
        self.features.clear();
        self.ends.clear();
    }

    /// One more feature of the action at hand.
    #[inline]
    pub fn push(&mut self, feature: u32) {
        self.features.push(feature);
    }

    /// Some more features of the action at hand.
    #[inline]
    pub fn extend(&mut self, features: &[u32]) {
        self.features.extend_from_slice(features);
    }

    /// The action at hand has no more features; the next one begins.
    #[inline]
    pub fn end_action(&mut self) {
        self.ends.push(self.features.len() as u32);
    }

    /// The features of all actions, one after the other.
    pub fn features(&self) -> &[u32] {
        &self.features
    }

    /// The end of each action's features.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// The features of each action.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let range = start..end as usize;
            start = range.end;
            &self.features[range]
        })
    }
}

/// A feature extractor for moves.
///
/// The features of an action depend on the position and the action alone, not on which others are
/// asked for nor on their order. Where the board has symmetries, symmetric actions of symmetric
/// positions should have the same features.
pub trait MoveFeatures<G: Game>: Send + Sync {
    /// One more than the largest feature.
    fn count(&self) -> usize;

    /// Replaces `lists` by the features of these legal actions, in their order.
    fn encode(&self, game: &G, state: &G::State, actions: &[G::Action], lists: &mut FeatureLists);
}

impl<G: Game, M: MoveFeatures<G> + ?Sized> MoveFeatures<G> for Arc<M> {
    fn count(&self) -> usize {
        (**self).count()
    }

    fn encode(&self, game: &G, state: &G::State, actions: &[G::Action], lists: &mut FeatureLists) {
        (**self).encode(game, state, actions, lists);
    }
}

/// What the action of a teacher says to a learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lesson {
    /// It is the option of this number.
    Option(usize),
    /// It is the only option.
    Forced,
    /// It is none of the options.
    Unmatched,
    /// Teachers are not to be followed in such a position.
    LeftOut,
}

/// The options of a position as a learner sees them: all legal moves, or the few that a policy
/// considers.
pub trait Choices<G: Game>: Send + Sync {
    /// One more than the largest feature.
    fn count(&self) -> usize;

    /// Replaces `lists` by the features of the options of a position that is not over.
    fn encode_options(&self, game: &G, state: &G::State, lists: &mut FeatureLists);

    /// Which of the options this action of a teacher is.
    fn lesson(&self, game: &G, state: &G::State, action: G::Action) -> Lesson;
}

/// A position in the form in which learners keep it, of which there may be millions.
///
/// ```
/// use yomi_core::{Game, Stored, Whole};
/// # fn example<G: Game>(game: &G) {
/// let kept = <Whole<G> as Stored<G>>::store(game, &game.initial());
/// let again = kept.restore(game);
/// # let _ = again;
/// # }
/// ```
pub trait Stored<G: Game>: Send + Sync {
    /// Keeps a position.
    fn store(game: &G, state: &G::State) -> Self;

    /// The position, as far as its moves and their features depend on it.
    fn restore(&self, game: &G) -> Cow<'_, G::State>;
}

/// A position kept as it is.
pub struct Whole<G: Game>(G::State);

impl<G: Game> Stored<G> for Whole<G> {
    fn store(_: &G, state: &G::State) -> Whole<G> {
        Whole(state.clone())
    }

    fn restore(&self, _: &G) -> Cow<'_, G::State> {
        Cow::Borrowed(&self.0)
    }
}
