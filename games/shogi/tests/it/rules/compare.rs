//! The crate's position next to the slow one, looked at from all sides.

use super::slow::{self, HAND, Place, Play, Slow};
use super::slow_game::{Rule, SlowGame, Verdict, declaration};
use super::slow_text;
use std::collections::{BTreeSet, HashMap};
use yomi_core::{
    Deterministic as _, Discrete as _, Game as _, Keyed as _, Outcome, Player, Rng, Setup as _,
};
use yomi_shogi::{Bitboard, Board, Declaration, Kind, Move, Position, Rules, Shogi, Square};

/// A game by both implementations.
pub struct Pair {
    pub game: Shogi,
    pub position: Position,
    pub slow: SlowGame,
    /// The number of the first move.
    first: usize,
}

/// Keys and positions must name each other, over all games.
#[derive(Default)]
pub struct Keys {
    key_of: HashMap<Slow, u64>,
    position_of: HashMap<u64, Slow>,
}

/// The crate's way to say how a game stands.
pub fn outcome_of(verdict: Verdict) -> Option<Outcome> {
    match verdict {
        Verdict::GoesOn => None,
        Verdict::Draw => Some(Outcome::Draw),
        Verdict::BlackWins => Some(Outcome::Win(Player::First)),
        Verdict::WhiteWins => Some(Outcome::Win(Player::Second)),
    }
}

fn player(black: bool) -> Player {
    match black {
        true => Player::First,
        false => Player::Second,
    }
}

pub fn square((file, rank): Place) -> Square {
    Square::new(file as u32, rank as u32).expect("a square of the board")
}

fn squares(places: impl IntoIterator<Item = Place>) -> BTreeSet<Square> {
    places.into_iter().map(square).collect()
}

fn set(bits: Bitboard) -> BTreeSet<Square> {
    bits.iter().collect()
}

/// The crate's name for a move.
pub fn action(play: Play) -> Move {
    match play {
        Play::Move { from, to, promote } => Move::normal(square(from), square(to), promote),
        Play::Drop { letter, to } => {
            let held = Kind::HAND.iter().find(|kind| kind.letter() == letter);
            Move::drop(*held.expect("a kind held in hand"), square(to))
        }
    }
}

/// All moves that can be written down.
pub fn writable() -> Vec<Move> {
    let mut moves = vec![Move::DECLARE];
    for to in Square::all() {
        moves.extend(Kind::HAND.map(|kind| Move::drop(kind, to)));
        for from in Square::all() {
            moves.extend([false, true].map(|promote| Move::normal(from, to, promote)));
        }
    }
    moves
}

impl Pair {
    pub fn new(sfen: &str, limit: u32) -> Pair {
        let game = Shogi::new(Rules {
            moves: limit,
            ..Rules::default()
        });
        let number = sfen.split_whitespace().nth(3);
        Pair {
            position: game.parse_state(sfen).unwrap(),
            game,
            slow: SlowGame::new(Slow::from_sfen(sfen), limit as usize),
            first: number.map_or(1, |number| number.parse().expect("a number")),
        }
    }

    pub fn play(&mut self, play: Play) {
        self.game.apply(&mut self.position, action(play));
        self.slow.play(play);
    }

    pub fn play_text(&mut self, text: &str) {
        let legal = self.slow.now().legal();
        let play = legal.iter().find(|play| play.to_string() == text);
        self.play(*play.unwrap_or_else(|| panic!("{text} is not legal")));
    }

    fn board(&self) -> &Board {
        self.position.board()
    }

    /// The SFEN of the position, by the slow rules.
    pub fn sfen(&self) -> String {
        let number = self.first + self.slow.plies();
        format!("{} {number}", self.slow.now().sfen())
    }

    /// Compares what can be compared at every ply.
    pub fn check(&self, legal: &[Play], keys: &mut Keys) {
        self.check_lists(legal);
        self.check_text();
        self.check_end(legal);
        let (key, slow) = (self.game.key(&self.position), self.slow.now());
        let known = *keys.key_of.entry(slow.clone()).or_insert(key);
        assert_eq!(known, key, "one position, two keys: {}", self.sfen());
        let known = keys.position_of.entry(key).or_insert_with(|| slow.clone());
        assert_eq!(known, slow, "one key, two positions");
    }

