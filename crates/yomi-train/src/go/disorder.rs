//! What disordered records teach.
//!
//! Positions that are won or lost already teach nothing: those with a win rate outside of the window. In the others
//! every move whose win rate is as good as the best one's, up to a small difference, counts as played; together
//! they weigh as much as so many moves of ordinary games (`totalWeight / goodMoves` each, in the words of the paper).
//! The paper orders moves by upper confidence bounds after long searches. Ours are shorter, and a move of a few
//! simulations may have any win rate: good moves have a share of the best one's simulations, too.

use super::games::{legal_moves, parse_move};
use crate::table::at;
use yomi_core::{Deterministic as _, Game as _};
use yomi_go::{Go, Position, Vertex};
use yomi_learn::disorder::{DisorderedRecord, Searched};

yomi_core::parameters! {
    /// What is learned of disordered records. The defaults are those of the paper `disordered-records`.
    pub struct DisorderedLessons {
        /// How often a pattern of a disordered record counts.
        pub disordered_counts: u32 = 2, in 0..=1000;
        /// Whether patterns are found in positions that were drawn as in playouts, or only in those that were searched.
        pub drawn_counts: bool = true;
        /// Positions with a win rate of at most this, or at least one less this, are not learned.
        pub window: f64 = 0.1, in 0.0..=0.5;
        /// Moves count as played whose win rate is at most so much below the best one's.
        pub good: f64 = 0.01, in 0.0..=1.0;
        /// And which have at least this share of the best one's simulations.
        pub good_visits: f64 = 0.1, in 0.0..=1.0;
        /// The weight of a searched position, shared by its good moves; a move of an ordinary game weighs one.
        pub total_weight: f64 = 6.0, in 0.0..=1000.0;
    }
}

/// How a disordered record came about, and what was found in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Disorder {
    /// Moves taken from an ordinary game.
    pub copied: usize,
    /// Moves after them that were drawn as in playouts.
    pub drawn: usize,
    /// The moves of each search after them: win rate and simulations, the one that was played first.
    pub searches: Vec<Vec<(Vertex, f32, u64)>>,
}

impl Disorder {
    /// The first position that was searched, by the number of moves before it.
    pub fn first_searched(&self) -> usize {
        self.copied + self.drawn
    }

    /// The good moves of the position after so many moves, the best one first; none if it is not to be learned.
    pub fn good_moves(&self, made: usize, rules: &DisorderedLessons) -> Vec<Vertex> {
        let place = made.checked_sub(self.first_searched());
        let search = place.and_then(|place| self.searches.get(place));
        let Some(&[(_, best, most), ..]) = search.map(Vec::as_slice) else {
            return Vec::new();
        };
        let best = f64::from(best);
        if best <= rules.window || best >= 1.0 - rules.window {
            return Vec::new();
        }
        let tried = search.into_iter().flatten();
        let good = tried.filter(|&&(_, rate, visits)| {
            // Rates have four digits.
            best - f64::from(rate) <= rules.good + 1e-6
                && visits as f64 >= rules.good_visits * most as f64
        });
        good.map(|&(vertex, ..)| vertex).collect()
    }
}

/// The moves of a record, if all of them are legal, and how they came about.
pub fn read<const W: usize>(
    game: &Go<W>,
    record: &DisorderedRecord,
) -> Result<(Vec<Vertex>, Disorder), String> {
    let texts = record.moves.split_whitespace().map(str::to_owned);
    let moves = legal_moves(game, texts)?;
    let (copied, drawn) = (record.copied as usize, record.drawn as usize);
    let mut position: Position<W> = game.initial();
    let mut searches = Vec::new();
    for (made, &vertex) in moves.iter().enumerate() {
        if let Some(search) = made.checked_sub(copied + drawn) {
            let found = searched(game, &position, &record.searches[search]);
            searches.push(found.map_err(at(format_args!("search {}", search + 1)))?);
        }
        game.apply(&mut position, vertex);
    }
    let disorder = Disorder {
        copied,
        drawn,
        searches,
    };
    Ok((moves, disorder))
}

fn searched<const W: usize>(
    game: &Go<W>,
    position: &Position<W>,
    search: &Searched,
) -> Result<Vec<(Vertex, f32, u64)>, String> {
    let best = search.best();
    best.map(|(text, rate, visits)| Ok((parse_move(game, position, text)?, rate, visits)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(text: &str) -> Vertex {
        Vertex::parse::<2>(text, 9).unwrap()
    }

    fn disorder(search: &[(&str, f32, u64)]) -> Disorder {
        let search = search.iter();
        let search = search.map(|&(text, rate, visits)| (vertex(text), rate, visits));
        Disorder {
            copied: 4,
            drawn: 6,
            searches: vec![search.collect()],
        }
    }

    #[test]
    fn moves_as_good_as_the_best_count_as_played() {
        let rules = DisorderedLessons::default();
        let found = disorder(&[
            ("E5", 0.52, 500),
            ("C3", 0.51, 400),
            ("D4", 0.5099, 300),
            ("G7", 0.9, 49),
            ("F6", 0.53, 50),
        ]);
        let expected = ["E5", "C3", "F6"].map(vertex);
        assert_eq!(found.good_moves(10, &rules), expected);
        let strict = DisorderedLessons {
            good: 0.0,
            good_visits: 1.0,
            ..rules.clone()
        };
        assert_eq!(found.good_moves(10, &strict), [vertex("E5")]);
        for outside in [9, 11] {
            assert!(found.good_moves(outside, &rules).is_empty());
        }
    }

    #[test]
    fn decided_positions_teach_nothing() {
        let rules = DisorderedLessons::default();
        for (rate, is_learned) in [(0.0999, false), (0.11, true), (0.89, true), (0.9001, false)] {
            let found = disorder(&[("E5", rate, 500)]);
            assert_eq!(
                !found.good_moves(10, &rules).is_empty(),
                is_learned,
                "{rate}"
            );
        }
        assert!(disorder(&[]).good_moves(10, &rules).is_empty());
    }
}
