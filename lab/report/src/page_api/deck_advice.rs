//! Replacements for the bad words of a deck: tried in this deck, chosen by how they did, and confirmed on deals that chose nothing.

use std::collections::HashMap;

use overhear_agents::registry::Registry;
use overhear_engine::rules::Deck;
use overhear_lab::balance::{WordFinding, WordRates, word_rates, words_that_stand_out};
use overhear_lab::comparison_answers::{DeckFinding, DeckQuestion, compare_with_built_in};
use overhear_lab::error::LabError;
use overhear_lab::paired::{Measure, Verdict};
use overhear_lab::run_control::{RunControl, StopHandle};
use overhear_lab::setup::{DeckCheck, Replacement, RulesSpec, Words};
use overhear_lab::table::fixed;
use serde::Serialize;

/// Replacements that are tried for each bad word.
const TRIED: usize = 3;

/// A bad word with the replacement that did best.
#[derive(Debug, Serialize)]
struct TestedReplacement {
    word: String,
    instead: String,
    /// Rates of the word in the deck.
    before: WordRates,
    /// Rates of its replacement in the deck, on the same deals.
    after: WordRates,
}

/// A corrected deck, and whether it is better.
#[derive(Debug, Serialize)]
pub(super) struct DeckAdvice {
    /// Whether the corrected deck is better, as one sentence.
    headline: String,
    /// `true` if it is, on deals that chose nothing.
    is_better: bool,
    replaced: Vec<TestedReplacement>,
    /// What the corrected deck changes; the deck is A.
    findings: Vec<DeckFinding>,
    /// The corrected deck as a table.
    corrected: String,
    /// Games with each deck that confirm it.
    games: u64,
}

/// Plays and answers.
pub(super) fn improve(
    text: &str,
    question: &DeckQuestion,
    words: &Words,
    registry: &Registry,
    stop: &StopHandle,
) -> Result<DeckAdvice, LabError> {
    let watch = RunControl { stop: stop.clone(), ..RunControl::default() };
    let trial = DeckTrial { found: DeckCheck::new(text, &words.world)?, words, registry, watch };
    let bad = trial.bad_words(question)?;
    let replaced = trial.replacements(&bad, &on_seed(question, 1))?;
    let changes: Vec<Replacement> = replaced
        .iter()
        .map(|one| Replacement { word: one.word.clone(), instead: one.instead.clone() })
        .collect();
    let corrected = trial.found.with(&changes);
    // Fresh deals: those before chose words and replacements, so that by chance both look worse and better than they are.
    let fresh = on_seed(question, 2);
    let own = trial.words.with_deck(trial.found.deck.clone())?;
    let after = trial.with_table(&corrected)?;
    let [a, b] = [fresh.setup(&own, registry)?, fresh.setup(&after, registry)?];
    let answer = compare_with_built_in([&a, &b], "The corrected deck", &trial.watch)?;
    let claim = Claim::of(&answer.findings, changes.len());
    Ok(DeckAdvice {
        headline: claim.sentence,
        is_better: claim.is_better,
        replaced,
        findings: answer.findings,
        corrected,
        games: answer.games,
    })
}

/// Returns the same question on other deals.
fn on_seed(question: &DeckQuestion, beyond: u64) -> DeckQuestion {
    DeckQuestion { seed: question.seed.wrapping_add(beyond), ..question.clone() }
}

/// A deck, and what plays it.
struct DeckTrial<'a> {
    found: DeckCheck,
    words: &'a Words,
    registry: &'a Registry,
    watch: RunControl,
}

impl DeckTrial<'_> {
    /// Returns the words with a deck that is given as a table.
    fn with_table(&self, table: &str) -> Result<Words, LabError> {
        let language = self.words.world.deck().language();
        let deck = Deck::parse(table, language.code()).map_err(|error| LabError::content("deck", error))?;
        self.words.with_deck(deck)
    }

    /// Returns the words that stand out, each once, the farthest first.
    fn bad_words(&self, question: &DeckQuestion) -> Result<Vec<BadWord>, LabError> {
        let own = self.words.with_deck(self.found.deck.clone())?;
        let rules = RulesSpec::from("official").read()?;
        let setup = question.setup(&own, self.registry)?;
        let mut bad: Vec<BadWord> = Vec::new();
        for finding in words_that_stand_out(&setup, *rules.switches, &self.watch)?.1 {
            match bad.iter_mut().find(|word| word.keyword == finding.keyword) {
                Some(word) => word.add(&finding),
                None => bad.push(BadWord::new(&finding)),
            }
        }
        Ok(bad)
    }

    /// Returns the rates of the words of the deck with some replaced.
    fn rates(
        &self,
        replaced: &[Replacement],
        question: &DeckQuestion,
    ) -> Result<HashMap<String, WordRates>, LabError> {
        let words = self.with_table(&self.found.with(replaced))?;
        let rules = RulesSpec::from("official").read()?;
        let rates = word_rates(&question.setup(&words, self.registry)?, *rules.switches, &self.watch)?;
        Ok(rates.into_iter().map(|rate| (rate.keyword.clone(), rate)).collect())
    }

    /// Tries replacements of all bad words at once, several times, and returns the best for each word that one betters.
    fn replacements(
        &self,
        bad: &[BadWord],
        question: &DeckQuestion,
    ) -> Result<Vec<TestedReplacement>, LabError> {
        if bad.is_empty() {
            return Ok(Vec::new());
        }
        let mut before = self.rates(&[], question)?;
        let mut tried: Vec<WordRates> = Vec::new();
        for candidates in self.found.spare(&self.words.world).chunks(bad.len()).take(TRIED) {
            let pairs = bad.iter().zip(candidates);
            let replaced: Vec<Replacement> = pairs
                .map(|(word, instead)| Replacement { word: word.keyword.clone(), instead: instead.clone() })
                .collect();
            let mut rates = self.rates(&replaced, question)?;
            tried.extend(replaced.iter().filter_map(|one| rates.remove(&one.instead)));
        }
        let mut replaced = Vec::new();
        // The farthest word chooses first; a word that no replacement betters stays.
        for word in bad {
            let Some(before) = before.remove(&word.keyword) else { continue };
            let best =
                (0..tried.len()).min_by(|&a, &b| word.harm(&tried[a]).total_cmp(&word.harm(&tried[b])));
            let Some(best) = best.filter(|&best| word.harm(&tried[best]) < word.harm(&before)) else {
                continue;
            };
            let after = tried.swap_remove(best);
            let (word, instead) = (before.keyword.clone(), after.keyword.clone());
            replaced.push(TestedReplacement { word, instead, before, after });
        }
        Ok(replaced)
    }
}

