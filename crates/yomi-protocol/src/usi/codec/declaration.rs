//! Which options an engine has.

use std::fmt;

/// What a board shows for an option, with the value it has to begin with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Widget {
    /// Yes or no.
    Check(bool),
    /// A whole number.
    Spin {
        /// What it is.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of these words.
    Combo {
        /// Which one.
        default: String,
        /// All of them.
        words: Vec<String>,
    },
    /// A text.
    Text(String),
    /// The name of a file.
    File(String),
}

/// An option and how it is offered.
///
/// ```
/// use yomi_protocol::usi::codec::{Declaration, Widget};
///
/// let name = "USI_Hash".to_owned();
/// let widget = Widget::Spin { default: 64, min: 1, max: 1024 };
/// let line = Declaration { name, widget }.to_string();
/// assert_eq!(line, "option name USI_Hash type spin default 64 min 1 max 1024");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The name. Boards split lines at spaces, so it should have none.
    pub name: String,
    /// What kind of value it has.
    pub widget: Widget,
}

/// How an empty text is written.
pub const EMPTY: &str = "<empty>";

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        let shown = |text: &str| if text.is_empty() { EMPTY } else { text }.to_owned();
        match &self.widget {
            Widget::Check(default) => write!(f, "check default {default}"),
            Widget::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Widget::Combo { default, words } => {
                write!(f, "combo default {default}")?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            Widget::Text(default) => write!(f, "string default {}", shown(default)),
            Widget::File(default) => write!(f, "filename default {}", shown(default)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_written_as_boards_read_it() {
        let line = |widget| {
            let name = "X".to_owned();
            Declaration { name, widget }.to_string()
        };
        assert_eq!(
            line(Widget::Check(true)),
            "option name X type check default true"
        );
        let words = ["a", "b"].map(str::to_owned).to_vec();
        let default = "b".to_owned();
        assert_eq!(
            line(Widget::Combo { default, words }),
            "option name X type combo default b var a var b"
        );
        assert_eq!(
            line(Widget::Text("0.5".to_owned())),
            "option name X type string default 0.5"
        );
        assert_eq!(
            line(Widget::File(String::new())),
            "option name X type filename default <empty>"
        );
    }
}
