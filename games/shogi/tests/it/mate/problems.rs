//! The problems of `problems.txt`.

use yomi_shogi::Board;

/// A position with a mate.
pub struct Problem {
    /// How long the shortest mate is.
    pub plies: u32,
    /// The only first move.
    pub key: &'static str,
    pub sfen: &'static str,
    pub board: Board,
}

/// All problems.
pub fn problems() -> impl Iterator<Item = Problem> {
    let lines = include_str!("problems.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut fields = line.splitn(3, ' ');
        let mut next = || fields.next().expect(line);
        let (plies, key, sfen) = (next(), next(), next());
        Problem {
            plies: plies.parse().expect(line),
            key,
            sfen,
            board: Board::from_sfen(sfen).expect(line),
        }
    })
}
