//! Families of trees with known properties.

use super::build::Builder;
use super::{Label, NodeId, TreeError, TreeGame};
use yomi_core::{Outcome, Player, Rng, Seed};

impl TreeGame {
    /// A full tree of `depth` plies with `width` moves (`m1`, `m2`, ...) at every node, the players
    /// taking turns, whose leaves are wins of either player at random.
    ///
    /// A leaf is a win of whoever moved last with probability `1 - x`, where `x^width + x = 1`
    /// (Pearl, 1984). Then, at any depth, the side to move has a won position with probability
    /// `x`; with leaves of one half each, the last mover would nearly always win a deep tree.
    pub fn random(depth: u32, width: u32, seed: Seed) -> Result<TreeGame, TreeError> {
        in_range("depth", depth, 1..=20, "1 to 20")?;
        in_range("width", width, 1..=1_000, "1 to 1000")?;
        let leaves = u64::from(width).checked_pow(depth);
        if leaves.is_none_or(|leaves| leaves > 1 << 20) {
            let (limit, of) = (1 << 20, "leaves");
            return Err(TreeError::TooLarge { limit, of });
        }
        let mut builder = Builder::default();
        let labels = builder.numbered("m", width)?;
        let won = 1.0 - balanced_win_probability(width);
        let (first, mut rng) = (Player::First, seed.rng());
        let root = random_subtree(&mut builder, &labels, depth, first, won, &mut rng)?;
        Ok(builder.finish(root))
    }

    /// A trap: the root offers the first player `safe` and `trap`.
    ///
    /// After `safe`, `level` plies of no consequence (moves `go1` to `go<width>` each) lead to a
    /// draw. After `trap`, the second player has `width` replies at each turn: `punish` keeps a
    /// forced win, which is complete after `level` plies (an odd number), while every `miss`
    /// loses at once; whatever the first player does in between (`go1` to `go<width>`) changes
    /// nothing. So a playout loses after `trap` only if all of `(level + 1) / 2` replies are
    /// right, and rates it `1 - width^-((level + 1) / 2)`, above the 0.5 of `safe` (equal to it
    /// only for width 2 at level 1), although it loses by force. (Ramanujan, Sabharwal and
    /// Selman, 2010, on traps in search trees.)
    ///
    /// ```
    /// use yomi_core::{Deterministic, FirstValue, Game, Notation};
    /// use yomi_toy::TreeGame;
    ///
    /// let game = TreeGame::trap(3, 4).unwrap();
    /// let mut state = game.initial();
    /// let trap = game.parse_action(&state, "trap").unwrap();
    /// game.apply(&mut state, trap);
    /// assert_eq!(game.solve_from(&state), FirstValue(0.0));
    /// assert_eq!(game.random_value(&state), FirstValue(1.0 - 1.0 / 16.0));
    /// ```
    pub fn trap(level: u32, width: u32) -> Result<TreeGame, TreeError> {
        let odd = "an odd number from 1 to 99";
        in_range("level", level, 1..=99, odd)?;
        if level.is_multiple_of(2) {
            let (name, expected, value) = ("level", odd, level);
            return Err(TreeError::Parameter {
                name,
                expected,
                value,
            });
        }
        in_range("width", width, 2..=1_000, "2 to 1000")?;

        let mut builder = Builder::default();
        let (safe, trap) = (builder.label("safe")?, builder.label("trap")?);
        let punish = builder.label("punish")?;
        let misses = builder.numbered("miss", width - 1)?;
        let ways = builder.numbered("go", width)?;

        let mut calm = builder.leaf(Outcome::Draw)?;
        let miss = builder.leaf(Outcome::Win(Player::First))?;
        let mut lost = builder.leaf(Outcome::Win(Player::Second))?;
        // From the last ply backwards; the second player makes the odd ones.
        for ply in 1..=level {
            let mover = if ply % 2 == 1 {
                Player::Second
            } else {
                Player::First
            };
            calm = builder.choice(mover, ways.iter().map(|&way| (way, calm)))?;
            lost = if mover == Player::First {
                builder.choice(mover, ways.iter().map(|&way| (way, lost)))?
            } else {
                // The right reply stands in the middle, where no habit of trying the first or
                // the last move finds it sooner than chance would.
                let (before, after) = misses.split_at(misses.len() / 2);
                let wrong = |labels: &[Label]| labels.iter().map(|&l| (l, miss)).collect();
                let (before, after): (Vec<_>, Vec<_>) = (wrong(before), wrong(after));
                builder.choice(
                    mover,
                    before.into_iter().chain([(punish, lost)]).chain(after),
                )?
            };
        }
        let root = builder.choice(Player::First, [(safe, calm), (trap, lost)])?;
        Ok(builder.finish(root))
    }
}

yomi_core::parameters! {
    /// Which trap [`TreeGame::trap`] shall build.
    pub struct Trap {
        /// Plies from the trap move to the opponent's winning move; odd.
        pub level: u32 = 3, in 1.0..=99.0;
        /// Replies at every node.
        pub width: u32 = 4, in 2.0..=1000.0;
    }
}

impl Trap {
    /// The trap with these settings.
    pub fn game(&self) -> Result<TreeGame, TreeError> {
        TreeGame::trap(self.level, self.width)
    }
}

fn in_range(
    name: &'static str,
    value: u32,
    range: std::ops::RangeInclusive<u32>,
    expected: &'static str,
) -> Result<(), TreeError> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(TreeError::Parameter {
            name,
            expected,
            value,
        })
    }
}

/// The root of `x^width + x = 1`, by bisection.
fn balanced_win_probability(width: u32) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let x = 0.5 * (low + high);
        let power = (0..width).fold(1.0, |power, _| power * x);
        if power + x < 1.0 {
            low = x;
        } else {
            high = x;
        }
    }
    low
}

fn random_subtree(
    builder: &mut Builder,
    labels: &[Label],
    depth: u32,
    mover: Player,
    won: f64,
    rng: &mut Rng,
) -> Result<NodeId, TreeError> {
    if depth == 0 {
        let last = mover.other();
        let winner = if rng.unit() < won { last } else { mover };
        return builder.leaf(Outcome::Win(winner));
    }
    let mut children = Vec::with_capacity(labels.len());
    for &label in labels {
        let child = random_subtree(builder, labels, depth - 1, mover.other(), won, rng)?;
        children.push((label, child));
    }
    builder.choice(mover, children)
}
