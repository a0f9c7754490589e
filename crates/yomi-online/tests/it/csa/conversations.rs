//! Our client against servers of all kinds.
//!
//! Steps beyond the [usual ones](crate::common::script): `login`, up to the server's `OK`;
//! `proposes SIDE [LINES]`, a game from the usual start for the client's side with these lines of
//! time, `;` between them; `begins SIDE [LINES]`, the same up to `START`.

use super::support::{Casino, options};
use crate::common::PASSWORD;
use crate::common::peer::Peer;
use crate::common::puppet::Whim;
use crate::common::script::{Case, Dial, Told, cases};
use std::time::Duration;
use yomi_core::engine::TextReport;
use yomi_online::csa::client::{Client, ClientError, Finished, Options, SessionWatcher, Watcher};
use yomi_online::csa::summary::Summary;

/// Notes what it is told.
#[derive(Default)]
struct Notes {
    told: Vec<String>,
    shown: Vec<String>,
    /// Whether records are told too: all (`yes`), how they end (`end`), or not.
    records: String,
}

impl SessionWatcher for Notes {
    fn heard(&mut self, line: &str) {
        self.shown.push(format!("< {line}"));
    }

    fn said(&mut self, line: &str) {
        self.shown.push(format!("> {line}"));
    }

    fn info(&mut self, text: &str) {
        self.told.push(format!("info {text}"));
    }

    fn passed_over(&mut self, what: &str) {
        self.told.push(format!("passed over {what}"));
    }

    fn opponent_moves(&mut self, text: &str) {
        self.told.push(format!("they {text}"));
    }

    fn moves(&mut self, text: &str, report: Option<&TextReport>) {
        let mut line = format!("we {text}");
        if let Some(report) = report {
            let (main, increment, byoyomi) = (report.simulations, report.depth, report.nodes);
            line += &format!(" {main}+{increment}/{byoyomi}");
            if report.deepest > 0 {
                line += &format!(" pondered {}", report.deepest);
            }
        }
        self.told.push(line);
    }

    fn lost(&mut self, error: &ClientError, _: Duration) {
        self.told.push(format!("lost {error}"));
    }
}

impl Watcher for Notes {
    fn begins(&mut self, summary: &Summary) {
        let (game, spec, we_are) = (&summary.game, summary.spec(), summary.we_are);
        let moves = summary.moves.len();
        self.told
            .push(format!("begins {game} {spec} {we_are} {moves}"));
        self.shown.push(format!("{summary:?}"));
    }

    fn rejected(&mut self, what: &str) {
        self.told.push(format!("rejected {what}"));
    }

    fn record(&mut self, lines: &str) {
        assert!(lines.ends_with('\n'), "{lines}");
        let told = match self.records.as_str() {
            "yes" => true,
            "end" => lines.starts_with('%'),
            _ => false,
        };
        let lines = lines.lines().map(|line| format!("record {line}"));
        match told {
            true => self.told.extend(lines),
            false => self.shown.extend(lines),
        }
    }

    fn finished(&mut self, game: &Finished) {
        let reason = game.reason.map_or("-", |reason| reason.word());
        let (verdict, moves) = (game.verdict.word(), game.moves);
        self.told
            .push(format!("finished {reason} {verdict} {moves}"));
        self.shown.push(format!("{game:?}"));
    }

    fn broken_off(&mut self, game: &str) {
        self.told.push(format!("broken off {game}"));
    }
}

#[test]
fn the_client_ends_every_conversation_with_a_result_or_a_clear_error() {
    for case in cases("tests/it/csa/conversations") {
        let client = |dial: Dial, leave: &dyn Fn() -> bool| {
            let mut notes = Notes {
                records: case.setting("records", "no"),
                ..Notes::default()
            };
            let options = options_of(&case);
            let host = Casino {
                whim: whim_of(&case),
                line: case.setting("line", ""),
            };
            let mut client = Client::new(&host, &options, leave);
            let end = match client.run(dial, &mut notes) {
                Ok(games) => format!("finished {games}"),
                Err(error) => format!("error: {error}"),
            };
            Told {
                told: notes.told,
                end,
                shown: notes.shown,
            }
        };
        let secret = case.setting("password", PASSWORD);
        case.hold(client, |peer, verb, rest| {
            let (side, time) = rest.split_once(' ').unwrap_or((rest, ""));
            match verb {
                "login" => log_in(peer, &secret, &case),
                "proposes" => propose(peer, side, time, &case),
                "begins" => {
                    propose(peer, side, time, &case);
                    let heard = peer.hear();
                    assert_eq!(heard.as_deref(), Some("AGREE"), "{}", case.place);
                    peer.say("START:g1");
                }
                _ => return false,
            }
            true
        });
    }
}

fn options_of(case: &Case) -> Options {
    Options {
        game: case.settings.get("game").cloned(),
        remarks: !case.settings.contains_key("silent"),
        ponder: case.settings.contains_key("ponder"),
        ..options(case.options())
    }
}

fn whim_of(case: &Case) -> Whim {
    let moves = case.setting("moves", "");
    Whim::Puppet {
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        afterwards: "resign",
        value: case.setting("value", "0.5").parse().expect("a number"),
    }
}

fn log_in(peer: &mut Peer, secret: &str, case: &Case) {
    let heard = peer.hear().unwrap_or_default();
    let game = case.settings.get("game").map(|game| format!("{game},"));
    let expected = format!("LOGIN us {}{secret}", game.unwrap_or_default());
    assert_eq!(heard, expected, "{}", case.place);
    peer.say("LOGIN:us OK");
}

fn propose(peer: &mut Peer, side: &str, time: &str, case: &Case) {
    let position = case.setting("position", "PI;+");
    let lines = format!(
        "BEGIN Game_Summary\nProtocol_Version:1.2\nProtocol_Mode:Server\nFormat:Shogi 1.0\n\
         Declaration:Jishogi 1.1\nGame_ID:g1\nName+:kuro\nName-:shiro\nYour_Turn:{side}\n\
         Rematch_On_Draw:NO\nTo_Move:+\nMax_Moves:{}\nBEGIN Time\nTime_Unit:1sec\n{}\nEND Time\n\
         BEGIN Position\n{}\nEND Position\nEND Game_Summary",
        case.setting("most", "256"),
        time.replace(';', "\n"),
        position.replace(';', "\n"),
    );
    for line in lines.lines() {
        peer.say(line);
    }
}
