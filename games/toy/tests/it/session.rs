//! A session: what an engine is told of a game that is played, taken back, set up and replaced.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use yomi_core::engine::{
    Engine, EngineError, Follower, GameReferee, History, Question, Resignation, Session, Step,
    TextReport, list_all,
};
use yomi_core::{Clock, MoverValue, Player, Seed};
use yomi_toy::{Pig, TicTacToe};

/// Writes down what it is told, and plays nothing.
#[derive(Clone, Default)]
struct Scribe {
    told: Arc<Mutex<Vec<String>>>,
    cannot_undo: bool,
}

impl Scribe {
    fn note(&self, text: String) {
        self.told.lock().unwrap().push(text);
    }

    /// What was told since this was last asked.
    fn read(&self) -> Vec<String> {
        std::mem::take(&mut *self.told.lock().unwrap())
    }
}

impl Engine for Scribe {
    fn name(&self) -> &str {
        "scribe"
    }
    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.note(format!("new game {}", seed.number() % 1000));
        Ok(())
    }
    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError> {
        self.note(format!("play {text} {}", chance.number() % 1000));
        Ok(())
    }
    fn undo(&mut self) -> Result<(), EngineError> {
        if self.cannot_undo {
            return Err(EngineError::NothingToUndo);
        }
        self.note("undo".to_owned());
        Ok(())
    }
    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.note(format!("set {text}"));
        Ok(())
    }
    fn think(
        &mut self,
        _: &Question,
        _: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        self.note("think".to_owned());
        Ok(TextReport::of_move("a1"))
    }
}

fn session(scribe: &Scribe) -> Session {
    let referee = GameReferee::new(Arc::new(TicTacToe), list_all);
    let start = History::new(Seed::new(1), Seed::new(2));
    Session::new(Box::new(referee), Box::new(scribe.clone()), start)
}

/// The first word or two of each line: the seeds of moves without chance matter to nobody.
fn words(told: &[String]) -> Vec<String> {
    let short = |line: &String| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    told.iter().map(short).collect()
}

fn think(session: &mut Session) {
    let report = session.think(&Question::default(), &mut |_| ());
    assert_eq!(report.unwrap().best, "a1");
}

#[test]
fn an_engine_hears_of_steps_when_it_must_think() {
    let scribe = Scribe::default();
    let mut session = session(&scribe);
    session.play("a1").unwrap();
    session.play("b2").unwrap();
    assert!(scribe.read().is_empty());
    think(&mut session);
    assert_eq!(
        words(&scribe.read()),
        ["new game", "play a1", "play b2", "think"]
    );
    session.play("c3").unwrap();
    session.sync_engine().unwrap();
    assert_eq!(words(&scribe.read()), ["play c3"]);
    think(&mut session);
    assert_eq!(words(&scribe.read()), ["think"]);
    assert!(session.play("c3").is_err(), "taken");
    think(&mut session);
    assert_eq!(words(&scribe.read()), ["think"]);
}

#[test]
fn one_move_is_taken_back_and_more_are_the_game_again() {
    for cannot_undo in [false, true] {
        let scribe = Scribe {
            cannot_undo,
            ..Scribe::default()
        };
        let mut session = session(&scribe);
        for text in ["a1", "b2", "c3"] {
            session.play(text).unwrap();
        }
        think(&mut session);
        scribe.read();
        session.undo().unwrap();
        think(&mut session);
        let again = ["new game", "play a1", "play b2", "think"];
        match cannot_undo {
            false => assert_eq!(words(&scribe.read()), ["undo", "think"]),
            true => assert_eq!(words(&scribe.read()), again),
        }
        session.undo_to(0).unwrap();
        assert_eq!(session.undo(), Err(EngineError::NothingToUndo));
        session.play("c1").unwrap();
        think(&mut session);
        assert_eq!(words(&scribe.read()), ["new game", "play c1", "think"]);
        assert_eq!(session.referee().moves(), ["c1"]);
    }
}

/// The same game with another last move costs one step back, not the whole way.
#[test]
fn another_last_move_is_one_step_back() {
    let scribe = Scribe::default();
    let mut session = session(&scribe);
    session.play("a1").unwrap();
    session.play("b2").unwrap();
    think(&mut session);
    scribe.read();
    session.undo().unwrap();
    session.play("c3").unwrap();
    think(&mut session);
    assert_eq!(words(&scribe.read()), ["undo", "play c3", "think"]);
}

