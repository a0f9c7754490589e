//! Knowledge by patterns: sets of patterns that ship and those of files, playouts and a prior of them.

use crate::kit::{Offered, ZERO, read_weights};
use std::sync::{Arc, LazyLock, OnceLock};
use yomi_core::MoveFeatures as _;
use yomi_core::params::{Param, ParamError, Parameters};
use yomi_go::pattern::{Dictionary, Model, PatternFeatures, PatternPlayouts, PatternPrior};
use yomi_learn::WeightsFile;
use yomi_learn::checksum::Form;

/// The sets that ship, by name; the first is the default. By the names of the paper `disordered-records`: `b` is learned from
/// records of games alone, `e` from disordered ones too.
pub const SHIPPED: [(&str, &[u8]); 2] = [
    (
        "b",
        include_bytes!("../../../../weights/go/patterns-b.json"),
    ),
    (
        "e",
        include_bytes!("../../../../weights/go/patterns-e.json"),
    ),
];

/// Patterns with learned weights.
#[derive(Clone)]
pub struct PatternSet {
    dictionary: Arc<Dictionary>,
    weights: Arc<[f32]>,
}

/// A set that ships.
struct Shipped {
    name: &'static str,
    /// The name in records: it tells the contents too.
    recorded: String,
    bytes: &'static [u8],
    /// The set, once it has been read.
    set: OnceLock<PatternSet>,
}

static ALL_SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
    let shipped = SHIPPED.iter().map(|&(name, bytes)| {
        let hash = Form::Json.contents_hash(bytes);
        Shipped {
            name,
            recorded: format!("{name}-{:08x}", (hash ^ hash >> 32) as u32),
            bytes,
            set: OnceLock::new(),
        }
    });
    shipped.collect()
});

impl PatternSet {
    /// The set of this name, or else of this file; the error says what is wrong with the file.
    ///
    /// ```
    /// use yomi_engine::go::patterns::PatternSet;
    ///
    /// assert_eq!(PatternSet::read("b").unwrap().board_size(), 9);
    /// assert!(PatternSet::read("missing.json").is_err());
    /// ```
    pub fn read(name: &str) -> Result<PatternSet, String> {
        let mut shipped = ALL_SHIPPED.iter();
        let shipped = shipped.find(|known| known.name == name || known.recorded == name);
        if let Some(Shipped { bytes, set, .. }) = shipped {
            let set = set.get_or_init(|| PatternSet::parse(bytes).expect("what ships is whole"));
            return Ok(set.clone());
        }
        let bytes = read_weights(name).map_err(|problem| {
            format!("{problem}; the sets that ship are {}", names().join(", "))
        })?;
        PatternSet::parse(&bytes)
    }

    fn parse(bytes: &[u8]) -> Result<PatternSet, String> {
        let file = WeightsFile::read(bytes).map_err(|error| error.to_string())?;
        let features = file.features().map_err(|error| error.to_string())?;
        let dictionary = Dictionary::from_bytes(&features).map_err(|error| error.to_string())?;
        let dictionary = Arc::new(dictionary);
        let features = PatternFeatures::<7>::new(Arc::clone(&dictionary));
        let count = features.ok_or("it is for no board")?.count();
        let weights = file.model_weights("go", "patterns", count);
        let (weights, _) = weights.map_err(|error| error.to_string())?;
        Ok(PatternSet {
            dictionary,
            weights: weights.into(),
        })
    }

    /// No patterns, all weights zero: all moves are equal. Its name is [`ZERO`].
    fn zero(size: usize) -> PatternSet {
        let dictionary = Arc::new(Dictionary::new(size));
        let features = PatternFeatures::<7>::new(Arc::clone(&dictionary));
        let count = features.map_or(0, |features| features.count());
        PatternSet {
            dictionary,
            weights: vec![0.0; count].into(),
        }
    }

    /// The number of rows of the boards it is for.
    pub fn board_size(&self) -> usize {
        self.dictionary.board_size()
    }

    /// The registered patterns.
    pub fn dictionary(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// Playouts by the set; `None` if its boards do not fit into the frame.
    pub fn playouts<const W: usize>(&self) -> Option<PatternPlayouts<W>> {
        let model = Model::new(Arc::clone(&self.dictionary), &self.weights, 1.0)?;
        Some(PatternPlayouts(Arc::new(model)))
    }

    /// What describes moves; `None` if its boards do not fit into the frame.
    pub fn features<const W: usize>(&self) -> Option<PatternFeatures<W>> {
        PatternFeatures::new(Arc::clone(&self.dictionary))
    }

    /// The number of registered patterns.
    pub fn patterns(&self) -> usize {
        self.dictionary.patterns().len()
    }

    /// The weights of the features.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }
}

fn names() -> Vec<&'static str> {
    SHIPPED.iter().map(|(name, _)| *name).collect()
}

