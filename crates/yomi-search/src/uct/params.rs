//! The parameters of the UCT family: one table for every front end.

yomi_core::choices! {
    /// How a child is chosen on the way down.
    pub enum Selection {
        /// Upper confidence bounds (Auer, Cesa-Bianchi and Fischer 2002).
        Ucb1 = "ucb1",
        /// Upper confidence bounds weighted by a prior (Rosin 2011; Silver et al. 2017).
        Puct = "puct",
    }
}

yomi_core::choices! {
    /// How many children of a node may be chosen, by the node's visits `n`.
    pub enum Widening {
        /// All of them.
        None = "none",
        /// The first at visit `widen_first`, one more every `widen_next` visits.
        Scheduled = "scheduled",
        /// `ceil(widen_factor * n^widen_power)` of them (Coulom 2007; Chaslot et al. 2008).
        Power = "power",
    }
}

yomi_core::choices! {
    /// Which child of the root is played in the end. Proven wins and losses come before any rule.
    pub enum BestMove {
        /// The most visited one.
        Visits = "visits",
        /// The one with the highest mean.
        Value = "value",
        /// The one whose mean is highest after subtracting its uncertainty.
        LowerBound = "lcb",
    }
}

yomi_core::choices! {
    /// What several threads do.
    pub enum Parallel {
        /// Share one tree. Fast, but two runs differ: threads meet in a different order each time.
        Tree = "tree",
        /// Grow one tree each and add up the roots. The same seed gives the same answer.
        Root = "root",
    }
}

yomi_core::choices! {
    /// How fast a move's own value takes over from its all-moves-as-first value.
    pub enum RaveSchedule {
        /// By the visits of the parent alone.
        Equivalence = "equivalence",
        /// By the counts behind both values, so that the expected squared error is least (Silver 2009).
        Bias = "bias",
    }
}

yomi_core::choices! {
    /// When a child gets its initial visits.
    pub enum InitialAt {
        /// As soon as its parent has children: the evaluator looks at all of them at once, and none has to be tried for its own sake.
        Listed = "listed",
        /// When it is first visited: one look a simulation, and every child is tried once before any twice (Gelly and Silver 2007).
        Visited = "visited",
    }
}

yomi_core::parameters! {
    /// Everything that can be set about UCT.
    pub struct UctParams {
        /// Formula that chooses a child on the way down. PUCT without a prior takes all moves to be alike.
        pub selection: Selection = Selection::Ucb1;
        /// Exploration constant c: of c*sqrt(2 ln N / n) in UCB1 (1 is the textbook's, not tuned for any game), of c*P*sqrt(N)/(1+n) in PUCT.
        pub exploration: f64 = 1.0, in 0.0..=100.0;
        /// First-play urgency: what an untried child counts as. With none, UCB1 tries every child once before any twice, and PUCT uses the parent's mean.
        pub first_play: Option<f64> = None, in 0.0..=10.0;
        /// First-play urgency of PUCT without a number of its own: by how much less than the parent's mean an untried child counts, in expected score.
        pub first_play_loss: f64 = 0.0, in 0.0..=1.0, unrecorded "0";
        /// Virtual visits a new child starts with, at the value the evaluator gives it.
        pub initial_visits: u32 = 0, in 0..=1000000;
        /// When a child gets its initial visits: all children as soon as they are listed, or each when it is first visited.
        pub initial_at: InitialAt = InitialAt::Listed;
        /// Whether initial visits count in the exploration term of UCB1 as they do in the mean; if not, a child is explored as if it had none.
        pub initial_explores: bool = true;
        /// Virtual visits, all won, that a move of prior probability P counts in its own statistics besides its real ones: this many times sqrt(P). Needs a prior.
        pub prior_visits: f64 = 0.0, in 0.0..=1000000.0, unrecorded "0";
        /// Only so many moves of a node are searched, the most probable ones by the prior; the others are taken to be worse. Needs a prior.
        pub prior_moves: Option<u32> = None, in 1..=65535, unrecorded "none";
        /// Nor are moves of less probability by the prior among these searched (but always one). Needs a prior.
        pub prior_least: f64 = 0.0, in 0.0..=1.0, unrecorded "0";
        /// Leaves count as won, drawn or lost, and no more: won if what they are worth is at least so much better than the evaluator's value of the root, in log-odds, lost if it is so much worse. None: as what they are worth. Needs an evaluator.
        pub reward_threshold: Option<f64> = None, in 0.0..=100.0, unrecorded "none";
        /// Progressive widening: how many children may be chosen, best prior first; in random order without a prior.
        pub widening: Widening = Widening::None;
        /// Scheduled widening: the visit at which the first child opens.
        pub widen_first: u32 = 3, in 0..=1000000;
        /// Scheduled widening: visits until the next child opens.
        pub widen_next: u32 = 4, in 1..=1000000;
        /// Power-law widening: the factor.
        pub widen_factor: f64 = 1.0, in 0.01..=1000.0;
        /// Power-law widening: the exponent.
        pub widen_power: f64 = 0.5, in 0.0..=1.0;
        /// Mix in the all-moves-as-first value of a move (RAVE).
        pub rave: bool = false;
        /// RAVE: how fast a move's own value takes over from its all-moves-as-first value.
        pub rave_schedule: RaveSchedule = RaveSchedule::Equivalence;
        /// RAVE by equivalence: the number of visits at which both values weigh the same.
        pub rave_equivalence: f64 = 1000.0, in 0.1..=1000000.0;
        /// RAVE by bias: how far the all-moves-as-first value is taken to be off, in expected score.
        pub rave_bias: f64 = 0.03, in 0.0..=1.0;
        /// RAVE with PUCT: as if this many simulations with the child's own mean (the first-play urgency, if it has none) were among those behind its all-moves-as-first value.
        pub rave_damping: f64 = 0.0, in 0.0..=1000000.0, unrecorded "0";
        /// RAVE: how much less a move counts the later it was played in the simulation: nothing less (0), or up to this share less if it was the last; in quarters.
        pub rave_decay: f64 = 0.0, in 0.0..=1.0, unrecorded "0";
        /// Share what was learned about a position between all ways that lead to it.
        pub transpositions: bool = false;
        /// Prove wins, losses and draws, and never simulate what is proven.
        pub solver: bool = true;
        /// Forced wins: how many times as many visits a node needs for the prover to look for one with the next more effort, from the second on; 0 or 1: never with more than the first two. Needs a prover.
        pub prove_growth: u32 = 8, in 0..=1000000, unrecorded "8";
        /// Keep the part of the tree below the moves that were played.
        pub reuse: bool = true;
        /// Rule for the move to play.
        pub best_move: BestMove = BestMove::Visits;
        /// End the search once no other move could get more visits with what is left; where best_move=visits.
        pub early_stop: bool = false;
        /// Visits of a leaf before its children are added.
        pub expand_visits: u32 = 1, in 1..=1000000;
        /// Hard limit on the tree's memory, in MiB. A full tree is searched on without growing.
        pub memory: u32 = 256, in 1..=1048576;
        /// Threads.
        pub threads: u32 = 1, in 1..=256;
        /// What several threads do: share one tree, or grow one each (reproducible).
        pub parallel: Parallel = Parallel::Tree;
        /// Most simulations made below a busy node before their results are backed up above it; 1 is textbook UCT. None: 1 for a thread alone in its tree, 64 where threads share one.
        pub batch: Option<u32> = None, in 1..=1024, formerly "handful";
        /// Virtual loss: visits a path is charged in advance while another thread may choose.
        pub virtual_loss: u32 = 1, in 0..=1000;
    }
}
