//! Every registered game, every engine, every parameter.

use super::support::spec;
use std::time::Duration;
use yomi_core::engine::{Question, TextReport};
use yomi_core::params::{Kind, Spec};
use yomi_core::{Engine, Seed, Stop};
use yomi_engine::{AnyGame, EngineInfo, Registry};

/// One game of an engine against itself; its moves.
fn play_alone(game: &dyn AnyGame, engine: &mut dyn Engine) -> Vec<String> {
    let mut referee = game.referee();
    referee.new_game(Seed::new(1));
    engine.new_game(Seed::new(2)).unwrap();
    while referee.outcome().is_none() {
        let report = engine.choose(None, &Stop::default()).unwrap();
        let (text, chance) = referee.play(&report.best).unwrap();
        engine.play(&text, chance).unwrap();
    }
    referee.moves()
}

#[test]
fn every_engine_plays_a_whole_game_of_every_game() {
    let registry = Registry::standard();
    for entry in registry.entries() {
        let game = registry.game(&spec(&entry.name)).unwrap();
        for info in game.engines() {
            let takes = |limit: &str| info.parameters.iter().any(|param| param.name == limit);
            let limited = match info.name.as_str() {
                name if takes("simulations") => format!("{name}:simulations=20"),
                name if takes("nodes") => format!("{name}:nodes=100"),
                name => name.to_owned(),
            };
            let mut engine = game.engine(&spec(&limited)).unwrap();
            assert!(!play_alone(&*game, &mut *engine).is_empty());
        }
    }
}

