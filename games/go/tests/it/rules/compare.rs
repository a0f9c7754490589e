//! The crate's position next to the oracle's, looked at from all sides.

use super::oracle::{self, EMPTY, Oracle, Place, Refusal};
use std::collections::{BTreeSet, HashMap};
use yomi_core::{
    Deterministic as _, Discrete as _, Game as _, Indexed as _, Notation as _, Outcome, Player,
    Scored as _, Setup as _,
};
use yomi_go::{Go, Point, Position, Rules, Vertex};

/// Points given to White, whole and half, for and against.
pub const KOMIS: [f64; 5] = [0.0, 7.0, 6.5, -3.5, 0.5];

/// How often the rarer things came up.
#[derive(Default, Debug)]
pub struct Seen {
    pub plies: usize,
    pub kos: usize,
    pub longer_repeats: usize,
    pub two_for_one: usize,
    pub triple_kos: usize,
    pub suicides: usize,
    pub large_captures: usize,
    pub passes: usize,
    pub ends: usize,
    pub eyes: usize,
    pub drawn_games: usize,
}

/// A game by both implementations.
pub struct Pair<const W: usize> {
    pub game: Go<W>,
    pub position: Position<W>,
    pub oracle: Oracle,
    /// How many stones each ply captured; `None` for passes.
    captures: Vec<Option<usize>>,
}

/// Hashes and boards must name each other, over all games of a size.
#[derive(Default)]
pub struct Hashes {
    board_of: HashMap<u64, Vec<char>>,
    hash_of: HashMap<Vec<char>, u64>,
}

pub fn game<const W: usize>(size: usize, komi: f64) -> Go<W> {
    let size = size as u32;
    Go::new(Rules {
        size,
        komi,
        ..Rules::default()
    })
    .expect("a size that fits")
}

pub fn player(colour: char) -> Player {
    if colour == 'X' {
        Player::First
    } else {
        Player::Second
    }
}

impl<const W: usize> Pair<W> {
    pub fn new(oracle: Oracle) -> Pair<W> {
        let game = game::<W>(oracle.size, 7.0);
        let position = game.parse_state(&oracle.text(None)).unwrap();
        Pair {
            game,
            position,
            oracle,
            captures: Vec::new(),
        }
    }

    pub fn vertex(&self, place: Place) -> Vertex {
        let name = self.oracle.name(place);
        Vertex::parse::<W>(&name, self.oracle.size).expect("a point of the board")
    }

    /// Plays the same move in both.
    pub fn play(&mut self, place: Option<Place>) {
        let vertex = place.map_or(Vertex::PASS, |place| self.vertex(place));
        self.game.apply(&mut self.position, vertex);
        let captured = self.oracle.play(place);
        self.captures.push(place.map(|_| captured));
    }

    /// Compares everything there is to know about the position.
    pub fn check(&self, hashes: &mut Hashes, seen: &mut Seen) {
        seen.plies += 1;
        self.check_stones();
        self.check_hash(hashes);
        self.check_end(seen);
        let ko = self.check_points(seen);
        self.check_text(ko);
    }

