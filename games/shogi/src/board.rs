//! The board: pieces, hands and who moves; playing a move and taking it back.

use crate::attacks::{self, attacks, step_attacks};
use crate::{Bitboard, Hand, Kind, Move, Piece, Square, zobrist};
use yomi_core::Player;

/// A position without its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    kinds: [Bitboard; Kind::COUNT],
    /// Everything that moves like a gold.
    golden: Bitboard,
    owners: [Bitboard; 2],
    /// Attackers of the side to move's king.
    checkers: Bitboard,
    key: u64,
    hands: [Hand; 2],
    /// Codes of the pieces, [`NOBODY`] on empty squares.
    squares: [u8; Square::COUNT],
    /// Where the kings are, [`NOWHERE`] for one that is not there.
    kings: [u8; 2],
    side: Player,
    /// The number of the next move, counted from 1.
    number: u32,
}

const NOBODY: u8 = u8::MAX;
const NOWHERE: u8 = u8::MAX;

/// What a move changed: enough to take it back, and for others to follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    checkers: Bitboard,
    key: u64,
    /// The move; `None` where the turn was passed.
    action: Option<Move>,
    moved: u8,
    captured: u8,
}

impl Undo {
    /// The move; `None` where the turn was passed.
    #[inline]
    pub fn action(&self) -> Option<Move> {
        self.action
    }

    /// The moved piece, before any promotion.
    #[inline]
    pub fn moved(&self) -> Option<Piece> {
        (self.moved != NOBODY).then(|| Piece::from_code(self.moved))
    }

    /// The captured piece, as it stood on the board.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        (self.captured != NOBODY).then(|| Piece::from_code(self.captured))
    }
}

impl Board {
    /// A board with nothing on it, black to move.
    pub(crate) fn bare() -> Board {
        let mut board = Board {
            kinds: [Bitboard::EMPTY; Kind::COUNT],
            golden: Bitboard::EMPTY,
            owners: [Bitboard::EMPTY; 2],
            checkers: Bitboard::EMPTY,
            key: 0,
            hands: [Hand::default(); 2],
            squares: [NOBODY; Square::COUNT],
            kings: [NOWHERE; 2],
            side: Player::First,
            number: 1,
        };
        for owner in Player::BOTH {
            for kind in Kind::HAND {
                board.key ^= zobrist::held(owner, kind, 0);
            }
        }
        board
    }

    /// Sets who moves and the number of the move, once everything is in place.
    pub(crate) fn finish(&mut self, side: Player, number: u32) {
        self.side = side;
        self.number = number;
        if side == Player::Second {
            self.key ^= zobrist::SIDE;
        }
        self.checkers = self.compute_checkers();
    }

    fn compute_checkers(&self) -> Bitboard {
        match self.king(self.side) {
            Some(king) => self.attackers(king, self.side.other()),
            None => Bitboard::EMPTY,
        }
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Player {
        self.side
    }

    /// The number of the next move, counted from 1 as in SFEN.
    #[inline]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The contents of a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let code = self.squares[square.index()];
        (code != NOBODY).then(|| Piece::from_code(code))
    }

    /// The kind of piece on a square that is not empty.
    #[inline]
    pub(crate) fn kind_on(&self, square: Square) -> Kind {
        Kind::at((self.squares[square.index()] & 15) as usize)
    }

    /// The hand of a player.
    #[inline]
    pub fn hand(&self, player: Player) -> Hand {
        self.hands[player as usize]
    }

    /// Where a player's king is. Problems may lack the attacker's.
    #[inline]
    pub fn king(&self, player: Player) -> Option<Square> {
        let king = self.kings[player as usize];
        (king != NOWHERE).then(|| Square::at(king as usize))
    }

    /// The squares of a player's pieces.
    #[inline]
    pub fn pieces(&self, player: Player) -> Bitboard {
        self.owners[player as usize]
    }

    /// The squares of a player's pieces of one kind.
    #[inline]
    pub fn of_kind(&self, player: Player, kind: Kind) -> Bitboard {
        self.kinds[kind.index()] & self.owners[player as usize]
    }

