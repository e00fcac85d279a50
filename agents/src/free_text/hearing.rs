//! Weights of the two predictors of an intercepted clue.

/// Weights of the predictors, and the prior of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterceptionModel {
    /// Ratio of β in the posterior over keywords to β in decoding. It is below 1 because an unknown keyword
    /// blurs.
    pub open_beta: f64,
    /// Weight of the prediction by the posterior over keywords.
    pub open_weight: f64,
    /// Weight of the similarity to earlier clues, in nats per unit of cosine.
    pub likeness_weight: f64,
    /// Shrinkage of the mean of earlier clues, in clues.
    pub likeness_shrink: f64,
    /// Penalty for a mean that is long for any clue.
    pub likeness_length: f64,
    /// Gain, in nats, of a possible keyword in whose list the clue stands, in its first place.
    pub stated: f64,
    /// What is taken off for each unit of ln(1 + place).
    pub fade: f64,
    /// Gain of a possible keyword that stands in the clue's list.
    pub reverse: f64,
    /// Gain of a possible keyword without a list: nothing is missing from it.
    pub unlisted: f64,
    /// Prior probability of the deck; all words of the vocabulary share the rest. People seldom play with
    /// this project's deck: a larger value intercepts more when they do, and less otherwise.
    pub deck_share: f64,
    /// Exponent of the prior of other words, rank^−commonness; 0 for equal priors.
    pub commonness: f64,
}

impl InterceptionModel {
    /// The default values. With stronger gains by the lexicon, clues that a mind of other origin would give are hardly overheard better; the
    /// project's own would be, which stand in the lists more often than people's do. The other weights are of the least
    /// log loss on held-out halves of the project's own clues, before there were such lists. See `cargo run --release -p overhear-agents
    /// --example fit_overhearing`. The deck's share is assumed.
    pub const FITTED: InterceptionModel = InterceptionModel {
        open_beta: 0.8,
        open_weight: 0.43,
        likeness_weight: 37.0,
        likeness_shrink: 9.0,
        likeness_length: 0.91,
        stated: 2.5,
        fade: 0.1,
        reverse: 3.0,
        unlisted: 1.25,
        deck_share: 0.05,
        commonness: 0.0,
    };

    /// Returns the log likelihood of a clue for a slot, up to a constant common to all slots.
    pub fn weigh(&self, features: &ClueFeatures) -> f64 {
        let ClueFeatures { open, product, square, count } = *features;
        if count == 0 {
            return self.open_weight * open;
        }
        let held_back = f64::from(count) + self.likeness_shrink;
        let likeness = product / held_back - self.likeness_length * square / (held_back * held_back);
        self.open_weight * open + self.likeness_weight * likeness
    }
}

/// Features of a clue and a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClueFeatures {
    /// log Σ P(w | H)·exp(β·cos(w, clue)) over the possible keywords w.
    pub open: f64,
    /// Dot product of the clue's vector and the sum of the vectors of the slot's earlier clues.
    pub product: f64,
    /// Squared length of that sum.
    pub square: f64,
    /// Number of those clues.
    pub count: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_clues_that_agree_are_trusted_more() {
        let alike = |count: u32| {
            let n = f64::from(count);
            InterceptionModel::FITTED.weigh(&ClueFeatures {
                open: 0.0,
                product: 0.8 * n,
                square: n * n,
                count,
            })
        };
        assert_eq!(alike(0), 0.0);
        assert!(alike(1) > 0.0 && alike(3) > alike(2) && alike(2) > alike(1));
        let unlike = ClueFeatures { open: 0.0, product: 0.0, square: 4.0, count: 2 };
        assert!(InterceptionModel::FITTED.weigh(&unlike) < 0.0);
    }
}
