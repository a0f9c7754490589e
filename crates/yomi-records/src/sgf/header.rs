//! The numbers of a game in the root of its record: size of the board, handicap and komi.
//!
//! Fox Weiqi writes komi in hundredths, and by the Chinese count in stones, each worth two points:
//! `KM[375]` and `KM[750]` are 7.5 points, `KM[650]` is 6.5, `KM[50]` is half a point. Its files
//! name `foxwq` as their program, often after another one; collections hold copies that name
//! `SGFC`, which tidied them up, or nothing. So hundredths are read where a file names one of the
//! two, and where the number is more than all points of the largest board.

use super::point::MAX_SIZE;
use super::record::DEFAULT_SIZE;
use super::text::SgfError;
use super::tree::Node;
use yomi_core::foreign::quoted;

/// The points of the largest board. Whoever gives more means hundredths.
const ALL_POINTS: f64 = 361.0;

/// The programs whose files have hundredths.
const PROGRAMS: [&str; 2] = ["foxwq", "SGFC"];

/// The least hundredths that such files have: half a point.
const LEAST_HUNDREDTHS: f64 = 50.0;

/// What is more than this is no komi in hundredths either.
const MOST_HUNDREDTHS: f64 = 2000.0;

/// These hundredths count stones: nobody plays with a komi of two to four points.
const STONES: std::ops::RangeInclusive<f64> = 200.0..=400.0;

/// The komi of a game in points, if the file has one.
pub(super) fn read_komi(root: &Node) -> Result<Option<f64>, SgfError> {
    let Some(property) = root.property("KM") else {
        return Ok(None);
    };
    let text = property.values.first().map_or("", |text| text.trim());
    if text.is_empty() {
        return Ok(None);
    }
    // Some countries write the decimal point as a comma, some writers of files do too.
    let number: Option<f64> = text.replace(',', ".").parse().ok();
    let Some(komi) = number.filter(|komi| komi.abs() <= MOST_HUNDREDTHS) else {
        let found = format!("the komi {}", quoted(text));
        let expected = "a number of points, such as KM[6.5]";
        return Err(SgfError::new(property.place, found, expected));
    };
    let named = root.properties.iter().filter(|known| known.name == "AP");
    let is_known = |name: &String| PROGRAMS.iter().any(|program| name.contains(program));
    let known = named.flat_map(|program| &program.values).any(is_known);
    let size = komi.abs();
    let hundredths = size > ALL_POINTS || (known && size >= LEAST_HUNDREDTHS);
    Ok(Some(match hundredths {
        true if STONES.contains(&size) => komi / 50.0,
        true => komi / 100.0,
        // There is no negative zero in a score.
        false => komi + 0.0,
    }))
}

pub(super) fn read_size(root: &Node) -> Result<usize, SgfError> {
    let Some(property) = root.property("SZ") else {
        return Ok(DEFAULT_SIZE);
    };
    let text = property.values.first().map_or("", |text| text.trim());
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    match (number(columns), number(rows)) {
        (Some(size), Some(rows)) if size == rows && (1..=MAX_SIZE).contains(&size) => Ok(size),
        _ => {
            let found = format!("the size {}", quoted(text));
            let expected = format!("a square board of at most {MAX_SIZE}, such as SZ[9]");
            Err(SgfError::new(property.place, found, expected))
        }
    }
}

pub(super) fn read_handicap(root: &Node) -> Result<u32, SgfError> {
    let Some(property) = root.property("HA") else {
        return Ok(0);
    };
    let text = property.values.first().map_or("", |text| text.trim());
    if text.is_empty() {
        return Ok(0);
    }
    text.parse().map_err(|_| {
        let found = format!("the handicap {}", quoted(text));
        SgfError::new(property.place, found, "a number of stones, such as HA[2]")
    })
}
