//! Which positions of records are learned.

use yomi_core::Rng;

/// Draws so many positions from so many games, one of a game at a time, each once; fewer, if there are no more. `eligible` lists the positions
/// of a game that may be drawn.
pub fn draw<T>(
    games: usize,
    count: usize,
    mut eligible: impl FnMut(usize) -> Vec<T>,
    rng: &mut Rng,
) -> Vec<T> {
    let mut order: Vec<usize> = (0..games).collect();
    rng.shuffle(&mut order);
    let (mut drawn, mut left) = (Vec::new(), Vec::new());
    for &number in &order {
        if drawn.len() >= count {
            break;
        }
        let mut positions = eligible(number);
        rng.shuffle(&mut positions);
        drawn.extend(positions.pop());
        left.push(positions);
    }
    // Where there are few games, further rounds through them.
    while drawn.len() < count && left.iter().any(|positions| !positions.is_empty()) {
        let room = count - drawn.len();
        drawn.extend(left.iter_mut().filter_map(Vec::pop).take(room));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::draw;
    use yomi_core::Seed;

    /// Three games of two positions each.
    #[test]
    fn every_game_gives_one_before_any_gives_two() {
        let drawn = |count: usize| {
            let mut rng = Seed::new(1).rng();
            let of_game = |game: usize| vec![(game, 0), (game, 1)];
            let mut found = draw(3, count, of_game, &mut rng);
            found.sort_unstable();
            found
        };
        let games = |count| drawn(count).into_iter().map(|(game, _)| game);
        assert!(games(3).eq([0, 1, 2]));
        assert_eq!(drawn(5).len(), 5);
        assert_eq!(drawn(100), [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
    }
}
