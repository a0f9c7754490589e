//! Cross tables of results between players.
//!
//! A cross table keeps each pairing once and shows it from both sides, so the
//! results of "a against b" and "b against a" cannot disagree.

use crate::error::StatsError;
use crate::score::Tally;

/// The results of a round robin (or of any set of pairings) between players
/// numbered from 0.
///
/// ```
/// use yomi_stats::{cross_table::CrossTable, score::Tally};
/// let mut table = CrossTable::new(3);
/// table.record(0, 2, Tally { wins: 7, draws: 2, losses: 1 })?;
/// assert_eq!(table.result(2, 0), Tally { wins: 1, draws: 2, losses: 7 });
/// assert_eq!(table.total(2).games(), 10);
/// # Ok::<(), yomi_stats::StatsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossTable {
    /// `rows[a][b]` is what a achieved against b; always mirrored.
    rows: Vec<Vec<Tally>>,
}

impl CrossTable {
    /// A table of this many players, without games.
    pub fn new(players: usize) -> Self {
        Self {
            rows: vec![vec![Tally::default(); players]; players],
        }
    }

    /// Takes a full square matrix, in which `matrix[a][b]` is what a achieved
    /// against b. Both halves must be given and agree; the diagonal is empty.
    pub fn from_matrix(matrix: &[Vec<Tally>]) -> Result<Self, StatsError> {
        let players = matrix.len();
        for row in matrix {
            if row.len() != players {
                return Err(StatsError::WrongLength {
                    what: "row of the cross table",
                    expected: players,
                    found: row.len(),
                });
            }
        }
        for (row, results) in matrix.iter().enumerate() {
            if results[row].games() > 0 {
                return Err(StatsError::PlayedItself { player: row });
            }
            for (column, result) in results.iter().enumerate().take(row) {
                if matrix[column][row] != result.reversed() {
                    return Err(StatsError::NotMirrored { row, column });
                }
            }
        }
        Ok(Self {
            rows: matrix.to_vec(),
        })
    }

    /// Adds what `player` achieved against `opponent`.
    pub fn record(
        &mut self,
        player: usize,
        opponent: usize,
        result: Tally,
    ) -> Result<(), StatsError> {
        let players = self.players();
        for player in [player, opponent] {
            if player >= players {
                return Err(StatsError::NoSuchPlayer { player, players });
            }
        }
        if player == opponent {
            return Err(StatsError::PlayedItself { player });
        }
        self.rows[player][opponent] += result;
        self.rows[opponent][player] += result.reversed();
        Ok(())
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.rows.len()
    }

    /// What `player` achieved against `opponent`; empty if they never met or do
    /// not exist.
    pub fn result(&self, player: usize, opponent: usize) -> Tally {
        self.rows
            .get(player)
            .and_then(|row| row.get(opponent))
            .copied()
            .unwrap_or_default()
    }

    /// The total of `player` against all opponents.
    pub fn total(&self, player: usize) -> Tally {
        self.rows
            .get(player)
            .map(|row| row.iter().copied().sum())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: Tally = Tally {
        wins: 3,
        draws: 1,
        losses: 2,
    };

    #[test]
    fn results_add_up_and_are_mirrored() {
        let mut table = CrossTable::new(3);
        table.record(0, 1, RESULT).unwrap();
        table.record(1, 0, RESULT).unwrap();
        table.record(0, 2, RESULT).unwrap();
        assert_eq!(
            table.result(0, 1),
            Tally {
                wins: 5,
                draws: 2,
                losses: 5
            }
        );
        assert_eq!(table.result(1, 0), table.result(0, 1).reversed());
        assert_eq!(table.total(0).games(), 18);
        assert_eq!(table.total(7), Tally::default());
    }

    #[test]
    fn impossible_pairings_are_refused() {
        let mut table = CrossTable::new(2);
        assert_eq!(
            table.record(0, 2, RESULT),
            Err(StatsError::NoSuchPlayer {
                player: 2,
                players: 2
            })
        );
        assert_eq!(
            table.record(1, 1, RESULT),
            Err(StatsError::PlayedItself { player: 1 })
        );
        assert_eq!(table, CrossTable::new(2));
    }

    #[test]
    fn matrices_are_checked() {
        let empty = Tally::default();
        let good = vec![vec![empty, RESULT], vec![RESULT.reversed(), empty]];
        let table = CrossTable::from_matrix(&good).unwrap();
        assert_eq!(table.result(0, 1), RESULT);

        let unmirrored = vec![vec![empty, RESULT], vec![RESULT, empty]];
        assert_eq!(
            CrossTable::from_matrix(&unmirrored),
            Err(StatsError::NotMirrored { row: 1, column: 0 })
        );
        let diagonal = vec![vec![RESULT, empty], vec![empty, empty]];
        assert_eq!(
            CrossTable::from_matrix(&diagonal),
            Err(StatsError::PlayedItself { player: 0 })
        );
        let ragged = vec![vec![empty, empty], vec![empty]];
        assert!(matches!(
            CrossTable::from_matrix(&ragged),
            Err(StatsError::WrongLength { .. })
        ));
    }
}
