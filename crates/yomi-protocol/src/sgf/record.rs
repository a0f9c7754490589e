//! A game as its players, its moves and its result.

use super::dialect::Dialect;
use super::error::SgfError;
use super::tree::{Node, Property, Tree};
use crate::foreign::quoted;
use yomi_core::Player;

/// A pass in [`GameRecord::moves`].
pub const PASS: &str = "pass";

/// One game from the start of a file to the end of its main line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// Which game: the value of `GM`.
    pub game: String,
    /// The names of the first and of the second player.
    pub players: [Option<String>; 2],
    /// The result as the file has it, such as `B+3` or `0`.
    pub result: Option<String>,
    /// Who played what, in the game's own notation; `pass` is a pass.
    pub moves: Vec<(Player, String)>,
}

impl GameRecord {
    /// Reads a record of the dialect's game.
    pub fn parse(text: &str, dialect: &Dialect) -> Result<GameRecord, SgfError> {
        let tree = Tree::parse(text)?;
        let mut record = GameRecord::default();
        for (depth, node) in tree.main_line().enumerate() {
            if depth == 0 {
                record.read_root(node, dialect)?;
            }
            for property in &node.properties {
                record.check_setup(property, dialect)?;
            }
            if let Some(played) = read_move(node, dialect)? {
                record.moves.push(played);
            }
        }
        Ok(record)
    }

    /// The record as a file.
    pub fn to_sgf(&self, dialect: &Dialect) -> String {
        let mut root = vec![
            ("GM", vec![self.game.clone()]),
            ("FF", vec!["4".to_owned()]),
            ("CA", vec!["UTF-8".to_owned()]),
            ("AP", vec![format!("Yomi:{}", env!("CARGO_PKG_VERSION"))]),
        ];
        for (player, name) in Player::BOTH.into_iter().zip(&self.players) {
            if let Some(name) = name {
                root.push((dialect.names[player.index()][0], vec![name.clone()]));
            }
        }
        if let Some(result) = &self.result {
            root.push(("RE", vec![result.clone()]));
        }
        let mut nodes = vec![root];
        for (player, text) in &self.moves {
            let value = if text == PASS { "" } else { text };
            let name = dialect.moves[player.index()][0];
            nodes.push(vec![(name, vec![value.to_owned()])]);
        }
        Tree::line(nodes).to_sgf()
    }

    fn read_root(&mut self, root: &Node, dialect: &Dialect) -> Result<(), SgfError> {
        let expected = format!("GM[{}]", dialect.game);
        let Some(game) = root.property("GM") else {
            return Err(SgfError::new(root.place, "no property GM", expected));
        };
        let name = game.values.first().map_or("", |name| name.trim());
        if name != dialect.game {
            let found = format!("the game {}", quoted(name));
            return Err(SgfError::new(game.place, found, expected));
        }
        self.game = name.to_owned();
        let text = |name: &&str| root.simple_text(name).filter(|text| !text.is_empty());
        self.players = dialect.names.map(|names| names.iter().find_map(text));
        self.result = text(&"RE");
        Ok(())
    }

    fn check_setup(&self, property: &Property, dialect: &Dialect) -> Result<(), SgfError> {
        let wrong = |expected: &str| {
            let found = format!("the property {}", property.name);
            Err(SgfError::new(property.place, found, expected))
        };
        if dialect.refused.contains(&property.name.as_str()) {
            return wrong("moves only: positions set up by hand cannot be read");
        }
        // Naming the side that begins anyway says nothing new.
        let first = dialect.moves[0];
        let harmless = self.moves.is_empty()
            && matches!(property.values.as_slice(), [side] if first.contains(&side.as_str()));
        if property.name == "PL" && !harmless {
            return wrong("moves only: the side to move cannot be set by hand");
        }
        Ok(())
    }
}

/// The move of a node, if it has one.
fn read_move(node: &Node, dialect: &Dialect) -> Result<Option<(Player, String)>, SgfError> {
    let mut played = None;
    for property in &node.properties {
        let names = |player: &Player| dialect.moves[player.index()];
        let Some(player) = Player::BOTH
            .into_iter()
            .find(|player| names(player).contains(&property.name.as_str()))
        else {
            continue;
        };
        if played.is_some() {
            let found = format!("a second move ({}) in one node", property.name);
            return Err(SgfError::new(property.place, found, "';' before it"));
        }
        let text = if property.values.iter().all(|value| value.trim().is_empty()) {
            PASS.to_owned()
        } else {
            (dialect.read_move)(&property.values).ok_or_else(|| {
                let found = format!("the move {}", quoted(&property.values.join("][")));
                SgfError::new(property.place, found, dialect.move_format)
            })?
        };
        played = Some((player, text));
    }
    Ok(played)
}
