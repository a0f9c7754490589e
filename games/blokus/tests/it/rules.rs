//! The rules: conformance, counts, and random games against a slow, obviously correct board.

use std::collections::BTreeSet;
use yomi_blokus::tables::{PLACEMENTS, TABLES};
use yomi_blokus::{BlokusDuo, Board, Bouzy, Patterns, Placement, Room};
use yomi_core::perft::perft;
use yomi_core::{Deterministic, Discrete, Game, Notation, Outcome, Player, Seed, conformance};

#[test]
fn blokus_keeps_its_promises() {
    for bonus in [false, true] {
        conformance::suite(&BlokusDuo { bonus })
            .games(20)
            // The board shows who covers a square, not with which piece.
            .fingerprint(|_, board| format!("{board:?}"))
            .discrete()
            .deterministic()
            .keyed()
            .indexed()
            .scored()
            .setup()
            .interactive()
            .features("room", &Room)
            .features("patterns", &Patterns)
            .evaluator("bouzy", Bouzy::default())
            .assert();
    }
}

#[test]
fn counts_of_move_paths() {
    let game = BlokusDuo::default();
    let mut depth_counts = Vec::new();
    for line in include_str!("data/perft.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        if let Some((depth, count)) = line.split_once(' ') {
            depth_counts.push((depth.parse::<u32>().unwrap(), count.parse::<u64>().unwrap()));
        }
    }
    assert_eq!(depth_counts.len(), 2);
    for (depth, count) in depth_counts {
        assert_eq!(perft(&game, &game.initial(), depth), count, "depth {depth}");
    }
}

/// The rules as one would write them on a napkin: a set of squares for each player, and every
/// placement tried.
#[derive(Clone, Default)]
struct Napkin {
    covered: [BTreeSet<(i32, i32)>; 2],
    used: [BTreeSet<u8>; 2],
}

impl Napkin {
    fn squares(placement: u16) -> Vec<(i32, i32)> {
        TABLES
            .squares(placement)
            .map(|(x, y)| (i32::from(x), i32::from(y)))
            .collect()
    }

    fn is_legal(&self, player: Player, placement: u16) -> bool {
        let own = &self.covered[player.index()];
        let squares = Napkin::squares(placement);
        let start = [(4, 4), (9, 9)][player.index()];
        let free = squares
            .iter()
            .all(|square| self.covered.iter().all(|set| !set.contains(square)));
        let edge = squares.iter().any(|&(x, y)| {
            [(1, 0), (-1, 0), (0, 1), (0, -1)]
                .iter()
                .any(|(dx, dy)| own.contains(&(x + dx, y + dy)))
        });
        let corner = squares.iter().any(|&(x, y)| {
            [(1, 1), (-1, 1), (1, -1), (-1, -1)]
                .iter()
                .any(|(dx, dy)| own.contains(&(x + dx, y + dy)))
        });
        let attached = if own.is_empty() {
            squares.contains(&start)
        } else {
            corner
        };
        let in_hand = !self.used[player.index()].contains(&TABLES.form(placement).piece);
        in_hand && free && !edge && attached
    }

    fn legal(&self, player: Player) -> BTreeSet<u16> {
        (0..PLACEMENTS as u16)
            .filter(|&placement| self.is_legal(player, placement))
            .collect()
    }
}

#[test]
fn random_games_agree_with_the_napkin() {
    let game = BlokusDuo::default();
    let mut skipped = 0;
    for number in 0..40 {
        let mut rng = Seed::new(number).rng();
        let mut board = game.initial();
        let mut napkin = Napkin::default();
        let mut mover = Player::First;
        let mut legal = Vec::new();
        while !board.is_over() {
            assert_eq!(board.mover(), mover);
            game.actions(&board, &mut legal);
            let listed: BTreeSet<u16> = legal.iter().map(|placement| placement.number()).collect();
            assert_eq!(listed.len(), legal.len(), "listed twice");
            assert_eq!(listed, napkin.legal(mover), "game {number}");
            let placement = game.random_action(&board, &mut Vec::new(), &mut rng);
            assert!(listed.contains(&placement.number()));
            napkin.covered[mover.index()].extend(Napkin::squares(placement.number()));
            napkin.used[mover.index()].insert(TABLES.form(placement.number()).piece);
            game.apply(&mut board, placement);
            if napkin.legal(mover.other()).is_empty() {
                skipped += u32::from(!board.is_over());
            } else {
                mover = mover.other();
            }
        }
        assert!(
            Player::BOTH
                .iter()
                .all(|&player| napkin.legal(player).is_empty())
        );
        let [first, second] = [0, 1].map(|i| napkin.covered[i].len());
        assert_eq!(first as u32, board.squares(Player::First));
        let expected = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        };
        assert_eq!(game.outcome(&board), Some(expected));
    }
    assert!(
        skipped > 0,
        "no player was ever skipped: nothing was tested"
    );
}

#[test]
fn squares_are_read_in_any_order_and_nonsense_is_refused() {
    let game = BlokusDuo::default();
    let board = game.initial();
    let placement = |text: &str| game.parse_action(&board, text);
    assert_eq!(placement("f11, E10,f10"), placement("e10,f10,f11"));
    for text in [
        "",
        "e10,e10",
        "e10,g10",
        "a1",
        "o10",
        "e0",
        "e15",
        "e+10",
        "e10,",
        "pass",
        "é10",
        "e10,f10,f11,f12,f13,f14",
    ] {
        assert!(placement(text).is_err(), "{text}");
    }
    let spelled = game.format_action(&board, placement("f11,e10,f10").unwrap());
    assert_eq!(spelled, "e10,f10,f11");
}

#[test]
fn the_bonus_counts_when_asked_for() {
    // No legal game is needed to see the arithmetic: a board on which a player has an empty hand
    // is rare, so play random games until one comes close and check the score's two parts.
    let plain = BlokusDuo::default();
    let boxed = BlokusDuo { bonus: true };
    let mut seen = [0u32; 2];
    for number in 0..3_000 {
        let mut rng = Seed::new(number).rng();
        let mut board = Board::new();
        while !board.is_over() {
            let placement = Placement::new(board.random(&mut rng)).unwrap();
            plain.apply(&mut board, placement);
        }
        for player in Player::BOTH {
            let extra = boxed.points(&board, player) - plain.points(&board, player);
            let expected = match (board.hand(player), board.ended_with_monomino(player)) {
                (0, true) => 20,
                (0, false) => 15,
                _ => 0,
            };
            assert_eq!(extra, expected);
            seen[usize::from(board.hand(player) == 0)] += 1;
        }
    }
    assert!(seen[0] > 0);
}
