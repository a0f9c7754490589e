//! An engine simple enough to foretell, and a server that follows a script.

use super::script::{Conversation, Turn, fits};
use crate::common::table::Table;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;
use yomi_core::engine::{Effort, GameRules, Host, HostedGame, Question, TextReport};
use yomi_core::params::{Param, Parameters as _, Spec};
use yomi_core::{Engine, EngineError, Seed, Stop, StopReason};
use yomi_curling::Curling;
use yomi_online::dc2::client::{Client, Event};
use yomi_online::dc2::frames::Frames;
use yomi_records::dc2::from_client::Login;
use yomi_records::dc2::log;

/// Answers with what it knows: vx is the number of stones in play, less a tenth for every point
/// that the first side leads by; vy the half seconds for this shot, the one begun included (what
/// little goes by before it is asked does not show); and the spin tells who threw first in this
/// end.
struct Steady {
    whim: String,
    ends: u32,
    position: serde_json::Value,
}

impl Engine for Steady {
    fn name(&self) -> &str {
        "steady"
    }

    fn new_game(&mut self, _: Seed) -> Result<(), EngineError> {
        Ok(())
    }

    fn play(&mut self, _: &str, _: Seed) -> Result<(), EngineError> {
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        Err(EngineError::NothingToUndo)
    }

    fn set_position(&mut self, text: &str) -> Result<(), EngineError> {
        self.position = serde_json::from_str(text).expect("JSON");
        assert!(self.position["end"].as_u64().expect("an end") < u64::from(self.ends));
        Ok(())
    }

    fn think(
        &mut self,
        question: &Question,
        _: &mut dyn FnMut(&TextReport),
    ) -> Result<TextReport, EngineError> {
        if let Effort::Within(_) = question.effort {
            // To get ready, which needs no position.
            return Ok(TextReport::of_move("0,0,cw"));
        }
        let best = match self.whim.as_str() {
            "resign" => return Err(EngineError::Resigned),
            "crash" => {
                return Err(EngineError::Broken {
                    engine: "steady".to_owned(),
                    reason: "it had enough".to_owned(),
                });
            }
            "nonsense" => "somewhere left".to_owned(),
            _ => {
                let stones = self.position["stones"].as_array().expect("stones").len();
                let scores = self.position["scores"].as_array().expect("scores");
                let lead: i64 = scores.iter().filter_map(serde_json::Value::as_i64).sum();
                let vx = stones as f64 - lead as f64 / 10.0;
                let vy = match question.effort {
                    Effort::Own(Some(clock)) => (clock.byoyomi.as_secs_f64() * 2.0).ceil(),
                    _ => 0.0,
                };
                let spin = if self.position["first"] == "first" {
                    "cw"
                } else {
                    "ccw"
                };
                format!("{vx},{vy},{spin}")
            }
        };
        if self.whim == "interrupt" {
            question.stop.raise();
        }
        Ok(TextReport {
            simulations: 1,
            nodes: 1,
            depth: 1,
            deepest: 1,
            reason: StopReason::Exhausted,
            ..TextReport::of_move(&best)
        })
    }
}

struct Workshop(String);

impl Host for Workshop {
    fn settings(&self, _: &str) -> Vec<Param> {
        Curling::table()
    }

    fn game(&self, spec: &Spec) -> Result<Arc<dyn GameRules>, String> {
        let ends = spec.get("ends").map_or(Ok(10), str::parse);
        let (ends, whim): (u32, String) = (ends.expect("a number"), self.0.clone());
        let steady = move || -> Result<Box<dyn Engine>, String> {
            match ends {
                1..=10 => Ok(Box::new(Steady {
                    whim: whim.clone(),
                    ends,
                    position: serde_json::Value::Null,
                })),
                _ => Err(format!("{ends} ends are too many: expected 1 to 10")),
            }
        };
        Ok(Table::rules(
            || unreachable!("the server keeps the rules"),
            steady,
        ))
    }
}

/// What became of a conversation.
#[derive(PartialEq, Debug, Default)]
pub struct Outcome {
    /// How it ended for the player.
    pub end: String,
    /// What was told.
    pub events: Vec<String>,
    /// Every log that was told, as text.
    pub logs: Vec<String>,
}

