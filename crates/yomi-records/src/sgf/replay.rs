//! Playing a record on a board.

use super::dialect::Dialect;
use super::point::Point;
use super::record::{GameRecord, PASS, RecordedMove};
use super::stones::Stones;
use thiserror::Error;
use yomi_core::engine::Step;
use yomi_core::foreign::quoted;
use yomi_core::{EngineError, Player, Referee, Seed};

/// Why a record is not a game that can be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The referee has another board.
    #[error("the board of the record is {record}x{record}, that of the game is {game}x{game}")]
    Board {
        /// Points along a side in the record.
        record: usize,
        /// The same in the game.
        game: usize,
    },
    /// The position before the first move cannot be set up.
    #[error("the position before the first move: {reason}")]
    Setup {
        /// What the referee said.
        reason: String,
    },
    /// A move cannot be played.
    #[error("move {number} ({player}, {text}): {reason}")]
    Move {
        /// Which move of the record, counted from 1.
        number: usize,
        /// Whose move it is in the record.
        player: &'static str,
        /// The move, in quotes.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// What was done to a referee: whoever does the same to another, or to an engine, has the same
/// game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replayed {
    /// The position that was set up first, if one was.
    pub position: Option<String>,
    /// What [`Referee::play`] said to each move that was played from there.
    pub played: Vec<(String, Seed)>,
    /// Who made each of these moves.
    pub movers: Vec<Player>,
}

impl Replayed {
    /// The steps of a session that lead there. If there are several stretches, each but the first begins
    /// with a position that was set up for its first move.
    pub fn steps(stretches: impl IntoIterator<Item = Replayed>) -> Vec<Step> {
        let mut steps = Vec::new();
        for (i, stretch) in stretches.into_iter().enumerate() {
            let mut set_up = stretch.position;
            if i == 0 {
                steps.extend(set_up.take().map(Step::SetUp));
            }
            for ((text, chance), mover) in stretch.played.into_iter().zip(stretch.movers) {
                steps.push(Step::Move {
                    set_up: set_up.take(),
                    mover,
                    text,
                    chance,
                    remark: None,
                });
            }
        }
        steps
    }
}

impl GameRecord {
    /// Plays the first `count` moves of the record (all, if there are fewer) on a referee that
    /// stands at the start of a game, and tells what leads to where it then stands.
    ///
    /// - A position before the first move is set up on the referee.
    /// - In games of stones, several moves of the first player at the very beginning are handicap
    ///   stones placed one by one. They count as moves of the record, and become part of the
    ///   position that is set up.
    /// - In such games, passes after the end of the game count as moves and play nothing. So do
    ///   pairs of passes after which the game goes on, as it does where people do not agree on
    ///   which stones are dead: without them board, turn and what repetition forbids are the same.
    /// - In such games, for a move out of turn the position is set up with its player on turn: which
    ///   boards may not come again is forgotten there. The moves before it are not among those
    ///   that are told.
    /// - Where the game itself passes over a side that cannot move, every pass counts as a move,
    ///   plays nothing, and must be true.
    /// - A move out of turn in other games, and any illegal one, is an error.
    pub fn replay(
        &self,
        referee: &mut dyn Referee,
        dialect: &Dialect,
        count: usize,
    ) -> Result<Replayed, ReplayError> {
        let stretches = self.replay_in_stretches(referee, dialect, count)?;
        Ok(stretches.into_iter().next_back().unwrap_or_default())
    }

