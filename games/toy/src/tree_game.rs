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
//!     "line 1, column 25: expected a payoff from 0 to 1, found '2'"
//! );
//! ```
//!
//! **Storage.** Equal subtrees are stored once, so a tree with much repetition is small, and a
//! node's number identifies all that can still happen.

use crate::hash::mix;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use yomi_core::{
    Deterministic, Discrete, FirstValue, Game, Indexed, Keyed, Notation, NotationError, Outcome,
    Player, Rng, Seed,
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
        /// What should have stood there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A builder was asked for something it does not build.
    #[error("{name} must be {expected}, not {value}")]
    Parameter {
        /// The builder's parameter.
        name: &'static str,
        /// What it must be.
        expected: &'static str,
        /// What it was.
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

    /// What the game is worth if both play perfectly.
    pub fn solve(&self) -> FirstValue {
        self.solve_from(&self.root())
    }

    /// What a position is worth if both play perfectly.
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

    /// A full tree of `depth` plies with `width` moves (`m1`, `m2`, ...) at every node, whose
    /// leaves are wins of the first or of the second player, each with probability one half.
    pub fn random(depth: u32, width: u32, seed: Seed) -> Result<TreeGame, TreeError> {
        in_range("depth", depth, 1..=20, "1 to 20")?;
        in_range("width", width, 1..=1_000, "1 to 1000")?;
        let leaves = u64::from(width)
            .checked_pow(depth)
            .filter(|&n| n <= 1 << 20);
        if leaves.is_none() {
            let (limit, of) = (1 << 20, "leaves");
            return Err(TreeError::TooLarge { limit, of });
        }
        let mut builder = Builder::default();
        let labels = builder.numbered("m", width)?;
        let root = random_subtree(&mut builder, &labels, depth, Player::First, &mut seed.rng())?;
        Ok(builder.finish(root))
    }

    /// A trap: the root offers the first player `safe` and `trap`.
    ///
    /// After `safe`, `level` plies of no consequence (moves `go1` to `go<width>` each) lead to a
    /// draw. After `trap`, the second player has `width` replies at each turn: `punish` keeps a
    /// forced win, which is complete after `level` plies (an odd number), while every `miss`
    /// loses at once; whatever the first player does in between (`go1` to `go<width>`) changes
    /// nothing. So a playout loses after `trap` only if all of `(level + 1) / 2` replies are
    /// right, and rates it `1 - width^-((level + 1) / 2)`, well above the 0.5 of `safe`, although
    /// it loses by force. (Ramanujan, Sabharwal and Selman, 2010, on traps in search trees.)
    ///
    /// ```
    /// use yomi_core::{Deterministic, FirstValue, Game, Notation};
    /// use yomi_toy::TreeGame;
    ///
    /// let game = TreeGame::trap(3, 4).unwrap();
    /// let mut state = game.initial();
    /// let trap = game.parse_action(&state, "trap").unwrap();
    /// game.apply(&mut state, trap);
    /// assert_eq!(game.solve_from(&state), FirstValue(0.0));
    /// assert_eq!(game.random_value(&state), FirstValue(1.0 - 1.0 / 16.0));
    /// ```
    pub fn trap(level: u32, width: u32) -> Result<TreeGame, TreeError> {
        let odd = "an odd number from 1 to 99";
        in_range("level", level, 1..=99, odd)?;
        if level.is_multiple_of(2) {
            let (name, expected, value) = ("level", odd, level);
            return Err(TreeError::Parameter {
                name,
                expected,
                value,
            });
        }
        in_range("width", width, 2..=1_000, "2 to 1000")?;

        let mut builder = Builder::default();
        let (safe, trap) = (builder.label("safe")?, builder.label("trap")?);
        let punish = builder.label("punish")?;
        let misses = builder.numbered("miss", width - 1)?;
        let ways = builder.numbered("go", width)?;

        let mut calm = builder.leaf(Outcome::Draw)?;
        let miss = builder.leaf(Outcome::Win(Player::First))?;
        let mut lost = builder.leaf(Outcome::Win(Player::Second))?;
        // From the last ply backwards; the second player makes the odd ones.
        for ply in 1..=level {
            let mover = if ply % 2 == 1 {
                Player::Second
            } else {
                Player::First
            };
            calm = builder.choice(mover, ways.iter().map(|&way| (way, calm)))?;
            lost = if mover == Player::First {
                builder.choice(mover, ways.iter().map(|&way| (way, lost)))?
            } else {
                // The right reply stands in the middle, where no habit of trying the first or
                // the last move finds it sooner than chance would.
                let (before, after) = misses.split_at(misses.len() / 2);
                let wrong = |labels: &[Label]| labels.iter().map(|&l| (l, miss)).collect();
                let (before, after): (Vec<_>, Vec<_>) = (wrong(before), wrong(after));
                builder.choice(
                    mover,
                    before.into_iter().chain([(punish, lost)]).chain(after),
                )?
            };
        }
        let root = builder.choice(Player::First, [(safe, calm), (trap, lost)])?;
        Ok(builder.finish(root))
    }
}

yomi_core::parameters! {
    /// Which trap [`TreeGame::trap`] shall build.
    pub struct Trap {
        /// Plies from the trap move to the opponent's winning move; odd.
        pub level: u32 = 3, in 1.0..=99.0;
        /// Replies at every node.
        pub width: u32 = 4, in 2.0..=1000.0;
    }
}

impl Trap {
    /// The trap with these settings.
    pub fn game(&self) -> Result<TreeGame, TreeError> {
        TreeGame::trap(self.level, self.width)
    }
}

fn in_range(
    name: &'static str,
    value: u32,
    range: std::ops::RangeInclusive<u32>,
    expected: &'static str,
) -> Result<(), TreeError> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(TreeError::Parameter {
            name,
            expected,
            value,
        })
    }
}

