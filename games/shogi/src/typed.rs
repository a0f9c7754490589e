//! Moves as people write them: in Western notation (`P-7f`, `Bx2b+`, `G6i-5h`, `P*5e`), and as in Japanese
//! books (`7六歩`, `同銀`, `2二角成`, `5八金右`, `5五歩打`).
//!
//! Both name the piece and where it goes, and where it comes from only if there is a choice. So a text is a
//! set of conditions, and the move is the one legal move that meets them. Of what is left open the plain
//! reading is taken: a piece of the board rather than one in hand, no promotion rather than one.

use crate::notation::why_not;
use crate::{Board, Kind, Move, Position, Shogi, Square, japanese};
use yomi_core::{Notation as _, NotationError, Player};

/// What can be typed.
pub(crate) const FORMAT: &str =
    "a move such as 7g7f, P-7f or 7六歩 (drops: P*5e, 5五歩打), or win for a declaration";

/// The legal move that is meant.
pub(crate) fn parse(game: &Shogi, position: &Position, text: &str) -> Result<Move, NotationError> {
    let text = text.trim();
    if text.parse::<Move>().is_ok() {
        return game.parse_action(position, text);
    }
    let meant = western(text).or_else(|| in_japanese(text, position.last()));
    let meant = meant.ok_or_else(|| NotationError::new(text, FORMAT))?;
    let found = meant.find(position.board());
    let action = found.map_err(|expected| NotationError::new(text, &expected))?;
    // A game may be over while there are moves left.
    game.parse_action(position, &action.to_string())
        .map_err(|error| NotationError::new(text, &error.expected))
}

/// Conditions on a move.
struct Meant {
    kind: Kind,
    to: Square,
    from: Option<Square>,
    /// Nothing said is a piece of the board, if one can go there.
    drop: Option<bool>,
    /// Nothing said is none, if the piece may stay what it is.
    promote: Option<bool>,
    ways: Vec<Way>,
}

/// Which of several pieces of a kind, as seen by the mover.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Right,
    Left,
    Straight,
    Up,
    Sideways,
    Back,
}

impl Meant {
    fn new(kind: Kind, to: Square) -> Meant {
        Meant {
            kind,
            to,
            from: None,
            drop: None,
            promote: None,
            ways: Vec::new(),
        }
    }

    /// The move, or what was expected.
    fn find(&self, board: &Board) -> Result<Move, String> {
        let mut found = Vec::new();
        board.legal(&mut found);
        found.retain(|&action| self.is_met_by(board, action));
        let prefer = |found: &mut Vec<Move>, rule: fn(Move) -> bool| {
            if found.iter().any(|&action| rule(action)) {
                found.retain(|&action| rule(action));
            }
        };
        if self.drop.is_none() {
            prefer(&mut found, |action| action.from().is_some());
        }
        if self.promote.is_none() {
            prefer(&mut found, |action| !action.promotes());
        }
        for &way in &self.ways {
            keep(&mut found, way, board.side());
        }
        match found.as_slice() {
            [action] => Ok(*action),
            [] => Err(self.objection(board)),
            several => {
                let texts: Vec<String> = several.iter().map(Move::to_string).collect();
                Err(format!("one of {}: say which", texts.join(", ")))
            }
        }
    }

    fn is_met_by(&self, board: &Board, action: Move) -> bool {
        let kind = match action.from() {
            Some(from) => board.piece(from).map(|piece| piece.kind),
            None => action.dropped(),
        };
        let agrees = |said: Option<bool>, is: bool| said.is_none_or(|said| said == is);
        kind == Some(self.kind)
            && action.to() == self.to
            && (self.from.is_none() || action.from() == self.from)
            && agrees(self.drop, action.from().is_none())
            && agrees(self.promote, action.promotes())
    }

    /// Why there is no such move.
    fn objection(&self, board: &Board) -> String {
        if self.drop == Some(true) {
            return match Kind::HAND.contains(&self.kind) {
                true => why_not(board, Move::drop(self.kind, self.to)).to_owned(),
                false => "a drop of a piece as it is in hand".to_owned(),
            };
        }
        let own = board.of_kind(board.side(), self.kind);
        let mut near = own
            .iter()
            .filter(|&from| self.from.is_none_or(|said| said == from));
        let piece = |from| board.piece(from);
        let reaching = near.find(|&from| {
            piece(from).is_some_and(|piece| board.attacks_of(piece, from).contains(self.to))
        });
        match reaching {
            Some(from) => {
                let action = Move::normal(from, self.to, self.promote == Some(true));
                match board.is_legal(action) {
                    true => "one of the pieces that can go there".to_owned(),
                    false => why_not(board, action).to_owned(),
                }
            }
            None => format!("a {} that can go to {}", name(self.kind), self.to),
        }
    }
}

