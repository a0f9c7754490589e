//! The table of capabilities: what `docs/features.md` says of it is so.

use yomi_core::params::Spec;
use yomi_engine::Registry;
use yomi_engine::kit::CAPABILITIES;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/features.md");
const BEGIN: &str = "<!-- capabilities: begin -->\n";
const END: &str = "<!-- capabilities: end -->\n";

/// A row a capability: its name, what follows from it, and the games that have it.
fn table() -> String {
    let registry = Registry::standard();
    let names = registry.entries().iter().map(|entry| entry.name.clone());
    let games: Vec<_> = names
        .map(|name| {
            let spec: Spec = name.parse().unwrap();
            let capabilities = registry.game(&spec).unwrap().capabilities();
            (name, capabilities)
        })
        .collect();
    let mut table = "| capability | what follows from it | games |\n|---|---|---|\n".to_owned();
    for capability in CAPABILITIES {
        let having = games
            .iter()
            .filter(|(_, known)| known.contains(&capability.name));
        let having: Vec<&str> = having.map(|(name, _)| name.as_str()).collect();
        assert!(!having.is_empty(), "no game is {}", capability.name);
        let row = [capability.name, capability.doc, &having.join(", ")].join(" | ");
        table += &format!("| {row} |\n");
    }
    table
}

#[test]
fn the_documentation_has_the_table_of_the_registry() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let written = page
        .split_once(BEGIN)
        .and_then(|(_, rest)| rest.split_once(END));
    let (written, _) = written.expect("docs/features.md marks the table of capabilities");
    let table = table();
    assert!(
        written == table,
        "docs/features.md is out of date: replace what stands between the marks by\n\n{table}"
    );
}
