//! Solving small symmetric systems by Cholesky's factorisation A = L Lᵀ.
//!
//! The information matrix of a rating list is symmetric and positive definite
//! and has one row per player, so a dense hand-written solver of cubic cost is
//! all that is needed (Golub and Van Loan, *Matrix Computations*, section 4.2).

/// The lower triangular factor of a symmetric positive definite matrix.
pub(crate) struct Cholesky {
    lower: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factors a symmetric matrix; `None` if it is not positive definite to
    /// working precision. Only the lower triangle is read.
    pub(crate) fn factor(matrix: &[Vec<f64>]) -> Option<Self> {
        let mut lower: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
        for (row, entries) in matrix.iter().enumerate() {
            let mut current = vec![0.0; row + 1];
            for column in 0..row {
                let known = dot(&current[..column], &lower[column][..column]);
                current[column] = (entries[column] - known) / lower[column][column];
            }
            let pivot = entries[row] - dot(&current[..row], &current[..row]);
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            current[row] = pivot.sqrt();
            lower.push(current);
        }
        Some(Self { lower })
    }

    /// The x with A x = `right_side`.
    pub(crate) fn solve(&self, right_side: &[f64]) -> Vec<f64> {
        let size = self.lower.len();
        let mut solution = right_side.to_vec();
        for row in 0..size {
            let known = dot(&self.lower[row][..row], &solution[..row]);
            solution[row] = (solution[row] - known) / self.lower[row][row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size)
                .map(|below| self.lower[below][row] * solution[below])
                .sum();
            solution[row] = (solution[row] - known) / self.lower[row][row];
        }
        solution
    }

    /// The inverse of A, column by column.
    pub(crate) fn inverse(&self) -> Vec<Vec<f64>> {
        let size = self.lower.len();
        (0..size)
            .map(|column| {
                let mut unit = vec![0.0; size];
                unit[column] = 1.0;
                self.solve(&unit)
            })
            .collect()
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Vec<Vec<f64>> {
        vec![
            vec![4.0, 2.0, -2.0],
            vec![2.0, 10.0, 2.0],
            vec![-2.0, 2.0, 6.0],
        ]
    }

    #[test]
    fn solves_a_known_system() {
        // A (1, -2, 3) = (-6, -12, 12)
        let factor = Cholesky::factor(&example()).unwrap();
        let solution = factor.solve(&[-6.0, -12.0, 12.0]);
        for (found, expected) in solution.iter().zip([1.0, -2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn inverse_times_matrix_is_identity() {
        let matrix = example();
        let inverse = Cholesky::factor(&matrix).unwrap().inverse();
        for (row, entries) in matrix.iter().enumerate() {
            for (column, inverse_column) in inverse.iter().enumerate() {
                let expected = if row == column { 1.0 } else { 0.0 };
                assert!((dot(entries, inverse_column) - expected).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn indefinite_matrices_are_refused() {
        assert!(Cholesky::factor(&[vec![1.0, 2.0], vec![2.0, 1.0]]).is_none());
        assert!(Cholesky::factor(&[vec![f64::NAN]]).is_none());
    }
}