#[test]
fn a_new_game_and_new_seeds_are_noticed() {
    let scribe = Scribe::default();
    let mut session = session(&scribe);
    think(&mut session);
    session.new_game(History::numbered(Seed::new(7), 3));
    think(&mut session);
    session.reseed(&History::numbered(Seed::new(7), 4));
    think(&mut session);
    let told = scribe.read();
    let games: Vec<&String> = told.iter().filter(|line| line.starts_with("new")).collect();
    assert_eq!(games.len(), 3);
    assert!(games[0] != games[1] && games[1] != games[2], "{games:?}");
}

fn moved(text: &str, set_up: Option<&str>) -> Step {
    Step::Move {
        set_up: set_up.map(str::to_owned),
        mover: Player::First,
        text: text.to_owned(),
        chance: Seed::new(0),
        remark: None,
    }
}

/// Whatever happened in between, an engine is led to a position the same way, so that its answer
/// depends on the position alone; unless it goes from position to position within a game.
#[test]
fn positions_that_are_set_up_begin_a_new_game_or_take_its_place() {
    for is_within_games in [false, true] {
        let scribe = Scribe::default();
        let mut follower = Follower::new(Box::new(scribe.clone()));
        if is_within_games {
            follower = follower.within_games();
        }
        let mut lead = |steps: &[Step], substitute: Option<&str>| {
            let history = History {
                steps: steps.to_vec(),
                ..History::new(Seed::new(1), Seed::new(2))
            };
            follower.follow(&history, substitute).unwrap();
            words(&scribe.read())
        };
        let set_up = || Step::SetUp("p".to_owned());
        assert_eq!(lead(&[set_up()], None), ["new game", "set p"]);
        let two = [set_up(), moved("a", None), moved("b", None)];
        assert_eq!(lead(&two, None), ["play a", "play b"]);
        let back = lead(&[set_up()], None);
        match is_within_games {
            false => assert_eq!(back, ["new game", "set p"]),
            true => assert_eq!(back, ["set p"]),
        }
        let aside = lead(&[set_up()], Some("q"));
        match is_within_games {
            false => assert_eq!(aside, ["new game", "set q"]),
            true => assert_eq!(aside, ["set q"]),
        }
        assert!(lead(&[set_up()], Some("q")).is_empty(), "it is there");
        // A move from there needs nothing set up.
        assert_eq!(lead(&[set_up(), moved("c", Some("q"))], None), ["play c"]);
    }
}

/// Chance of a replaced game is drawn again; the engine hears what the referee drew.
#[test]
fn engines_follow_the_referees_dice() {
    let pig = || Box::new(GameReferee::new(Arc::new(Pig::default()), list_all));
    let scribe = Scribe::default();
    let start = History::new(Seed::new(5), Seed::new(6));
    let mut session = Session::new(pig(), Box::new(scribe.clone()), start);
    for _ in 0..4 {
        session.play("roll").unwrap();
    }
    session.sync_engine().unwrap();
    let first = scribe.read();
    let steps = session.history().steps.clone();
    let other = History {
        steps: steps.clone(),
        ..History::new(Seed::new(9), Seed::new(6))
    };
    session.replace(pig(), other).unwrap();
    session.sync_engine().unwrap();
    let second = scribe.read();
    assert_eq!(words(&first)[1..], words(&second)[1..]);
    assert_ne!(first, second);
    assert_ne!(session.history().steps, steps);
    let drawn = |step: &Step| match step {
        Step::Move { chance, .. } => format!("play roll {}", chance.number() % 1000),
        Step::SetUp(_) => unreachable!("nothing was set up"),
    };
    let drawn: Vec<String> = session.history().steps.iter().map(drawn).collect();
    assert_eq!(second[1..], drawn);
    // A game that is not legal there changes nothing.
    let mut illegal = session.history().clone();
    illegal.steps.push(Step::SetUp("nowhere".to_owned()));
    let render = session.referee().render();
    assert!(session.replace(pig(), illegal).is_err());
    assert_eq!(session.referee().render(), render);
}

