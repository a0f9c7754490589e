//! The referee of any game with a notation.

use super::{EngineError, LegalMoves, NumberInfo, Referee, Remark};
use crate::interactive::{Sketch, Topic};
use crate::{
    Game, Interactive, Measured, MoveNumber, Notation, NotationError, Outcome, Player, Position,
    PositionError, PositionNumber, Rng, Scored, Seed, Settlement, Setup, Territorial,
};
use std::sync::Arc;

/// Lists the legal moves of a state, which is the only difference between the referees of discrete
/// and continuous games; the second value is whether the list is complete.
pub type Lister<G> = fn(&G, &<G as Game>::State) -> (Vec<<G as Game>::Action>, bool);

/// [`Scored::score`].
type Scorer<G> = fn(&G, &<G as Game>::State, Player) -> f64;

/// Facts about a position that a game reports.
pub type Remarker<G> = fn(&G, &<G as Game>::State) -> Vec<Remark>;

/// The functions of [`Setup`], for games that have it.
pub struct PositionText<G: Game> {
    /// [`Setup::parse_state`].
    pub read: fn(&G, &str) -> Result<G::State, PositionError>,
    /// [`Setup::format_state`].
    pub write: fn(&G, &G::State) -> String,
}

impl<G: Setup> PositionText<G> {
    /// The functions of the game's own implementation.
    pub const OF_GAME: PositionText<G> = PositionText {
        read: G::parse_state,
        write: G::format_state,
    };
}

/// The functions of [`Territorial`], for games that have it.
struct TerritoryText<G: Game> {
    ownership: fn(&G, &G::State, &mut Rng) -> Vec<f64>,
    settlement: fn(&G, &G::State, &mut Rng) -> Settlement,
}

/// The tables of [`Measured`], for games that have it.
struct Numbers<G: Game> {
    of_positions: &'static [PositionNumber<G>],
    of_moves: &'static [MoveNumber<G>],
}

/// [`Interactive::sketch`].
type Draw<G> = fn(&G, &[<G as Game>::State], Option<<G as Game>::Action>) -> Sketch;

/// [`Interactive::parse_typed`].
type ParseTyped<G> =
    fn(&G, &<G as Game>::State, &str) -> Result<<G as Game>::Action, NotationError>;

/// The functions of [`Interactive`], for games that have it.
struct Interaction<G: Game> {
    sides: fn(&G) -> [&'static str; 2],
    sketch: Draw<G>,
    typed_format: fn(&G) -> String,
    parse_typed: ParseTyped<G>,
    describe: fn(&G, &G::State, G::Action) -> String,
    topics: fn(&G) -> &'static [Topic],
    tell: fn(&G, &G::State, &str, &str) -> Result<Sketch, String>,
}

/// The optional functions of a referee, by the capabilities of the game.
///
/// ```
/// # use yomi_core::engine::{RefereeParts, list_all};
/// # use yomi_core::{Discrete, Scored, Setup};
/// fn parts<G: Discrete + Scored + Setup>() -> RefereeParts<G> {
///     RefereeParts::new(list_all).scored().setup()
/// }
/// ```
pub struct RefereeParts<G: Game> {
    lister: Lister<G>,
    scorer: Option<Scorer<G>>,
    positions: Option<PositionText<G>>,
    territory: Option<TerritoryText<G>>,
    remarker: Option<Remarker<G>>,
    numbers: Numbers<G>,
    interaction: Option<Interaction<G>>,
}

impl<G: Game> RefereeParts<G> {
    /// The parts that every referee needs.
    pub fn new(lister: Lister<G>) -> RefereeParts<G> {
        RefereeParts {
            lister,
            scorer: None,
            positions: None,
            territory: None,
            remarker: None,
            numbers: Numbers {
                of_positions: &[],
                of_moves: &[],
            },
            interaction: None,
        }
    }

