//! The simulations of the root that are kept, for actions that are added later.

/// To value an action by many more would take longer than it is worth.
const MOST: usize = 1 << 15;

/// One simulation of the root.
#[derive(Clone, Copy)]
pub struct Sample<A> {
    /// What was executed.
    pub executed: A,
    /// What it came to, for who moves.
    pub value: f64,
    /// The density of its batch there.
    pub density: f64,
}

impl<A> Sample<A> {
    /// A simulation whose batch is not yet complete.
    pub fn new(executed: A, value: f64) -> Sample<A> {
        Sample {
            executed,
            value,
            density: 1.0,
        }
    }
}

/// All samples; or, where they are too many, every second of them, every fourth and so on, of the early as of the late ones.
pub struct Samples<A> {
    kept: Vec<Sample<A>>,
    /// Of how many one is kept.
    stride: usize,
    seen: usize,
}

impl<A> Default for Samples<A> {
    fn default() -> Samples<A> {
        Samples {
            kept: Vec::new(),
            stride: 1,
            seen: 0,
        }
    }
}

impl<A> Samples<A> {
    /// Takes a sample in.
    pub fn add(&mut self, sample: Sample<A>) {
        if self.seen.is_multiple_of(self.stride) {
            self.kept.push(sample);
        }
        self.seen += 1;
        if self.kept.len() >= MOST {
            let mut keeps = false;
            self.kept.retain(|_| {
                keeps = !keeps;
                keeps
            });
            self.stride *= 2;
        }
    }

    /// The samples that were kept, each with the number of those it stands for.
    pub fn iter(&self) -> impl Iterator<Item = (&Sample<A>, f64)> {
        self.kept.iter().map(|sample| (sample, self.stride as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_stands_for_all_and_comes_from_everywhere() {
        for count in [1, 1000, MOST - 1, MOST, 10 * MOST + 77] {
            let mut samples = Samples::default();
            (0..count).for_each(|number| samples.add(Sample::new(number, number as f64)));
            let stands_for: f64 = samples.iter().map(|(_, count)| count).sum();
            let stride = samples.stride as f64;
            assert!((stands_for - count as f64).abs() < stride, "{count}");
            assert!(samples.kept.len() < MOST);
            let regular = samples.iter().enumerate();
            for (place, (sample, _)) in regular {
                assert_eq!(sample.executed, place * samples.stride, "{count}");
            }
        }
    }
}
