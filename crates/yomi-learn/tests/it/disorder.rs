//! Disordered records: how they come about, runs that were cut short or shared, and files that are not what they should be.

use crate::games::School;
use std::fs;
use std::path::Path;
use yomi_core::Stop;
use yomi_learn::disorder::{DisorderGenerator, DisorderParams, DisorderedHeader, DisorderedRecord};
use yomi_learn::generation::Part;
use yomi_learn::numbered::read_numbered;
use yomi_run::Executor;

/// The second game has a move that the rules refuse, after two others.
const ORDINARY: [&str; 2] = ["b2 a1 c3 a3", "a1 b2 a1 c3"];

fn generator(n3: u32) -> DisorderGenerator<'static> {
    let params = DisorderParams {
        n1: [0, 4],
        n2: [1, 3],
        n3,
        top: 2,
    };
    let ordinary = ORDINARY.map(str::to_owned).into();
    let texts = ["tic-tac-toe", "uct", "careless"];
    DisorderGenerator::new(&School, texts, &params, ordinary, 5).unwrap()
}

fn run(path: &Path, part: Part, workers: usize) -> Result<u64, String> {
    let executor = Executor {
        workers,
        stop: Stop::default(),
    };
    let count = generator(2).run(path, part, &executor, &|_| ());
    count.map_err(|error| error.to_string())
}

fn read(path: &Path) -> Vec<DisorderedRecord> {
    read_numbered::<DisorderedHeader, _>(path).unwrap().1
}

#[test]
fn a_record_follows_a_game_then_playouts_then_searches() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.jsonl");
    assert_eq!(run(&path, Part::whole(40), 2), Ok(40));
    let mut copied = [false; 5];
    for record in read(&path) {
        let job = generator(2).job(record.number);
        let moves: Vec<&str> = record
            .moves
            .split(' ')
            .filter(|text| !text.is_empty())
            .collect();
        let followed: Vec<&str> = ORDINARY[record.number as usize % 2].split(' ').collect();
        let count = record.copied as usize;
        assert_eq!(moves[..count], followed[..count]);
        // Where the rules refuse a move, the copy ends.
        let asked = job.opening.split_whitespace().count();
        assert_eq!(
            count,
            if record.number % 2 == 1 {
                asked.min(2)
            } else {
                asked
            }
        );
        assert!(asked.is_multiple_of(2) && [1, 3].contains(&job.n2));
        copied[count] = true;
        assert!(record.searches.len() <= 2);
        let searched = moves.len() - record.searches.len();
        assert_eq!(searched, count + record.drawn as usize);
        for (search, played) in record.searches.iter().zip(&moves[searched..]) {
            let best: Vec<_> = search.best().collect();
            assert!((1..=2).contains(&best.len()));
            assert_eq!(best[0].0, *played);
            assert!(
                best.iter()
                    .all(|&(_, rate, visits)| rate <= 1.0 && visits > 0)
            );
        }
    }
    assert_eq!(copied, [true, false, true, false, true]);
}

#[test]
fn runs_cut_short_and_shared_give_the_same_records() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut, first, second] =
        ["whole", "cut", "first", "second"].map(|name| folder.path().join(name));
    run(&whole, Part::whole(9), 1).unwrap();
    let text = fs::read(&whole).unwrap();
    let header = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for length in [0, 10, header, header + 30, text.len() / 2, text.len() - 1] {
        fs::write(&cut, &text[..length]).unwrap();
        assert_eq!(run(&cut, Part::whole(9), 2), Ok(9));
        assert_eq!(read(&cut), read(&whole), "cut at byte {length}");
    }
    for (number, path) in [&first, &second].into_iter().enumerate() {
        let part = Part {
            games: 9,
            shard: [number as u64, 2],
        };
        assert_eq!(run(path, part, 1), Ok([5, 4][number]));
    }
    let mut shared = [read(&first), read(&second)].concat();
    shared.sort_by_key(|record| record.number);
    assert_eq!(shared, read(&whole));
}

#[test]
fn damage_and_other_settings_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.jsonl");
    run(&path, Part::whole(3), 1).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let damaged = text.replacen("\"number\":1", "\"number\":7", 1);
    fs::write(&path, &damaged).unwrap();
    let error = run(&path, Part::whole(3), 1).unwrap_err();
    assert!(
        error.contains("line 3") && error.contains("checksum"),
        "{error}"
    );
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        damaged,
        "nothing is changed"
    );
    fs::write(&path, &text).unwrap();
    let executor = Executor {
        workers: 1,
        stop: Stop::default(),
    };
    let other = generator(3).run(&path, Part::whole(3), &executor, &|_| ());
    let error = other.unwrap_err().to_string();
    assert!(error.contains("its n3 is 2, this run's is 3"), "{error}");
}
