//! States, rules and clocks: from the wire to our game and back.

use super::support::{game, options};
use proptest::prelude::*;
use std::time::Duration;
use yomi_core::{Player, Seed};
use yomi_curling::{Curling, FreeGuard, Noise, Shot, Spin, State, Vector, World};
use yomi_online::curling_clock::Timekeeper;
use yomi_online::dc3::{Config, Roster};
use yomi_records::dc3::{GameState, PerTeam, Rules, Seconds, Team, Thrower, spec_of};

fn clocks() -> PerTeam<Seconds> {
    PerTeam::from_fn(|_| Seconds::from(Duration::from_secs(100)))
}

#[test]
fn stones_are_numbered_by_team_on_the_wire_and_by_throw_here() {
    let game = game(4);
    for (first, team) in [(Player::First, Team::Team0), (Player::Second, Team::Team1)] {
        let mut state = State {
            end: 2,
            shot: 6,
            first,
            ..State::default()
        };
        state.scores[..2].copy_from_slice(&[2, -1]);
        state.stones.set(4, Vector::new(0.25, 38.5));
        state.stones.set(1, Vector::new(-1.0, 36.0));
        let wire = GameState::of(&game, &state, clocks(), None);
        assert_eq!(wire.hammer, Some(team.other()));
        assert_eq!(wire.next_team(), Some(team));
        let third = wire.stones[team][2].expect("the third stone of those who began");
        assert_eq!(third.position, Vector::new(0.25, 38.5));
        let other = wire.stones[team.other()][0].expect("the first of the others");
        assert_eq!(other.position, Vector::new(-1.0, 36.0));
        assert_eq!(wire.scores.team0, [Some(2), Some(0), None, None]);
        assert_eq!(wire.scores.team1, [Some(0), Some(1), None, None]);
        assert_eq!((wire.total(Team::Team0), wire.total(Team::Team1)), (2, 1));
        assert_eq!(wire.to_state(&game), Ok(state));
    }
}

proptest! {
    #[test]
    fn states_come_back_as_they_were(
        end in 0u8..6,
        shot in 0u8..16,
        first in any::<bool>(),
        scores in proptest::collection::vec(-8i8..=8, 4),
        stones in proptest::collection::vec(
            proptest::option::of((-2.2f64..2.2, 32.2f64..40.0)), 16),
    ) {
        let game = game(4);
        let mut state = State {
            end,
            shot,
            first: Player::BOTH[usize::from(first)],
            ..State::default()
        };
        let played = usize::from(end.min(4));
        state.scores[..played].copy_from_slice(&scores[..played]);
        for (number, place) in stones.iter().take(usize::from(shot)).enumerate() {
            if let Some((x, y)) = *place {
                state.stones.set(number, Vector::new(x, y));
            }
        }
        let text = serde_json::to_string(&GameState::of(&game, &state, clocks(), None)).unwrap();
        let wire: GameState = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(wire.to_state(&game), Ok(state));
    }
}

#[test]
fn rules_pass_over_the_wire_unless_it_has_no_words_for_them() {
    let said = Curling {
        ends: 8,
        noise_scale: 2.0,
        free_guard_stones: Some(4),
        ..Curling::default()
    };
    let rules = Rules::of(&said, clocks(), clocks()).expect("rules of the protocol");
    assert!(!rules.setting.five_rock_rule);
    let heard = rules.game().expect("a game");
    assert_eq!((heard.ends, heard.noise_scale), (8, 2.0));
    assert_eq!(heard.protected_throws(), 4);
    let spec = spec_of(&heard).to_string();
    assert!(spec.starts_with("curling:world=fcv1,ends=8,"), "{spec}");
    for silent in [
        Curling {
            world: World::Dc2,
            ..Curling::default()
        },
        Curling {
            noise: Noise::Uec2015,
            ..Curling::default()
        },
        Curling {
            free_guard_stones: Some(3),
            ..Curling::default()
        },
        Curling {
            free_guard: FreeGuard::NoTick,
            ..Curling::default()
        },
        Curling {
            extra_ends: 0,
            ..Curling::default()
        },
        Curling {
            tie: 0.3,
            ..Curling::default()
        },
        Curling {
            noise: Noise::None,
            noise_scale: 2.0,
            ..Curling::default()
        },
    ] {
        assert!(
            Rules::of(&silent, clocks(), clocks()).is_err(),
            "{silent:?}"
        );
    }
}

#[test]
fn only_a_client_puts_up_with_players_it_does_not_know() {
    let config = include_str!("config.json");
    let config = config.replacen("\"identical\"", "\"wobbly\"", 1);
    let rules = Config::parse(&config).expect("a configuration").game;
    rules.game().expect("a game for a client");
    let error = rules.hosted().unwrap_err();
    assert_eq!(
        error,
        "a player of team1: expected type identical or normal_dist"
    );
}

