//! A small server that plays game after game between two clients, keeps the rules and the clocks
//! itself, and hangs up after every game, as Floodgate's does.

use super::support::referee;
use crate::common::PASSWORD;
use crate::common::hall::Hall;
use std::sync::Arc;
use std::time::Instant;
use yomi_core::{Outcome, Player, Referee};
use yomi_records::shogi::Diagram;
use yomi_records::shogi::csa::csa_move::CsaMove;
use yomi_shogi::{Board, Rules, Shogi};

/// The seconds that each side has for a game.
const TIME: u64 = 600;

/// A game to be played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Black and White.
    pub names: [&'static str; 2],
    /// After how many moves it is a draw.
    pub most: u32,
    /// After how many moves to hang up on White.
    pub cut: Option<usize>,
}

/// What became of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hosted {
    /// All moves, with the seconds they took.
    pub moves: Vec<(CsaMove, u64)>,
    /// What Black and White were told at the end.
    pub ends: [String; 2],
    /// How many moves came with a remark.
    pub remarks: usize,
}

/// Hosts.
pub struct MatchServer {
    hall: Hall,
}

/// A game under way.
struct Table<'a> {
    hall: &'a mut Hall,
    plan: Plan,
    /// The connections of Black and White.
    seats: [usize; 2],
    referee: Box<dyn Referee>,
    board: Diagram,
    clocks: [u64; 2],
    turn_began: Instant,
    hosted: Hosted,
}

impl MatchServer {
    /// A server at a free port.
    pub fn new() -> MatchServer {
        MatchServer {
            hall: Hall::open(""),
        }
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.hall.port()
    }

    /// Plays the games one after the other, each once both sides have logged in for it.
    pub fn host(mut self, plans: &[Plan]) -> Vec<Hosted> {
        plans.iter().map(|plan| self.play(*plan)).collect()
    }

    fn play(&mut self, plan: Plan) -> Hosted {
        let mut seats = [None; 2];
        while seats.contains(&None) {
            let (who, Some(line)) = self.hall.next() else {
                continue;
            };
            for side in Player::BOTH {
                let name = plan.names[side.index()];
                if line == format!("LOGIN {name} {PASSWORD}") {
                    self.hall.say(who, &format!("LOGIN:{name} OK"));
                    seats[side.index()] = Some(who);
                }
            }
        }
        let rules = Rules {
            moves: plan.most,
            ..Rules::default()
        };
        let table = Table {
            hall: &mut self.hall,
            plan,
            seats: seats.map(|seat| seat.expect("everybody is here")),
            referee: referee(Arc::new(Shogi::new(rules))),
            board: Diagram::of(&Board::start()),
            clocks: [TIME; 2],
            turn_began: Instant::now(),
            hosted: Hosted {
                moves: Vec::new(),
                ends: Default::default(),
                remarks: 0,
            },
        };
        table.play()
    }
}

impl Table<'_> {
    fn play(mut self) -> Hosted {
        self.propose();
        let mut agreed = 0;
        while self.hosted.ends[0].is_empty() {
            let (who, line) = self.hall.next();
            let Some(side) = self.side_of(who) else {
                continue;
            };
            match line.as_deref() {
                // Whoever hangs up has lost.
                None => self.end("%TORYO\n#RESIGN", Some(side.other())),
                Some("") => self.hall.say(who, ""),
                Some("AGREE") => {
                    agreed += 1;
                    if agreed == 2 {
                        self.tell("START:the-game");
                        self.turn_began = Instant::now();
                    }
                }
                Some("%TORYO") => self.end("%TORYO\n#RESIGN", Some(side.other())),
                Some("%KACHI") => match self.referee.play("win") {
                    Ok(_) => self.end("%KACHI\n#JISHOGI", Some(side)),
                    Err(_) => self.end("%KACHI\n#ILLEGAL_MOVE", Some(side.other())),
                },
                Some(line) => self.moved(side, line),
            }
        }
        for who in self.seats {
            self.hall.hang_up(who);
        }
        self.hosted
    }

    fn side_of(&self, who: usize) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|side| self.seats[side.index()] == who)
    }

    fn tell(&self, line: &str) {
        for who in self.seats {
            self.hall.say(who, line);
        }
    }

    fn propose(&self) {
        let [black, white] = self.plan.names;
        for (who, sign) in self.seats.into_iter().zip(['+', '-']) {
            let text = format!(
                "BEGIN Game_Summary\nProtocol_Version:1.2\nProtocol_Mode:Server\n\
                 Format:Shogi 1.0\nDeclaration:Jishogi 1.1\nGame_ID:the-game\nName+:{black}\n\
                 Name-:{white}\nYour_Turn:{sign}\nRematch_On_Draw:NO\nTo_Move:+\nMax_Moves:{}\n\
                 BEGIN Time\nTime_Unit:1sec\nTotal_Time:{TIME}\nByoyomi:0\n\
                 Least_Time_Per_Move:0\nEND Time\nBEGIN Position\nPI\n+\nEND Position\n\
                 END Game_Summary",
                self.plan.most
            );
            self.hall.say(who, &text);
        }
    }

    fn moved(&mut self, side: Player, line: &str) {
        assert_eq!(side, self.referee.to_move(), "{line}: out of turn");
        let (text, remark) = line.split_once(",'* ").unwrap_or((line, ""));
        self.hosted.remarks += usize::from(!remark.is_empty());
        let played = CsaMove::parse(text).expect("clients write moves as they should");
        assert_eq!(played.side, side, "{line}: for the other side");
        let usi = played.to_usi(|square| self.board.kind(square));
        let usi = usi.expect("clients know what stands where");
        self.referee.play(&usi).expect("clients play legal moves");
        self.board.play(&played);
        let took = self.turn_began.elapsed().as_secs();
        self.clocks[side.index()] = self.clocks[side.index()].saturating_sub(took);
        if self.clocks[side.index()] == 0 {
            return self.end("#TIME_UP", Some(side.other()));
        }
        self.hosted.moves.push((played, took));
        self.tell(&format!("{played},T{took}"));
        self.turn_began = Instant::now();
        let count = self.hosted.moves.len();
        match self.referee.outcome() {
            _ if self.plan.cut == Some(count) => self.hall.hang_up(self.seats[1]),
            None => {}
            // Who is mated resigns; who has given check for ever has just moved.
            Some(Outcome::Win(winner)) if winner == side => {}
            Some(Outcome::Win(winner)) => self.end("#OUTE_SENNICHITE", Some(winner)),
            Some(_) if count == self.plan.most as usize => self.end("#MAX_MOVES", None),
            Some(_) => self.end("#SENNICHITE", None),
        }
    }

    fn end(&mut self, reason: &str, winner: Option<Player>) {
        for (side, who) in Player::BOTH.into_iter().zip(self.seats) {
            let verdict = match winner {
                Some(winner) if winner == side => "#WIN",
                Some(_) => "#LOSE",
                None if reason == "#MAX_MOVES" => "#CENSORED",
                None => "#DRAW",
            };
            let end = format!("{reason}\n{verdict}");
            self.hall.say(who, &end);
            self.hosted.ends[side.index()] = end.replace('\n', " ");
        }
    }
}