yomi_core::parameters! {
    /// Settings of a prior by patterns; playouts may have others in the same engine.
    struct PriorParams {
        /// A set of patterns: one that ships, or a file made by `yomi train go patterns`.
        pub prior_set: String = String::new();
        /// By how much the logarithm of a move's probability must be less for it to weigh e times less; 1 is what was learned.
        pub prior_temperature: f32 = 1.0, in 0.1..=1000.0;
    }
}

yomi_core::parameters! {
    /// Settings of playouts by patterns.
    struct PlayoutParams {
        /// A set of patterns: one that ships, or a file made by `yomi train go patterns`.
        pub set: String = String::new();
        /// By how much the logarithm of a move's probability must be less for it to weigh e times less; 1 is what was learned.
        pub temperature: f32 = 1.0, in 0.1..=1000.0;
    }
}

/// The rows of the boards that the sets that ship are for.
pub const SHIPPED_SIZE: usize = 9;

/// A table of settings with the sets that ship, for boards of this size.
fn described(mut table: Vec<Param>, setting: &str, size: usize) -> Vec<Param> {
    for param in table.iter_mut().filter(|param| param.name == setting) {
        param.default = match size {
            SHIPPED_SIZE => ALL_SHIPPED[0].recorded.clone(),
            _ => ZERO.to_owned(),
        };
        let names = names().join(", ");
        param.doc += &format!(
            " Names: {names} (for boards of {SHIPPED_SIZE} rows), {ZERO} (all moves are equal)."
        );
    }
    table
}

/// The set of this name or file, for boards of this size.
fn set_for((setting, name): (&str, &str), size: usize) -> Result<PatternSet, ParamError> {
    let wrong = |expected: String| ParamError::BadValue {
        name: setting.to_owned(),
        value: name.to_owned(),
        expected,
    };
    let set = match name {
        ZERO => Ok(PatternSet::zero(size)),
        "" if size != SHIPPED_SIZE => Ok(PatternSet::zero(size)),
        "" => PatternSet::read(SHIPPED[0].0),
        name => PatternSet::read(name),
    };
    let set = set.map_err(|problem| wrong(format!("a set of patterns ({problem})")))?;
    if set.board_size() != size {
        let found = set.board_size();
        return Err(wrong(format!(
            "a set for boards of {size} rows (it is for {found})"
        )));
    }
    Ok(set)
}

/// The model of a set whose boards fit into the frame.
fn model<const W: usize>(set: &PatternSet, temperature: f32) -> Arc<Model<W>> {
    let model = Model::new(Arc::clone(&set.dictionary), set.weights(), temperature);
    Arc::new(model.expect("as many weights as features"))
}

/// The model of the first set that ships.
pub(super) fn shipped_model<const W: usize>() -> Arc<Model<W>> {
    model(
        &PatternSet::read(SHIPPED[0].0).expect("what ships is whole"),
        1.0,
    )
}

fn shipped_names() -> Vec<(String, String)> {
    let shipped = ALL_SHIPPED.iter();
    let names = shipped.map(|known| (known.name.to_owned(), known.recorded.clone()));
    names.chain([(ZERO.to_owned(), ZERO.to_owned())]).collect()
}

/// Playouts by patterns.
pub fn playouts<const W: usize>(size: usize) -> Offered<PatternPlayouts<W>> {
    let doc = "every move drawn by the strength of its pattern, liberties and distances";
    let table = described(PlayoutParams::table(), "set", size);
    let offered = Offered::made("patterns", doc, table, move |settings| {
        let params = PlayoutParams::take(settings)?;
        let set = set_for(("set", &params.set), size)?;
        Ok(Arc::new(PatternPlayouts(model(&set, params.temperature))))
    });
    offered.with_shipped(shipped_names())
}

/// A prior by patterns.
pub fn prior<const W: usize>(size: usize) -> Offered<PatternPrior<W>> {
    let doc = "the strength of patterns, liberties and distances";
    let table = described(PriorParams::table(), "prior_set", size);
    let offered = Offered::made("patterns", doc, table, move |settings| {
        let params = PriorParams::take(settings)?;
        let set = set_for(("prior_set", &params.prior_set), size)?;
        let temperature = params.prior_temperature;
        let weights = Arc::clone(&set.weights);
        let prior = PatternPrior::new(model(&set, temperature), weights, temperature);
        Ok(Arc::new(prior))
    });
    offered.with_shipped(shipped_names())
}
