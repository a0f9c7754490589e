//! Somebody else's word on how a game ended.
//!
//! Our own referee applies the rules to the letter. In Go, say, it counts every stone left on the
//! board, while most programs agree to pass with dead stones still standing; whoever scores such a
//! game by the letter robs the better player. A contest can therefore have a judge, usually a
//! program that knows dead stones: every game that ended *by the rules* is told to it from the
//! first move on, and its word is the result. Our referee's result is kept beside it in the record
//! ([`Judgement`](crate::record::Judgement)), and the table counts where the two differ.
//!
//! Games that ended otherwise are not judged: a resignation, a forfeit or a draw by length is what
//! it is.
//!
//! # A judge that fails
//!
//! One that reports an error, panics or gives an impossible result is thrown away, and a new one is
//! asked once more. If that fails too, the game keeps our referee's result, its detail says so, and
//! the table counts it as a game without an answer. Stopping the match instead would protect the
//! experiment no better (the reader of the table decides) and could stop it for good: games of
//! deterministic engines are the same after every resumption. The exception is a judge for whom this
//! machine has no file handles, threads or memory
//! ([`EngineError::OutOfResources`](yomi_core::EngineError)): that ends the match, and the game stays
//! to be played.

use crate::{BoxError, Factory};
use yomi_core::{EngineError, Outcome};
use yomi_run::guarded;

/// What a judge decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The result.
    pub outcome: Outcome,
    /// The same in the judge's own words, for the record.
    pub answer: String,
}

/// Decides a finished game, given all its moves in the game's notation, those of the opening
/// included. It must be a game without chance.
pub type Judge = Box<dyn FnMut(&[String]) -> Result<Verdict, BoxError> + Send>;

/// Why there is no verdict.
pub(crate) enum NoVerdict {
    /// The judge failed.
    Failed(String),
    /// This machine could not serve it, which is no fault of its own.
    OutOfResources(String),
}

impl From<BoxError> for NoVerdict {
    fn from(error: BoxError) -> NoVerdict {
        match error.downcast_ref() {
            Some(EngineError::OutOfResources { .. }) => {
                NoVerdict::OutOfResources(error.to_string())
            }
            _ => NoVerdict::Failed(error.to_string()),
        }
    }
}

/// A worker's instance of the judge.
pub(crate) struct Bench<'a> {
    factory: &'a dyn Factory,
    game: String,
    pub details: String,
    judge: Option<Judge>,
}

impl<'a> Bench<'a> {
    pub fn new(factory: &'a dyn Factory, game: &str, details: &str) -> Bench<'a> {
        Bench {
            factory,
            game: game.to_owned(),
            details: details.to_owned(),
            judge: None,
        }
    }

    /// Has a game judged; if that fails, once more by a new judge. The error is that of the second.
    pub fn decide(&mut self, moves: &[String]) -> Result<Verdict, NoVerdict> {
        match self.try_to_decide(moves) {
            Err(NoVerdict::Failed(_)) => self.try_to_decide(moves),
            decided => decided,
        }
    }

    fn try_to_decide(&mut self, moves: &[String]) -> Result<Verdict, NoVerdict> {
        let judge = &mut self.judge;
        let decided = guarded(|| -> Result<Verdict, BoxError> {
            let judge = match judge {
                Some(judge) => judge,
                None => judge.insert(self.factory.judge(&self.game, &self.details)?),
            };
            sound(judge(moves)?)
        });
        let decided = match decided {
            Ok(answer) => answer.map_err(NoVerdict::from),
            Err(panic) => Err(NoVerdict::Failed(panic)),
        };
        if decided.is_err() {
            self.dismiss();
        }
        decided
    }

    fn dismiss(&mut self) {
        if let Some(judge) = self.judge.take() {
            // A broken judge may panic once more as it is dropped; nobody needs to know.
            let _ = guarded(|| drop(judge));
        }
    }
}

impl Drop for Bench<'_> {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// Refuses payoffs that are no score.
fn sound(verdict: Verdict) -> Result<Verdict, BoxError> {
    let value = verdict.outcome.value().0;
    if (0.0..=1.0).contains(&value) {
        return Ok(verdict);
    }
    Err(format!("its result is {value}, expected a number from 0 to 1").into())
}
