//! From a game to a file.

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
            root.push(("SZ", vec![self.board_size().to_string()]));
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
        if dialect.has_stones {
            self.write_start(&mut root);
        }
        root.extend(self.comment.clone().map(|comment| ("C", vec![comment])));
        let mut nodes = vec![root];
        let size = self.board_size();
        for played in &self.moves {
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
        Tree::line(nodes).to_sgf()
    }

    fn write_start(&self, root: &mut Vec<(&'static str, Vec<String>)>) {
        if self.handicap > 0 {
            root.push(("HA", vec![self.handicap.to_string()]));
        }
        if let Some(stones) = &self.setup {
            for (player, name) in Player::BOTH.into_iter().zip(["AB", "AW"]) {
                let points: Vec<String> =
                    stones.of(player).map(|point| point.to_string()).collect();
                if !points.is_empty() {
                    root.push((name, points));
                }
            }
            root.push(("PL", vec![["B", "W"][stones.to_move.index()].to_owned()]));
        }
    }
}