    /// The squares of a player's pieces that move like golds.
    #[inline]
    pub fn golden(&self, player: Player) -> Bitboard {
        self.golden & self.owners[player as usize]
    }

    /// The squares of both players' pieces of one kind.
    #[inline]
    pub(crate) fn kind_set(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of both players' pieces of either kind.
    #[inline]
    pub(crate) fn either(&self, a: Kind, b: Kind) -> Bitboard {
        self.kinds[a.index()] | self.kinds[b.index()]
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.owners[0] | self.owners[1]
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The hash key of the position, hands and side to move included.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The pieces of `by` that attack a square.
    #[inline]
    pub fn attackers(&self, to: Square, by: Player) -> Bitboard {
        self.attackers_through(to, by, self.occupied())
    }

    /// [`Board::attackers`] if these squares were occupied.
    #[inline]
    pub(crate) fn attackers_through(&self, to: Square, by: Player, occupied: Bitboard) -> Bitboard {
        self.step_attackers(to, by) | self.line_attackers(to, by, occupied)
    }

    /// The pieces of `by` that attack a square by a step.
    #[inline]
    fn step_attackers(&self, to: Square, by: Player) -> Bitboard {
        // Whoever attacks me is where I would attack as the same piece of the other side.
        let reach = |kind: Kind| step_attacks(kind, by.other(), to);
        let kind = |kind: Kind| self.kinds[kind.index()];
        let found = (reach(Kind::Pawn) & kind(Kind::Pawn))
            | (reach(Kind::Knight) & kind(Kind::Knight))
            | (reach(Kind::Silver) & kind(Kind::Silver))
            | (reach(Kind::Gold) & self.golden)
            | (reach(Kind::King) & (kind(Kind::King) | self.either(Kind::Horse, Kind::Dragon)));
        found & self.owners[by as usize]
    }

    /// The pieces of `by` that attack a square along a line.
    #[inline]
    pub(crate) fn line_attackers(&self, to: Square, by: Player, occupied: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        let aimed = self.aimed_at(to, by);
        for from in aimed {
            if (attacks::between(to, from) & occupied).is_empty() {
                found |= Bitboard::of(from);
            }
        }
        found
    }

    /// The line pieces of `by` that would attack a square if nothing stood in between.
    #[inline]
    fn aimed_at(&self, to: Square, by: Player) -> Bitboard {
        let lances = attacks::lance_ray(by.other(), to) & self.kinds[Kind::Lance.index()];
        let bishops = attacks::bishop_rays(to) & self.either(Kind::Bishop, Kind::Horse);
        let rooks = attacks::rook_rays(to) & self.either(Kind::Rook, Kind::Dragon);
        (lances | bishops | rooks) & self.owners[by as usize]
    }

    /// Whether `by` attacks a square if these squares were occupied.
    #[inline]
    pub(crate) fn is_attacked(&self, to: Square, by: Player, occupied: Bitboard) -> bool {
        self.step_attackers(to, by).any()
            || self
                .aimed_at(to, by)
                .iter()
                .any(|from| (attacks::between(to, from) & occupied).is_empty())
    }

    /// The pieces, of either side, that alone keep line pieces of `attacker` from a square: the
    /// square's owner's are pinned, the attacker's may uncover an attack.
    #[inline]
    pub(crate) fn shields(&self, square: Square, attacker: Player) -> Bitboard {
        let occupied = self.occupied();
        let mut shields = Bitboard::EMPTY;
        for from in self.aimed_at(square, attacker) {
            let blockers = attacks::between(square, from) & occupied;
            if !blockers.several() {
                shields |= blockers;
            }
        }
        shields
    }

    /// The pieces of `player` that may not leave the line to their king.
    #[inline]
    pub fn pinned(&self, player: Player) -> Bitboard {
        match self.king(player) {
            Some(king) => self.shields(king, player.other()) & self.pieces(player),
            None => Bitboard::EMPTY,
        }
    }

    /// The pieces of `player` that uncover a check when they leave their line.
    #[inline]
    pub fn uncovering(&self, player: Player) -> Bitboard {
        match self.king(player.other()) {
            Some(king) => self.shields(king, player) & self.pieces(player),
            None => Bitboard::EMPTY,
        }
    }

    /// The squares attacked by the piece on `from`.
    #[inline]
    pub fn attacks_of(&self, piece: Piece, from: Square) -> Bitboard {
        attacks(piece.kind, piece.owner, from, self.occupied())
    }

    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.squares[square.index()] = piece.code();
        if piece.kind == Kind::King {
            self.kings[piece.owner as usize] = square.index() as u8;
        }
    }

    /// Adds a piece to the sets and the key, or removes it from them.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.kinds[piece.kind.index()] ^= bit;
        self.owners[piece.owner as usize] ^= bit;
        if piece.kind.is_golden() {
            self.golden ^= bit;
        }
        self.key ^= zobrist::piece(piece, square);
    }

