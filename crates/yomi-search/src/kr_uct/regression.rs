//! The statistics of the actions of a state: kernel regression over what was executed.
//!
//! Both sums of the regression are kept for every action. A result is added to those of all actions of its state, in
//! time in proportion to their number; an action that is added sums up what is known already.

use crate::dpw::tree::Tree;

/// An action with its sums over all executions `b` in its state.
pub struct Arm<A> {
    /// The action.
    pub action: A,
    /// `W(a) = sum_b K(a,b) n_b`.
    pub weight: f64,
    /// `sum_b K(a,b) n_b v_b`, as who moves sees it.
    pub total: f64,
    /// Whether its exact execution ends the part of the game.
    pub is_last: bool,
}

impl<A> Arm<A> {
    /// `E[v|a]`; `None` if nothing is known.
    pub fn value(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.total / self.weight)
    }
}

/// The tree of the search: the actions of a state with their statistics.
pub type Regressed<S, A> = Tree<S, Arm<A>>;

/// Adds an action to a state with what is [known] of it; the caller has checked that the tree is not full.
pub fn add<S, A>(
    tree: &mut Regressed<S, A>,
    state: u32,
    action: A,
    (weight, total): (f64, f64),
) -> u32 {
    let arm = Arm {
        action,
        weight,
        total,
        is_last: false,
    };
    tree.add_action(state, arm)
}

/// Both sums of an action, which need not be one of the state's; `kernel` is `K(a, b)`.
pub fn known<S, A: Copy>(
    tree: &Regressed<S, A>,
    state: u32,
    action: A,
    kernel: impl Fn(A, A) -> f64,
) -> (f64, f64) {
    let executed = tree.actions_of(state).filter(|(_, entry)| entry.visits > 0);
    executed.fold((0.0, 0.0), |(weight, total), (_, entry)| {
        let share = kernel(action, entry.action.action);
        (
            weight + share * f64::from(entry.visits),
            total + share * entry.sum,
        )
    })
}

/// Adds a result of the exact execution of an action, as who moves sees it.
pub fn learn<S, A: Copy>(
    tree: &mut Regressed<S, A>,
    state: u32,
    executed: u32,
    value: f64,
    kernel: impl Fn(A, A) -> f64,
) {
    let entry = &mut tree.actions[executed as usize];
    entry.visits += 1;
    entry.sum += value;
    let executed = entry.action.action;
    tree.each_action_of(state, |entry| {
        let arm = &mut entry.action;
        let share = kernel(arm.action, executed);
        arm.weight += share;
        arm.total += share * value;
    });
}

/// `C sqrt(ln sum_b W(b) / W(a))` by the weight of `a`; without end where nothing is known.
pub fn width<S, A>(tree: &Regressed<S, A>, state: u32, constant: f64) -> impl Fn(f64) -> f64 {
    let actions = tree.actions_of(state);
    let all: f64 = actions.map(|(_, entry)| entry.action.weight).sum();
    let scale = constant * libm::log(all.max(1.0)).sqrt();
    move |weight| match weight > 0.0 {
        true => scale / weight.sqrt(),
        false => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half as likely one step off, and never two.
    fn kernel(a: i32, b: i32) -> f64 {
        match (a - b).abs() {
            0 => 1.0,
            1 => 0.5,
            _ => 0.0,
        }
    }

    fn tree() -> Regressed<(), i32> {
        let mut tree = Tree::new(1 << 20, ());
        for action in [0, 1, 2, 7] {
            add(&mut tree, 0, action, (0.0, 0.0));
        }
        for (executed, value) in [(0, 1.0), (0, 0.5), (1, 0.2), (2, 0.8)] {
            learn(&mut tree, 0, executed, value, kernel);
        }
        tree
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
    }

    /// Of 0 there are two results that sum to 1.5, of 1 one of 0.2, of 2 one of 0.8.
    #[test]
    fn values_and_weights_are_those_computed_by_hand() {
        let tree = tree();
        let expected = [
            (1.0 * 2.0 + 0.5, 1.5 + 0.5 * 0.2),
            (0.5 * 2.0 + 1.0 + 0.5, 0.5 * 1.5 + 0.2 + 0.5 * 0.8),
            (0.5 + 1.0, 0.5 * 0.2 + 0.8),
        ];
        for (entry, (weight, total)) in tree.actions.iter().zip(expected) {
            close(entry.action.weight, weight);
            close(entry.action.value().unwrap(), total / weight);
        }
        assert_eq!(tree.actions[3].action.value(), None);
        let width = width(&tree, 0, 0.4);
        close(width(2.0), 0.4 * (6.5_f64.ln() / 2.0).sqrt());
        assert_eq!(width(0.0), f64::INFINITY);
    }

    #[test]
    fn an_action_that_comes_late_knows_what_is_known() {
        let mut tree = tree();
        let sums = known(&tree, 0, 3, kernel);
        let late = add(&mut tree, 0, 3, sums);
        let arm = &tree.actions[late as usize].action;
        close(arm.weight, 0.5);
        close(arm.value().unwrap(), 0.8);
        assert_eq!(tree.actions[late as usize].visits, 0);
    }
}
