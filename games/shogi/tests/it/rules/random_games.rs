//! Random games of many kinds, compared ply by ply.
//!
//! Players that move at random seldom see anything special. So each game has a taste: moves that
//! give check, take, drop or promote are tried first, kings march, or positions are sought that
//! were there before. What came up is counted, and must have come up often.

use super::cases;
use super::compare::{Keys, Pair, action, writable};
use super::slow::{Man, Play, Slow, in_camp};
use super::slow_game::{Rule, Verdict, declaration};
use yomi_core::{Rng, Seed};
use yomi_shogi::Move;

/// What a game's players like.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Anything,
    Checks,
    Captures,
    Drops,
    Promotions,
    /// Kings that walk ahead.
    Marches,
    /// Positions that were there before.
    Repetitions,
    /// Black gives check wherever it can; both like what was there before.
    Chases,
}

const TASTES: [Taste; 8] = [
    Taste::Anything,
    Taste::Checks,
    Taste::Captures,
    Taste::Drops,
    Taste::Promotions,
    Taste::Marches,
    Taste::Repetitions,
    Taste::Chases,
];

/// Positions from which few moves lead back to where one was.
const SPARSE: [&str; 6] = [
    "8k/9/9/9/9/9/9/9/K6R1 b - 1",
    "4k4/9/9/9/9/9/9/9/4K3+R w - 1",
    "4k4/4p4/9/9/4+B4/9/9/9/4K4 b - 1",
    "k8/9/9/9/9/9/9/7r1/8K w - 7",
    "4k4/9/9/9/9/9/9/9/R3K3r b - 1",
    "1k7/9/9/2+R6/9/6+b2/9/9/7K1 b - 1",
];

/// How often the rarer things came up.
#[derive(Default, Debug)]
struct Seen {
    plies: usize,
    checks: usize,
    double_checks: usize,
    uncovered_checks: usize,
    pawn_drop_mates: usize,
    pawn_drop_checks: usize,
    men_between: usize,
    forced_promotions: usize,
    renounced_promotions: usize,
    mates: usize,
    stalemates: usize,
    draws_by_repetition: usize,
    losses_by_repetition: usize,
    too_long: usize,
    declarations: usize,
    without_a_king: usize,
}

impl Seen {
    /// Counts what is special about the moves of a position.
    fn count(&mut self, pair: &Pair, legal: &[Play]) {
        let slow = pair.slow.now();
        let black = slow.black_to_move;
        self.plies += 1;
        self.without_a_king += usize::from(slow.king(true).is_none() || slow.king(false).is_none());
        let claim = declaration(slow, Rule::Points27);
        self.declarations += usize::from(claim != Verdict::GoesOn);
        let checkers = slow.king(black).map(|king| slow.attackers(king, !black));
        let checkers = checkers.map_or(0, |checkers| checkers.len());
        self.checks += usize::from(checkers > 0);
        self.double_checks += usize::from(checkers > 1);
        self.pawn_drop_mates += usize::from(has_pawn_drop_mate(slow, legal));
        for &play in legal {
            self.count_move(slow, legal, play, checkers > 0);
        }
        match pair.slow.verdict(legal) {
            Verdict::GoesOn => {}
            _ if legal.is_empty() && checkers > 0 => self.mates += 1,
            _ if legal.is_empty() => self.stalemates += 1,
            Verdict::Draw if pair.slow.times(slow) == 4 => self.draws_by_repetition += 1,
            Verdict::Draw => self.too_long += 1,
            _ => self.losses_by_repetition += 1,
        }
    }

    fn count_move(&mut self, slow: &Slow, legal: &[Play], play: Play, in_check: bool) {
        match play {
            Play::Drop { letter, .. } => {
                let checks = letter == 'P' && slow.checks(play);
                self.pawn_drop_checks += usize::from(checks);
                self.men_between += usize::from(in_check);
            }
            Play::Move { from, to, promote } => {
                let man = slow.at(from).expect("a man to move");
                let other = Play::Move {
                    from,
                    to,
                    promote: !promote,
                };
                if promote && !legal.contains(&other) {
                    self.forced_promotions += 1;
                }
                let weak = matches!(man.letter, 'P' | 'L' | 'N') && !man.promoted;
                let entered = in_camp(man.black, to.1) && weak && !promote;
                self.renounced_promotions += usize::from(entered);
                let next = slow.after(play);
                let king = next.king(next.black_to_move);
                let others = king.map(|king| next.attackers(king, man.black));
                let uncovered = others.is_some_and(|all| all.iter().any(|&from| from != to));
                self.uncovered_checks += usize::from(uncovered);
            }
        }
    }
}

/// Whether a pawn could be dropped with mate, were that allowed.
fn has_pawn_drop_mate(slow: &Slow, legal: &[Play]) -> bool {
    let black = slow.black_to_move;
    let Some((file, rank)) = slow.king(!black) else {
        return false;
    };
    let to = (file, if black { rank + 1 } else { rank - 1 });
    let play = Play::Drop { letter: 'P', to };
    let pawn = Man {
        letter: 'P',
        promoted: false,
        black,
    };
    (2..=8).contains(&to.1)
        && slow.in_hand(black, 'P') > 0
        && slow.at(to).is_none()
        && (1..=9).all(|rank| slow.at((file, rank)) != Some(pawn))
        && !legal.contains(&play)
        && !slow.after(play).is_attacked(black)
}

