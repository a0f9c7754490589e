//! The types that parameters can have: numbers, switches, texts, words ([`choices!`](crate::choices)),
//! and each of them or `none`.

use super::{Kind, ParamError};

/// A type that a parameter can have.
pub trait ParamType: Sized {
    /// Whether `none` is a value.
    const OPTIONAL: bool = false;

    /// The kind of values, given the range declared in the table.
    fn kind(min: f64, max: f64) -> Kind;

    /// The value that `text` stands for; `None` if none or out of range.
    fn parse(text: &str, min: f64, max: f64) -> Option<Self>;

    /// The value as it would be written.
    fn show(&self) -> String;
}

macro_rules! number_param {
    ($kind:ident: $($ty:ty),*) => {$(
        impl ParamType for $ty {
            fn kind(min: f64, max: f64) -> Kind {
                Kind::$kind { min, max }
            }
            fn parse(text: &str, min: f64, max: f64) -> Option<Self> {
                let value: $ty = text.replace('_', "").parse().ok()?;
                (min..=max).contains(&(value as f64)).then_some(value)
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
number_param!(Integer: u32, u64, usize);
number_param!(Number: f32, f64);

impl ParamType for bool {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Switch
    }
    fn parse(text: &str, _: f64, _: f64) -> Option<Self> {
        text.parse().ok()
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

impl ParamType for String {
    fn kind(_: f64, _: f64) -> Kind {
        Kind::Text
    }
    fn parse(text: &str, _: f64, _: f64) -> Option<Self> {
        Some(text.to_owned())
    }
    fn show(&self) -> String {
        self.clone()
    }
}

impl<T: ParamType> ParamType for Option<T> {
    const OPTIONAL: bool = true;

    fn kind(min: f64, max: f64) -> Kind {
        T::kind(min, max)
    }
    fn parse(text: &str, min: f64, max: f64) -> Option<Self> {
        if text == "none" {
            Some(None)
        } else {
            T::parse(text, min, max).map(Some)
        }
    }
    fn show(&self) -> String {
        self.as_ref().map_or_else(|| "none".to_owned(), T::show)
    }
}

/// The error for a value outside a parameter's type or range.
pub fn bad_value<T: ParamType>(name: &str, value: &str, min: f64, max: f64) -> ParamError {
    let none = if T::OPTIONAL { " or none" } else { "" };
    ParamError::BadValue {
        name: name.to_owned(),
        value: value.to_owned(),
        expected: format!("{}{none}", T::kind(min, max)),
    }
}

/// Declares an enum whose variants are the words of a parameter.
///
/// ```
/// use yomi_core::params::ParamType;
/// yomi_core::choices! {
///     /// A colour.
///     pub enum Colour {
///         /// Like fire.
///         Red = "red",
///         /// Like the sea.
///         Blue = "blue",
///     }
/// }
/// assert_eq!(Colour::parse("blue", 0.0, 0.0), Some(Colour::Blue));
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$attr:meta])*
        pub enum $name:ident {
            $( $(#[$variant_attr:meta])* $variant:ident = $word:literal ),* $(,)?
        }
    ) => {
        $(#[$attr])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $( $(#[$variant_attr])* $variant, )*
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: &[$name] = &[$($name::$variant),*];
        }

        impl $crate::params::ParamType for $name {
            fn kind(_: f64, _: f64) -> $crate::params::Kind {
                $crate::params::Kind::Choice { words: vec![$($word.to_owned()),*] }
            }
            fn parse(text: &str, _: f64, _: f64) -> Option<Self> {
                match text {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
            fn show(&self) -> String {
                match self { $($name::$variant => $word.to_owned(),)* }
            }
        }
    };
}
