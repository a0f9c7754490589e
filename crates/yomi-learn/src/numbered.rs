//! Files of numbered records: journals whose lines come in any order, each with a number of its own.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;
use yomi_run::{Header, JournalError, Place, read_journal};

/// A record with a number, which says for itself whether it is sound.
pub trait Numbered: Serialize + DeserializeOwned {
    /// The number, counted from 0.
    fn number(&self) -> u64;

    /// Checks the consistency of the record; the error is one line.
    fn check(&self) -> Result<(), String>;
}

/// Takes a record of a file, if it is sound and its number is new.
pub(crate) fn numbered<R: Numbered>(
    records: &mut BTreeMap<u64, R>,
    record: R,
    place: Place,
) -> Result<(), JournalError> {
    record.check().map_err(|problem| place.bad(problem))?;
    let number = record.number();
    match records.insert(number, record) {
        None => Ok(()),
        Some(_) => Err(place.bad(format!("game {number} is there twice"))),
    }
}

/// Reads a file of records in the order of their numbers.
pub fn read_numbered<H: Header + DeserializeOwned, R: Numbered>(
    path: &Path,
) -> Result<(H, Vec<R>), JournalError> {
    let mut records = BTreeMap::new();
    let header = read_journal(path, |record, place| numbered(&mut records, record, place))?;
    Ok((header, records.into_values().collect()))
}
