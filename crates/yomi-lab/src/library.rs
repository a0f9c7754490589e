//! Papers and their items, by name.
//!
//! A library is a folder of papers, `<paper>/paper.toml` beside one `<item>.toml` per table or
//! figure. The one that comes with this crate is compiled in, so that an installed program needs
//! no folder. It is compiled in by a plain list of files rather than by an embedding crate: one entry
//! per file needs no macro, and a test compares the list with the folder.

use crate::{LabError, Manifest, Paper};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use yomi_core::read_text;

/// The files of the papers that come with the crate: paper, file name, contents.
const EMBEDDED: &[(&str, &str, &str)] = &[
    (
        "disordered-records",
        "paper.toml",
        include_str!("../../../papers/disordered-records/paper.toml"),
    ),
    (
        "disordered-records",
        "f3.toml",
        include_str!("../../../papers/disordered-records/f3.toml"),
    ),
    (
        "disordered-records",
        "f4.toml",
        include_str!("../../../papers/disordered-records/f4.toml"),
    ),
    (
        "disordered-records",
        "f5.toml",
        include_str!("../../../papers/disordered-records/f5.toml"),
    ),
    (
        "disordered-records",
        "f7.toml",
        include_str!("../../../papers/disordered-records/f7.toml"),
    ),
    (
        "disordered-records",
        "f8.toml",
        include_str!("../../../papers/disordered-records/f8.toml"),
    ),
    (
        "disordered-records",
        "strength.toml",
        include_str!("../../../papers/disordered-records/strength.toml"),
    ),
    (
        "disordered-records",
        "strength-time.toml",
        include_str!("../../../papers/disordered-records/strength-time.toml"),
    ),
    (
        "disordered-records",
        "t2.toml",
        include_str!("../../../papers/disordered-records/t2.toml"),
    ),
    (
        "mcts-shogi",
        "paper.toml",
        include_str!("../../../papers/mcts-shogi/paper.toml"),
    ),
    (
        "mcts-shogi",
        "endgame-checks.toml",
        include_str!("../../../papers/mcts-shogi/endgame-checks.toml"),
    ),
    (
        "mcts-shogi",
        "endgame-clarity.toml",
        include_str!("../../../papers/mcts-shogi/endgame-clarity.toml"),
    ),
    (
        "mcts-shogi",
        "endgame-escapes.toml",
        include_str!("../../../papers/mcts-shogi/endgame-escapes.toml"),
    ),
    (
        "mcts-shogi",
        "endgame-mate.toml",
        include_str!("../../../papers/mcts-shogi/endgame-mate.toml"),
    ),
    (
        "mcts-shogi",
        "endgame-pressure.toml",
        include_str!("../../../papers/mcts-shogi/endgame-pressure.toml"),
    ),
    (
        "mcts-shogi",
        "endgame-threat.toml",
        include_str!("../../../papers/mcts-shogi/endgame-threat.toml"),
    ),
    (
        "mcts-shogi",
        "f3-cumulative.toml",
        include_str!("../../../papers/mcts-shogi/f3-cumulative.toml"),
    ),
    (
        "mcts-shogi",
        "f3.toml",
        include_str!("../../../papers/mcts-shogi/f3.toml"),
    ),
    (
        "mcts-shogi",
        "f4.toml",
        include_str!("../../../papers/mcts-shogi/f4.toml"),
    ),
    (
        "mcts-shogi",
        "f4-plain.toml",
        include_str!("../../../papers/mcts-shogi/f4-plain.toml"),
    ),
    (
        "mcts-shogi",
        "f5.toml",
        include_str!("../../../papers/mcts-shogi/f5.toml"),
    ),
    (
        "mcts-shogi",
        "f6.toml",
        include_str!("../../../papers/mcts-shogi/f6.toml"),
    ),
    (
        "mcts-shogi",
        "f7.toml",
        include_str!("../../../papers/mcts-shogi/f7.toml"),
    ),
    (
        "mcts-shogi",
        "f8.toml",
        include_str!("../../../papers/mcts-shogi/f8.toml"),
    ),
    (
        "mcts-shogi",
        "t1.toml",
        include_str!("../../../papers/mcts-shogi/t1.toml"),
    ),
    (
        "mcts-shogi",
        "traps-mcts.toml",
        include_str!("../../../papers/mcts-shogi/traps-mcts.toml"),
    ),
    (
        "mcts-shogi",
        "traps-solver.toml",
        include_str!("../../../papers/mcts-shogi/traps-solver.toml"),
    ),
    (
        "mcts-shogi",
        "traps.toml",
        include_str!("../../../papers/mcts-shogi/traps.toml"),
    ),
    (
        "selective-eval",
        "paper.toml",
        include_str!("../../../papers/selective-eval/paper.toml"),
    ),
    (
        "selective-eval",
        "f4.toml",
        include_str!("../../../papers/selective-eval/f4.toml"),
    ),
    (
        "selective-eval",
        "f5.toml",
        include_str!("../../../papers/selective-eval/f5.toml"),
    ),
    (
        "selective-eval",
        "f6.toml",
        include_str!("../../../papers/selective-eval/f6.toml"),
    ),
    (
        "selective-eval",
        "f6-shipped.toml",
        include_str!("../../../papers/selective-eval/f6-shipped.toml"),
    ),
    (
        "selective-eval",
        "f7.toml",
        include_str!("../../../papers/selective-eval/f7.toml"),
    ),
    (
        "selective-eval",
        "f8.toml",
        include_str!("../../../papers/selective-eval/f8.toml"),
    ),
    (
        "selective-eval",
        "f8-shipped.toml",
        include_str!("../../../papers/selective-eval/f8-shipped.toml"),
    ),
    (
        "selective-eval",
        "f8-n8.toml",
        include_str!("../../../papers/selective-eval/f8-n8.toml"),
    ),
    (
        "selective-eval",
        "f9.toml",
        include_str!("../../../papers/selective-eval/f9.toml"),
    ),
    (
        "selective-eval",
        "open-ends.toml",
        include_str!("../../../papers/selective-eval/open-ends.toml"),
    ),
    (
        "selective-eval",
        "open-ends-time.toml",
        include_str!("../../../papers/selective-eval/open-ends-time.toml"),
    ),
    (
        "selective-eval",
        "inside-uct.toml",
        include_str!("../../../papers/selective-eval/inside-uct.toml"),
    ),
    (
        "state-tree",
        "paper.toml",
        include_str!("../../../papers/state-tree/paper.toml"),
    ),
    (
        "state-tree",
        "claimed.toml",
        include_str!("../../../papers/state-tree/claimed.toml"),
    ),
    (
        "state-tree",
        "f2.toml",
        include_str!("../../../papers/state-tree/f2.toml"),
    ),
    (
        "state-tree",
        "open-ends.toml",
        include_str!("../../../papers/state-tree/open-ends.toml"),
    ),
    (
        "state-tree",
        "t4.toml",
        include_str!("../../../papers/state-tree/t4.toml"),
    ),
    (
        "state-tree",
        "t5.toml",
        include_str!("../../../papers/state-tree/t5.toml"),
    ),
    (
        "state-tree",
        "t6.toml",
        include_str!("../../../papers/state-tree/t6.toml"),
    ),
    (
        "state-tree",
        "t7.toml",
        include_str!("../../../papers/state-tree/t7.toml"),
    ),
    (
        "toys",
        "paper.toml",
        include_str!("../../../papers/toys/paper.toml"),
    ),
    (
        "toys",
        "connect-four.toml",
        include_str!("../../../papers/toys/connect-four.toml"),
    ),
    (
        "toys",
        "trap.toml",
        include_str!("../../../papers/toys/trap.toml"),
    ),
    (
        "uct-eval",
        "paper.toml",
        include_str!("../../../papers/uct-eval/paper.toml"),
    ),
    (
        "uct-eval",
        "f3.toml",
        include_str!("../../../papers/uct-eval/f3.toml"),
    ),
    (
        "uct-eval",
        "f4.toml",
        include_str!("../../../papers/uct-eval/f4.toml"),
    ),
    (
        "uct-eval",
        "open-ends.toml",
        include_str!("../../../papers/uct-eval/open-ends.toml"),
    ),
    (
        "uct-eval",
        "t1.toml",
        include_str!("../../../papers/uct-eval/t1.toml"),
    ),
    (
        "uct-eval",
        "t2.toml",
        include_str!("../../../papers/uct-eval/t2.toml"),
    ),
    (
        "uct-eval",
        "t3.toml",
        include_str!("../../../papers/uct-eval/t3.toml"),
    ),
];

