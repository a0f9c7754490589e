//! A program together with everything that it starts.
//!
//! On Unix a program leads a process group of its own, so that its children can be ended with it.
//! (`rustix` has the two system calls without unsafe code, and is here anyway, beneath the command
//! line.) The number of a group is its leader's, and is free for others once the leader was waited
//! for: so one looks first without waiting, then kills, then waits.

#[cfg(unix)]
pub(super) use unix::{has_ended, kill, lead};

#[cfg(not(unix))]
pub(super) use elsewhere::{has_ended, kill, lead};

#[cfg(unix)]
mod unix {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};

    /// Has the program lead a group.
    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the program has ended; its children may still run.
    pub fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(None)
        )
    }

    /// Kills the program and its children; does nothing once the program was waited for.
    pub fn kill(child: &mut Child) {
        let pid = Pid::from_child(child);
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if waitid(WaitId::Pid(pid), options).is_ok() {
            // It fails if there is nobody left, which is as well.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::process::{Child, Command};

    /// There are no groups.
    pub fn lead(_: &mut Command) {}

    /// Whether the program has ended.
    pub fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Kills the program.
    pub fn kill(child: &mut Child) {
        // It fails if the program has ended, which is as well.
        let _ = child.kill();
    }
}
