//! `yomi match GAME SPEC SPEC ...`: who is stronger?

mod contestant;
mod judge;
mod live;
mod options;
mod programs;

use crate::clock::parse_clock;
use crate::failure::usage;
use crate::interrupt::stop_on_interrupt;
use crate::setup::{game_in_full, open_game, parse_seed, setup_error};
use anyhow::{anyhow, bail};
use contestant::participants;
pub use contestant::{Contestant, details_of, parse_contestant};
use judge::{judge_details, parse_judge};
use live::Live;
use options::{
    Stage, Start, Who, parse_openings, parse_resign, parse_sprt, parse_stage, parse_timeout,
};
pub use programs::ProgramHost;
use programs::{MatchFactory, Terms};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use yomi_arena::{
    ArenaError, Contest, Ending, Handover, MatchResult, Openings, RunOptions, Table, read_record,
};
use yomi_core::params::Spec;
use yomi_core::{Clock, Stop};
use yomi_engine::{AnyGame, Registry};
use yomi_protocol::program::{CommandLine, Patience};
use yomi_run::RunError;
use yomi_stats::sprt::SprtParameters;

/// Plays a match between engines, in colour-swapped pairs.
///
/// Both games of a pair start from the same opening, with sides swapped. The same seed gives the
/// same games, whatever the number of workers (unless a clock or a time limit decides). With --out
/// every finished game is kept: a match that was killed or stopped with Ctrl-C goes on where it
/// ended when the same command is given again, and ends with the same table. The same command with
/// more --pairs makes a match longer.
///
/// On a machine that does other things as well, wall time compares nothing: --cpu-time counts the
/// processor time of all players instead, clocks and time limits included, and the table says what
/// each side used per move. docs/matches.md tells how.
///
/// Programs of others take part as gtp:COMMAND or usi:COMMAND, after the protocol they speak. All
/// that follows the colon is the command: it is
/// split at blanks as a shell does it, with '...', "..." and \ to keep blanks in a word, and run
/// without a shell. Each worker runs its own. A program that crashes, hangs or plays an illegal
/// move loses that game and is started again for the next; the table says how many games it lost
/// so, and why. One that cannot even begin a game is an error before the match.
///
/// How far a program that speaks USI may think is said before its command: nodes=N, depth=N,
/// time=SECONDS (movetime) or byoyomi=SECONDS, unless there is a --clock. option.NAME=VALUE sets
/// one of its options.
///
/// --stage NUMBER=FROM..TO is for matches over a stage of the game, which a number of the position delimits
/// (the progress of shogi, say; a wrong name is answered with those that the game has): the openings of a file, which may be whole games,
/// are cut where the number first is at least FROM, those that never get there are left out, and from TO on the
/// --finisher plays both sides to the end. Clocks and counts are of the players' own moves.
///
/// Our own referee applies the rules to the letter: in Go every stone left on the board counts.
/// Programs that pass with dead stones on the board need --referee: games that ended by the rules
/// are then told to that program, and its final_score decides. The record keeps our referee's
/// outcome too, and the table says in how many games the two differ. Resignations, forfeits and
/// games drawn for their length are not judged. If the program fails twice in a game, our referee's
/// outcome stands there; the record and the table say so.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  yomi match connect-four uct:simulations=1000 flat:simulations=1000 --pairs 100
  yomi match connect-four uct uct:exploration=0.5 --pairs 5000 --sprt 0,10 --out tuning.jsonl
  yomi match connect-four uct flat alpha-beta --mode round-robin --pairs 50 --json
  yomi match connect-four uct flat --openings file:openings.txt --clock 10+0.1
  yomi match go uct 'gtp:gnugo --mode gtp' --cpu-time --time-of-opponent 0.5 --out fair.jsonl
  yomi match blokus-duo uct:time=1 'gtp:pentobi-gtp --game duo --nobook --level 3' --pairs 50
  yomi match shogi classical:time=1 'usi:nodes=10000 option.Threads=1 fairy-stockfish' \\
    --openings file:openings.txt
  yomi match shogi paper-uct classical:depth=6 --openings file:games.usi \\
    --stage progress=32..96 --finisher classical:depth=6
  yomi match go:komi=7 uct:time=1 'gtp:gnugo --mode gtp --chinese-rules --positional-superko' \\
    --referee 'gtp:gnugo --mode gtp --chinese-rules' --resign 0.05 --openings random:4")]
