//! Pig: the smallest dice game in which one must decide when to stop.
//!
//! **Rules.** In a turn a player rolls a die as often as they like. A 2 to 6 is added to the turn
//! total; a 1 ends the turn and the turn total is lost; holding ends the turn and banks the turn
//! total. Whoever holds with at least `target` points banked wins. A turn begins with a roll, so
//! two players cannot pass for ever.
//!
//! **Notation.** `roll` and `hold`. What the die showed is not part of the move: nobody chooses
//! it.
//!
//! ```
//! use yomi_core::{Game, Notation, Seed};
//! use yomi_toy::Pig;
//!
//! let pig = Pig { target: 20 };
//! let mut state = pig.initial();
//! assert!(pig.parse_action(&state, "hold").is_err());
//! let roll = pig.parse_action(&state, "roll").unwrap();
//! pig.step(&mut state, roll, &mut Seed::new(1).rng());
//! ```

use crate::hash::mix;
use yomi_core::{
    Discrete, Game, Indexed, Keyed, Notation, NotationError, Outcome, Player, Proposes, Rng,
    game::{parse_listed, propose_untried},
};

yomi_core::parameters! {
    /// The rules of Pig.
    pub struct Pig {
        /// Points that win the game.
        pub target: u32 = 50, in 1.0..=10000.0;
    }
}

/// A position between two rolls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    banked: [u32; 2],
    turn_total: u32,
    mover: Player,
}

impl Table {
    /// The points the player has banked.
    pub fn banked(&self, player: Player) -> u32 {
        self.banked[player.index()]
    }

    /// The points the side to move would bank by holding.
    pub fn turn_total(&self) -> u32 {
        self.turn_total
    }

    fn pass_the_die(&mut self) {
        self.turn_total = 0;
        self.mover = self.mover.other();
    }
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// Roll the die.
    Roll,
    /// Bank the turn total and pass the die.
    Hold,
}

impl Game for Pig {
    type State = Table;
    type Action = Decision;

    fn initial(&self) -> Table {
        Table {
            banked: [0, 0],
            turn_total: 0,
            mover: Player::First,
        }
    }

    #[inline]
    fn to_move(&self, table: &Table) -> Player {
        table.mover
    }

    #[inline]
    fn outcome(&self, table: &Table) -> Option<Outcome> {
        // Only the player who has just held can have reached the target.
        let last = table.mover.other();
        (table.banked(last) >= self.target).then_some(Outcome::Win(last))
    }

    #[inline]
    fn step(&self, table: &mut Table, decision: Decision, rng: &mut Rng) {
        match decision {
            Decision::Roll => match rng.below(6) + 1 {
                1 => table.pass_the_die(),
                pips => table.turn_total += pips,
            },
            Decision::Hold => {
                table.banked[table.mover.index()] += table.turn_total;
                table.pass_the_die();
            }
        }
    }
}

impl Discrete for Pig {
    fn actions(&self, table: &Table, decisions: &mut Vec<Decision>) {
        decisions.clear();
        decisions.push(Decision::Roll);
        if table.turn_total > 0 {
            decisions.push(Decision::Hold);
        }
    }
}

impl Proposes for Pig {
    fn propose(&self, table: &Table, tried: &[Decision], rng: &mut Rng) -> Option<Decision> {
        propose_untried(self, table, tried, rng)
    }

    fn candidates(&self, table: &Table, decisions: &mut Vec<Decision>) {
        self.actions(table, decisions);
    }
}

impl Keyed for Pig {
    /// Points fit 20 bits each as long as nobody rolls on a hundred thousand times after
    /// winning was there for the taking.
    #[inline]
    fn key(&self, table: &Table) -> u64 {
        let fields = [table.banked[0], table.banked[1], table.turn_total];
        let packed = fields
            .into_iter()
            .fold(table.mover.index() as u64, |packed, field| {
                packed << 20 | u64::from(field)
            });
        mix(packed)
    }
}

impl Indexed for Pig {
    fn index_count(&self) -> usize {
        2
    }

    #[inline]
    fn index(&self, decision: Decision) -> usize {
        match decision {
            Decision::Roll => 0,
            Decision::Hold => 1,
        }
    }
}

impl Notation for Pig {
    fn move_format(&self) -> String {
        "roll, or hold once something was rolled".to_owned()
    }

    fn format_action(&self, _: &Table, decision: Decision) -> String {
        match decision {
            Decision::Roll => "roll".to_owned(),
            Decision::Hold => "hold".to_owned(),
        }
    }

    fn parse_action(&self, table: &Table, text: &str) -> Result<Decision, NotationError> {
        parse_listed(self, table, text)
    }

    fn render(&self, table: &Table) -> String {
        let mut lines = vec![format!("playing to {}", self.target)];
        for player in Player::BOTH {
            let turn = match table.mover == player {
                true => format!(", {} in this turn", table.turn_total),
                false => String::new(),
            };
            lines.push(format!("{player}: {} banked{turn}", table.banked(player)));
        }
        lines.join("\n")
    }
}
