//! The rules of shogi against a second implementation that is slow and plain, and both against
//! what is known.
//!
//! | module | what it holds |
//! |---|---|
//! | `slow`, `slow_text` | the second implementation: positions and moves; both as text |
//! | `slow_game` | its games, and how they end |
//! | `turned`, `cases` | the other player's view; data files |
//! | `compare` | both side by side |
//! | `perft`, `legality` | counts of move paths; moves that are legal and moves that are not |
//! | `random_games` | games of all kinds |
//! | `repetition`, `declaration` | ends of games |
//! | `lists` | positions with their moves and mates, from a sample or a directory of data |

mod cases;
mod compare;
mod declaration;
mod legality;
mod lists;
mod perft;
mod random_games;
mod repetition;
mod slow;
mod slow_game;
mod slow_text;
mod turned;
