//! Data files: a case per line, fields between semicolons, remarks after `#`.

/// The fields of every case.
pub fn read(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split(';').map(str::trim).collect())
        .collect()
}

/// The SFEN of a field, which may say `startpos`.
pub fn sfen(field: &str) -> &str {
    match field {
        "startpos" => yomi_shogi::START,
        sfen => sfen,
    }
}
