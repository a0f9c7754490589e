//! Folders of records that experiments take by path (`yomi reproduce --data FOLDER`).
//!
//! An entry of a folder is a file of games, or a folder of such files (shards), known by its name up to the first dot:
//! `ordinary.tsv.gz`, `ordinary/1.jsonl`. Papers that need records come with a small sample for quick runs.

use crate::LabError;
use crate::report::write_whole;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use yomi_core::checksum::{FNV_OFFSET, fnv1a_after};

/// The files of a sample: name, contents.
type Sample = &'static [(&'static str, &'static [u8])];

/// The samples that come with the program, by the paper whose they are.
const SAMPLES: &[(&str, Sample)] = &[
    (
        "disordered-records",
        &[
            (
                "ordinary.jsonl",
                include_bytes!("../../../papers/disordered-records/sample/ordinary.jsonl"),
            ),
            (
                "disordered.jsonl",
                include_bytes!("../../../papers/disordered-records/sample/disordered.jsonl"),
            ),
            (
                "ordinary-test.jsonl",
                include_bytes!("../../../papers/disordered-records/sample/ordinary-test.jsonl"),
            ),
            (
                "disordered-test.jsonl",
                include_bytes!("../../../papers/disordered-records/sample/disordered-test.jsonl"),
            ),
        ],
    ),
    (
        "mcts-shogi",
        &[
            (
                "engine_games.jsonl",
                include_bytes!("../../../papers/mcts-shogi/sample/engine_games.jsonl"),
            ),
            (
                "openings_36ply_balanced.txt",
                include_bytes!("../../../papers/mcts-shogi/sample/openings_36ply_balanced.txt"),
            ),
        ],
    ),
];

/// A folder of data.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    files: BTreeMap<String, Vec<PathBuf>>,
    /// A hash of the files of each entry.
    hashes: BTreeMap<String, u64>,
}

impl Data {
    /// Finds the entries of these names in a folder.
    pub fn open(folder: &Path, names: &[&str]) -> Result<Data, LabError> {
        let (mut files, mut hashes) = (BTreeMap::new(), BTreeMap::new());
        let paths = files_in(folder)?;
        for &name in names {
            let is_named = |path: &&PathBuf| {
                let found = path.file_name().map(|name| name.to_string_lossy());
                let stem = found.as_ref().and_then(|found| found.split('.').next());
                stem == Some(name)
            };
            let mut found = Vec::new();
            for path in paths.iter().filter(is_named) {
                match path.is_dir() {
                    true => found.extend(files_in(path)?),
                    false => found.push(path.clone()),
                }
            }
            if found.is_empty() {
                let names = match names {
                    [only] => format!("the name {only}"),
                    [first @ .., last] => format!("the names {} and {last}", first.join(", ")),
                    [] => String::new(),
                };
                return Err(LabError::Data {
                    folder: folder.to_owned(),
                    problem: format!(
                        "there is no '{name}': expected files of games, or folders of them, by {names}"
                    ),
                });
            }
            let mut hash = FNV_OFFSET;
            for path in &found {
                let bytes = fs::read(path).map_err(LabError::io("read", path))?;
                hash = fnv1a_after(fnv1a_after(hash, &bytes), name.as_bytes());
            }
            hashes.insert(name.to_owned(), hash);
            files.insert(name.to_owned(), found);
        }
        Ok(Data { files, hashes })
    }

    /// The sample of a paper, written into a folder.
    pub fn sample(paper: &str, folder: &Path, names: &[&str]) -> Result<Data, LabError> {
        let mut known = SAMPLES.iter();
        let Some((_, sample)) = known.find(|(name, _)| *name == paper) else {
            return Err(LabError::Data {
                folder: folder.to_owned(),
                problem: format!("no sample comes with '{paper}': expected --data FOLDER"),
            });
        };
        fs::create_dir_all(folder).map_err(LabError::io("create", folder))?;
        for (name, bytes) in *sample {
            write_whole(&folder.join(name), bytes)?;
        }
        Data::open(folder, names)
    }

    /// The files of an entry that was asked for.
    pub fn files(&self, name: &str) -> &[PathBuf] {
        self.files.get(name).map_or(&[], Vec::as_slice)
    }

    /// A hash of them.
    pub fn hash(&self, name: &str) -> u64 {
        self.hashes.get(name).copied().unwrap_or_default()
    }
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, LabError> {
    let entries = fs::read_dir(folder).map_err(LabError::io("read", folder))?;
    let entries = entries.collect::<Result<Vec<_>, _>>();
    let entries = entries.map_err(LabError::io("read", folder))?;
    let mut files: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    files.sort();
    Ok(files)
}
