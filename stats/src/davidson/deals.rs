//! Scores of single deals, and their second moments over all deals.

use super::DavidsonError;
use super::table::check_pair;
use crate::GameResult;

/// The scores of one deal: of every agent and of the first seat, and the number of ties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealScores {
    /// Half points of every agent, half points of the first seat, ties.
    sums: Vec<i64>,
}

impl DealScores {
    /// Creates an empty deal for `agents` agents.
    pub fn new(agents: usize) -> Self {
        Self { sums: vec![0; agents + 2] }
    }

    /// Adds one game of this deal by its outcome for the first seat.
    ///
    /// # Errors
    /// [`DavidsonError::NoSuchAgent`] and [`DavidsonError::SelfPlay`].
    pub fn record(
        &mut self,
        first: usize,
        second: usize,
        for_first: GameResult,
    ) -> Result<(), DavidsonError> {
        let agents = self.sums.len() - 2;
        check_pair(first, second, agents)?;
        self.sums[first] += i64::from(for_first.half_points());
        self.sums[second] += i64::from(for_first.reversed().half_points());
        self.sums[agents] += i64::from(for_first.half_points());
        self.sums[agents + 1] += i64::from(for_first == GameResult::Tie);
        Ok(())
    }

    /// Resets the scores for another deal.
    pub fn clear(&mut self) {
        self.sums.fill(0);
    }
}

/// First and second moments over deals of [`DealScores`], in integers, so that shards merge exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealMoments {
    deals: u64,
    sums: Vec<i64>,
    products: Vec<i64>,
}

impl DealMoments {
    /// Creates empty moments for `agents` agents.
    pub fn new(agents: usize) -> Self {
        let order = agents + 2;
        Self { deals: 0, sums: vec![0; order], products: vec![0; order * order] }
    }

    /// Creates moments from sums computed elsewhere.
    ///
    /// The numbers of one deal are, in order: **half points** of every agent, **half points** of the first
    /// seat, ties. `sums` are their totals, `products` the matrix Σ s sᵀ row by row.
    ///
    /// # Errors
    /// [`DavidsonError::DealsDisagree`] unless `products` has the squared length of `sums` and `sums` at
    /// least two numbers.
    pub fn from_parts(deals: u64, sums: Vec<i64>, products: Vec<i64>) -> Result<Self, DavidsonError> {
        if sums.len() < 2 || products.len() != sums.len() * sums.len() {
            return Err(DavidsonError::DealsDisagree);
        }
        Ok(Self { deals, sums, products })
    }

    /// Adds one deal.
    ///
    /// # Errors
    /// [`DavidsonError::DealsDisagree`] if the deal has another number of agents.
    pub fn record(&mut self, deal: &DealScores) -> Result<(), DavidsonError> {
        if deal.sums.len() != self.sums.len() {
            return Err(DavidsonError::DealsDisagree);
        }
        self.deals += 1;
        // Most entries of a deal are 0 in a large league: rows without points are skipped, which leaves
        // O(played · agents) work.
        let order = self.sums.len();
        for (i, &own) in deal.sums.iter().enumerate().filter(|&(_, &own)| own != 0) {
            self.sums[i] += own;
            let row = &mut self.products[i * order..(i + 1) * order];
            row.iter_mut().zip(&deal.sums).for_each(|(cell, other)| *cell += own * other);
        }
        Ok(())
    }

    /// Adds the deals of another collection.
    ///
    /// # Errors
    /// [`DavidsonError::DealsDisagree`] if the collection has another number of agents.
    pub fn merge(&mut self, other: &Self) -> Result<(), DavidsonError> {
        if other.sums.len() != self.sums.len() {
            return Err(DavidsonError::DealsDisagree);
        }
        self.deals += other.deals;
        self.sums.iter_mut().zip(&other.sums).for_each(|(own, more)| *own += more);
        self.products.iter_mut().zip(&other.products).for_each(|(own, more)| *own += more);
        Ok(())
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    pub(super) fn sums(&self) -> Vec<i128> {
        self.sums.iter().map(|&sum| i128::from(sum)).collect()
    }

    /// Returns Σ (s − s̄)(t − t̄) over deals for the numbers s and t at two places, in points and ties.
    ///
    /// If all deals follow one schedule, the means equal the model's expectations at the maximum.
    pub(super) fn centred(&self, i: usize, j: usize) -> f64 {
        let order = self.sums.len();
        let deals = i128::from(self.deals);
        let spread = deals * i128::from(self.products[i * order + j])
            - i128::from(self.sums[i]) * i128::from(self.sums[j]);
        let [unit_i, unit_j] = [i, j].map(|place| if place + 1 < order { 0.5 } else { 1.0 });
        spread as f64 / deals as f64 * unit_i * unit_j
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(outcome: GameResult) -> DealScores {
        let mut scores = DealScores::new(2);
        scores.record(0, 1, outcome).expect("two agents");
        scores
    }

    #[test]
    fn a_deal_counts_points_seats_and_ties() {
        let mut scores = deal(GameResult::Tie);
        scores.record(1, 0, GameResult::Win).expect("two agents");
        assert_eq!(scores.sums, [1, 3, 3, 1]);
        scores.clear();
        assert_eq!(scores, DealScores::new(2));
        assert_eq!(scores.record(1, 1, GameResult::Win), Err(DavidsonError::SelfPlay { agent: 1 }));
    }

    #[test]
    fn moments_are_centred_in_points() {
        let mut moments = DealMoments::new(2);
        for outcome in [GameResult::Win, GameResult::Loss] {
            moments.record(&deal(outcome)).expect("same agents");
        }
        assert!((moments.centred(0, 0) - 0.5).abs() < 1e-15);
        assert!((moments.centred(0, 1) + 0.5).abs() < 1e-15);
        assert!(moments.centred(3, 3).abs() < 1e-15);
    }

    #[test]
    fn ties_are_counted_whole() {
        let mut moments = DealMoments::new(2);
        for outcome in [GameResult::Tie, GameResult::Win] {
            moments.record(&deal(outcome)).expect("same agents");
        }
        assert!((moments.centred(3, 3) - 0.5).abs() < 1e-15);
        assert!((moments.centred(0, 3) + 0.25).abs() < 1e-15);
    }

    #[test]
    fn shards_merge_to_the_whole_and_strangers_do_not() {
        let mut whole = DealMoments::new(2);
        let mut shards = [DealMoments::new(2), DealMoments::new(2)];
        for (k, outcome) in GameResult::ALL.into_iter().enumerate() {
            whole.record(&deal(outcome)).expect("same agents");
            shards[k % 2].record(&deal(outcome)).expect("same agents");
        }
        let [mut first, second] = shards;
        assert_eq!(first.merge(&second), Ok(()));
        assert_eq!(first, whole);
        assert_eq!(first.merge(&DealMoments::new(3)), Err(DavidsonError::DealsDisagree));
        assert_eq!(first.record(&DealScores::new(3)), Err(DavidsonError::DealsDisagree));
        let again = DealMoments::from_parts(whole.deals, whole.sums.clone(), whole.products.clone());
        assert_eq!(again, Ok(whole));
        assert_eq!(DealMoments::from_parts(1, vec![1], vec![1]), Err(DavidsonError::DealsDisagree));
    }
}
