//! Canonical spelling of settings by a parameter table.
//!
//! A [`Spec`] holds the settings that were given, a table of parameters all names and defaults.
//! `uct:simulations=1_000`, `uct:simulations=1000` and, where that is the
//! default, `uct` mean the same engine, so records need one spelling: they name engines by
//! [`Spec::in_short`] and describe them by [`Spec::in_full`], which also reveals a changed default.
//!
//! A parameter that was renamed ([`Param::former`]) can be given by either name, and is always
//! spelled by the former one: the ids of jobs, the names of record files and the headers of journals
//! are made from these texts, so that a new spelling would make records of earlier versions
//! impossible to resume.

use super::{Kind, Param, Settings, Spec};

/// Parameters that were added after records had been written in full, with the value that is the
/// earlier behaviour of the program. That value is not spelled out, so that those records can still
/// be resumed; where the default is another one, they cannot.
const LATER: &[(&str, &str)] = &[
    ("timing", "wall"),
    ("null_move", "true"),
    ("late_move_reductions", "true"),
    ("late_move_pruning", "true"),
    ("futility_pruning", "true"),
    ("razoring", "true"),
    ("prob_cut", "true"),
    ("see_pruning", "true"),
    ("history_pruning", "true"),
    ("delta_pruning", "true"),
    ("evasion_pruning", "true"),
    ("internal_iterative_reductions", "true"),
    ("singular_extensions", "true"),
    ("deeper_entries", "true"),
    ("kernel", "game"),
    ("target", "best"),
    ("network_sigmoid", "once"),
    ("paper_network_sigmoid", "once"),
];

impl Spec {
    /// A name without settings.
    pub fn named(name: &str) -> Spec {
        Spec {
            name: name.to_owned(),
            settings: Settings::default(),
        }
    }

    /// The value given for a setting, if any.
    pub fn get(&self, name: &str) -> Option<&str> {
        let given = self.settings.0.iter().find(|(known, _)| known == name);
        given.map(|(_, value)| value.as_str())
    }

    /// The same with one more setting, which replaces an earlier one of the same name.
    ///
    /// ```
    /// use yomi_core::params::Spec;
    /// let go: Spec = "go:size=9,komi=7".parse()?;
    /// assert_eq!(go.with("size", "13").to_string(), "go:komi=7,size=13");
    /// # Ok::<(), yomi_core::params::ParamError>(())
    /// ```
    #[must_use]
    pub fn with(&self, name: &str, value: &str) -> Spec {
        let mut changed = self.without(name);
        let setting = (name.to_owned(), value.to_owned());
        changed.settings.0.push(setting);
        changed
    }

    /// The same with one setting less, if it was there.
    #[must_use]
    pub fn without(&self, name: &str) -> Spec {
        self.filtered(|known| known != name)
    }

    fn filtered(&self, keep: impl Fn(&str) -> bool) -> Spec {
        let kept = self.settings.0.iter().filter(|(name, _)| keep(name));
        Spec {
            name: self.name.clone(),
            settings: Settings(kept.cloned().collect()),
        }
    }

    /// The value of a parameter: the one asked for, or the default; `None` if there is no such
    /// parameter.
    pub fn value<'a>(&'a self, name: &str, table: &'a [Param]) -> Option<&'a str> {
        let param = Param::find(name, table)?;
        Some(self.given(param).unwrap_or(&param.default))
    }

    /// The value given under the present or the former name of a parameter.
    fn given(&self, param: &Param) -> Option<&str> {
        let former = || param.former.as_ref().and_then(|former| self.get(former));
        self.get(&param.name).or_else(former)
    }

    /// Whether a parameter has no effect, because it belongs to an alternative that is not chosen.
    fn is_idle(&self, param: &Param, table: &[Param]) -> bool {
        param
            .only_with
            .as_ref()
            .is_some_and(|(other, wanted)| self.value(other, table) != Some(wanted))
    }

    /// The same without settings that have no effect, because they belong to an alternative that is not
    /// chosen. One of them may be `kept`: the engine then reports the error.
    #[must_use]
    pub fn without_idle(&self, table: &[Param], kept: Option<&str>) -> Spec {
        self.filtered(|name| {
            let param = Param::find(name, table);
            kept == Some(name) || !param.is_some_and(|param| self.is_idle(param, table))
        })
    }

