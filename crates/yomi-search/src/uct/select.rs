//! Selection of a child.
//!
//! With `N` visits of the parent, `n`, `Q` and `P` visits, mean and prior of a child:
//!
//! - **UCB1** (Auer, Cesa-Bianchi and Fischer 2002; in trees: Kocsis and Szepesvári 2006):
//!   `Q + c sqrt(2 ln N / n)`; an untried child comes first, or counts as the first-play urgency
//!   (Wang and Gelly 2007).
//! - **PUCT** (Rosin 2011; Silver et al. 2017): `Q + c P sqrt(N) / (1 + n)`; an untried child
//!   has the first-play urgency as its `Q`, or else the mean of its parent, less a constant.
//! - **RAVE** (Gelly and Silver 2011) replaces `Q` by `(1 - b) Q + b A`, where `A` is the mean of
//!   all simulations in which the move was played at any later time, and
//!   `b = sqrt(k / (3 N + k))` with the equivalence parameter `k`; or, by the counts `n` and `a`
//!   behind both values, `b = a / (a + n + 4 B^2 a n)` with the bias parameter `B` (Silver 2009).
//!   By equivalence an untried child has the first-play urgency as its `Q`; where untried children
//!   come first, those with the highest `A` come first of all. By bias it is worth its `A`, and
//!   first-play urgency is for children that have none.
//!
//!   With PUCT an `A` of one or two simulations, 0 or 1, would outweigh any prior: where there are
//!   hundreds of children the search follows chance instead of knowledge. Damping multiplies `b` by
//!   `a / (a + d)`, as if `d` of the simulations behind `A` had had the child's own mean.
//!
//! - **Virtual visits by the prior**: a child counts as if it had `v = V sqrt(P)` more visits, all won, in both
//!   formulas, so that the prior outweighs the first results, real ones and those of RAVE, and is outweighed by many. With
//!   `V > 0` no child is untried. RAVE by equivalence takes no notice of them, by bias it does. They are computed from `P` where children are compared: visits that are
//!   reported, decide the move to play or open children are real.
//!
//! All arithmetic is IEEE single precision with the exactly rounded operations only (the one
//! logarithm per node comes from a portable implementation), so the choice is the same on every
//! machine.

use super::node::Node;
use super::params::{RaveSchedule, Selection, UctParams, Widening};
use super::rave::Amaf;
use super::tree::Children;
use std::sync::LazyLock;

/// The score of an untried child where untried ones come first: above any other.
const UNTRIED: f32 = 1e6;

/// `sqrt(2 ln N)`.
fn log_width(visits: u32) -> f32 {
    (2.0 * libm::logf(visits.max(1) as f32)).sqrt()
}

/// [`log_width`] of small numbers. Nearly all nodes of a tree have few visits, and the logarithm
/// would be a third of the time spent choosing.
static LOG_WIDTHS: LazyLock<[f32; 2048]> =
    LazyLock::new(|| std::array::from_fn(|visits| log_width(visits as u32)));

/// The settings of selection in the form that the inner loop uses.
#[derive(Clone, Copy, Debug)]
pub struct Selector {
    selection: Selection,
    exploration: f32,
    first_play: Option<f32>,
    first_play_loss: f32,
    /// Initial visits that do not count in the exploration term.
    unexplored: f32,
    rave_schedule: RaveSchedule,
    rave_equivalence: f32,
    /// `4 B^2`.
    rave_bias: f32,
    rave_damping: f32,
    prior_visits: f32,
    widening: Widening,
    widen_first: u32,
    widen_next: u32,
    widen_factor: f64,
    widen_power: f64,
    log_widths: &'static [f32; 2048],
}

/// The terms of the parent in the selection formula.
#[derive(Clone, Copy, Debug)]
pub struct Parent {
    /// Its visits.
    pub visits: u32,
    /// Its mean, seen by the player who chooses now.
    pub mean: f32,
    /// The proven lower bound of that player, in half points: children that cannot exceed it are
    /// not simulated.
    pub floor: u8,
}