#[test]
fn players_err_as_their_deviations_say_and_seeds_stay_secret() {
    let mut rules = options(game(1)).rules;
    rules.players.team0[2] = Thrower::NormalDist {
        max_speed: 2.0,
        stddev_speed: 0.1,
        stddev_angle: 0.02,
        seed: Some(99),
    };
    let told = serde_json::to_value(rules.without_seeds()).expect("JSON");
    assert_eq!(told["players"]["team0"][2]["seed"], serde_json::Value::Null);
    assert_eq!(told["players"]["team0"][2]["type"], "normal_dist");
    let mut roster = Roster::new(&rules, Seed::new(1));
    let asked = Shot::new(0.0, 3.0, Spin::Ccw);
    assert_eq!(roster.throw(Team::Team0, 1, asked), asked);
    assert_eq!(roster.throw(Team::Team1, 2, asked), asked);
    let count = 20_000;
    let thrown: Vec<Vector> = (0..count)
        .map(|_| roster.throw(Team::Team0, 2, asked).velocity)
        .collect();
    let moments = |values: &dyn Fn(&Vector) -> f64| {
        let mean = thrown.iter().map(values).sum::<f64>() / f64::from(count);
        let squares = thrown
            .iter()
            .map(|v| (values(v) - mean) * (values(v) - mean));
        (mean, (squares.sum::<f64>() / f64::from(count)).sqrt())
    };
    let (speed, speed_deviation) = moments(&|v| v.length());
    assert!((speed - 2.0).abs() < 0.004 && (speed_deviation - 0.1).abs() < 0.003);
    let (angle, angle_deviation) = moments(&|v| v.x.atan2(v.y));
    assert!(angle.abs() < 0.001 && (angle_deviation - 0.02).abs() < 0.001);
}

#[test]
fn a_configuration_of_the_official_server_is_understood() {
    let text = include_str!("config.json");
    let config = Config::parse(text).expect("a configuration");
    assert_eq!(
        (config.server.port.team0, config.server.port.team1),
        (10_000, 10_001)
    );
    assert_eq!(
        config.server.timeout_dc_ok.duration(),
        Duration::from_millis(2500)
    );
    let game = config.game.game().expect("a game");
    assert_eq!((game.ends, game.protected_throws()), (8, 4));
    // Half of the players err twice as much as the standard player, the others not at all.
    assert!((game.noise_scale - 1.0).abs() < 1e-12);
    for (right, wrong, told) in [
        (
            "\"send_trajectory\": true,",
            "",
            "missing field `send_trajectory`",
        ),
        (
            "\"max_end\": 8",
            "\"max_end\": 80",
            "max_end 80: expected 1 to 10",
        ),
        (
            "\"normal\"",
            "\"mixed_doubles\"",
            "rule 'mixed_doubles': expected normal",
        ),
        (
            "{ \"type\": \"identical\" },\n",
            "",
            "3 players of team1: expected 4",
        ),
        ("3.5", "-3.5", "a player of team0: expected max_speed > 0"),
        ("*/", "", "EOF while parsing"),
    ] {
        let text = text.replacen(right, wrong, 1);
        let config = Config::parse(&text);
        let error = config
            .and_then(|config| config.game.game())
            .expect_err(told);
        assert!(error.contains(told), "{error}");
    }
}

/// Whole games in which every move takes its full share and the network takes more: the clock
/// never runs out, and most of the time is used.
#[test]
fn the_clock_lasts_for_the_whole_game() {
    let options = options(game(8));
    for (seconds, delay) in [(219.0, 0.01), (219.0, 0.25), (16.0, 0.05), (2280.0, 0.5)] {
        let delay = Duration::from_secs_f64(delay);
        let mut left = Duration::from_secs_f64(seconds);
        let mut keeper = Timekeeper::default();
        for throw in 0..64u8 {
            let state = State {
                end: throw / 8,
                shot: throw % 8 * 2,
                ..State::default()
            };
            let clocks = PerTeam::from_fn(|_| Seconds::from(left));
            let state = GameState::of(&options.game, &state, clocks, None);
            keeper.hear_dc3(&state, &options.rules.setting, Team::Team0);
            let clock = keeper.share(Duration::ZERO).expect("a limit");
            keeper.thrown(clock.budget());
            let spent = clock.budget() + delay;
            assert!(
                spent < left,
                "{seconds} s, throw {throw}: {spent:?} of {left:?}"
            );
            left -= spent;
        }
        assert!(left.as_secs_f64() < 0.1 * seconds + 1.0, "{left:?} unused");
    }
}
