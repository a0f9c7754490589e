//! Game records in the Smart Game Format, version 4 (<https://www.red-bean.com/sgf/>).
//!
//! A file is text: `(;GM[Blokus Duo]PB[yomi];B[e10,f10];W[i5,j5])`. A `;` begins a node, a node
//! holds properties with values in brackets, parentheses hold variations. [`Tree`] is that and no
//! more; [`GameRecord`] is the game on its main line (the first variation at every branch), as a
//! [`Dialect`] spells it.
//!
//! **What is read.** Any order of properties, any white space, both escapes of a value, the long
//! names of version 3. Marks and properties nobody knows are passed over. Stones may be set up by hand
//! before the first move ([`GameRecord::setup`]) and later ([`GameRecord::changes`]). What belongs to
//! another game, such as the moves of a third player, is an error: a record is never read as another
//! game than it is. Legality is for [`GameRecord::replay`], which plays the moves on a
//! [`Referee`](yomi_core::Referee). A text may hold several games ([`GameRecord::parse_all`]).
//!
//! **Go** ([`Dialect::GO`]) has a board of some size, a komi and perhaps a handicap;
//! [`GameRecord::settings`] says with which settings the referee must be made. Its files come from
//! many programs, and their known faults are read over: words before the game and after it, a missing `)` at the end, private properties in small letters, a
//! missing `GM`, komi in hundredths, the pass as `tt`, a handicap as moves in a row, moves out of
//! turn.
//!
//! **Limits.** A text of more than [`MAX_BYTES`] is refused. Nothing here recurses, so depth
//! costs nothing. [`read_text`] takes UTF-8, and any other file as Latin-1, which is what the
//! format says of files that do not name their characters; in the double bytes of older Chinese
//! and Japanese files a bracket may hide, and break the record.
//!
//! ```
//! use yomi_records::sgf::{Dialect, GameRecord};
//!
//! let text = "(;GM[Blokus Duo]PB[Ann];B[e10](;W[j5]C[main line])(;W[i5,j5]))";
//! let record = GameRecord::parse(text, &Dialect::BLOKUS_DUO).unwrap();
//! assert_eq!(record.players, [Some("Ann".to_owned()), None]);
//! assert_eq!(record.moves[1].text, "j5");
//!
//! let error = GameRecord::parse("(;GM[Blokus Duo]\n;B[e99)", &Dialect::BLOKUS_DUO).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 8: found the end of the text, expected ']'");
//! ```

mod change;
mod dialect;
mod header;
mod parse;
mod point;
mod read;
mod record;
mod remark;
mod replay;
mod result;
mod stones;
mod text;
mod tree;
mod write;

pub use change::{Change, Put};
pub use dialect::Dialect;
pub use point::Point;
pub use record::{GameRecord, PASS, RecordedMove};
pub use remark::{remark, remark_of, today};
pub use replay::ReplayError;
pub use result::{Margin, Verdict, result_text};
pub use stones::Stones;
pub use text::{MAX_BYTES, Origin, Place, SgfError, read_text};
pub use tree::{Node, Property, Tree};
