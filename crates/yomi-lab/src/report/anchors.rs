//! The anchors that GitHub gives to headings of Markdown.
//!
//! The text in small letters without anything but letters, digits, `-`, `_` and blanks, with blanks as `-`; of equal
//! ones the second gets `-1` at its end, the third `-2`.

use super::document::{Block, THIS_RUN, THIS_RUN_TITLE};
use std::collections::BTreeMap;

/// The anchor of every heading that has a key.
pub fn anchors(blocks: &[Block]) -> BTreeMap<&str, String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeMap::new();
    for block in blocks {
        let (text, key) = match block {
            Block::Heading { text, key, .. } => (text.as_str(), key.as_deref()),
            Block::ThisRun(_) => (THIS_RUN_TITLE, Some(THIS_RUN)),
            _ => continue,
        };
        let anchor = anchor(text);
        let earlier = seen.entry(anchor.clone()).or_default();
        let anchor = match *earlier {
            0 => anchor,
            earlier => format!("{anchor}-{earlier}"),
        };
        *earlier += 1;
        if let Some(key) = key {
            anchors.entry(key).or_insert(anchor);
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|&c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_get_the_anchors_that_github_gives_them() {
        let blocks = [
            Block::heading(4, "Findings"),
            Block::anchored(3, "uct-eval/t2: UCT + Bouzy's, at 10,000 (p < 0.01)", "t2"),
            Block::anchored(4, "Findings", "second"),
            Block::anchored(4, "Findings", "third"),
            Block::anchored(3, "n = 8 über_alles", "n8"),
            Block::ThisRun(Vec::new()),
        ];
        let found = anchors(&blocks);
        for (key, anchor) in [
            ("t2", "uct-evalt2-uct--bouzys-at-10000-p--001"),
            ("second", "findings-1"),
            ("third", "findings-2"),
            ("n8", "n--8-über_alles"),
            (THIS_RUN, "this-run"),
        ] {
            assert_eq!(found[key], anchor);
        }
    }
}
