//! Processor time: the computing time of threads and processes, independent of other load.
//!
//! A second of processor time is a second of work on one core. Two threads that
//! work for a second use two; one that sleeps, or waits for a core, uses none. Engines that are limited
//! by it can be compared on a machine with other load, where a second of wall time
//! is worth less to an engine that had to wait for a core.
//!
//! | whose | how | where |
//! |---|---|---|
//! | [`of_thread`] | `CLOCK_THREAD_CPUTIME_ID` | Unix |
//! | [`of_this_process`] | `CLOCK_PROCESS_CPUTIME_ID` | Unix |
//! | [`of_process`] | the process's own clock, and those of its descendants | Linux |
//!
//! On other systems the answer is `None`, and the caller must report that.
//!
//! # Limits
//!
//! Processor time still depends on the machine: on its speed, on what shares its caches, and on
//! whether two threads share a core. Work done elsewhere on behalf of a process (by a
//! graphics card, or by a program on the network) is not counted.

use std::time::Duration;

/// The processor time that the calling thread has used so far.
pub fn of_thread() -> Option<Duration> {
    system::of_thread()
}

/// The processor time that all threads of this process have used so far, those that have ended
/// included.
pub fn of_this_process() -> Option<Duration> {
    system::of_this_process()
}

/// The processor time that a process and everything that it started have used so far: all threads,
/// children that run and, as far as they were waited for, children that have ended. The latter are
/// counted in the system's ticks, of a hundredth of a second as a rule, and what only runs because
/// it was handed to another parent is lost: differences between two readings can be too small by
/// that, and must be taken with [`Duration::saturating_sub`].
///
/// `None` if there is no such process, or it was waited for.
pub fn of_process(pid: u32) -> Option<Duration> {
    system::of_process(pid)
}

#[cfg(unix)]
mod system {
    use rustix::time::{ClockId, clock_gettime};
    use std::time::Duration;

    pub fn of_thread() -> Option<Duration> {
        Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
    }

    pub fn of_this_process() -> Option<Duration> {
        Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
    }

    #[cfg(target_os = "linux")]
    pub use super::linux::of_process;

    #[cfg(not(target_os = "linux"))]
    pub fn of_process(_: u32) -> Option<Duration> {
        None
    }
}

#[cfg(not(unix))]
mod system {
    use std::time::Duration;

    pub fn of_thread() -> Option<Duration> {
        None
    }

    pub fn of_this_process() -> Option<Duration> {
        None
    }

    pub fn of_process(_: u32) -> Option<Duration> {
        None
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use nix::time::{clock_getcpuclockid, clock_gettime};
    use nix::unistd::Pid;
    use std::fs;
    use std::time::Duration;

    /// A family larger than this is not counted to its end.
    const MOST_PROCESSES: usize = 1000;

    pub fn of_process(pid: u32) -> Option<Duration> {
        let mut total = of_one(pid)?;
        let mut family = vec![pid];
        let mut next = 0;
        while let Some(&parent) = family.get(next) {
            next += 1;
            total += of_ended_children(parent).unwrap_or_default();
            for child in children(parent) {
                // A child that has just ended is missing until its parent has waited for it.
                if family.len() < MOST_PROCESSES && !family.contains(&child) {
                    total += of_one(child).unwrap_or_default();
                    family.push(child);
                }
            }
        }
        Some(total)
    }

    /// All threads of one process, to the nanosecond.
    fn of_one(pid: u32) -> Option<Duration> {
        let pid = Pid::from_raw(i32::try_from(pid).ok()?);
        let clock = clock_getcpuclockid(pid).ok()?;
        clock_gettime(clock).ok().map(Duration::from)
    }

    /// The descendants that a process has waited for: fields `cutime` and `cstime` of its `stat`.
    fn of_ended_children(pid: u32) -> Option<Duration> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The second field is the program's name in parentheses, and may hold anything. What
        // follows begins with field 3; the two times are fields 16 and 17.
        let mut fields = stat[stat.rfind(')')? + 1..].split_whitespace().skip(13);
        let [user, system] = [fields.next()?, fields.next()?].map(|field| field.parse::<u64>());
        let ticks = user.ok()?.saturating_add(system.ok()?) as f64;
        Some(Duration::from_secs_f64(
            ticks / rustix::param::clock_ticks_per_second() as f64,
        ))
    }

    /// The children that run. A kernel may be built without these lists: then there are none.
    fn children(pid: u32) -> Vec<u32> {
        let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
            return Vec::new();
        };
        let lists = threads
            .flatten()
            .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists
            .flat_map(|list| {
                let children = list.split_whitespace().map(str::parse);
                children.flatten().collect::<Vec<u32>>()
            })
            .collect()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_and_sleep_is_not() {
        let start = of_thread().expect("Unix");
        let slept = {
            std::thread::sleep(Duration::from_millis(50));
            of_thread().expect("Unix") - start
        };
        assert!(slept < Duration::from_millis(25), "{slept:?}");
        // Ends by itself only if work is counted.
        while of_thread().expect("Unix") - start < Duration::from_millis(20) {
            std::hint::spin_loop();
        }
        assert!(of_this_process().expect("Unix") >= Duration::from_millis(20));
    }

    #[cfg(target_os = "linux")]
    mod linux {
        use super::*;
        use std::io::{BufRead as _, BufReader};
        use std::process::{Command, Stdio};

        /// What a script has used by the time at which it says that it is done.
        fn used_by(script: &str) -> Duration {
            let mut child = Command::new("sh")
                .args(["-c", script])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("a shell");
            let mut said = String::new();
            let output = child.stdout.take().expect("piped");
            BufReader::new(output).read_line(&mut said).expect("a line");
            assert_eq!(said, "done\n");
            let used = of_process(child.id()).expect("it waits for us");
            drop(child.stdin.take());
            child.wait().expect("it ends");
            assert_eq!(of_process(child.id()), None, "it was waited for");
            used
        }

        #[test]
        fn a_process_is_counted_with_its_descendants() {
            // `done; read` keeps the process that printed it alive until it was measured.
            let work = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
            let asleep = used_by("sleep 0.1; echo done; read x");
            for script in [
                format!("{work}; echo done; read x"),
                // A child that runs, a grandchild, and a child that was waited for.
                format!("sh -c '{work}; echo done; read x'; true"),
                format!(
                    "sh -c 'sh -c \"{}; echo done; read x\"; true'; true",
                    work.replace('$', "\\$")
                ),
                format!("({work}); echo done; read x"),
            ] {
                let used = used_by(&script);
                assert!(used > 5 * asleep, "{used:?}, {asleep:?} asleep: {script}");
            }
        }
    }
}