/// A word, and what goes wrong with its clues too often.
#[derive(Clone, Debug)]
struct BadWord {
    keyword: String,
    is_missed: bool,
    is_overheard: bool,
}

impl BadWord {
    fn new(finding: &WordFinding) -> BadWord {
        let mut word = BadWord { keyword: finding.keyword.clone(), is_missed: false, is_overheard: false };
        word.add(finding);
        word
    }

    fn add(&mut self, finding: &WordFinding) {
        self.is_missed |= finding.problem == "missed";
        self.is_overheard |= finding.problem == "overheard";
    }

    /// Returns how often clues go wrong in the ways that make this word bad.
    fn harm(&self, rates: &WordRates) -> f64 {
        let mut harm = 0.0;
        if self.is_missed {
            harm += rates.missed;
        }
        if self.is_overheard {
            harm += rates.overheard;
        }
        harm
    }
}

/// What is claimed of a corrected deck.
struct Claim {
    sentence: String,
    is_better: bool,
}

impl Claim {
    /// Returns the claim that the findings support: better in one way and not clearly worse in the other.
    fn of(findings: &[DeckFinding], changed: usize) -> Claim {
        let of = |measure: Measure| findings.iter().find(|finding| finding.measure == measure);
        if changed == 0 {
            let sentence =
                "No replacement is better than the words of the deck: it stays as it is.".to_owned();
            return Claim { sentence, is_better: false };
        }
        // A measure in which no deal differs has no finding.
        let both = [("missed", of(Measure::MissedRate)), ("overheard", of(Measure::OverheardRate))];
        let verdicts: Vec<Verdict> = both.iter().filter_map(|(_, found)| Some((*found)?.verdict)).collect();
        let is_better = verdicts.contains(&Verdict::Less) && !verdicts.contains(&Verdict::More);
        let span = |finding: &DeckFinding| {
            let [a, b] = [finding.a, finding.b].map(|share| fixed(100.0 * share, 1));
            format!("{b} of 100 clues, {a} before")
        };
        let claim = match (is_better, verdicts.contains(&Verdict::More)) {
            (true, _) => "The corrected deck is better",
            (false, true) => "The corrected deck is not better",
            (false, false) => "The corrected deck is not known to be better",
        };
        let parts = both.iter().filter_map(|(name, found)| Some(format!("{name} {}", span((*found)?))));
        let sentence = format!("{claim}: {}.", parts.collect::<Vec<_>>().join("; "));
        Claim { sentence, is_better }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vehicles that are taken for one another, among words that are not.
    const DECK: &str = "car\nautomobile\nvehicle\ntruck\nvan\nbus\nisland\nmusic\nwinter\nweight\nriver\ncastle\npirate\ngarden\n";

    fn advice(text: &str, games: u64) -> DeckAdvice {
        let words = Words::built_in().expect("the words are tested");
        let question = DeckQuestion { games, ..DeckQuestion::default() };
        improve(text, &question, &words, &Registry::standard(), &StopHandle::default()).expect("a deck")
    }

    #[test]
    fn a_corrected_deck_is_better_on_deals_that_chose_nothing() {
        let found = advice(DECK, 600);
        assert!(
            found.is_better && found.headline.starts_with("The corrected deck is better: "),
            "{}",
            found.headline
        );
        assert!(!found.replaced.is_empty());
        for one in &found.replaced {
            assert!(DECK.contains(&one.word) && !DECK.contains(&one.instead), "{one:?}");
            let is_less = one.after.missed < one.before.missed || one.after.overheard < one.before.overheard;
            assert!(is_less, "{one:?}");
            assert!(
                found.corrected.contains(&one.instead)
                    && !found.corrected.contains(&format!(",{}\n", one.word))
            );
        }
        let is_clear = found.findings.iter().any(|finding| finding.difference.high < 0.0);
        assert!(is_clear, "{:?}", found.findings);
    }

    #[test]
    fn what_is_clearly_worse_in_one_way_is_not_called_better() {
        let found = advice(DECK, 600);
        let worse = |measure: Measure| {
            let findings: Vec<DeckFinding> = found
                .findings
                .iter()
                .cloned()
                .map(|finding| {
                    let is_that = finding.measure == measure;
                    DeckFinding { verdict: if is_that { Verdict::More } else { Verdict::Less }, ..finding }
                })
                .collect();
            Claim::of(&findings, 1)
        };
        for measure in [Measure::MissedRate, Measure::OverheardRate] {
            assert!(!worse(measure).is_better && worse(measure).sentence.contains("is not better"));
        }
        assert!(!Claim::of(&found.findings, 0).is_better, "nothing was changed");
    }
}
