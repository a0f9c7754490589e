//! The referee of any game with a notation.

use super::{EngineError, LegalMoves, Referee, Remark};
use crate::{
    Game, Notation, Outcome, Player, Position, PositionError, Rng, Seed, Settlement, Setup,
    Territorial,
};
use std::sync::Arc;

/// Lists the legal moves of a state: the one thing that discrete and continuous games do
/// differently behind a referee.
pub type Lister<G> = fn(&G, &<G as Game>::State) -> (Vec<<G as Game>::Action>, bool);

/// Counts a player's points: [`Scored::score`](crate::Scored::score) of a game that has it.
pub type Scorer<G> = fn(&G, &<G as Game>::State, Player) -> f64;

/// What a game has to say about a position.
pub type Remarker<G> = fn(&G, &<G as Game>::State) -> Vec<Remark>;

/// Positions as text: what a game with [`Setup`] can do.
pub struct PositionText<G: Game> {
    /// [`Setup::parse_state`].
    pub read: fn(&G, &str) -> Result<G::State, PositionError>,
    /// [`Setup::format_state`].
    pub write: fn(&G, &G::State) -> String,
}

impl<G: Setup> PositionText<G> {
    /// As the game says.
    pub const OF_GAME: PositionText<G> = PositionText {
        read: G::parse_state,
        write: G::format_state,
    };
}

/// Whose the points are: what a game with [`Territorial`] can do.
pub struct TerritoryText<G: Game> {
    ownership: fn(&G, &G::State, &mut Rng) -> Vec<f64>,
    settlement: fn(&G, &G::State, &mut Rng) -> Settlement,
}

impl<G: Territorial> TerritoryText<G> {
    /// As the game says.
    pub const OF_GAME: TerritoryText<G> = TerritoryText {
        ownership: G::ownership,
        settlement: G::settlement,
    };
}

// Not derived: that would ask the same of the game.
impl<G: Game> Clone for PositionText<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for PositionText<G> {}

impl<G: Game> Clone for TerritoryText<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for TerritoryText<G> {}

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
    positions: Option<PositionText<G>>,
    territory: Option<TerritoryText<G>>,
    remarker: Option<Remarker<G>>,
    seed: Seed,
}

impl<G: Notation> GameReferee<G> {
    /// A referee at the start of a game.
    pub fn new(game: Arc<G>, lister: Lister<G>) -> GameReferee<G> {
        GameReferee {
            position: Position::new(game),
            lister,
            scorer: None,
            positions: None,
            territory: None,
            remarker: None,
            seed: Seed::new(0),
        }
    }

    /// Lets positions be set up.
    #[must_use]
    pub fn with_setup(mut self, positions: Option<PositionText<G>>) -> GameReferee<G> {
        self.positions = positions;
        self
    }

    /// Lets the referee tell whose the points are.
    #[must_use]
    pub fn with_territory(mut self, territory: Option<TerritoryText<G>>) -> GameReferee<G> {
        self.territory = territory;
        self
    }

    /// Lets the referee tell what the game has to say.
    #[must_use]
    pub fn with_remarks(mut self, remarker: Option<Remarker<G>>) -> GameReferee<G> {
        self.remarker = remarker;
        self
    }

    /// What playouts about the current position draw from: the same for the same position of the
    /// same game.
    fn look_ahead(&self) -> Rng {
        let ply = self.position.ply() as u64;
        self.seed.child("territory").index(ply).rng()
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
        let positions = self.positions.ok_or(EngineError::NoSetup)?;
        let state = (positions.read)(self.position.game(), text)?;
        self.position.set_up(state);
        Ok(())
    }

    fn position(&self) -> Option<String> {
        let write = self.positions?.write;
        Some(write(self.position.game(), self.position.state()))
    }

    fn ownership(&self) -> Option<Vec<f64>> {
        let ownership = self.territory?.ownership;
        let (game, state) = (self.position.game(), self.position.state());
        Some(ownership(game, state, &mut self.look_ahead()))
    }

    fn settlement(&self) -> Option<Settlement> {
        let settlement = self.territory?.settlement;
        let (game, state) = (self.position.game(), self.position.state());
        Some(settlement(game, state, &mut self.look_ahead()))
    }

    fn remarks(&self) -> Vec<Remark> {
        let (game, state) = (self.position.game(), self.position.state());
        self.remarker
            .map_or_else(Vec::new, |remark| remark(game, state))
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

/// The move that a text stands for in this position.
pub(super) fn parse_move<G: Notation>(
    position: &Position<G>,
    text: &str,
) -> Result<G::Action, EngineError> {
    if let Some(outcome) = position.outcome() {
        return Err(EngineError::GameOver(outcome.to_string()));
    }
    Ok(position.game().parse_action(position.state(), text)?)
}
