//! What the tests of clients of game servers share: a socket in the hands of a test, conversations
//! as data, and the ground floor of a server.

pub mod hall;
pub mod link;
pub mod notes;
pub mod peer;
pub mod puppet;
pub mod script;
pub mod table;
pub mod thinker;

use proptest::test_runner::{Config as ProptestConfig, RngSeed};
use std::time::Duration;
use yomi_core::params::Spec;
use yomi_core::{Seed, Stop};
use yomi_online::common::{Options, Password};

/// Far more than anything here takes: only a test that would hang ever waits so long.
pub const LONG: Duration = Duration::from_secs(60);

/// The password of everybody here.
pub const PASSWORD: &str = "hush-hush-42";

/// The options of a client that has plenty of time.
pub fn options(name: &str) -> Options {
    Options {
        name: name.to_owned(),
        password: Password::new(PASSWORD).expect("a password"),
        engine: Spec::named("puppet"),
        seed: Seed::new(7),
        games: None,
        resign: None,
        margin: Duration::from_secs(1),
        patience: LONG,
        idle: LONG,
        pauses: [Duration::from_millis(1), Duration::from_millis(4)],
    }
}

/// So many random cases, in every run the same.
pub fn fuzzed(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// Raises a flag when it goes out of scope, be it by a panic.
pub struct RaiseAtEnd(pub Stop);

impl Drop for RaiseAtEnd {
    fn drop(&mut self) {
        self.0.raise();
    }
}