impl Selector {
    /// Reads the settings; `initial_visits` are those that children really start with.
    pub fn new(params: &UctParams, initial_visits: u32) -> Selector {
        Selector {
            selection: params.selection,
            exploration: params.exploration as f32,
            first_play: params.first_play.map(|value| value as f32),
            first_play_loss: params.first_play_loss as f32,
            unexplored: match params.initial_explores {
                true => 0.0,
                false => initial_visits as f32,
            },
            rave_schedule: params.rave_schedule,
            rave_equivalence: params.rave_equivalence as f32,
            rave_bias: 4.0 * (params.rave_bias * params.rave_bias) as f32,
            rave_damping: params.rave_damping as f32,
            prior_visits: params.prior_visits as f32,
            widening: params.widening,
            widen_first: params.widen_first,
            widen_next: params.widen_next,
            widen_factor: params.widen_factor,
            widen_power: params.widen_power,
            log_widths: &LOG_WIDTHS,
        }
    }

    /// Whether initial visits count in the exploration term.
    #[inline]
    pub fn explores_initial(&self) -> bool {
        self.unexplored == 0.0
    }

    /// The number of children, of `count`, that progressive widening allows after `visits` visits of
    /// their parent.
    #[inline]
    pub fn open(&self, visits: u32, count: usize) -> usize {
        let open = match self.widening {
            Widening::None => return count,
            Widening::Scheduled => match visits.checked_sub(self.widen_first) {
                None => 0,
                Some(since) => 1 + (since / self.widen_next) as usize,
            },
            Widening::Power => {
                let power = libm::pow(f64::from(visits), self.widen_power);
                (self.widen_factor * power).ceil() as usize
            }
        };
        open.min(count)
    }

    /// The offset of the child to visit: among the open ones (at least one), unless none of them
    /// can give more than the parent has for sure already; then among all.
    #[inline]
    pub fn choose<A: Copy>(
        &self,
        parent: Parent,
        children: &Children<'_, A>,
        open: usize,
    ) -> usize {
        let chosen = self.choose_among(parent, children, open);
        if open < children.nodes.len() && children.nodes[chosen].bounds().upper() <= parent.floor {
            return self.choose_among(parent, children, children.nodes.len());
        }
        chosen
    }

    #[inline]
    fn choose_among<A: Copy>(
        &self,
        parent: Parent,
        children: &Children<'_, A>,
        open: usize,
    ) -> usize {
        let nodes = &children.nodes[..open];
        match (self.selection, children.priors, children.amaf) {
            (Selection::Ucb1, Some(priors), amaf) if self.prior_visits > 0.0 => {
                let width = self.ucb_width(parent.visits);
                let by_parent = self.rave_share(parent.visits);
                best(nodes, parent.floor, |i, child| {
                    let (visits, sum) = self.with_virtual(child, priors[i]);
                    if visits == 0.0 {
                        return parent.mean;
                    }
                    let sum = match amaf.map(|amaf| &amaf[i]) {
                        Some(amaf) if amaf.visits() > 0.0 => {
                            let share = self.share(by_parent, visits, amaf);
                            sum + share * (amaf.mean() * visits - sum)
                        }
                        _ => sum,
                    };
                    (sum + width * visits.sqrt()) / visits
                })
            }
            (Selection::Ucb1, _, None) => {
                if self.first_play.is_none() && parent.visits as usize <= open {
                    // Cheaper than scoring, in the many nodes that are still being opened.
                    if let Some(untried) = nodes.iter().position(|child| child.visits() == 0) {
                        return untried;
                    }
                }
                let width = self.ucb_width(parent.visits);
                best(nodes, parent.floor, |_, child| {
                    self.ucb1(child, child.sum(), width)
                })
            }
            (Selection::Ucb1, _, Some(amaf)) => {
                let width = self.ucb_width(parent.visits);
                let by_parent = self.rave_share(parent.visits);
                best(nodes, parent.floor, |i, child| {
                    let visits = child.visits() as f32;
                    if amaf[i].visits() == 0.0 {
                        return self.ucb1(child, child.sum(), width);
                    }
                    let later = amaf[i].mean();
                    if visits == 0.0 {
                        return match (self.rave_schedule, self.first_play) {
                            (RaveSchedule::Bias, _) => later + width,
                            (_, Some(urgency)) => urgency + by_parent * (later - urgency),
                            (_, None) => UNTRIED + later,
                        };
                    }
                    let share = self.share(by_parent, visits, &amaf[i]);
                    self.ucb1(
                        child,
                        child.sum() + share * (later * visits - child.sum()),
                        width,
                    )
                })
            }
            (Selection::Puct, Some(priors), None) if self.prior_visits == 0.0 => {
                self.puct_in_order(parent, nodes, priors)
            }
            (Selection::Puct, priors, amaf) => {
                let width = self.exploration * (parent.visits as f32).sqrt();
                let untried = self
                    .first_play
                    .unwrap_or(parent.mean - self.first_play_loss);
                let even = 1.0 / children.nodes.len() as f32;
                let by_parent = self.rave_share(parent.visits);
                best(nodes, parent.floor, |i, child| {
                    let prior = priors.map_or(even, |priors| priors[i]);
                    let (visits, sum) = self.with_virtual(child, prior);
                    let mut mean = if visits > 0.0 { sum / visits } else { untried };
                    if let Some(amaf) = amaf.map(|amaf| &amaf[i])
                        && amaf.visits() > 0.0
                    {
                        let share = self.share(by_parent, visits, amaf);
                        let count = amaf.visits();
                        // Exactly 1 without damping.
                        let share = share * (count / (count + self.rave_damping));
                        mean += share * (amaf.mean() - mean);
                    }
                    mean + width * prior / (1.0 + visits)
                })
            }
        }
    }

