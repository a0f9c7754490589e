//! How a game ended: first why (`#TIME_UP`), then what that means for us (`#WIN`).

use yomi_core::Player;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Somebody gave up.
    Resign,
    /// Somebody's time ran out.
    TimeUp,
    /// Somebody made a move that is none.
    IllegalMove,
    /// Somebody did something out of turn.
    IllegalAction,
    /// The position came about for the fourth time.
    Sennichite,
    /// It did, and one side had given check all the time.
    OuteSennichite,
    /// A king has entered.
    Jishogi,
    /// There were too many moves.
    MaxMoves,
}

/// What the end means for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// We won.
    Win,
    /// We lost.
    Lose,
    /// Nobody won.
    Draw,
    /// The result does not count, as after too many moves.
    Censored,
    /// The game was broken off.
    Chudan,
}

/// The words for all of them. The third is what Floodgate writes in a summary.
const REASONS: [(Reason, &str, &str); 8] = [
    (Reason::Resign, "#RESIGN", "toryo"),
    (Reason::TimeUp, "#TIME_UP", "time up"),
    (Reason::IllegalMove, "#ILLEGAL_MOVE", "illegal move"),
    (Reason::IllegalAction, "#ILLEGAL_ACTION", "illegal action"),
    (Reason::Sennichite, "#SENNICHITE", "sennichite"),
    (
        Reason::OuteSennichite,
        "#OUTE_SENNICHITE",
        "oute_sennichite",
    ),
    (Reason::Jishogi, "#JISHOGI", "kachi"),
    (Reason::MaxMoves, "#MAX_MOVES", "max_moves"),
];

const VERDICTS: [(Verdict, &str); 5] = [
    (Verdict::Win, "#WIN"),
    (Verdict::Lose, "#LOSE"),
    (Verdict::Draw, "#DRAW"),
    (Verdict::Censored, "#CENSORED"),
    (Verdict::Chudan, "#CHUDAN"),
];

impl Reason {
    /// Reads a line such as `#RESIGN`.
    pub fn parse(line: &str) -> Option<Reason> {
        let known = REASONS.into_iter().find(|(_, word, _)| *word == line);
        known.map(|(reason, ..)| reason)
    }

    /// The line, such as `#RESIGN`.
    pub fn word(self) -> &'static str {
        REASONS[self as usize].1
    }

    /// The word of Floodgate's records, such as `toryo`.
    pub fn summary(self) -> &'static str {
        REASONS[self as usize].2
    }
}

impl Verdict {
    /// Reads a line such as `#WIN`.
    pub fn parse(line: &str) -> Option<Verdict> {
        let known = VERDICTS.into_iter().find(|(_, word)| *word == line);
        known.map(|(verdict, _)| verdict)
    }

    /// The line, such as `#WIN`.
    pub fn word(self) -> &'static str {
        VERDICTS[self as usize].1
    }

    /// Who won, if anybody did.
    pub fn winner(self, we_were: Player) -> Option<Player> {
        match self {
            Verdict::Win => Some(we_were),
            Verdict::Lose => Some(we_were.other()),
            Verdict::Draw | Verdict::Censored | Verdict::Chudan => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_as_it_is_written() {
        for (reason, word, summary) in REASONS {
            assert_eq!(Reason::parse(word), Some(reason));
            assert_eq!((reason.word(), reason.summary()), (word, summary));
            assert_eq!(Verdict::parse(word), None);
        }
        for (verdict, word) in VERDICTS {
            assert_eq!(Verdict::parse(word), Some(verdict));
            assert_eq!(verdict.word(), word);
            assert_eq!(Reason::parse(word), None);
        }
    }
}
