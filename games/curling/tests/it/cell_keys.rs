//! The keys of cells against those of the program that the paper on State-Tree MCTS was made with.
//!
//! That program has a word for each colour, axis, bit and value of the bit, adds up the words of a coordinate and
//! takes the exclusive or over all stones and axes. So x and y of a stone are not bound together, and two stones of
//! one colour with the same coordinate cancel: different cells share a node. Here it is counted how often.

use crate::state_tree::{Cell, cells};
use std::collections::{HashMap, HashSet};
use yomi_core::continuous::{Cells as _, Division};
use yomi_core::{Game as _, Policy as _, Scratch, Seed};
use yomi_curling::Curling;
use yomi_curling::players::Simple;

fn word(colour: usize, axis: u64, bit: u32, value: i64) -> u64 {
    let number = (colour as u64) << 32 | axis << 24 | u64::from(bit) << 8 | value as u64;
    Seed::new(number).rng().next_u64()
}

/// The key of a cell as that program makes it, within its tree.
fn key_by_exclusive_or(cell: &Cell) -> u64 {
    let (_, _, _, level, places) = cell;
    let coordinate = |colour, axis, value: i64| {
        (0..*level).fold(0_u64, |sum, bit| {
            sum.wrapping_add(word(colour, axis, bit, value >> bit & 1))
        })
    };
    places.iter().fold(0, |key, &(colour, x, y)| {
        key ^ coordinate(colour, 0, x) ^ coordinate(colour, 1, y)
    })
}

#[test]
fn cells_share_keys_where_the_coordinates_of_a_stone_are_not_bound_together() {
    let game = Curling::default();
    let mut rng = Seed::new(3).rng();
    let mut scratch = Scratch::default();
    let mut seen: HashSet<Cell> = HashSet::new();
    // Cells by tree, level and key; and by the key of this program.
    let mut theirs: HashMap<_, Cell> = HashMap::new();
    let mut ours: HashMap<u64, Cell> = HashMap::new();
    let (mut shared_theirs, mut shared_ours) = (0, 0);
    for _ in 0..60 {
        let mut state = game.initial();
        while state.end == 0 {
            let coordinates = game.coordinates(&state, Division::Places);
            for (level, cell) in (0..).zip(cells(&game, &state)) {
                if !seen.insert(cell.clone()) {
                    continue;
                }
                let (shot, count, house, ..) = cell.clone();
                let tree = (shot, count, house, level, key_by_exclusive_or(&cell));
                let other = theirs.entry(tree).or_insert_with(|| cell.clone());
                shared_theirs += u32::from(*other != cell);
                let key = game.cell(&coordinates, level).expect("as many levels");
                let other = ours.entry(key).or_insert_with(|| cell.clone());
                shared_ours += u32::from(*other != cell);
            }
            let shot = Simple.choose(&game, &state, &mut scratch, &mut rng);
            game.step(&mut state, shot, &mut rng);
        }
    }
    let all = seen.len();
    println!("{all} cells: {shared_theirs} share a key by exclusive or, {shared_ours} here");
    assert_eq!(shared_ours, 0);
    assert!(
        shared_theirs > 0 && shared_theirs < all as u32 / 5,
        "{shared_theirs} of {all}"
    );
}