    /// The same, but everything is told: a stretch from the start, and one from every move out of
    /// turn on.
    pub fn replay_in_stretches(
        &self,
        referee: &mut dyn Referee,
        dialect: &Dialect,
        count: usize,
    ) -> Result<Vec<Replayed>, ReplayError> {
        let moves = &self.moves[..count.min(self.moves.len())];
        let mut earlier = Vec::new();
        let mut replayed = Replayed::default();
        if dialect.has_stones {
            self.check_board(referee)?;
        }
        let handicap = if dialect.has_stones {
            self.placed_stones().min(moves.len())
        } else {
            0
        };
        if let Some(stones) = self.start(handicap, dialect)? {
            let text = stones.to_string();
            let failed = |error: EngineError| ReplayError::Setup {
                reason: error.to_string(),
            };
            referee.set_position(&text).map_err(failed)?;
            replayed.position = Some(text);
        }
        let mut resumed = 0;
        for (i, played) in moves.iter().enumerate().skip(handicap) {
            let player = played.player;
            let error = |reason: String| self.error(i, dialect, reason);
            let over = referee.outcome();
            // Passes that were played on after take the turn with them, in pairs.
            let turn = match resumed % 2 {
                0 => referee.to_move(),
                _ => referee.to_move().other(),
            };
            let has_the_move = over.is_none() && turn == player;
            let is_pass = played.text == PASS;
            if dialect.passes_are_remarks && is_pass {
                if has_the_move {
                    let side = dialect.sides[player.index()];
                    return Err(error(format!("{side} can move and must")));
                }
                continue;
            }
            if is_pass && over.is_some() {
                continue;
            }
            if !has_the_move {
                let Some(position) = turned(referee, player, dialect) else {
                    let side = dialect.sides[turn.index()];
                    return Err(error(match over {
                        Some(outcome) => EngineError::GameOver(outcome.to_string()).to_string(),
                        None => format!("it is the move of {side}"),
                    }));
                };
                let set_up = referee.set_position(&position);
                set_up.map_err(|cause| error(cause.to_string()))?;
                let before = std::mem::take(&mut replayed);
                // What begins with a move out of turn and plays nothing leads nowhere.
                if earlier.is_empty() || !before.played.is_empty() {
                    earlier.push(before);
                }
                replayed.position = Some(position);
            }
            if is_pass && resumed == 0 {
                resumed = pairs_of_passes(&moves[i..]);
            }
            if resumed > 0 {
                resumed -= 1;
                continue;
            }
            let answer = referee.play(&played.text);
            replayed
                .played
                .push(answer.map_err(|cause| error(cause.to_string()))?);
            replayed.movers.push(player);
        }
        earlier.push(replayed);
        Ok(earlier)
    }

    fn error(&self, index: usize, dialect: &Dialect, reason: String) -> ReplayError {
        ReplayError::Move {
            number: index + 1,
            player: dialect.sides[self.moves[index].player.index()],
            text: quoted(&self.moves[index].text),
            reason,
        }
    }

    /// A board of another size could take some of the moves for others.
    fn check_board(&self, referee: &dyn Referee) -> Result<(), ReplayError> {
        let position = referee.position().and_then(|text| text.parse().ok());
        let record = self.board_size();
        match position.map(|stones: Stones| stones.size()) {
            Some(game) if game != record => Err(ReplayError::Board { record, game }),
            _ => Ok(()),
        }
    }

    /// How many of the first moves are handicap stones: moves of the first player only, where no
    /// stone of the second player was there that they could have taken.
    fn placed_stones(&self) -> usize {
        let is_stone =
            |played: &&RecordedMove| played.player == Player::First && played.text != PASS;
        let placed = self.moves.iter().take_while(is_stone).count();
        let setup = self.setup.as_ref();
        let alone = setup.is_none_or(|stones| stones.of(Player::Second).next().is_none());
        if placed >= 2 && alone { placed } else { 0 }
    }

    /// The position before the first move with the first stones of a handicap placed.
    fn start(&self, handicap: usize, dialect: &Dialect) -> Result<Option<Stones>, ReplayError> {
        if handicap == 0 {
            return Ok(self.setup.clone());
        }
        let size = self.board_size();
        let mut stones = self.setup.clone().unwrap_or_else(|| Stones::none(size));
        for (i, placed) in self.moves[..handicap].iter().enumerate() {
            let reason = match Point::from_vertex(&placed.text, size) {
                Some(point) if stones.at(point).is_none() => {
                    stones.put(point, Some(placed.player));
                    continue;
                }
                Some(_) => "the point is occupied".to_owned(),
                None => format!("it is no point of a board of {size}x{size}"),
            };
            return Err(self.error(i, dialect, reason));
        }
        stones.to_move = match self.moves.get(handicap) {
            Some(next) => next.player,
            None => Player::Second,
        };
        Ok(Some(stones))
    }
}

/// The position with this player on turn, in games where that can be set up. What else the
/// position says, such as a ko, is left out.
fn turned(referee: &dyn Referee, player: Player, dialect: &Dialect) -> Option<String> {
    let position = referee.position().filter(|_| dialect.has_stones)?;
    let mut stones: Stones = position.parse().ok()?;
    stones.to_move = player;
    Some(stones.to_string())
}

/// How many of the passes that these moves begin with come in pairs, in turn, if a stone follows
/// later.
fn pairs_of_passes(moves: &[RecordedMove]) -> usize {
    let is_pass = |played: &&RecordedMove| played.text == PASS;
    let passes = &moves[..moves.iter().take_while(is_pass).count()];
    if passes.len() == moves.len() {
        return 0;
    }
    let in_turn = |pair: &&[RecordedMove]| pair[0].player != pair[1].player;
    let alternating = 1 + passes.windows(2).take_while(in_turn).count();
    alternating - alternating % 2
}
