//! Who decides the games of a match: a program of others, written `gtp:COMMAND` like those that
//! play.

use super::contestant::{GTP, Terms, trial_error};
use yomi_arena::{Contest, Judge, Verdict};
use yomi_protocol::gtp::client::GtpJudge;
use yomi_protocol::program::{CommandLine, CommandLineError};

/// What messages call the program.
const NAME: &str = "judge";

/// Reads `gtp:COMMAND`.
pub fn parse_judge(text: &str) -> Result<CommandLine, String> {
    let command = text.trim_start().strip_prefix(GTP);
    let command = command.ok_or_else(|| format!("expected {GTP}COMMAND"))?;
    command
        .parse()
        .map_err(|error: CommandLineError| error.to_string())
}

/// The contest with this judge, which is tried once now, so that one that cannot judge is told
/// before anything is played.
pub fn with_judge(
    contest: Contest,
    command: &CommandLine,
    terms: &Terms,
) -> anyhow::Result<Contest> {
    terms.refuse_chance("a program cannot judge", "GTP")?;
    let mut trial = GtpJudge::new(terms.gtp(NAME, command));
    let introduction = trial.introduce().map_err(trial_error)?;
    drop(trial);
    let details = terms.details(&format!("{GTP}{command}"), &introduction);
    let (command, terms) = (command.clone(), terms.clone());
    Ok(contest.judge(&details, move || {
        let mut program = GtpJudge::new(terms.gtp(NAME, &command));
        let judge: Judge = Box::new(move |moves| {
            let (outcome, answer) = program.decide(moves)?;
            Ok(Verdict { outcome, answer })
        });
        Ok(judge)
    }))
}
