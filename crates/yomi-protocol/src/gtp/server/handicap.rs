//! Where handicap stones stand.

use yomi_records::sgf::Point;

/// The places of handicap stones as the standard fixes them, in the order in which they are taken
/// when there are `count` of them; `None` if the board has no places for so many.
///
/// Stones stand on the third line of small boards and on the fourth from size 13 on. Boards with
/// an even size, and those of size 7, have no middle and no sides. The standard has no handicaps
/// on boards smaller than 7; those that are not `fixed` use the second line there.
pub fn places(size: usize, count: usize, fixed: bool) -> Option<Vec<Point>> {
    let line = match size {
        0..5 => return None,
        5..7 if fixed => return None,
        5..7 => 2,
        7..13 => 3,
        _ => 4,
    };
    if !(2..=most(size)).contains(&count) {
        return None;
    }
    let (low, high, middle) = (line, size + 1 - line, size.div_ceil(2));
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut places: Vec<(usize, usize)> = corners[..count.min(4)].to_vec();
    let beyond = count.saturating_sub(4);
    places.extend(&sides[..beyond & !1]);
    if beyond % 2 == 1 {
        places.push((middle, middle));
    }
    // Counted from 1 and from below so far.
    let point = |(column, row)| Point {
        column: column - 1,
        row: size - row,
    };
    Some(places.into_iter().map(point).collect())
}

/// The most handicap stones that have a place of their own.
pub fn most(size: usize) -> usize {
    let has_middle = size % 2 == 1 && size >= 9;
    if has_middle { 9 } else { 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(size: usize, count: usize, fixed: bool) -> String {
        let places = places(size, count, fixed).unwrap_or_default();
        let names: Vec<String> = places.iter().map(|point| point.vertex(size)).collect();
        names.join(" ")
    }

    #[test]
    fn handicaps_stand_where_the_standard_says() {
        let places = |size, count| named(size, count, true);
        assert_eq!(places(9, 2), "C3 G7");
        assert_eq!(places(9, 3), "C3 G7 C7");
        assert_eq!(places(19, 4), "D4 Q16 D16 Q4");
        assert_eq!(places(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(places(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(places(13, 7), "D4 K10 D10 K4 D7 K7 G7");
        assert_eq!(places(9, 8), "C3 G7 C7 G3 C5 G5 E3 E7");
        assert_eq!(places(9, 9), "C3 G7 C7 G3 C5 G5 E3 E7 E5");
        assert_eq!(places(7, 4), "C3 E5 C5 E3");
        for (size, count) in [(9, 1), (9, 10), (7, 5), (8, 5), (6, 2), (19, 0)] {
            assert_eq!(places(size, count), "", "{count} stones on {size}");
        }
        assert_eq!(named(5, 3, false), "B2 D4 B4");
    }
}
