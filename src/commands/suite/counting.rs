//! What counting says of positions whose stones have a known status.
//!
//! The referee counts as for `final_status_list` and `final_score` of GTP: dead stones are found by playouts and taken
//! off. That is asked only where the status is known whoever moves first, as `dead` or `seki` says; the score of any other
//! position is that after best play, which no count of the stones as they stand can tell.

use super::load::SuiteQuestion;
use serde::Serialize;
use std::collections::BTreeSet;
use yomi_core::{Outcome, Player, Referee, Seed, Settlement};
use yomi_engine::AnyGame;
use yomi_records::sgf::{Margin, Verdict, result_text};

/// What was counted in one position.
#[derive(Serialize)]
pub struct Count<'a> {
    /// The position.
    pub name: &'a str,
    /// Dead stones, seki and score, as far as they are known.
    pub findings: Vec<Finding>,
}

/// One thing that is known, and what counting says.
#[derive(Serialize)]
pub struct Finding {
    /// `dead`, `seki` or `score`.
    pub what: &'static str,
    /// What counting says.
    pub found: String,
    /// What is known.
    pub known: String,
    /// Whether that is the same.
    pub agrees: bool,
}

impl Count<'_> {
    /// Whether counting is right in all that is known.
    pub fn agrees(&self) -> bool {
        self.findings.iter().all(|finding| finding.agrees)
    }
}

/// Counts every position that names dead stones or seki.
pub fn count<'a>(
    questions: &'a [SuiteQuestion],
    game: &dyn AnyGame,
    seed: Seed,
) -> anyhow::Result<Vec<Count<'a>>> {
    let mut referee = game.referee();
    let named = |question: &&SuiteQuestion| {
        let known = &question.known;
        known.dead.is_some() || known.seki.is_some()
    };
    let questions = questions.iter().filter(named);
    questions
        .map(|question| {
            let seed = seed.child("counting").child(&question.known.name);
            count_one(question, game, referee.as_mut(), seed)
        })
        .collect()
}

fn count_one<'a>(
    question: &'a SuiteQuestion,
    game: &dyn AnyGame,
    referee: &mut dyn Referee,
    seed: Seed,
) -> anyhow::Result<Count<'a>> {
    let known = &question.known;
    referee.new_game(seed);
    let placed = referee.set_position(&known.position);
    placed.map_err(|error| question.error("position", error))?;
    let Some(settled) = referee.settlement() else {
        let key = if known.dead.is_some() { "dead" } else { "seki" };
        let problem = format!("stones of game '{}' are never {key}", game.name());
        return Err(question.error(key, problem));
    };
    let mut findings = Vec::new();
    let chains = [
        ("dead", &settled.dead, &known.dead),
        ("seki", &settled.seki, &known.seki),
    ];
    for (what, found, known) in chains {
        let Some(known) = known else { continue };
        let known = stones(question, what, known, &settled)?;
        let found = found.iter().flatten().map(String::as_str).collect();
        findings.push(Finding {
            what,
            agrees: found == known,
            found: text(&found),
            known: text(&known),
        });
    }
    if let Some(known) = &known.score {
        let known = points(known).map_err(|problem| question.error("score", problem))?;
        let found = verdict(settled.points);
        findings.push(Finding {
            what: "score",
            agrees: found == known,
            found,
            known,
        });
    }
    Ok(Count {
        name: &known.name,
        findings,
    })
}

/// The points that a suite names, each of which has a stone.
fn stones<'a>(
    question: &SuiteQuestion,
    key: &str,
    named: &'a [String],
    settled: &Settlement,
) -> anyhow::Result<BTreeSet<&'a str>> {
    let chains = [&settled.alive, &settled.seki, &settled.dead];
    let on_board: BTreeSet<&String> = chains.into_iter().flatten().flatten().collect();
    if let Some(empty) = named.iter().find(|point| !on_board.contains(point)) {
        let problem = format!("there is no stone at '{empty}': expected points with stones, or -");
        return Err(question.error(key, problem));
    }
    Ok(named.iter().map(String::as_str).collect())
}

fn text(stones: &BTreeSet<&str>) -> String {
    match stones.is_empty() {
        true => "-".to_owned(),
        false => Vec::from_iter(stones.iter().copied()).join(" "),
    }
}

/// A score of a suite in the spelling of [`verdict`]; the error says why it is none.
pub fn points(text: &str) -> Result<String, String> {
    match Verdict::parse(text) {
        Some(known @ (Verdict::Win(_, Margin::Points(_)) | Verdict::Draw)) => Ok(known.to_string()),
        _ => Err(format!(
            "'{text}' is no score: expected one such as B+6, W+2.5 or 0"
        )),
    }
}

/// The score as SGF writes it.
fn verdict(points: [f64; 2]) -> String {
    let outcome = match points[0] - points[1] {
        lead if lead > 0.0 => Outcome::Win(Player::First),
        lead if lead < 0.0 => Outcome::Win(Player::Second),
        _ => Outcome::Draw,
    };
    result_text(outcome, Margin::between(points)).unwrap_or_else(|| outcome.to_string())
}
