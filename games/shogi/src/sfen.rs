//! Positions as SFEN: the ranks from the top, each from the left, with numbers for empty squares;
//! who moves; what is in hand; the number of the move.

use crate::attacks::dead_ends;
use crate::{Board, Kind, Piece, Square};
use yomi_core::{Player, PositionError};

/// The start of a game.
pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// How many pieces of each unpromoted kind a set has.
pub const PIECE_COUNTS: [u32; 8] = [18, 4, 4, 4, 2, 2, 4, 2];

/// The greatest number of a move that is read: so counting on never overflows.
const LATEST: u32 = 1_000_000;

/// In which order SFEN writes hands.
pub const HAND_ORDER: [Kind; 7] = [
    Kind::Rook,
    Kind::Bishop,
    Kind::Gold,
    Kind::Silver,
    Kind::Knight,
    Kind::Lance,
    Kind::Pawn,
];

impl Board {
    /// The start of a game.
    ///
    /// ```
    /// use yomi_shogi::Board;
    /// assert_eq!(Board::start().legal_count(), 30);
    /// ```
    pub fn start() -> Board {
        Board::from_sfen(START).expect("a constant")
    }

    /// The position that an SFEN describes. `startpos` stands for the start of a game; the number
    /// of the move may be missing. One side may lack its king, as attackers in problems do.
    pub fn from_sfen(text: &str) -> Result<Board, PositionError> {
        let error = PositionError::new;
        let text = match text.trim() {
            "startpos" => START,
            text => text.strip_prefix("sfen ").unwrap_or(text),
        };
        let mut words = text.split_whitespace();
        let mut next = |what: &str| {
            words
                .next()
                .ok_or_else(|| error(format!("{what} (the text ends too soon)")))
        };
        let ranks = next("nine ranks joined by '/'")?;
        let side = match next("b or w: who moves")? {
            "b" => Player::First,
            "w" => Player::Second,
            other => return Err(error(format!("b or w: who moves, not '{other}'"))),
        };
        let hands = next("pieces in hand, or -")?;
        let number = match words.next() {
            None => 1,
            Some(word) => word
                .parse()
                .ok()
                .filter(|number| (1..=LATEST).contains(number))
                .ok_or_else(|| error(format!("the number of the move, not '{word}'")))?,
        };
        if let Some(word) = words.next() {
            return Err(error(format!("nothing after the number, not '{word}'")));
        }
        let mut board = Board::bare();
        read_ranks(&mut board, ranks)?;
        read_hands(&mut board, hands)?;
        check_set(&board)?;
        board.finish(side, number);
        let kings = Player::BOTH.map(|player| board.king(player));
        if kings == [None, None] {
            return Err(PositionError::new("at least one king"));
        }
        if let Some(king) = board.king(side.other())
            && board.attackers(king, side).any()
        {
            return Err(error(format!(
                "no king that can be captured, as the one on {king}"
            )));
        }
        Ok(board)
    }

    /// The position as SFEN.
    pub fn to_sfen(&self) -> String {
        let held = |owner, kind| self.hand(owner).count(kind);
        write_sfen(
            |square| self.piece(square),
            self.side(),
            held,
            self.number(),
        )
    }
}

/// Pieces on the board and in hand as SFEN, whether they are a position or not.
pub fn write_sfen(
    piece: impl Fn(Square) -> Option<Piece>,
    side: Player,
    held: impl Fn(Player, Kind) -> u32,
    number: u32,
) -> String {
    let mut text = String::with_capacity(96);
    for rank in 1..=9 {
        if rank > 1 {
            text.push('/');
        }
        let mut empty = 0;
        let flush = |empty: &mut u32, text: &mut String| {
            if *empty > 0 {
                text.push_str(&empty.to_string());
                *empty = 0;
            }
        };
        for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
            match piece(square) {
                None => empty += 1,
                Some(piece) => {
                    flush(&mut empty, &mut text);
                    text.push_str(&piece.to_string());
                }
            }
        }
        flush(&mut empty, &mut text);
    }
    text.push_str(match side {
        Player::First => " b ",
        Player::Second => " w ",
    });
    let bare = text.len();
    for owner in Player::BOTH {
        for kind in HAND_ORDER {
            let count = held(owner, kind);
            if count > 1 {
                text.push_str(&count.to_string());
            }
            if count > 0 {
                text.push_str(&Piece { kind, owner }.to_string());
            }
        }
    }
    if text.len() == bare {
        text.push('-');
    }
    text.push_str(&format!(" {number}"));
    text
}

