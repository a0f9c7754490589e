//! Game records in the Smart Game Format, version 4 (<https://www.red-bean.com/sgf/>).
//!
//! A file is text: `(;GM[Blokus Duo]PB[yomi];B[e10,f10];W[i5,j5])`. A `;` begins a node, a node
//! holds properties with values in brackets, parentheses hold variations. [`Tree`] is that and no
//! more; [`GameRecord`] is the game on its main line (the first variation at every branch), as a
//! [`Dialect`] spells it.
//!
//! **What is read.** Any order of properties, any white space, both escapes of a value, old
//! lower-case letters in property names. Comments, marks and properties nobody knows are passed
//! over. What would change the position in a way a list of moves cannot say, such as pieces set
//! up by hand, is an error: a record is never read as another game than it is. Legality is for
//! [`GameRecord::replay`], which plays the moves on a [`Referee`](yomi_core::Referee).
//!
//! **Limits.** A text of more than [`MAX_BYTES`] is refused. Nothing here recurses, so depth
//! costs nothing. [`read_text`] takes UTF-8, and any other file as Latin-1, which is what the
//! format says of files that do not name their characters.
//!
//! ```
//! use yomi_protocol::sgf::{Dialect, GameRecord};
//!
//! let text = "(;GM[Blokus Duo]PB[Ann];B[e10](;W[j5]C[main line])(;W[i5,j5]))";
//! let record = GameRecord::parse(text, &Dialect::BLOKUS_DUO).unwrap();
//! assert_eq!(record.players, [Some("Ann".to_owned()), None]);
//! assert_eq!(record.moves[1].1, "j5");
//!
//! let error = GameRecord::parse("(;GM[Blokus Duo]\n;B[e99)", &Dialect::BLOKUS_DUO).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 8: found the end of the text, expected ']'");
//! ```

mod dialect;
mod error;
mod parse;
mod record;
mod replay;
mod result;
mod text;
mod tree;

pub use dialect::Dialect;
pub use error::{Place, SgfError};
pub use record::{GameRecord, PASS};
pub use replay::ReplayError;
pub use result::{Ending, result_text};
pub use text::{MAX_BYTES, read_text};
pub use tree::{Node, Property, Tree};
