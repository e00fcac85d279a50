//! Comparison of a deck with the built-in one for the page.

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use super::change_headline::{clear_change, deck_headline};
use super::live_finding::NumberWithRange;
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, PopulationConfig};
use crate::paired::{
    Arm, Contrast, Finding, MARGIN, MARGIN_ROUNDS, Measure, Multiplicity, PairedRun, PlayPlan, Row, Verdict,
};
use crate::run_control::RunControl;
use crate::setup::{RulesSpec, Words, ranges};

/// Who plays with both decks, and how often.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DeckQuestion {
    /// Agents as `[LABEL=]SPEC`.
    pub agents: Vec<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// Games with each deck.
    pub games: u64,
}

impl Default for DeckQuestion {
    fn default() -> DeckQuestion {
        DeckQuestion { agents: vec!["human".to_owned()], seed: 1, games: 2000 }
    }
}

/// A deck against the built-in one.
#[derive(Debug, Serialize)]
pub struct DeckAnswer {
    /// Whether the deck is harder, as one sentence.
    pub headline: String,
    /// Games with each deck.
    pub games: u64,
    /// What was found, the weightiest first; the built-in deck is A.
    pub findings: Vec<DeckFinding>,
}

/// What was found of a measure; numbers are in its own unit, shares from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct DeckFinding {
    /// The measure.
    pub measure: Measure,
    /// Its name for people.
    pub title: &'static str,
    /// With the built-in deck.
    pub a: f64,
    /// With the other deck.
    pub b: f64,
    /// B minus A.
    pub difference: NumberWithRange,
    /// What is known.
    pub verdict: Verdict,
    /// What was found, in a sentence.
    pub sentence: String,
}

impl From<Finding<'_>> for DeckFinding {
    fn from(finding: Finding<'_>) -> DeckFinding {
        let [a, b] = finding.values;
        let (low, high) = (finding.interval.low, finding.interval.high);
        DeckFinding {
            measure: finding.measure,
            title: finding.measure.wording().title,
            a,
            b,
            difference: NumberWithRange { value: finding.difference, low, high },
            verdict: finding.verdict(),
            sentence: finding.sentence(),
        }
    }
}

impl DeckQuestion {
    /// Returns the games with a deck, by the published rules.
    ///
    /// # Errors
    /// Agents or numbers that make no sense.
    pub fn setup(&self, words: &Words, registry: &Registry) -> Result<ExperimentSetup, LabError> {
        ranges::AWAITED_GAMES.check(self.games)?;
        let language = words.world.deck().language();
        let population = PopulationConfig::of_page(&self.agents, self.seed, (registry, language));
        let setup = ExperimentSetup::with_words(&population, self.games, false, || Ok(words.clone()))?;
        RulesSpec::from("official").read()?.check(&setup.words)?;
        Ok(setup)
    }
}

/// Plays the same deals by the published rules with the built-in deck, A, and with another one, B, which the headline calls `name`.
///
/// # Errors
/// An agent that breaks down, and the stop.
pub fn compare_with_built_in(
    setups: [&ExperimentSetup; 2],
    name: &str,
    watch: &RunControl,
) -> Result<DeckAnswer, LabError> {
    let rules = RulesSpec::from("official").read()?;
    let plan = PlayPlan::new([0, 1].map(|setup| Arm { rules: *rules.switches, setup }).into());
    let margins = [Some(MARGIN), Some(MARGIN_ROUNDS)];
    let run = PairedRun::of_pair(plan, Measure::OF_DECKS.to_vec(), margins);
    let matchup = &setups[0].populations[0];
    let counts = run.counts_of_deals(&setups, 0..matchup.lineup.schedule.deals(), watch)?;
    let games = counts.deals * matchup.lineup.schedule.games_of_a_deal();
    let estimates = run.estimates(matchup, &counts);
    let contrasts = estimates.iter().map(|estimates| Contrast { estimates, arm: 1 }.at("", games, games));
    let rows = Row::all(Multiplicity::Holm, contrasts);
    let measured: Vec<Finding<'_>> = rows.iter().filter_map(|row| row.finding(None)).collect();
    let headline = headline(name, &measured);
    let mut findings: Vec<DeckFinding> = measured.into_iter().map(DeckFinding::from).collect();
    findings.sort_by_key(|finding| finding.verdict.rank());
    Ok(DeckAnswer { headline, games, findings })
}

/// Returns whether a deck is harder, as one sentence; where it is not, also what else changes most.
fn headline(name: &str, findings: &[Finding<'_>]) -> String {
    let Some(missed) = findings.iter().find(|finding| finding.measure == Measure::MissedRate) else {
        return "No game has been played yet.".to_owned();
    };
    let claim = deck_headline([name, "the built-in one"], missed.verdict(), missed.values);
    match clear_change(findings).filter(|_| !missed.verdict().is_clear()) {
        Some(change) => format!("{}; but {change}.", claim.trim_end_matches('.')),
        None => claim,
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::{Deck, Language};

    use super::*;

    fn answer(deck: &[&str], games: u64) -> DeckAnswer {
        let built_in = Words::built_in().expect("the words are tested");
        let deck = Deck::from_words(deck.iter().copied(), Language::English).expect("a deck");
        let own = built_in.with_deck(deck).expect("known words");
        let question = DeckQuestion { agents: vec!["nearest".to_owned()], games, ..DeckQuestion::default() };
        let [a, b] = [&built_in, &own]
            .map(|words| question.setup(words, &Registry::standard()).expect("it makes sense"));
        compare_with_built_in([&a, &b], "Your deck", &RunControl::default()).expect("games")
    }

    #[test]
    fn a_deck_of_words_that_are_alike_is_harder() {
        let alike = ["dog", "puppy", "hound", "cat", "kitten", "wolf", "fox", "horse", "pony", "donkey"];
        let answer = answer(&alike, 400);
        assert!(answer.headline.starts_with("Your deck is harder"), "{}", answer.headline);
        assert_eq!(answer.games, 400);
        let missed = answer.findings.iter().find(|one| one.measure == Measure::MissedRate).expect("a row");
        assert!(missed.b > missed.a && missed.difference.low > 0.0);
    }

    #[test]
    fn a_deck_that_is_as_hard_and_leaks_more_is_said_to() {
        let few = ["dog", "river", "castle", "hammer", "garden", "pirate", "music", "winter"];
        let answer = answer(&few, 400);
        assert!(
            answer.headline.starts_with("Your deck is as hard as the built-in one: "),
            "{}",
            answer.headline
        );
        assert!(answer.headline.contains("; but ties "), "{}", answer.headline);
    }

    #[test]
    fn too_many_games_are_refused() {
        let words = Words::built_in().expect("the words are tested");
        let question = DeckQuestion { games: ranges::AWAITED_GAMES.high + 1, ..DeckQuestion::default() };
        let refused = question.setup(&words, &Registry::standard());
        assert!(refused.map(|_| ()).expect_err("too many").to_string().contains("games"));
    }
}
