//! Commands that set the game, the engine, the seed and the clocks.

use super::super::{Answer, Offer, Server};
use super::read;
use std::time::Duration;
use yomi_core::Seed;
use yomi_core::params::{Settings, Spec};

pub fn set_game(server: &mut Server, arguments: &[String]) -> Answer {
    let name = arguments.join(" ");
    if !server.game.is_called(&name) {
        let ours = server.game.official_name();
        return Err(format!("unknown game '{name}': this is {ours}"));
    }
    clear_board(server, &[])
}

pub fn boardsize(server: &mut Server, arguments: &[String]) -> Answer {
    let size: u32 = read(&arguments[0], "a size")?;
    if server.game.board_size != Some(size) {
        return Err("unacceptable size".to_owned());
    }
    clear_board(server, &[])
}

pub fn clear_board(server: &mut Server, _: &[String]) -> Answer {
    server.session.clear();
    server.clocks.restart();
    server.report = None;
    Ok(String::new())
}

pub fn set_random_seed(server: &mut Server, arguments: &[String]) -> Answer {
    let expected = format!("a whole number from 0 to {}", u64::MAX);
    let seed = read(&arguments[0], &expected)?;
    server.session.reseed(Seed::new(seed));
    Ok(String::new())
}

pub fn time_settings(server: &mut Server, arguments: &[String]) -> Answer {
    let main = seconds(&arguments[0])?;
    let overtime = seconds(&arguments[1])?;
    let moves = read(&arguments[2], "a number of moves")?;
    server.clocks.set(main, overtime, moves);
    Ok(String::new())
}

pub fn time_left(server: &mut Server, arguments: &[String]) -> Answer {
    let player = server.player(&arguments[0])?;
    let time = seconds(&arguments[1])?;
    let moves = read(&arguments[2], "a number of moves")?;
    server.clocks.correct(player, time, moves);
    Ok(String::new())
}

/// The standard has whole seconds; parts of a second are welcome.
fn seconds(text: &str) -> Result<Duration, String> {
    /// A year: more than any game needs, and sums of it never overflow.
    const MOST: f64 = 365.0 * 24.0 * 3600.0;
    let expected = "a number of seconds";
    let seconds: f64 = read(text, expected)?;
    if (0.0..=MOST).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("syntax error: '{text}' is not {expected}"))
    }
}

pub fn list_engines(server: &mut Server, _: &[String]) -> Answer {
    let line = |offer: Offer| format!("{}: {}", offer.name, offer.summary);
    let lines: Vec<String> = server.host.engines().into_iter().map(line).collect();
    Ok(lines.join("\n"))
}

pub fn engine(server: &mut Server, arguments: &[String]) -> Answer {
    if arguments.is_empty() {
        return Ok(server.spec.to_string());
    }
    let text = arguments.join(" ");
    let spec = text.parse().map_err(|error| format!("{error}"))?;
    exchange(server, spec)
}

pub fn param(server: &mut Server, arguments: &[String]) -> Answer {
    let name = arguments.first().map(|name| name.replace('-', "_"));
    match (name, arguments.get(1)) {
        (Some(name), Some(value)) => {
            let mut spec = with_setting(&server.spec, name.clone(), value.clone());
            drop_idle(server, &mut spec, &name);
            exchange(server, spec)
        }
        (Some(name), None) => {
            let mut values = values(server).into_iter();
            let found = values.find(|(known, _)| *known == name);
            let found = found.ok_or_else(|| format!("unknown parameter '{name}'"))?;
            Ok(found.1)
        }
        (None, _) => {
            let values = values(server).into_iter();
            let lines: Vec<String> = values
                .map(|(name, value)| format!("{name} {value}"))
                .collect();
            Ok(lines.join("\n"))
        }
    }
}

/// Drops settings that belong to what was just switched away from. One that is set for nothing by
/// the user's own word stays, and is refused.
fn drop_idle(server: &Server, spec: &mut Spec, just_set: &str) {
    let mut engines = server.host.engines().into_iter();
    let Some(offer) = engines.find(|offer| offer.name == spec.name) else {
        return;
    };
    let settings = spec.settings.0.clone();
    let value = |name: &str| {
        let given = settings.iter().find(|(known, _)| known == name);
        let default = offer.parameters.iter().find(|param| param.name == name);
        let given = given.map(|(_, value)| value);
        given.or(default.map(|param| &param.default)).cloned()
    };
    spec.settings.0.retain(|(name, _)| {
        let param = offer.parameters.iter().find(|param| param.name == *name);
        let condition = param.and_then(|param| param.only_with.clone());
        let is_idle = condition.is_some_and(|(other, wanted)| value(&other) != Some(wanted));
        name == just_set || !is_idle
    });
}

/// Every parameter of the engine with its value: the one asked for, or the default.
fn values(server: &Server) -> Vec<(String, String)> {
    let mut engines = server.host.engines().into_iter();
    let Some(offer) = engines.find(|offer| offer.name == server.spec.name) else {
        return Vec::new();
    };
    let given = |name: &str| {
        let mut settings = server.spec.settings.0.iter();
        settings.find(|(known, _)| known == name)
    };
    let value = |name: &str| given(name).map(|(_, value)| value.clone());
    offer
        .parameters
        .into_iter()
        .map(|param| {
            let value = value(&param.name).unwrap_or(param.default);
            (param.name, value)
        })
        .collect()
}

/// The engine with one more setting, which replaces an earlier one of the same name.
fn with_setting(spec: &Spec, name: String, value: String) -> Spec {
    let others = spec.settings.0.iter().filter(|(known, _)| *known != name);
    let mut settings: Vec<(String, String)> = others.cloned().collect();
    settings.push((name, value));
    Spec {
        name: spec.name.clone(),
        settings: Settings(settings),
    }
}

/// Takes another engine, or keeps the old one and says why.
fn exchange(server: &mut Server, spec: Spec) -> Answer {
    let engine = server.host.engine(&spec)?;
    server.session.set_engine(engine);
    server.spec = spec;
    server.report = None;
    Ok(String::new())
}
