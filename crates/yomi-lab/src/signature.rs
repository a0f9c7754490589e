//! Which engines a result rests on, by their signatures.
//!
//! [`yomi_engine::signature`] turns what an engine answers into a number. A record is signed when its
//! first game, search or training begins: the file `engines.json` beside the folder of records holds,
//! for each of them, the engines that made it. If a later program goes on with a record, its signature is
//! added where it is another one, so that results of two programs cannot pass for those of one; what
//! was on file before there were signatures is `unknown`.

use crate::LabError;
use crate::plan::{Cell, EngineText, EvaluationTraining, Plan, Task, is_shared, located};
use crate::report::write_whole;
use crate::run::finished;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use yomi_core::params::Spec;
use yomi_engine::{AnyGame, signature};

/// In place of the signature of an engine that was not signed when it played.
pub const UNKNOWN: &str = "unknown";

/// What was signed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A player.
    Engine,
    /// A learner.
    Network,
    /// The learner of an evaluation.
    Evaluation,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Engine => "engine",
            Role::Network => "network",
            Role::Evaluation => "evaluation",
        })
    }
}

/// An engine or a network with its signatures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Signed {
    /// What it is.
    pub role: Role,
    /// The game with all its settings.
    pub game: String,
    /// The engine or network with all its settings.
    pub text: String,
    /// The signatures it had while the results were made, in this order: one, unless the program
    /// was changed in between; none if it does not answer alike twice.
    pub signatures: Vec<String>,
}

impl Signed {
    fn same_as(&self, other: &Signed) -> bool {
        (self.role, &self.game, &self.text) == (other.role, &other.game, &other.text)
    }

    /// Takes signatures over that are not there yet.
    fn add(&mut self, signatures: &[String]) {
        for signature in signatures {
            if !self.signatures.contains(signature) {
                self.signatures.push(signature.clone());
            }
        }
    }
}

/// The signature that an engine or a network has today; an error says why it has none.
pub fn today(role: Role, game: &dyn AnyGame, spec: &Spec) -> Result<String, String> {
    match role {
        Role::Engine => signature::of_engine(game, spec),
        Role::Network => signature::of_network(game, spec),
        Role::Evaluation => signature::of_evaluation(game, spec),
    }
}

/// The signatures of what the items of a paper share.
const SHARED_LEDGER: &str = "evaluations/engines.json";

/// The engines behind each record, by the name of the record.
type Ledger = BTreeMap<String, Vec<Signed>>;

/// Signs the records of a plan that are begun or gone on with now, and returns the signatures of
/// everything that the plan rests on.
pub(crate) fn keep(plan: &Plan, records: &Path) -> Result<Vec<Signed>, LabError> {
    let path = records.with_file_name("engines.json");
    let mut ledger = read(&path)?;
    // What the items of a paper share is signed where it is.
    let shared_path = located(records, SHARED_LEDGER);
    let mut shared = read(&shared_path)?;
    let mut known: Vec<Signed> = Vec::new();
    let mut all: Vec<Signed> = Vec::new();
    for cell in &plan.cells {
        for (file, units) in cell.files() {
            let done = finished(plan, &located(records, file), units);
            let ledger = match is_shared(file) {
                true => &mut shared,
                false => &mut ledger,
            };
            let before = ledger.remove(file).unwrap_or_default();
            let state = (done > 0, done < units);
            let signed: Vec<Signed> = makers(cell, file)
                .into_iter()
                .map(|maker| maker.gone_on(cell, &before, state, &mut known))
                .collect();
            signed.iter().for_each(|signed| add_to(&mut all, signed));
            ledger.insert(file.to_owned(), signed);
        }
    }
    write(&path, &ledger)?;
    if !shared.is_empty() {
        write(&shared_path, &shared)?;
    }
    Ok(all)
}

/// Signs one engine that makes a record of its own in a folder that items share. `state` says whether some of the record is
/// on file, and whether more is made now.
pub(crate) fn keep_one(
    cell: &Cell,
    engine: &EngineText,
    record: &Path,
    state: (bool, bool),
) -> Result<Signed, LabError> {
    let path = record.with_file_name("engines.json");
    let mut ledger = read(&path)?;
    let file = record.file_name().unwrap_or_default().to_string_lossy();
    let before = ledger.remove(&*file).unwrap_or_default();
    let maker = Maker::new(cell, Role::Engine, &engine.spec, engine.full.clone());
    let signed = maker.gone_on(cell, &before, state, &mut Vec::new());
    ledger.insert(file.into_owned(), vec![signed.clone()]);
    write(&path, &ledger)?;
    Ok(signed)
}

/// Adds an engine to a list, or its signatures where it is there.
pub(crate) fn add_to(all: &mut Vec<Signed>, signed: &Signed) {
    match all.iter_mut().find(|other| other.same_as(signed)) {
        Some(other) => other.add(&signed.signatures),
        None => all.push(signed.clone()),
    }
}

