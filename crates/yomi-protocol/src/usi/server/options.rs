//! What a board can set: the parameters of the engine, the settings of the rules, and a few things
//! of the server's own, each out of its one table.
//!
//! A value is looked at when it is set, and an impossible one is refused with what would be
//! possible. What was set counts from the next `isready` or `go` on.

use super::row::{Owner, Row};
use super::standard::{ENGINES, OWN, RULES};
use crate::usi::codec::Declaration;
use std::time::Duration;
use yomi_core::MoverValue;
use yomi_core::engine::{HostedGame, Resignation};
use yomi_core::foreign::quoted;
use yomi_core::params::{Param, Parameters, Spec};

/// The value of `ResignValue` that stands for never.
const NEVER: u32 = 99_999;

yomi_core::parameters! {
    /// What the server itself can be told.
    pub struct OwnParams {
        /// Whether the board lets the engine think on the other side's time. Nothing here depends on it.
        pub ponder: bool = false;
        /// How many of the best moves to tell of.
        pub multi_pv: u32 = 1, in 1..=600;
        /// Resign when the engine's own score is worse than minus this many hundredths of a pawn at two of its moves in a row, or once it is proven lost; 99999: never.
        pub resign_value: u32 = 99_999, in 0..=99_999;
        /// Milliseconds of every clock that are left for the way to the board and back.
        pub network_delay: u32 = 100, in 0..=10_000;
    }
}

/// What can be set, and what is.
pub struct Options {
    rows: Vec<Row>,
    own: OwnParams,
    /// The engine as it is wanted.
    pub engine: Spec,
    /// The parameters of the engine.
    pub table: Vec<Param>,
    /// The settings of the rules as they are wanted.
    pub rules: Vec<(String, String)>,
}

impl Options {
    /// What can be set of this engine.
    pub fn new(host: &HostedGame<'_>, engine: Spec, resignation: Option<Resignation>) -> Options {
        let table = host.parameters(&engine.name);
        let mut engine = engine;
        // Settings that contradict each other are left to the engine, which names them.
        let _ = engine.settings.use_present_names(&table);
        let own = OwnParams {
            resign_value: resignation.map_or(NEVER, to_centipawns),
            ..OwnParams::default()
        };
        let settings = host.settings();
        let rules = settings.iter().map(|param| {
            let value = host.setting(&param.name);
            (param.name.clone(), value.unwrap_or(param.default.clone()))
        });
        let rules = rules.collect();
        let is_own = |param: &Param| {
            let of_engine = table.iter().any(|known| known.name == param.name);
            param.name != "multi_pv" || !of_engine
        };
        let mut rows: Vec<Row> = Vec::new();
        let own_table = OwnParams::table().into_iter().filter(is_own);
        rows.extend(own_table.map(|param| Row::new(Owner::Server, param, OWN)));
        let of_rules = settings.into_iter();
        rows.extend(of_rules.map(|param| Row::new(Owner::Rules, param, RULES)));
        for param in table.iter().cloned() {
            let row = Row::new(Owner::Engine, param, ENGINES);
            // The first of a name has it; another gets it with a word before it.
            rows.push(match rows.iter().any(|known| known.is_called(&row.name)) {
                true => row.renamed("engine"),
                false => row,
            });
        }
        Options {
            rows,
            own,
            engine,
            table,
            rules,
        }
    }

    /// The lines that offer the options, with the values they have now.
    pub fn declarations(&self) -> impl Iterator<Item = Declaration> {
        self.rows
            .iter()
            .map(|row| row.declaration(&self.value(row)))
    }

    fn value(&self, row: &Row) -> String {
        let name = row.param.name.as_str();
        let value = match row.owner {
            Owner::Server => {
                let mut entries = self.own.entries().into_iter();
                entries
                    .find(|(known, _)| *known == name)
                    .map(|(_, value)| value)
            }
            Owner::Engine => self.engine.value(name, &self.table).map(str::to_owned),
            Owner::Rules => {
                let mut settings = self.rules.iter();
                let known = settings.find(|(known, _)| known == name);
                known.map(|(_, value)| value.clone())
            }
        };
        value.unwrap_or_else(|| row.param.default.clone())
    }

    /// Sets an option, or says why not.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let Some(row) = self.rows.iter().find(|row| row.is_called(name)) else {
            // Boards send these whether they are offered or not.
            let is_expected = ["USI_Hash", "USI_Ponder"].contains(&name);
            return match is_expected {
                true => Ok(()),
                false => Err(format!("unknown option {}", quoted(name))),
            };
        };
        let value = row.read(value)?;
        let name = row.param.name.as_str();
        match row.owner {
            Owner::Server => {
                let set = self.own.set(name, &value);
                set.map_err(|error| error.to_string())?;
            }
            // Boards send everything, changed or not: a default is as good as nothing said.
            Owner::Engine if value == row.param.default => {
                self.engine = self.engine.without(name);
            }
            Owner::Engine => self.engine = self.engine.with(name, &value),
            Owner::Rules => {
                let mut settings = self.rules.iter_mut();
                if let Some(setting) = settings.find(|(known, _)| known == name) {
                    setting.1 = value;
                }
            }
        }
        Ok(())
    }

    /// How many of the best moves to tell of.
    pub fn lines(&self) -> usize {
        let of_engine = self.engine.value("multi_pv", &self.table);
        let of_engine = of_engine.and_then(|value| value.parse().ok());
        of_engine.unwrap_or(self.own.multi_pv as usize)
    }

    /// When the engine gives up, if ever.
    pub fn resignation(&self) -> Option<Resignation> {
        if self.own.resign_value == NEVER {
            return None;
        }
        let value = MoverValue::from_centipawns(-f64::from(self.own.resign_value));
        Resignation::new(value.0)
    }

    /// What to keep of every clock.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.own.network_delay.into())
    }
}

/// The same rule in hundredths of a pawn.
fn to_centipawns(rule: Resignation) -> u32 {
    let centipawns = -MoverValue(rule.below()).to_centipawns();
    // A value of at most a half is nought or less in pawns.
    centipawns.round().clamp(0.0, f64::from(NEVER - 1)) as u32
}
