//! Playing a record on a board.

use super::change::Change;
use super::dialect::Dialect;
use super::point::Point;
use super::record::{GameRecord, PASS, RecordedMove};
use super::stones::Stones;
use super::text::Origin;
use thiserror::Error;
use yomi_core::engine::Step;
use yomi_core::foreign::quoted;
use yomi_core::{EngineError, Player, Referee};

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
    /// A position cannot be set up.
    #[error("{at}{}: {reason}", moment(*.after))]
    Setup {
        /// The number of moves before it.
        after: usize,
        /// Where the file sets it up.
        at: Origin,
        /// What the referee said.
        reason: String,
    },
    /// A move cannot be played.
    #[error("{at}move {number} ({player}, {text}): {reason}")]
    Move {
        /// Which move of the record, counted from 1.
        number: usize,
        /// Where it stands in the file.
        at: Origin,
        /// Whose move it is in the record.
        player: &'static str,
        /// The move, in quotes.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

fn moment(after: usize) -> String {
    match after {
        0 => "the position before the first move".to_owned(),
        after => format!("the position set up after move {after}"),
    }
}

/// A replay that has come to some move.
struct Replay<'a> {
    record: &'a GameRecord,
    dialect: &'a Dialect,
    referee: &'a mut dyn Referee,
    steps: Vec<Step>,
    /// How many moves are played.
    count: usize,
    /// How many more passes play nothing, since the game goes on after them.
    resumed: usize,
}

impl GameRecord {
    /// Plays the first `count` moves of the record (all, if there are fewer) on a referee that
    /// stands at the start of a game, and tells the steps that lead to where it then stands: whoever makes
    /// the same on another, or on an engine, has the same game.
    ///
    /// - A position before the first move is set up on the referee, and so is one that is set up later, as
    ///   a step of its own, with what follows the last of the moves. Where nothing changes by it, the game
    ///   just goes on.
    /// - In games of stones, several moves of the first player at the very beginning are handicap
    ///   stones placed one by one. They count as moves of the record, and become part of the
    ///   position that is set up.
    /// - In such games, passes after the end of the game count as moves and play nothing. So do
    ///   pairs of passes after which the game goes on, as it does where people do not agree on
    ///   which stones are dead: without them board, turn and what repetition forbids are the same.
    /// - In such games, for a move out of turn the position is set up with its player on turn: which
    ///   boards may not come again is forgotten there.
    /// - Where the game itself passes over a side that cannot move, every pass counts as a move,
    ///   plays nothing, and must be true.
    /// - A move out of turn in other games, and any illegal one, is an error.
    pub fn replay(
        &self,
        referee: &mut dyn Referee,
        dialect: &Dialect,
        count: usize,
    ) -> Result<Vec<Step>, ReplayError> {
        let count = count.min(self.moves.len());
        let mut handicap = 0;
        if dialect.has_stones {
            self.check_board(referee, dialect)?;
            handicap = self.placed_stones().min(count);
        }
        let mut replay = Replay {
            record: self,
            dialect,
            referee,
            steps: Vec::new(),
            count,
            resumed: 0,
        };
        if let Some(stones) = self.start(handicap, dialect)? {
            replay.set_up(&stones, 0, self.setup_at)?;
        }
        for index in handicap..count {
            replay.change(index)?;
            replay.play(index)?;
        }
        replay.change(count)?;
        Ok(replay.steps)
    }

    /// Adds the steps of a session, which are made on a referee that stands at the start of a game. Positions that
    /// were set up become what the board differs by from the one before.
    pub fn add_steps(
        &mut self,
        steps: &[Step],
        referee: &mut dyn Referee,
        dialect: &Dialect,
    ) -> Result<(), EngineError> {
        for step in steps {
            match step {
                Step::SetUp(position) => {
                    let before = stones_of(referee);
                    referee.set_position(position)?;
                    let then = stones_of(referee);
                    let [Some(before), Some(then)] = [before, then] else {
                        return Err(EngineError::NoSetup);
                    };
                    if self.moves.is_empty() {
                        self.begin_at(then, dialect);
                    } else {
                        self.changes.push(Change {
                            after: self.moves.len(),
                            ..Change::between(&before, &then, dialect)
                        });
                    }
                }
                Step::Move { set_up, text, .. } => {
                    if let Some(position) = set_up {
                        referee.set_position(position)?;
                    }
                    referee.play(text)?;
                    self.moves.extend(RecordedMove::of_step(step));
                }
            }
        }
        Ok(())
    }

    /// Sets the position before the first move, and the handicap, if that is what the stones are.
    pub fn begin_at(&mut self, stones: Stones, dialect: &Dialect) {
        let [black, white] = Player::BOTH.map(|player| stones.of(player).count() as u32);
        let is_handicap = white == 0 && black >= 2 && stones.to_move == Player::Second;
        self.handicap = match dialect.has_stones && is_handicap {
            true => black,
            false => 0,
        };
        let empty = Stones::none(stones.size());
        self.setup = (stones != empty).then_some(stones);
    }

    fn error(&self, index: usize, dialect: &Dialect, reason: String) -> ReplayError {
        ReplayError::Move {
            number: index + 1,
            at: self.moves[index].at,
            player: dialect.sides[self.moves[index].player.index()],
            text: quoted(&self.moves[index].text),
            reason,
        }
    }

