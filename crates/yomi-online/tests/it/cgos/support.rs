//! What the tests share: hosts of real Go with engines that do as they are told.

use crate::common::puppet::{Puppet, Whim};
use std::sync::Arc;
use yomi_core::Referee;
use yomi_core::engine::{GameReferee, RefereeParts, list_all};
use yomi_core::params::{Parameters as _, Spec};
use yomi_go::{Rules, SmallGo};
use yomi_online::cgos::client::{Host, Seat};

/// Go up to 9x9 by these settings.
fn game(spec: &Spec) -> Result<Arc<SmallGo>, String> {
    assert_eq!(spec.name, "go");
    let rules = Rules::take(&mut spec.settings.clone()).map_err(|error| error.to_string())?;
    let game = SmallGo::new(rules).ok_or("there is no board so large here")?;
    Ok(Arc::new(game))
}

/// Keeps the rules.
pub fn referee(game: Arc<SmallGo>) -> Box<dyn Referee> {
    let parts = RefereeParts::new(list_all).scored().territorial();
    Box::new(GameReferee::with_parts(game, parts))
}

/// Makes players with this whim.
pub struct Casino(pub Whim);

impl Host for Casino {
    fn seat(&self, spec: &Spec) -> Result<Seat, String> {
        let game = game(spec)?;
        Ok(Seat {
            referee: referee(game.clone()),
            engine: Box::new(Puppet::new(game, None, &self.0, "A1")),
        })
    }
}
