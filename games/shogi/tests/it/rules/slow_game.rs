//! A game by the slow rules: every position so far, and what that means for the end.

use super::slow::{Play, Slow, in_camp, places};
use std::fmt;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    GoesOn,
    Draw,
    BlackWins,
    WhiteWins,
}

/// Who may declare a win, and with how many points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// 31 points win, 24 draw.
    Points24,
    /// Black needs 28, white 27.
    Points27,
}

/// A game.
#[derive(Clone)]
pub struct SlowGame {
    /// All positions, the first one first, and whether the side to move was in check.
    positions: Vec<(Slow, bool)>,
    /// After so many moves it is a draw.
    limit: usize,
}

impl Verdict {
    pub fn win(black: bool) -> Verdict {
        match black {
            true => Verdict::BlackWins,
            false => Verdict::WhiteWins,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::GoesOn => "goes on",
            Verdict::Draw => "draw",
            Verdict::BlackWins => "black wins",
            Verdict::WhiteWins => "white wins",
        })
    }
}

impl SlowGame {
    pub fn new(start: Slow, limit: usize) -> SlowGame {
        let in_check = start.in_check();
        SlowGame {
            positions: vec![(start, in_check)],
            limit,
        }
    }

    pub fn now(&self) -> &Slow {
        &self.positions[self.positions.len() - 1].0
    }

    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    pub fn play(&mut self, play: Play) {
        let next = self.now().after(play);
        let in_check = next.in_check();
        self.positions.push((next, in_check));
    }

    /// How often the position was there, this time included.
    pub fn times(&self, position: &Slow) -> usize {
        let is_same = |earlier: &&(Slow, bool)| earlier.0 == *position;
        self.positions.iter().filter(is_same).count()
    }

    /// How the game stands, given the legal moves of its latest position.
    pub fn verdict(&self, legal: &[Play]) -> Verdict {
        let now = self.now();
        if legal.is_empty() {
            return Verdict::win(!now.black_to_move);
        }
        if self.times(now) >= 4 {
            return self.repetition();
        }
        if self.plies() >= self.limit {
            return Verdict::Draw;
        }
        Verdict::GoesOn
    }

    /// Who loses a fourfold repetition: the one whose every move since the first time was a check.
    fn repetition(&self) -> Verdict {
        let is_now = |earlier: &(Slow, bool)| earlier.0 == *self.now();
        let first = self.positions.iter().position(is_now).expect("itself");
        let always_checked = |black: bool| {
            let mut moved = self.positions[first + 1..].iter();
            // Whoever is not to move has just moved.
            moved.all(|(position, in_check)| position.black_to_move == black || *in_check)
        };
        match (always_checked(true), always_checked(false)) {
            (true, false) => Verdict::WhiteWins,
            (false, true) => Verdict::BlackWins,
            _ => Verdict::Draw,
        }
    }
}

/// What the side to move gets by declaring that its king has entered; [`Verdict::GoesOn`] if it
/// may not.
pub fn declaration(position: &Slow, rule: Rule) -> Verdict {
    let black = position.black_to_move;
    let Some(king) = position.king(black) else {
        return Verdict::GoesOn;
    };
    if !in_camp(black, king.1) || position.in_check() {
        return Verdict::GoesOn;
    }
    let worth = |letter: char| match letter {
        'R' | 'B' => 5,
        _ => 1,
    };
    let (mut entered, mut points) = (0, 0);
    for place in places() {
        if let Some(man) = position.at(place)
            && man.black == black
            && man.letter != 'K'
            && in_camp(black, place.1)
        {
            entered += 1;
            points += worth(man.letter);
        }
    }
    for letter in super::slow::HAND {
        points += worth(letter) * position.in_hand(black, letter);
    }
    if entered < 10 {
        return Verdict::GoesOn;
    }
    let (wins, draws) = match rule {
        Rule::Points24 => (points >= 31, points >= 24),
        Rule::Points27 => (points >= if black { 28 } else { 27 }, false),
    };
    match (wins, draws) {
        (true, _) => Verdict::win(black),
        (false, true) => Verdict::Draw,
        (false, false) => Verdict::GoesOn,
    }
}
