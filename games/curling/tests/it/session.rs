//! A session in a game that has both chance and positions that are set up.

use std::sync::Arc;
use yomi_core::Seed;
use yomi_core::engine::{GameReferee, History, RefereeParts, Session, list_proposals};
use yomi_curling::Curling;

/// What is taken back by replaying the game comes back with the noise it had, whatever seeds came later.
#[test]
fn replayed_throws_keep_their_noise() {
    let start = |number| History::new(Seed::new(number), Seed::new(0));
    let parts = RefereeParts::new(list_proposals).setup();
    let referee = GameReferee::with_parts(Arc::new(Curling::default()), parts);
    let mut session = Session::without_engine(Box::new(referee), start(1));
    let position = |session: &Session<()>| session.referee().position().unwrap();
    let throw = |session: &mut Session<()>| {
        let shot = session.referee().legal().moves.swap_remove(0);
        session.play(&shot).unwrap();
        position(session)
    };
    let empty = position(&session);
    throw(&mut session);
    session.reseed(&start(2));
    let second = throw(&mut session);
    session.reseed(&start(3));
    session.set_up(&empty).unwrap();
    assert_eq!(position(&session), empty);
    session.undo().unwrap();
    assert_eq!(position(&session), second);
    // The last seed still counts for what comes.
    let third = throw(&mut session);
    session.set_up(&empty).unwrap();
    session.undo().unwrap();
    assert_eq!(position(&session), third);
}
