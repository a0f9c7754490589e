//! One writer per file.

use std::fs::{File, TryLockError};
use std::io;
use std::time::Duration;

/// How often a lock is asked for, and how long is waited in between. A program that was just being
/// started by this very process can hold the lock of a closed file for an instant.
const ATTEMPTS: usize = 20;
const PATIENCE: Duration = Duration::from_millis(10);

/// Locks a file for as long as it is open; [`TryLockError::WouldBlock`] if another process has it.
///
/// Some network file systems have no locks: better to write without than not at all.
pub fn lock_file(file: &File) -> Result<(), TryLockError> {
    let mut locked = file.try_lock();
    for _ in 1..ATTEMPTS {
        if !matches!(locked, Err(TryLockError::WouldBlock)) {
            break;
        }
        std::thread::sleep(PATIENCE);
        locked = file.try_lock();
    }
    match locked {
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        locked => locked,
    }
}
