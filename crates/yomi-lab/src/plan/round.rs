//! Planning matches: once, or once for each learning of the evaluations they are played with.
//!
//! One learning of an evaluation differs from another with the same settings and another seed, often by
//! more than the settings that are compared make them differ. Games between two learned evaluations, however
//! many, tell about these two alone. Where a scale asks for several `learnings`, round k therefore plays
//! with learning k of every evaluation, from openings of its own, and the scores of the rounds are the
//! observations. The first round has the seed of the cell: it is the match that is played where there is one
//! learning, and more of them add to what is recorded.

use super::naming::{match_record, slug};
use super::place::{NOTHING, Place};
use super::{EngineText, EvaluationTraining, NetworkTraining, Start};
use crate::LabError;
use crate::manifest::{Beginning, Duel, Trail};
use yomi_arena::Openings;
use yomi_core::Seed;
use yomi_engine::AnyGame;
use yomi_stats::sprt::SprtParameters;

/// A match of a cell.
#[derive(Clone, Debug)]
pub struct Round {
    /// Whose score is measured.
    pub engine: EngineText,
    /// Whom it plays.
    pub opponent: EngineText,
    /// The evaluations that are learned first.
    pub evaluations: Vec<EvaluationTraining>,
    /// The sequential test that may end it early.
    pub sprt: Option<SprtParameters>,
    /// What all randomness of the games derives from.
    pub seed: Seed,
    /// The file name of the games.
    pub record: String,
}

impl Place<'_> {
    /// The rounds of a match. `number` is what all seeds derive from, `seed` that of this cell.
    pub(super) fn rounds(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        (number, seed): (u64, Seed),
        (duel, start): (&Duel, &Start),
        training: Option<&NetworkTraining>,
    ) -> Result<Vec<Round>, LabError> {
        let templates = [&duel.engine, &duel.opponent];
        let name = format!("{}-{}", slug(self.label), slug(&self.point.label));
        let mut rounds: Vec<Round> = Vec::new();
        for run in 0..self.extent.learnings {
            let evaluations = self.evaluations(game, game_text, (number, run), templates)?;
            // What plays with no learned evaluation has nothing to repeat.
            if run > 0 && evaluations.is_empty() {
                break;
            }
            let taught = (training, &evaluations[..]);
            let engine = self.engine(game, "engine", &duel.engine, taught)?;
            let opponent = self.engine(game, "opponent", &duel.opponent, taught)?;
            let seed = match run {
                0 => seed,
                _ => seed.child("learning").index(run),
            };
            let players = [&engine, &opponent];
            let length = (self.extent.size, self.extent.sprt);
            rounds.push(Round {
                record: match_record(&name, game_text, players, start, (length, seed)),
                sprt: self.extent.sprt,
                engine,
                opponent,
                evaluations,
                seed,
            });
        }
        Ok(rounds)
    }

    /// The match of a trace, which all curves with the same engines share. `root` is the seed of the
    /// item.
    pub(super) fn traced(
        &self,
        game: &dyn AnyGame,
        game_text: &str,
        root: Seed,
        (trail, openings): (&Trail, &Openings),
    ) -> Result<Round, LabError> {
        let engine = self.engine(game, "engine", &trail.engine, NOTHING)?;
        let opponent = self.engine(game, "opponent", &trail.opponent, NOTHING)?;
        let seed = root
            .child("match")
            .child(game_text)
            .child(&engine.full)
            .child(&opponent.full);
        let name = format!("{}-against-{}", slug(&engine.short), slug(&opponent.short));
        let players = [&engine, &opponent];
        let length = (self.extent.size, None);
        let start = Start {
            beginning: Beginning::Openings(openings.clone()),
            stage: None,
        };
        Ok(Round {
            record: match_record(&name, game_text, players, &start, (length, seed)),
            sprt: None,
            engine,
            opponent,
            evaluations: Vec::new(),
            seed,
        })
    }
}