pub struct Args {
    /// The game.
    game: Spec,

    /// The engines, at least two, or programs as gtp:COMMAND or usi:COMMAND. In a gauntlet the first meets all others.
    #[arg(value_name = "SPEC", num_args = 2.., required = true, value_parser = parse_contestant)]
    engines: Vec<Contestant>,

    /// Pairs of games for each pairing; with --sprt, the most there may be.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,

    /// Games played at the same time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// Where games begin: random:K (K random moves), file:PATH (one opening a line: moves, startpos moves ..., or sfen POSITION moves ...;
    /// or records of games: .sgf, .blksgf, .csa, .kif) or none.
    #[arg(long, value_name = "SOURCE", default_value = "random:2", value_parser = parse_openings)]
    openings: Start,

    /// Only the first N moves of each opening of a file, which may then be whole games.
    #[arg(long, value_name = "N", conflicts_with = "stage")]
    opening_plies: Option<usize>,

    /// Play a stage of the game only: NUMBER=FROM..TO; FROM needs --openings file:PATH, TO a --finisher.
    #[arg(long, value_name = "STAGE", value_parser = parse_stage)]
    stage: Option<Stage>,

    /// Who plays both sides from the end of the --stage on.
    #[arg(long, value_name = "SPEC", value_parser = parse_contestant, requires = "stage")]
    finisher: Option<Contestant>,

    /// Seed of all randomness.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_seed)]
    seed: u64,

    /// Append every finished game to this file, and resume from it.
    #[arg(long, value_name = "FILE.jsonl")]
    out: Option<PathBuf>,

    /// Stop as soon as this sequential test on pairs decides: ELO0,ELO1[,ALPHA,BETA].
    #[arg(long, value_name = "TEST", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<SprtParameters>,

    /// Who meets whom [default: versus for two engines, round-robin for more].
    #[arg(long, value_enum)]
    mode: Option<Who>,

    /// Each player's clock, MAIN[+INCREMENT][/BYOYOMI] in seconds.
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    clock: Option<Clock>,

    /// Count time in processor seconds, --clock and time= too, and tell what each side used per move.
    #[arg(long)]
    cpu_time: bool,

    /// Give our engine what its opponent uses: the mean processor time of the opponent's moves so far in the game; FIRST seconds before the opponent has moved.
    #[arg(long, value_name = "FIRST", value_parser = parse_timeout, requires = "cpu_time", conflicts_with = "clock")]
    time_of_opponent: Option<Duration>,

    /// Games of this length are drawn [default: 10000].
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// Who decides games that ended by the rules, as gtp:COMMAND [default: our own referee].
    #[arg(long, value_name = "PROGRAM", value_parser = parse_judge)]
    referee: Option<CommandLine>,

    /// Engines resign whose own value is below this, 0 to 0.5, at two moves in a row [default: never].
    #[arg(long, value_name = "VALUE", value_parser = parse_resign)]
    resign: Option<f64>,

    /// Seconds that a program may take for an answer; for a move, beyond what its clock has left.
    #[arg(long, alias = "gtp-timeout", value_name = "SECONDS", default_value = "60", value_parser = parse_timeout)]
    program_timeout: Duration,

    /// Seconds that a program may take to start.
    #[arg(long, alias = "gtp-start-timeout", value_name = "SECONDS", default_value = "60", value_parser = parse_timeout)]
    program_start_timeout: Duration,

    /// Print an object for machines.
    #[arg(long)]
    json: bool,
}

/// The result for machines.
#[derive(Serialize)]
struct Written<'a> {
    ending: Ending,
    played: usize,
    resumed: usize,
    torn_line: bool,
    out: Option<&'a Path>,
    seed: u64,
    table: &'a Table,
}

