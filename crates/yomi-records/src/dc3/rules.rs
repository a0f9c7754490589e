//! What a game is played by: the part of `is_ready` and of `config.json` named `game`.

use super::{PerTeam, Seconds, Team};
use serde::{Deserialize, Serialize};
use yomi_core::foreign::quoted;
use yomi_core::params::{Settings, Spec};
use yomi_curling::{Curling, FCV1_MAX_SPEED, Noise};

/// How wide the sheet is, in metres.
pub const SHEET_WIDTH: f64 = 4.75;

/// The rules, the simulator and the players of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// The rule book; only `normal` exists.
    pub rule: String,
    /// Ends, sheet and clocks.
    pub setting: Setting,
    /// The physics.
    pub simulator: Simulator,
    /// Four players a team, who differ in how well they throw.
    pub players: PerTeam<Vec<Thrower>>,
}

/// Ends, sheet and clocks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// Ends without extra ends.
    pub max_end: u8,
    /// The width of the sheet, in metres.
    pub sheet_width: f64,
    /// Whether guards are protected from the first five stones, rather than four.
    pub five_rock_rule: bool,
    /// Each team's time for all ends but extra ends.
    pub thinking_time: PerTeam<Seconds>,
    /// Each team's time for each extra end.
    pub extra_end_thinking_time: PerTeam<Seconds>,
}

/// The physics.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Simulator {
    /// Its name; only `fcv1` exists.
    #[serde(rename = "type")]
    pub name: String,
    /// The length of a step.
    #[serde(default = "millisecond")]
    pub seconds_per_frame: f64,
}

fn millisecond() -> f64 {
    0.001
}

/// How a player throws.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Thrower {
    /// Exactly as asked.
    Identical,
    /// With normal errors of speed and direction.
    NormalDist {
        /// The greatest speed, in m/s.
        max_speed: f64,
        /// Standard deviation of the speed, in m/s.
        stddev_speed: f64,
        /// Standard deviation of the direction, in radians.
        stddev_angle: f64,
        /// Where the player's randomness begins; unknown to the opponents.
        seed: Option<u64>,
    },
    /// In a way that is not known here.
    #[serde(other)]
    Unknown,
}

/// The most extra ends our game can have: a guard, for the protocol sets no bound.
const EXTRA_ENDS: u32 = 100;

/// The errors of the standard player: speed in m/s, direction in radians.
const STANDARD: (f64, f64) = (0.0076, 0.0018);

impl Rules {
    /// How our own game is played by others; a line that says why it cannot be. What the wire has
    /// no words for is refused rather than lost: the game that [`Rules::hosted`] makes of these
    /// rules is the one that was asked for, but for the number of extra ends, which on the wire
    /// follow one another until one is decided.
    pub fn of(
        game: &Curling,
        thinking_time: PerTeam<Seconds>,
        extra_end_thinking_time: PerTeam<Seconds>,
    ) -> Result<Rules, String> {
        let thrower = match game.noise {
            Noise::None if game.noise_scale == 1.0 => Thrower::Identical,
            Noise::None => return Err("noise_scale means nothing without noise".to_owned()),
            Noise::Standard => Thrower::NormalDist {
                max_speed: FCV1_MAX_SPEED,
                stddev_speed: STANDARD.0 * game.noise_scale,
                stddev_angle: STANDARD.1 * game.noise_scale,
                seed: None,
            },
            _ => return Err("the noise must be standard or none".to_owned()),
        };
        let usual = Curling::default();
        if game.extra_ends != usual.extra_ends {
            return Err(format!(
                "extra_ends must be left at {}: in this protocol they go on until one is decided",
                usual.extra_ends
            ));
        }
        if game.tie != usual.tie {
            return Err(format!(
                "tie must be left at {}: the protocol has no word for it",
                usual.tie
            ));
        }
        let players = vec![thrower; 4];
        let rules = Rules {
            rule: "normal".to_owned(),
            setting: Setting {
                max_end: u8::try_from(game.ends).unwrap_or(u8::MAX),
                sheet_width: SHEET_WIDTH,
                five_rock_rule: game.protected_throws() == 5,
                thinking_time,
                extra_end_thinking_time,
            },
            simulator: Simulator {
                name: "fcv1".to_owned(),
                seconds_per_frame: millisecond(),
            },
            players: PerTeam {
                team0: players.clone(),
                team1: players,
            },
        };
        let back = rules.game()?;
        let same = back.world == game.world
            && back.protected_throws() == game.protected_throws()
            && back.free_guard == game.free_guard;
        if same {
            Ok(rules)
        } else {
            Err(
                "the game must be curling:world=fcv1 with 4 or 5 free guard stones and \
                 free_guard=play: the protocol knows no other rules"
                    .to_owned(),
            )
        }
    }

