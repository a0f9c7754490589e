//! Specs as people write them, and as they do not.

use proptest::prelude::*;
use yomi_core::params::{Parameters, Spec};

yomi_core::parameters! {
    /// One of each kind.
    pub struct Everything {
        /// A share.
        pub share: f64 = 0.5, in 0.0..=1.0;
        /// A count.
        pub count: u32 = 3, in 1..=10;
        /// A limit.
        pub limit: Option<u64> = None, in 1..=1000;
        /// A switch.
        pub on: bool = false;
        /// A file.
        pub file: String = "none".to_owned();
    }
}

proptest! {
    #[test]
    fn nonsense_never_panics(text in ".*") {
        if let Ok(mut spec) = text.parse::<Spec>() {
            let _ = Everything::take(&mut spec.settings);
        }
    }

    #[test]
    fn near_sense_never_panics(text in "[a-z]{0,3}:?((share|count|limit|on|file)=?[-0-9a-z.e+]{0,6},?){0,4}") {
        if let Ok(mut spec) = text.parse::<Spec>() {
            let _ = Everything::take(&mut spec.settings);
        }
    }

    #[test]
    fn what_is_written_is_read_back(share in 0.0..=1.0f64, count in 1..=10u32, limit in prop::option::of(1..=1000u64), on: bool) {
        let written = Everything { share, count, limit, on, file: "a b/c".to_owned() };
        let settings: Vec<String> =
            written.entries().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut spec: Spec = format!("x:{}", settings.join(",")).parse().unwrap();
        prop_assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec.clone());
        prop_assert_eq!(Everything::take(&mut spec.settings).unwrap(), written);
        prop_assert!(spec.settings.finish(&[]).is_ok());
    }
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let message = |text: &str| {
        let error = text.parse::<Spec>().and_then(|mut spec| {
            Everything::take(&mut spec.settings)?;
            spec.settings.finish(&Everything::table())
        });
        error.unwrap_err().to_string()
    };
    for (text, expected) in [
        (
            "x:share=2",
            "parameter 'share': '2' is not a number in 0..=1",
        ),
        (
            "x:share=nan",
            "parameter 'share': 'nan' is not a number in 0..=1",
        ),
        (
            "x:count=1.5",
            "parameter 'count': '1.5' is not a whole number in 1..=10",
        ),
        (
            "x:limit=0",
            "parameter 'limit': '0' is not a whole number in 1..=1000 or none",
        ),
        ("x:on=yes", "parameter 'on': 'yes' is not true or false"),
        (
            "x:size=1",
            "unknown parameter 'size': expected one of share, count, limit, on, file",
        ),
        (
            "x:share",
            "'x:share' is not of the form name:key=value,key=value ('share' has no '=')",
        ),
        (
            "x:on=true,on=false",
            "'x:on=true,on=false' is not of the form name:key=value,key=value ('on' is given twice)",
        ),
        (
            ":on=true",
            "':on=true' is not of the form name:key=value,key=value (the name is missing)",
        ),
    ] {
        assert_eq!(message(text), expected);
    }
}