    /// PUCT by nothing but a child's own visits and prior. Children stand in the order of their priors, so the first untried one is better than
    /// all other untried ones, and as it always was, none behind it was ever tried: most of a hundred children need no look.
    #[inline]
    fn puct_in_order<A: Copy>(&self, parent: Parent, nodes: &[Node<A>], priors: &[f32]) -> usize {
        let width = self.exploration * (parent.visits as f32).sqrt();
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (i, (child, &prior)) in nodes.iter().zip(priors).enumerate() {
            if child.bounds().upper() <= parent.floor {
                continue;
            }
            let visits = child.visits() as f32;
            let mean = match visits > 0.0 {
                true => child.sum() / visits,
                false => self
                    .first_play
                    .unwrap_or(parent.mean - self.first_play_loss),
            };
            let score = mean + width * prior / (1.0 + visits);
            if score > best_score {
                (best, best_score) = (i, score);
            }
            if visits == 0.0 {
                break;
            }
        }
        best
    }

    /// `c sqrt(2 ln N)`.
    #[inline]
    fn ucb_width(&self, visits: u32) -> f32 {
        let width = match self.log_widths.get(visits as usize) {
            Some(&width) => width,
            None => log_width(visits),
        };
        self.exploration * width
    }

    /// `sqrt(k / (3 N + k))`.
    #[inline]
    fn rave_share(&self, visits: u32) -> f32 {
        (self.rave_equivalence / (3.0 * visits as f32 + self.rave_equivalence)).sqrt()
    }

    /// The share of a child's all-moves-as-first value, whichever counts decide it.
    #[inline]
    fn share(&self, by_parent: f32, visits: f32, amaf: &Amaf) -> f32 {
        match self.rave_schedule {
            RaveSchedule::Equivalence => by_parent,
            RaveSchedule::Bias => self.rave_share_by_counts(visits, amaf),
        }
    }

    /// The visits of a child and the sum of their values, virtual ones by the prior included.
    #[inline]
    fn with_virtual<A: Copy>(&self, child: &Node<A>, prior: f32) -> (f32, f32) {
        let (visits, sum) = (child.visits() as f32, child.sum());
        if self.prior_visits == 0.0 {
            return (visits, sum);
        }
        let won = self.prior_visits * prior.sqrt();
        (visits + won, sum + won)
    }

    /// `a / (a + n + 4 B^2 a n)`.
    #[inline]
    fn rave_share_by_counts(&self, visits: f32, amaf: &Amaf) -> f32 {
        let later = amaf.visits();
        later / (later + visits + self.rave_bias * later * visits)
    }

    /// `Q + width / sqrt(n)`, as one division where `n` counts the same visits in both terms.
    #[inline]
    fn ucb1<A: Copy>(&self, child: &Node<A>, sum: f32, width: f32) -> f32 {
        let visits = child.visits() as f32;
        if visits == 0.0 {
            return self.first_play.unwrap_or(UNTRIED);
        }
        if self.unexplored > 0.0 {
            return sum / visits + width / (visits - self.unexplored).max(1.0).sqrt();
        }
        (sum + width * visits.sqrt()) / visits
    }
}

/// The first child with the highest score among those that can still give more than `floor`; the
/// first child if there is none.
#[inline]
fn best<A: Copy>(nodes: &[Node<A>], floor: u8, score: impl Fn(usize, &Node<A>) -> f32) -> usize {
    let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
    for (i, child) in nodes.iter().enumerate() {
        if child.bounds().upper() <= floor {
            continue;
        }
        let score = score(i, child);
        if score > best_score {
            (best, best_score) = (i, score);
        }
    }
    best
}
