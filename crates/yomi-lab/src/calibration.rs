//! Whether an engine gets what it claims: the value that it gives to its move against what comes of that move.
//!
//! Positions are those of self-play games, one of each game, at a random move; every engine is asked about the
//! same ones. What comes of a move is the value that another engine, the judge, gives to the position when it may consider
//! that move alone: a judge that plays the move out many times tells the mean of what comes of it. The greatest of many
//! noisy means is too high on the average, so an engine that takes the move of the greatest claims too much, the
//! more so the fewer simulations it has.

use crate::LabError;
use crate::measurement::Observation;
use crate::numbered::{Numbered, Numbers};
use crate::plan::{Calibrated, Cell};
use serde::{Deserialize, Serialize};
use yomi_core::engine::Question;
use yomi_core::{Engine, EngineError, Referee, Seed, Stop};
use yomi_engine::Registry;
use yomi_learn::games::{LabelledGame, SelfPlayHeader};
use yomi_run::{Job, Players};

/// The version of the record's format written and read here.
const VERSION: u64 = 1;

/// The first line of a record: who is asked, who judges, and the games that the positions are of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    yomi_calibration: u64,
    /// Who is asked, written out.
    engine: String,
    /// Who judges, written out.
    judge: String,
    /// The game, written out, and how its games are played.
    games: SelfPlayHeader,
    /// What all other randomness derives from.
    seed: Seed,
}

impl yomi_run::Header for Header {
    const FORMAT: &'static str = "yomi_calibration";
    const VERSION: u64 = VERSION;
    const KIND: &'static str = "record of claims";
    const RESULT: &'static str = "claim";
    const RUN: &'static str = "run";
}

/// One position about which an engine makes a claim, which is judged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename = "claim judged")]
pub(crate) struct ClaimJudged {
    /// The game, written out.
    game: String,
    /// Who is asked, written out.
    engine: String,
    /// Who judges, written out.
    judge: String,
    /// The moves that lead to the position.
    moves: Vec<String>,
    /// What chance on the way there derives from.
    chance: Seed,
    /// What all other randomness of all positions derives from.
    seed: Seed,
    /// Which position, counted from zero.
    number: u64,
}

/// What was claimed, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claim {
    /// Which position, counted from zero.
    number: u64,
    /// How many moves lead to it.
    moves: u64,
    /// The move.
    best: String,
    /// Its value as claimed, for the side to move.
    claimed: f64,
    /// Its value as judged, for the side to move.
    realised: f64,
}

impl Numbered for Claim {
    const COUNTED: &'static str = "position";

    fn number(&self) -> u64 {
        self.number
    }
}

impl Job for ClaimJudged {
    type Output = Claim;
}

impl ClaimJudged {
    /// Asks one engine about the position: of all moves, or of these only.
    fn ask(
        &self,
        referee: &mut dyn Referee,
        engine: &mut dyn Engine,
        (who, only): (&str, Vec<String>),
        stop: &Stop,
    ) -> Result<(String, f64), EngineError> {
        referee.new_game(self.chance);
        engine.new_game(self.seed.child(who).index(self.number))?;
        for text in &self.moves {
            let (spelled, chance) = referee.play(text)?;
            engine.play(&spelled, chance)?;
        }
        let question = Question {
            only,
            ..Question::to_move(None, stop)
        };
        let report = engine.think(&question, &mut |_| ())?;
        Ok((report.best, report.value.0))
    }
}

/// A calibration to be measured.
pub(crate) struct Calibration<'a> {
    pub registry: &'a Registry,
    pub cell: &'a Cell,
    pub task: &'a Calibrated,
    /// The self-play games that the positions are of.
    pub games: &'a [LabelledGame],
}

impl Calibration<'_> {
    /// Asks about every position that is not in the record yet.
    pub fn run(&self, numbers: &Numbers<'_>) -> Result<Observation, LabError> {
        let header = Header {
            yomi_calibration: VERSION,
            engine: self.task.engine.full.clone(),
            judge: self.task.judge.full.clone(),
            games: self.task.recipe(&self.cell.game_text),
            seed: self.cell.seed,
        };
        let claims = numbers.run(
            &header,
            |number| self.job(&header, number),
            || {
                let mut players = [(); 2].map(|()| Players::new(self.registry));
                Ok(move |job: &ClaimJudged| {
                    let judged = self.judge(&mut players, job, numbers.stop);
                    judged.map_err(|error| numbers.broken(error))
                })
            },
        )?;
        let of = |value: fn(&Claim) -> f64| claims.values().map(value).collect();
        Ok(Observation::Calibration {
            claimed: of(|claim| claim.claimed),
            realised: of(|claim| claim.realised),
        })
    }

    /// The position of one game: after a number of moves that is drawn for this game.
    fn job(&self, header: &Header, number: u64) -> ClaimJudged {
        let game = &self.games[number as usize];
        let played = header.games.job(game.number);
        let mut rng = played.game_seed().child("position").rng();
        let length = rng.below(game.moves.len().max(1) as u32);
        ClaimJudged {
            game: header.games.game.clone(),
            engine: header.engine.clone(),
            judge: header.judge.clone(),
            moves: game.moves[..length as usize].to_vec(),
            chance: played.referee_seed(),
            seed: header.seed,
            number,
        }
    }

    /// `None` if it was stopped: a search that was cut short claims something else.
    fn judge(
        &self,
        [asked, judges]: &mut [Players<'_>; 2],
        job: &ClaimJudged,
        stop: &Stop,
    ) -> Result<Option<Claim>, String> {
        let (referee, engine) = asked.get(&job.game, &job.engine)?;
        let asked = job.ask(referee, engine, ("engine", Vec::new()), stop);
        let (best, claimed) = asked.map_err(|error| error.to_string())?;
        let (referee, engine) = judges.get(&job.game, &job.judge)?;
        let judged = job.ask(referee, engine, ("judge", vec![best.clone()]), stop);
        let (_, realised) = judged.map_err(|error| error.to_string())?;
        let claim = Claim {
            number: job.number,
            moves: job.moves.len() as u64,
            best,
            claimed,
            realised,
        };
        Ok((!stop.is_raised()).then_some(claim))
    }
}
