//! A program together with everything that it starts.
//!
//! On Unix a program leads a process group of its own, so that its children can be ended with it.
//! (`rustix` has the two system calls without unsafe code, and is here anyway, beneath the command
//! line.) The number of a group is its leader's, and is free for others once the leader was waited
//! for: so one looks first without waiting, then kills, then waits. All groups that run are on a
//! list, for a process that must end before whoever holds them can let go.
//!
//! The system could be asked to kill a program when we die (`PR_SET_PDEATHSIG`), but only by code
//! that runs between fork and exec, which no safe code may be. A program that is orphaned in spite
//! of the list sees the end of its input.

#[cfg(unix)]
pub use unix::end_all;
#[cfg(unix)]
pub(super) use unix::{end, has_ended, start};

#[cfg(not(unix))]
pub use elsewhere::end_all;
#[cfg(not(unix))]
pub(super) use elsewhere::{end, has_ended, start};

#[cfg(unix)]
mod unix {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, ExitStatus};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// The groups that were started and not yet ended: leaders that nobody has waited for.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn running() -> MutexGuard<'static, Vec<Pid>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program that leads a group.
    pub fn start(command: &mut Command) -> io::Result<Child> {
        // The list is held meanwhile: whoever ends all of them must not miss this one.
        let mut running = running();
        let child = command.process_group(0).spawn()?;
        running.push(Pid::from_child(&child));
        Ok(child)
    }

    /// Whether the program has ended; its children may still run.
    pub fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(None)
        )
    }

    /// Kills the program and its children, and waits for the program. Once that was done, it only
    /// says again how the program ended.
    pub fn end(child: &mut Child) -> io::Result<ExitStatus> {
        let pid = Pid::from_child(child);
        let mut running = running();
        if let Some(place) = running.iter().position(|leader| *leader == pid) {
            // It fails if there is nobody left, which is as well.
            let _ = kill_process_group(pid, Signal::KILL);
            running.swap_remove(place);
        }
        drop(running);
        child.wait()
    }

    /// Kills all programs that run, and their children; for a process that ends at once, without
    /// its destructors.
    pub fn end_all() {
        for pid in running().iter() {
            let _ = kill_process_group(*pid, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;
    use std::process::{Child, Command, ExitStatus};

    /// Starts a program; there are no groups.
    pub fn start(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    /// Whether the program has ended.
    pub fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Kills the program and waits for it.
    pub fn end(child: &mut Child) -> io::Result<ExitStatus> {
        // It fails if the program has ended, which is as well.
        let _ = child.kill();
        child.wait()
    }

    /// Does nothing: orphaned programs see the end of their input.
    pub fn end_all() {}
}