fn random_subtree(
    builder: &mut Builder,
    labels: &[Label],
    depth: u32,
    mover: Player,
    rng: &mut Rng,
) -> Result<NodeId, TreeError> {
    if depth == 0 {
        return builder.leaf(Outcome::Win(Player::BOTH[rng.below(2) as usize]));
    }
    let mut children = Vec::with_capacity(labels.len());
    for &label in labels {
        let child = random_subtree(builder, labels, depth - 1, mover.other(), rng)?;
        children.push((label, child));
    }
    builder.choice(mover, children)
}

/// Puts trees together from the leaves up and stores equal subtrees once.
#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    labels: Vec<String>,
    label_ids: HashMap<String, Label>,
    node_ids: HashMap<NodeContent, NodeId>,
}

/// What makes two nodes equal.
#[derive(PartialEq, Eq, Hash)]
enum NodeContent {
    Win(Player),
    Draw,
    Payoff(u64),
    Choice(Player, Vec<Edge>),
}

impl Builder {
    fn label(&mut self, text: &str) -> Result<Label, TreeError> {
        if let Some(&label) = self.label_ids.get(text) {
            return Ok(label);
        }
        let number = u16::try_from(self.labels.len()).map_err(|_| TreeError::TooLarge {
            limit: 1 << 16,
            of: "labels",
        })?;
        self.labels.push(text.to_owned());
        self.label_ids.insert(text.to_owned(), Label(number));
        Ok(Label(number))
    }

    fn numbered(&mut self, stem: &str, count: u32) -> Result<Vec<Label>, TreeError> {
        (1..=count)
            .map(|number| self.label(&format!("{stem}{number}")))
            .collect()
    }

    fn leaf(&mut self, outcome: Outcome) -> Result<NodeId, TreeError> {
        let content = match outcome {
            Outcome::Win(player) => NodeContent::Win(player),
            Outcome::Draw => NodeContent::Draw,
            Outcome::Payoff(value) => NodeContent::Payoff(value.0.to_bits()),
        };
        self.intern(content, |_| Node::Leaf(outcome))
    }

