//! Intervals for the shares of an optimal mix, given the errors of the scores.
//!
//! A mix is not a smooth function of its table: a small change of one score can move all of it. Tables are
//! therefore drawn from the distribution of the scores, and each is solved.

use crate::draws::RandomStream;
use crate::{EquilibriumError, Estimate, Interval, Z95, equilibrium};
use ndarray::Array2;

/// Returns the 95 % percentile intervals of the shares of an [`equilibrium`] over `draws` tables, in the
/// order of the agents.
///
/// The scores above the diagonal are drawn independently; those below are their complements. Each side is
/// normal with the width of its side of the interval. The score is ½ for two agents that have not met. Every
/// interval contains the share in the observed table. Columns beyond the number of rows are ignored.
///
/// The cost is one linear programme for each draw.
///
/// # Errors
/// [`EquilibriumError`] if the table is empty, a row has fewer scores than there are rows, a score is not a
/// number, or no solution is found.
///
/// ```
/// use overhear_stats::{Pentanomial, mix_intervals};
/// let even = Pentanomial::new([25, 0, 50, 0, 25]).score();
/// let shares = mix_intervals(&[vec![None, even], vec![even, None]], 200, 1)?;
/// assert_eq!((shares[0].low, shares[0].high), (0.0, 1.0), "either may be the better one");
/// # Ok::<(), overhear_stats::EquilibriumError>(())
/// ```
pub fn mix_intervals(
    scores: &[Vec<Option<Estimate>>],
    draws: u32,
    seed: u64,
) -> Result<Vec<Interval>, EquilibriumError> {
    if scores.iter().any(|row| row.len() < scores.len()) {
        return Err(EquilibriumError::NotScores);
    }
    let mut stream = RandomStream::new(seed);
    let observed = equilibrium(&table(scores, |score| score.value))?.mix;
    let mut shares = vec![Vec::with_capacity(draws as usize); scores.len()];
    for _ in 0..draws {
        let mix = equilibrium(&table(scores, |score| drawn(score, &mut stream)))?.mix;
        shares.iter_mut().zip(mix).for_each(|(drawn_shares, share)| drawn_shares.push(share));
    }
    Ok(shares.into_iter().zip(observed).map(|(drawn_shares, share)| ends(drawn_shares, share)).collect())
}

/// Draws a possible true score: normal, with each side of the interval as its own scale.
fn drawn(score: &Estimate, stream: &mut RandomStream) -> f64 {
    let z = stream.normal() / Z95;
    let Interval { low, high } = score.interval;
    score.value + z * if z > 0.0 { high - score.value } else { score.value - low }
}

fn table(scores: &[Vec<Option<Estimate>>], mut of: impl FnMut(&Estimate) -> f64) -> Array2<f64> {
    let agents = scores.len();
    let mut cells = vec![0.5; agents * agents];
    for row in 0..agents {
        for column in row + 1..agents {
            let score = scores[row][column].as_ref().map_or(0.5, |score| of(score).clamp(0.0, 1.0));
            cells[row * agents + column] = score;
            cells[column * agents + row] = 1.0 - score;
        }
    }
    Array2::from_shape_fn((agents, agents), |(row, column)| cells[row * agents + column])
}

fn ends(mut shares: Vec<f64>, observed: f64) -> Interval {
    shares.sort_by(f64::total_cmp);
    let own = Interval { low: observed, high: observed };
    let Some(last) = shares.len().checked_sub(1) else { return own };
    let [low, high] = [0.025, 0.975].map(|quantile| shares[(quantile * last as f64).round() as usize]);
    Interval { low, high }.hull(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pentanomial;

    fn against(wins: u64, losses: u64) -> Option<Estimate> {
        Pentanomial::new([losses, 0, 0, 0, wins]).score()
    }

    #[test]
    fn a_table_without_corners_or_numbers_has_no_mix() {
        let unknown = Some(Estimate::normal(f64::NAN, 0.1));
        for table in [
            vec![],
            vec![vec![None, against(3, 2)], vec![]],
            vec![vec![None; 2]; 3],
            vec![vec![None, unknown], vec![unknown, None]],
        ] {
            assert_eq!(mix_intervals(&table, 10, 1), Err(EquilibriumError::NotScores), "{table:?}");
        }
    }

    #[test]
    fn a_score_is_drawn_on_each_side_as_far_as_its_interval_goes() {
        let mut stream = RandomStream::new(1);
        let mut drawn = |low, high| {
            let score = Estimate { value: 0.7, se: 0.1, interval: Interval { low, high } };
            let draws: Vec<f64> = (0..200).map(|_| drawn(&score, &mut stream)).collect();
            draws.into_iter().fold((f64::MAX, f64::MIN), |(low, high), x| (x.min(low), x.max(high)))
        };
        let (low, high) = drawn(0.5, 0.7);
        assert!(low < 0.6 && high == 0.7, "below alone: {low} to {high}");
        let (low, high) = drawn(0.7, 0.9);
        assert!(low == 0.7 && high > 0.8, "above alone: {low} to {high}");
    }

    #[test]
    fn a_clear_favourite_is_all_of_the_mix_and_the_more_games_the_surer() {
        let clear = [vec![None, against(900, 100)], vec![against(100, 900), None]];
        let shares = mix_intervals(&clear, 500, 3).expect("solved");
        assert_eq!((shares[0].low, shares[1].high), (1.0, 0.0));
        let cycle = |won: u64, lost: u64| {
            let (up, down) = (against(won, lost), against(lost, won));
            [vec![None, up, down], vec![down, None, up], vec![up, down, None]]
        };
        let few = mix_intervals(&cycle(30, 10), 500, 3).expect("solved");
        let many = mix_intervals(&cycle(3000, 1000), 500, 3).expect("solved");
        for (few, many) in few.iter().zip(&many) {
            assert!(many.contains(1.0 / 3.0) && few.contains(1.0 / 3.0), "{few:?} {many:?}");
            assert!(many.width() > 0.0 && few.width() > 3.0 * many.width(), "{few:?} {many:?}");
        }
    }

    #[test]
    fn a_table_has_the_scores_above_the_diagonal_and_their_complements_below() {
        let score = |value| Some(Estimate::normal(value, 0.1));
        let scores = [
            vec![None, score(0.75), score(1.5)],
            vec![score(0.0), None, score(0.125)],
            vec![None, None, None],
        ];
        let expected = ndarray::array![[0.5, 0.75, 1.0], [0.25, 0.5, 0.125], [0.0, 0.875, 0.5]];
        assert_eq!(table(&scores, |score| score.value), expected);
        assert_eq!(
            table(&[vec![None; 2], vec![None; 2]], |score| score.value),
            Array2::from_elem((2, 2), 0.5)
        );
    }

    #[test]
    fn the_ends_leave_out_the_same_share_of_the_draws_on_both_sides() {
        let shares: Vec<f64> = (0..=200).rev().map(|n| f64::from(n) / 200.0).collect();
        assert_eq!(ends(shares.clone(), 0.5), Interval { low: 0.025, high: 0.975 });
        assert_eq!(ends(shares, 1.0), Interval { low: 0.025, high: 1.0 });
        assert_eq!(ends(vec![], 0.5), Interval { low: 0.5, high: 0.5 });
    }
}
