//! The names of records.

use super::{EngineText, PlayedStage, Start, Task};
use crate::manifest::Beginning;
use serde_json::{Value, json};
use yomi_core::Seed;
use yomi_stats::sprt::SprtParameters;

/// `<series>-<point>-<hash>.jsonl`, or that of the (first) [match](match_record), or the [report of a
/// training](training_record).
pub fn record((label, point): (&str, &str), game: &str, task: &Task, seed: Seed) -> String {
    let identity = match task {
        // The right moves judge the answers but do not change them, and more runs extend a
        // record: neither is part of its identity.
        Task::Decision { engine, moves, .. } => json!({
            "game": game, "engine": engine.full, "moves": moves, "seed": seed, "program": PROGRAM,
        }),
        Task::Preferences(task) => {
            let identity = json!({
                "game": game, "engine": task.engine.full, "position": task.position,
                "moves": task.moves, "seed": seed, "program": PROGRAM,
            });
            return format!("{}-{}.json", slug(label), hash(&identity));
        }
        Task::Calibration(task) => json!({
            "game": game, "engine": task.engine.full, "judge": task.judge.full,
            "games": task.games.file, "seed": seed, "program": PROGRAM,
        }),
        Task::Accuracy {
            training,
            simulations,
            moves,
        } => json!({
            "weights": training.record, "simulations": simulations, "moves": moves, "seed": seed,
        }),
        Task::Match { rounds, .. } => return rounds[0].record.clone(),
        Task::Trace { round, .. } => return round.record.clone(),
        Task::Learning { runs, .. } => return runs[0].record.clone(),
        // Nothing but the set itself is on file; what is measured is told apart by series.
        Task::Foretelling(training) | Task::Sizes { training, .. } => {
            return format!("{} of {}", slug(label), training.record);
        }
        // Answers and numbers of positions are on file by what they tell, for all items.
        Task::Positions(_) => return format!("{}-{}", slug(label), slug(point)),
        Task::Training(training) => return training.record.clone(),
    };
    let name = match task {
        Task::Accuracy { .. } => format!("accuracy-{}", slug(label)),
        _ => format!("{}-{}", slug(label), slug(point)),
    };
    format!("{name}-{}.jsonl", hash(&identity))
}

/// `<name>-<hash>.jsonl`: the games of a match.
pub fn match_record(
    name: &str,
    game: &str,
    [engine, opponent]: [&EngineText; 2],
    start: &Start,
    ((pairs, sprt), seed): ((u64, Option<SprtParameters>), Seed),
) -> String {
    let mut identity = json!({
        "game": game, "engine": engine.full, "opponent": opponent.full,
        "openings": match &start.beginning {
            Beginning::Openings(openings) => json!(openings),
            // What they hold is in the record, which is resumed with the same data only.
            Beginning::Records(name) => json!({ "records": name }),
        },
        "pairs": pairs, "seed": seed, "program": PROGRAM,
    });
    if let Some(PlayedStage { number, from, to }) = &start.stage {
        let to = to.as_ref().map(|(at, finisher)| (at, &finisher.full));
        identity["stage"] = json!({ "number": number, "from": from, "to": to });
    }
    // Records of matches that no test ends keep the names they had before there were any.
    if sprt.is_some() {
        identity["sprt"] = json!(sprt);
    }
    format!("{name}-{}.jsonl", hash(&identity))
}

/// `<network>-<hash>.json`. The name of the games says which ones they are.
pub fn training_record(network: &EngineText, games: &str, seed: Seed) -> String {
    let identity = json!({
        "games": games, "network": network.full, "seed": seed, "program": PROGRAM,
    });
    format!("{}-{}.json", slug(&network.short), hash(&identity))
}

/// Another version may play otherwise: it begins anew.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A name in short for everything that decides the contents of a record.
pub fn hash(identity: &Value) -> String {
    let number = Seed::new(0).child(&identity.to_string()).number();
    format!("{number:016x}")
}

/// A part of a file name: nothing but letters, digits and single dashes.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= 40 {
            break;
        }
    }
    let slug = slug.trim_matches('-');
    if slug.is_empty() {
        "x".to_owned()
    } else {
        slug.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_hold_nothing_a_file_system_minds() {
        assert_eq!(slug("UCT, c = 1.4 / flat"), "uct-c-1-4-flat");
        assert_eq!(slug("../../etc"), "etc");
        assert_eq!(slug("日本"), "x");
        assert!(slug(&"long ".repeat(50)).len() <= 40);
    }
}