    /// Adds the points of the players.
    #[must_use]
    pub fn scored(mut self) -> RefereeParts<G>
    where
        G: Scored,
    {
        self.scorer = Some(G::score);
        self
    }

    /// Adds positions as text.
    #[must_use]
    pub fn setup(mut self) -> RefereeParts<G>
    where
        G: Setup,
    {
        self.positions = Some(PositionText::OF_GAME);
        self
    }

    /// Adds ownership and the status of stones.
    #[must_use]
    pub fn territorial(mut self) -> RefereeParts<G>
    where
        G: Territorial,
    {
        self.territory = Some(TerritoryText {
            ownership: G::ownership,
            settlement: G::settlement,
        });
        self
    }

    /// Adds the numbers of positions and moves.
    #[must_use]
    pub fn measured(mut self) -> RefereeParts<G>
    where
        G: Measured,
    {
        self.numbers = Numbers {
            of_positions: G::POSITION_NUMBERS,
            of_moves: G::MOVE_NUMBERS,
        };
        self
    }

    /// Adds what people at a board say and see.
    #[must_use]
    pub fn interactive(mut self) -> RefereeParts<G>
    where
        G: Interactive,
    {
        self.interaction = Some(Interaction {
            sides: G::sides,
            sketch: G::sketch,
            typed_format: G::typed_format,
            parse_typed: G::parse_typed,
            describe: G::describe_action,
            topics: G::topics,
            tell: G::tell,
        });
        self
    }

    /// Adds facts about positions.
    #[must_use]
    pub fn remarks(mut self, remarker: Remarker<G>) -> RefereeParts<G> {
        self.remarker = Some(remarker);
        self
    }

    /// Positions as text, if the game has them; engines use the same functions.
    pub fn positions(&self) -> Option<PositionText<G>> {
        self.positions
    }
}

// Not derived: that would ask the same of the game.
macro_rules! copied {
    ($($parts:ident),*) => {$(
        impl<G: Game> Clone for $parts<G> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<G: Game> Copy for $parts<G> {}
    )*};
}

copied!(
    PositionText,
    TerritoryText,
    Numbers,
    Interaction,
    RefereeParts
);

/// All actions: the lister of a [`Discrete`](crate::Discrete) game.
pub fn list_all<G: crate::Discrete>(game: &G, state: &G::State) -> (Vec<G::Action>, bool) {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    (actions, true)
}

/// Sixteen proposed actions: the lister of a game that only [`Proposes`](crate::Proposes).
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
    parts: RefereeParts<G>,
    seed: Seed,
}

impl<G: Notation> GameReferee<G> {
    /// A referee at the start of a game, without optional parts.
    pub fn new(game: Arc<G>, lister: Lister<G>) -> GameReferee<G> {
        GameReferee::with_parts(game, RefereeParts::new(lister))
    }

    /// A referee at the start of a game.
    pub fn with_parts(game: Arc<G>, parts: RefereeParts<G>) -> GameReferee<G> {
        GameReferee {
            position: Position::new(game),
            parts,
            seed: Seed::new(0),
        }
    }

    /// The generator of playouts from the current position: the same for the same position of the
    /// same game.
    fn look_ahead(&self) -> Rng {
        let ply = self.position.ply() as u64;
        self.seed.child("territory").index(ply).rng()
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
        let scorer = self.parts.scorer?;
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
        let (actions, complete) = (self.parts.lister)(game, state);
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
        let positions = self.parts.positions.ok_or(EngineError::NoSetup)?;
        let state = (positions.read)(self.position.game(), text)?;
        self.position.set_up(state);
        Ok(())
    }

    fn position(&self) -> Option<String> {
        let write = self.parts.positions?.write;
        Some(write(self.position.game(), self.position.state()))
    }

    fn ownership(&self) -> Option<Vec<f64>> {
        let ownership = self.parts.territory?.ownership;
        let (game, state) = (self.position.game(), self.position.state());
        Some(ownership(game, state, &mut self.look_ahead()))
    }

