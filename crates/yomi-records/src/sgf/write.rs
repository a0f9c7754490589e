//! From a game to a file.

use super::change::Change;
use super::dialect::Dialect;
use super::read::RANKS;
use super::record::{GameRecord, PASS};
use super::tree::Tree;
use yomi_core::Player;

impl GameRecord {
    /// The record as a file.
    ///
    /// A move that is none in the game's notation is written as it is, and will not be read again.
    pub fn to_sgf(&self, dialect: &Dialect) -> String {
        let mut root = vec![
            ("GM", vec![self.game.clone()]),
            ("FF", vec!["4".to_owned()]),
            ("CA", vec!["UTF-8".to_owned()]),
            ("AP", vec![format!("Yomi:{}", env!("CARGO_PKG_VERSION"))]),
        ];
        if dialect.has_stones {
            root.push(("SZ", vec![self.board_size(dialect).to_string()]));
            let komi = self.komi.map(|komi| komi.to_string());
            root.extend(komi.map(|komi| ("KM", vec![komi])));
            root.extend(self.rules.clone().map(|rules| ("RU", vec![rules])));
        }
        root.extend(self.date.clone().map(|date| ("DT", vec![date])));
        for (player, name) in Player::BOTH.into_iter().zip(&self.players) {
            if let Some(name) = name {
                root.push((dialect.names[player.index()][0], vec![name.clone()]));
            }
        }
        for (name, rank) in RANKS.into_iter().zip(&self.ranks) {
            root.extend(rank.clone().map(|rank| (name, vec![rank])));
        }
        if let Some(result) = &self.result {
            root.push(("RE", vec![result.clone()]));
        }
        if self.handicap > 0 {
            root.push(("HA", vec![self.handicap.to_string()]));
        }
        let size = self.board_size(dialect);
        if let Some(stones) = &self.setup {
            let to_move = Some(stones.to_move);
            let puts = stones.puts(dialect);
            let start = Change {
                puts,
                to_move,
                ..Change::default()
            };
            root.extend(start.properties(dialect, size));
        }
        root.extend(self.comment.clone().map(|comment| ("C", vec![comment])));
        let mut nodes = vec![root];
        let mut changes = self.changes.iter().peekable();
        for (i, played) in self.moves.iter().enumerate() {
            while let Some(change) = changes.next_if(|change| change.after <= i) {
                nodes.push(change.properties(dialect, size));
            }
            let value = if played.text == PASS {
                String::new()
            } else {
                (dialect.write_move)(&played.text, size).unwrap_or_else(|| played.text.clone())
            };
            let mut node = vec![(dialect.moves[played.player.index()][0], vec![value])];
            let comment = played.comment.clone();
            node.extend(comment.map(|comment| ("C", vec![comment])));
            nodes.push(node);
        }
        nodes.extend(changes.map(|change| change.properties(dialect, size)));
        Tree::line(nodes).to_sgf()
    }
}