/// Keeps the moves that go this way.
fn keep(found: &mut Vec<Move>, way: Way, mover: Player) {
    let from = |action: &Move| action.from();
    let forward = |action: &Move| {
        let from = action.from()?.rank_for(mover);
        Some(i64::from(from) - i64::from(action.to().rank_for(mover)))
    };
    // Files are counted from black's right.
    let side = |from: Square| match mover {
        Player::First => i64::from(from.file()),
        Player::Second => -i64::from(from.file()),
    };
    match way {
        Way::Up => found.retain(|action| forward(action) > Some(0)),
        Way::Back => found.retain(|action| forward(action).is_some_and(|ranks| ranks < 0)),
        Way::Sideways => found.retain(|action| forward(action) == Some(0)),
        Way::Straight => found.retain(|action| {
            let file = from(action).map(Square::file);
            forward(action) == Some(1) && file == Some(action.to().file())
        }),
        Way::Right | Way::Left => {
            let sides = found.iter().filter_map(from).map(side);
            let wanted = match way {
                Way::Right => sides.min(),
                _ => sides.max(),
            };
            found.retain(|action| from(action).map(side) == wanted);
        }
    }
}

/// What a piece is called in an error.
fn name(kind: Kind) -> &'static str {
    const NAMES: [&str; Kind::COUNT] = [
        "pawn",
        "lance",
        "knight",
        "silver",
        "bishop",
        "rook",
        "gold",
        "king",
        "tokin",
        "promoted lance",
        "promoted knight",
        "promoted silver",
        "horse",
        "dragon",
    ];
    NAMES[kind.index()]
}

/// `P-7f`, `Px7f`, `P7f`, `P-76`, `S7i-6h`, `Bx2b+`, `Nx3c=`, `P*5e`, `+R-5e`.
fn western(text: &str) -> Option<Meant> {
    let (is_promoted, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let letter = rest.chars().next()?;
    let rest = rest.strip_prefix(letter)?;
    let kind = match letter.to_ascii_uppercase() {
        'D' => Kind::Dragon,
        'H' => Kind::Horse,
        'T' => Kind::ProPawn,
        letter => Kind::from_letter(letter)?,
    };
    let kind = if is_promoted { kind.promoted()? } else { kind };
    let (first, rest) = match square(rest) {
        Some((square, rest)) => (Some(square), rest),
        None => (None, rest),
    };
    let sign = rest.chars().next().filter(|sign| "-x×X*'".contains(*sign));
    let rest = &rest[sign.map_or(0, char::len_utf8)..];
    let (from, to, rest) = match (first, square(rest)) {
        (from, Some((to, rest))) => (from, to, rest),
        (Some(to), None) if sign.is_none() => (None, to, rest),
        _ => return None,
    };
    let promote = match rest {
        "" => None,
        "+" => Some(true),
        "=" => Some(false),
        _ => return None,
    };
    let is_drop = matches!(sign, Some('*' | '\''));
    if is_drop && (from.is_some() || promote == Some(true)) {
        return None;
    }
    Some(Meant {
        from,
        promote,
        drop: match sign {
            Some('x' | 'X' | '×') => Some(false),
            _ => is_drop.then_some(true),
        },
        ..Meant::new(kind, to)
    })
}

/// `7f` or `76`, and what follows.
fn square(text: &str) -> Option<(Square, &str)> {
    let &[file @ b'1'..=b'9', rank, ..] = text.as_bytes() else {
        return None;
    };
    let rank = match rank {
        b'a'..=b'i' => rank - b'a' + 1,
        b'A'..=b'I' => rank - b'A' + 1,
        b'1'..=b'9' => rank - b'0',
        _ => return None,
    };
    let square = Square::new(u32::from(file - b'0'), u32::from(rank))?;
    Some((square, &text[2..]))
}

/// `7六歩`, `▲76歩`, `同　銀`, `2二角成`, `3三桂不成`, `5八金右`, `5五歩打`, `7六歩(77)`.
fn in_japanese(text: &str, last: Option<Move>) -> Option<Meant> {
    let rest = text.trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖']);
    let (to, rest) = match rest.strip_prefix('同') {
        Some(rest) => {
            let last = last.filter(|&last| last != Move::DECLARE)?;
            (last.to(), rest.trim_start())
        }
        None => {
            let mut letters = rest.chars();
            let [file, rank] = [letters.next()?, letters.next()?].map(japanese::digit);
            (Square::new(file?, rank?)?, letters.as_str())
        }
    };
    let (kind, mut rest) = japanese::kind(rest)?;
    let mut meant = Meant::new(kind, to);
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            '打' => meant.drop = Some(true),
            '成' => meant.promote = Some(true),
            '生' => meant.promote = Some(false),
            '不' => {
                rest = rest.strip_prefix('成')?;
                meant.promote = Some(false);
            }
            '右' => meant.ways.push(Way::Right),
            '左' => meant.ways.push(Way::Left),
            '直' => meant.ways.push(Way::Straight),
            '上' | '行' | '入' => meant.ways.push(Way::Up),
            '引' => meant.ways.push(Way::Back),
            '寄' => meant.ways.push(Way::Sideways),
            '(' => {
                let (from, after) = square(rest)?;
                meant.from = Some(from);
                rest = after.strip_prefix(')')?;
            }
            _ => return None,
        }
    }
    // Which way is said before which side: of all that go up, the right one.
    meant
        .ways
        .sort_by_key(|way| matches!(way, Way::Right | Way::Left));
    if meant.drop.is_none() && (!meant.ways.is_empty() || meant.from.is_some()) {
        meant.drop = Some(false);
    }
    Some(meant)
}
