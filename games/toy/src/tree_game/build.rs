//! Putting a tree together.

use super::{Edge, Label, Node, NodeId, TreeError, TreeGame};
use std::collections::HashMap;
use yomi_core::{Outcome, Player};

/// Puts trees together from the leaves up and stores equal subtrees once.
#[derive(Default)]
pub(super) struct Builder {
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
    pub(super) fn label(&mut self, text: &str) -> Result<Label, TreeError> {
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

    pub(super) fn numbered(&mut self, stem: &str, count: u32) -> Result<Vec<Label>, TreeError> {
        (1..=count)
            .map(|number| self.label(&format!("{stem}{number}")))
            .collect()
    }

    pub(super) fn leaf(&mut self, outcome: Outcome) -> Result<NodeId, TreeError> {
        let content = match outcome {
            Outcome::Win(player) => NodeContent::Win(player),
            Outcome::Draw => NodeContent::Draw,
            Outcome::Payoff(value) => NodeContent::Payoff(value.0.to_bits()),
        };
        self.intern(content, |_| Node::Leaf(outcome))
    }

    pub(super) fn choice(
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
    pub(super) fn finish(self, root: NodeId) -> TreeGame {
        debug_assert_eq!(root.0 as usize + 1, self.nodes.len());
        TreeGame {
            nodes: self.nodes,
            edges: self.edges,
            labels: self.labels,
        }
    }
}
