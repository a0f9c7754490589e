//! Names and passwords: what may be sent as a line, and what is never shown.

use std::fmt;

/// Stands where a password would.
const VEIL: &str = "***";

/// A password. Nothing that prints shows it.
///
/// ```
/// use yomi_online::common::Password;
/// let password = Password::new("tesuji").unwrap();
/// assert_eq!(format!("{password:?}"), "***");
/// assert_eq!(password.veil("no 'tesuji' here"), "no '***' here");
/// assert!(Password::new("two\nlines").is_err());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// A password that can be sent; if not, why not (without telling it).
    pub fn new(text: &str) -> Result<Password, String> {
        check_word(text).map_err(|fault| format!("the password {fault}"))?;
        Ok(Password(text.to_owned()))
    }

    /// The text with the password made unreadable wherever it stands.
    pub fn veil(&self, text: &str) -> String {
        text.replace(&self.0, VEIL)
    }

    /// The password itself, for the one line that sends it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(VEIL)
    }
}

/// Whether a name can be sent; if not, why not. Servers may ask for more.
pub fn check_name(text: &str) -> Result<(), String> {
    check_word(text).map_err(|fault| format!("the name {fault}"))
}

fn check_word(text: &str) -> Result<(), &'static str> {
    match text {
        "" => Err("is empty"),
        _ if text.contains(|c: char| c.is_whitespace() || c.is_control()) => {
            Err("has a space or a line end in it: expected one word")
        }
        // Servers of Go leave at this word, whatever they asked.
        "quit" => Err("is 'quit', with which clients leave"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        assert_eq!(check_name("Yomi-0.1_9x9"), Ok(()));
        for name in ["", "a b", "a\n", "\u{7}", "quit"] {
            assert!(check_name(name).unwrap_err().starts_with("the name "));
        }
    }

    #[test]
    fn an_error_about_a_password_does_not_tell_it() {
        let error = Password::new("se cret").unwrap_err();
        assert!(!error.contains("cret"), "{error}");
    }
}
