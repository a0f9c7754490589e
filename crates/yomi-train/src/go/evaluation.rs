//! How well a model foretells the moves of games.

use super::games::Games;
use super::{DisorderedLessons, PatternParams};
use std::collections::BTreeMap;
use yomi_core::{Choices as _, Deterministic as _, FeatureLists, Game as _, Lesson};
use yomi_go::pattern::PatternFeatures;
use yomi_go::{Go, Position};
use yomi_learn::report::Foretold;

/// Up to which place a move counts as found.
const PLACES: [usize; 3] = [1, 3, 10];

/// The figures of a model, for all games and by tier.
#[derive(Clone)]
pub struct Figures {
    /// All games.
    pub all: Foretold,
    /// By the tier of the players, where it is known.
    pub tiers: BTreeMap<String, Foretold>,
}

/// Foretells the moves of games, passes left out.
pub fn evaluate<const W: usize>(
    game: &Go<W>,
    games: &Games,
    params: &PatternParams,
    (features, weights): (&PatternFeatures<W>, &[f32]),
) -> Figures {
    let mut figures = Figures {
        all: Foretold::within(PLACES),
        tiers: BTreeMap::new(),
    };
    let each = foretell(game, games, params, (features, weights));
    for (recorded, found) in games.games.iter().zip(each) {
        figures.all.merge(&found);
        if !recorded.tier.is_empty() {
            let tier = figures.tiers.entry(recorded.tier.clone());
            let tier = tier.or_insert_with(|| Foretold::within(PLACES));
            tier.merge(&found);
        }
    }
    figures.tiers.retain(|_, found| found.count() > 0);
    figures
}

/// The same for each game by itself.
pub fn foretell<const W: usize>(
    game: &Go<W>,
    games: &Games,
    params: &PatternParams,
    (features, weights): (&PatternFeatures<W>, &[f32]),
) -> Vec<Foretold> {
    let rules = DisorderedLessons::default();
    let (mut lists, mut shares) = (FeatureLists::default(), Vec::new());
    let each = games.games.iter().map(|recorded| {
        let mut found = Foretold::within(PLACES);
        let mut position: Position<W> = game.initial();
        let moves = recorded.moves.iter().enumerate();
        for (made, &vertex) in moves.take(params.last_move as usize) {
            // Of a disordered record only the searches count whose positions are learned.
            let is_asked = recorded.disorder.as_ref().is_none_or(|disorder| {
                let good = disorder.good_moves(made, &rules);
                good.first() == Some(&vertex)
            });
            if made + 1 >= params.first_move as usize
                && is_asked
                && let Lesson::Option(chosen) = features.lesson(game, &position, vertex)
            {
                features.encode_options(game, &position, &mut lists);
                yomi_learn::softmax::shares(&lists, weights, &mut shares);
                found.add(&shares, chosen);
            }
            game.apply(&mut position, vertex);
        }
        found
    });
    each.collect()
}
