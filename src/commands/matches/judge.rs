//! Who decides the games of a match: a program of others, written `gtp:COMMAND` like those that
//! play.

use super::contestant::GTP;
use super::programs::{Terms, refuse_chance, trial_error};
use yomi_arena::{Judge, Verdict};
use yomi_engine::AnyGame;
use yomi_protocol::gtp::client::{GtpEngine, GtpJudge};
use yomi_protocol::program::{CommandLine, CommandLineError};

/// What messages call the program.
pub const NAME: &str = "judge";

/// Reads `gtp:COMMAND`.
pub fn parse_judge(text: &str) -> Result<CommandLine, String> {
    let command = text.trim_start().strip_prefix(GTP);
    let command = command.ok_or_else(|| format!("expected {GTP}COMMAND"))?;
    command
        .parse()
        .map_err(|error: CommandLineError| error.to_string())
}

/// What a judge is, for the record. It is tried once now, so that one that cannot judge is told
/// before anything is played.
pub fn judge_details(
    command: &CommandLine,
    game: &dyn AnyGame,
    terms: &Terms,
) -> anyhow::Result<String> {
    refuse_chance(game, "a program cannot judge", "GTP")?;
    let mut trial = GtpJudge::new(terms.gtp(NAME, command, game.referee()));
    let introduction = trial.introduce().map_err(trial_error)?;
    Ok(terms.details(&format!("{GTP}{command}"), &introduction))
}

/// A program as a judge.
pub fn judge(program: GtpEngine) -> Judge {
    let mut program = GtpJudge::new(program);
    Box::new(move |moves| {
        let (outcome, answer) = program.decide(moves)?;
        Ok(Verdict { outcome, answer })
    })
}