/// No manifest is larger than this.
const MOST_BYTES: u64 = 1 << 20;

/// One table or figure of a paper.
#[derive(Clone, Debug)]
pub struct Item {
    /// The paper it belongs to.
    pub paper: Arc<Paper>,
    /// Its name within the paper.
    pub name: String,
    /// What to do.
    pub manifest: Arc<Manifest>,
    /// The manifest as it was written.
    pub source: Arc<str>,
}

impl Item {
    /// `paper/item`.
    pub fn path(&self) -> String {
        format!("{}/{}", self.paper.name, self.name)
    }
}

/// All papers and items.
#[derive(Clone, Debug)]
pub struct Library {
    papers: Vec<Arc<Paper>>,
    items: Vec<Item>,
}

impl Library {
    /// The papers that come with this crate.
    pub fn embedded() -> Result<Library, LabError> {
        let files = EMBEDDED
            .iter()
            .map(|&(paper, name, text)| File {
                paper: paper.to_owned(),
                name: name.to_owned(),
                shown: format!("papers/{paper}/{name}"),
                text: text.to_owned(),
            })
            .collect();
        Library::of(files)
    }

    /// The papers in a folder.
    pub fn load(folder: &Path) -> Result<Library, LabError> {
        let wrong = |problem| LabError::Folder {
            folder: folder.to_owned(),
            problem,
        };
        if folder.join("paper.toml").is_file() {
            return Err(wrong(
                "this is the folder of one paper: give its parent folder",
            ));
        }
        let mut files = Vec::new();
        for paper in sorted_names(folder)? {
            let inner = folder.join(&paper);
            if !inner.is_dir() {
                continue;
            }
            for name in sorted_names(&inner)? {
                let path = inner.join(&name);
                if name.ends_with(".toml") && path.is_file() {
                    let text = read_bounded(&path)?;
                    let shown = path.display().to_string();
                    files.push(File {
                        paper: paper.clone(),
                        name,
                        shown,
                        text,
                    });
                }
            }
        }
        if files.is_empty() {
            return Err(wrong(
                "there are no papers in it: expected <paper>/paper.toml beside <paper>/<item>.toml",
            ));
        }
        let library = Library::of(files)?;
        if library.items.is_empty() {
            return Err(wrong(
                "its papers have no experiments: expected <paper>/<item>.toml beside paper.toml",
            ));
        }
        Ok(library)
    }

