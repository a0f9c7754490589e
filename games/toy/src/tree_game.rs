//! An explicit game tree: the game is whatever the data say.
//!
//! **Rules.** From the root on, the player whom a node belongs to chooses one of its edges, until
//! a leaf tells the result. Nothing is hidden and nothing is random.
//!
//! **Notation.** A move is the label of its edge.
//!
//! **The text form.**
//!
//! ```text
//! tree  := "(" player edge+ ")" | leaf
//! player:= "first" | "second"                      who chooses at this node
//! edge  := label ":" tree
//! label := letters, digits, "_", "-", "+", "*"     distinct within a node
//! leaf  := "first" | "second" | "draw" | number    who wins, or the first player's payoff, 0 to 1
//! ```
//!
//! White space separates and may stand anywhere between words; a `;` hides the rest of its line.
//! The numbers `1` and `0` mean the same as `first` and `second`; any other number is a graded
//! payoff, which a solver cannot prove to be a win or a loss. The root must be a node.
//!
//! ```
//! use yomi_core::{Deterministic, FirstValue, Game, Notation, Outcome, Player};
//! use yomi_toy::TreeGame;
//!
//! let tree: TreeGame = "(first a:(second x:1 y:0) b:draw)".parse().unwrap();
//! assert_eq!(tree.solve(), FirstValue(0.5));
//!
//! let mut state = tree.initial();
//! for text in ["a", "y"] {
//!     let label = tree.parse_action(&state, text).unwrap();
//!     tree.apply(&mut state, label);
//! }
//! assert_eq!(tree.outcome(&state), Some(Outcome::Win(Player::Second)));
//!
//! let error = "(first a:(second x:1 y:2))".parse::<TreeGame>().unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 1, column 24: expected a payoff from 0 to 1, found '2'"
//! );
//! ```
//!
//! **Storage.** Equal subtrees are stored once, so a tree with much repetition is small, and a
//! node's number identifies all that can still happen.

mod build;
mod families;
mod text;

pub use families::Trap;

use crate::hash::mix;
use thiserror::Error;
use yomi_core::{
    Deterministic, Discrete, FirstValue, Game, Indexed, Keyed, Notation, NotationError, Outcome,
    Player, Rng,
};

/// A game given by its tree.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeGame {
    /// Children come before their parents; the root is the last.
    nodes: Vec<Node>,
    /// The edges of all nodes.
    edges: Vec<Edge>,
    labels: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Node {
    Leaf(Outcome),
    Choice {
        player: Player,
        first_edge: u32,
        edge_count: u32,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Edge {
    label: Label,
    child: NodeId,
}

/// A node: the position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// A label: the move of the game. The same label is the same move wherever it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label(u16);

/// A text that is no tree, or a tree that cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TreeError {
    /// The text breaks off or says something unexpected.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Syntax {
        /// Line of the text, from 1.
        line: usize,
        /// Column of the line in characters, from 1.
        column: usize,
        /// The expected text.
        expected: String,
        /// The text found.
        found: String,
    },
    /// A builder was asked for something it does not build.
    #[error("{name} must be {expected}, not {value}")]
    Parameter {
        /// The builder's parameter.
        name: &'static str,
        /// The expected value.
        expected: &'static str,
        /// The actual value.
        value: u32,
    },
    /// The tree exceeds what the numbers of its parts can count.
    #[error("the tree is too large: more than {limit} {of}")]
    TooLarge {
        /// How many there may be.
        limit: u64,
        /// Of what.
        of: &'static str,
    },
}

impl TreeGame {
    fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    fn edges(&self, id: NodeId) -> &[Edge] {
        match self.node(id) {
            Node::Leaf(_) => &[],
            Node::Choice {
                first_edge,
                edge_count,
                ..
            } => &self.edges[first_edge as usize..][..edge_count as usize],
        }
    }

