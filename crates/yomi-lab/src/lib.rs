//! The laboratory: papers and experiments as data, run at any scale, resumed after a kill, and
//! reported with intervals and verdicts.
//!
//! A paper is a folder of manifests, one per table or figure ([`manifest`] says what stands in
//! one). Running an item takes these steps, each on its own page:
//!
//! | step | module |
//! |---|---|
//! | find the item | [`library`] |
//! | read its manifest | [`manifest`], [`template`] |
//! | set up every game and engine, derive every seed | [`plan`] |
//! | find the openings of matches in records | `opening_source` |
//! | play the matches (through the arena), ask the decisions, teach the networks | `duel`, `decision`, `training` |
//! | learn evaluations, compare them with simulations | `learning`, `accuracy` |
//! | learn sets of patterns of Go from records, and measure them | `patterns` |
//! | look at positions of records, ask engines there | `positions`, `over_games` |
//! | have the claims of engines judged, ask for their preferences | `calibration`, `preferences` |
//! | go over the games again: points, whose moves | `replay` |
//! | sign the engines, so that results can be told from those of another program | [`signature`] |
//! | compute intervals and judge what was expected | [`measurement`], [`significance`], [`verdict`], [`result`] |
//! | write tables, plots and data | `report` |
//!
//! ```no_run
//! use yomi_lab::{Library, RunOptions, Scale, run};
//! # fn demo(registry: yomi_engine::Registry) -> Result<(), yomi_lab::LabError> {
//! let items = Library::embedded()?.items("toys")?;
//! let summary = run(&items, Scale::Quick, &registry, &RunOptions::new("out"), &())?;
//! println!("{}", summary.html.display());
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod accuracy;
mod calibration;
pub mod check;
mod data;
mod decision;
mod duel;
pub mod error;
mod estimate;
pub mod foretold;
mod learning;
pub mod library;
mod machine;
pub mod manifest;
pub mod measurement;
mod numbered;
pub mod observer;
mod opening_source;
mod over_games;
pub mod patterns;
pub mod plan;
mod positions;
mod preferences;
mod range;
mod replay;
mod report;
pub mod result;
pub mod run;
pub mod scale;
pub mod signature;
pub mod significance;
pub mod template;
mod training;
pub mod verdict;

pub use check::{Checked, CheckedEngine, Standing, check};
pub use error::LabError;
pub use estimate::Estimate;
pub use library::{Item, Library};
pub use manifest::{Manifest, Paper, Relation, Rule};
pub use measurement::Observation;
pub use observer::Observer;
pub use plan::Plan;
pub use range::Range;
pub use result::{ItemResult, JudgedPoint, Judgement, Row};
pub use run::{RunOptions, Summary, run};
pub use scale::{Scale, UnknownScale};
pub use signature::{Role, Signed};
pub use template::{Template, Variables};
pub use verdict::{Verdict, combine, judge};