    fn of(mut files: Vec<File>) -> Result<Library, LabError> {
        files.sort_by(|a, b| (&a.paper, &a.name).cmp(&(&b.paper, &b.name)));
        let mut papers: Vec<Arc<Paper>> = Vec::new();
        for file in files.iter().filter(|file| file.name == "paper.toml") {
            check_name(&file.shown, &file.paper)?;
            papers.push(Arc::new(Paper::parse(
                &file.paper,
                &file.shown,
                &file.text,
            )?));
        }
        let mut items = Vec::new();
        for file in files.iter().filter(|file| file.name != "paper.toml") {
            let name = file.name.strip_suffix(".toml").unwrap_or(&file.name);
            check_name(&file.shown, name)?;
            let paper = papers
                .iter()
                .find(|paper| paper.name == file.paper)
                .ok_or_else(|| LabError::Manifest {
                    file: file.shown.clone(),
                    key: "paper".to_owned(),
                    problem: "the folder has no paper.toml".to_owned(),
                })?;
            items.push(Item {
                paper: Arc::clone(paper),
                name: name.to_owned(),
                manifest: Arc::new(Manifest::parse(&file.shown, &file.text)?),
                source: file.text.as_str().into(),
            });
        }
        Ok(Library { papers, items })
    }

    /// The papers, by name.
    pub fn papers(&self) -> &[Arc<Paper>] {
        &self.papers
    }

