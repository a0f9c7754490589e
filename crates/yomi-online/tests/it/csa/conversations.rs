//! Our client against servers of all kinds.
//!
//! Steps beyond the [usual ones](crate::common::script): `login`, up to the server's `OK`;
//! `proposes SIDE [LINES]`, a game from the usual start for the client's side with these lines of
//! time, `;` between them; `begins SIDE [LINES]`, the same up to `START`.

use super::support::{Casino, options};
use crate::common::PASSWORD;
use crate::common::notes::Notes;
use crate::common::peer::Peer;
use crate::common::script::{Case, Dial, cases};
use yomi_core::engine::TextReport;
use yomi_online::csa::client::{Client, Finished, Options, Watcher};
use yomi_online::csa::summary::Summary;

/// A move of ours with what the engine reports: main time, increment and byoyomi.
fn our_move(text: &str, report: Option<&TextReport>) -> String {
    let mut line = format!("we {text}");
    if let Some(report) = report {
        let (main, increment, byoyomi) = (report.simulations, report.depth, report.nodes);
        line += &format!(" {main}+{increment}/{byoyomi}");
        if report.deepest > 0 {
            line += &format!(" pondered {}", report.deepest);
        }
    }
    line
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
                ..Notes::new(our_move)
            };
            let options = options_of(&case);
            let host = Casino {
                whim: case.puppet("resign"),
                line: case.setting("line", ""),
            };
            let mut client = Client::new(&host, &options, leave);
            let ended = client.run(dial, &mut notes);
            notes.conclude(ended)
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
