//! The engine `mate`: plays a mate where it finds one, and an arbitrary move elsewhere.

use yomi_core::{
    Game as _, Limits, MoveReport, MoverValue, Outcome, Proven, Report, Request, Search, StopReason,
};
use yomi_shogi::mate::{MateSolver, MateVerdict};
use yomi_shogi::{Move, Position, Shogi};

yomi_core::parameters! {
    /// What the search for mate is given.
    pub struct MateParams {
        /// Size of its table in MiB.
        pub memory: u32 = 64, in 1 ..= 65_536;
    }
}

/// Nodes a move unless limited otherwise: a few seconds.
pub const NODES: u64 = 1_000_000;

/// A search for mate as an engine.
///
/// A mate is a proven win with its line, which is told to be shortest where no mate by checks is
/// shorter for certain. Where there is none by checks, nothing is proven and the
/// reason is [`StopReason::Exhausted`]; where that is not known, the reason is the limit that
/// ended the search. The move is then any legal one.
pub struct MateSearch {
    params: MateParams,
    /// Made when a game begins, or at the first search: the table is large.
    solver: Option<MateSolver>,
}

impl MateSearch {
    /// A search that knows nothing yet.
    pub fn new(params: MateParams) -> MateSearch {
        MateSearch {
            params,
            solver: None,
        }
    }

    fn solver(&mut self) -> &mut MateSolver {
        let bytes = (self.params.memory as usize) << 20;
        self.solver.get_or_insert_with(|| MateSolver::new(bytes))
    }
}

/// The limits as this search understands them: simulations are nodes, and depth alone ends
/// nothing.
fn understood(limits: Limits) -> Limits {
    let nodes = match (limits.nodes, limits.simulations) {
        (Some(nodes), Some(simulations)) => Some(nodes.min(simulations)),
        (nodes, simulations) => nodes.or(simulations),
    };
    let only_depth = limits.depth.is_some() && limits == Limits::depth(limits.depth.unwrap_or(0));
    Limits {
        nodes: if only_depth { Some(NODES) } else { nodes },
        ..limits
    }
}

/// Whether a line really wins in this game: it may be too long, or repeat what was there before.
fn wins(game: &Shogi, position: &Position, line: &[Move]) -> bool {
    let mut end = position.clone();
    let mut rng = yomi_core::Seed::new(0).rng();
    for &action in line {
        if game.outcome(&end).is_some() {
            return false;
        }
        game.step(&mut end, action, &mut rng);
    }
    game.outcome(&end) == Some(Outcome::Win(game.to_move(position)))
}

impl Search<Shogi> for MateSearch {
    fn search_with_progress(
        &mut self,
        game: &Shogi,
        position: &Position,
        request: &Request<Move>,
        _: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let mut budget = request.start(&understood(request.limits));
        let solver = self.solver();
        let verdict = solver.solve(position.board(), &mut budget);
        let line_is_shortest = matches!(
            verdict,
            MateVerdict::Mate {
                is_shortest: true,
                ..
            }
        );
        let only = &request.only;
        let may_begin = |line: &[Move]| only.is_empty() || only.contains(&line[0]);
        let (line, reason) = match verdict {
            MateVerdict::Mate { line, .. } if may_begin(&line) && wins(game, position, &line) => {
                (line, StopReason::Solved)
            }
            // This game does not get to the end of this mate, or it begins with a move that is not
            // to be looked at; there may be others.
            MateVerdict::Mate { .. } => (Vec::new(), StopReason::Depth),
            MateVerdict::NoMate => (Vec::new(), StopReason::Exhausted),
            MateVerdict::Unknown(reason) => (Vec::new(), reason),
        };
        let proven = (!line.is_empty()).then_some(Proven::Win);
        let any = || match only.is_empty() {
            true => position.board().random_legal(&mut request.seed.rng()),
            false => request.seed.rng().pick(only),
        };
        let best = line.first().copied().or_else(any);
        let best = best.expect("a game that is not over has a legal move");
        let line = if line.is_empty() { vec![best] } else { line };
        let value = proven.map_or(MoverValue::EVEN, Proven::value);
        Report {
            value,
            proven,
            moves: vec![MoveReport {
                visits: solver.nodes(),
                value: proven.map(Proven::value),
                proven,
                line: line.clone(),
                ..MoveReport::new(best)
            }],
            depth: line.len() as u32,
            line,
            nodes: solver.nodes(),
            deepest: solver.deepest(),
            fill: Some(solver.fill()),
            memory: solver.bytes() as u64,
            line_is_shortest: proven.is_some() && line_is_shortest,
            elapsed: budget.elapsed(),
            reason,
            ..Report::new(best, request.seed)
        }
    }

    fn reset(&mut self) {
        self.solver();
    }
}
