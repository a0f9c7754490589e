//! Commands that count.

use super::super::table::{Command, has_stones, row};
use super::super::{Answer, Server};

/// The score.
pub const ROWS: &[Command] = &[
    row(
        "final_score",
        0..=0,
        "",
        "tell the score, such as B+3",
        final_score,
    ),
    row(
        "final_status_list",
        1..=1,
        "alive|seki|dead",
        "list the stones of which this is true, a chain a line",
        final_status_list,
    )
    .only(has_stones),
];

fn final_score(server: &mut Server<'_>, _: &[String]) -> Answer {
    server.game.final_score(server.session.referee())
}

fn final_status_list(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let unknown = || "nobody knows what becomes of stones in this game".to_owned();
    let settlement = server.session.referee().settlement();
    let settlement = settlement.ok_or_else(unknown)?;
    let chains = match arguments[0].as_str() {
        "alive" => settlement.alive,
        "seki" => settlement.seki,
        "dead" => settlement.dead,
        other => {
            return Err(format!(
                "syntax error: '{other}' is not alive, seki or dead"
            ));
        }
    };
    let lines: Vec<String> = chains.iter().map(|chain| chain.join(" ")).collect();
    Ok(lines.join("\n"))
}