/// A seed that is set in the middle of a game counts from there on, also when the game is replayed.
#[test]
fn new_seeds_leave_earlier_dice_alone() {
    let pig = || Box::new(GameReferee::new(Arc::new(Pig::default()), list_all));
    let scribe = || Box::new(Scribe::default());
    let start = |number| History::new(Seed::new(number), Seed::new(0));
    let mut session = Session::new(pig(), scribe(), start(5));
    let roll = |session: &mut Session, count: usize| {
        for _ in 0..count {
            session.play("roll").unwrap();
        }
    };
    roll(&mut session, 2);
    session.reseed(&start(6));
    roll(&mut session, 2);
    session.reseed(&start(7));
    roll(&mut session, 1);
    let (steps, board) = (session.history().steps.clone(), session.referee().render());
    session.change_rules(pig(), scribe()).unwrap();
    assert_eq!(session.history().steps, steps);
    assert_eq!(session.referee().render(), board);
    // What is played in place of moves that were taken back has the last seed.
    session.undo_to(1).unwrap();
    roll(&mut session, 1);
    let again = session.history().steps.clone();
    assert_ne!(again[1], steps[1]);
    session.change_rules(pig(), scribe()).unwrap();
    assert_eq!(session.history().steps, again);
    let mut other = Session::new(pig(), scribe(), start(7));
    roll(&mut other, 2);
    assert_eq!(other.history().steps[1], again[1]);
}

fn worth(value: f64) -> TextReport {
    TextReport {
        value: MoverValue(value),
        ..TextReport::of_move("a1")
    }
}

#[test]
fn reports_count_towards_resignation_until_a_new_game() {
    let (first, second) = (Player::First, Player::Second);
    let mut session = session(&Scribe::default());
    session.note_report(first, &worth(0.0));
    assert!(!session.resigns(first, &worth(0.0)), "there is no rule");
    session.set_resignation(Resignation::new(0.1));
    session.note_report(first, &worth(0.0));
    assert!(session.resigns(first, &worth(0.05)));
    assert!(!session.resigns(first, &worth(0.1)) && !session.resigns(second, &worth(0.0)));
    // The same game by another way, and another game.
    let referee = || Box::new(GameReferee::new(Arc::new(TicTacToe), list_all));
    let start = session.history().clone();
    session.play("a1").unwrap();
    session.replace(referee(), start).unwrap();
    assert!(session.resigns(first, &worth(0.05)));
    let other = History::numbered(Seed::new(7), 3);
    session.replace(referee(), other.clone()).unwrap();
    assert!(!session.resigns(first, &worth(0.05)));
    session.note_report(first, &worth(0.0));
    session.new_game(other);
    assert!(!session.resigns(first, &worth(0.05)));
    assert_eq!(session.resignation(), Resignation::new(0.1));
}

#[test]
fn clocks_are_full_again_in_a_new_game() {
    let clock = Clock {
        remaining: Duration::from_secs(10),
        ..Clock::default()
    };
    let mut session = session(&Scribe::default());
    assert_eq!(session.clock(Player::First), None);
    session.set_clock(Some(clock));
    assert!(session.charge(Player::First, Duration::from_secs(4)));
    assert_ne!(session.clock(Player::First), Some(clock));
    assert_eq!(session.clock(Player::Second), Some(clock));
    assert!(!session.charge(Player::First, Duration::from_secs(7)));
    session.new_game(History::numbered(Seed::new(7), 3));
    assert_eq!(session.clock(Player::First), Some(clock));
}

/// Two engines in one game: each has its own randomness, and hears of every game anew.
#[test]
fn sides_have_their_own_seeds() {
    let scribe = Scribe::default();
    let mut follower = Follower::new(Box::new(scribe.clone()));
    let referee = Box::new(GameReferee::new(Arc::new(TicTacToe), list_all));
    let start = History::new(Seed::new(1), Seed::new(2));
    let session = Session::without_engine(referee, start.clone());
    for side in Player::BOTH {
        follower.take_side(side);
        for _ in 0..2 {
            follower.follow(session.history(), None).unwrap();
        }
        let seed = start.engine_seed.index(side.index() as u64);
        let begun = format!("new game {}", seed.number() % 1000);
        assert_eq!(scribe.read(), [begun]);
    }
}
