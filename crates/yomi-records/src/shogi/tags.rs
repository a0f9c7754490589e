//! The keywords of CSA and of KIF for the same things.

/// What CSA calls it, and what KIF does.
const PAIRS: [(&str, &str); 11] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("TIME+", "先手持ち時間"),
    ("TIME-", "後手持ち時間"),
    ("OPENING", "戦型"),
    ("MAX_MOVES", "最大手数"),
    ("JISHOGI", "持将棋"),
    ("NOTE", "備考"),
];

/// Whether a text can be a keyword: one word of letters, digits and a few signs.
pub(super) fn is_keyword(text: &str) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || ['_', '+', '-'].contains(&letter);
    text.starts_with(char::is_alphabetic) && text.chars().all(fits)
}

/// The keyword under which a record keeps what either format calls so.
pub(super) fn common(keyword: &str) -> &str {
    let mut pairs = PAIRS.iter().filter(|(_, kif)| *kif == keyword);
    pairs.next().map_or(keyword, |(csa, _)| csa)
}

/// Whether either format has this keyword of a record.
pub(super) fn is_known(keyword: &str) -> bool {
    PAIRS.iter().any(|(csa, _)| *csa == keyword)
}

/// The keyword in KIF.
pub(super) fn in_kif(keyword: &str) -> &str {
    let mut pairs = PAIRS.iter().filter(|(csa, _)| *csa == keyword);
    pairs.next().map_or(keyword, |(_, kif)| kif)
}

/// The keyword and the value in CSA, whose dates have no day of the week and whose time limits
/// have one form only; anything else keeps the name that KIF has for it.
pub(super) fn in_csa<'a>(keyword: &'a str, value: &str) -> (&'a str, String) {
    match keyword {
        "START_TIME" | "END_TIME" => (keyword, without_weekday(value)),
        "TIME_LIMIT" if !is_time_limit(value) => (in_kif(keyword), value.to_owned()),
        _ => (keyword, value.to_owned()),
    }
}

/// `1999/07/15(木) 19:07:12` without the parentheses.
fn without_weekday(value: &str) -> String {
    match (value.find('('), value.find(')')) {
        (Some(open), Some(close)) if open < close && value[..open].len() == "1999/07/15".len() => {
            format!("{}{}", &value[..open], &value[close + 1..])
        }
        _ => value.to_owned(),
    }
}

/// Hours and minutes for the game, and seconds for a move after that: `00:25+00`.
fn is_time_limit(value: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    value
        .split_once('+')
        .and_then(|(main, byoyomi)| Some((main.split_once(':')?, byoyomi)))
        .is_some_and(|((hours, minutes), byoyomi)| {
            number(hours) && number(minutes) && number(byoyomi)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_go_both_ways() {
        for (csa, kif) in PAIRS {
            assert_eq!(common(kif), csa);
            assert_eq!(common(csa), csa);
            assert_eq!(in_kif(csa), kif);
        }
        assert_eq!(in_kif("先手省略名"), "先手省略名");
    }

    #[test]
    fn csa_gets_dates_and_time_limits_of_its_own_form() {
        for (keyword, value, written) in [
            (
                "START_TIME",
                "1999/07/15(木) 19:07:12",
                ("START_TIME", "1999/07/15 19:07:12"),
            ),
            ("START_TIME", "in (spring)", ("START_TIME", "in (spring)")),
            ("TIME_LIMIT", "00:25+00", ("TIME_LIMIT", "00:25+00")),
            ("TIME_LIMIT", "各4時間", ("持ち時間", "各4時間")),
            ("OPENING", "(x)", ("OPENING", "(x)")),
        ] {
            let (keyword, value) = in_csa(keyword, value);
            assert_eq!((keyword, value.as_str()), written);
        }
    }
}
