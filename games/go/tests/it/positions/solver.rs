//! A search to the very end, for boards that are nearly full: depth-first proof-number search (df-pn, Nagai 2002).
//!
//! All legal moves of both sides are looked at, passes and own eyes too. A branch is cut where one side owns enough by
//! stones that live whatever happens (Benson 1976): such stones and the one-point eyes between them cannot be taken away.
//! Moves into these eyes can be left out, which saves most of the work: they give the own stones away for nothing but a
//! change of the board, of which only a fight about a repetition could make use.
//!
//! Limit: results are remembered by board, mover, passes and ko; those that hang on the refusal of a longer repetition
//! are remembered for the way to the board too. That a repetition refuses a move only on another way to the same board
//! is not looked for.

use std::collections::HashMap;
use yomi_core::{Deterministic as _, Discrete as _, Game as _, Outcome, Player};
use yomi_go::{Bits, Board, Go, Position, Vertex};

type Key = (u64, Player, u8, Option<Vertex>);

/// No number of positions proves it.
const NEVER: u32 = u32::MAX / 2;

/// How many positions have to be proven at least to show that the mover wins, and that the mover loses.
#[derive(Clone, Copy)]
struct Numbers {
    win: u32,
    loss: u32,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { win: 1, loss: 1 };

    fn of(wins: bool) -> Numbers {
        match wins {
            true => Numbers {
                win: 0,
                loss: NEVER,
            },
            false => Numbers {
                win: NEVER,
                loss: 0,
            },
        }
    }

    fn proven(self) -> Option<bool> {
        match self {
            Numbers { win: 0, .. } => Some(true),
            Numbers { loss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A position, the way to it, and what is known of it.
struct Node {
    position: Position<2>,
    /// A hash of all boards on the way, in any order.
    path: u64,
    numbers: Numbers,
    /// Whether its result hangs on the refusal of a longer repetition.
    refused: bool,
}

pub struct Solver<'a> {
    game: &'a Go<2>,
    known: HashMap<Key, Numbers>,
    /// Results that hang on the way to the position.
    known_by_path: HashMap<(Key, u64), Numbers>,
    nodes: u64,
    most_nodes: u64,
    /// Who wins a game that ends even: a search that answers yes or no has to count it for somebody.
    draws_win: Player,
    /// Whether own eyes of stones that live whatever happens may be filled.
    fills_eyes: bool,
}

impl<'a> Solver<'a> {
    /// A solver for which `draws_win` wins even games: whoever else wins does so by a point at least.
    pub fn new(game: &'a Go<2>, most_nodes: u64, draws_win: Player) -> Solver<'a> {
        Solver {
            game,
            known: HashMap::new(),
            known_by_path: HashMap::new(),
            nodes: 0,
            most_nodes,
            draws_win,
            fills_eyes: true,
        }
    }

    /// The same, with moves into own eyes of stones that live whatever happens left out.
    pub fn without_filled_eyes(mut self) -> Solver<'a> {
        self.fills_eyes = false;
        self
    }

    /// Whether the mover wins; `None` if it takes too long to find out.
    pub fn wins(&mut self, position: &Position<2>) -> Option<bool> {
        self.nodes = 0;
        let mut root = self.node(position.clone(), 0);
        let most = Numbers {
            win: NEVER,
            loss: NEVER,
        };
        if root.numbers.proven().is_none() {
            self.expand(&mut root, most);
        }
        root.numbers.proven()
    }

    fn node(&mut self, position: Position<2>, path: u64) -> Node {
        self.nodes += 1;
        let (key, path) = (
            key(&position),
            path.wrapping_add(mixed(position.board().hash())),
        );
        let (numbers, refused) = match self.known.get(&key) {
            Some(&numbers) if numbers.proven().is_some() => (numbers, false),
            known => match self.known_by_path.get(&(key, path)) {
                Some(&numbers) => (numbers, true),
                None => (
                    known.copied().unwrap_or_else(|| self.first_look(&position)),
                    false,
                ),
            },
        };
        Node {
            position,
            path,
            numbers,
            refused,
        }
    }

    /// The numbers of a position that is seen for the first time.
    fn first_look(&mut self, position: &Position<2>) -> Numbers {
        let mover = position.mover();
        let owner = match self.game.outcome(position) {
            Some(Outcome::Win(winner)) => Some(winner),
            Some(_) => Some(self.draws_win),
            None => self.decided(position.board()),
        };
        let numbers = owner.map_or(Numbers::UNKNOWN, |owner| Numbers::of(owner == mover));
        self.known.insert(key(position), numbers);
        numbers
    }

    /// Looks at what follows until one of the numbers has reached the limit.
    fn expand(&mut self, node: &mut Node, limits: Numbers) {
        let (moves, refused) = self.ordered(&node.position);
        let mut children = Vec::new();
        for vertex in moves {
            let mut next = node.position.clone();
            self.game.apply(&mut next, vertex);
            let child = self.node(next, node.path);
            let wins = child.numbers.proven() == Some(false);
            children.push(child);
            if wins {
                break;
            }
        }
        loop {
            // The mover wins by the child that is lost soonest, and loses when all children are won.
            let (mut best, mut second) = (0, NEVER);
            let mut numbers = Numbers {
                win: NEVER,
                loss: 0,
            };
            for (place, child) in children.iter().enumerate() {
                let Numbers { win, loss } = child.numbers;
                numbers.loss = (numbers.loss + win).min(NEVER);
                if loss < numbers.win {
                    (best, second) = (place, numbers.win);
                    numbers.win = loss;
                } else {
                    second = second.min(loss);
                }
            }
            node.numbers = numbers;
            let is_over = numbers.win >= limits.win || numbers.loss >= limits.loss;
            if is_over || numbers.proven().is_some() || self.nodes > self.most_nodes {
                node.refused = match numbers.proven() {
                    Some(true) => children[best].refused,
                    Some(false) => refused || children.iter().any(|child| child.refused),
                    None => false,
                };
                break;
            }
            let child = &mut children[best];
            let limits = Numbers {
                win: (limits.loss - numbers.loss)
                    .saturating_add(child.numbers.win)
                    .min(NEVER),
                loss: limits.win.min(second.saturating_add(1)),
            };
            self.expand(child, limits);
        }
        match node.refused {
            true => self
                .known_by_path
                .insert((key(&node.position), node.path), node.numbers),
            false => self.known.insert(key(&node.position), node.numbers),
        };
    }

    /// All moves that are looked at, those that are most likely to win first, and whether the rules refuse one for a longer
    /// repetition.
    fn ordered(&self, position: &Position<2>) -> (Vec<Vertex>, bool) {
        let (board, mover) = (position.board(), position.mover());
        let by_rules = |&point: &Vertex| board.is_legal(point, mover) && !position.is_legal(point);
        let refused = board.empty().iter().any(|point| by_rules(&point));
        let mut vertices = Vec::new();
        self.game.actions(position, &mut vertices);
        if !self.fills_eyes {
            let owned = secure(board, mover);
            vertices.retain(|&vertex| vertex.is_pass() || !owned.has(vertex));
        }
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
        (vertices, refused)
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
            owned > needed || (owned == needed && player == self.draws_win)
        })
    }
}

fn key(position: &Position<2>) -> Key {
    let board = position.board();
    (
        board.hash(),
        position.mover(),
        position.passes(),
        board.ko(),
    )
}

/// Spread over all bits, so that the boards of a way can be added up in any order.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
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