impl Taste {
    /// Whether the move is one of those tried first.
    fn likes(self, pair: &Pair, play: Play) -> bool {
        let slow = pair.slow.now();
        let comes_back = || pair.slow.times(&slow.after(play)) > 0;
        match self {
            Taste::Anything => true,
            Taste::Checks => slow.checks(play),
            Taste::Captures => slow.takes(play),
            Taste::Drops => matches!(play, Play::Drop { .. }),
            Taste::Promotions => matches!(play, Play::Move { promote: true, .. }),
            Taste::Marches => matches!(play, Play::Move { from, to, .. }
                if slow.at(from).is_some_and(|man| man.letter == 'K')
                    && (to.1 < from.1) == slow.black_to_move),
            Taste::Repetitions => comes_back(),
            Taste::Chases if slow.black_to_move => slow.checks(play),
            Taste::Chases => comes_back(),
        }
    }

    fn choose(self, pair: &Pair, legal: &[Play], rng: &mut Rng) -> Play {
        let liked = |play: &Play| self.likes(pair, *play);
        // Everybody is distracted at times.
        let tried_first: Vec<Play> = match self {
            Taste::Chases => legal.iter().copied().filter(liked).collect(),
            _ if rng.below(4) > 0 => legal.iter().copied().filter(liked).collect(),
            _ => Vec::new(),
        };
        // Who chases takes the check that was there before, if one was.
        let old = |play: &Play| pair.slow.times(&pair.slow.now().after(*play)) > 0;
        let chased: Vec<Play> = match self {
            Taste::Chases if rng.below(8) > 0 => tried_first.iter().copied().filter(old).collect(),
            _ => Vec::new(),
        };
        let choice = rng.pick(&chased).or_else(|| rng.pick(&tried_first));
        choice.unwrap_or_else(|| rng.pick(legal).expect("a legal move"))
    }
}

/// Plays a game and compares all the way.
fn play(sfen: &str, taste: Taste, limit: u32, rng: &mut Rng, keys: &mut Keys, seen: &mut Seen) {
    let mut pair = Pair::new(sfen, limit);
    let all = writable();
    loop {
        let legal = pair.slow.now().legal();
        pair.check(&legal, keys);
        if rng.below(8) == 0 {
            pair.check_closely(&legal, &all, rng);
        }
        seen.count(&pair, &legal);
        if pair.slow.verdict(&legal) != Verdict::GoesOn {
            return;
        }
        pair.play(taste.choose(&pair, &legal, rng));
    }
}

fn games(name: &str, starts: &[&str], tastes: &[Taste], rounds: u64, limit: u32) -> Seen {
    let seed = Seed::new(6).child(name);
    let (mut keys, mut seen) = (Keys::default(), Seen::default());
    for (start, sfen) in starts.iter().enumerate() {
        for (number, &taste) in tastes.iter().enumerate() {
            for round in 0..rounds {
                let game = seed.index(start as u64).index(number as u64).index(round);
                play(sfen, taste, limit, &mut game.rng(), &mut keys, &mut seen);
            }
        }
    }
    seen
}

#[test]
fn from_the_start() {
    let seen = games("start", &[yomi_shogi::START], &TASTES, 9, 300);
    assert!(seen.plies > 10_000 && seen.checks > 1000, "{seen:?}");
    assert!(seen.mates > 10 && seen.uncovered_checks > 100, "{seen:?}");
    assert!(seen.forced_promotions > 1000 && seen.renounced_promotions > 1000);
}

#[test]
fn from_tricky_positions() {
    let cases = cases::read(include_str!("../data/perft.txt"));
    let starts: Vec<&str> = cases.iter().map(|case| case[0]).collect();
    let seen = games("tricky", &starts, &TASTES, 1, 60);
    assert!(seen.pawn_drop_mates > 20 && seen.pawn_drop_checks > 500);
    assert!(
        seen.double_checks > 20 && seen.men_between > 500,
        "{seen:?}"
    );
    assert!(seen.stalemates > 5 && seen.too_long > 100, "{seen:?}");
    assert!(seen.without_a_king > 200, "{seen:?}");
}

#[test]
fn with_few_men_back_and_forth() {
    let seen = games(
        "sparse",
        &SPARSE,
        &[Taste::Repetitions, Taste::Chases],
        12,
        200,
    );
    assert!(seen.draws_by_repetition >= 20, "{seen:?}");
    assert!(seen.losses_by_repetition >= 10, "{seen:?}");
}

#[test]
fn of_entering_kings() {
    let cases = cases::read(include_str!("../data/declaration.txt"));
    let starts: Vec<&str> = cases.iter().map(|case| cases::sfen(case[0])).collect();
    let tastes = [Taste::Anything, Taste::Captures, Taste::Marches];
    let seen = games("entering", &starts, &tastes, 1, 30);
    assert!(seen.declarations > 100, "{seen:?}");
}

#[test]
fn moves_have_names_of_their_own() {
    let all = writable();
    let texts: std::collections::BTreeSet<String> = all.iter().map(Move::to_string).collect();
    assert_eq!(texts.len(), all.len());
    for any in &all {
        assert_eq!(any.to_string().parse(), Ok(*any));
    }
    for play in Slow::start().legal() {
        assert_eq!(action(play).to_string(), play.to_string());
    }
}