    fn root(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// How many different positions there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The game-theoretic value.
    pub fn solve(&self) -> FirstValue {
        self.solve_from(&self.root())
    }

    /// The game-theoretic value of a position.
    pub fn solve_from(&self, state: &NodeId) -> FirstValue {
        let best = |player, values: &mut dyn Iterator<Item = f64>| match player {
            Player::First => values.fold(0.0, f64::max),
            Player::Second => values.fold(1.0, f64::min),
        };
        self.fold(*state, best)
    }

    /// What a position is worth if both choose uniformly at random: what playouts average to.
    pub fn random_value(&self, state: &NodeId) -> FirstValue {
        self.fold(*state, |_, values| {
            let (count, sum) = values.fold((0.0, 0.0), |(n, sum), value| (n + 1.0, sum + value));
            sum / count
        })
    }

    /// Values from the leaves up, given how a node combines those of its children.
    fn fold(
        &self,
        top: NodeId,
        combine: impl Fn(Player, &mut dyn Iterator<Item = f64>) -> f64,
    ) -> FirstValue {
        let mut values: Vec<f64> = Vec::with_capacity(top.0 as usize + 1);
        for number in 0..=top.0 {
            let value = match self.node(NodeId(number)) {
                Node::Leaf(outcome) => outcome.value().0,
                Node::Choice { player, .. } => {
                    let children = self.edges(NodeId(number)).iter();
                    combine(
                        player,
                        &mut children.map(|edge| values[edge.child.0 as usize]),
                    )
                }
            };
            values.push(value);
        }
        FirstValue(values[top.0 as usize])
    }
}

impl Game for TreeGame {
    type State = NodeId;
    type Action = Label;

    fn initial(&self) -> NodeId {
        self.root()
    }

    #[inline]
    fn to_move(&self, state: &NodeId) -> Player {
        match self.node(*state) {
            Node::Choice { player, .. } => player,
            Node::Leaf(_) => Player::First,
        }
    }

    #[inline]
    fn outcome(&self, state: &NodeId) -> Option<Outcome> {
        match self.node(*state) {
            Node::Choice { .. } => None,
            Node::Leaf(outcome) => Some(outcome),
        }
    }

    #[inline]
    fn step(&self, state: &mut NodeId, label: Label, _: &mut Rng) {
        self.apply(state, label);
    }
}

impl Deterministic for TreeGame {
    /// A label that the node does not have leaves the position as it is.
    #[inline]
    fn apply(&self, state: &mut NodeId, label: Label) {
        let edge = self.edges(*state).iter().find(|edge| edge.label == label);
        debug_assert!(edge.is_some(), "no such edge");
        if let Some(edge) = edge {
            *state = edge.child;
        }
    }
}

impl Discrete for TreeGame {
    fn actions(&self, state: &NodeId, labels: &mut Vec<Label>) {
        labels.clear();
        labels.extend(self.edges(*state).iter().map(|edge| edge.label));
    }

    #[inline]
    fn random_action(&self, state: &NodeId, _: &mut Vec<Label>, rng: &mut Rng) -> Label {
        let edges = self.edges(*state);
        edges[rng.below(edges.len() as u32) as usize].label
    }
}

impl Keyed for TreeGame {
    #[inline]
    fn key(&self, state: &NodeId) -> u64 {
        mix(u64::from(state.0))
    }
}

impl Indexed for TreeGame {
    fn index_count(&self) -> usize {
        self.labels.len()
    }

    #[inline]
    fn index(&self, label: Label) -> usize {
        usize::from(label.0)
    }
}

impl Notation for TreeGame {
    fn move_format(&self) -> String {
        "the label of an edge".to_owned()
    }

    fn format_action(&self, _: &NodeId, label: Label) -> String {
        self.labels[usize::from(label.0)].clone()
    }

    /// Labels are told apart by case; white space around them does not count.
    fn parse_action(&self, state: &NodeId, text: &str) -> Result<Label, NotationError> {
        let labels = || self.edges(*state).iter().map(|edge| edge.label);
        let name = |label: Label| self.labels[usize::from(label.0)].as_str();
        labels()
            .find(|&label| name(label) == text.trim())
            .ok_or_else(|| {
                let known: Vec<&str> = labels().map(name).take(20).collect();
                let known = match known[..] {
                    [] => "nothing, for the game is over".to_owned(),
                    _ => format!("{} ({})", self.move_format(), known.join(", ")),
                };
                NotationError::new(text, &known)
            })
    }

    /// The node's number and its edges, each with the node it leads to.
    fn render(&self, state: &NodeId) -> String {
        match self.node(*state) {
            Node::Leaf(outcome) => format!("node {}: {outcome}", state.0),
            Node::Choice { player, .. } => {
                let mut drawing = format!("node {}: {player} chooses", state.0);
                for edge in self.edges(*state) {
                    let label = &self.labels[usize::from(edge.label.0)];
                    drawing.push_str(&format!("\n  {label} -> node {}", edge.child.0));
                }
                drawing
            }
        }
    }
}