    fn choice(
        &mut self,
        player: Player,
        children: impl IntoIterator<Item = (Label, NodeId)>,
    ) -> Result<NodeId, TreeError> {
        let edges: Vec<Edge> = children
            .into_iter()
            .map(|(label, child)| Edge { label, child })
            .collect();
        let stored = edges.clone();
        self.intern(NodeContent::Choice(player, edges), |builder| {
            let first_edge = builder.edges.len() as u32;
            let edge_count = stored.len() as u32;
            builder.edges.extend(stored);
            Node::Choice {
                player,
                first_edge,
                edge_count,
            }
        })
    }

    fn intern(
        &mut self,
        content: NodeContent,
        make: impl FnOnce(&mut Builder) -> Node,
    ) -> Result<NodeId, TreeError> {
        if let Some(&id) = self.node_ids.get(&content) {
            return Ok(id);
        }
        const LIMIT: usize = u32::MAX as usize;
        for (count, of) in [(self.nodes.len(), "nodes"), (self.edges.len(), "edges")] {
            // A node has at most as many edges as there are labels.
            if count >= LIMIT - (1 << 16) {
                let limit = LIMIT as u64;
                return Err(TreeError::TooLarge { limit, of });
            }
        }
        let node = make(self);
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.node_ids.insert(content, id);
        Ok(id)
    }

    /// The tree below `root`, which must be the node made last.
    fn finish(self, root: NodeId) -> TreeGame {
        debug_assert_eq!(root.0 as usize + 1, self.nodes.len());
        TreeGame {
            nodes: self.nodes,
            edges: self.edges,
            labels: self.labels,
        }
    }
}

/// The text cut into words, each with its place.
struct Words<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

#[derive(Clone, Copy)]
struct Word<'a> {
    /// Empty at the end of the text.
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn expected(&self, expected: &str) -> TreeError {
        let found = match self.text {
            "" => "the end of the text".to_owned(),
            text if text.chars().count() > 40 => {
                format!("'{}...'", text.chars().take(40).collect::<String>())
            }
            text => format!("'{text}'"),
        };
        TreeError::Syntax {
            line: self.line,
            column: self.column,
            expected: expected.to_owned(),
            found,
        }
    }
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words {
            rest: text,
            line: 1,
            column: 1,
        }
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        for c in skipped.chars() {
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        skipped
    }

    /// The next word: a bracket, a colon, or anything up to one of these or white space.
    fn next(&mut self) -> Word<'a> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.skip(blank);
            if !self.rest.starts_with(';') {
                break;
            }
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ':' | ';');
        let length = match self.rest.chars().next() {
            None => 0,
            Some('(' | ')' | ':') => 1,
            Some(_) => self.rest.find(ends).unwrap_or(self.rest.len()),
        };
        let (line, column) = (self.line, self.column);
        let text = self.skip(length);
        Word { text, line, column }
    }
}

/// A node whose closing bracket has not come yet.
struct OpenNode {
    player: Player,
    children: Vec<(Label, NodeId)>,
    /// The label of the edge that is being read.
    label: Option<Label>,
}

fn read_player(word: Word<'_>) -> Result<Player, TreeError> {
    match word.text {
        "first" => Ok(Player::First),
        "second" => Ok(Player::Second),
        _ => Err(word.expected("who chooses, 'first' or 'second'")),
    }
}

