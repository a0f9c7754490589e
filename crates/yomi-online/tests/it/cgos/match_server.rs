//! A small server that plays one game between two clients, keeps the rules itself, and cuts
//! connections when it is told to.

use crate::common::PASSWORD;
use crate::common::hall::Hall;
use std::collections::BTreeMap;
use yomi_core::{Player, Referee};

/// What both clocks show all the time: this server is in no hurry.
const TIME: u32 = 300_000;

/// When to hang up on White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// After so many moves of the game, as soon as the last, White's, is in.
    After(usize),
    /// After so many moves of the game, right after White was asked for the next.
    Asking(usize),
}

/// What became of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hosted {
    /// All moves as the referee spells them.
    pub moves: Vec<String>,
    /// The result as it was told.
    pub result: String,
    /// How many times a game under way was set up again.
    pub resumed: u32,
    /// How many answers came with an analysis.
    pub analyses: usize,
}

/// Hosts.
pub struct MatchServer {
    hall: Hall,
    names: [&'static str; 2],
    referee: Box<dyn Referee>,
    cuts: Vec<Cut>,
    /// Which connection is whose, by name.
    seats: BTreeMap<String, usize>,
    /// The names that connections gave before their password.
    named: BTreeMap<usize, String>,
    hosted: Hosted,
}

impl MatchServer {
    /// A server at a free port for Black and White.
    pub fn new(names: [&'static str; 2], referee: Box<dyn Referee>, cuts: &[Cut]) -> MatchServer {
        MatchServer {
            hall: Hall::open("protocol genmove_analyze\n"),
            names,
            referee,
            cuts: cuts.to_vec(),
            seats: BTreeMap::new(),
            named: BTreeMap::new(),
            hosted: Hosted {
                moves: Vec::new(),
                result: String::new(),
                resumed: 0,
                analyses: 0,
            },
        }
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.hall.port()
    }

    /// Plays the game to its end, and until both clients have left.
    pub fn host(mut self) -> Hosted {
        let mut left = 0;
        while left < 2 {
            let (who, line) = self.hall.next();
            let Some(line) = line else { continue };
            match line.as_str() {
                "quit" => left += 1,
                line if line.starts_with("e1 ") => self.say(who, "username"),
                line if self.names.contains(&line) => {
                    self.named.insert(who, line.to_owned());
                    self.say(who, "password");
                }
                PASSWORD => self.seat(who),
                answer => self.moved(who, answer),
            }
        }
        self.hosted.clone()
    }

    fn seat(&mut self, who: usize) {
        let name = self.named[&who].clone();
        let known = self.seats.insert(name.clone(), who).is_some();
        let everybody = self.seats.len() == 2;
        if known {
            self.hosted.resumed += 1;
            self.set_up(who);
            if self.on_turn() == name {
                self.ask();
            }
        } else if everybody {
            for who in self.seats.clone().into_values() {
                self.set_up(who);
            }
            self.ask();
        }
    }

    fn set_up(&self, who: usize) {
        let [black, white] = self.names;
        let moves = self.hosted.moves.iter();
        let moves: String = moves.map(|text| format!(" {text} {TIME}")).collect();
        self.say(
            who,
            &format!("setup 42 9 7.0 {TIME} {white}(1800?) {black}(1700){moves}"),
        );
    }

    fn on_turn(&self) -> &'static str {
        self.names[self.referee.to_move().index()]
    }

    /// Asks the side on turn to move.
    fn ask(&mut self) {
        let (name, player) = (self.on_turn(), self.referee.to_move());
        self.say(
            self.seats[name],
            &format!("genmove {} {TIME}", letter(player)),
        );
        self.cut_if(Cut::Asking(self.hosted.moves.len()));
    }

    fn moved(&mut self, who: usize, answer: &str) {
        let mover = self.on_turn();
        // An answer on a line that was cut does not count.
        if self.seats[mover] != who {
            return;
        }
        let (text, analysis) = answer.split_once(' ').unwrap_or((answer, ""));
        self.hosted.analyses += usize::from(analysis.contains("\"winrate\":"));
        let player = self.referee.to_move();
        let (text, _) = self.referee.play(text).expect("clients play legal moves");
        self.hosted.moves.push(text.clone());
        self.cut_if(Cut::After(self.hosted.moves.len()));
        let opponent = self.names[player.other().index()];
        self.say(
            self.seats[opponent],
            &format!("play {} {text} {TIME}", letter(player)),
        );
        if self.referee.outcome().is_none() {
            self.ask();
            return;
        }
        let [black, white] = self.referee.score().expect("points");
        let winner = if black > white { 'B' } else { 'W' };
        self.hosted.result = format!("{winner}+{:.1}", (black - white).abs());
        for who in self.seats.clone().into_values() {
            self.say(who, &format!("gameover 2026-11-15 {}", self.hosted.result));
        }
    }

    /// Hangs up on White if it is time to.
    fn cut_if(&mut self, now: Cut) {
        if let Some(at) = self.cuts.iter().position(|&cut| cut == now) {
            self.cuts.remove(at);
            let white = self.seats[self.names[1]];
            self.hall.hang_up(white);
        }
    }

    fn say(&self, who: usize, line: &str) {
        // Whoever is gone comes back and is told all of it.
        self.hall.say(who, line);
    }
}

fn letter(player: Player) -> char {
    ['b', 'w'][player.index()]
}
