//! The `yomi` program: the command line of the library with the games that ship.

fn main() -> std::process::ExitCode {
    yomi::main_with(yomi_engine::Registry::standard())
}
