//! Stones set up by hand in the middle of a game.

use super::dialect::{Dialect, KINDS};
use super::point::Point;
use super::stones::Stones;
use super::text::{Origin, SgfError};
use super::tree::Property;
use std::collections::BTreeMap;
use yomi_core::Player;
use yomi_core::foreign::quoted;

/// What a node between two moves sets up: stones that are put on the board or taken off, and who moves next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The number of moves before it.
    pub after: usize,
    /// What happens on the board, in this order.
    pub puts: Vec<Put>,
    /// Who moves next, where the file says so.
    pub to_move: Option<Player>,
    /// Where it stands in its file.
    pub at: Origin,
}

/// Stones put on points together, or points made empty: a piece, or a single point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Put {
    /// Whose stones; `None` if stones are taken off.
    pub stone: Option<Player>,
    /// Where.
    pub points: Vec<Point>,
}

impl Put {
    /// The order in which a node does things: pieces are taken off first.
    fn rank(&self) -> (Option<usize>, Option<(usize, usize)>) {
        let corner = self.points.first().map(|point| (point.row, point.column));
        (self.stone.map(Player::index), corner)
    }
}

impl Change {
    /// The change from one position to another.
    pub(super) fn between(before: &Stones, then: &Stones, dialect: &Dialect) -> Change {
        let mut puts = Vec::new();
        let [old, new] = [before, then].map(|stones| stones.puts(dialect));
        for put in old.iter().filter(|put| !new.contains(put)) {
            // Where a stone takes the place of another, nothing needs to be taken off first.
            let stays = !dialect.setup.has_pieces
                && put.points.iter().all(|&point| then.at(point).is_some());
            if !stays {
                puts.push(Put {
                    stone: None,
                    points: put.points.clone(),
                });
            }
        }
        puts.extend(new.into_iter().filter(|put| !old.contains(put)));
        puts.sort_by_key(Put::rank);
        Change {
            puts,
            to_move: Some(then.to_move),
            ..Change::default()
        }
    }

    /// The properties of its node.
    pub(super) fn properties(
        &self,
        dialect: &Dialect,
        size: usize,
    ) -> Vec<(&'static str, Vec<String>)> {
        let mut node = stone_properties(&self.puts, dialect, size);
        let side = self.to_move.map(|side| ["B", "W"][side.index()].to_owned());
        node.extend(side.map(|side| ("PL", vec![side])));
        node
    }
}

/// Stones as properties.
pub(super) fn stone_properties(
    puts: &[Put],
    dialect: &Dialect,
    size: usize,
) -> Vec<(&'static str, Vec<String>)> {
    let kinds = KINDS.into_iter().zip(dialect.setup.stones);
    let property = |(stone, names): (Option<Player>, &[&'static str])| {
        let puts = puts.iter().filter(|put| put.stone == stone);
        let values: Vec<String> = puts
            .map(|put| (dialect.setup.write_points)(&put.points, size))
            .collect();
        (!values.is_empty()).then(|| (names[0], values))
    };
    kinds.filter_map(property).collect()
}

impl Stones {
    /// The stones as they are set up: pieces, or single points.
    pub(super) fn puts(&self, dialect: &Dialect) -> Vec<Put> {
        let of = |player: Player| {
            let groups = match dialect.setup.has_pieces {
                true => self.groups(player),
                false => self.of(player).map(|point| vec![point]).collect(),
            };
            groups.into_iter().map(move |points| Put {
                stone: Some(player),
                points,
            })
        };
        Player::BOTH.into_iter().flat_map(of).collect()
    }

    /// Makes a change on the board. The error says why that cannot be.
    pub(super) fn change(&mut self, put: &Put, dialect: &Dialect) -> Result<(), String> {
        let name = |points: &[Point]| (dialect.setup.write_points)(points, self.size());
        if dialect.setup.has_pieces {
            match put.stone {
                Some(_) => {
                    if let Some(taken) = put.points.iter().find(|&&point| self.at(point).is_some())
                    {
                        let [piece, taken] = [name(&put.points), name(&[*taken])];
                        return Err(format!(
                            "the piece {piece} is set up where {taken} is taken"
                        ));
                    }
                }
                None => {
                    let pieces = Player::BOTH
                        .into_iter()
                        .flat_map(|player| self.groups(player));
                    if !pieces.into_iter().any(|piece| piece == put.points) {
                        let piece = name(&put.points);
                        return Err(format!(
                            "no piece on the board is {piece}, which is taken off"
                        ));
                    }
                }
            }
        }
        for &point in &put.points {
            self.put(point, put.stone);
        }
        // What hangs together is one piece: two that touch would be read as another.
        let whole = |player| self.groups(player).contains(&put.points);
        if dialect.setup.has_pieces && !put.stone.is_none_or(whole) {
            let piece = (dialect.setup.write_points)(&put.points, self.size());
            return Err(format!(
                "the squares {piece} are not one piece that touches no other of its side edge to edge"
            ));
        }
        Ok(())
    }
}

/// What a node sets up, property by property.
#[derive(Default)]
pub(super) struct NodeSetup {
    /// Pieces.
    pieces: Vec<Put>,
    /// Single points by row and column: of several words on one the last counts.
    points: BTreeMap<(usize, usize), Option<Player>>,
    to_move: Option<Player>,
    at: Origin,
}

impl NodeSetup {
    /// Reads a property, if it sets up anything.
    pub(super) fn read(
        &mut self,
        property: &Property,
        dialect: &Dialect,
        size: usize,
    ) -> Result<(), SgfError> {
        if property.name == "PL" {
            let side = property.values.first().map_or("", |side| side.trim());
            self.to_move = Some(match side.to_ascii_lowercase().as_str() {
                "b" | "black" | "1" => Player::First,
                "w" | "white" | "2" => Player::Second,
                _ => return Err(property.unexpected("PL[B] or PL[W]")),
            });
        } else if let Some(stone) = dialect.set_up_by(&property.name) {
            for value in property
                .values
                .iter()
                .filter(|value| !value.trim().is_empty())
            {
                let Some(points) = (dialect.setup.read_points)(value, size) else {
                    let [what, expected] = dialect.setup.points_format;
                    let found = format!("{what} {}", quoted(value));
                    return Err(SgfError::new(property.place, found, expected));
                };
                if dialect.setup.has_pieces {
                    self.pieces.push(Put { stone, points });
                } else {
                    let places = points.iter().map(|point| (point.row, point.column));
                    self.points.extend(places.map(|place| (place, stone)));
                }
            }
        } else {
            return Ok(());
        }
        self.at.0.get_or_insert(property.place);
        Ok(())
    }

    /// The change after so many moves, if there is one. A node says what happens in any order and means it at
    /// once; here pieces are taken off first.
    pub(super) fn change(self, after: usize) -> Option<Change> {
        let points = self.points.into_iter();
        let single = points.map(|((row, column), stone)| Put {
            stone,
            points: vec![Point { column, row }],
        });
        let mut puts: Vec<Put> = self.pieces.into_iter().chain(single).collect();
        puts.sort_by_key(Put::rank);
        self.at.0.map(|_| Change {
            after,
            puts,
            to_move: self.to_move,
            at: self.at,
        })
    }
}
