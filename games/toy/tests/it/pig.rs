//! Pig: the die is fair and games played by a fixed rule are won as often as they should be.

use yomi_core::params::{Parameters, Settings};
use yomi_core::{Game, Notation, Outcome, Player, Seed};
use yomi_toy::Pig;
use yomi_toy::pig::{Decision, Table};

const TARGET: u32 = 20;
const HOLD_AT: u32 = 6;

fn decide(banked: u32, turn_total: u32) -> Decision {
    if turn_total >= HOLD_AT || banked + turn_total >= TARGET {
        Decision::Hold
    } else {
        Decision::Roll
    }
}

/// How a turn ends, given the points banked before it: the probability of each number of points
/// banked after it.
fn turn(banked: u32) -> Vec<f64> {
    let mut after = vec![0.0; TARGET as usize + 10];
    let mut open = vec![(0, 1.0)];
    while let Some((total, probability)) = open.pop() {
        if decide(banked, total) == Decision::Hold {
            after[(banked + total) as usize] += probability;
        } else {
            after[banked as usize] += probability / 6.0;
            open.extend((2..=6).map(|pips| (total + pips, probability / 6.0)));
        }
    }
    after
}

/// The probability that whoever begins wins, both playing by the rule: the exact solution by
/// iterating the equations of the two-player race until they stand still.
fn exact_win_probability() -> f64 {
    let size = TARGET as usize;
    let turns: Vec<Vec<f64>> = (0..TARGET).map(turn).collect();
    let mut win = vec![vec![0.5; size]; size];
    for _ in 0..500 {
        for own in (0..size).rev() {
            for other in (0..size).rev() {
                let value = |(banked, &probability): (usize, &f64)| {
                    probability
                        * if banked >= size {
                            1.0
                        } else {
                            1.0 - win[other][banked]
                        }
                };
                win[own][other] = turns[own].iter().enumerate().map(value).sum();
            }
        }
    }
    win[0][0]
}

#[test]
fn games_are_won_as_often_as_the_exact_solution_says() {
    let pig = Pig { target: TARGET };
    let games = 40_000;
    let mut won = 0;
    for number in 0..games {
        let mut rng = Seed::new(17).index(number).rng();
        let mut table = pig.initial();
        let outcome = loop {
            if let Some(outcome) = pig.outcome(&table) {
                break outcome;
            }
            let decision = decide(table.banked(pig.to_move(&table)), table.turn_total());
            pig.step(&mut table, decision, &mut rng);
        };
        won += u32::from(outcome == Outcome::Win(Player::First));
    }
    let (exact, share) = (exact_win_probability(), f64::from(won) / games as f64);
    assert!(exact > 0.51 && exact < 0.7, "{exact}");
    // Five standard deviations of the mean.
    assert!(
        (share - exact).abs() < 5.0 * (0.25 / games as f64).sqrt(),
        "{share}, not {exact}"
    );
}

fn rolled(seed: u64) -> Table {
    let pig = Pig::default();
    let mut table = pig.initial();
    pig.step(&mut table, Decision::Roll, &mut Seed::new(seed).rng());
    table
}

#[test]
fn the_die_is_fair_and_a_one_passes_it_on() {
    let pig = Pig::default();
    let mut counts = [0u32; 7];
    for seed in 0..6_000 {
        let table = rolled(seed);
        match table.turn_total() {
            0 => {
                assert_eq!(pig.to_move(&table), Player::Second);
                counts[1] += 1;
            }
            pips => {
                assert_eq!(pig.to_move(&table), Player::First);
                counts[pips as usize] += 1;
            }
        }
    }
    // 1,000 each are expected, with a standard deviation of 29.
    assert!(
        counts[1..].iter().all(|count| (855..=1145).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn holding_banks_and_wins_at_the_target() {
    let seed = (0..).find(|&seed| rolled(seed).turn_total() == 5).unwrap();
    let mut table = rolled(seed);
    let pig = Pig::default();
    assert_eq!(
        pig.render(&table),
        "playing to 50\nfirst: 0 banked, 5 in this turn\nsecond: 0 banked"
    );
    pig.step(&mut table, Decision::Hold, &mut Seed::new(0).rng());
    assert_eq!((table.banked(Player::First), table.turn_total()), (5, 0));
    assert_eq!(pig.outcome(&table), None);
    assert_eq!(
        Pig { target: 5 }.outcome(&table),
        Some(Outcome::Win(Player::First))
    );
    assert_eq!(
        pig.parse_action(&table, "hold").unwrap_err().to_string(),
        "'hold' is not a legal move here: expected roll, or hold once something was rolled"
    );
}

#[test]
fn the_target_is_a_parameter() {
    let set = |value: &str| Pig::take(&mut Settings(vec![("target".into(), value.into())]));
    assert_eq!(set("100"), Ok(Pig { target: 100 }));
    assert!(set("0").is_err() && set("many").is_err());
}
