//! Specifications in one spelling.
//!
//! `uct:simulations=1_000`, `uct:simulations=1000` and, where that is the default, `uct` mean the
//! same engine. Records must know it for the same: they name engines by [`in_short`] and say what
//! plays by [`in_full`], so that they also notice when a default has changed.

use yomi_core::params::{Kind, Param, Spec};

/// Parameters that came after records had been written in full. Their defaults are what the program
/// did before and go without saying, so that those records can still be gone on with.
const LATER: &[&str] = &[
    "timing",
    "null_move",
    "late_move_reductions",
    "late_move_pruning",
    "futility_pruning",
    "razoring",
    "prob_cut",
    "see_pruning",
    "history_pruning",
    "delta_pruning",
    "evasion_pruning",
    "internal_iterative_reductions",
    "singular_extensions",
    "deeper_entries",
];

/// A specification with every parameter that does anything, in the order of the table.
///
/// ```
/// use yomi_lab::spelling::{in_full, in_short};
/// use yomi_core::params::{Kind, Param, Spec};
///
/// let param = |name: &str, default: &str| Param {
///     name: name.to_owned(),
///     kind: Kind::Number { min: 0.0, max: 9.0 },
///     optional: true,
///     default: default.to_owned(),
///     doc: String::new(),
///     only_with: None,
/// };
/// let table = [param("a", "1"), param("b", "0"), param("c", "none")];
/// let spec: Spec = "uct:b=2.50,a=1.0".parse()?;
/// assert_eq!(in_full(&spec, &table), "uct:a=1,b=2.5,c=none");
/// assert_eq!(in_short(&spec, &table), "uct:b=2.5");
/// # Ok::<(), yomi_core::params::ParamError>(())
/// ```
pub fn in_full(spec: &Spec, table: &[Param]) -> String {
    spelled(spec, table, |param, value| {
        param.default != value || !LATER.contains(&param.name.as_str())
    })
}

/// A specification without the parameters that have their default anyway, the others in the order
/// of the table.
pub fn in_short(spec: &Spec, table: &[Param]) -> String {
    spelled(spec, table, |param, value| param.default != value)
}

fn spelled(spec: &Spec, table: &[Param], keep: impl Fn(&Param, &str) -> bool) -> String {
    let given = |name: &str| spec.settings.0.iter().find(|(key, _)| key == name);
    let mut spelled = Spec {
        name: spec.name.clone(),
        settings: Default::default(),
    };
    for param in table {
        let value = given(&param.name).map_or_else(
            || param.default.clone(),
            |(_, value)| value_of(&param.kind, value),
        );
        let is_idle = param.only_with.as_ref().is_some_and(|(name, wanted)| {
            let default = table.iter().find(|other| other.name == *name);
            let value = given(name).map(|(_, value)| value);
            value.or(default.map(|other| &other.default)) != Some(wanted)
        });
        if keep(param, &value) && (!is_idle || given(&param.name).is_some()) {
            spelled.settings.0.push((param.name.clone(), value));
        }
    }
    let known = |name: &String| table.iter().any(|param| param.name == *name);
    let others = spec.settings.0.iter().filter(|(key, _)| !known(key));
    spelled.settings.0.extend(others.cloned());
    spelled.to_string()
}

/// A value as the table itself would write it; one that does not fit stays as it is.
fn value_of(kind: &Kind, text: &str) -> String {
    let digits = text.replace('_', "");
    let number = match kind {
        Kind::Integer { .. } => digits.parse::<u64>().ok().map(|number| number.to_string()),
        Kind::Number { .. } => digits.parse::<f64>().ok().map(|number| number.to_string()),
        Kind::Switch | Kind::Choice { .. } | Kind::Text => None,
    };
    number.unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_one_spelling() {
        let whole = Kind::Integer { min: 0.0, max: 1e6 };
        assert_eq!(value_of(&whole, "+1_000"), "1000");
        assert_eq!(value_of(&whole, "none"), "none");
        let real = Kind::Number { min: 0.0, max: 1e6 };
        assert_eq!(value_of(&real, "1e3"), "1000");
        assert_eq!(value_of(&real, "0.70"), "0.7");
        assert_eq!(value_of(&Kind::Text, "1_0.txt"), "1_0.txt");
    }

    /// As records of the classical search from before its switches spell it.
    #[test]
    fn switches_that_came_later_are_told_only_where_they_are_off() {
        let registry = yomi_engine::Registry::standard();
        let shogi = registry.game(&"shogi".parse().unwrap()).unwrap();
        let engines = shogi.engines();
        let classical = engines.iter().find(|engine| engine.name == "classical");
        let table = &classical.unwrap().parameters;
        let full = |text: &str| in_full(&text.parse().unwrap(), table);
        let old = "memory=64,multi_pv=1,pruning=true,extensions=true,prior_depth=4,\
                   prior_weight=2000,mate_nodes=10000,futility=130,razor=350,loss=100,late_moves=6";
        let now = full("classical:nodes=100");
        assert!(
            now.ends_with(old) || now.contains(&format!("{old},")),
            "{now}"
        );
        let switched_off = full("classical:nodes=100,null_move=false,razoring=true");
        assert!(
            switched_off.contains("null_move=false") && !switched_off.contains("razoring"),
            "{switched_off}"
        );
        assert_eq!(full("classical:nodes=100,singular_extensions=true"), now);
    }
}
