//! x
use std::io::Write;
use yomi_engine::Registry;
/// x
#[derive(clap::Args)]
pub struct Args {}
impl Args {
    /// x
    pub fn run(self, _: &Registry, _: &mut dyn Write) -> anyhow::Result<()> { Ok(()) }
}
