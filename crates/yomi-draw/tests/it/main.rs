//! Pictures of curling.

mod pictures;
mod throws;
