//! From nodes to a game.

use super::dialect::Dialect;
use super::header::{read_handicap, read_komi, read_size};
use super::point::Point;
use super::record::{GameRecord, PASS, RecordedMove};
use super::stones::Stones;
use super::text::SgfError;
use super::tree::{Node, Property, Tree};
use yomi_core::Player;
use yomi_core::foreign::quoted;

/// The properties of the ranks of both players.
pub(super) const RANKS: [&str; 2] = ["BR", "WR"];

impl GameRecord {
    /// Reads a record of the dialect's game; of several games in a file of Go, the first.
    pub fn parse(text: &str, dialect: &Dialect) -> Result<GameRecord, SgfError> {
        let tree = if dialect.tolerant {
            Tree::parse_first(text)?
        } else {
            Tree::parse(text)?
        };
        GameRecord::from_tree(&tree, dialect)
    }

    /// Reads all games of a text, of which there is at least one. Where the text itself is broken
    /// that is the last entry.
    pub fn parse_all(text: &str, dialect: &Dialect) -> Vec<Result<GameRecord, SgfError>> {
        if !dialect.tolerant {
            return vec![GameRecord::parse(text, dialect)];
        }
        Tree::parse_all(text)
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
            for property in &node.properties {
                if dialect.has_stones {
                    start.read(property, &record)?;
                } else {
                    record.refuse_setup(property, dialect)?;
                }
            }
            if let Some(played) = read_move(node, dialect, &record)? {
                record.moves.push(played);
            }
            if let Some(comment) = node.property("C") {
                record.add_comment(&comment.values.concat());
            }
        }
        if dialect.has_stones {
            record.setup = start.finish(&record, tree)?;
        }
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

    fn refuse_setup(&self, property: &Property, dialect: &Dialect) -> Result<(), SgfError> {
        let wrong = |expected: &str| Err(property.unexpected(expected));
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
}

impl Start {
    fn read(&mut self, property: &Property, record: &GameRecord) -> Result<(), SgfError> {
        let wrong = |expected: &str| Err(property.unexpected(expected));
        let stone = match property.name.as_str() {
            "AB" => Some(Player::First),
            "AW" => Some(Player::Second),
            "AE" => None,
            "PL" => {
                let side = property.values.first().map_or("", |side| side.trim());
                let side = match side.to_ascii_lowercase().as_str() {
                    "b" | "black" | "1" => Player::First,
                    "w" | "white" | "2" => Player::Second,
                    _ => return wrong("PL[B] or PL[W]"),
                };
                return match record.moves.last() {
                    None => {
                        self.to_move = Some(side);
                        Ok(())
                    }
                    // Naming the side that moves anyway says nothing new.
                    Some(last) if last.player != side => Ok(()),
                    Some(_) => wrong("moves in turn: the side to move cannot be set by hand"),
                };
            }
            _ => return Ok(()),
        };
        if !record.moves.is_empty() {
            return wrong("moves only: stones can be set up before the first move, not after it");
        }
        let size = record.board_size();
        let stones = self.stones.get_or_insert_with(|| Stones::none(size));
        for value in &property.values {
            let Some([first, last]) = read_rectangle(value, size) else {
                if value.trim().is_empty() {
                    continue;
                }
                let found = format!("the point {}", quoted(value));
                let expected = "two letters for a point of the board, such as dd, or dd:ff for all \
                                points of a rectangle";
                return Err(SgfError::new(property.place, found, expected));
            };
            for row in first.row..=last.row {
                for column in first.column..=last.column {
                    stones.put(Point { column, row }, stone);
                }
            }
        }
        Ok(())
    }

    /// Whoever made the first move had it, whatever else the file says.
    fn finish(self, record: &GameRecord, tree: &Tree) -> Result<Option<Stones>, SgfError> {
        let mut stones = self
            .stones
            .unwrap_or_else(|| Stones::none(record.board_size()));
        let first_move = record.moves.first().map(|played| played.player);
        let bare = stones.of(Player::First).next().is_none();
        if record.handicap >= 2 && bare && first_move != Some(Player::First) {
            let root = tree.nodes.first();
            let property = root.and_then(|root| root.property("HA"));
            let place = property.map_or(super::Place::START, |property| property.place);
            let found = format!("a handicap of {}", record.handicap);
            return Err(SgfError::new(place, found, "its stones in AB"));
        }
        let agreed = if record.handicap >= 2 {
            Player::Second
        } else {
            Player::First
        };
        stones.to_move = first_move.or(self.to_move).unwrap_or(agreed);
        Ok((stones != Stones::none(record.board_size())).then_some(stones))
    }
}

/// `dd`, or `dd:ff` for the rectangle between two corners, given as its upper left and its lower
/// right one.
fn read_rectangle(value: &str, size: usize) -> Option<[Point; 2]> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let [from, to] = [Point::from_letters(from)?, Point::from_letters(to)?];
    let corner = |pick: fn(usize, usize) -> usize| Point {
        column: pick(from.column, to.column),
        row: pick(from.row, to.row),
    };
    let [first, last] = [corner(usize::min), corner(usize::max)];
    last.is_on(size).then_some([first, last])
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
            (dialect.read_move)(&property.values, record.board_size()).ok_or_else(|| {
                let number = record.moves.len() + 1;
                let text = quoted(&property.values.join("]["));
                let found = format!("the move {text} (move {number})");
                SgfError::new(property.place, found, dialect.move_format)
            })?
        };
        played = Some(RecordedMove::new(player, text));
    }
    Ok(played)
}
