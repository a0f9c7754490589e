//! What the tests share: hosts of real shogi with engines that do as they are told.

use crate::common;
use crate::common::puppet::{Puppet, Whim};
use crate::common::table::Table;
use std::sync::Arc;
use yomi_core::Referee;
use yomi_core::engine::{GameReferee, GameRules, Host, PositionText, list_all};
use yomi_core::params::{Param, Parameters as _, Spec};
use yomi_online::common::Options as CommonOptions;
use yomi_online::csa::client::Options;
use yomi_shogi::{Rules, Shogi};

/// How to play with what is common to all servers.
pub fn options(common: CommonOptions) -> Options {
    Options {
        common,
        game: None,
        remarks: true,
        ponder: false,
        keep_alive: common::LONG,
    }
}

/// Keeps the rules.
pub fn referee(game: Arc<Shogi>) -> Box<dyn Referee> {
    Box::new(GameReferee::new(game, list_all).with_setup(Some(PositionText::OF_GAME)))
}

/// Makes players with this whim, who expect this line after every move.
pub struct Casino {
    pub whim: Whim,
    pub line: String,
}

impl Casino {
    /// Makes players who move by chance.
    pub fn drifting() -> Casino {
        Casino {
            whim: Whim::Drift,
            line: String::new(),
        }
    }
}

impl Host for Casino {
    fn settings(&self, _: &str) -> Vec<Param> {
        Rules::table()
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        assert_eq!(spec.name, "shogi");
        let rules = Rules::take(&mut spec.settings.clone()).map_err(|error| error.to_string())?;
        let game = Arc::new(Shogi::new(rules));
        let positions = Some(PositionText::OF_GAME);
        let (ours, whim, line) = (Arc::clone(&game), self.whim.clone(), self.line.clone());
        Ok(Table::rules(
            move || referee(Arc::clone(&game)),
            move || {
                let ours = Arc::clone(&ours);
                Ok(Box::new(Puppet::new(ours, positions, &whim, &line)))
            },
        ))
    }
}
