//! What the tests share: hosts of real Go with engines that do as they are told.

use crate::common::puppet::{Puppet, Whim};
use crate::common::table::Table;
use std::sync::Arc;
use yomi_core::engine::{GameReferee, GameRules, Host, TerritoryText, list_all};
use yomi_core::params::{Param, Parameters as _, Spec};
use yomi_core::{Referee, Scored as _};
use yomi_go::{Rules, SmallGo};

/// Go up to 9x9 by these settings.
fn game(spec: &Spec) -> Result<Arc<SmallGo>, String> {
    assert_eq!(spec.name, "go");
    let rules = Rules::take(&mut spec.settings.clone()).map_err(|error| error.to_string())?;
    let game = SmallGo::new(rules).ok_or("there is no board so large here")?;
    Ok(Arc::new(game))
}

/// Keeps the rules.
pub fn referee(game: Arc<SmallGo>) -> Box<dyn Referee> {
    let territory = Some(TerritoryText::OF_GAME);
    let referee = GameReferee::new(game, list_all).with_scorer(Some(SmallGo::score));
    Box::new(referee.with_territory(territory))
}

/// Makes players with this whim.
pub struct Casino(pub Whim);

impl Host for Casino {
    fn settings(&self, _: &str) -> Vec<Param> {
        Rules::table()
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        let game = game(spec)?;
        let (ours, whim) = (Arc::clone(&game), self.0.clone());
        Ok(Table::rules(
            move || referee(Arc::clone(&game)),
            move || Ok(Box::new(Puppet::new(Arc::clone(&ours), None, &whim, "A1"))),
        ))
    }
}
