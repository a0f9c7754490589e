//! Changing the settings of an engine one at a time.
//!
//! A [`Spec`] holds what was asked for, a table of parameters what there is and what counts where
//! nothing was asked for.

use yomi_core::params::{Param, Settings, Spec};

/// The value of a parameter: the one asked for, or the default; `None` if there is no such
/// parameter.
pub fn value(table: &[Param], spec: &Spec, name: &str) -> Option<String> {
    let known = table.iter().find(|param| param.name == name)?;
    let mut settings = spec.settings.0.iter();
    let given = settings.find(|(given, _)| given == name);
    Some(given.map_or_else(|| known.default.clone(), |(_, value)| value.clone()))
}

/// The same with one more setting, which replaces an earlier one of the same name.
#[must_use]
pub fn with_setting(spec: &Spec, name: &str, value: &str) -> Spec {
    let mut changed = without_setting(spec, name);
    let setting = (name.to_owned(), value.to_owned());
    changed.settings.0.push(setting);
    changed
}

/// The same with one setting less, if it was there.
#[must_use]
pub fn without_setting(spec: &Spec, name: &str) -> Spec {
    let others = spec.settings.0.iter().filter(|(known, _)| known != name);
    Spec {
        name: spec.name.clone(),
        settings: Settings(others.cloned().collect()),
    }
}

/// The same without settings that do nothing, because they belong to what is not chosen. One of
/// them may be `kept` all the same: the engine then says what is wrong with it.
#[must_use]
pub fn without_idle(table: &[Param], spec: &Spec, kept: Option<&str>) -> Spec {
    let is_idle = |name: &str| {
        let param = table.iter().find(|param| param.name == *name);
        let condition = param.and_then(|param| param.only_with.as_ref());
        condition.is_some_and(|(other, wanted)| value(table, spec, other).as_ref() != Some(wanted))
    };
    let settings = spec.settings.0.iter();
    let useful = settings.filter(|(name, _)| kept == Some(name.as_str()) || !is_idle(name));
    Spec {
        name: spec.name.clone(),
        settings: Settings(useful.cloned().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::params::Kind;

    fn param(name: &str, default: &str, only_with: Option<(&str, &str)>) -> Param {
        Param {
            name: name.to_owned(),
            kind: Kind::Text,
            optional: false,
            default: default.to_owned(),
            doc: String::new(),
            only_with: only_with.map(|(name, value)| (name.to_owned(), value.to_owned())),
        }
    }

    #[test]
    fn settings_come_and_go_with_what_they_belong_to() {
        let table = [
            param("policy", "uniform", None),
            param("tactical_reach", "3", Some(("policy", "tactical"))),
        ];
        let spec: Spec = "uct:policy=tactical,tactical_reach=5".parse().unwrap();
        let told = |spec: &Spec| spec.to_string();
        assert_eq!(value(&table, &spec, "tactical_reach").unwrap(), "5");
        assert_eq!(value(&table, &spec, "nothing"), None);
        assert_eq!(without_idle(&table, &spec, None), spec);
        let uniform = with_setting(&spec, "policy", "uniform");
        assert_eq!(told(&uniform), "uct:tactical_reach=5,policy=uniform");
        assert_eq!(
            told(&without_idle(&table, &uniform, None)),
            "uct:policy=uniform"
        );
        let kept = without_idle(&table, &uniform, Some("tactical_reach"));
        assert_eq!(kept, uniform);
        let default = without_setting(&uniform, "tactical_reach");
        assert_eq!(value(&table, &default, "tactical_reach").unwrap(), "3");
    }
}
