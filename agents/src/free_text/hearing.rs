//! How two opinions about a clue of the other team are weighed.

/// Weights of the opinions, and the prior behind the first of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterceptionModel {
    /// β of the posterior over suspects, over β of the decoder: an unknown keyword blurs.
    pub open_beta: f64,
    /// Weight of what the posterior over suspects predicts.
    pub open_weight: f64,
    /// Weight of the likeness to the clues before, in nats per unit of cosine.
    pub likeness_weight: f64,
    /// Clues that the mean of the history is held back by.
    pub likeness_shrink: f64,
    /// What is taken off for a mean that is long whatever is said.
    pub likeness_length: f64,
    /// How much of the prior the deck has; all words that may be clues share the rest. People seldom play with this
    /// project's deck: a larger share intercepts more when they do, and less when they do not.
    pub deck_share: f64,
    /// The other words are suspected in proportion to rank^−commonness: 0 for all alike.
    pub commonness: f64,
}

impl InterceptionModel {
    /// What is shipped: of the least log loss on held-out halves of the project's own clues, see
    /// `cargo run --release -p overhear-agents --example fit_overhearing`. The deck's share is assumed.
    pub const FITTED: InterceptionModel = InterceptionModel {
        open_beta: 0.8,
        open_weight: 0.43,
        likeness_weight: 37.0,
        likeness_shrink: 9.0,
        likeness_length: 0.91,
        deck_share: 0.05,
        commonness: 0.0,
    };

    /// The log likelihood of a clue for a slot, up to what is the same for all slots.
    pub fn weigh(&self, opinions: &ClueFeatures) -> f64 {
        let ClueFeatures { open, product, square, count } = *opinions;
        if count == 0 {
            return self.open_weight * open;
        }
        let held_back = f64::from(count) + self.likeness_shrink;
        let likeness = product / held_back - self.likeness_length * square / (held_back * held_back);
        self.open_weight * open + self.likeness_weight * likeness
    }
}

/// What can be said of a clue and a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClueFeatures {
    /// log Σ P(w | H)·exp(β·cos(w, clue)) over the suspects w.
    pub open: f64,
    /// The clue's direction times the sum of the directions of the slot's clues so far.
    pub product: f64,
    /// That sum, squared.
    pub square: f64,
    /// How many they are.
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
