//! Positions and moves as the player on the other side of the table sees them.

/// The board turned round, and the colours exchanged.
pub fn sfen(text: &str) -> String {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let rows = fields[0].rsplit('/').map(|row| {
        let mut men: Vec<String> = Vec::new();
        let mut promoted = false;
        for letter in row.chars() {
            if letter == '+' {
                promoted = true;
                continue;
            }
            let mark = if std::mem::take(&mut promoted) {
                "+"
            } else {
                ""
            };
            men.push(format!("{mark}{}", other_case(letter)));
        }
        men.reverse();
        men.concat()
    });
    let rows: Vec<String> = rows.collect();
    let side = if fields[1] == "b" { "w" } else { "b" };
    // Black's hand is written first.
    let hand: String = fields[2].chars().map(other_case).collect();
    let starts = hand.find(|letter: char| letter.is_ascii_uppercase());
    let cut = starts.map_or(0, |at| {
        let digits = hand[..at].chars().rev();
        at - digits.take_while(char::is_ascii_digit).count()
    });
    let number = fields.get(3).unwrap_or(&"1");
    let (white, black) = hand.split_at(cut);
    format!("{} {side} {black}{white} {number}", rows.join("/"))
}

fn other_case(letter: char) -> char {
    match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    }
}

/// The same move on the turned board.
pub fn play(text: &str) -> String {
    let turn = |letter: char| match letter {
        '1'..='9' => char::from(b'1' + b'9' - letter as u8),
        'a'..='i' => char::from(b'a' + b'i' - letter as u8),
        _ => letter,
    };
    text.chars().map(turn).collect()
}