    /// The items that `name` stands for: one (`paper/item`), those of a paper (`paper`), or all
    /// (the empty text). An unknown name is an error that lists the known ones.
    ///
    /// ```
    /// # use yomi_lab::Library;
    /// let library = Library::embedded()?;
    /// assert_eq!(library.items("toys/trap")?.len(), 1);
    /// assert!(library.items("toys")?.len() > 1);
    /// assert!(library.items("toys/tarp").is_err());
    /// # Ok::<(), yomi_lab::LabError>(())
    /// ```
    pub fn items(&self, name: &str) -> Result<Vec<Item>, LabError> {
        let wanted =
            |item: &&Item| name.is_empty() || item.paper.name == name || item.path() == name;
        let found: Vec<Item> = self.items.iter().filter(wanted).cloned().collect();
        if found.is_empty() {
            let mut known: Vec<String> = self.papers.iter().map(|p| p.name.clone()).collect();
            known.extend(self.items.iter().map(Item::path));
            return Err(LabError::UnknownItem {
                name: name.to_owned(),
                known: known.join(", "),
            });
        }
        Ok(found)
    }
}

struct File {
    paper: String,
    name: String,
    /// The path as messages show it.
    shown: String,
    text: String,
}

fn sorted_names(folder: &Path) -> Result<Vec<String>, LabError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(LabError::io("read", folder))? {
        let entry = entry.map_err(LabError::io("read", folder))?;
        let name = entry
            .file_name()
            .into_string()
            .map_err(|name| LabError::Manifest {
                file: folder.display().to_string(),
                key: name.display().to_string(),
                problem: "the name is not Unicode".to_owned(),
            })?;
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn read_bounded(path: &Path) -> Result<String, LabError> {
    let size = fs::metadata(path)
        .map_err(LabError::io("read", path))?
        .len();
    if size > MOST_BYTES {
        return Err(LabError::Syntax {
            file: path.display().to_string(),
            line: None,
            message: format!("the file has {size} bytes, expected at most {MOST_BYTES}"),
        });
    }
    read_text(path, MOST_BYTES as usize).map_err(LabError::io("read", path))
}

/// Names become folders, so they may hold nothing that means something to a file system.
fn check_name(file: &str, name: &str) -> Result<(), LabError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > 64 || !name.chars().all(plain) || name.starts_with('-') {
        return Err(LabError::Manifest {
            file: file.to_owned(),
            key: "name".to_owned(),
            problem: format!(
                "'{name}' is no name for a paper or item: expected at most 64 of a-z, 0-9 and '-'"
            ),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_list_is_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../papers");
        let mut on_disk = Vec::new();
        for paper in sorted_names(&folder).unwrap() {
            if !folder.join(&paper).is_dir() {
                continue;
            }
            for name in sorted_names(&folder.join(&paper)).unwrap() {
                if name.ends_with(".toml") {
                    on_disk.push((paper.clone(), name));
                }
            }
        }
        let mut embedded: Vec<(String, String)> = EMBEDDED
            .iter()
            .map(|(p, n, _)| ((*p).to_owned(), (*n).to_owned()))
            .collect();
        embedded.sort();
        assert_eq!(
            embedded, on_disk,
            "library.rs must list every file under papers/"
        );
    }

    #[test]
    fn names_that_could_leave_the_folder_are_refused() {
        for name in [
            "..",
            "a/b",
            "a\\b",
            "",
            "-x",
            "A",
            "a b",
            "a.b",
            "\u{0}",
            &"a".repeat(65),
        ] {
            assert!(check_name("f", name).is_err(), "{name:?}");
        }
        assert!(check_name("f", "table-1").is_ok());
    }
}
