//! How far the ratings are from the scores of single pairings, in a sentence.
//!
//! A rating is one number for each agent, and agents need not line up: one may be good against some opponents and bad against others. The
//! sentence says how far that goes. It is no test: with many games any difference is clear, and games of a deal depend on each other.

use super::TournamentResult;
use super::rating_gap::RatingGap;

impl TournamentResult {
    /// Returns the pairing that the ratings describe worst, with its score and the expected one, in %.
    ///
    /// Returns `None` if the ratings describe all scores as they are printed, as those of two agents do, and if they rest on a penalty.
    ///
    /// ```
    /// use overhear_tournament::setup::PlayersConfig;
    /// use overhear_tournament::{TournamentConfig, RunControl, tournament};
    ///
    /// let of = |agents: &[&str]| {
    ///     let players = PlayersConfig::from_specs(agents.iter().copied());
    ///     let config = TournamentConfig { games: Some(60), seed: Some(1), players, ..TournamentConfig::default() };
    ///     tournament(config, &RunControl::default())
    /// };
    /// assert_eq!(of(&["margin", "random"])?.fit(), None);
    /// assert!(of(&["margin", "nearest", "human"])?.fit().is_some_and(|fit| fit.contains("farthest from them")));
    /// # Ok::<(), overhear_tournament::LabError>(())
    /// ```
    pub fn fit(&self) -> Option<String> {
        self.lack_of_fit()?;
        self.summary.largest_gap.as_ref().map(RatingGap::sentence)
    }
}
