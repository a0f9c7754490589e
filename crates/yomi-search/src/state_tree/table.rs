//! The nodes of state trees, found by the keys of their cells.
//!
//! A hash table with open addressing over nodes in one block of memory, which grows up to a fixed
//! number. Nothing is ever overwritten: when the table is full, or a key meets too many others, a
//! node cannot be had, and the search does without it.

/// Kinds of actions that a node can hold; further ones are not counted there.
pub const SLOTS: usize = 26;

/// The most places that are looked at for one key.
const PROBES: usize = 16;

/// What is known of one kind of action in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slot {
    /// How often it was chosen.
    pub visits: f32,
    /// The sum of its rewards, for the side to move.
    pub reward: f32,
}

/// A cell of states and what was tried there: four cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Node {
    key: u64,
    /// Simulations that came through.
    pub visits: u32,
    used: u8,
    kinds: [u8; SLOTS],
    slots: [Slot; SLOTS],
}

impl Node {
    fn new(key: u64) -> Node {
        Node {
            key,
            visits: 0,
            used: 0,
            kinds: [0; SLOTS],
            slots: [Slot::default(); SLOTS],
        }
    }

    /// The kinds that were tried, with what is known of each.
    #[inline]
    pub fn slots(&self) -> impl Iterator<Item = (u8, Slot)> + '_ {
        let used = usize::from(self.used);
        self.kinds[..used]
            .iter()
            .copied()
            .zip(self.slots[..used].iter().copied())
    }

    /// Counts a simulation in which this kind was chosen.
    pub fn add(&mut self, kind: u8, reward: f32) {
        self.visits += 1;
        let used = usize::from(self.used);
        let place = match self.kinds[..used].iter().position(|&known| known == kind) {
            Some(place) => place,
            None if used < SLOTS => {
                self.kinds[used] = kind;
                self.used += 1;
                used
            }
            None => return,
        };
        self.slots[place].visits += 1.0;
        self.slots[place].reward += reward;
    }
}

/// A place of the table.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The upper half of the key of its node, so that other keys need not look there.
    tag: u32,
    /// The number of its node plus one; 0 if it is free.
    number: u32,
}

/// The nodes of all trees.
pub struct Table {
    /// A power of two of them.
    places: Vec<Place>,
    nodes: Vec<Node>,
    capacity: usize,
    /// How often a node could not be had.
    refused: u64,
}

impl Table {
    /// A table for so many nodes.
    pub fn new(capacity: usize) -> Table {
        Table {
            places: vec![Place::default(); (2 * capacity).next_power_of_two().max(2 * PROBES)],
            // Memory is taken when it is first written to.
            nodes: Vec::with_capacity(capacity),
            capacity,
            refused: 0,
        }
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        if !self.nodes.is_empty() {
            self.places.fill(Place::default());
            self.nodes.clear();
        }
        self.refused = 0;
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How often a node could not be had since the table was cleared.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// How many bytes it takes.
    pub fn memory(&self) -> u64 {
        (size_of_val(&self.places[..]) + self.nodes.len() * size_of::<Node>()) as u64
    }

    /// A node by its number.
    #[inline]
    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// A node by its number, to be changed.
    #[inline]
    pub fn node_mut(&mut self, number: u32) -> &mut Node {
        &mut self.nodes[number as usize]
    }

    /// The number of the node with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        self.probe(key).ok()
    }

    /// The number of the node with this key, which is made if there is none; `None` if it cannot be had.
    pub fn find_or_insert(&mut self, key: u64) -> Option<u32> {
        match self.probe(key) {
            Ok(number) => Some(number),
            Err(Some(place)) if self.nodes.len() < self.capacity => {
                let number = self.nodes.len() as u32;
                self.nodes.push(Node::new(key));
                self.places[place] = Place {
                    tag: tag(key),
                    number: number + 1,
                };
                Some(number)
            }
            Err(_) => {
                self.refused += 1;
                None
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
            if found == tag && self.nodes[number as usize - 1].key == key {
                return Ok(number - 1);
            }
        }
        Err(None)
    }
}

fn tag(key: u64) -> u32 {
    (key >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(node: &Node, kind: u8) -> Slot {
        let mut slots = node.slots();
        slots
            .find(|&(known, _)| known == kind)
            .map_or(Slot::default(), |(_, slot)| slot)
    }

    #[test]
    fn nodes_are_found_again_and_a_full_table_refuses_politely() {
        let mut table = Table::new(3);
        for key in [7, 7 << 40, 9] {
            let number = table.find_or_insert(key).unwrap();
            table.node_mut(number).add(key as u8, 0.5);
        }
        assert_eq!(
            (table.len(), table.find_or_insert(11), table.refused()),
            (3, None, 1)
        );
        for key in [7, 7 << 40, 9] {
            let node = table.node(table.find(key).unwrap());
            let expected = Slot {
                visits: 1.0,
                reward: 0.5,
            };
            assert_eq!((node.visits, slot(node, key as u8)), (1, expected));
            assert_eq!(slot(node, 200), Slot::default());
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
    fn a_node_counts_no_more_kinds_than_it_holds() {
        let mut node = Node::new(1);
        for kind in 0..40 {
            node.add(kind, 1.0);
        }
        assert_eq!(node.visits, 40);
        assert_eq!(slot(&node, SLOTS as u8 - 1).visits, 1.0);
        assert_eq!(slot(&node, SLOTS as u8), Slot::default());
    }
}
