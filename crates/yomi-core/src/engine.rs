//! Games and players behind text: what arenas, protocols and pages talk to.
//!
//! A [`Referee`] keeps a game, an [`Engine`] plays it; both speak only the game's notation, so
//! one arena serves every game and every program, ours or another's. [`GameReferee`] and
//! [`SearchEngine`] put any typed game and search behind these faces.
//!
//! Chance at each ply comes from a [`Seed`] that the referee derives and shows to the engines
//! only *after* the move was made: engines follow the game exactly and foresee nothing.

use crate::{
    Clock, Game, Limits, MoverValue, Notation, NotationError, Outcome, Player, Position,
    PositionError, Proven, Report, Request, Search, Seed, Stop, StopReason,
};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// Why an engine or a referee could not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// The text is no legal move.
    #[error(transparent)]
    IllegalMove(#[from] NotationError),
    /// The game is over: there is nothing to play.
    #[error("the game is over: {0}")]
    GameOver(String),
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// An engine in another process broke down.
    #[error("engine '{engine}' failed: {reason}")]
    Broken {
        /// The engine's name.
        engine: String,
        /// What happened.
        reason: String,
    },
    /// An engine in another process did not answer in time.
    #[error("engine '{engine}' failed: {reason}")]
    TimedOut {
        /// The engine's name.
        engine: String,
        /// What it was asked, and how long was waited.
        reason: String,
    },
    /// The text is no position.
    #[error(transparent)]
    BadPosition(#[from] PositionError),
    /// Positions of this game or for this engine can only be reached by moves.
    #[error("a position cannot be set up: moves must lead to it")]
    NoSetup,
    /// The engine gives the game up.
    #[error("resigned")]
    Resigned,
}

/// What an engine found out about one move, as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TextMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// See [`MoveReport::visits`](crate::MoveReport::visits).
    pub visits: u64,
    /// See [`MoveReport::value`](crate::MoveReport::value).
    pub value: Option<MoverValue>,
    /// See [`MoveReport::prior`](crate::MoveReport::prior).
    pub prior: Option<f64>,
    /// See [`MoveReport::proven`](crate::MoveReport::proven).
    pub proven: Option<Proven>,
}

/// A [`Report`] in the game's notation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TextReport {
    /// The move to play.
    pub best: String,
    /// The value of the position for the side to move.
    pub value: MoverValue,
    /// The proven result for the side to move.
    pub proven: Option<Proven>,
    /// All moves, best first.
    pub moves: Vec<TextMove>,
    /// The expected continuation.
    pub line: Vec<String>,
    /// Simulations played.
    pub simulations: u64,
    /// Nodes examined or held.
    pub nodes: u64,
    /// Depth reached.
    pub depth: u32,
    /// Memory held, in bytes.
    pub memory: u64,
    /// Wall-clock seconds.
    #[serde(serialize_with = "as_seconds")]
    pub elapsed: Duration,
    /// Why the search ended.
    pub reason: StopReason,
    /// The seed of the search.
    pub seed: Seed,
    /// Whether the same seed would give the same answer again.
    pub reproducible: bool,
}

fn as_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// A player that speaks the game's notation.
pub trait Engine: Send {
    /// The engine's name for tables.
    fn name(&self) -> &str;

    /// Begins a new game. All randomness of the engine in this game derives from `seed`.
    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError>;

    /// Somebody played this move, and chance (if any) was drawn from `chance`.
    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError>;

    /// Whether the same seed gives the same moves when there is no clock. Limits of time, threads
    /// that share a tree and programs of others do not promise that.
    fn is_reproducible(&self) -> bool {
        false
    }

    /// Goes on from the position that `text` describes, in the same game.
    fn set_position(&mut self, _text: &str) -> Result<(), EngineError> {
        Err(EngineError::NoSetup)
    }

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// Thinks about the current position. Does not play the move: the referee's word counts.
    fn think(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<TextReport, EngineError>;
}

/// The moves open to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMoves {
    /// Moves in the game's notation.
    pub moves: Vec<String>,
    /// Whether these are all there are, or samples of a continuum.
    pub complete: bool,
}

/// Keeps a game and its rules.
pub trait Referee: Send {
    /// Begins a new game; chance in it derives from `seed`.
    fn new_game(&mut self, seed: Seed);

    /// From here on chance derives from `seed`; what was drawn before stays. So two games can
    /// share their opening, dice included, and part afterwards.
    fn reseed(&mut self, seed: Seed);

    /// Whose move it is.
    fn to_move(&self) -> Player;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The points of the first and of the second player so far, in games that have points.
    fn score(&self) -> Option<[f64; 2]>;

    /// The moves that may be played.
    fn legal(&self) -> LegalMoves;

    /// What a move looks like.
    fn move_format(&self) -> String;