    /// A board of another size could take some of the moves for others.
    fn check_board(&self, referee: &dyn Referee, dialect: &Dialect) -> Result<(), ReplayError> {
        let record = self.board_size(dialect);
        match stones_of(referee).map(|stones: Stones| stones.size()) {
            Some(game) if game != record => Err(ReplayError::Board { record, game }),
            _ => Ok(()),
        }
    }

    /// How many of the first moves are handicap stones: moves of the first player only, where no
    /// stone of the second player was there that they could have taken.
    fn placed_stones(&self) -> usize {
        let is_stone =
            |played: &&RecordedMove| played.player == Player::First && played.text != PASS;
        let placed = self
            .moves_until_change(0, self.moves.len())
            .iter()
            .take_while(is_stone)
            .count();
        let setup = self.setup.as_ref();
        let alone = setup.is_none_or(|stones| stones.of(Player::Second).next().is_none());
        if placed >= 2 && alone { placed } else { 0 }
    }

    /// The position before the first move with the first stones of a handicap placed.
    fn start(&self, handicap: usize, dialect: &Dialect) -> Result<Option<Stones>, ReplayError> {
        if handicap == 0 {
            return Ok(self.setup.clone());
        }
        let size = self.board_size(dialect);
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

impl Replay<'_> {
    /// Makes the changes before a move.
    fn change(&mut self, index: usize) -> Result<(), ReplayError> {
        let record = self.record;
        let changes = record.changes_after(index);
        let Some(first) = changes.first() else {
            return Ok(());
        };
        let failed = |at, reason: String| ReplayError::Setup {
            after: index,
            at,
            reason,
        };
        let Some(mut stones) = stones_of(self.referee) else {
            return Err(failed(first.at, EngineError::NoSetup.to_string()));
        };
        let before = stones.clone();
        let mut named = None;
        for change in changes {
            for put in &change.puts {
                let made = stones.change(put, self.dialect);
                made.map_err(|reason| failed(change.at, reason))?;
            }
            named = change.to_move.or(named);
        }
        let next = record.moves.get(index).map(|next| next.player);
        let mover = self.dialect.next_mover(named, next);
        stones.to_move = mover.unwrap_or(stones.to_move);
        let goes_on = stones == before && self.referee.outcome().is_none();
        if goes_on {
            return Ok(());
        }
        self.resumed = 0;
        self.set_up(&stones, index, first.at)
    }

    fn set_up(&mut self, stones: &Stones, after: usize, at: Origin) -> Result<(), ReplayError> {
        let text = stones.to_string();
        let failed = |error: EngineError| ReplayError::Setup {
            after,
            at,
            reason: error.to_string(),
        };
        self.referee.set_position(&text).map_err(failed)?;
        self.steps.push(Step::SetUp(text));
        Ok(())
    }

    fn play(&mut self, index: usize) -> Result<(), ReplayError> {
        let played = &self.record.moves[index];
        let (player, dialect) = (played.player, self.dialect);
        let error = |reason: String| self.record.error(index, dialect, reason);
        let over = self.referee.outcome();
        // Passes that were played on after take the turn with them, in pairs.
        let turn = match self.resumed % 2 {
            0 => self.referee.to_move(),
            _ => self.referee.to_move().other(),
        };
        let has_the_move = over.is_none() && turn == player;
        let is_pass = played.text == PASS;
        if dialect.passes_are_remarks && is_pass {
            if has_the_move {
                let side = dialect.sides[player.index()];
                return Err(error(format!("{side} can move and must")));
            }
            return Ok(());
        }
        if is_pass && over.is_some() {
            return Ok(());
        }
        let mut set_up = None;
        if !has_the_move {
            let Some(position) = turned(self.referee, player, dialect) else {
                let side = dialect.sides[turn.index()];
                return Err(error(match over {
                    Some(outcome) => EngineError::GameOver(outcome.to_string()).to_string(),
                    None => format!("it is the move of {side}"),
                }));
            };
            let stands = self.referee.set_position(&position);
            stands.map_err(|cause| error(cause.to_string()))?;
            set_up = Some(position);
        }
        if is_pass && self.resumed == 0 {
            self.resumed = pairs_of_passes(self.record.moves_until_change(index, self.count));
        }
        if self.resumed > 0 {
            self.resumed -= 1;
            self.steps.extend(set_up.map(Step::SetUp));
            return Ok(());
        }
        let answer = self.referee.play(&played.text);
        let (text, chance) = answer.map_err(|cause| error(cause.to_string()))?;
        self.steps.push(Step::Move {
            set_up,
            mover: player,
            text,
            chance,
            remark: played.comment.clone(),
        });
        Ok(())
    }
}

/// The stones on the board of a referee, in games where positions can be set up.
fn stones_of(referee: &dyn Referee) -> Option<Stones> {
    referee.position()?.parse().ok()
}

/// The position with this player on turn, in games where either may move at any time. What else the position
/// says, such as a ko, is left out.
fn turned(referee: &dyn Referee, player: Player, dialect: &Dialect) -> Option<String> {
    let mut stones = stones_of(referee).filter(|_| dialect.has_stones)?;
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
