//! The nodes of state trees, found by the keys of their cells.
//!
//! Most cells are visited once or twice. So a node begins as one block of a cache line with room for five kinds of
//! actions, and gets further blocks when more are tried. All blocks lie in one piece of memory, which grows up to a fixed number.
//! They are found by a hash table with open addressing, at most a quarter of which is taken. Nothing is ever overwritten: when
//! no block is left, or a key meets too many others, a node cannot be had, and the search does without it.

/// Kinds of actions that a block can hold.
const SLOTS: usize = 5;

/// The most places that are looked at for one key.
const PROBES: usize = 16;

/// Places of a table without nodes.
const FEWEST_PLACES: usize = 1024;

/// What is known of one kind of action in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slot {
    /// How often it was chosen.
    pub visits: f32,
    /// The sum of its rewards, for the side to move.
    pub reward: f32,
}

/// A cell of states and what was tried there, or the continuation of one.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
struct Block {
    /// The cell; 0 in a continuation.
    key: u64,
    /// Simulations that came through.
    visits: u32,
    /// The number of the block that goes on with other kinds; 0 if there is none.
    more: u32,
    used: u8,
    kinds: [u8; SLOTS],
    slots: [Slot; SLOTS],
}

const _: () = assert!(size_of::<Block>() == 64, "a cache line");

/// A place of the hash table.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The upper half of the key of its node, so that other keys need not look there.
    tag: u32,
    /// The number of its node's first block plus one; 0 if it is free.
    number: u32,
}

/// The nodes of all trees.
pub struct Table {
    /// A power of two of them.
    places: Vec<Place>,
    blocks: Vec<Block>,
    nodes: usize,
    capacity: usize,
    /// How often a node could not be had.
    refused: u64,
}

impl Table {
    /// A table of at most so many blocks.
    pub fn new(capacity: usize) -> Table {
        Table {
            places: vec![Place::default(); FEWEST_PLACES],
            // Memory is taken when it is first written to.
            blocks: Vec::with_capacity(capacity),
            nodes: 0,
            capacity,
            refused: 0,
        }
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.places.clear();
        self.places.resize(FEWEST_PLACES, Place::default());
        self.blocks.clear();
        self.nodes = 0;
        self.refused = 0;
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes
    }

    /// Whether more than half of all blocks are taken.
    pub fn is_half_full(&self) -> bool {
        2 * self.blocks.len() > self.capacity
    }

    /// How often a node could not be had since the table was cleared.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// How many bytes it takes.
    pub fn memory(&self) -> u64 {
        (size_of_val(&self.places[..]) + size_of_val(&self.blocks[..])) as u64
    }

    /// How many simulations came through a node.
    #[inline]
    pub fn visits(&self, node: u32) -> u32 {
        self.blocks[node as usize].visits
    }

    /// The kinds that were tried in a node, with what is known of each.
    #[inline]
    pub fn slots(&self, node: u32) -> impl Iterator<Item = (u8, Slot)> + '_ {
        let first = Some(&self.blocks[node as usize]);
        let blocks = std::iter::successors(first, |block| {
            (block.more != 0).then(|| &self.blocks[block.more as usize])
        });
        blocks.flat_map(|block| {
            let kinds = block.kinds.iter().copied();
            let slots = block.slots.iter().copied();
            kinds.zip(slots).take(usize::from(block.used))
        })
    }

    /// Counts a simulation in a node where this kind was chosen.
    pub fn add(&mut self, node: u32, kind: u8, reward: f32) {
        self.blocks[node as usize].visits += 1;
        let mut number = node as usize;
        loop {
            let block = &mut self.blocks[number];
            let used = usize::from(block.used);
            let known = block.kinds[..used].iter().position(|&known| known == kind);
            if known.is_none() && used == SLOTS {
                let Some(more) = self.continuation(number) else {
                    return;
                };
                number = more;
                continue;
            }
            let place = known.unwrap_or_else(|| {
                block.kinds[used] = kind;
                block.used += 1;
                used
            });
            block.slots[place].visits += 1.0;
            block.slots[place].reward += reward;
            return;
        }
    }

    /// The block that goes on with a full one, if there is one left.
    fn continuation(&mut self, number: usize) -> Option<usize> {
        if self.blocks[number].more == 0 {
            self.blocks[number].more = self.push(Block::default())?;
        }
        Some(self.blocks[number].more as usize)
    }

    /// Takes a block.
    fn push(&mut self, block: Block) -> Option<u32> {
        if self.blocks.len() >= self.capacity {
            return None;
        }
        self.blocks.push(block);
        Some(self.blocks.len() as u32 - 1)
    }

    /// The number of the node with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        self.probe(key).ok()
    }

    /// The number of the node with this key, which is made if there is none; `None` if it cannot be had.
    pub fn find_or_insert(&mut self, key: u64) -> Option<u32> {
        let place = match self.probe(key) {
            Ok(node) => return Some(node),
            Err(place) => place,
        };
        let made = place.and_then(|place| {
            let node = self.push(Block {
                key,
                ..Block::default()
            })?;
            self.places[place] = Place::new(key, node);
            Some(node)
        });
        match made {
            Some(_) => self.nodes += 1,
            None => self.refused += 1,
        }
        if 4 * self.nodes > self.places.len() {
            self.spread();
        }
        made
    }

    /// Makes twice as many places.
    fn spread(&mut self) {
        let places = 2 * self.places.len();
        self.places.clear();
        self.places.resize(places, Place::default());
        for number in 0..self.blocks.len() {
            let key = self.blocks[number].key;
            // A continuation has no place of its own. A node that finds none now is lost to further searches.
            if key != 0
                && let Err(Some(place)) = self.probe(key)
            {
                self.places[place] = Place::new(key, number as u32);
            }
        }
    }

    /// The number of a key's node, or else the free place for it, if one is near enough.
    #[inline]
    fn probe(&self, key: u64) -> Result<u32, Option<usize>> {
        let mask = self.places.len() - 1;
        let (first, tag) = (key as usize, tag(key));
        for step in 0..PROBES {
            let place = first.wrapping_add(step) & mask;
            let Place { tag: found, number } = self.places[place];
            if number == 0 {
                return Err(Some(place));
            }
            if found == tag && self.blocks[number as usize - 1].key == key {
                return Ok(number - 1);
            }
        }
        Err(None)
    }
}

