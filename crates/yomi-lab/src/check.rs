//! Checking results on file: would today's program give them again?

use crate::signature::{Role, Signed, UNKNOWN, today};
use crate::{LabError, Scale};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use yomi_core::params::Spec;
use yomi_engine::Registry;

/// Whether results hold for the program of today.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// All engines answer as they did.
    Current,
    /// Some engines were never signed; those that were answer as they did.
    Unknown,
    /// Some engine answers otherwise.
    Stale,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Standing::Current => "current",
            Standing::Unknown => "unknown",
            Standing::Stale => "stale",
        })
    }
}

/// An experiment's results on file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// The experiment, `paper/item`.
    pub item: String,
    /// How much of it was run.
    pub scale: Scale,
    /// The file of its results.
    pub file: PathBuf,
    /// Whether they hold.
    pub standing: Standing,
    /// The engines that do not hold, or are not known to; empty where there are no signatures.
    pub engines: Vec<CheckedEngine>,
}

/// An engine or a network that is not what it was, or not known to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedEngine {
    /// With its earlier signatures.
    #[serde(flatten)]
    pub signed: Signed,
    /// Its signature today, if it has one.
    pub today: Option<String>,
    /// Whether it answers as it did.
    pub standing: Standing,
    /// In words.
    pub reason: String,
}

/// What is read of a file of results; those of earlier versions have no engines.
#[derive(Deserialize)]
struct Results {
    item: String,
    scale: Scale,
    #[serde(default)]
    engines: Vec<Signed>,
}

/// Checks all results in a folder, at any depth, in the order of their paths.
pub fn check(folder: &Path, registry: &Registry) -> Result<Vec<Checked>, LabError> {
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(folder, &mut files)?;
    }
    files.sort();
    if files.is_empty() {
        return Err(LabError::Folder {
            folder: folder.to_owned(),
            problem: "no results in it: expected a folder that 'yomi reproduce' has written to",
        });
    }
    let mut known: Vec<(Signed, Result<String, String>)> = Vec::new();
    files
        .into_iter()
        .map(|file| check_file(file, registry, &mut known))
        .collect()
}

/// The files of results under a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), LabError> {
    let entries = fs::read_dir(folder).map_err(LabError::io("read", folder))?;
    for entry in entries {
        let path = entry.map_err(LabError::io("read", folder))?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.file_name().is_some_and(|name| name == "data.json") {
            files.push(path);
        }
    }
    Ok(())
}

fn check_file(
    file: PathBuf,
    registry: &Registry,
    known: &mut Vec<(Signed, Result<String, String>)>,
) -> Result<Checked, LabError> {
    let text = fs::read(&file).map_err(LabError::io("read", &file))?;
    let results: Results = serde_json::from_slice(&text).map_err(|error| LabError::Record {
        path: file.clone(),
        line: error.line(),
        problem: format!("these are no results of an experiment: {error}"),
    })?;
    let checked: Vec<CheckedEngine> = results
        .engines
        .iter()
        .map(|signed| {
            let asked = |signed: &Signed| (signed.role, signed.game.clone(), signed.text.clone());
            let earlier = known.iter().find(|(one, _)| asked(one) == asked(signed));
            let today = earlier.map_or_else(
                || signature_today(signed, registry),
                |(_, today)| today.clone(),
            );
            if earlier.is_none() {
                known.push((signed.clone(), today.clone()));
            }
            judge(signed, today)
        })
        .collect();
    let standing = checked.iter().map(|engine| engine.standing).max();
    Ok(Checked {
        item: results.item,
        scale: results.scale,
        file,
        standing: standing.unwrap_or(Standing::Unknown),
        engines: checked
            .into_iter()
            .filter(|engine| engine.standing != Standing::Current)
            .collect(),
    })
}

fn signature_today(signed: &Signed, registry: &Registry) -> Result<String, String> {
    let read = |text: &str| text.parse::<Spec>().map_err(|error| error.to_string());
    let game = registry.game(&read(&signed.game)?);
    let game = game.map_err(|error| error.to_string())?;
    today(signed.role, game.as_ref(), &read(&signed.text)?)
}

fn judge(signed: &Signed, today: Result<String, String>) -> CheckedEngine {
    let verb = match signed.role {
        Role::Engine => "answers",
        Role::Network | Role::Evaluation => "learns",
    };
    let (standing, reason) = match (&signed.signatures[..], &today) {
        ([], _) => (Standing::Unknown, "it has no signature".to_owned()),
        (past, _) if past.iter().any(|one| one == UNKNOWN) => (
            Standing::Unknown,
            "not all of its results were signed".to_owned(),
        ),
        (_, Err(problem)) => (Standing::Stale, problem.clone()),
        ([past], Ok(today)) if past == today => (Standing::Current, format!("it {verb} as then")),
        (past, Ok(today)) => (
            Standing::Stale,
            format!(
                "it {verb} otherwise: the signature was {}, now it is {today}",
                past.join(", then ")
            ),
        ),
    };
    CheckedEngine {
        signed: signed.clone(),
        today: today.ok(),
        standing,
        reason,
    }
}