fn read_leaf(word: Word<'_>) -> Result<Outcome, TreeError> {
    match word.text {
        "first" => return Ok(Outcome::Win(Player::First)),
        "second" => return Ok(Outcome::Win(Player::Second)),
        "draw" => return Ok(Outcome::Draw),
        _ => {}
    }
    let numeric = word
        .text
        .starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    match word.text.parse::<f64>() {
        Ok(1.0) => Ok(Outcome::Win(Player::First)),
        Ok(0.0) => Ok(Outcome::Win(Player::Second)),
        Ok(payoff) if (0.0..=1.0).contains(&payoff) => Ok(Outcome::Payoff(FirstValue(payoff))),
        _ if numeric => Err(word.expected("a payoff from 0 to 1")),
        _ => Err(word.expected("'(', 'first', 'second', 'draw' or a payoff from 0 to 1")),
    }
}

impl FromStr for TreeGame {
    type Err = TreeError;

    /// Reads the text form. An explicit stack takes the place of recursion, so that no depth of
    /// brackets is too much.
    fn from_str(text: &str) -> Result<TreeGame, TreeError> {
        let mut words = Words::new(text);
        let mut builder = Builder::default();
        let mut open: Vec<OpenNode> = Vec::new();
        loop {
            // A tree is due: the root, or what a label leads to.
            let word = words.next();
            let mut done = if word.text == "(" {
                let player = read_player(words.next())?;
                open.push(OpenNode {
                    player,
                    children: Vec::new(),
                    label: None,
                });
                None
            } else if open.is_empty() {
                return Err(word.expected("'('"));
            } else {
                Some(builder.leaf(read_leaf(word)?)?)
            };
            // Hand finished subtrees upwards until some node wants another edge.
            while let Some(node) = open.last_mut() {
                if let Some(child) = done.take()
                    && let Some(label) = node.label.take()
                {
                    node.children.push((label, child));
                }
                let word = words.next();
                if word.text == ")" && !node.children.is_empty() {
                    let children = std::mem::take(&mut node.children);
                    done = Some(builder.choice(node.player, children)?);
                    open.pop();
                } else {
                    node.label = Some(read_label(word, node, &mut builder)?);
                    let colon = words.next();
                    if colon.text != ":" {
                        return Err(colon.expected("':' after the label"));
                    }
                    break;
                }
            }
            if let Some(root) = done {
                let word = words.next();
                return match word.text {
                    "" => Ok(builder.finish(root)),
                    _ => Err(word.expected("the end of the text")),
                };
            }
        }
    }
}

fn read_label(word: Word<'_>, node: &OpenNode, builder: &mut Builder) -> Result<Label, TreeError> {
    let allowed = |c: char| c.is_alphanumeric() || "_-+*".contains(c);
    if word.text.is_empty() || !word.text.chars().all(allowed) {
        return Err(word.expected(match node.children.len() {
            0 => "the label of an edge",
            _ => "the label of an edge or ')'",
        }));
    }
    let label = builder.label(word.text)?;
    if node.children.iter().any(|&(other, _)| other == label) {
        return Err(word.expected("a label that this node does not have yet"));
    }
    Ok(label)
}

impl fmt::Display for TreeGame {
    /// Writes the text form. Shared subtrees are written out each time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is still to be written, next item last.
        enum Item {
            Tree(NodeId),
            Label(Label),
            Close,
        }
        let mut items = vec![Item::Tree(self.root())];
        while let Some(item) = items.pop() {
            match item {
                Item::Close => f.write_str(")")?,
                Item::Label(label) => write!(f, " {}:", self.labels[usize::from(label.0)])?,
                Item::Tree(id) => match self.node(id) {
                    Node::Leaf(Outcome::Win(player)) => write!(f, "{player}")?,
                    Node::Leaf(Outcome::Draw) => f.write_str("draw")?,
                    Node::Leaf(Outcome::Payoff(value)) => write!(f, "{}", value.0)?,
                    Node::Choice { player, .. } => {
                        write!(f, "({player}")?;
                        items.push(Item::Close);
                        for edge in self.edges(id).iter().rev() {
                            items.push(Item::Tree(edge.child));
                            items.push(Item::Label(edge.label));
                        }
                    }
                },
            }
        }
        Ok(())
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
