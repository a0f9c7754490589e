//! What a client thinks of a move, for those who watch.
//!
//! A server that says `protocol genmove_analyze` takes one JSON object in one line after a move:
//!
//! | field | what it holds |
//! |---|---|
//! | `winrate` | from 0 to 1, for the side that moves |
//! | `visits` | simulations |
//! | `moves` | the moves with a real share of the visits, best first: `move`, `visits`, `winrate`, `prior`, and `pv`, the line after the move |
//! | `ownership` | a letter for each point, row by row from the top left |
//!
//! A letter stands for a number from -1, the opponent's, to 1, the mover's: the 63 steps are `A`
//! to `Z`, `a` to `z`, `0` to `9` and `+`. The field `score`, points ahead, is left out: our
//! searches count wins.

use serde::Serialize;
use yomi_core::Player;
use yomi_core::engine::TextReport;

/// The word by which both sides say that they know analyses.
pub const CAPABILITY: &str = "genmove_analyze";

/// The most moves that are told: viewers show a few, and lines should stay short.
const MOST_MOVES: usize = 10;

#[derive(Serialize)]
struct Analysis<'a> {
    winrate: f64,
    visits: u64,
    moves: Vec<Candidate<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<String>,
}

#[derive(Serialize)]
struct Candidate<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    visits: u64,
    winrate: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<f64>,
    pv: String,
}

/// An analysis in one line. `ownership` is whose the points are, 1 being Black's, as
/// [`Referee::ownership`](yomi_core::Referee::ownership) tells it.
pub fn to_json(report: &TextReport, mover: Player, ownership: Option<&[f64]>) -> String {
    let best = report.moves.iter();
    let best = best.filter(|tried| tried.text == report.best && tried.visits > 0);
    let others = report.known_moves();
    let candidates = best.chain(others.filter(|tried| tried.text != report.best));
    let moves = candidates.take(MOST_MOVES).map(|tried| Candidate {
        text: &tried.text,
        visits: tried.visits,
        winrate: rounded(tried.value.map_or(report.value.0, |value| value.0)),
        prior: tried.prior.map(rounded),
        pv: match report.line.split_first() {
            Some((first, rest)) if *first == tried.text => rest.join(" "),
            _ => String::new(),
        },
    });
    let analysis = Analysis {
        winrate: rounded(report.value.0),
        visits: report.simulations,
        moves: moves.collect(),
        ownership: ownership.map(|points| encoded(points, mover)),
    };
    // Numbers and texts can always be written.
    serde_json::to_string(&analysis).unwrap_or_default()
}

/// To four digits, which is more than a search knows.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn encoded(points: &[f64], mover: Player) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letter = |owner: &f64| {
        let owner = match mover {
            Player::First => *owner,
            Player::Second => -owner,
        };
        let step = (owner.clamp(-1.0, 1.0) + 1.0) * 31.0;
        char::from(LETTERS[step.round() as usize])
    };
    points.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    use yomi_core::MoverValue;
    use yomi_core::engine::TextMove;

    fn tried(text: &str, visits: u64, prior: Option<f64>) -> TextMove {
        TextMove {
            text: text.to_owned(),
            visits,
            value: (visits > 5).then_some(MoverValue(0.25)),
            prior,
            proven: None,
            line: Vec::new(),
        }
    }

    fn report() -> TextReport {
        TextReport {
            value: MoverValue(0.123_456),
            moves: vec![
                tried("C3", 5, None),
                tried("D4", 4, None),
                tried("E5", 90, Some(0.5)),
                tried("A1", 0, None),
            ],
            line: ["E5", "C3", "pass"].map(str::to_owned).to_vec(),
            simulations: 94,
            ..TextReport::of_move("E5")
        }
    }

    #[test]
    fn one_line_of_json_from_the_movers_point_of_view() {
        let owners = [1.0, -1.0, 0.0, f64::NAN];
        let line = to_json(&report(), Player::Second, Some(&owners));
        assert!(!line.contains('\n'));
        let told: Value = serde_json::from_str(&line).unwrap();
        let expected = json!({
            "winrate": 0.1235,
            "visits": 94,
            "moves": [
                {"move": "E5", "visits": 90, "winrate": 0.25, "prior": 0.5, "pv": "C3 pass"},
                {"move": "C3", "visits": 5, "winrate": 0.1235, "pv": ""},
            ],
            "ownership": "A+fA",
        });
        assert_eq!(told, expected);
        assert!(!to_json(&report(), Player::First, None).contains("ownership"));
    }
}
