//! Shogi as registered.

mod balancing;
mod bench;
mod mate;
mod paper_uct;
mod remarks;

use mate::{MateParams, MateSearch};
use std::path::Path;
use std::sync::Arc;
use yomi_core::Limits;
use yomi_core::params::{Kind, Param, ParamError, Parameters, Settings};
use yomi_shogi::evaluation::Evaluation;
use yomi_shogi::mate::Mates;
use yomi_shogi::transition::Transitions;
use yomi_shogi::{Mating, Position, Quiet, Rules, Shogi, StaticEvaluation};

use crate::kit::{Offered, check_memory, read_file};
use crate::{GameEntry, Kit};

/// Shogi.
pub fn shogi() -> GameEntry {
    let summary = "Japanese chess: captured pieces come back on the side of their captor";
    let mut table = Rules::table();
    table.push(evaluation_file());
    GameEntry::new("shogi", summary, table, |settings| {
        let evaluation = take_evaluation(settings)?;
        let rules = Rules::take(settings)?;
        Ok(Arc::new(kit(Shogi::evaluated_by(rules, evaluation))))
    })
    .with_file(EVALUATION)
}

const EVALUATION: &str = "evaluation";

/// The setting for a file of weights.
fn evaluation_file() -> Param {
    Param {
        name: EVALUATION.to_owned(),
        kind: Kind::Text,
        optional: false,
        default: SHIPPED.to_owned(),
        doc: "File of weights of the static evaluation (`yomi train shogi evaluation`).".to_owned(),
        only_with: None,
        former: None,
        unrecorded: None,
    }
}

/// The value of the setting that means the weights that ship.
const SHIPPED: &str = "shipped";

fn take_evaluation(settings: &mut Settings) -> Result<Arc<Evaluation>, ParamError> {
    let given = settings.0.iter().position(|(name, _)| name == EVALUATION);
    let Some((_, path)) = given.map(|place| settings.0.remove(place)) else {
        return Ok(Evaluation::shipped());
    };
    if path == SHIPPED {
        return Ok(Evaluation::shipped());
    }
    let wrong = |why: String| ParamError::BadValue {
        name: EVALUATION.to_owned(),
        value: path.clone(),
        expected: format!("a file of weights: {why}"),
    };
    let bytes = read_file(Path::new(&path)).map_err(|error| wrong(error.to_string()))?;
    let evaluation = Evaluation::read(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(Arc::new(evaluation))
}

fn kit(game: Shogi) -> Kit<Shogi> {
    balancing::register(Kit::discrete("shogi", game))
        .playout_bench(bench::playout)
        .bench_searches_by(50)
        .deterministic()
        .keyed()
        .indexed()
        .walkable()
        .setup()
        .measured()
        .interactive()
        .paths(yomi_shogi::divide)
        .fingerprint(fingerprint)
        .evaluator(
            "network",
            "a small network over the places of all pieces, learned from records",
            StaticEvaluation,
        )
        .evaluator_with(Offered::<Quiet>::with_params(
            "quiet",
            "the network once captures are over",
        ))
        .prover(Offered::<Mates>::with_params(
            "mates",
            "mates by checks within a few plies",
        ))
        .prior(
            "transitions",
            "how probable moves are, learned from records",
            Transitions::shipped().clone(),
        )
        .remarks(remarks::remarks)
        .playouts(Offered::new(
            "mating",
            "a mate in one where there is one, else any legal move",
            Mating,
        ))
        .own_engine(
            "mate",
            "plays a mate by checks where it finds one (df-pn), and any legal move elsewhere",
            MateParams::table(),
            Limits::nodes(mate::NODES),
            |settings| {
                let params = MateParams::take(settings)?;
                check_memory(params.memory)?;
                Ok(Box::new(MateSearch::new(params)))
            },
        )
        .own_engine(
            "paper-uct",
            "the UCT of the paper mcts-shogi: short playouts among the most probable moves, rewarded against the root \
             (1,000 simulations a move unless limited otherwise)",
            paper_uct::table(),
            Limits::simulations(paper_uct::SIMULATIONS),
            paper_uct::make,
        )
        .preset(
            "mcts",
            "tree search by the network once captures are over and by how probable moves are, which proves mates and falls into no trap that a \
             mate search of seven plies sees, 10,000 simulations a move unless limited otherwise",
            MCTS,
        )
        .preset(
            "best",
            "the strongest of these, 200,000 nodes a move unless limited otherwise",
            "classical:memory=128",
        )
        .bench(bench::paths)
        .bench(bench::playout5)
        .bench(bench::mates::<1>)
        .bench(bench::mates::<3>)
        .bench(bench::mates::<5>)
        .bench(bench::mates::<7>)
        .bench(bench::mcts)
        .bench(paper_uct::uniform)
        .bench(paper_uct::transition)
        .bench(paper_uct::balancing)
}

/// Tree search that proves what is near. What each part of it is worth: docs/results/shogi.md.
const MCTS: &str = "uct:evaluator=quiet,playout_plies=0,prior=transitions,prover=mates,selection=puct,exploration=0.5";

/// The position without the number of its move, which says nothing about what can happen.
fn fingerprint(_game: &Shogi, position: &Position) -> String {
    let sfen = position.board().to_sfen();
    sfen.rsplit_once(' ')
        .map_or(String::new(), |(rest, _)| rest.to_owned())
}
