//! What the commands that play on servers share.

mod address;
mod args;
mod files;
mod voice;

pub use address::Address;
pub use args::SessionArgs;
pub use files::{create_folder, create_new, plain};
pub use voice::Voice;
