//! Positions in KIF: a handicap by its name, or a diagram with the pieces in hand beside it.

use super::{handicap, words};
use crate::shogi::diagram::Diagram;
use yomi_core::Player;
use yomi_shogi::{Board, HAND_ORDER, Piece, Square};

/// The start of a game as far as it has been read.
pub(super) struct Setup {
    /// The named position.
    named: Option<Board>,
    /// What was drawn and held.
    diagram: Diagram,
    /// How many ranks were drawn.
    ranks: u32,
    to_move: Option<Player>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            named: Some(Board::start()),
            diagram: Diagram::empty(),
            ranks: 0,
            to_move: None,
        }
    }
}

impl Setup {
    /// The name of a handicap.
    pub fn name(&mut self, name: &str) -> Result<(), String> {
        self.named = handicap::position(name);
        if self.named.is_none() && name != handicap::OTHER {
            return Err("a handicap such as 平手, 香落ち or その他".to_owned());
        }
        Ok(())
    }

    /// Whose turn it is.
    pub fn turn(&mut self, player: Player) {
        self.to_move = Some(player);
    }

    /// `飛　金二　歩十八　` or `なし`: pieces in hand.
    pub fn hand(&mut self, player: Player, text: &str) -> Result<(), String> {
        let wrong = || "pieces in hand such as 飛　金二　歩十八, or なし".to_owned();
        if text.trim() == "なし" {
            return Ok(());
        }
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (kind, after) = words::kind(rest).ok_or_else(wrong)?;
            let is_number =
                |letter: char| letter == '十' || words::digit(letter).is_some() || letter == '0';
            let end = after
                .find(|letter| !is_number(letter))
                .unwrap_or(after.len());
            let (number, after) = after.split_at(end);
            let count = match number {
                "" => 1,
                number => words::count(number).ok_or_else(wrong)?,
            };
            if !self.diagram.hold(player, kind, count) {
                return Err(wrong());
            }
            rest = after.trim_start();
        }
        Ok(())
    }

    /// `|v香v桂 ・ 金 ・ ・ ・ ・ ・|一`: a rank of the diagram. A piece of white has a `v` before it.
    pub fn rank(&mut self, line: &str) -> Result<(), String> {
        let wrong = || "nine squares between two |, such as ' 歩', 'v歩' or ' ・'".to_owned();
        self.ranks += 1;
        let rank = self.ranks;
        let mut rest = line.strip_prefix('|').ok_or_else(wrong)?;
        for file in (1..=9).rev() {
            let mut letters = rest.chars();
            let owner = match letters.next() {
                Some('v' | 'V' | 'ｖ') => Player::Second,
                Some(' ' | '^') => Player::First,
                _ => return Err(wrong()),
            };
            rest = letters.as_str();
            let piece = match words::kind(rest) {
                Some((kind, after)) => {
                    rest = after;
                    Some(Piece { kind, owner })
                }
                None => {
                    rest = rest
                        .strip_prefix(['・', '･', '.', '　'])
                        .ok_or_else(wrong)?;
                    None
                }
            };
            let square = Square::new(file, rank).ok_or("nine ranks")?;
            self.diagram.put(square, piece);
        }
        if rest.starts_with('|') {
            Ok(())
        } else {
            Err(wrong())
        }
    }

    /// The position before the first move.
    pub fn board(&self) -> Result<Board, String> {
        let mut diagram = match (&self.named, self.ranks) {
            (_, 9) => self.diagram.clone(),
            (Some(board), 0) if self.to_move.is_none_or(|turn| turn == board.side()) => {
                return Ok(board.clone());
            }
            (Some(board), 0) => Diagram::of(board),
            (None, 0) => {
                return Err("a diagram, as there is no handicap of a known name".to_owned());
            }
            (_, ranks) => return Err(format!("a diagram of nine ranks, not {ranks}")),
        };
        diagram.side = self.to_move.unwrap_or(diagram.side);
        let board = diagram.board();
        board.map_err(|reason| format!("a position of shogi: {reason}"))
    }
}

/// The lines for a position.
pub(super) fn write(board: &Board) -> Vec<String> {
    if let Some(name) = handicap::name(board) {
        return vec![format!("手合割：{name}")];
    }
    let [black, white] = Player::BOTH.map(|player| hand_text(board, player));
    let mut lines = vec![
        format!("後手の持駒：{white}"),
        "  ９ ８ ７ ６ ５ ４ ３ ２ １".to_owned(),
        "+---------------------------+".to_owned(),
    ];
    for rank in 1..=9 {
        let mut line = "|".to_owned();
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| board.piece(square));
            match piece {
                None => line += " ・",
                Some(piece) => {
                    line += [" ", "v"][piece.owner.index()];
                    line += words::in_diagrams(piece.kind);
                }
            }
        }
        lines.push(format!("{line}|{}", words::rank(rank)));
    }
    lines.push("+---------------------------+".to_owned());
    lines.push(format!("先手の持駒：{black}"));
    lines.push(format!("{}番", words::EVEN[board.side().index()]));
    lines
}

fn hand_text(board: &Board, player: Player) -> String {
    let mut text = String::new();
    for kind in HAND_ORDER {
        let count = board.hand(player).count(kind);
        if count > 0 {
            text += words::in_diagrams(kind);
            text += &words::count_text(count);
            text.push('　');
        }
    }
    if text.is_empty() {
        return "なし".to_owned();
    }
    text
}
