//! Game records of shogi: CSA, KIF, and lines of USI.
//!
//! [`Format`] reads a text as [`ShogiRecord`]s and writes one as a text; [`Encoding`] stands between
//! text and bytes; [`read_file`] does it all. The pages of the formats:
//!
//! - CSA (`.csa`) is what computer tournaments and Floodgate write. See `csa/mod.rs`.
//! - KIF (`.kif`, `.kifu`) is what people exchange. See `kif/mod.rs`.
//! - USI (`.usi`) is moves and nothing else. See `usi.rs`.
//!
//! **Exact.** All three need the board: CSA names the piece after the move and KIF the piece before
//! it, so a record that was read has been played, and its moves are legal. Repetition, which people
//! may overlook, is not looked at. What is wrong is told with line and move. What is written is
//! read again as the same game, with the same end and the same winner; what one format has no
//! place for (fractions of a second in KIF and in CSA before version 3, bookmarks in CSA) is left
//! out.
//!
//! **Ends.** An end that a format has no word for is written as the nearest one with the same winner,
//! and a comment says which end it was. A win that somebody claims must be one (see `legality`).
//!
//! **Hostile texts** are errors. Nothing here recurses, and nothing takes more memory than a few
//! times the text.

mod builder;
pub mod csa;
mod diagram;
mod encoding;
mod ending;
mod error;
mod format;
mod kif;
mod legality;
mod record;
mod replay;
mod tags;
mod time;
mod usi;

pub use diagram::Diagram;
pub use encoding::{EncodeError, Encoding};
pub use ending::Ending;
pub use error::RecordError;
pub use format::{Format, MAX_BYTES, read_file};
pub use record::{End, Evaluation, Note, RecordedMove, ShogiRecord};
