//! What the commands that play on servers share.

mod address;
mod args;
mod files;
mod reporter;

pub use args::SessionArgs;
pub use files::{create_folder, create_new, create_numbered, plain};
pub use reporter::{Reporter, searched, simulations, tell};
