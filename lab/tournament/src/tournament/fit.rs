//! The lack of fit of the ratings, in a sentence.

use overhear_stats::LackOfFit;

use super::TournamentResult;
use crate::table::fixed;

/// Level of the test that rejects one rating for each agent.
const LEVEL: f64 = 0.05;

impl TournamentResult {
    /// Returns how badly the ratings explain the scores of the pairings, with a verdict at the level of 0.05.
    ///
    /// Returns `None` if there are too few agents to test it.
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
    /// assert!(of(&["margin", "nearest", "human"])?.fit().is_some_and(|fit| fit.starts_with("ratings: lack of fit ")));
    /// # Ok::<(), overhear_tournament::LabError>(())
    /// ```
    pub fn fit(&self) -> Option<String> {
        self.lack_of_fit().map(sentence)
    }
}

fn sentence(LackOfFit { deviance, freedom, p_value }: LackOfFit) -> String {
    let p = if p_value < 1e-4 { "p < 0.0001".to_owned() } else { format!("p = {}", fixed(p_value, 4)) };
    let verdict = if p_value < LEVEL { "ratings do not explain every pairing" } else { "not refuted" };
    format!("ratings: lack of fit {} on {freedom} df, {p}: {verdict}", fixed(deviance, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_turns_at_the_level() {
        let of = |p_value| sentence(LackOfFit { deviance: 12.34, freedom: 4, p_value });
        assert_eq!(of(0.05), "ratings: lack of fit 12.3 on 4 df, p = 0.0500: not refuted");
        assert!(of(0.0499).ends_with("p = 0.0499: ratings do not explain every pairing"));
        assert!(of(1e-5).contains("p < 0.0001"));
    }
}
