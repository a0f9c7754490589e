//! "Did you mean ...?" for misspelt names.

/// The known name that is closest to what was written, if any is close at all.
///
/// Close means: at most a third of the letters are wrong by the optimal string alignment distance
/// (insertions, deletions, substitutions and swaps of neighbours).
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = written.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&written, &name.to_lowercase()), name))
        .filter(|&(distance, name)| distance * 3 <= name.chars().count().max(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// A hint to put behind an error message, empty if no known name is close.
pub fn hint<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(written, known).map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_are_found_and_far_ones_are_not() {
        let known = ["tic-tac-toe", "connect-four", "dice"];
        assert_eq!(nearest("conect-four", known), Some("connect-four"));
        assert_eq!(nearest("TicTacToe", known), Some("tic-tac-toe"));
        assert_eq!(nearest("dcie", known), Some("dice"));
        assert_eq!(nearest("chess", known), None);
        assert_eq!(hint("chess", known), "");
        assert_eq!(hint("dica", known), "; did you mean 'dice'?");
    }
}