    fn check_stones(&self) {
        let (board, oracle) = (self.position.board(), &self.oracle);
        let (mut empty, mut done) = (BTreeSet::new(), BTreeSet::new());
        for place in oracle.places() {
            let vertex = self.vertex(place);
            let expected = match oracle.at(place) {
                'X' => Point::Black,
                'O' => Point::White,
                _ => Point::Empty,
            };
            assert_eq!(board.point(vertex), expected, "{}", self.draw());
            let bits = [
                board.stones(Player::First).has(vertex),
                board.stones(Player::Second).has(vertex),
                board.empty().has(vertex),
            ];
            let expected_bits = ['X', 'O', EMPTY].map(|kind| oracle.at(place) == kind);
            assert_eq!(bits, expected_bits, "{}", self.draw());
            if oracle.at(place) == EMPTY {
                empty.insert(vertex);
                continue;
            }
            if done.contains(&vertex) {
                continue;
            }
            let vertices = |places: BTreeSet<Place>| -> BTreeSet<Vertex> {
                places.into_iter().map(|place| self.vertex(place)).collect()
            };
            let chain = vertices(oracle::chain(oracle.size, oracle.board(), place));
            let liberties = vertices(oracle::liberties(oracle.size, oracle.board(), place));
            let found: Vec<Vertex> = board.chain_stones(vertex).collect();
            assert_eq!(found.len(), chain.len(), "{}", self.draw());
            assert_eq!(board.chain_length(vertex) as usize, chain.len());
            assert_eq!(BTreeSet::from_iter(found), chain, "{}", self.draw());
            assert_eq!(
                board.liberties(vertex).iter().collect::<BTreeSet<_>>(),
                liberties
            );
            let heads: BTreeSet<_> = chain.iter().map(|&stone| board.chain(stone)).collect();
            assert_eq!(heads.len(), 1, "{}", self.draw());
            done.extend(chain);
        }
        let listed: Vec<Vertex> = (0..board.vacant_count()).map(|n| board.vacant(n)).collect();
        assert_eq!(listed.len(), empty.len(), "{}", self.draw());
        assert_eq!(BTreeSet::from_iter(listed), empty, "{}", self.draw());
    }

    fn check_hash(&self, hashes: &mut Hashes) {
        let (hash, board) = (self.position.board().hash(), self.oracle.board());
        let known = hashes.board_of.entry(hash).or_insert(board.to_vec());
        assert_eq!(known, board, "one hash, two boards");
        let known = *hashes.hash_of.entry(board.to_vec()).or_insert(hash);
        assert_eq!(known, hash, "one board, two hashes");
    }

    fn check_end(&self, seen: &mut Seen) {
        let oracle = &self.oracle;
        let (black, white) = (oracle.area('X') as f64, oracle.area('O') as f64);
        assert_eq!(self.position.passes() as usize, oracle.passes.min(2));
        for komi in KOMIS {
            let game = game::<W>(oracle.size, komi);
            let score = Player::BOTH.map(|player| game.score(&self.position, player));
            assert_eq!(score, [black, white + komi], "{}", self.draw());
            let lead = black - white - komi;
            let expected = if lead > 0.0 {
                Outcome::Win(Player::First)
            } else if lead < 0.0 {
                Outcome::Win(Player::Second)
            } else {
                Outcome::Draw
            };
            let outcome = game.outcome(&self.position);
            assert_eq!(outcome, oracle.is_over().then_some(expected));
            seen.drawn_games += usize::from(outcome == Some(Outcome::Draw));
        }
        seen.ends += usize::from(oracle.is_over());
        seen.passes += usize::from(self.captures.last() == Some(&None));
        let captured = self.captures.last().copied().flatten().unwrap_or(0);
        seen.large_captures += usize::from(captured >= 10);
    }

    /// Compares what may be played where; the point of a simple ko.
    fn check_points(&self, seen: &mut Seen) -> Option<Place> {
        let (oracle, position) = (&self.oracle, &self.position);
        assert_eq!(self.game.to_move(position), player(oracle.mover));
        let (mut legal, mut sensible) = (BTreeSet::new(), BTreeSet::new());
        let mut ko = None;
        for place in oracle.places() {
            let vertex = self.vertex(place);
            let name = oracle.name(place);
            let verdict = oracle.after(place);
            let allowed = verdict.is_ok();
            assert_eq!(
                position.is_legal(vertex),
                allowed,
                "{name}: {verdict:?}\n{}",
                self.draw()
            );
            let parsed = self.game.parse_action(position, &name.to_lowercase());
            assert_eq!(parsed.is_ok(), allowed && !oracle.is_over(), "{name}");
            let eyes = ['X', 'O'].map(|colour| oracle.is_eye(place, colour));
            if oracle.at(place) == EMPTY {
                let found = Player::BOTH.map(|player| position.board().is_eye(vertex, player));
                assert_eq!(found, eyes, "{name}\n{}", self.draw());
            }
            match verdict {
                Ok(_) => {
                    legal.insert(vertex);
                    let is_eye = oracle.is_eye(place, oracle.mover);
                    seen.eyes += usize::from(is_eye);
                    if !is_eye {
                        sensible.insert(vertex);
                    }
                }
                Err(Refusal::Suicide) => seen.suicides += 1,
                Err(Refusal::Repeats(2)) => {
                    ko = Some(place);
                    seen.kos += 1;
                }
                Err(Refusal::Repeats(plies)) => self.count_repeat(plies, seen),
                Err(Refusal::Occupied) => {}
            }
        }
        self.check_lists(&legal, &sensible);
        assert_eq!(position.board().ko(), ko.map(|place| self.vertex(place)));
        ko
    }

