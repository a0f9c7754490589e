//! A search to the very end, for boards that are nearly full.
//!
//! All legal moves of both sides are looked at, passes and own eyes too, deeper and deeper until
//! the result is certain. A branch is cut where one side owns enough by stones that live whatever
//! happens (Benson 1976): such stones and the one-point eyes between them cannot be taken away.
//!
//! Limit: results are remembered by board, mover, passes and ko. Results that hang on the refusal
//! of a longer repetition are not remembered; that a repetition refuses a move only on another way
//! to the same board is not looked for.

use std::collections::HashMap;
use yomi_core::{Deterministic as _, Discrete as _, Game as _, Outcome, Player};
use yomi_go::{Bits, Board, Go, Position, Vertex};

type Key = (u64, Player, u8, Option<Vertex>);

pub struct Solver<'a> {
    game: &'a Go<2>,
    /// Whether the mover wins.
    known: HashMap<Key, bool>,
    /// How deep a position was looked at in vain.
    tried: HashMap<Key, u32>,
    nodes: u64,
    most_nodes: u64,
    /// A move was refused for a longer repetition since this was last reset.
    refused: bool,
}

impl<'a> Solver<'a> {
    pub fn new(game: &'a Go<2>, most_nodes: u64) -> Solver<'a> {
        Solver {
            game,
            known: HashMap::new(),
            tried: HashMap::new(),
            nodes: 0,
            most_nodes,
            refused: false,
        }
    }

    /// Whether the mover wins; `None` if it takes too long to find out.
    pub fn wins(&mut self, position: &Position<2>) -> Option<bool> {
        self.nodes = 0;
        for depth in 1..60 {
            let found = self.search(position, depth);
            if found.is_some() || self.nodes > self.most_nodes {
                return found;
            }
        }
        None
    }

    fn search(&mut self, position: &Position<2>, depth: u32) -> Option<bool> {
        self.nodes += 1;
        let mover = position.mover();
        if let Some(outcome) = self.game.outcome(position) {
            assert_ne!(outcome, Outcome::Draw, "half a point of komi, please");
            return Some(outcome == Outcome::Win(mover));
        }
        if let Some(owner) = self.decided(position.board()) {
            return Some(owner == mover);
        }
        let board = position.board();
        let key = (board.hash(), mover, position.passes(), board.ko());
        if let Some(&wins) = self.known.get(&key) {
            return Some(wins);
        }
        // Never more than the depth that is left: at 0 nothing is tried.
        let tried = self.tried.get(&key).copied().unwrap_or(0);
        if tried >= depth || self.nodes > self.most_nodes {
            return None;
        }
        let before = std::mem::take(&mut self.refused);
        let result = self.search_moves(position, depth);
        match result {
            Some(wins) if !self.refused => {
                self.known.insert(key, wins);
            }
            Some(_) => {}
            None => {
                self.tried.insert(key, depth);
            }
        }
        self.refused |= before;
        result
    }

    fn search_moves(&mut self, position: &Position<2>, depth: u32) -> Option<bool> {
        let mut all_lose = true;
        for vertex in self.ordered(position) {
            let mut next = position.clone();
            self.game.apply(&mut next, vertex);
            match self.search(&next, depth - 1) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => all_lose = false,
            }
        }
        all_lose.then_some(false)
    }

    /// All legal moves, those that are most likely to win first.
    fn ordered(&mut self, position: &Position<2>) -> Vec<Vertex> {
        let (board, mover) = (position.board(), position.mover());
        let by_rules = |&point: &Vertex| board.is_legal(point, mover) && !position.is_legal(point);
        self.refused |= board.empty().iter().any(|point| by_rules(&point));
        let mut vertices = Vec::new();
        self.game.actions(position, &mut vertices);
        vertices.sort_by_key(|&vertex| {
            if vertex.is_pass() {
                return if position.passes() > 0 { 0 } else { 3 };
            }
            let mut next = board.clone();
            let captured = next.place(vertex, mover).captured;
            match () {
                _ if board.is_eye(vertex, mover) => 5,
                _ if captured > 0 => 1,
                _ if !next.liberties(vertex).is_several() => 4,
                _ => 2,
            }
        });
        vertices
    }

    /// Who wins in any case, if that is certain already.
    fn decided(&self, board: &Board<2>) -> Option<Player> {
        let points = (board.size() * board.size()) as f64;
        Player::BOTH.into_iter().find(|&player| {
            let owned = f64::from(secure(board, player).count());
            let needed = match player {
                Player::First => (points + self.game.komi()) / 2.0,
                Player::Second => (points - self.game.komi()) / 2.0,
            };
            owned > needed
        })
    }
}

/// Stones of a player that cannot be captured even if the player always passes, and the one-point
/// eyes that only they surround.
fn secure(board: &Board<2>, player: Player) -> Bits<2> {
    let own = *board.stones(player);
    let foreign = *board.stones(player.other());
    let others = board.empty().or(&foreign);
    let mut chains: Vec<Vertex> = own.iter().filter(|&at| board.chain(at) == at).collect();
    let mut regions: Vec<Bits<2>> = Vec::new();
    let mut left = others;
    while let Some(first) = left.first() {
        let region = Bits::of(first).flood(&others);
        left = left.minus(&region);
        regions.push(region);
    }
    loop {
        // A region is vital to a chain if all its empty points are liberties of the chain.
        let is_vital = |region: &Bits<2>, chain: Vertex| {
            let empty = region.and(board.empty());
            !empty.is_empty() && empty.minus(board.liberties(chain)).is_empty()
        };
        let before = (chains.len(), regions.len());
        chains.retain(|&chain| {
            regions
                .iter()
                .filter(|region| is_vital(region, chain))
                .count()
                >= 2
        });
        let mut standing = Bits::EMPTY;
        for &chain in &chains {
            board
                .chain_stones(chain)
                .for_each(|stone| standing.insert(stone));
        }
        // Regions that a chain without two of them helps to surround do not count.
        regions.retain(|region| region.spread().and(&own).minus(&standing).is_empty());
        if (chains.len(), regions.len()) == before {
            let eyes = regions
                .iter()
                .filter(|region| region.single().is_some() && region.and(&foreign).is_empty());
            return eyes.fold(standing, |all, eye| all.or(eye));
        }
    }
}