#[test]
fn every_parameter_takes_its_own_default_and_refuses_nonsense() {
    let registry = Registry::standard();
    for entry in registry.entries() {
        let game = registry.game(&spec(&entry.name)).unwrap();
        for info in game.engines() {
            for param in &info.parameters {
                let given = format!("{}:{}={}", info.name, param.name, param.default);
                if let Err(error) = game.engine(&spec(&given)) {
                    panic!("{}: {given}: {error}", entry.name);
                }
                if param.kind != Kind::Text {
                    let nonsense = format!("{}:{}=?!", info.name, param.name);
                    let error = game.engine(&spec(&nonsense)).err().unwrap().to_string();
                    assert!(error.contains(&param.name), "{nonsense}: {error}");
                }
            }
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game_where_that_is_promised() {
    let registry = Registry::standard();
    let game = registry.game(&spec("connect-four")).unwrap();
    for (text, promised) in [
        ("uct:simulations=2000", true),
        ("uct:simulations=2000,threads=3,parallel=root", true),
        ("uct:simulations=2000,threads=2", false),
        ("uct:time=0.001", false),
        ("alpha-beta:depth=3", true),
        ("flat:simulations=100", true),
    ] {
        let play = || {
            let mut engine = game.engine(&spec(text)).unwrap();
            assert_eq!(engine.is_reproducible(), promised, "{text}");
            play_alone(&*game, &mut *engine)
        };
        let (one, other) = (play(), play());
        assert!(!promised || one == other, "{text}");
    }
}

#[test]
fn what_a_game_cannot_do_is_not_offered() {
    let registry = Registry::standard();
    let pig = registry.game(&spec("pig")).unwrap();
    let error = pig.engine(&spec("alpha-beta")).err().unwrap().to_string();
    assert_eq!(
        error,
        "unknown engine 'alpha-beta' for game 'pig': expected one of random, flat, dpw"
    );
    assert!(pig.divide(None, &[], 2).is_err());
    let tic_tac_toe = registry.game(&spec("tic-tac-toe")).unwrap();
    let error = tic_tac_toe
        .engine(&spec("uct:policy=softmax"))
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("not possible without an evaluator"),
        "{error}"
    );
    let error = tic_tac_toe
        .engine(&spec("uct:prior=centre"))
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.starts_with("engine 'uct': unknown parameter 'prior'"),
        "{error}"
    );
}

#[test]
fn bad_settings_of_games_are_named() {
    let registry = Registry::standard();
    for (text, expected) in [
        ("conect-four", "unknown game 'conect-four'"),
        (
            "pig:target=0",
            "game 'pig': parameter 'target': '0' is not a whole number",
        ),
        ("trap:level=2", "possible: level must be an odd number"),
        (
            "connect-four:rows=6",
            "unknown parameter 'rows': there are no parameters",
        ),
        ("tree:file=no/such/file", "a readable file"),
    ] {
        let error = registry.game(&spec(text)).err().unwrap().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn a_preset_is_an_engine_with_other_defaults() {
    let registry = Registry::standard();
    let game = registry.game(&spec("blokus-duo")).unwrap();
    let engines = game.engines();
    let best = engines.iter().find(|engine| engine.name == "best").unwrap();
    let default = |name: &str| {
        let param = best.parameters.iter().find(|param| param.name == name);
        param.unwrap().default.clone()
    };
    assert_eq!(default("prior"), "moves");
    let thought = |text: &str| {
        let mut engine = game.engine(&spec(text)).unwrap();
        engine.new_game(Seed::new(1)).unwrap();
        let report = engine.choose(None, &Stop::default()).unwrap();
        (report.best, report.nodes)
    };
    let written_out = "uct:simulations=2000,prior=moves,moves_temperature=0.5,selection=puct,\
                       exploration=1.5,expand_visits=8";
    assert_eq!(thought("best:simulations=2000"), thought(written_out));
    assert_ne!(
        thought("best:simulations=2000,exploration=3"),
        thought(written_out)
    );
}

#[test]
fn settings_of_an_evaluation_that_is_not_used_are_refused() {
    let registry = Registry::standard();
    let game = registry.game(&spec("blokus-duo")).unwrap();
    for (text, problem) in [
        (
            "uct:network_weights=x",
            "parameter 'network_weights': 'x' is not of any use without evaluator=network",
        ),
        (
            "uct:evaluator=even,bouzy_gain=1",
            "parameter 'bouzy_gain': '1' is not of any use without evaluator=bouzy",
        ),
        (
            "uct:bouzy_gain=x",
            "parameter 'bouzy_gain': 'x' is not a number",
        ),
        (
            "uct:evaluator=network,network_weights=/nowhere",
            "parameter 'network_weights': '/nowhere' is not a file of such weights (",
        ),
    ] {
        let error = game.engine(&spec(text)).err().unwrap().to_string();
        assert!(error.contains(problem), "{error}");
    }
    // A default changes nothing wherever it is written.
    assert!(
        game.engine(&spec("uct:evaluator=even,bouzy_gain=0.005"))
            .is_ok()
    );
}

#[test]
fn defaults_that_a_game_changed_are_those_it_tells() {
    let game = Registry::standard().game(&spec("curling")).unwrap();
    let best_throw = |engine: &str| {
        let mut engine = game.engine(&spec(engine)).unwrap();
        engine.new_game(Seed::new(3)).unwrap();
        let report = engine.choose(None, &Stop::default()).unwrap();
        (report.best, report.value)
    };
    for name in ["flat", "dpw"] {
        let engines = game.engines();
        let info = engines.iter().find(|info| info.name == name).unwrap();
        let told: String = info
            .parameters
            .iter()
            .filter(|param| param.default != "none")
            .map(|param| format!(",{}={}", param.name, param.default))
            .collect();
        let plain = best_throw(&format!("{name}:simulations=300"));
        assert_eq!(plain, best_throw(&format!("{name}:simulations=300{told}")));
    }
    let strange = best_throw("flat:simulations=300,exploration=10");
    assert_ne!(best_throw("flat:simulations=300"), strange);
}

/// A small search of an engine, and whether it takes long enough to tell of itself on the way.
fn small(info: &EngineInfo) -> (String, bool) {
    let takes = |limit: &str| info.parameters.iter().any(|param| param.name == limit);
    match info.name.as_str() {
        // A mate search has nothing to say before its end.
        "mate" => ("mate:nodes=100".to_owned(), false),
        name if takes("simulations") => (format!("{name}:simulations=300"), true),
        name => (name.to_owned(), false),
    }
}

/// An engine that listens to nobody's questions but its own would not be asked by anybody.
#[test]
fn every_engine_keeps_to_some_moves_and_tells_of_its_progress() {
    let registry = Registry::standard();
    for entry in registry.entries() {
        let game = registry.game(&spec(&entry.name)).unwrap();
        for info in game.engines() {
            let (text, is_long) = small(&info);
            let mut referee = game.referee();
            referee.new_game(Seed::new(1));
            let mut only = referee.legal().moves;
            only.reverse();
            only.truncate(2);
            let mut engine = game.engine(&spec(&text)).unwrap();
            let name = format!("{} {text}", entry.name);
            engine.new_game(Seed::new(2)).unwrap();
            let whole = engine.choose(None, &Stop::default()).unwrap();

            engine.new_game(Seed::new(2)).unwrap();
            let question = Question {
                progress: Some(Duration::ZERO),
                ..Question::default()
            };
            let mut told = Vec::new();
            let mut tell = |report: &TextReport| told.push(report.clone());
            let heard = engine.think(&question, &mut tell).unwrap();
            assert_eq!(told.last(), Some(&heard), "{name}");
            assert!(!is_long || told.len() > 1, "{name}: {} reports", told.len());
            let answer = |report: &TextReport| (report.best.clone(), report.simulations);
            assert_eq!(answer(&heard), answer(&whole), "{name}");

            // With what the last search found out, and without.
            for resume in [true, false] {
                let question = Question {
                    only: only.clone(),
                    resume,
                    ..Question::default()
                };
                let mut silent = |_: &TextReport| panic!("nobody asked to be told");
                let kept = engine.think(&question, &mut silent).unwrap();
                assert!(only.contains(&kept.best), "{name}: {}", kept.best);
                let strangers = kept.moves.iter().filter(|m| !only.contains(&m.text));
                assert_eq!(strangers.count(), 0, "{name}");
            }
            // A restriction is forgotten with its question.
            let again = engine.choose(None, &Stop::default()).unwrap();
            assert_eq!(again.moves.len(), whole.moves.len(), "{name}");
        }
    }
}

/// As records of the classical search from before its switches spell it.
#[test]
fn switches_that_came_later_are_told_only_where_they_are_off() {
    let registry = Registry::standard();
    let shogi = registry.game(&"shogi".parse().unwrap()).unwrap();
    let engines = shogi.engines();
    let classical = engines.iter().find(|engine| engine.name == "classical");
    let table = &classical.unwrap().parameters;
    let full = |text: &str| spec(text).in_full(table);
    let old = "memory=64,multi_pv=1,pruning=true,extensions=true,prior_depth=4,\
               prior_weight=2000,mate_nodes=10000,futility=130,razor=350,loss=100,late_moves=6";
    let now = full("classical:nodes=100");
    assert!(
        now.ends_with(old) || now.contains(&format!("{old},")),
        "{now}"
    );
    let switched_off = full("classical:nodes=100,null_move=false,razoring=true");
    assert!(
        switched_off.contains("null_move=false") && !switched_off.contains("razoring"),
        "{switched_off}"
    );
    assert_eq!(full("classical:nodes=100,singular_extensions=true"), now);
}

/// Records of curling from before smoothing had an effect there cannot be continued by an engine that
/// smooths; those of two-peaks, whose kernel has always been there, can.
#[test]
fn records_name_a_kernel_that_is_not_the_games_own() {
    let registry = Registry::standard();
    let curling = registry.game(&spec("curling")).unwrap();
    let full = |text: &str| curling.in_full(&spec(text));
    assert!(full("dpw").contains(",smooth=true,kernel=noise,"));
    assert!(full("dpw:kernel=game").contains(",kernel=game,"));
    assert!(!full("dpw:smooth=false").contains("kernel"));
    let two_peaks = registry.game(&spec("two-peaks")).unwrap();
    assert!(!two_peaks.in_full(&spec("dpw")).contains("kernel"));

    let think = |text: &str| {
        let mut engine = curling.engine(&spec(text)).unwrap();
        engine.new_game(Seed::new(2)).unwrap();
        engine.choose(None, &Stop::default()).unwrap().moves
    };
    let own = think("dpw:simulations=300,kernel=game");
    assert_eq!(own, think("dpw:simulations=300,smooth=false"));
    assert_ne!(own, think("dpw:simulations=300,kernel=noise"));
}

/// Matches make engines from the full spelling: it must name the same engine.
#[test]
fn the_full_spelling_says_every_value() {
    let registry = Registry::standard();
    for entry in registry.entries() {
        let game = registry.game(&spec(&entry.name)).unwrap();
        for info in game.engines() {
            let engine = Spec::named(&info.name);
            for param in &info.parameters {
                let values = match &param.kind {
                    Kind::Choice { words } => words.clone(),
                    Kind::Switch => ["true", "false"].map(str::to_owned).to_vec(),
                    _ => continue,
                };
                for value in values {
                    let chosen = engine.with(&param.name, &value);
                    let again = spec(&game.in_full(&chosen));
                    let read = again.value(&param.name, &info.parameters);
                    assert_eq!(read, Some(value.as_str()), "{}: {again}", entry.name);
                }
            }
        }
    }
}

/// As records from before `batch` had its name spell it.
#[test]
fn a_renamed_setting_is_offered_by_its_present_name_and_recorded_by_the_former() {
    let registry = Registry::standard();
    let game = registry.game(&spec("connect-four")).unwrap();
    let names: Vec<String> = game.parameters("uct").into_iter().map(|p| p.name).collect();
    assert!(names.contains(&"batch".to_owned()) && !names.contains(&"handful".to_owned()));
    let old = ",parallel=tree,handful=none,virtual_loss=1,";
    let now = game.in_full(&spec("uct:simulations=60"));
    assert!(now.contains(old), "{now}");
    let think = |text: &str| {
        let mut engine = game.engine(&spec(text)).unwrap();
        engine.new_game(Seed::new(2)).unwrap();
        engine.choose(None, &Stop::default()).unwrap()
    };
    let texts = ["batch", "handful"].map(|name| format!("uct:simulations=20000,{name}=64"));
    let [present, former] = texts.each_ref().map(|text| think(text));
    assert_eq!(present.moves, former.moves);
    assert_ne!(present.moves, think("uct:simulations=20000").moves);
    for text in &texts {
        assert_eq!(
            game.in_short(&spec(text)),
            "uct:simulations=20000,handful=64"
        );
    }
    let error = game.engine(&spec("uct:batch=2,handful=2")).err().unwrap();
    assert!(error.to_string().contains("present name"), "{error}");
}

#[test]
fn playouts_follow_a_prior_where_one_is_chosen() {
    let registry = Registry::standard();
    for (name, prior) in [("connect-four", "centre"), ("shogi", "transitions")] {
        let game = registry.game(&spec(name)).unwrap();
        let think = |text: &str| {
            let mut engine = game.engine(&spec(text)).unwrap();
            engine.new_game(Seed::new(2)).unwrap();
            let report = engine.choose(None, &Stop::default()).unwrap();
            let values = report.moves.iter().map(|entry| entry.value);
            values.collect::<Vec<_>>()
        };
        let settings = format!("uct:simulations=50,prior={prior}");
        let uniform = think(&settings);
        let by_prior = think(&format!("{settings},policy=prior"));
        assert_ne!(uniform, by_prior, "{name}: the same playouts");
        let error = game.engine(&spec("uct:policy=prior")).err().unwrap();
        assert_eq!(
            error.to_string(),
            "engine 'uct': parameter 'policy': 'prior' is not possible without a prior: \
             expected 'uniform'"
        );
    }
}

#[test]
fn games_of_a_continuum_have_noise_and_candidates() {
    let registry = Registry::standard();
    for name in ["two-peaks", "curling"] {
        let game = registry.game(&spec(name)).unwrap();
        assert!(game.capabilities().contains(&"noisy"), "{name}");
        let engines = game.engines();
        assert!(engines.iter().any(|info| info.name == "flat"), "{name}");
    }
}
