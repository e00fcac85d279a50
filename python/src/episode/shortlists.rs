//! The clues for a keyword, the likeliest first.

use std::sync::OnceLock;

use overhear_agents::model::{ModelKey, World as Known};
use overhear_engine::rules::Keyword;

/// The least log-likelihood that is told apart. Python reads it as `LOWEST`.
pub(crate) const LOWEST: f64 = -20.0;

/// The least likelihood that is told apart: exp([`LOWEST`]).
const LEAST: f32 = 2.061_153_6e-9;

/// For each keyword that has come up the clues by their likelihood.
pub(super) struct Shortlists(Vec<OnceLock<Box<[u32]>>>);

impl Shortlists {
    /// Returns the lists of a world, which are made when they are asked for.
    pub(super) fn new(world: &Known) -> Shortlists {
        Shortlists(vec![OnceLock::new(); world.deck().len()])
    }

    /// Returns all clues, the likeliest for the keyword first; of equally likely ones the earlier.
    pub(super) fn order(&self, world: &Known, keyword: Keyword) -> &[u32] {
        self.0[keyword.index()].get_or_init(|| {
            let row = world.association(ModelKey::default()).likelihoods(&[keyword]);
            let mut clues: Box<[u32]> = (0..world.clues() as u32).collect();
            clues.sort_by(|&a, &b| {
                let [one, other] = [a, b].map(|clue| row[[0, clue as usize]].max(LEAST));
                other.total_cmp(&one)
            });
            clues
        })
    }
}
