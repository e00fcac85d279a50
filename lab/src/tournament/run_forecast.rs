//! What is known of a run before its first game: how much is played, and how sure the result will be.

use overhear_stats::Z95;

use super::Tournament;

/// The variance of the mean score of two independent even games without ties.
const EVEN_PAIR_VARIANCE: f64 = 0.125;

/// How much a run plays in all of its shards, and what can be expected of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunForecast {
    /// Who plays.
    pub agents: usize,
    /// How many twos of them meet.
    pub pairings: u64,
    /// Pairs of games of each pairing.
    pub pairs: u64,
    /// Games in all.
    pub games: u64,
    /// How many games were asked for, if these had to be rounded up to whole pairs for every pairing.
    pub rounded_from: Option<u64>,
    /// Half the 95 % interval of the score of an agent that meets all others, if they are near even and nothing is shared.
    pub agent_half_width: f64,
    /// The same of the score of a pairing.
    pub pairing_half_width: f64,
    /// How many pairs a sequential test is expected to take where it takes most, midway between its hypotheses.
    pub pairs_at_worst: Option<u64>,
}

impl Tournament {
    /// How much the run plays, and how sure its result will be.
    ///
    /// ```
    /// use overhear_lab::setup::PlayersConfig;
    /// use overhear_lab::tournament::Tournament;
    /// use overhear_lab::{TournamentConfig, RunControl};
    ///
    /// let players = PlayersConfig::from_specs(["margin", "nearest", "random"]);
    /// let config = TournamentConfig { games: Some(1000), seed: Some(1), players, ..TournamentConfig::default() };
    /// let outlook = Tournament::begin(config, &RunControl::default())?.outlook();
    /// assert_eq!((outlook.pairs, outlook.games, outlook.rounded_from), (167, 1002, Some(1000)));
    /// assert!(outlook.agent_half_width < outlook.pairing_half_width);
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    pub fn outlook(&self) -> RunForecast {
        let plan = self.plan();
        let (agents, pairs) = (plan.schedule.agents(), plan.schedule.deals());
        let games = plan.schedule.games();
        let at_worst = |pairs: f64| pairs.ceil() as u64;
        RunForecast {
            agents,
            pairings: plan.schedule.pairings().len() as u64,
            pairs,
            games,
            rounded_from: Some(plan.asked).filter(|&asked| asked != games),
            agent_half_width: half_width(2 * pairs * (agents as u64 - 1)),
            pairing_half_width: half_width(2 * pairs),
            pairs_at_worst: plan
                .sprt
                .map(|setting| at_worst(setting.sprt.expected_pairs(EVEN_PAIR_VARIANCE).midway)),
        }
    }
}

/// Half the 95 % interval of an even score after so many games without ties.
fn half_width(games: u64) -> f64 {
    (Z95 / 2.0 / (games as f64).sqrt()).min(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_narrows_with_games_and_is_never_wider_than_all() {
        assert_eq!(half_width(1), 0.5);
        assert!((half_width(10_000) - 0.0098).abs() < 1e-5);
    }
}
