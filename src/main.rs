//! The `yomi` program: the command line of the library with the games that ship.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(feature) = missing_feature() {
        eprintln!(
            "error: this program was built for processors with {feature}, which this one lacks: \
             delete .cargo/config.toml in its source and build it here"
        );
        return ExitCode::FAILURE;
    }
    yomi::main_with(yomi_engine::Registry::standard())
}

/// What the program was built to use and the processor does not have.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
fn missing_feature() -> Option<&'static str> {
    // Asked of the processor, not of the compiler, which takes its own word for it.
    #[allow(unused_unsafe)] // Safe since Rust 1.93.
    let leaf = unsafe { std::arch::x86_64::__cpuid_count(7, 0) }.ebx;
    [(5, "AVX2"), (8, "BMI2")]
        .into_iter()
        .find_map(|(bit, name)| (leaf >> bit & 1 == 0).then_some(name))
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
fn missing_feature() -> Option<&'static str> {
    None
}
