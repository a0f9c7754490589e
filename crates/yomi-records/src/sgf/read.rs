//! From nodes to a game.

use super::change::{Change, NodeSetup};
use super::dialect::Dialect;
use super::header::{read_handicap, read_komi, read_size};
use super::record::{GameRecord, PASS, RecordedMove};
use super::stones::Stones;
use super::text::{Origin, Place, SgfError};
use super::tree::{Node, Tree};
use yomi_core::Player;
use yomi_core::foreign::quoted;

/// The properties of the ranks of both players.
pub(super) const RANKS: [&str; 2] = ["BR", "WR"];

impl GameRecord {
    /// Reads a record of the dialect's game; of several games in a text, the first.
    pub fn parse(text: &str, dialect: &Dialect) -> Result<GameRecord, SgfError> {
        let tree = Tree::parse_first(text, dialect.tolerant)?;
        GameRecord::from_tree(&tree, dialect)
    }

    /// Reads all games of a text, of which there is at least one. Where the text itself is broken
    /// that is the last entry.
    pub fn parse_all(text: &str, dialect: &Dialect) -> Vec<Result<GameRecord, SgfError>> {
        Tree::parse_all(text, dialect.tolerant)
            .map(|tree| GameRecord::from_tree(&tree?, dialect))
            .collect()
    }

    /// The game on the main line of a tree.
    fn from_tree(tree: &Tree, dialect: &Dialect) -> Result<GameRecord, SgfError> {
        let mut record = GameRecord::default();
        let mut start = Start::default();
        for (depth, node) in tree.main_line().enumerate() {
            if depth == 0 {
                record.read_root(node, dialect)?;
            }
            let size = record.board_size(dialect);
            let mut setup = NodeSetup::default();
            for property in &node.properties {
                if dialect.setup.refused.contains(&property.name.as_str()) {
                    return Err(property.unexpected("a game of two sides"));
                }
                setup.read(property, dialect, size)?;
            }
            if let Some(change) = setup.change(record.moves.len()) {
                match record.moves.last() {
                    None => start.add(change, dialect, size)?,
                    // Naming the side that moves anyway says nothing new.
                    Some(last) if change.puts.is_empty() && change.to_move != Some(last.player) => {
                    }
                    Some(_) => record.changes.push(change),
                }
            }
            if let Some(played) = read_move(node, dialect, &record)? {
                record.moves.push(played);
            }
            if let Some(comment) = node.property("C") {
                record.add_comment(&comment.values.concat());
            }
        }
        start.finish(&mut record, tree, dialect)?;
        Ok(record)
    }

    fn read_root(&mut self, root: &Node, dialect: &Dialect) -> Result<(), SgfError> {
        let expected = format!("GM[{}]", dialect.game);
        let name = match root.property("GM") {
            Some(game) => {
                let name = game.values.first().map_or("", |name| name.trim());
                if name != dialect.game {
                    let found = format!("the game {}", quoted(name));
                    return Err(SgfError::new(game.place, found, expected));
                }
                name
            }
            None if dialect.default_game => dialect.game,
            None => return Err(SgfError::new(root.place, "no property GM", expected)),
        };
        self.game = name.to_owned();
        let text = |name: &&str| root.simple_text(name).filter(|text| !text.is_empty());
        self.players = dialect.names.map(|names| names.iter().find_map(text));
        self.ranks = RANKS.map(|name| text(&name));
        self.result = text(&"RE");
        self.date = text(&"DT");
        if dialect.has_stones {
            self.rules = text(&"RU");
            self.size = Some(read_size(root)?);
            self.komi = read_komi(root)?;
            self.handicap = read_handicap(root)?;
        }
        Ok(())
    }

    /// Adds to what is said of the last move, or of the game before there is one.
    fn add_comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let comment = match self.moves.last_mut() {
            Some(played) => &mut played.comment,
            None => &mut self.comment,
        };
        match comment {
            Some(comment) => {
                comment.push('\n');
                comment.push_str(text);
            }
            None => *comment = Some(text.to_owned()),
        }
    }
}

/// The position before the first move, as far as it has been read.
#[derive(Default)]
struct Start {
    stones: Option<Stones>,
    to_move: Option<Player>,
    at: Origin,
}

impl Start {
    fn add(&mut self, change: Change, dialect: &Dialect, size: usize) -> Result<(), SgfError> {
        self.to_move = change.to_move.or(self.to_move);
        self.at.0 = self.at.0.or(change.at.0);
        let stones = self.stones.get_or_insert_with(|| Stones::none(size));
        for put in &change.puts {
            stones.change(put, dialect).map_err(|found| {
                let place = change.at.0.unwrap_or(Place::START);
                SgfError::new(place, found, "pieces beside each other")
            })?;
        }
        Ok(())
    }

    fn finish(
        self,
        record: &mut GameRecord,
        tree: &Tree,
        dialect: &Dialect,
    ) -> Result<(), SgfError> {
        let empty = Stones::none(record.board_size(dialect));
        let is_said = self.stones.is_some();
        let mut stones = self.stones.unwrap_or_else(|| empty.clone());
        let first_move = record.moves.first().map(|played| played.player);
        let bare = stones.of(Player::First).next().is_none();
        if record.handicap >= 2 && bare && first_move != Some(Player::First) {
            let root = tree.nodes.first();
            let property = root.and_then(|root| root.property("HA"));
            let place = property.map_or(Place::START, |property| property.place);
            let found = format!("a handicap of {}", record.handicap);
            return Err(SgfError::new(place, found, "its stones in AB"));
        }
        let agreed = if record.handicap >= 2 {
            Player::Second
        } else {
            Player::First
        };
        // Without a word about the position, who begins follows from the rules, unless either may.
        if is_said || dialect.has_stones {
            let said = dialect.next_mover(self.to_move, first_move);
            stones.to_move = said.unwrap_or(agreed);
        }
        if stones != empty {
            record.setup = Some(stones);
            record.setup_at = self.at;
        }
        Ok(())
    }
}

/// The move of a node, if it has one.
fn read_move(
    node: &Node,
    dialect: &Dialect,
    record: &GameRecord,
) -> Result<Option<RecordedMove>, SgfError> {
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
            (dialect.read_move)(&property.values, record.board_size(dialect)).ok_or_else(|| {
                let number = record.moves.len() + 1;
                let text = quoted(&property.values.join("]["));
                let found = format!("the move {text} (move {number})");
                SgfError::new(property.place, found, dialect.move_format)
            })?
        };
        played = Some(RecordedMove {
            at: property.place.into(),
            ..RecordedMove::new(player, text)
        });
    }
    Ok(played)
}