    #[inline]
    pub(crate) fn give(&mut self, player: Player, kind: Kind) {
        let hand = &mut self.hands[player as usize];
        let before = hand.count(kind);
        hand.add(kind);
        self.key ^= zobrist::held(player, kind, before) ^ zobrist::held(player, kind, before + 1);
    }

    #[inline]
    fn take(&mut self, player: Player, kind: Kind) {
        let hand = &mut self.hands[player as usize];
        let before = hand.count(kind);
        hand.remove(kind);
        self.key ^= zobrist::held(player, kind, before) ^ zobrist::held(player, kind, before - 1);
    }

    /// Plays a legal move (not the declaration). Returns what takes it back.
    #[inline]
    pub fn make(&mut self, action: Move) -> Undo {
        let mover = self.side;
        let to = action.to();
        let mut undo = Undo {
            checkers: self.checkers,
            key: self.key,
            action: Some(action),
            moved: NOBODY,
            captured: NOBODY,
        };
        if let Some(from) = action.from() {
            undo.moved = self.squares[from.index()];
            undo.captured = self.squares[to.index()];
            if undo.captured != NOBODY {
                let captured = Piece::from_code(undo.captured);
                self.toggle(captured, to);
                self.give(mover, captured.kind.raw());
            }
            let piece = Piece::from_code(undo.moved);
            self.toggle(piece, from);
            self.squares[from.index()] = NOBODY;
            let arrived = match action.promotes() {
                true => Piece::from_code(undo.moved | 8),
                false => piece,
            };
            self.put(arrived, to);
        } else if let Some(kind) = action.dropped() {
            let piece = Piece { kind, owner: mover };
            undo.moved = piece.code();
            self.take(mover, kind);
            self.put(piece, to);
        }
        self.turn();
        self.checkers = self.compute_checkers();
        undo
    }

    /// Lets the other side move: only where the side to move is not in check.
    #[inline]
    pub fn make_null(&mut self) -> Undo {
        let undo = Undo {
            checkers: self.checkers,
            key: self.key,
            action: None,
            moved: NOBODY,
            captured: NOBODY,
        };
        self.turn();
        self.checkers = Bitboard::EMPTY;
        undo
    }

    #[inline]
    fn turn(&mut self) {
        self.side = self.side.other();
        self.key ^= zobrist::SIDE;
        self.number += 1;
    }

    /// Takes the last move back.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        self.side = self.side.other();
        self.number -= 1;
        let mover = self.side;
        if let Some(action) = undo.action {
            let to = action.to();
            let arrived = Piece::from_code(self.squares[to.index()]);
            self.toggle(arrived, to);
            self.squares[to.index()] = undo.captured;
            if let Some(from) = action.from() {
                self.put(Piece::from_code(undo.moved), from);
                if let Some(captured) = undo.captured() {
                    self.toggle(captured, to);
                    self.hands[mover as usize].remove(captured.kind.raw());
                }
            } else if let Some(kind) = action.dropped() {
                self.hands[mover as usize].add(kind);
            }
        }
        self.key = undo.key;
        self.checkers = undo.checkers;
    }
}
