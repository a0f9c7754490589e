//! Ctrl-C as a polite request.

use std::sync::OnceLock;
use yomi_core::Stop;

/// A flag that Ctrl-C raises. A second Ctrl-C ends the process at once.
pub fn stop_on_interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let stop = STOP.get_or_init(|| {
        let stop = Stop::default();
        let raised = stop.clone();
        // If no handler can be set, Ctrl-C ends the process as it always does: what is on file
        // stays there all the same.
        let _ = ctrlc::set_handler(move || {
            if raised.is_raised() {
                std::process::exit(130);
            }
            raised.raise();
        });
        stop
    });
    stop.clear();
    stop.clone()
}