    /// Our own game by these rules; a line that says why there is none.
    ///
    /// Players who differ are taken for four of the same kind with the mean of their errors, and
    /// those of a kind that is not known for standard ones. Extra ends go on until one is decided,
    /// or there have been as many as our game has numbers for.
    pub fn game(&self) -> Result<Curling, String> {
        self.check()?;
        let four = if self.setting.five_rock_rule { 5 } else { 4 };
        let scale = self.noise_scale();
        Ok(Curling {
            world: yomi_curling::World::Fcv1,
            ends: u32::from(self.setting.max_end),
            extra_ends: EXTRA_ENDS,
            noise: if scale > 0.0 {
                Noise::Standard
            } else {
                Noise::None
            },
            noise_scale: if scale > 0.0 { scale } else { 1.0 },
            free_guard_stones: Some(four),
            ..Curling::default()
        })
    }

    /// The game for a server that plays by these rules: it must know how every player throws.
    pub fn hosted(&self) -> Result<Curling, String> {
        for team in Team::BOTH {
            if self.players[team].contains(&Thrower::Unknown) {
                return Err(format!(
                    "a player of {team}: expected type identical or normal_dist"
                ));
            }
        }
        self.game()
    }

    fn check(&self) -> Result<(), String> {
        let setting = &self.setting;
        if self.rule != "normal" {
            return Err(format!("rule {}: expected normal", quoted(&self.rule)));
        }
        if self.simulator.name != "fcv1" {
            return Err(format!(
                "simulator {}: expected fcv1",
                quoted(&self.simulator.name)
            ));
        }
        // Some write the number as the nearest of single precision.
        if (self.simulator.seconds_per_frame - millisecond()).abs() > 1e-9 {
            let step = self.simulator.seconds_per_frame;
            return Err(format!("seconds_per_frame {step}: expected 0.001"));
        }
        if (setting.sheet_width - SHEET_WIDTH).abs() > 1e-6 {
            let width = setting.sheet_width;
            return Err(format!("sheet_width {width}: expected {SHEET_WIDTH}"));
        }
        if !(1..=10).contains(&setting.max_end) {
            return Err(format!("max_end {}: expected 1 to 10", setting.max_end));
        }
        for (team, players) in [
            ("team0", &self.players.team0),
            ("team1", &self.players.team1),
        ] {
            if players.len() != 4 {
                let count = players.len();
                return Err(format!("{count} players of {team}: expected 4"));
            }
            for player in players {
                player.check(team)?;
            }
        }
        Ok(())
    }

    /// The mean error of all players, as a multiple of the standard player's.
    fn noise_scale(&self) -> f64 {
        let players = self.players.team0.iter().chain(&self.players.team1);
        let (mut sum, mut count) = (0.0, 0.0);
        for player in players {
            count += 1.0;
            sum += match player {
                Thrower::Identical => 0.0,
                Thrower::NormalDist {
                    stddev_speed,
                    stddev_angle,
                    ..
                } => (stddev_speed / STANDARD.0 + stddev_angle / STANDARD.1) / 2.0,
                Thrower::Unknown => 1.0,
            };
        }
        if count > 0.0 {
            (sum / count).min(100.0)
        } else {
            0.0
        }
    }

    /// The rules without the seeds, which the players must not know.
    #[must_use]
    pub fn without_seeds(&self) -> Rules {
        let mut rules = self.clone();
        let PerTeam { team0, team1 } = &mut rules.players;
        for player in team0.iter_mut().chain(team1) {
            if let Thrower::NormalDist { seed, .. } = player {
                *seed = None;
            }
        }
        rules
    }
}

impl Thrower {
    fn check(&self, team: &str) -> Result<(), String> {
        let Thrower::NormalDist {
            max_speed,
            stddev_speed,
            stddev_angle,
            ..
        } = self
        else {
            return Ok(());
        };
        let sound = max_speed.is_finite()
            && *max_speed > 0.0
            && (0.0..=10.0).contains(stddev_speed)
            && (0.0..=10.0).contains(stddev_angle);
        if sound {
            Ok(())
        } else {
            Err(format!(
                "a player of {team}: expected max_speed > 0 and deviations from 0 to 10"
            ))
        }
    }
}

/// The game as it is written on a command line.
pub fn spec_of(game: &Curling) -> Spec {
    use yomi_core::params::Parameters as _;
    let entries = game.entries().into_iter();
    Spec {
        name: "curling".to_owned(),
        settings: Settings(
            entries
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        ),
    }
}
