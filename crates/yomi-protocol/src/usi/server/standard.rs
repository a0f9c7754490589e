//! Names that boards and their users know.
//!
//! Options are named as our parameters are, so that one list explains them everywhere. These few
//! have a name that every engine of shogi has for the same thing, and some of their values too.

/// A parameter and what the rest of the world calls it.
#[derive(Debug, PartialEq, Eq)]
pub struct Standard {
    /// Our name.
    pub parameter: &'static str,
    /// Everybody's name.
    pub name: &'static str,
    /// Our words, each with everybody's.
    pub words: &'static [(&'static str, &'static str)],
}

const fn renamed(parameter: &'static str, name: &'static str) -> Standard {
    Standard {
        parameter,
        name,
        words: &[],
    }
}

/// Of the server's own options.
pub const OWN: &[Standard] = &[
    renamed("ponder", "USI_Ponder"),
    renamed("multi_pv", "MultiPV"),
    renamed("resign_value", "ResignValue"),
    renamed("network_delay", "NetworkDelay"),
];

/// Of engines' parameters.
pub const ENGINES: &[Standard] = &[
    renamed("memory", "USI_Hash"),
    renamed("multi_pv", "MultiPV"),
];

/// Of settings of the rules.
pub const RULES: &[Standard] = &[
    renamed("moves", "MaxMovesToDraw"),
    Standard {
        parameter: "declaration",
        name: "EnteringKingRule",
        words: &[
            ("none", "NoEnteringKing"),
            ("24", "CSARule24"),
            ("27", "CSARule27"),
        ],
    },
];

impl Standard {
    /// The entry of a parameter, if it has one.
    pub fn of(parameter: &str, among: &'static [Standard]) -> Option<&'static Standard> {
        among.iter().find(|known| known.parameter == parameter)
    }

    /// Our word for everybody's.
    pub fn ours(&self, word: &str) -> Option<&'static str> {
        let mut words = self.words.iter();
        let known = words.find(|(_, theirs)| theirs.eq_ignore_ascii_case(word));
        known.map(|(ours, _)| *ours)
    }

    /// Everybody's word for ours.
    pub fn theirs(&self, word: &str) -> Option<&'static str> {
        let known = self.words.iter().find(|(ours, _)| *ours == word);
        known.map(|(_, theirs)| *theirs)
    }
}
