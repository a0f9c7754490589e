//! Files of weights of every kind: damage is noticed, and the message names the file.

use std::path::Path;
use yomi_core::params::Spec;
use yomi_core::{Rng, Seed};
use yomi_engine::Registry;
use yomi_learn::adam::Adam;
use yomi_learn::checksum::{Form, NO_CHECKSUM};
use yomi_learn::network::NetworkFile;
use yomi_learn::{LinearValue, WeightsFile, snapshot};
use yomi_run::Players;
use yomi_shogi::evaluation::Evaluation;
use yomi_shogi::progress::Progress;
use yomi_shogi::transition::Transitions;

const OURS: &[u8] = include_bytes!("../../weights/blokus-duo/network.safetensors");
const PAPERS: &[u8] = include_bytes!("../../weights/blokus-duo/paper-network.safetensors");

/// Calls `refused` with the file with one bit changed, 200 times, and cut off at every fiftieth of its
/// length: it tells whether that was refused or made no difference.
fn damage(good: &[u8], mut refused: impl FnMut(&[u8]) -> bool) {
    let mut rng: Rng = Seed::new(good.len() as u64).rng();
    let mut bytes = good.to_vec();
    for number in 0..200 {
        // A third of the bits are among the first kilobyte, where headers are.
        let span = if number % 3 == 0 {
            good.len().min(1024)
        } else {
            good.len()
        };
        let bit = rng.below(8 * span as u32) as usize;
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(refused(&bytes), "bit {} of byte {}", bit % 8, bit / 8);
        bytes[bit / 8] = good[bit / 8];
    }
    for part in 0..50 {
        let length = good.len() * part / 50;
        assert!(refused(&good[..length]), "cut off after {length} bytes");
    }
}

fn refusal<T>(result: Result<T, impl ToString>) -> String {
    result
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default()
}

fn spec(text: String) -> Spec {
    text.parse().unwrap()
}

/// Damages a file that `load` reads: every message must name it.
fn damage_on_disk(name: &str, good: &[u8], load: impl Fn(&Path) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    damage(good, |bytes| {
        std::fs::write(&path, bytes).unwrap();
        load(&path).contains(name)
    });
    std::fs::write(&path, good).unwrap();
    assert_eq!(load(&path), "");
}

#[test]
fn damaged_networks_are_refused() {
    let blokus = Registry::standard()
        .game(&spec("blokus-duo".into()))
        .unwrap();
    damage_on_disk("mine.safetensors", OURS, |path| {
        let path = path.display();
        refusal(blokus.engine(&spec(format!(
            "uct:evaluator=network,memory=1,network_weights={path}"
        ))))
    });
    damage(PAPERS, |bytes| NetworkFile::parse(bytes).is_err());
}

#[test]
fn what_records_call_an_engine_makes_it_again_from_the_same_weights_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.safetensors");
    std::fs::write(&path, OURS).unwrap();
    let registry = Registry::standard();
    let blokus = registry.game(&spec("blokus-duo".into())).unwrap();
    let engine = format!(
        "uct:evaluator=network,memory=1,network_weights={}",
        path.display()
    );
    let named = blokus.identified(&spec(engine));
    assert_eq!(blokus.identified(&named), named);
    let players = || {
        refusal(
            Players::new(&registry)
                .get("blokus-duo", &named.to_string())
                .map(|_| ()),
        )
    };
    assert_eq!(players(), "");
    std::fs::write(&path, PAPERS).unwrap();
    let error = players();
    assert!(
        error.contains("mine.safetensors#") && error.contains("the hash of its contents is "),
        "{error}"
    );
}

#[test]
fn damaged_shogi_weights_are_refused() {
    let registry = Registry::standard();
    let evaluation = include_bytes!("../../weights/shogi/evaluation.bin");
    damage_on_disk("mine.bin", evaluation, |path| {
        refusal(registry.game(&spec(format!("shogi:evaluation={}", path.display()))))
    });
    damage(evaluation, |bytes| Evaluation::read(bytes).is_err());
    let moves = include_bytes!("../../weights/shogi/moves.bin");
    damage(moves, |bytes| Transitions::read(bytes).is_err());
    let progress = include_bytes!("../../weights/shogi/progress.bin");
    damage(progress, |bytes| Progress::read(bytes).is_err());
}

#[test]
fn damaged_linear_weights_are_refused() {
    let weights = (0..300).map(|i| (i as f32 - 150.0) / 7.0).collect();
    let value = LinearValue::from_weights(weights);
    let text = WeightsFile::new("nim", "a test", &value).to_text();
    damage_on_disk("mine.json", text.as_bytes(), |path| {
        refusal(WeightsFile::load(path))
    });
}

#[test]
fn damaged_trainings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.checkpoint");
    let learner = || Adam::new((0..100).map(|i| i as f32).collect());
    snapshot::save(&path, "f", 7, &mut [&mut learner()]).unwrap();
    let good = std::fs::read(&path).unwrap();
    damage_on_disk("mine.checkpoint", &good, |path| {
        refusal(snapshot::load(path, "f", &mut [&mut learner()]))
    });
}

#[test]
fn old_files_are_used_with_a_remark_and_keep_their_names_in_records() {
    let folder = tempfile::tempdir().unwrap();
    let blokus = Registry::standard()
        .game(&spec("blokus-duo".into()))
        .unwrap();
    // The bytes of the files before they had checksums.
    for (network, bytes, hash) in [
        ("network", OURS, "#f273283b98d89d9c"),
        ("paper-network", PAPERS, "#b1fc7f775a7809e7"),
    ] {
        let setting = format!("{}_weights", network.replace('-', "_"));
        let old = Form::Safetensors.checked(bytes).unwrap().bytes;
        for (name, bytes, remarks) in [("old", &old[..], 1), ("new", bytes, 0)] {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let path = path.display();
            let engine = spec(format!("uct:evaluator={network},memory=1,{setting}={path}"));
            assert!(blokus.engine(&engine).is_ok());
            let found = blokus.file_remarks(&engine);
            assert_eq!(found.len(), remarks, "{found:?}");
            assert!(
                found
                    .iter()
                    .all(|remark| *remark == format!("{path}: {NO_CHECKSUM}"))
            );
            let full = blokus.identified(&engine).to_string();
            assert!(full.ends_with(hash), "{full}");
        }
    }
    let old = "{\"yomi_weights\":1,\"game\":\"nim\",\"made_by\":\"\",\"weights\":[0.5]}";
    let read = WeightsFile::parse(old).unwrap();
    assert_eq!(read.remark(), Some(NO_CHECKSUM));
    assert_eq!(read.value("nim", 1).unwrap().weights(), [0.5]);
}

#[test]
fn the_weights_that_ship_have_the_names_they_had_before_checksums() {
    let blokus = Registry::standard()
        .game(&spec("blokus-duo".into()))
        .unwrap();
    let engines = blokus.engines();
    let uct = engines.iter().find(|engine| engine.name == "uct").unwrap();
    for (name, shipped) in [
        ("network_weights", "shipped-6aabb5a7"),
        ("paper_network_weights", "shipped-eb847690"),
    ] {
        let parameter = uct.parameters.iter().find(|param| param.name == name);
        assert_eq!(parameter.unwrap().default, shipped);
    }
}
