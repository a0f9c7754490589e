//! Commands about the program itself.

use super::super::table::{Command, row};
use super::super::{Answer, Server};

/// The program.
pub const ROWS: &[Command] = &[
    row(
        "cputime",
        "tell the processor time used, in seconds",
        cputime,
    ),
    row("help [COMMAND]", "explain the commands, or one", help),
    row(
        "known_command COMMAND",
        "tell whether there is such a command",
        known_command,
    ),
    row("list_commands", "list the commands", list_commands),
    row("name", "tell the program's name", |_, _| {
        Ok("Yomi".to_owned())
    }),
    row(
        "protocol_version",
        "tell the version of the protocol",
        |_, _| Ok("2".to_owned()),
    ),
    row("quit", "end the session", quit),
    row("version", "tell the program's version", |_, _| {
        Ok(env!("CARGO_PKG_VERSION").to_owned())
    }),
];

fn known_command(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let known = Command::find(&arguments[0], &server.game).is_some();
    Ok(known.to_string())
}

fn list_commands(server: &mut Server<'_>, _: &[String]) -> Answer {
    let names: Vec<&str> = Command::all(&server.game)
        .iter()
        .map(|row| row.name())
        .collect();
    Ok(names.join("\n"))
}

fn help(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let line = |command: &Command| format!("{}: {}", command.usage, command.summary);
    match arguments.first() {
        None => {
            let lines: Vec<String> = Command::all(&server.game).into_iter().map(line).collect();
            Ok(lines.join("\n"))
        }
        Some(name) => Command::find(name, &server.game)
            .map(line)
            .ok_or_else(|| format!("unknown command ({name})")),
    }
}

fn cputime(server: &mut Server<'_>, _: &[String]) -> Answer {
    match server.host.cpu_time() {
        Some(time) => Ok(format!("{:.6}", time.as_secs_f64())),
        None => Err("the processor time is not known on this system".to_owned()),
    }
}

fn quit(server: &mut Server<'_>, _: &[String]) -> Answer {
    server.quit = true;
    Ok(String::new())
}