    /// Compares what takes longer.
    pub fn check_closely(&self, legal: &[Play], writable: &[Move], rng: &mut Rng) {
        self.check_men();
        self.check_attacks();
        self.check_making(legal);
        let actions: BTreeSet<Move> = legal.iter().map(|&play| action(play)).collect();
        for &any in writable {
            let found = self.board().is_legal(any);
            assert_eq!(found, actions.contains(&any), "{any} in {}", self.sfen());
        }
        if let Some(drawn) = self.board().random_legal(rng) {
            assert!(actions.contains(&drawn), "{drawn} in {}", self.sfen());
        }
    }

    fn check_lists(&self, legal: &[Play]) {
        let (board, slow) = (self.board(), self.slow.now());
        let listed = |list: fn(&Board, &mut Vec<Move>)| {
            let mut moves = vec![Move::DECLARE; 3];
            list(board, &mut moves);
            sorted(moves)
        };
        let expected = |wanted: &dyn Fn(Play) -> bool| {
            let plays = legal.iter().copied().filter(|&play| wanted(play));
            sorted(plays.map(action).collect())
        };
        let sfen = self.sfen();
        let captures = |play| slow.takes(play) || slow.promotes_pawn(play);
        assert_eq!(listed(Board::legal), expected(&|_| true), "{sfen}");
        let checks = expected(&|play| slow.checks(play));
        assert_eq!(listed(Board::checks), checks, "checks in {sfen}");
        assert_eq!(
            listed(Board::captures),
            expected(&captures),
            "captures in {sfen}"
        );
        for &play in legal {
            let action = action(play);
            let found = board.gives_check(action);
            assert_eq!(
                found,
                checks.contains(&action.to_string()),
                "{play} in {sfen}"
            );
        }
        assert_eq!(board.legal_count(), legal.len(), "{sfen}");
        assert_eq!(board.has_legal_move(), !legal.is_empty(), "{sfen}");
        assert_eq!(board.in_check(), slow.in_check(), "{sfen}");
    }

    fn check_text(&self) {
        let sfen = self.sfen();
        assert_eq!(self.board().to_sfen(), sfen);
        assert_eq!(self.game.format_state(&self.position), sfen);
        match Board::from_sfen(&sfen) {
            Ok(board) => assert_eq!(board, *self.board(), "{sfen}"),
            Err(error) => panic!("{error}: {sfen}"),
        }
    }

    fn check_end(&self, legal: &[Play]) {
        let (slow, sfen) = (self.slow.now(), self.sfen());
        let verdict = self.slow.verdict(legal);
        let outcome = self.game.outcome(&self.position);
        assert_eq!(outcome, outcome_of(verdict), "{sfen}");
        assert_eq!(
            self.game.to_move(&self.position),
            player(slow.black_to_move)
        );
        let claims = [
            (Declaration::Points24, declaration(slow, Rule::Points24)),
            (Declaration::Points27, declaration(slow, Rule::Points27)),
            (Declaration::Never, Verdict::GoesOn),
        ];
        for (rule, claim) in claims {
            assert_eq!(
                rule.claim(self.board()),
                outcome_of(claim),
                "{rule:?}: {sfen}"
            );
        }
        let mut actions = Vec::new();
        self.game.actions(&self.position, &mut actions);
        let declares = claims[1].1 != Verdict::GoesOn;
        assert_eq!(actions.contains(&Move::DECLARE), declares, "{sfen}");
        assert_eq!(actions.len(), legal.len() + usize::from(declares), "{sfen}");
    }