    fn settlement(&self) -> Option<Settlement> {
        let settlement = self.parts.territory?.settlement;
        let (game, state) = (self.position.game(), self.position.state());
        Some(settlement(game, state, &mut self.look_ahead()))
    }

    fn remarks(&self) -> Vec<Remark> {
        let (game, state) = (self.position.game(), self.position.state());
        let remarker = self.parts.remarker;
        remarker.map_or_else(Vec::new, |remark| remark(game, state))
    }

    fn position_numbers(&self) -> Vec<NumberInfo> {
        let known = self.parts.numbers.of_positions.iter();
        let info = known.map(|&PositionNumber { name, doc, .. }| NumberInfo { name, doc });
        info.collect()
    }

    fn position_number(&self, name: &str) -> Option<f64> {
        let mut known = self.parts.numbers.of_positions.iter();
        let number = known.find(|number| number.name == name)?;
        match self.outcome() {
            None => (number.of)(self.position.game(), self.position.state()),
            Some(_) => None,
        }
    }

    fn move_numbers(&self) -> Vec<NumberInfo> {
        let known = self.parts.numbers.of_moves.iter();
        let info = known.map(|&MoveNumber { name, doc, .. }| NumberInfo { name, doc });
        info.collect()
    }

    fn numbers_of_moves(&self, name: &str) -> Vec<(String, f64)> {
        let mut known = self.parts.numbers.of_moves.iter();
        let (Some(number), None) = (known.find(|number| number.name == name), self.outcome())
        else {
            return Vec::new();
        };
        let (game, state) = (self.position.game(), self.position.state());
        let found = (number.of)(game, state).into_iter();
        found
            .map(|(action, number)| (game.format_action(state, action), number))
            .collect()
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

    fn sides(&self) -> [&'static str; 2] {
        match self.parts.interaction {
            Some(known) => (known.sides)(self.position.game()),
            None => ["first", "second"],
        }
    }

    fn sketch(&self) -> Sketch {
        let position = &self.position;
        let last = position.actions().last().copied();
        match self.parts.interaction {
            Some(known) => (known.sketch)(position.game(), position.states(), last),
            None => Sketch::from(self.render()),
        }
    }

    fn typed_format(&self) -> String {
        match self.parts.interaction {
            Some(known) => (known.typed_format)(self.position.game()),
            None => self.move_format(),
        }
    }

    fn understand(&self, text: &str) -> Result<String, EngineError> {
        let Some(known) = self.parts.interaction else {
            return Ok(text.to_owned());
        };
        if let Some(outcome) = self.outcome() {
            return Err(EngineError::GameOver(outcome.to_string()));
        }
        let (game, state) = (self.position.game(), self.position.state());
        let action = (known.parse_typed)(game, state, text)?;
        Ok(game.format_action(state, action))
    }

    fn describe(&self, text: &str) -> String {
        let action = self
            .parts
            .interaction
            .zip(parse_move(&self.position, text).ok());
        let (game, state) = (self.position.game(), self.position.state());
        action.map_or_else(
            || text.to_owned(),
            |(known, action)| (known.describe)(game, state, action),
        )
    }

    fn topics(&self) -> &'static [Topic] {
        let known = self.parts.interaction;
        known.map_or(&[], |known| (known.topics)(self.position.game()))
    }

    fn tell(&self, topic: &str, argument: &str) -> Result<Sketch, String> {
        let (game, state) = (self.position.game(), self.position.state());
        match self.parts.interaction {
            Some(known) => (known.tell)(game, state, topic, argument),
            None => Err(format!("no topic {topic}")),
        }
    }
}

/// Parses a move in this position.
pub(super) fn parse_move<G: Notation>(
    position: &Position<G>,
    text: &str,
) -> Result<G::Action, EngineError> {
    if let Some(outcome) = position.outcome() {
        return Err(EngineError::GameOver(outcome.to_string()));
    }
    Ok(position.game().parse_action(position.state(), text)?)
}