    /// The full spelling: every parameter that has an effect, in the order of the table.
    ///
    /// ```
    /// use yomi_core::params::{Kind, Param, Spec};
    ///
    /// let param = |name: &str, default: &str| Param {
    ///     name: name.to_owned(),
    ///     kind: Kind::Number { min: 0.0, max: 9.0 },
    ///     optional: true,
    ///     default: default.to_owned(),
    ///     doc: String::new(),
    ///     only_with: None,
    ///     former: None,
    /// };
    /// let table = [param("a", "1"), param("b", "0"), param("c", "none")];
    /// let spec: Spec = "uct:b=2.50,a=1.0".parse()?;
    /// assert_eq!(spec.in_full(&table), "uct:a=1,b=2.5,c=none");
    /// assert_eq!(spec.in_short(&table), "uct:b=2.5");
    /// # Ok::<(), yomi_core::params::ParamError>(())
    /// ```
    pub fn in_full(&self, table: &[Param]) -> String {
        self.spelled(table, |param, value| {
            !LATER.contains(&(param.name.as_str(), value))
        })
    }

    /// The short spelling: only parameters that differ from their defaults, in the order of the table.
    pub fn in_short(&self, table: &[Param]) -> String {
        self.spelled(table, |param, value| param.default != value)
    }

    fn spelled(&self, table: &[Param], keep: impl Fn(&Param, &str) -> bool) -> String {
        let mut spelled = Spec::named(&self.name);
        for param in table {
            let given = self.given(param);
            let value = given.map_or_else(
                || param.default.clone(),
                |value| value_of(&param.kind, value),
            );
            if keep(param, &value) && (given.is_some() || !self.is_idle(param, table)) {
                let name = param.former.as_ref().unwrap_or(&param.name);
                spelled.settings.0.push((name.clone(), value));
            }
        }
        let others = self.filtered(|name| Param::find(name, table).is_none());
        spelled.settings.0.extend(others.settings.0);
        spelled.to_string()
    }
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
    use crate::params::Parameters;

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

    fn param(name: &str, default: &str, only_with: Option<(&str, &str)>) -> Param {
        Param {
            name: name.to_owned(),
            kind: Kind::Text,
            optional: false,
            default: default.to_owned(),
            doc: String::new(),
            only_with: only_with.map(|(name, value)| (name.to_owned(), value.to_owned())),
            former: None,
        }
    }

    crate::parameters! {
        struct Renamed {
            /// How many at a time.
            pub batch: Option<u32> = None, in 1..=9, formerly "handful";
            /// Another.
            pub memory: u32 = 4, in 1..=9;
        }
    }

    #[test]
    fn a_renamed_parameter_is_read_by_both_names_and_spelled_by_the_former() {
        let table = Renamed::table();
        assert_eq!(table[0].name, "batch");
        for (text, batch) in [
            ("uct:batch=8", 8),
            ("uct:handful=8", 8),
            ("uct:handful=3", 3),
        ] {
            let mut spec: Spec = text.parse().unwrap();
            let digit = batch.to_string();
            assert_eq!(spec.value("batch", &table), Some(digit.as_str()));
            assert_eq!(spec.value("handful", &table), Some(digit.as_str()));
            assert_eq!(spec.in_short(&table), format!("uct:handful={batch}"));
            let full = format!("uct:handful={batch},memory=4");
            assert_eq!(spec.in_full(&table), full);
            let taken = Renamed::take(&mut spec.settings).unwrap();
            assert_eq!(taken.batch, Some(batch));
            assert!(spec.settings.0.is_empty());
        }
        assert_eq!(
            Spec::named("uct").in_full(&table),
            "uct:handful=none,memory=4"
        );
        let mut both: Spec = "uct:batch=2,handful=3".parse().unwrap();
        assert_eq!(
            Renamed::take(&mut both.settings).unwrap_err().to_string(),
            "parameter 'handful': '3' is not possible beside 'batch', the present name of the \
             same parameter"
        );
    }

    #[test]
    fn settings_come_and_go_with_what_they_belong_to() {
        let table = [
            param("policy", "uniform", None),
            param("tactical_reach", "3", Some(("policy", "tactical"))),
        ];
        let spec: Spec = "uct:policy=tactical,tactical_reach=5".parse().unwrap();
        assert_eq!(spec.value("tactical_reach", &table), Some("5"));
        assert_eq!(spec.value("nothing", &table), None);
        assert_eq!(spec.without_idle(&table, None), spec);
        let uniform = spec.with("policy", "uniform");
        assert_eq!(uniform.to_string(), "uct:tactical_reach=5,policy=uniform");
        let useful = uniform.without_idle(&table, None);
        assert_eq!(useful.to_string(), "uct:policy=uniform");
        let kept = uniform.without_idle(&table, Some("tactical_reach"));
        assert_eq!(kept, uniform);
        let default = uniform.without("tactical_reach");
        assert_eq!(default.value("tactical_reach", &table), Some("3"));
    }
}