    fn check_men(&self) {
        let (board, slow) = (self.board(), self.slow.now());
        let sfen = self.sfen();
        for place in slow::places() {
            let found = board.piece(square(place)).map(|piece| piece.to_string());
            let expected = slow.at(place).map(|man| man.to_string());
            assert_eq!(found, expected, "{} in {sfen}", slow_text::name(place));
        }
        let placed = |wanted: &dyn Fn(slow::Man) -> bool| {
            let is_there = |&place: &Place| slow.at(place).is_some_and(wanted);
            squares(slow::places().into_iter().filter(is_there))
        };
        assert_eq!(set(board.occupied()), placed(&|_| true), "{sfen}");
        for black in [true, false] {
            let owner = player(black);
            let own = placed(&|man| man.black == black);
            assert_eq!(set(board.pieces(owner)), own, "{sfen}");
            assert_eq!(board.king(owner), slow.king(black).map(square), "{sfen}");
            for kind in Kind::ALL {
                let (letter, promoted) = (kind.letter(), kind.is_promoted());
                let man = slow::Man {
                    letter,
                    promoted,
                    black,
                };
                let found = set(board.of_kind(owner, kind));
                assert_eq!(found, placed(&|other| other == man), "{man} in {sfen}");
                let held = match HAND.contains(&letter) && !promoted {
                    true => slow.in_hand(black, letter),
                    false => 0,
                };
                assert_eq!(board.hand(owner).count(kind) as usize, held, "{sfen}");
            }
            let empty = HAND.iter().all(|&letter| slow.in_hand(black, letter) == 0);
            assert_eq!(board.hand(owner).is_empty(), empty, "{sfen}");
        }
    }

    fn check_attacks(&self) {
        let (board, slow) = (self.board(), self.slow.now());
        let sfen = self.sfen();
        for black in [true, false] {
            for place in slow::places() {
                let found = set(board.attackers(square(place), player(black)));
                let expected = squares(slow.attackers(place, black));
                assert_eq!(found, expected, "on {} in {sfen}", slow_text::name(place));
            }
            if let Some(king) = slow.king(black) {
                let shields = |own: bool| squares(slow.shields(king, !black, own));
                assert_eq!(set(board.pinned(player(black))), shields(black), "{sfen}");
                let uncovering = set(board.uncovering(player(!black)));
                assert_eq!(uncovering, shields(!black), "{sfen}");
            }
        }
        let king = slow.king(slow.black_to_move);
        let checkers = king.map_or(vec![], |king| slow.attackers(king, !slow.black_to_move));
        assert_eq!(set(board.checkers()), squares(checkers), "{sfen}");
    }

    /// Every move leads to the position that its SFEN describes, and back again.
    fn check_making(&self, legal: &[Play]) {
        let mut board = self.board().clone();
        let (slow, sfen) = (self.slow.now(), self.sfen());
        let number = self.first + self.slow.plies() + 1;
        for &play in legal {
            let undo = board.make(action(play));
            let next = slow.after(play);
            let text = format!("{} {number}", next.sfen());
            assert_eq!(
                Ok(&board),
                Board::from_sfen(&text).as_ref(),
                "{play} in {sfen}"
            );
            assert_eq!(undo.action(), Some(action(play)));
            let name = |man: Option<slow::Man>| man.map(|man| man.to_string());
            let (moved, captured) = match play {
                Play::Move { from, to, .. } => (name(slow.at(from)), name(slow.at(to))),
                Play::Drop { to, .. } => (name(next.at(to)), None),
            };
            assert_eq!(undo.moved().map(|piece| piece.to_string()), moved, "{play}");
            let taken = undo.captured().map(|piece| piece.to_string());
            assert_eq!(taken, captured, "{play} in {sfen}");
            board.unmake(undo);
            assert_eq!(board, *self.board(), "{play} taken back in {sfen}");
        }
        if !slow.in_check() {
            let undo = board.make_null();
            let mut passed = slow.clone();
            passed.black_to_move = !slow.black_to_move;
            let text = format!("{} {number}", passed.sfen());
            assert_eq!(
                Ok(&board),
                Board::from_sfen(&text).as_ref(),
                "passing in {sfen}"
            );
            assert_eq!(
                (undo.action(), undo.moved(), undo.captured()),
                (None, None, None)
            );
            board.unmake(undo);
            assert_eq!(board, *self.board(), "passing taken back in {sfen}");
        }
    }
}

/// The moves as text, in order, each as often as it is there.
fn sorted(moves: Vec<Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}