    /// Plays a move. Returns the move in the game's own spelling and the seed chance was drawn
    /// from, for passing on to the engines.
    fn play(&mut self, text: &str) -> Result<(String, Seed), EngineError>;

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// Goes on from the position that `text` describes.
    fn set_position(&mut self, _text: &str) -> Result<(), EngineError> {
        Err(EngineError::NoSetup)
    }

    /// The moves so far, from the start of the game or from the position set up.
    fn moves(&self) -> Vec<String>;

    /// The position drawn for a terminal.
    fn render(&self) -> String;
}

/// Lists the legal moves of a state: the one thing that discrete and continuous games do
/// differently behind a referee.
pub type Lister<G> = fn(&G, &<G as Game>::State) -> (Vec<<G as Game>::Action>, bool);

/// Counts a player's points: [`Scored::score`](crate::Scored::score) of a game that has it.
pub type Scorer<G> = fn(&G, &<G as Game>::State, Player) -> f64;

/// Reads a position: [`Setup::parse_state`](crate::Setup::parse_state) of a game that has it.
pub type PositionReader<G> = fn(&G, &str) -> Result<<G as Game>::State, PositionError>;

/// All actions: the lister of a [`Discrete`](crate::Discrete) game.
pub fn list_all<G: crate::Discrete>(game: &G, state: &G::State) -> (Vec<G::Action>, bool) {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    (actions, true)
}

/// Sixteen suggestions: the lister of a game that only [`Proposes`](crate::Proposes).
pub fn list_proposals<G: crate::Proposes>(game: &G, state: &G::State) -> (Vec<G::Action>, bool) {
    let mut rng = Seed::new(0).rng();
    let mut actions = Vec::new();
    while actions.len() < 16
        && let Some(action) = game.propose(state, &actions, &mut rng)
    {
        actions.push(action);
    }
    (actions, false)
}

/// The referee of any game with a notation.
pub struct GameReferee<G: Game> {
    position: Position<G>,
    lister: Lister<G>,
    scorer: Option<Scorer<G>>,
    reader: Option<PositionReader<G>>,
    seed: Seed,
}

impl<G: Notation> GameReferee<G> {
    /// A referee at the start of a game.
    pub fn new(game: Arc<G>, lister: Lister<G>) -> GameReferee<G> {
        GameReferee {
            position: Position::new(game),
            lister,
            scorer: None,
            reader: None,
            seed: Seed::new(0),
        }
    }

    /// Lets positions be set up.
    #[must_use]
    pub fn with_setup(mut self, reader: Option<PositionReader<G>>) -> GameReferee<G> {
        self.reader = reader;
        self
    }

    /// Lets the referee tell the points.
    #[must_use]
    pub fn with_scorer(mut self, scorer: Option<Scorer<G>>) -> GameReferee<G> {
        self.scorer = scorer;
        self
    }
}

impl<G: Notation> Referee for GameReferee<G> {
    fn new_game(&mut self, seed: Seed) {
        self.position.reset();
        self.seed = seed;
    }

    fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn score(&self) -> Option<[f64; 2]> {
        let (game, state) = (self.position.game(), self.position.state());
        let scorer = self.scorer?;
        Some(Player::BOTH.map(|player| scorer(game, state, player)))
    }

    fn legal(&self) -> LegalMoves {
        if self.outcome().is_some() {
            return LegalMoves {
                moves: Vec::new(),
                complete: true,
            };
        }
        let (game, state) = (self.position.game(), self.position.state());
        let (actions, complete) = (self.lister)(game, state);
        let moves = actions
            .into_iter()
            .map(|action| game.format_action(state, action))
            .collect();
        LegalMoves { moves, complete }
    }

    fn move_format(&self) -> String {
        self.position.game().move_format()
    }

    fn play(&mut self, text: &str) -> Result<(String, Seed), EngineError> {
        let action = parse_move(&self.position, text)?;
        let spelled = self
            .position
            .game()
            .format_action(self.position.state(), action);
        let chance = self.seed.child("chance").index(self.position.ply() as u64);
        self.position.play(action, chance);
        Ok((spelled, chance))
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.position
            .undo()
            .map(|_| ())
            .ok_or(EngineError::NothingToUndo)
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        let read = self.reader.ok_or(EngineError::NoSetup)?;
        let state = read(self.position.game(), text)?;
        self.position.set_up(state);
        Ok(())
    }

    fn moves(&self) -> Vec<String> {
        let game = self.position.game();
        self.position
            .history()
            .map(|(state, action)| game.format_action(state, action))
            .collect()
    }

    fn render(&self) -> String {
        self.position.game().render(self.position.state())
    }
}

/// A playing engine made of a game and a search.
pub struct SearchEngine<G: Game> {
    name: String,
    position: Position<G>,
    search: Box<dyn Search<G>>,
    limits: Limits,
    fallback: Limits,
    reader: Option<PositionReader<G>>,
    /// How many positions were set up: each is searched with a seed of its own.
    set_up: u64,
    seed: Seed,
}

