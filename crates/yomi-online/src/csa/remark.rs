//! What a client thinks of a move, for those who watch: `* 30 -3334FU +2726FU`.
//!
//! The number is the value of the position in hundredths of a pawn, from Black's point of view;
//! then comes the line that is expected after the move. Floodgate takes it after a move and an
//! apostrophe, shows it, and writes it into its records as a remark that begins with `'**`.

use yomi_core::engine::TextReport;
use yomi_core::{Player, Proven};
use yomi_records::shogi::Diagram;
use yomi_records::shogi::csa::csa_move::CsaMove;

/// The longest line that is told: viewers show a few moves, and lines should stay short.
const MOST_MOVES: usize = 16;

/// The value of a mate, less the moves it takes.
const MATE: i64 = 30_000;

/// A report in one line, for a move of this side on this board.
pub fn remark(report: &TextReport, mover: Player, mut board: Diagram) -> String {
    let distance = report.line.len() as i64;
    let value = match report.proven {
        Some(Proven::Win) => MATE - distance,
        Some(Proven::Loss) => distance - MATE,
        Some(Proven::Draw) => 0,
        None => report.value.to_centipawns().round() as i64,
    };
    let value = match mover {
        Player::First => value,
        Player::Second => -value,
    };
    let mut text = format!("* {value}");
    let mut side = mover;
    for (number, usi) in report.line.iter().enumerate().take(MOST_MOVES + 1) {
        // A declaration ends the line: it has no place on the board.
        let Ok(played) = CsaMove::from_usi(side, usi, |square| board.kind(square)) else {
            break;
        };
        // The move itself stands before the remark.
        if number > 0 {
            text += &format!(" {played}");
        }
        board.play(&played);
        side = side.other();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    use yomi_core::MoverValue;
    use yomi_shogi::Board;

    fn told(value: f64, proven: Option<Proven>, line: &[&str], mover: Player) -> String {
        let report = TextReport {
            value: MoverValue(value),
            proven,
            line: line.iter().map(|&text| text.to_owned()).collect(),
            simulations: 1,
            ..TextReport::of_move(line[0])
        };
        remark(&report, mover, Diagram::of(&Board::start()))
    }

    #[test]
    fn values_are_blacks_and_the_line_comes_after_the_move() {
        let line = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "win"];
        let moves = "-3334FU +8822UM -3122GI +0045KA";
        assert_eq!(
            told(0.5, None, &line, Player::First),
            format!("* 0 {moves}")
        );
        let [better, worse] = [Player::First, Player::Second].map(|mover| {
            let told = told(0.75, None, &["5a5b"], mover);
            told.strip_prefix("* ").unwrap().parse::<i64>().unwrap()
        });
        assert_eq!((better, worse), (659, -659));
    }

    #[test]
    fn proofs_count_as_mates() {
        let line = ["7g7f", "3c3d", "x"];
        assert_eq!(
            told(0.9, Some(Proven::Win), &line, Player::First),
            "* 29997 -3334FU"
        );
        let loss = told(0.1, Some(Proven::Loss), &line[..1], Player::First);
        assert_eq!(loss, "* -29999");
        assert_eq!(
            told(0.9, Some(Proven::Draw), &["win"], Player::First),
            "* 0"
        );
    }
}