impl Args {
    /// Carries the command out.
    pub fn run(self, registry: &Registry, out: &mut dyn Write) -> anyhow::Result<()> {
        let stop = stop_on_interrupt();
        let contest = self.contest(registry, &stop)?;
        self.warn_of_chance(registry)?;
        let live = Live::default();
        let mut options = RunOptions::new()
            .workers(self.workers())
            .stop(&stop)
            .observer(&live)
            .forget_games();
        if let Some(path) = &self.out {
            options = options.record(path);
        }
        let result = contest
            .run(&MatchFactory::new(registry, &stop), &options)
            .map_err(|error| self.arena_error(error))?;
        live.close();
        self.write(&result, out)?;
        if result.ending == Ending::Stopped {
            out.flush()?;
            match &self.out {
                Some(path) => bail!("stopped; the same command goes on from {}", path.display()),
                None => bail!("stopped; with --out FILE.jsonl a match can be resumed"),
            }
        }
        Ok(())
    }

    /// Says when the same command would play other games.
    fn warn_of_chance(&self, registry: &Registry) -> anyhow::Result<()> {
        if self.clock.is_some() {
            eprintln!("note: with a clock, the same seed does not give the same games");
            return Ok(());
        }
        let game = open_game(registry, &self.game)?;
        for contestant in self.engines.iter().chain(&self.finisher) {
            let why = match contestant {
                Contestant::Gtp(_) | Contestant::Usi(_) => {
                    "may not play the same game twice (not our program)"
                }
                Contestant::Ours(spec) => {
                    if game.engine(spec).map_err(setup_error)?.is_reproducible() {
                        continue;
                    }
                    "does not play the same game twice (time, or shared tree)"
                }
            };
            eprintln!("note: {contestant} {why}");
        }
        if self.referee.is_some() {
            eprintln!(
                "note: the referee may not judge the same game twice alike (not our program)"
            );
        }
        Ok(())
    }

    fn contest(&self, registry: &Registry, stop: &Stop) -> anyhow::Result<Contest> {
        let game = open_game(registry, &self.game)?;
        let settings = registry.parameters(&self.game.name);
        let openings = self.openings_of_stage(game.as_ref())?;
        for contestant in self.engines.iter().chain(&self.finisher) {
            contestant.check(self.clock.is_some(), openings.have_positions())?;
        }
        let engines = match self.cpu_time {
            true => self.in_processor_time(game.as_ref())?,
            false => self.engines.clone(),
        };
        let details = game_in_full(registry, &self.game, || {
            let (header, _) = read_record(self.out.as_ref()?).ok()?;
            Some(header.game_details)
        });
        let mut contest = Contest::new(&self.game.in_short(settings))
            .with_game_details(&details)
            .mode(
                self.mode
                    .map_or_else(|| Who::default_for(self.engines.len()), Who::mode),
            )
            .pairs(self.pairs as usize)
            .openings(openings)
            .seed(self.seed);
        let patience = Patience {
            start: self.program_start_timeout,
            answer: self.program_timeout,
        };
        let terms = Terms::new(&details.parse().map_err(usage)?, patience, stop);
        let participants = participants(&engines, game.as_ref(), &terms)?;
        for (participant, contestant) in participants.into_iter().zip(&engines) {
            contest = contest.participant(match (contestant, self.time_of_opponent) {
                (Contestant::Ours(_), Some(first)) => participant.with_time_of_opponent(first),
                _ => participant,
            });
        }
        if let Some(handover) = self.handover(game.as_ref(), &terms)? {
            contest = contest.handover(handover);
        }
        if self.cpu_time {
            contest = contest.cpu_time();
        }
        if let Some(command) = &self.referee {
            contest = contest.judge(&judge_details(command, game.as_ref(), &terms)?);
        }
        if let Some(below) = self.resign {
            contest = contest.resign(below);
        }
        if let Some(clock) = self.clock {
            contest = contest.clock(clock);
        }
        if let Some(test) = self.sprt {
            contest = contest.sprt(test);
        }
        if let Some(plies) = self.max_plies {
            contest = contest.max_plies(plies as usize);
        }
        Ok(contest)
    }

