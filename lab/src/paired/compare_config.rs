//! Configuration of a comparison of two rule sets.

use serde::{Deserialize, Serialize};

use super::measure::Measure;
use crate::error::LabError;
use crate::experiment::{BalanceConfig, Population, PopulationConfig};
use crate::message::Message;
use crate::setting_ref::SettingRef;
use crate::settings::Settings;
use crate::setup::{OutConfig, RulesConfig, RulesSpec, ranges};

/// Default number of games of each rule set.
const DEFAULT_GAMES: u64 = 100_000;

/// Configuration of a comparison of two rule sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct CompareRulesConfig {
    /// Rule set A: a name from `rules list`, or a TOML file; with switches as in `official,round_limit=6`.
    #[setting(positional, required)]
    pub a: RulesSpec,
    /// Rule set B.
    #[setting(positional, required)]
    pub b: RulesSpec,
    /// Players in each team.
    #[setting(declared_in = RulesConfig)]
    pub team_size: Option<u8>,
    /// Games of each set of rules [default: 100000].
    #[setting(range = ranges::GAMES, value = "N")]
    pub games: Option<u64>,
    /// Measure to compare (repeatable) [default: every measure; with --until, White's score].
    #[setting(value = "MEASURE")]
    pub measure: Vec<Measure>,
    /// Equivalence margin in percentage points.
    #[setting(declared_in = BalanceConfig)]
    pub margin: Option<f64>,
    /// Equivalence margin of the mean length, in rounds.
    #[setting(declared_in = BalanceConfig)]
    pub margin_rounds: Option<f64>,
    /// Stop as soon as a difference, or equivalence within the margin, is established for the only measure.
    pub until: bool,
    /// The agents and their matchups.
    #[setting(group)]
    pub population: PopulationConfig,
    /// Output directory and what it keeps.
    #[serde(skip)]
    #[setting(skip)]
    pub out: OutConfig,
}

impl CompareRulesConfig {
    /// Returns the maximum number of games of each rule set.
    pub(crate) fn planned(&self) -> u64 {
        self.population.games(self.games, DEFAULT_GAMES)
    }

    /// Returns the requested measures, or all measures that the populations allow.
    pub(super) fn measures(&self, populations: &[Population]) -> Result<Vec<Measure>, LabError> {
        let two = populations.iter().any(|population| population.lineup.players.len() == 2);
        if let Some(measure) = self.measure.iter().find(|measure| !Measure::ALL.contains(measure)) {
            let names = Measure::ALL.map(Measure::name).join(", ");
            let message = format!("decks are compared in it, not rules; there are {names}");
            return Err(LabError::setting(("measure", measure.name()), message));
        }
        if let Some(measure) = self.measure.iter().find(|measure| measure.takes_two() && !two) {
            let message = Message::new("it takes two agents: name them with ")
                .setting(SettingRef::from("agent").of_several());
            return Err(LabError::setting(("measure", measure.name()), message));
        }
        // A repeated measure would be a row, and a test of the correction, too many.
        let mut measures: Vec<Measure> = Vec::new();
        for &measure in &self.measure {
            if !measures.contains(&measure) {
                measures.push(measure);
            }
        }
        match (measures.len(), self.until) {
            (0, true) => Ok(vec![Measure::WhiteScore]),
            (0, false) => Ok(Measure::of_rules(two)),
            (2.., true) => Err(LabError::clause("until", Message::new("decides one ").setting("measure"))),
            _ => Ok(measures),
        }
    }
}