impl<G: Notation> SearchEngine<G> {
    /// An engine that plays by `search`, each move within `limits` (and within the clock, when
    /// there is one).
    pub fn new(name: &str, game: Arc<G>, search: Box<dyn Search<G>>, limits: Limits) -> Self {
        SearchEngine {
            name: name.to_owned(),
            position: Position::new(game),
            search,
            limits,
            fallback: Limits::default(),
            reader: None,
            set_up: 0,
            seed: Seed::new(0),
        }
    }

    /// Lets positions be set up.
    #[must_use]
    pub fn with_setup(mut self, reader: Option<PositionReader<G>>) -> Self {
        self.reader = reader;
        self
    }

    /// What limits a move when there is neither a clock nor any limit that ends a search by
    /// effort. (A depth limit ends an iterative search, but not one that counts simulations.)
    #[must_use]
    pub fn with_fallback(mut self, fallback: Limits) -> Self {
        self.fallback = fallback;
        self
    }

    fn limits_for_move(&self, clock: Option<Clock>) -> Limits {
        let limits = Limits {
            clock,
            ..self.limits
        };
        let without_depth = Limits {
            depth: None,
            ..limits
        };
        if !without_depth.is_unlimited() {
            return limits;
        }
        match self.fallback.simulations {
            Some(_) => Limits {
                depth: limits.depth,
                ..self.fallback
            },
            None if limits.is_unlimited() => self.fallback,
            None => limits,
        }
    }

    /// The seed of the search about the current position.
    fn ply_seed(&self) -> Seed {
        let seed = match self.set_up {
            0 => self.seed,
            number => self.seed.child("position").index(number),
        };
        seed.child("ply").index(self.position.ply() as u64)
    }

    fn to_text(&self, report: Report<G::Action>) -> TextReport {
        let (game, state) = (self.position.game(), self.position.state());
        let moves = report
            .moves
            .iter()
            .map(|entry| TextMove {
                text: game.format_action(state, entry.action),
                visits: entry.visits,
                value: entry.value,
                prior: entry.prior,
                proven: entry.proven,
            })
            .collect();
        TextReport {
            best: game.format_action(state, report.best),
            value: report.value,
            proven: report.proven,
            moves,
            line: self.line_to_text(&report.line, report.seed),
            simulations: report.simulations,
            nodes: report.nodes,
            depth: report.depth,
            memory: report.memory,
            elapsed: report.elapsed,
            reason: report.reason,
            seed: report.seed,
            reproducible: self.search.is_reproducible()
                && !matches!(report.reason, StopReason::Time | StopReason::Stopped),
        }
    }

    /// Each move of the line is spelled in the state it is played in. Where chance decides what
    /// that state is, one sample of it serves.
    fn line_to_text(&self, line: &[G::Action], seed: Seed) -> Vec<String> {
        let game = self.position.game();
        let mut state = self.position.state().clone();
        let mut rng = seed.child("line").rng();
        let mut texts = Vec::with_capacity(line.len());
        for &action in line {
            if game.outcome(&state).is_some() {
                break;
            }
            texts.push(game.format_action(&state, action));
            game.step(&mut state, action, &mut rng);
        }
        texts
    }
}

fn parse_move<G: Notation>(position: &Position<G>, text: &str) -> Result<G::Action, EngineError> {
    if let Some(outcome) = position.outcome() {
        return Err(EngineError::GameOver(outcome.to_string()));
    }
    Ok(position.game().parse_action(position.state(), text)?)
}

impl<G: Notation> Engine for SearchEngine<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_reproducible(&self) -> bool {
        self.limits.time.is_none() && self.search.is_reproducible()
    }

    fn new_game(&mut self, seed: Seed) -> Result<(), EngineError> {
        self.position.reset();
        self.search.reset();
        self.seed = seed;
        self.set_up = 0;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        let read = self.reader.ok_or(EngineError::NoSetup)?;
        let state = read(self.position.game(), text)?;
        self.position.set_up(state);
        self.search.reset();
        self.set_up += 1;
        Ok(())
    }

    fn play(&mut self, text: &str, chance: Seed) -> Result<(), EngineError> {
        let action = parse_move(&self.position, text)?;
        self.position.play(action, chance);
        self.search
            .advance(self.position.game(), action, self.position.state());
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.search.reset();
        self.position
            .undo()
            .map(|_| ())
            .ok_or(EngineError::NothingToUndo)
    }

    fn think(&mut self, clock: Option<Clock>, stop: &Stop) -> Result<TextReport, EngineError> {
        if let Some(outcome) = self.position.outcome() {
            return Err(EngineError::GameOver(outcome.to_string()));
        }
        let request = Request {
            limits: self.limits_for_move(clock),
            seed: self.ply_seed(),
            stop: stop.clone(),
        };
        let report = self
            .search
            .search(self.position.game(), self.position.state(), &request);
        Ok(self.to_text(report))
    }
}
