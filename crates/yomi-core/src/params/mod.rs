//! One table of parameters per algorithm.
//!
//! [`parameters!`](crate::parameters) declares a settings struct, its defaults, ranges and
//! documentation in one place; the command line, the protocols, the manifests and any tuner all
//! read that table. [`choices!`](crate::choices) does the same for a setting that is one of a few
//! words. A [`Spec`] is the text form of a choice: `uct:simulations=1000,exploration=0.7`.
//!
//! ```
//! use yomi_core::params::{Parameters, Spec};
//!
//! yomi_core::parameters! {
//!     /// How greedy is it?
//!     pub struct Greed {
//!         /// Share of greedy moves.
//!         pub share: f64 = 0.9, in 0.0..=1.0;
//!         /// Think for this many plies; unlimited if `none`.
//!         pub plies: Option<u32> = None, in 1.0..=99.0;
//!     }
//! }
//!
//! let mut spec: Spec = "greedy:share=0.5".parse().unwrap();
//! let greed = Greed::take(&mut spec.settings).unwrap();
//! assert_eq!((greed.share, greed.plies), (0.5, None));
//!
//! let mut spec: Spec = "greedy:share=2".parse().unwrap();
//! let error = Greed::take(&mut spec.settings).unwrap_err();
//! assert_eq!(error.to_string(), "parameter 'share': '2' is not a number in 0..=1");
//! ```

mod settings;
mod spelling;
mod table;
mod types;

pub use settings::{Settings, Spec};
pub use table::{Kind, Param, ParamError, Parameters};
pub use types::{ParamType, bad_value};

/// Declares a settings struct together with its table; see [`params`](crate::params). Fields that are no
/// settings follow in a block `with { pub field: Type = default; }`.
#[macro_export]
macro_rules! parameters {
    (
        $(#[$attr:meta])*
        $visibility:vis struct $name:ident {
            $(
                $(#[doc = $doc:expr])*
                pub $field:ident : $ty:ty = $default:expr
                    $(, in $min:literal ..= $max:literal)? $(, formerly $former:literal)?
                    $(, unrecorded $unrecorded:literal)? ;
            )*
        }
        $(with {
            $(
                $(#[doc = $other_doc:expr])*
                pub $other:ident : $other_ty:ty = $other_default:expr ;
            )*
        })?
    ) => {
        $(#[$attr])*
        #[derive(Clone, Debug, PartialEq)]
        $visibility struct $name {
            $( $(#[doc = $doc])* pub $field: $ty, )*
            $($( $(#[doc = $other_doc])* pub $other: $other_ty, )*)?
        }

        impl Default for $name {
            fn default() -> Self {
                $name {
                    $( $field: $default, )*
                    $($( $other: $other_default, )*)?
                }
            }
        }

        impl $crate::params::Parameters for $name {
            fn table() -> Vec<$crate::params::Param> {
                use $crate::params::ParamType;
                #[allow(unused_variables)]
                let defaults = Self::default();
                vec![$({
                    let (min, max) = $crate::parameters!(@range $($min, $max)?);
                    $crate::params::Param {
                        name: stringify!($field).to_owned(),
                        kind: <$ty as ParamType>::kind(min, max),
                        optional: <$ty as ParamType>::OPTIONAL,
                        default: ParamType::show(&defaults.$field),
                        doc: [$($doc),*].map(str::trim).join(" "),
                        only_with: None,
                        former: $crate::parameters!(@text $($former)?),
                        unrecorded: $crate::parameters!(@text $($unrecorded)?),
                    }
                },)*]
            }

            fn set(&mut self, name: &str, value: &str) -> Result<bool, $crate::params::ParamError> {
                #[allow(unused_imports)]
                use $crate::params::ParamType;
                match name {
                    $(stringify!($field) => {
                        let (min, max) = $crate::parameters!(@range $($min, $max)?);
                        self.$field = <$ty as ParamType>::parse(value, min, max).ok_or_else(|| {
                            $crate::params::bad_value::<$ty>(name, value, min, max)
                        })?;
                        Ok(true)
                    })*
                    _ => Ok(false),
                }
            }

            fn entries(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($field), $crate::params::ParamType::show(&self.$field)),)*]
            }
        }
    };
    (@range $min:literal, $max:literal) => { ($min as f64, $max as f64) };
    (@range) => { (f64::NEG_INFINITY, f64::INFINITY) };
    (@text $text:literal) => { Some($text.to_owned()) };
    (@text) => { None };
}
