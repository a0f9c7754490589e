//! Matches between engines: colour-swapped pairs, varied openings, records that survive a kill,
//! and tables with intervals.
//!
//! The arena knows no game and no search. It talks to [`Engine`](yomi_core::Engine)s and a
//! [`Referee`](yomi_core::Referee) in text, prints nothing, and plays what a [`Contest`] says with what a [`Factory`] makes:
//!
//! - **Pairs are the unit**: two games from one opening, sides swapped ([`schedule`],
//!   [`openings`]).
//! - **Same seed, same games**: every seed derives from the contest's seed, pairing, pair, game
//!   and side; neither the number of workers nor the order in which games finish changes anything.
//! - **Nothing is lost**: every finished game goes to the record at once, and a killed match
//!   resumes to the same table as one left alone (`yomi-run`).
//! - **Failing engines lose**: by an error, a panic, an illegal move or the clock; the match goes
//!   on with a new instance of the engine. What this machine cannot give them (file handles, threads)
//!   is no loss: it ends the match, which can be resumed.
//! - **Time can be counted in processor seconds**, which compare on a busy machine ([`processor`]).
//! - **Games can change hands**: for matches over a stage of the game, which somebody else finishes ([`handover`]).
//! - **Results can be judged**: by somebody who knows more than the letter of the rules ([`judge`]).
//!
//! ```
//! # #[path = "../tests/it/support/digits.rs"] mod digits;
//! # use digits::{Clever, Digits, Random};
//! use std::sync::Arc;
//! use yomi_arena::{Contest, LocalFactory, RunOptions};
//! use yomi_core::Limits;
//!
//! # fn main() -> Result<(), yomi_arena::ArenaError> {
//! let game = Arc::new(Digits::default());
//! let limits = Limits::simulations(1);
//! let mut players = LocalFactory::of(&game);
//! let result = Contest::new("digits")
//!     .participant(players.add_search("clever", &game, limits, || Clever))
//!     .participant(players.add_search("random", &game, limits, || Random))
//!     .pairs(100)
//!     .seed(1)
//!     .run(&players, &RunOptions::new().workers(2))?;
//!
//! println!("{}", result.table.render());
//! assert!(result.table.standings[0].score_interval.low > 0.5);
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

pub mod contest;
pub mod error;
pub mod factory;
pub mod fixture;
mod game;
mod guard;
pub mod handover;
mod header;
pub mod judge;
mod line;
pub mod openings;
pub mod participant;
pub mod processor;
pub mod record;
mod render;
pub mod resume;
pub mod run;
pub mod schedule;
pub mod scoreboard;
pub mod table;

pub use contest::Contest;
pub use error::{ArenaError, BoxError};
pub use factory::{Factory, HostFactory, LocalFactory};
pub use fixture::Fixture;
pub use handover::{HandedOver, Handover, Reached};
pub use judge::{Judge, Verdict};
pub use line::OpeningLine;
pub use openings::Openings;
pub use participant::Participant;
pub use processor::MoveTimes;
pub use record::{GameRecord, Header, Judgement, Reason};
pub use resume::{is_decided, read_record};
pub use run::{Ending, MatchResult, Observer, RunOptions};
pub use schedule::{GameId, Mode, Pairing};
pub use scoreboard::Scoreboard;
pub use table::{Standing, Table, TestStanding};