impl Place {
    fn new(key: u64, node: u32) -> Place {
        Place {
            tag: tag(key),
            number: node + 1,
        }
    }
}

fn tag(key: u64) -> u32 {
    (key >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(table: &Table, node: u32, kind: u8) -> Slot {
        let mut slots = table.slots(node);
        slots
            .find(|&(known, _)| known == kind)
            .map_or(Slot::default(), |(_, slot)| slot)
    }

    const ONCE: Slot = Slot {
        visits: 1.0,
        reward: 0.5,
    };

    #[test]
    fn nodes_are_found_again_and_a_full_table_refuses_politely() {
        let mut table = Table::new(3);
        for key in [7, 7 << 40, 9] {
            let node = table.find_or_insert(key).unwrap();
            table.add(node, key as u8, 0.5);
        }
        assert_eq!(
            (table.len(), table.find_or_insert(11), table.refused()),
            (3, None, 1)
        );
        for key in [7, 7 << 40, 9] {
            let node = table.find(key).unwrap();
            assert_eq!(
                (table.visits(node), slot(&table, node, key as u8)),
                (1, ONCE)
            );
            assert_eq!(slot(&table, node, 200), Slot::default());
        }
        assert_eq!(table.find(11), None);
        table.clear();
        assert_eq!((table.len(), table.find(7), table.refused()), (0, None, 0));
    }

    #[test]
    fn keys_that_crowd_one_place_are_refused_beyond_the_probes() {
        let mut table = Table::new(1000);
        let crowd: Vec<u64> = (0..40).map(|high| high << 32 | 5).collect();
        let found = crowd
            .iter()
            .filter(|&&key| table.find_or_insert(key).is_some());
        assert_eq!(found.count(), PROBES);
        assert_eq!(
            table.find_or_insert(crowd[3]),
            table.find(crowd[3]),
            "those there stay"
        );
        assert!(table.find(crowd[3]).is_some());
    }

    #[test]
    fn a_table_that_grows_keeps_its_nodes() {
        let mut table = Table::new(20_000);
        let keys: Vec<u64> = (1..10_000_u64)
            .map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        for &key in &keys {
            let node = table.find_or_insert(key).unwrap();
            (0..7).for_each(|kind| table.add(node, kind, 0.5));
        }
        assert!(table.len() == keys.len() && table.is_half_full());
        for key in keys {
            let node = table.find(key).unwrap();
            assert_eq!(slot(&table, node, 6), ONCE);
        }
    }

    /// One node of which the second block is the last of the table.
    #[test]
    fn kinds_for_which_no_block_is_left_are_not_counted() {
        let mut table = Table::new(2);
        let node = table.find_or_insert(1).unwrap();
        (0..40).for_each(|kind| table.add(node, kind, 0.5));
        assert_eq!(table.visits(node), 40);
        let counted: Vec<u8> = table.slots(node).map(|(kind, _)| kind).collect();
        assert_eq!(counted, (0..2 * SLOTS as u8).collect::<Vec<_>>());
    }
}
