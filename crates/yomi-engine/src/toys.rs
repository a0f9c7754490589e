//! The toy games as registered; also an example for the registration of other games.

use std::path::Path;
use std::sync::Arc;
use yomi_core::params::{ParamError, Parameters};
use yomi_core::read_text;
use yomi_learn::linear_model::Encoded;
use yomi_toy::{
    CentrePrior, ConnectFour, Pig, TicTacToe, Trap, TreeGame, TwoPeaks, WindowEvaluator,
};

use crate::{GameEntry, Kit, Registry};

impl Registry {
    /// Every game that ships with Yomi.
    pub fn standard() -> Registry {
        Registry::new()
            .with(tic_tac_toe())
            .with(connect_four())
            .with(trap())
            .with(tree())
            .with(pig())
            .with(two_peaks())
            .with(crate::blokus::blokus_duo())
            .with(crate::curling::curling())
            .with(crate::go::go())
            .with(crate::shogi::shogi())
    }
}

fn tic_tac_toe() -> GameEntry {
    GameEntry::new("tic-tac-toe", "three in a row on 3x3", Vec::new(), |_| {
        let kit = Kit::discrete("tic-tac-toe", TicTacToe);
        Ok(Arc::new(
            kit.deterministic()
                .keyed()
                .indexed()
                .symmetric()
                .encoded()
                .pictured()
                .interactive(),
        ))
    })
}

fn connect_four() -> GameEntry {
    GameEntry::new(
        "connect-four",
        "four in a row, discs fall in seven columns",
        Vec::new(),
        |_| {
            let kit = Kit::discrete("connect-four", ConnectFour)
                .deterministic()
                .keyed()
                .indexed()
                .symmetric()
                .encoded()
                .walkable()
                .pictured()
                .interactive()
                .measured()
                .evaluator(
                    "windows",
                    "weighted count of open rows of four",
                    WindowEvaluator::default(),
                )
                .prior(
                    "centre",
                    "columns by the number of rows of four through them",
                    CentrePrior,
                )
                .linear(
                    "linear",
                    "a linear evaluation of open rows of four, to be learned",
                    Encoded::of(&ConnectFour),
                    &[],
                );
            Ok(Arc::new(kit))
        },
    )
}

fn trap() -> GameEntry {
    let summary = "an explicit tree: one safe move, and one that looks better and loses by force";
    GameEntry::new("trap", summary, Trap::table(), |settings| {
        let trap = Trap::take(settings)?;
        let game = trap.game().map_err(|error| ParamError::BadValue {
            name: "level".to_owned(),
            value: trap.level.to_string(),
            expected: format!("possible: {error}"),
        })?;
        Ok(Arc::new(
            Kit::discrete("trap", game)
                .deterministic()
                .keyed()
                .indexed(),
        ))
    })
}

yomi_core::parameters! {
    /// Which tree to play on.
    struct TreeFile {
        /// A file with the tree in the text form that the documentation of `yomi_toy::TreeGame` describes.
        pub file: Option<String> = None;
    }
}

fn tree() -> GameEntry {
    let summary = "any explicit tree, read from a file";
    GameEntry::new("tree", summary, TreeFile::table(), |settings| {
        let wrong = |value: &str, expected: String| ParamError::BadValue {
            name: "file".to_owned(),
            value: value.to_owned(),
            expected,
        };
        let text = match TreeFile::take(settings)?.file {
            Some(path) => {
                let readable = |error| wrong(&path, format!("a readable file: {error}"));
                // A device may have no end.
                if !std::fs::metadata(&path).map_err(readable)?.is_file() {
                    return Err(wrong(&path, "a file with a tree in it".to_owned()));
                }
                /// More than a tree that can be searched has.
                const TREE_BYTES: usize = 1 << 28;
                let text = read_text(Path::new(&path), TREE_BYTES).map_err(readable)?;
                (path, text)
            }
            None => ("the default".to_owned(), DEFAULT_TREE.to_owned()),
        };
        let tree: TreeGame = text
            .1
            .parse()
            .map_err(|error| wrong(&text.0, format!("a tree: {error}")))?;
        Ok(Arc::new(
            Kit::discrete("tree", tree)
                .deterministic()
                .keyed()
                .indexed(),
        ))
    })
    .with_file("file")
}

/// A win that must be seen three plies ahead, next to a draw.
const DEFAULT_TREE: &str = "(first
    quiet:draw
    bold:(second a:(first x:first y:second) b:(first x:second y:first))
    rash:(second a:first b:first c:second))";

fn pig() -> GameEntry {
    GameEntry::new(
        "pig",
        "roll for points or hold them; a 1 loses the turn",
        Pig::table(),
        |settings| {
            let game = Pig::take(settings)?;
            Ok(Arc::new(Kit::discrete("pig", game).stochastic().widening()))
        },
    )
}

fn two_peaks() -> GameEntry {
    let summary = "one shot at a curve with a tall narrow and a low broad peak, by a noisy hand";
    GameEntry::new("two-peaks", summary, TwoPeaks::table(), |settings| {
        let game = TwoPeaks::take(settings)?;
        Ok(Arc::new(
            Kit::continuous("two-peaks", game).stochastic().noisy(),
        ))
    })
}
