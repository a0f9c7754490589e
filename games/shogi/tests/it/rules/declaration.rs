//! Entering kings, from `../data/declaration.txt`.

use super::cases;
use super::compare::outcome_of;
use super::slow::Slow;
use super::slow_game::{Rule, Verdict, declaration};
use super::turned;
use yomi_core::{Deterministic as _, Discrete as _, Game as _, Notation as _, Setup as _};
use yomi_shogi::{Declaration, Move, Rules, Shogi};

fn game(declaration: Declaration) -> Shogi {
    Shogi::new(Rules {
        declaration,
        ..Rules::default()
    })
}

/// What a declaration brings by the crate's rules, looked at from all sides.
fn declare(game: &Shogi, sfen: &str) -> Verdict {
    let mut position = game.parse_state(sfen).unwrap();
    let mut actions = Vec::new();
    game.actions(&position, &mut actions);
    let allowed = actions.contains(&Move::DECLARE);
    let count = actions.iter().filter(|&&action| action == Move::DECLARE);
    assert!(count.count() <= 1, "{sfen}");
    assert_eq!(
        actions.len() - usize::from(allowed),
        position.board().legal_count()
    );
    let read = game.parse_action(&position, "win");
    assert_eq!(read.ok(), allowed.then_some(Move::DECLARE), "{sfen}");
    assert_eq!(game.outcome(&position), None, "{sfen}");
    if !allowed {
        return Verdict::GoesOn;
    }
    game.apply(&mut position, Move::DECLARE);
    let all = [Verdict::Draw, Verdict::BlackWins, Verdict::WhiteWins];
    let found = all
        .into_iter()
        .find(|&end| outcome_of(end) == game.outcome(&position));
    found.unwrap_or_else(|| panic!("a declaration ends the game: {sfen}"))
}

fn check(sfen: &str, rule: Rule, expected: &str) {
    let slow = Slow::from_sfen(sfen);
    let verdict = match expected {
        "no" => Verdict::GoesOn,
        "draw" => Verdict::Draw,
        "win" => Verdict::win(slow.black_to_move),
        _ => panic!("win, draw or no, please: {expected}"),
    };
    let ours = match rule {
        Rule::Points24 => Declaration::Points24,
        Rule::Points27 => Declaration::Points27,
    };
    assert_eq!(declaration(&slow, rule), verdict, "slow, {rule:?}: {sfen}");
    assert_eq!(declare(&game(ours), sfen), verdict, "{rule:?}: {sfen}");
    let never = game(Declaration::Never);
    assert_eq!(declare(&never, sfen), Verdict::GoesOn, "{sfen}");
}

#[test]
fn kings_enter() {
    for case in cases::read(include_str!("../data/declaration.txt")) {
        let [first, by_27, by_24] = case[..] else {
            panic!("a position and two ends, please: {case:?}");
        };
        let sfen = cases::sfen(first);
        check(sfen, Rule::Points27, by_27);
        check(sfen, Rule::Points24, by_24);
        // By the other rule, both colours need the same.
        check(&turned::sfen(sfen), Rule::Points24, by_24);
    }
}
