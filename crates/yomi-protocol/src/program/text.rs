//! What programs write, made fit to be read.

/// A line as text: control characters are dropped, tabs are blanks, and what is no UTF-8 is
/// replaced.
pub(crate) fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .filter(|letter| !letter.is_control())
        .collect();
    text.trim_end().to_owned()
}

/// The beginning of a text, for messages.
pub(crate) fn brief(text: &str, most: usize) -> String {
    let mut letters = text.chars();
    let mut brief: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        brief.push('…');
    }
    brief
}
