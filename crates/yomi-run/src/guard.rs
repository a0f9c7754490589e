//! Panics of jobs, converted to errors.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`; a panic comes back as a text, `panicked: ` and its message.
///
/// Whatever `work` may have left half done must not be used after a panic.
///
/// ```
/// assert_eq!(yomi_run::guarded(|| 1 + 1), Ok(2));
/// let panic = yomi_run::guarded(|| panic!("no {}", "way"));
/// assert_eq!(panic, Err::<(), _>("panicked: no way".to_owned()));
/// ```
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied());
        format!("panicked: {}", message.unwrap_or("(no message)"))
    })
}
