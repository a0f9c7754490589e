//! What is asked of a stream of analysis.
//!
//! `avoid COLOUR MOVES UNTILDEPTH` keeps a player from these moves down to that depth of the tree,
//! `allow COLOUR MOVES UNTILDEPTH` from all others; MOVES are separated by commas. Our searches
//! restrict the root alone, so every UNTILDEPTH counts as 1, and the moves of the player who is not
//! to move stay free.

use super::GtpGame;
use super::commands::read;
use std::num::NonZeroU32;
use std::time::Duration;
use yomi_core::Player;
use yomi_core::foreign::quoted;

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
    /// Which moves to look at.
    pub restrictions: Vec<Restriction>,
}

/// Moves that a player is kept to, or from.
#[derive(Clone, PartialEq, Debug)]
pub struct Restriction {
    /// Whether these are the only moves to look at, rather than the only ones not to.
    pub allows: bool,
    /// Whose moves.
    pub player: Player,
    /// The moves, separated by commas.
    pub moves: String,
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
            restrictions: Vec::new(),
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
                let [player, moves, depth] = [(); 3].map(|()| words.next());
                let restriction = Restriction::parse(key, player, moves, depth, game)?;
                request.restrictions.push(restriction);
                continue;
            }
            let known = match style {
                Style::Leela => LEELA_KEYS,
                Style::Kata => KATA_KEYS,
            };
            if !known.contains(&key) {
                let known = [known, &["avoid", "allow"]].concat().join(", ");
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

    /// Whether anything restricts the moves of this player.
    pub fn restricts(&self, player: Player) -> bool {
        let mut restrictions = self.restrictions.iter();
        restrictions.any(|restriction| restriction.player == player)
    }

    /// The moves of this player to look at, out of the legal ones: those that are allowed, or all if
    /// nothing is, without those to avoid. What is not legal may be named too, if it `exists`.
    pub fn restrict(
        &self,
        player: Player,
        legal: Vec<String>,
        exists: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<String>, String> {
        let (mut allowed, mut avoided) = (Vec::new(), Vec::new());
        let mut restrictions = self.restrictions.iter();
        let allows = restrictions.any(|known| known.allows && known.player == player);
        for known in self.restrictions.iter().filter(|it| it.player == player) {
            let named = known.among(&legal, exists)?;
            match known.allows {
                true => allowed.extend(named),
                false => avoided.extend(named),
            }
        }
        let is_left = |text: &String| {
            (!allows || allowed.contains(&text.as_str())) && !avoided.contains(&text.as_str())
        };
        let left: Vec<String> = legal.iter().filter(|text| is_left(text)).cloned().collect();
        match left.is_empty() {
            true => Err("cannot analyze: no legal move is left to look at".to_owned()),
            false => Ok(left),
        }
    }
}

impl Restriction {
    fn parse(
        key: &str,
        player: Option<&str>,
        moves: Option<&str>,
        depth: Option<&str>,
        game: &GtpGame,
    ) -> Result<Restriction, String> {
        let (Some(player), Some(moves), Some(depth)) = (player, moves, depth) else {
            return Err(format!(
                "syntax error: expected COLOUR MOVES UNTILDEPTH after '{key}'"
            ));
        };
        let named = game.player(player);
        let player = named.ok_or_else(|| {
            let known: Vec<&str> = game.colours.iter().flatten().copied().collect();
            let known = known.join(", ");
            format!(
                "syntax error: {} is no colour: expected one of {known}",
                quoted(player)
            )
        })?;
        read::<NonZeroU32>(depth, "a depth from 1 to 4294967295")?;
        Ok(Restriction {
            allows: key == "allow",
            player,
            moves: moves.to_owned(),
        })
    }

    /// Which of the legal moves are named. In some games moves have commas in them: then there is one
    /// move at a time.
    fn among<'a>(
        &self,
        legal: &'a [String],
        exists: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<&'a str>, String> {
        let find = |text: &str| {
            let mut legal = legal.iter();
            legal.find(|known| known.eq_ignore_ascii_case(text))
        };
        if let Some(known) = find(&self.moves) {
            return Ok(vec![known]);
        }
        let mut named = Vec::new();
        for text in self.moves.split(',') {
            match find(text) {
                Some(known) => named.push(known.as_str()),
                None if exists(text) => {}
                None => {
                    return Err(format!(
                        "syntax error: {} is not a move: expected legal moves, separated by commas",
                        quoted(text)
                    ));
                }
            }
        }
        Ok(named)
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
            (
                "5 avoid b D4",
                "syntax error: expected COLOUR MOVES UNTILDEPTH after 'avoid'",
            ),
            (
                "allow D4 w 3",
                "syntax error: 'D4' is no colour: expected one of b, black, w, white",
            ),
            (
                "allow w D4,E5 0",
                "syntax error: '0' is not a depth from 1 to 4294967295",
            ),
        ] {
            let told = request(words).unwrap_err();
            assert!(told.starts_with(error), "{words}: {told}");
        }
    }

    #[test]
    fn moves_are_allowed_and_avoided() {
        let legal = ["C3", "D4", "E5", "pass"].map(str::to_owned);
        let left = |words: &str| {
            let exists = |text: &str| text == "F6";
            let asked = request(words).unwrap();
            let left = asked.restrict(Player::First, legal.to_vec(), &exists)?;
            Ok::<_, String>(left.join(" "))
        };
        for (words, moves) in [
            ("", "C3 D4 E5 pass"),
            ("5 avoid b D4 1", "C3 E5 pass"),
            ("avoid b d4,PASS 9 avoid B c3 1 maxmoves 3", "E5"),
            ("allow b D4,F6,C3 1", "C3 D4"),
            ("allow b D4 1 allow b E5 1 avoid b D4 1", "E5"),
            ("avoid w D4 1 allow white nothing 1", "C3 D4 E5 pass"),
        ] {
            assert_eq!(left(words).as_deref(), Ok(moves), "{words}");
        }
        for (words, error) in [
            (
                "allow b F6 1",
                "cannot analyze: no legal move is left to look at",
            ),
            (
                "avoid b D4,Z9 1",
                "syntax error: 'Z9' is not a move: expected legal moves, separated by commas",
            ),
        ] {
            assert_eq!(left(words).unwrap_err(), error, "{words}");
        }
    }

    #[test]
    fn a_move_may_have_commas() {
        let legal = vec!["a1,b1".to_owned(), "c3,d3".to_owned()];
        let asked = request("avoid b a1,b1 1").unwrap();
        let left = asked.restrict(Player::First, legal, &|_| false);
        assert_eq!(left, Ok(vec!["c3,d3".to_owned()]));
    }
}
