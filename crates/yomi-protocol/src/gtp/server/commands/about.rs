//! Commands about the program itself.

use super::super::table::Command;
use super::super::{Answer, Server};

pub fn protocol_version(_: &mut Server, _: &[String]) -> Answer {
    Ok("2".to_owned())
}

pub fn name(_: &mut Server, _: &[String]) -> Answer {
    Ok("Yomi".to_owned())
}

pub fn version(_: &mut Server, _: &[String]) -> Answer {
    Ok(env!("CARGO_PKG_VERSION").to_owned())
}

pub fn known_command(server: &mut Server, arguments: &[String]) -> Answer {
    let known = Command::find(&arguments[0], &server.game).is_some();
    Ok(known.to_string())
}

pub fn list_commands(server: &mut Server, _: &[String]) -> Answer {
    let names: Vec<&str> = Command::all(&server.game).map(|row| row.name).collect();
    Ok(names.join("\n"))
}

pub fn help(server: &mut Server, arguments: &[String]) -> Answer {
    let line = |command: &Command| format!("{}: {}", command.usage(), command.summary);
    match arguments.first() {
        None => {
            let lines: Vec<String> = Command::all(&server.game).map(line).collect();
            Ok(lines.join("\n"))
        }
        Some(name) => Command::find(name, &server.game)
            .map(line)
            .ok_or_else(|| format!("unknown command ({name})")),
    }
}

pub fn cputime(server: &mut Server, _: &[String]) -> Answer {
    match server.host.cpu_time() {
        Some(time) => Ok(format!("{:.6}", time.as_secs_f64())),
        None => Err("the processor time is not known on this system".to_owned()),
    }
}

pub fn quit(server: &mut Server, _: &[String]) -> Answer {
    server.quit = true;
    Ok(String::new())
}
