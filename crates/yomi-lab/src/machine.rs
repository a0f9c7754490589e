//! Where and when a run took place: what no two runs need share.

use serde::Serialize;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The circumstances of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Circumstances {
    /// When it ended, in UTC.
    pub date: String,
    /// The processor.
    pub processor: String,
    /// How many threads the machine runs at once.
    pub threads: usize,
    /// How many workers ran.
    pub workers: usize,
    /// Operating system and architecture.
    pub system: String,
    /// The state of the source this program was built from.
    pub commit: String,
    /// The command line.
    pub command: String,
}

impl Circumstances {
    /// Those of here and now.
    pub fn now(workers: usize) -> Circumstances {
        Circumstances {
            date: utc(SystemTime::now()),
            processor: processor().unwrap_or_else(|| "unknown".to_owned()),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            workers,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            commit: commit().unwrap_or_else(|| "unknown".to_owned()),
            command: command(),
        }
    }
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The commit of the folder this program was built in, if it is still there and still this
/// project. A program that was installed and moved elsewhere does not know its commit.
fn commit() -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(arguments)
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // A folder inside somebody else's repository has another path there.
    if git(&["rev-parse", "--show-prefix"])? != "crates/yomi-lab/" {
        return None;
    }
    let hash = git(&["rev-parse", "HEAD"])?;
    let clean = git(&["status", "--porcelain"])?.is_empty();
    Some(if clean {
        hash
    } else {
        format!("{hash} with local changes")
    })
}

/// The command line, without the folder of the program.
fn command() -> String {
    let mut words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let program = words.next().unwrap_or_default();
    let name = Path::new(&program)
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let mut line = name.unwrap_or(program);
    for word in words {
        line.push(' ');
        if word.is_empty() || word.contains(char::is_whitespace) {
            line.push_str(&format!("'{word}'"));
        } else {
            line.push_str(&word);
        }
    }
    line
}

/// A moment as `2026-01-31 12:34:56 UTC`.
///
/// Days since the epoch become a date by counting in years that begin in March, so that the leap
/// day is the last of its year and 400 years are always 146,097 days.
pub(crate) fn utc(moment: SystemTime) -> String {
    let seconds = moment
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // 0000-03-01 is 719,468 days before 1970-01-01.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // From March on, months have 31, 30, 31, 30, 31 days, over and over.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day_of_month:02} {:02}:{:02}:{:02} UTC",
        second / 3_600,
        second / 60 % 60,
        second % 60
    )
}

/// A span of time for people.
pub(crate) fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3_600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_become_dates() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (951_868_799, "2000-02-29 23:59:59 UTC"),
            (951_868_800, "2000-03-01 00:00:00 UTC"),
            (1_704_067_199, "2023-12-31 23:59:59 UTC"),
            (1_709_210_096, "2024-02-29 12:34:56 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        assert_eq!(
            utc(UNIX_EPOCH - Duration::from_secs(1)),
            "1970-01-01 00:00:00 UTC"
        );
    }

    #[test]
    fn spans_are_readable() {
        assert_eq!(span(Duration::from_millis(1_500)), "1.5 s");
        assert_eq!(span(Duration::from_secs(125)), "2 min 05 s");
        assert_eq!(span(Duration::from_secs(7_260)), "2 h 01 min");
    }
}
