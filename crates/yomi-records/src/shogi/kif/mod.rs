//! Records of the program Kakinoki Shogi, which people in Japan exchange
//! (<http://kakinoki.o.oo7.jp/kif_format.html>).
//!
//! ```text
//! 手合割：平手
//! 先手：Ann
//! 後手：Bob
//! 手数----指手---------消費時間--
//!    1 ７六歩(77)   ( 0:12/00:00:12)
//!    2 ３四歩(33)   ( 0:06/00:00:06)
//! *a comment
//!    3 ２二角成(88) ( 0:02/00:00:14)
//!    4 同　銀(31)   ( 0:01/00:00:07)
//!    5 投了
//! まで4手で後手の勝ち
//! ```
//!
//! **What is read.** The main line: what follows the first `変化：` is passed over. Positions are
//! handicaps by name, or diagrams (BOD) with the pieces in hand. `同`, `成`, `不成` and `打` mean what they say;
//! where nothing is said a piece does not promote. Comments (`*`) and bookmarks (`&`) are kept, times where they
//! are there. Moves have numbers that rise by one from 1, or from what `手数＝` says of a diagram. What the
//! last line (`まで`) says about the winner counts more than the word in place of the last move, and
//! stands for it where there is none. Lines that are nothing in KIF are passed over, but a text
//! without any line of KIF is an error. KI2, which leaves out where pieces come from, cannot be read.
//!
//! **No moves.** A file of headings alone, or of a diagram alone, is a game of no moves: that is how
//! positions are exchanged, and how a game looks that has not begun. A line that begins like a move and is
//! none is an error, be it the last of a file that was cut off.
//!
//! **Kings that have entered.** `入玉勝ち` where its conditions do not hold is an error, unless the last line
//! says that it lost. `トライ` is read as a win of the side that moved last by a rule that is not ours, and is
//! an error where its king is not on the other king's first square.
//!
//! **Fouls.** A move that cannot be played is an error, unless `反則勝ち` or `反則負け` follows it: then it
//! becomes a comment.

mod closing;
mod handicap;
mod moves;
mod position;
mod read;
mod words;
mod write;

pub(super) use read::read;
pub(super) use write::write;