fn owner_of(letter: char) -> Player {
    match letter.is_ascii_uppercase() {
        true => Player::First,
        false => Player::Second,
    }
}

fn read_ranks(board: &mut Board, text: &str) -> Result<(), PositionError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 9 {
        let found = ranks.len();
        return Err(PositionError::new(format!(
            "nine ranks joined by '/', not {found}"
        )));
    }
    for (row, rank) in (1..).zip(ranks) {
        let error = |what: String| PositionError::new(format!("{what} in rank {row}, '{rank}'"));
        let mut file = 9;
        let mut promoted = false;
        for letter in rank.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|&n| n > 0 && !promoted) {
                file -= empty as i32;
                continue;
            }
            if letter == '+' && !promoted {
                promoted = true;
                continue;
            }
            let raw = Kind::from_letter(letter);
            let kind = match (raw, promoted) {
                (Some(raw), true) => raw.promoted(),
                (raw, _) => raw,
            };
            let kind = kind.ok_or_else(|| error(format!("a piece instead of '{letter}'")))?;
            let square = u32::try_from(file)
                .ok()
                .and_then(|file| Square::new(file, row));
            let square = square.ok_or_else(|| error("nine squares".to_owned()))?;
            let owner = owner_of(letter);
            if dead_ends(kind, owner).contains(square) {
                return Err(error(format!("no '{letter}' that can never move")));
            }
            board.put(Piece { kind, owner }, square);
            promoted = false;
            file -= 1;
        }
        if file != 0 || promoted {
            return Err(error("nine squares".to_owned()));
        }
    }
    Ok(())
}

fn read_hands(board: &mut Board, text: &str) -> Result<(), PositionError> {
    if text == "-" {
        return Ok(());
    }
    let error = || PositionError::new(format!("pieces in hand such as 2Pb (or -), not '{text}'"));
    let mut count: Option<u32> = None;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            let so_far = count.unwrap_or(0) * 10 + digit;
            count = Some(so_far).filter(|&count| (1..=18).contains(&count));
            count.ok_or_else(error)?;
            continue;
        }
        let kind = Kind::from_letter(letter).filter(|&kind| kind != Kind::King);
        let kind = kind.ok_or_else(error)?;
        let owner = owner_of(letter);
        for _ in 0..count.take().unwrap_or(1) {
            if board.hand(owner).count(kind) == PIECE_COUNTS[kind.index()] {
                return Err(too_many(kind));
            }
            board.give(owner, kind);
        }
    }
    match count {
        None => Ok(()),
        Some(_) => Err(error()),
    }
}

fn too_many(kind: Kind) -> PositionError {
    let most = PIECE_COUNTS[kind.index()];
    PositionError::new(format!("no more than {most} of {}", kind.letter()))
}

/// A set has only so many pieces, a file only one pawn of a side.
fn check_set(board: &Board) -> Result<(), PositionError> {
    for raw in &Kind::ALL[..8] {
        let mut count = 0;
        for owner in Player::BOTH {
            let kings = board.of_kind(owner, Kind::King).count();
            if kings > 1 {
                return Err(PositionError::new("one king a side"));
            }
            count += board.hand(owner).count(*raw) + board.of_kind(owner, *raw).count();
            if let Some(promoted) = raw.promoted() {
                count += board.of_kind(owner, promoted).count();
            }
        }
        if count > PIECE_COUNTS[raw.index()] {
            return Err(too_many(*raw));
        }
    }
    for owner in Player::BOTH {
        let mut files = 0_u32;
        for square in board.of_kind(owner, Kind::Pawn) {
            let file = 1 << square.file();
            if files & file != 0 {
                let file = square.file();
                return Err(PositionError::new(format!(
                    "one unpromoted pawn of a side on file {file}"
                )));
            }
            files |= file;
        }
    }
    Ok(())
}
