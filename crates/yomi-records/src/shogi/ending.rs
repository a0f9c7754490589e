//! How games end, and who has won then.

use yomi_core::{Outcome, Player};

/// What a record says about the end of a game.
///
/// The words of CSA and KIF for each are on the pages of those formats. What a format has no word
/// for is written as the nearest one it has, with a comment that says so, and the winner is told
/// besides where that word does not tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The side to move gave up.
    Resignation,
    /// The side to move overstepped the clock.
    TimeUp,
    /// This player broke the rules.
    Foul(Player),
    /// The side to move is mated.
    Mate,
    /// The side to move declared a win: its king has entered. A declaration that was wrong is lost, which
    /// the record then [says](super::ShogiRecord::judged).
    Declaration,
    /// The side that moved last wins by the try rule, which is not one of ours: its king stands where
    /// the other king began.
    Try,
    /// The position came up too often. A draw, unless the record says that one side lost, which
    /// gave check all the time.
    Repetition,
    /// Both kings have entered: a draw.
    Impasse,
    /// The side to move declared a draw.
    DrawDeclared,
    /// The game was too long: a draw.
    MaxMoves,
    /// This player was not there.
    Absence(Player),
    /// The game was broken off.
    Interruption,
    /// A move was taken back.
    TakenBack,
    /// A problem is shown to have no mate.
    NoMate,
    /// Something went wrong that is no part of the game.
    Error,
}

impl Ending {
    /// The result of a game that ends so when it is the turn of `to_move`; `None` if it has none.
    ///
    /// ```
    /// use yomi_core::{Outcome, Player};
    /// use yomi_records::shogi::Ending;
    ///
    /// let won = Some(Outcome::Win(Player::First));
    /// assert_eq!(Ending::Resignation.outcome(Player::Second), won);
    /// assert_eq!(Ending::Declaration.outcome(Player::First), won);
    /// assert_eq!(Ending::Interruption.outcome(Player::First), None);
    /// ```
    pub fn outcome(self, to_move: Player) -> Option<Outcome> {
        match self {
            Ending::Resignation | Ending::TimeUp | Ending::Mate | Ending::Try => {
                Some(Outcome::Win(to_move.other()))
            }
            Ending::Declaration => Some(Outcome::Win(to_move)),
            Ending::Foul(loser) | Ending::Absence(loser) => Some(Outcome::Win(loser.other())),
            Ending::Repetition | Ending::Impasse | Ending::DrawDeclared | Ending::MaxMoves => {
                Some(Outcome::Draw)
            }
            Ending::Interruption | Ending::TakenBack | Ending::NoMate | Ending::Error => None,
        }
    }

    /// What it is called in a summary for people.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Resignation => "resignation",
            Ending::TimeUp => "time",
            Ending::Foul(_) => "foul",
            Ending::Mate => "mate",
            Ending::Declaration => "declaration",
            Ending::Try => "try (a rule that is not ours)",
            Ending::Repetition => "repetition",
            Ending::Impasse => "impasse",
            Ending::DrawDeclared => "draw declared",
            Ending::MaxMoves => "too long",
            Ending::Absence(_) => "absence",
            Ending::Interruption => "interruption",
            Ending::TakenBack => "move taken back",
            Ending::NoMate => "no mate",
            Ending::Error => "error",
        }
    }
}