    /// Where games begin: openings of a file are cut where the stage begins, if there is one.
    fn openings_of_stage(&self, game: &dyn AnyGame) -> anyhow::Result<Openings> {
        let openings = self.openings.load(game, self.opening_plies)?;
        let Some(Stage {
            number,
            from: Some(from),
            to,
        }) = &self.stage
        else {
            return Ok(openings);
        };
        let Openings::Listed(lines) = openings else {
            return Err(usage(format!(
                "--stage {number}={from}..: expected --openings file:PATH, with openings or whole games that can be \
                 cut there"
            )));
        };
        let (mut referee, seed) = (game.referee(), (self.seed, usize::MAX));
        let reached = Openings::reaching(&lines, referee.as_mut(), number, (*from, *to), seed);
        let reached = reached.map_err(|error| self.arena_error(error))?;
        if reached.openings.is_empty() {
            return Err(usage(format!(
                "none of {} openings gets to the stage that begins at {number} {from}",
                lines.len()
            )));
        }
        if reached.left_out > 0 {
            let (left_out, all) = (reached.left_out, lines.len());
            eprintln!("note: {left_out} of {all} openings do not get to {number} {from}");
        }
        Ok(Openings::Listed(reached.openings))
    }

    /// When games change hands, if they do.
    fn handover(&self, game: &dyn AnyGame, terms: &Terms) -> anyhow::Result<Option<Handover>> {
        let to = self
            .stage
            .as_ref()
            .and_then(|stage| Some((stage, stage.to?)));
        match (to, &self.finisher) {
            (None, None) => Ok(None),
            (Some((stage, _)), None) => Err(usage(format!(
                "the stage of {} ends: expected a --finisher, who plays on from there",
                stage.number
            ))),
            (None, Some(_)) => Err(usage(
                "--finisher: expected a --stage that ends, NUMBER=FROM..TO",
            )),
            (Some((stage, at)), Some(finisher)) => {
                let made = participants(std::slice::from_ref(finisher), game, terms)?;
                Ok(made.into_iter().next().map(|finisher| Handover {
                    number: stage.number.clone(),
                    at,
                    finisher,
                }))
            }
        }
    }

    /// What cannot be played is a fault of the command, everything else is a failure.
    fn arena_error(&self, error: ArenaError) -> anyhow::Error {
        match (&error, &self.out) {
            (
                ArenaError::Contest(_)
                | ArenaError::Opening { .. }
                | ArenaError::OpeningPosition { .. }
                | ArenaError::Stats(_),
                _,
            ) => usage(error),
            (
                ArenaError::OutOfResources(_)
                | ArenaError::Factory { .. }
                | ArenaError::Run(RunError::Workers(_)),
                Some(path),
            ) => {
                let file = path.display();
                anyhow!("{error}; the same command goes on from {file}, whatever its --workers")
            }
            _ => error.into(),
        }
    }

    /// The contestants, those of ours told to count processor time; an error if it could not be
    /// counted or given.
    fn in_processor_time(&self, game: &dyn AnyGame) -> anyhow::Result<Vec<Contestant>> {
        let ours = self
            .engines
            .iter()
            .filter(|engine| engine.is_ours())
            .count();
        if self.time_of_opponent.is_some() && ours != 1 {
            return Err(usage(format!(
                "--time-of-opponent is for one engine of ours against programs of others, and there \
                 are {ours} of ours"
            )));
        }
        let told = |engine: &Contestant| engine.in_processor_time(game, self.workers());
        self.engines.iter().map(told).collect()
    }

    fn workers(&self) -> usize {
        self.workers.map_or_else(crate::setup::cores, usize::from)
    }

    fn write(&self, result: &MatchResult, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.json {
            write!(out, "{}", result.table.render())?;
            return Ok(());
        }
        let written = Written {
            ending: result.ending,
            played: result.played,
            resumed: result.resumed,
            torn_line: result.torn_line,
            out: self.out.as_deref(),
            seed: self.seed,
            table: &result.table,
        };
        writeln!(out, "{}", serde_json::to_string(&written)?)?;
        Ok(())
    }
}
