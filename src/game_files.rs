//! Files of games to learn from: those that were named, and all in folders that were named.

use anyhow::{Context as _, bail};
use std::fs;
use std::path::{Path, PathBuf};
use yomi_records::curling::is_log;

/// The files, with each folder replaced by the files of games in it and in folders within it, by name.
///
/// # Errors
///
/// A folder that cannot be read or has no such file.
pub fn in_folders(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        add_folder(path, &mut files)?;
        if files.len() == before {
            bail!(
                "there are no games in {}: expected files whose names end in .jsonl, .sgf, .tsv, .tsv.gz, .dcl or .dcl2",
                path.display()
            );
        }
    }
    Ok(files)
}

/// How the names of files of games end, but for logs of curling.
const ENDINGS: [&str; 4] = [".jsonl", ".sgf", ".tsv", ".tsv.gz"];

/// Folders behind links are not entered: they might contain each other.
fn add_folder(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(cannot)?;
    let mut entries: Vec<_> = entries.collect::<Result<_, _>>().with_context(cannot)?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_games = ENDINGS.iter().any(|ending| name.ends_with(ending));
        if entry.file_type().with_context(cannot)?.is_dir() {
            add_folder(&path, files)?;
        } else if is_games || is_log(&path) {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::in_folders;
    use std::fs;

    #[test]
    fn folders_are_searched_for_games() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("b/c")).unwrap();
        fs::create_dir(root.join("empty")).unwrap();
        for name in [
            "z.dcl",
            "a.jsonl",
            "b/c/game.dcl2",
            "b/d.tsv.gz",
            "b/shot.json",
            "notes",
        ] {
            fs::write(root.join(name), "").unwrap();
        }
        let found = in_folders(&[root.join("notes"), root.to_owned()]).unwrap();
        let expected = ["notes", "a.jsonl", "b/c/game.dcl2", "b/d.tsv.gz", "z.dcl"];
        assert_eq!(found, expected.map(|name| root.join(name)));
        let error = in_folders(&[root.join("empty")]).unwrap_err().to_string();
        assert!(
            error.contains("empty: expected files whose names"),
            "{error}"
        );
    }
}