fn write(path: &Path, ledger: &Ledger) -> Result<(), LabError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(LabError::io("create", folder))?;
    }
    // Text keys only and no type that can refuse: the two ways in which this could fail.
    let mut text =
        serde_json::to_string_pretty(ledger).expect("plain data is always writable as JSON");
    text.push('\n');
    write_whole(path, text.as_bytes())
}

fn read(path: &Path) -> Result<Ledger, LabError> {
    if !path.exists() {
        return Ok(Ledger::new());
    }
    let text = fs::read(path).map_err(LabError::io("read", path))?;
    serde_json::from_slice(&text).map_err(|error| LabError::Record {
        path: path.to_owned(),
        line: error.line(),
        problem: format!("these are no signatures of engines: {error}"),
    })
}

/// Something that makes a record, not yet signed.
struct Maker {
    spec: Spec,
    unsigned: Signed,
}

impl Maker {
    fn new(cell: &Cell, role: Role, spec: &Spec, text: String) -> Maker {
        Maker {
            spec: spec.clone(),
            unsigned: Signed {
                role,
                game: cell.game_text.clone(),
                text,
                signatures: Vec::new(),
            },
        }
    }

    /// With the signatures it had while what is on file was made, and that of today if more is made now.
    fn gone_on(
        &self,
        cell: &Cell,
        before: &[Signed],
        (is_begun, goes_on): (bool, bool),
        known: &mut Vec<Signed>,
    ) -> Signed {
        let past = before.iter().find(|signed| signed.same_as(&self.unsigned));
        let mut signed = self.unsigned.clone();
        match past {
            Some(past) if is_begun => signed.add(&past.signatures),
            None if is_begun => signed.add(&[UNKNOWN.to_owned()]),
            _ => {}
        }
        if goes_on {
            signed.add(&self.sign(cell, known));
        }
        signed
    }

    /// Its signature of today, which is computed once.
    fn sign(&self, cell: &Cell, known: &mut Vec<Signed>) -> Vec<String> {
        let earlier = known.iter().find(|signed| signed.same_as(&self.unsigned));
        if let Some(signed) = earlier {
            return signed.signatures.clone();
        }
        let signature = today(self.unsigned.role, cell.game.as_ref(), &self.spec);
        let signatures: Vec<String> = signature.into_iter().collect();
        known.push(Signed {
            signatures: signatures.clone(),
            ..self.unsigned.clone()
        });
        signatures
    }
}

/// What makes a record of a cell. An engine that plays with what it was taught is signed with the
/// weights that ship, or with zeros: the teacher and the learner are signed too, and they decide the rest.
fn makers(cell: &Cell, file: &str) -> Vec<Maker> {
    let learned: Vec<EvaluationTraining> = cell.task.evaluations().cloned().collect();
    let player = |engine: &EngineText| match cell.task.training() {
        _ if engine.spec != EvaluationTraining::without(&learned, &engine.spec) => {
            let spec = EvaluationTraining::without(&learned, &engine.spec);
            let text = cell.game.in_full(&spec);
            Maker::new(cell, Role::Engine, &spec, text)
        }
        Some(training)
            if engine.spec.settings != training.engine_with(&engine.spec, "").settings =>
        {
            let spec = training.engine_with(&engine.spec, "shipped");
            let text = cell.game.in_full(&spec);
            Maker::new(cell, Role::Engine, &spec, text)
        }
        _ => Maker::new(cell, Role::Engine, &engine.spec, engine.full.clone()),
    };
    if is_shared(file) {
        // Sets of patterns are signed by their records, whose fingerprint their reports have.
        let training = learned.iter().find(|training| training.record == file);
        let training = training.filter(|training| !training.is_patterns());
        let training = training.map(|training| &training.evaluation);
        let maker =
            |text: &EngineText| Maker::new(cell, Role::Evaluation, &text.spec, text.full.clone());
        return training.map(maker).into_iter().collect();
    }
    match (cell.task.training(), &cell.task) {
        (Some(training), _) if file == training.games => vec![player(&training.teacher)],
        (Some(training), _) if file == training.record => {
            let network = &training.network;
            let text = network.full.clone();
            vec![Maker::new(cell, Role::Network, &network.spec, text)]
        }
        (_, Task::Calibration(task)) if file == task.games.file => {
            vec![player(&task.games.teacher)]
        }
        (
            _,
            Task::Training(_)
            | Task::Learning { .. }
            | Task::Accuracy { .. }
            | Task::Foretelling(_)
            | Task::Sizes { .. }
            | Task::Positions(_),
        ) => Vec::new(),
        (_, task) => (task.engines().chain(task.finisher()))
            .map(player)
            .collect(),
    }
}
