//! Memory limits on Linux: of the machine, of the process and of its control groups.
//!
//! All of them are read from small text files. On systems without these files the limits are unknown.

/// How a text file is read: by its path, if it is there.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The least of what is left by all that limits this process, in bytes.
pub fn left(read: Read) -> Option<u64> {
    let machine = read("/proc/meminfo").and_then(|text| kibibytes(&text, "MemAvailable:"));
    let process = of_process(read);
    let groups = of_groups(read);
    [machine, process, groups].into_iter().flatten().min()
}

/// The number after a name at the beginning of a line, in a file of "Name: 123 kB", as bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    number(text, name)?.checked_mul(1024)
}

/// The number after a name at the beginning of a line.
fn number(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// What the limits on address space and on data leave. "unlimited" is no number.
fn of_process(read: Read) -> Option<u64> {
    let limits = read("/proc/self/limits")?;
    let status = read("/proc/self/status")?;
    let pairs = [
        ("Max address space", "VmSize:"),
        ("Max data size", "VmData:"),
    ];
    let left = pairs.into_iter().filter_map(|(limit, used)| {
        let used = kibibytes(&status, used).unwrap_or(0);
        Some(number(&limits, limit)?.saturating_sub(used))
    });
    left.min()
}

/// The files of a version of control groups.
struct Version {
    /// Where groups are mounted.
    mounts: &'static [&'static str],
    limit: &'static str,
    used: &'static str,
    /// The line of `memory.stat` with what is used only as a cache of files, which yields.
    cache: &'static str,
}

const FIRST: Version = Version {
    mounts: &["/sys/fs/cgroup/memory"],
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cache: "total_inactive_file ",
};

const SECOND: Version = Version {
    mounts: &["/sys/fs/cgroup", "/sys/fs/cgroup/unified"],
    limit: "memory.max",
    used: "memory.current",
    cache: "inactive_file ",
};

/// What the process's groups leave: its own and every one around it.
fn of_groups(read: Read) -> Option<u64> {
    let groups = read("/proc/self/cgroup")?;
    // "number:controllers:path"; the second version has no controllers.
    let left = groups.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?);
        match controllers {
            "" => of_path(read, &SECOND, path),
            _ if controllers.split(',').any(|name| name == "memory") => of_path(read, &FIRST, path),
            _ => None,
        }
    });
    left.min()
}

/// What a group and those around it leave. Inside a container the path may be the host's, and
/// only the mount itself be there.
fn of_path(read: Read, version: &Version, path: &str) -> Option<u64> {
    let around = std::iter::successors(Some(path.trim_end_matches('/')), |path| {
        path.rsplit_once('/').map(|(parent, _)| parent)
    });
    let around: Vec<&str> = around.collect();
    let folders = version
        .mounts
        .iter()
        .flat_map(|mount| around.iter().map(move |path| format!("{mount}{path}")));
    folders
        .filter_map(|folder| of_folder(read, version, &folder))
        .min()
}

fn of_folder(read: Read, version: &Version, folder: &str) -> Option<u64> {
    let bytes = |name: &str| {
        read(&format!("{folder}/{name}"))?
            .trim()
            .parse::<u64>()
            .ok()
    };
    let limit = bytes(version.limit)?;
    let used = bytes(version.used)?;
    let stat = read(&format!("{folder}/memory.stat")).unwrap_or_default();
    let cache = number(&stat, version.cache).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(cache)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left on a machine with these files.
    fn left_with(files: &[(&str, &str)]) -> Option<u64> {
        left(&|path| {
            let file = files.iter().find(|(name, _)| *name == path)?;
            Some(file.1.to_owned())
        })
    }

    const MEMINFO: (&str, &str) = (
        "/proc/meminfo",
        "MemTotal:  9000 kB\nMemFree:  100 kB\nMemAvailable:    5000 kB\n",
    );

    const STATUS: (&str, &str) = (
        "/proc/self/status",
        "Name:\tyomi\nVmPeak:\t 900 kB\nVmSize:\t 800 kB\nVmData:\t 300 kB\n",
    );

    #[test]
    fn the_machine_alone() {
        assert_eq!(left_with(&[]), None);
        assert_eq!(left_with(&[("/proc/meminfo", "nonsense")]), None);
        let limits = (
            "/proc/self/limits",
            "Max data size   unlimited   unlimited   bytes\n\
             Max address space   unlimited   unlimited   bytes\n",
        );
        assert_eq!(left_with(&[MEMINFO, STATUS, limits]), Some(5000 << 10));
    }

    #[test]
    fn limits_of_the_process_count_what_it_has_already() {
        let limits = |data: &str, space: &str| {
            format!(
                "Limit   Soft Limit   Hard Limit   Units\nMax data size   {data}   unlimited   bytes\n\
                 Max address space   {space}   unlimited   bytes\n"
            )
        };
        let cases = [
            ("unlimited", "1048576", 224 << 10),
            ("409600", "1048576", 100 << 10),
            ("unlimited", "1000", 0),
        ];
        for (data, space, expected) in cases {
            let text = limits(data, space);
            let files = [MEMINFO, STATUS, ("/proc/self/limits", &text)];
            assert_eq!(left_with(&files), Some(expected), "{data} {space}");
        }
    }

    #[test]
    fn every_group_around_the_process_counts() {
        let files = [
            MEMINFO,
            ("/proc/self/cgroup", "0::/user/engine\n"),
            ("/sys/fs/cgroup/user/engine/memory.max", "max\n"),
            ("/sys/fs/cgroup/user/engine/memory.current", "5\n"),
            ("/sys/fs/cgroup/user/memory.max", "2000000\n"),
            ("/sys/fs/cgroup/user/memory.current", "1500000\n"),
            (
                "/sys/fs/cgroup/user/memory.stat",
                "anon 9\ninactive_file 400000\nactive_file 7\n",
            ),
        ];
        assert_eq!(left_with(&files), Some(900_000));
    }

    #[test]
    fn a_container_of_the_first_version_sees_only_its_mount() {
        let files = [
            MEMINFO,
            (
                "/proc/self/cgroup",
                "5:devices:/docker/1\n4:cpu,memory:/docker/1\n",
            ),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "3000\n"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n"),
        ];
        assert_eq!(left_with(&files), Some(2000));
    }
}
