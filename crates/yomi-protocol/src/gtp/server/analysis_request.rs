//! What is asked of a stream of analysis.

use super::GtpGame;
use super::commands::read;
use std::time::Duration;
use yomi_core::Player;

/// Whose way of writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Leela Zero's.
    Leela,
    /// KataGo's.
    Kata,
}

/// What is asked of a stream.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisRequest {
    /// Whose move to look for, if not that of the side on turn.
    pub player: Option<Player>,
    /// The time between lines.
    pub interval: Duration,
    /// Tell of this many moves at least, even of some that were never tried.
    pub least: usize,
    /// Tell of this many at most.
    pub most: usize,
    /// Whether to tell whose the points are.
    pub ownership: bool,
    /// Whether to tell of the position as a whole.
    pub root: bool,
}

impl AnalysisRequest {
    /// Reads the arguments of a command: a colour and an interval in hundredths of a second, if
    /// there are such, and then pairs of keys and values.
    pub fn parse(
        arguments: &[String],
        game: &GtpGame,
        style: Style,
    ) -> Result<AnalysisRequest, String> {
        let mut request = AnalysisRequest {
            player: None,
            interval: Duration::from_secs(1),
            least: 0,
            most: usize::MAX,
            ownership: false,
            root: false,
        };
        let mut words = arguments.iter().map(String::as_str).peekable();
        if let Some(player) = words.peek().and_then(|word| game.player(word)) {
            request.player = Some(player);
            words.next();
        }
        if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            request.interval = interval(word)?;
        }
        while let Some(key) = words.next() {
            if ["avoid", "allow"].contains(&key) {
                return Err(format!("'{key}' is not supported: all moves are looked at"));
            }
            let known = match style {
                Style::Leela => LEELA_KEYS,
                Style::Kata => KATA_KEYS,
            };
            if !known.contains(&key) {
                let known = known.join(", ");
                return Err(format!(
                    "syntax error: '{key}' is neither a colour, nor an interval at its place, \
                     nor one of {known}"
                ));
            }
            let value = words
                .next()
                .ok_or_else(|| format!("syntax error: expected a value after '{key}'"))?;
            match key {
                "interval" => request.interval = interval(value)?,
                "minmoves" => request.least = read(value, "a number of moves")?,
                "maxmoves" => request.most = read(value, "a number of moves")?,
                "ownership" => request.ownership = read(value, "true or false")?,
                "rootInfo" => request.root = read(value, "true or false")?,
                // What we have nothing to say about may be asked for all the same.
                _ => {
                    read::<bool>(value, "true or false")?;
                }
            }
        }
        Ok(request)
    }
}

/// What can follow in pairs.
const LEELA_KEYS: &[&str] = &["interval", "minmoves", "maxmoves"];
const KATA_KEYS: &[&str] = &[
    "interval",
    "minmoves",
    "maxmoves",
    "ownership",
    "rootInfo",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
];

/// The time between lines, given in hundredths of a second.
fn interval(text: &str) -> Result<Duration, String> {
    /// An hour.
    const MOST: u64 = 360_000;
    let centiseconds: u64 = read(text, "a number of hundredths of a second")?;
    Ok(Duration::from_millis(10 * centiseconds.clamp(1, MOST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(words: &str) -> Result<AnalysisRequest, String> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        AnalysisRequest::parse(&words, &GtpGame::of("go"), Style::Kata)
    }

    #[test]
    fn arguments_come_in_many_ways() {
        let interval = |words: &str| request(words).unwrap().interval.as_millis();
        assert_eq!(interval(""), 1000);
        assert_eq!(interval("50"), 500);
        assert_eq!(interval("b 50"), 500);
        assert_eq!(interval("W interval 20 maxmoves 3"), 200);
        assert_eq!(interval("0"), 10);
        assert_eq!(interval("99999999999"), 3_600_000);
        assert_eq!(request("White 5").unwrap().player, Some(Player::Second));
        assert_eq!(request("interval 5").unwrap().player, None);
        let asked = request("5 ownership true pvVisits true rootInfo false").unwrap();
        assert!(asked.ownership && !asked.root);
        for (words, error) in [
            ("mauve", "syntax error: 'mauve' is neither a colour"),
            ("b b", "syntax error: 'b' is neither"),
            (
                "interval",
                "syntax error: expected a value after 'interval'",
            ),
            ("5x", "syntax error: '5x' is not a number of hundredths"),
            (
                "b 5 ownership maybe",
                "syntax error: 'maybe' is not true or false",
            ),
            ("maxmoves -1", "syntax error: '-1' is not a number of moves"),
            ("5 avoid b D4 1", "'avoid' is not supported"),
            ("allow w D4,E5 3", "'allow' is not supported"),
        ] {
            let told = request(words).unwrap_err();
            assert!(told.starts_with(error), "{words}: {told}");
        }
    }
}
