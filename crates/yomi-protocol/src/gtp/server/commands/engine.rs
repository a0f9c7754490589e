//! Commands that set the engine and the seed.

use super::super::table::{Command, row};
use super::super::{Answer, Server};
use super::read;
use yomi_core::Seed;
use yomi_core::engine::{EngineInfo, History, Resignation};
use yomi_core::params::{Param, Spec};

/// The engine.
pub const ROWS: &[Command] = &[
    row(
        "engine [SPEC]",
        "show or change the engine: name:key=value,key=value",
        engine,
    )
    .spaced(),
    row("list_engines", "list the engines", list_engines),
    row(
        "param [NAME [VALUE]]",
        "show all parameters of the engine, or one, or set one",
        param,
    ),
    row(
        "set_random_seed NUMBER",
        "let all that follows depend on this seed",
        set_random_seed,
    ),
    row(
        "yomi-resign [VALUE|never]",
        "show or set the value, from 0 to 0.5, below which the engine resigns",
        resign,
    ),
];

fn set_random_seed(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let expected = format!("a whole number from 0 to {}", u64::MAX);
    let seed = read(&arguments[0], &expected)?;
    server.seed = Seed::new(seed);
    server.games = 0;
    let start = History::numbered(server.seed, server.games);
    server.session.reseed(&start);
    Ok(String::new())
}

fn list_engines(server: &mut Server<'_>, _: &[String]) -> Answer {
    let line = |offer: EngineInfo| format!("{}: {}", offer.name, offer.summary);
    let lines: Vec<String> = server.host.engines().into_iter().map(line).collect();
    Ok(lines.join("\n"))
}

fn engine(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    if arguments.is_empty() {
        return Ok(server.spec.to_string());
    }
    let text = arguments.join(" ");
    let spec = text.parse().map_err(|error| format!("{error}"))?;
    exchange(server, spec)
}

fn param(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let table = server.host.parameters(&server.spec.name);
    let name = arguments.first().map(|name| name.replace('-', "_"));
    let present = |name: String| match Param::find(&name, &table) {
        Some(param) => param.name.clone(),
        None => name,
    };
    match (name.map(present), arguments.get(1)) {
        (Some(name), Some(value)) => {
            let mut spec = server.spec.clone();
            // A setting given by its former name when the engine was chosen is replaced too.
            let renamed = spec.settings.use_present_names(&table);
            renamed.map_err(|error| error.to_string())?;
            let spec = spec.with(&name, value);
            // Settings that belong to what was just switched away from go. One that is set for
            // nothing by the user's own word stays, and is refused.
            let spec = spec.without_idle(&table, Some(&name));
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

/// Every parameter of the engine with its value: the one asked for, or the default.
fn values(server: &Server<'_>) -> Vec<(String, String)> {
    let table = server.host.parameters(&server.spec.name);
    let value = |name: &str| server.spec.value(name, &table).map(str::to_owned);
    let names = table.iter().map(|param| param.name.clone());
    names
        .filter_map(|name| Some((name.clone(), value(&name)?)))
        .collect()
}

/// Takes another engine, or keeps the old one and says why.
fn exchange(server: &mut Server<'_>, spec: Spec) -> Answer {
    let engine = server.host.engine(&spec)?;
    server.session.set_engine(engine);
    server.spec = spec;
    server.start_over();
    Ok(String::new())
}

fn resign(server: &mut Server<'_>, arguments: &[String]) -> Answer {
    let Some(text) = arguments.first() else {
        let rule = server.session.resignation();
        return Ok(rule.map_or_else(|| NEVER.to_owned(), |rule| rule.to_string()));
    };
    let rule = if text == NEVER {
        None
    } else {
        let expected = format!("{}, or {NEVER}", Resignation::FORMAT);
        Some(read(text, &expected)?)
    };
    server.session.set_resignation(rule);
    Ok(String::new())
}

/// How not to resign is written.
const NEVER: &str = "never";
