//! Ctrl-C, SIGTERM and SIGHUP as polite requests.
//!
//! The first of them raises a flag: whoever is at work finishes what can be finished, writes its
//! summary, ends the programs it started and leaves. The second ends the process at once, and
//! those programs with it. A command that was cut short exits with 128 and the number of the
//! signal, as shells have it: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.
//!
//! Under `nohup`, SIGHUP is ignored from the start, and stays so. Only Linux tells whether it is:
//! on other systems SIGHUP keeps its usual meaning, and programs that we started see the end of
//! their input.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use yomi_core::Stop;

/// The exit code that the last request stands for; 0: there was none.
static EXIT_CODE: AtomicU8 = AtomicU8::new(0);

/// A flag that the first request to end raises. A second one ends the process at once.
pub fn stop_on_interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    let stop = STOP.get_or_init(|| {
        let stop = Stop::default();
        // If nobody can listen, a signal ends the process as it always does: what is on file
        // stays there all the same.
        let _ = system::listen(&stop);
        stop
    });
    stop.clear();
    stop.clone()
}

/// The exit code of a command that was cut short by a request to end; `None` if there was none.
pub fn exit_code() -> Option<u8> {
    match EXIT_CODE.load(Ordering::Relaxed) {
        0 => None,
        code => Some(code),
    }
}

/// Somebody wants us to end.
fn requested(stop: &Stop, exit_code: u8) {
    EXIT_CODE.store(exit_code, Ordering::Relaxed);
    if stop.is_raised() {
        yomi_protocol::program::end_all();
        std::process::exit(exit_code.into());
    }
    stop.raise();
}

#[cfg(unix)]
mod system {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::io;
    use std::sync::mpsc::sync_channel;
    use yomi_core::Stop;

    pub fn listen(stop: &Stop) -> io::Result<()> {
        let mut wanted = vec![SIGINT, SIGTERM];
        if is_ignored(SIGHUP) == Some(false) {
            wanted.push(SIGHUP);
        }
        let stop = stop.clone();
        let (sender, heard) = sync_channel(1);
        // The thread comes first: signals that are caught with nobody to listen would be lost.
        let listener = std::thread::Builder::new().name("signals".to_owned());
        listener.spawn(move || match Signals::new(wanted) {
            Err(error) => drop(sender.send(Err(error))),
            Ok(mut signals) => {
                drop(sender.send(Ok(())));
                for signal in signals.forever() {
                    super::requested(&stop, 128 + signal as u8);
                }
            }
        })?;
        heard.recv().unwrap_or(Ok(()))
    }

    /// Whether a signal is ignored by this process, where the system tells.
    fn is_ignored(signal: i32) -> Option<bool> {
        // Each signal has a bit, the first of them the lowest.
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))?;
        let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
        Some(mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod system {
    use yomi_core::Stop;

    pub fn listen(stop: &Stop) -> Result<(), ctrlc::Error> {
        let stop = stop.clone();
        ctrlc::set_handler(move || super::requested(&stop, 130))
    }
}
