//! Where the games of matches begin, and which part of them is played, in words.

use crate::manifest::{Beginning, Duel, Stage};
use yomi_arena::Openings;

/// Of all curves; said once where they agree.
pub fn starts(series: &[Duel]) -> String {
    let each: Vec<String> = series.iter().map(start).collect();
    match &each[..] {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first.clone(),
        _ => {
            let labelled = series.iter().zip(&each);
            let labelled = labelled.map(|(one, words)| format!("'{}' {words}", one.label));
            labelled.collect::<Vec<_>>().join("; ")
        }
    }
}

fn start(duel: &Duel) -> String {
    let mut words = match &duel.beginning {
        Beginning::Openings(openings) => beginning(openings),
        Beginning::Records(name) => format!("from games of '{name}' in the folder of data"),
    };
    if let Some(Stage { number, from, to }) = &duel.stage {
        if let Some(from) = from {
            words += &format!(", cut where {number} is first {from} or more");
        }
        if let Some((at, finisher)) = to {
            let finisher = finisher.text();
            words += &format!("; {finisher} plays both sides where {number} is {at} or more");
        }
    }
    words
}

/// In words, where games begin.
pub fn beginning(openings: &Openings) -> String {
    match openings {
        Openings::Random { plies: 0 } => "from the start of the game".to_owned(),
        Openings::Random { plies: 1 } => "from openings of one random ply".to_owned(),
        Openings::Random { plies } => format!("from openings of {plies} random plies"),
        Openings::Largest { plies } => {
            format!("from openings of {plies} random plies among the largest moves")
        }
        Openings::Listed(list) => {
            let lines: Vec<String> = list.iter().map(ToString::to_string).collect();
            format!("from these openings in turn: {}", lines.join("; "))
        }
    }
}