/// Lets a player talk through a pair of ends.
pub fn play(engine: &str, input: impl BufRead, out: &mut dyn Write) -> Outcome {
    play_with(&Workshop(engine.to_owned()), input, out)
}

/// Lets a player with an engine of this host talk through a pair of ends.
pub fn play_with(host: &dyn Host, input: impl BufRead, out: &mut dyn Write) -> Outcome {
    let mut outcome = Outcome::default();
    let mut listener = |event: Event| {
        let shown = |kind: String, log: &log::Log| {
            let names = [&log.players[0].name, &log.players[1].name];
            let names = names.map(String::as_str).join(" v ");
            format!(
                "{kind} ({names}, {} shots, scores {:?})",
                log.shots.len(),
                log.scores
            )
        };
        match event {
            Event::GameOver {
                verdict,
                we_were,
                log,
            } => {
                let us = we_were.map_or("nobody".to_owned(), |us| us.to_string());
                outcome
                    .events
                    .push(shown(format!("{verdict:?} as {us}"), log));
                outcome.logs.push(log.to_string());
            }
            Event::BrokenOff { log } => {
                outcome.events.push(shown("broken off".to_owned(), log));
                outcome.logs.push(log.to_string());
            }
            Event::Unknown { command } => outcome.events.push(format!("unknown {command}")),
        }
    };
    let login = Login::new("yomi", "secret", "Yomi").expect("a login");
    let (game, steady) = (Spec::named("curling"), Spec::named("steady"));
    let game = HostedGame::new(host, &game).expect("a game");
    let mut client = Client::new(game, steady, login, Seed::new(1), Stop::default());
    let end = client.run(Frames::new(input), out, &mut listener);
    outcome.end = match end {
        Ok(games) => format!("games {games}"),
        Err(error) => format!("error {error}"),
    };
    outcome
}

/// Plays a conversation over a socket; the server sends at most `piece` bytes at a time.
pub fn over_socket(conversation: &Conversation, piece: usize) -> Result<Outcome, String> {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::scope(|scope| {
        let server = scope.spawn(move || {
            let (stream, _) = listener.accept().expect("a player");
            serve(stream, &conversation.turns, piece)
        });
        let stream = TcpStream::connect(address).expect("a server");
        guard(&stream);
        let input = BufReader::new(stream.try_clone().expect("a handle"));
        let outcome = play(&conversation.engine, input, &mut &stream);
        drop(stream);
        server.join().expect("no panic")?;
        Ok(outcome)
    })
}

/// Nobody waits for ever, should a test go wrong.
fn guard(stream: &TcpStream) {
    let most = Some(Duration::from_secs(120));
    stream.set_read_timeout(most).expect("a timeout");
    stream.set_nodelay(true).expect("an option");
}

/// The server's part.
fn serve(stream: TcpStream, turns: &[Turn], piece: usize) -> Result<(), String> {
    guard(&stream);
    let mut input = BufReader::new(stream.try_clone().expect("a handle"));
    let mut ending = 0;
    for turn in turns {
        match turn {
            Turn::Send(bytes) => {
                ending = bytes.last().copied().unwrap_or_default();
                for piece in bytes.chunks(piece) {
                    // A player that has left is not spoken to; its own words tell why.
                    if (&stream).write_all(piece).is_err() {
                        return Ok(());
                    }
                }
            }
            Turn::Expect(expected) => {
                let mut said = Vec::new();
                let read = input.by_ref().take(1000).read_until(ending, &mut said);
                if read.is_err() || said.pop() != Some(ending) {
                    let said = String::from_utf8_lossy(&said).into_owned();
                    return Err(format!(
                        "expected '{expected}', but the player left: '{said}'"
                    ));
                }
                let said = String::from_utf8_lossy(&said).into_owned();
                if !fits(expected, &said) {
                    return Err(format!(
                        "expected '{expected}', but the player said '{said}'"
                    ));
                }
            }
        }
    }
    Ok(())
}
