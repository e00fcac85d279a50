//! Size and precision of a run, known before its first game.

use overhear_stats::Z95;

use super::Tournament;

/// Variance of the mean score of two independent even games without ties.
const EVEN_PAIR_VARIANCE: f64 = 0.125;

/// Size of a run over all of its shards, and its expected precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunForecast {
    /// Number of agents.
    pub agents: usize,
    /// Number of pairings.
    pub pairings: u64,
    /// Pairs of games of each pairing.
    pub pairs: u64,
    /// Number of games.
    pub games: u64,
    /// Number of games requested, if it was rounded up to whole pairs for every pairing.
    pub rounded_from: Option<u64>,
    /// Half width of the 95 % interval of the score of an agent that meets all others, for nearly even agents
    /// without shared victories.
    pub agent_half_width: f64,
    /// Half width of the 95 % interval of a pairing's score, under those assumptions.
    pub pairing_half_width: f64,
    /// Expected number of pairs of a sequential test in the worst case, midway between its hypotheses.
    pub pairs_at_worst: Option<u64>,
}

impl Tournament {
    /// Returns the size of the run and its expected precision.
    ///
    /// ```
    /// use overhear_tournament::setup::PlayersConfig;
    /// use overhear_tournament::tournament::Tournament;
    /// use overhear_tournament::{TournamentConfig, RunControl};
    ///
    /// let players = PlayersConfig::from_specs(["margin", "nearest", "random"]);
    /// let config = TournamentConfig { games: Some(1000), seed: Some(1), players, ..TournamentConfig::default() };
    /// let outlook = Tournament::begin(config, &RunControl::default())?.outlook();
    /// assert_eq!((outlook.pairs, outlook.games, outlook.rounded_from), (167, 1002, Some(1000)));
    /// assert!(outlook.agent_half_width < outlook.pairing_half_width);
    /// # Ok::<(), overhear_tournament::LabError>(())
    /// ```
    pub fn outlook(&self) -> RunForecast {
        let plan = self.plan();
        let (agents, pairs) = (plan.lineup.schedule.agents(), plan.lineup.schedule.deals());
        let games = plan.lineup.schedule.games();
        RunForecast {
            agents,
            pairings: plan.lineup.schedule.pairings().len() as u64,
            pairs,
            games,
            rounded_from: Some(plan.asked).filter(|&requested| requested != games),
            agent_half_width: half_width(2 * pairs * (agents as u64 - 1)),
            pairing_half_width: half_width(2 * pairs),
            pairs_at_worst: plan
                .sprt
                .map(|setting| setting.sprt.expected_pairs(EVEN_PAIR_VARIANCE).midway.ceil() as u64),
        }
    }
}

/// Returns the half width of the 95 % interval of an even score after `games` games without ties.
fn half_width(games: u64) -> f64 {
    (Z95 / 2.0 / (games as f64).sqrt()).min(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::PlayersConfig;
    use crate::{RunControl, TournamentConfig};

    #[test]
    fn an_interval_narrows_with_games_and_is_never_wider_than_all() {
        assert_eq!(half_width(1), 0.5);
        assert!((half_width(10_000) - 0.0098).abs() < 1e-5);
    }

    #[test]
    fn the_games_of_an_agent_are_those_of_its_pairings() {
        let of = |games| {
            let players = PlayersConfig::from_specs(["margin", "nearest", "human", "random"]);
            let config = TournamentConfig {
                games: Some(games),
                seed: Some(1),
                players,
                ..TournamentConfig::default()
            };
            Tournament::begin(config, &RunControl::default()).expect("a plan").outlook()
        };
        // Each of 4 agents meets 3 others; 6 pairings of 2 games make 12 games a deal.
        let forecast = of(600);
        assert_eq!((forecast.agents, forecast.pairings, forecast.pairs, forecast.games), (4, 6, 50, 600));
        assert_eq!((forecast.rounded_from, of(601).rounded_from), (None, Some(601)));
        assert_eq!(
            [forecast.agent_half_width, forecast.pairing_half_width],
            [half_width(300), half_width(100)]
        );
        assert_eq!(forecast.pairs_at_worst, None);
    }
}
