//! Shogi as the rules say it, as plainly as it can be written.
//!
//! The board is a drawing of nine rows. A man's moves are looked up in a table of steps and
//! slides; whether a king is in check is found by trying every man of the other side; whether a
//! move is legal, by playing it on a copy of the board. Nothing here is shared with the crate.

/// What a hand may hold, in the order in which SFEN writes it.
pub const HAND: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];

/// A square: file 1 to 9 (right to left), rank 1 to 9 (top to bottom), as people name them.
pub type Place = (i32, i32);

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// One of `PLNSGBRK`, whether promoted or not.
    pub letter: char,
    pub promoted: bool,
    pub black: bool,
}

/// A move, without the declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Play {
    Move {
        from: Place,
        to: Place,
        promote: bool,
    },
    Drop {
        letter: char,
        to: Place,
    },
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slow {
    /// Rows from the top, squares from the left as the board is drawn: file 9 first.
    pub rows: [[Option<Man>; 9]; 9],
    /// How many of each letter of [`HAND`]: black's, white's.
    pub hands: [[usize; 7]; 2],
    pub black_to_move: bool,
}

const FORWARD: [Place; 1] = [(0, -1)];
const DIAGONAL: [Place; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const STRAIGHT: [Place; 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
const ROUND: [Place; 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];
const KNIGHT: [Place; 2] = [(-1, -2), (1, -2)];
const SILVER: [Place; 5] = [(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD: [Place; 6] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];

impl Man {
    /// Single steps and directions of slides, as (files, ranks), for black: forward is up.
    fn ways(self) -> (&'static [Place], &'static [Place]) {
        match (self.letter, self.promoted) {
            ('P', false) => (&FORWARD, &[]),
            ('L', false) => (&[], &FORWARD),
            ('N', false) => (&KNIGHT, &[]),
            ('S', false) => (&SILVER, &[]),
            ('G', false) | ('P' | 'L' | 'N' | 'S', true) => (&GOLD, &[]),
            ('B', false) => (&[], &DIAGONAL),
            ('R', false) => (&[], &STRAIGHT),
            ('B', true) => (&STRAIGHT, &DIAGONAL),
            ('R', true) => (&DIAGONAL, &STRAIGHT),
            ('K', false) => (&ROUND, &[]),
            _ => panic!("there is no such man: {self:?}"),
        }
    }

    /// Whether the man could never move again from that rank.
    fn is_stuck_on(self, rank: i32) -> bool {
        let ahead = if self.black { rank } else { 10 - rank };
        match (self.letter, self.promoted) {
            ('P' | 'L', false) => ahead == 1,
            ('N', false) => ahead <= 2,
            _ => false,
        }
    }
}

/// Whether the rank is one of the three farthest from the player.
pub fn in_camp(black: bool, rank: i32) -> bool {
    if black { rank <= 3 } else { rank >= 7 }
}

fn on_board((file, rank): Place) -> bool {
    (1..=9).contains(&file) && (1..=9).contains(&rank)
}

/// Every square.
pub fn places() -> Vec<Place> {
    let files = |rank| (1..=9).map(move |file| (file, rank));
    (1..=9).flat_map(files).collect()
}

impl Slow {
    pub fn at(&self, (file, rank): Place) -> Option<Man> {
        self.rows[rank as usize - 1][9 - file as usize]
    }

    fn put(&mut self, (file, rank): Place, man: Option<Man>) {
        self.rows[rank as usize - 1][9 - file as usize] = man;
    }

    pub fn held(&mut self, black: bool, letter: char) -> &mut usize {
        let place = HAND.iter().position(|&held| held == letter).unwrap();
        &mut self.hands[usize::from(!black)][place]
    }

    pub fn in_hand(&self, black: bool, letter: char) -> usize {
        let place = HAND.iter().position(|&held| held == letter).unwrap();
        self.hands[usize::from(!black)][place]
    }

    pub fn king(&self, black: bool) -> Option<Place> {
        let is_king = |man: Man| man.letter == 'K' && man.black == black;
        places()
            .into_iter()
            .find(|&place| self.at(place).is_some_and(is_king))
    }

    /// Hands `visit` the squares that the man on `from` could go to, were it his turn and were
    /// checks no matter; squares of his own side's men included, if `covers`.
    fn reach(&self, from: Place, covers: bool, mut visit: impl FnMut(Place)) {
        let man = self.at(from).expect("a man to move");
        let turn = if man.black { 1 } else { -1 };
        let (steps, slides) = man.ways();
        let ways = steps.iter().map(|way| (way, 1));
        for ((files, ranks), limit) in ways.chain(slides.iter().map(|way| (way, 8))) {
            let mut to = from;
            for _ in 0..limit {
                to = (to.0 + files * turn, to.1 + ranks * turn);
                if !on_board(to) {
                    break;
                }
                let there = self.at(to);
                if covers || there.is_none_or(|other| other.black != man.black) {
                    visit(to);
                }
                if there.is_some() {
                    break;
                }
            }
        }
    }

    /// The squares from which a side attacks (or guards) `target`.
    pub fn attackers(&self, target: Place, black: bool) -> Vec<Place> {
        let mut found = Vec::new();
        for from in places() {
            if self.at(from).is_some_and(|man| man.black == black) {
                self.reach(from, true, |to| {
                    if to == target {
                        found.push(from);
                    }
                });
            }
        }
        found
    }

    /// The men of one side (`own`) without whom more men of `attacker` would attack the square.
    pub fn shields(&self, target: Place, attacker: bool, own: bool) -> Vec<Place> {
        let before = self.attackers(target, attacker);
        let is_shield = |&place: &Place| {
            let mut without = self.clone();
            without.put(place, None);
            let after = without.attackers(target, attacker);
            after.iter().any(|from| !before.contains(from))
        };
        let is_own = |&place: &Place| self.at(place).is_some_and(|man| man.black == own);
        places()
            .into_iter()
            .filter(is_own)
            .filter(|&place| place != target)
            .filter(is_shield)
            .collect()
    }

    /// Whether that side has a king which the other side could take.
    pub fn is_attacked(&self, black: bool) -> bool {
        self.king(black)
            .is_some_and(|king| !self.attackers(king, !black).is_empty())
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.black_to_move)
    }

    /// The position after a move; it need not be a legal one.
    pub fn after(&self, play: Play) -> Slow {
        let mut next = self.clone();
        let black = self.black_to_move;
        match play {
            Play::Move { from, to, promote } => {
                let mut man = self.at(from).expect("a man to move");
                man.promoted |= promote;
                if let Some(taken) = self.at(to)
                    && taken.letter != 'K'
                {
                    *next.held(black, taken.letter) += 1;
                }
                next.put(from, None);
                next.put(to, Some(man));
            }
            Play::Drop { letter, to } => {
                *next.held(black, letter) -= 1;
                let promoted = false;
                next.put(
                    to,
                    Some(Man {
                        letter,
                        promoted,
                        black,
                    }),
                );
            }
        }
        next.black_to_move = !black;
        next
    }

    /// Everything the men could do, were checks no matter.
    fn unchecked(&self) -> Vec<Play> {
        let black = self.black_to_move;
        let mut plays = Vec::new();
        for place in places() {
            match self.at(place) {
                Some(man) if man.black == black => self.reach(place, false, |to| {
                    let from = place;
                    let can_promote = !man.promoted
                        && !matches!(man.letter, 'G' | 'K')
                        && (in_camp(black, from.1) || in_camp(black, to.1));
                    for promote in [false, true] {
                        let allowed = if promote {
                            can_promote
                        } else {
                            !man.is_stuck_on(to.1)
                        };
                        if allowed {
                            plays.push(Play::Move { from, to, promote });
                        }
                    }
                }),
                Some(_) => {}
                None => self.drops_on(place, &mut plays),
            }
        }
        plays
    }

    fn drops_on(&self, to: Place, plays: &mut Vec<Play>) {
        let black = self.black_to_move;
        for letter in HAND {
            let man = Man {
                letter,
                promoted: false,
                black,
            };
            let two_pawns = letter == 'P' && (1..=9).any(|rank| self.at((to.0, rank)) == Some(man));
            if self.in_hand(black, letter) > 0 && !man.is_stuck_on(to.1) && !two_pawns {
                plays.push(Play::Drop { letter, to });
            }
        }
    }

    /// All legal moves.
    pub fn legal(&self) -> Vec<Play> {
        let mut plays = self.unchecked();
        plays.retain(|&play| {
            let next = self.after(play);
            if next.is_attacked(self.black_to_move) {
                return false;
            }
            let drops_pawn = matches!(play, Play::Drop { letter: 'P', .. });
            !(drops_pawn && next.in_check() && next.legal().is_empty())
        });
        plays
    }

    /// Whether a legal move gives check.
    pub fn checks(&self, play: Play) -> bool {
        self.after(play).in_check()
    }

    /// Whether a move takes something.
    pub fn takes(&self, play: Play) -> bool {
        matches!(play, Play::Move { to, .. } if self.at(to).is_some())
    }

    /// Whether a move promotes a pawn.
    pub fn promotes_pawn(&self, play: Play) -> bool {
        let is_pawn = |from| self.at(from).is_some_and(|man| man.letter == 'P');
        matches!(play, Play::Move { from, promote: true, .. } if is_pawn(from))
    }

    /// The number of ways to make `depth` moves.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => {
                let plays = self.legal().into_iter();
                plays.map(|play| self.after(play).perft(depth - 1)).sum()
            }
        }
    }
}