    fn check_lists(&self, legal: &BTreeSet<Vertex>, sensible: &BTreeSet<Vertex>) {
        let listed = |list: fn(&Go<W>, &Position<W>, &mut Vec<Vertex>)| {
            let mut vertices = vec![Vertex::PASS; 3];
            list(&self.game, &self.position, &mut vertices);
            let set: BTreeSet<Vertex> = vertices.iter().copied().collect();
            assert_eq!(set.len(), vertices.len(), "every move once");
            set
        };
        let pass = BTreeSet::from([Vertex::PASS]);
        assert_eq!(listed(Go::actions), legal | &pass, "{}", self.draw());
        assert_eq!(
            listed(Go::search_actions),
            sensible | &pass,
            "{}",
            self.draw()
        );
        let drawn_from = if sensible.is_empty() { &pass } else { sensible };
        assert_eq!(&listed(Go::playout_actions), drawn_from, "{}", self.draw());
        let indices: BTreeSet<usize> = (legal | &pass)
            .into_iter()
            .map(|vertex| self.game.index(vertex))
            .collect();
        assert_eq!(indices.len(), legal.len() + 1);
        assert!(indices.last() < Some(&self.game.index_count()));
    }

    fn count_repeat(&self, plies: usize, seen: &mut Seen) {
        seen.longer_repeats += 1;
        // Two stones were taken with the last move, one would be taken back with this.
        let last = self.captures.last().copied().flatten();
        seen.two_for_one += usize::from(plies == 3 && last == Some(2));
        let ko_takes = |count: usize| {
            let latest = self.captures.iter().rev().take(count);
            latest.filter(|&&captured| captured == Some(1)).count() == count
        };
        seen.triple_kos += usize::from(plies == 6 && ko_takes(5));
    }

    fn check_text(&self, ko: Option<Place>) {
        let text = self.oracle.text(ko);
        assert_eq!(self.game.format_state(&self.position), text);
        let read = self.game.parse_state(&text).unwrap();
        assert_eq!(self.game.format_state(&read), text);
        assert_eq!(read.board().hash(), self.position.board().hash());
        assert_eq!(read.passes(), 0);
        // What came before is forgotten, but for the ko. Now and then is enough on large boards.
        let oracle = &self.oracle;
        if oracle.size > 9 && !oracle.boards.len().is_multiple_of(7) {
            return;
        }
        let anew = Oracle::set_up(oracle.size, oracle.board().to_vec(), oracle.mover);
        for place in anew.places() {
            let expected = anew.after(place).is_ok() && ko != Some(place);
            assert_eq!(read.is_legal(self.vertex(place)), expected, "{text}");
        }
    }

    /// The board and the moves that led to it, for whoever has to find out what went wrong.
    fn draw(&self) -> String {
        let rows = self.oracle.board().chunks(self.oracle.size);
        let rows: Vec<String> = rows.map(String::from_iter).collect();
        format!("{}\n{} to move", rows.join("\n"), self.oracle.mover)
    }
}
