//! Replacements for words of a deck: tried in this deck, chosen by how they did, and confirmed on deals that chose nothing.

use std::collections::HashMap;

use overhear_agents::registry::Registry;
use overhear_engine::rules::Deck;
use overhear_lab::balance::{WordFinding, WordRates, measure_words, word_rates};
use overhear_lab::comparison_answers::{DeckFinding, DeckQuestion, compare_with_built_in};
use overhear_lab::error::LabError;
use overhear_lab::paired::{Measure, Verdict};
use overhear_lab::run_control::{RunControl, StopHandle};
use overhear_lab::setup::{DeckCheck, Replacement, RulesSpec, Words};
use overhear_lab::table::fixed;
use serde::Serialize;

/// Replacements that are tried, and offered at most, for each word.
const TRIED: usize = 3;

/// A word with replacements that did better in this deck, the best first.
#[derive(Debug, Serialize)]
struct ReplacementOffer {
    word: String,
    /// Rates of the word in the deck.
    before: WordRates,
    /// Rates of its replacements in the deck, on the same deals. None is offered for two words.
    choices: Vec<WordRates>,
}

/// Replacements that were tried in a deck.
#[derive(Debug, Serialize)]
pub(super) struct DeckOffers {
    offers: Vec<ReplacementOffer>,
    /// Games with each set of replacements.
    games: u64,
}

/// A corrected deck, and whether it is better.
#[derive(Debug, Serialize)]
pub(super) struct DeckVerdict {
    /// Whether the corrected deck is better, as one sentence.
    headline: String,
    /// `true` if it is, on deals that chose nothing.
    is_better: bool,
    /// What the corrected deck changes; the deck is A.
    findings: Vec<DeckFinding>,
    /// The corrected deck as a table.
    corrected: String,
    /// Games with each deck that confirm it.
    games: u64,
}

/// A deck, and what plays it.
pub(super) struct DeckTrial<'a> {
    check: DeckCheck,
    question: DeckQuestion,
    words: &'a Words,
    registry: &'a Registry,
    watch: RunControl,
}

impl<'a> DeckTrial<'a> {
    /// Reads the deck.
    pub(super) fn new(
        text: &str,
        question: DeckQuestion,
        words: &'a Words,
        registry: &'a Registry,
        stop: &StopHandle,
    ) -> Result<DeckTrial<'a>, LabError> {
        let watch = RunControl { stop: stop.clone(), ..RunControl::default() };
        Ok(DeckTrial { check: DeckCheck::new(text, &words.world)?, question, words, registry, watch })
    }

    /// Tries replacements of all these words at once, several times, and returns the best for each; without words, of those that stand
    /// out.
    pub(super) fn offers(&self, words: &[String], except: &[String]) -> Result<DeckOffers, LabError> {
        let bad = if words.is_empty() { self.bad_words()? } else { self.chosen(words)? };
        let question = self.on_seed(1);
        let mut offers = DeckOffers { offers: Vec::new(), games: question.games };
        if bad.is_empty() {
            return Ok(offers);
        }
        let mut before = self.rates(&[], &question)?;
        let mut tried: Vec<WordRates> = Vec::new();
        let spare = self.check.spare(&self.words.world);
        let spare: Vec<String> = spare.into_iter().filter(|word| !except.contains(word)).collect();
        for candidates in spare.chunks(bad.len()).take(TRIED) {
            let pairs = bad.iter().zip(candidates);
            let replaced: Vec<Replacement> = pairs
                .map(|(word, instead)| Replacement { word: word.keyword.clone(), instead: instead.clone() })
                .collect();
            let mut rates = self.rates(&replaced, &question)?;
            tried.extend(replaced.iter().filter_map(|one| rates.remove(&one.instead)));
        }
        let mut known: Vec<(BadWord, ReplacementOffer)> = Vec::new();
        for word in bad {
            let Some(before) = before.remove(&word.keyword) else { continue };
            let offer = ReplacementOffer { word: before.keyword.clone(), before, choices: Vec::new() };
            known.push((word, offer));
        }
        // The farthest word chooses first, each word once a turn; a word that no replacement betters has no choice.
        for _ in 0..TRIED {
            known
                .iter_mut()
                .for_each(|(word, offer)| offer.choices.extend(word.best(&offer.before, &mut tried)));
        }
        offers.offers = known.into_iter().map(|(_, offer)| offer).collect();
        Ok(offers)
    }

    /// Plays the deck with replacements on deals that chose none of them, and says whether it is better.
    pub(super) fn verdict(&self, replaced: &[Replacement]) -> Result<DeckVerdict, LabError> {
        self.chosen(&replaced.iter().map(|one| one.word.clone()).collect::<Vec<_>>())?;
        let corrected = self.check.with(replaced);
        if replaced.is_empty() {
            let Claim { sentence: headline, is_better } = Claim::of(&[], 0);
            return Ok(DeckVerdict { headline, is_better, findings: Vec::new(), corrected, games: 0 });
        }
        let after = self.with_table(&corrected)?;
        // Fresh deals: those before chose words and replacements, so that by chance both look worse and better than they are.
        let fresh = self.on_seed(2);
        let own = self.words.with_deck(self.check.deck.clone())?;
        let [a, b] = [fresh.setup(&own, self.registry)?, fresh.setup(&after, self.registry)?];
        let answer = compare_with_built_in([&a, &b], "The corrected deck", &self.watch)?;
        let claim = Claim::of(&answer.findings, replaced.len());
        Ok(DeckVerdict {
            headline: claim.sentence,
            is_better: claim.is_better,
            findings: answer.findings,
            corrected,
            games: answer.games,
        })
    }

    /// Returns the same question on other deals.
    fn on_seed(&self, beyond: u64) -> DeckQuestion {
        DeckQuestion { seed: self.question.seed.wrapping_add(beyond), ..self.question.clone() }
    }

    /// Returns the words with a deck that is given as a table.
    fn with_table(&self, table: &str) -> Result<Words, LabError> {
        let language = self.words.world.deck().language();
        let deck = Deck::parse(table, language.code()).map_err(|error| LabError::content("deck", error))?;
        self.words.with_deck(deck)
    }

    /// Returns the words that stand out, each once, the farthest first.
    fn bad_words(&self) -> Result<Vec<BadWord>, LabError> {
        let own = self.words.with_deck(self.check.deck.clone())?;
        let rules = RulesSpec::from("official").read()?;
        let setup = self.question.setup(&own, self.registry)?;
        let mut bad: Vec<BadWord> = Vec::new();
        for finding in measure_words(&setup, *rules.switches, &self.watch)?.findings {
            match bad.iter_mut().find(|word| word.keyword == finding.keyword) {
                Some(word) => word.add(&finding),
                None => bad.push(BadWord::new(&finding)),
            }
        }
        Ok(bad)
    }

    /// Returns chosen words, which are to go wrong less in both ways together.
    fn chosen(&self, words: &[String]) -> Result<Vec<BadWord>, LabError> {
        let keywords = self.check.deck.keywords();
        let mut others = words.iter().filter(|word| !keywords.iter().any(|keyword| keyword.text == **word));
        if let Some(other) = others.next() {
            return Err(LabError::content("deck", format_args!("`{other}` is not one of its words")));
        }
        Ok(words
            .iter()
            .map(|word| BadWord { keyword: word.clone(), is_missed: true, is_overheard: true })
            .collect())
    }

    /// Returns the rates of the words of the deck with some replaced.
    fn rates(
        &self,
        replaced: &[Replacement],
        question: &DeckQuestion,
    ) -> Result<HashMap<String, WordRates>, LabError> {
        let words = self.with_table(&self.check.with(replaced))?;
        let rules = RulesSpec::from("official").read()?;
        let rates = word_rates(&question.setup(&words, self.registry)?, *rules.switches, &self.watch)?;
        Ok(rates.into_iter().map(|rate| (rate.keyword.clone(), rate)).collect())
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
            harm += rates.missed.value;
        }
        if self.is_overheard {
            harm += rates.overheard.value;
        }
        harm
    }

    /// Takes the replacement that did best out of those that were tried, if it betters the word. What makes the word bad counts twice, so
    /// that it is not bettered at any price.
    fn best(&self, before: &WordRates, tried: &mut Vec<WordRates>) -> Option<WordRates> {
        let better = (0..tried.len()).filter(|&place| self.harm(&tried[place]) < self.harm(before));
        let best = better.min_by(|&a, &b| self.total(&tried[a]).total_cmp(&self.total(&tried[b])))?;
        Some(tried.swap_remove(best))
    }

    fn total(&self, rates: &WordRates) -> f64 {
        self.harm(rates) + both(rates)
    }
}

/// Returns how often clues for a word go wrong in both ways together.
fn both(rates: &WordRates) -> f64 {
    rates.missed.value + rates.overheard.value
}

/// What is claimed of a corrected deck.
struct Claim {
    sentence: String,
    is_better: bool,
}

impl Claim {
    /// Returns the claim that the findings support: better in one way and not clearly worse in the other.
    fn of(findings: &[DeckFinding], changed: usize) -> Claim {
        if changed == 0 {
            let sentence =
                "No replacement is better than the words of the deck: it stays as it is.".to_owned();
            return Claim { sentence, is_better: false };
        }
        // A measure in which no deal differs has no finding.
        let both: Vec<(&str, &DeckFinding)> =
            [("missed", Measure::MissedRate), ("overheard", Measure::OverheardRate)]
                .into_iter()
                .filter_map(|(name, measure)| {
                    Some((name, findings.iter().find(|finding| finding.measure == measure)?))
                })
                .collect();
        let verdicts: Vec<Verdict> = both.iter().map(|(_, finding)| finding.verdict).collect();
        let is_better = verdicts.contains(&Verdict::Less) && !verdicts.contains(&Verdict::More);
        let claim = match (is_better, verdicts.contains(&Verdict::More)) {
            (true, _) => "The corrected deck is better",
            (false, true) => "The corrected deck is not better",
            (false, false) => "The corrected deck is not known to be better",
        };
        let parts = both.iter().map(|(name, finding)| {
            let [a, b] = [finding.a, finding.b].map(|share| fixed(100.0 * share, 1));
            format!("{name} {b} of 100 clues, {a} before")
        });
        let sentence = format!("{claim}: {}.", parts.collect::<Vec<_>>().join("; "));
        Claim { sentence, is_better }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vehicles that are taken for one another, among words that are not.
    const DECK: &str = "car\nautomobile\nvehicle\ntruck\nvan\nbus\nisland\nmusic\nwinter\nweight\nriver\ncastle\npirate\ngarden\n";

    fn words() -> Words {
        Words::built_in().expect("the words are tested")
    }

    /// Calls `check` with this deck and its players.
    fn with_trial<T>(words: &Words, check: impl FnOnce(&DeckTrial<'_>) -> T) -> T {
        let question = DeckQuestion { games: 600, ..DeckQuestion::default() };
        let registry = Registry::standard();
        check(&DeckTrial::new(DECK, question, words, &registry, &StopHandle::default()).expect("a deck"))
    }

    /// Returns the first choice of each offer.
    fn first_choices(offers: &DeckOffers) -> Vec<Replacement> {
        let first = |offer: &ReplacementOffer| {
            let instead = offer.choices.first()?.keyword.clone();
            Some(Replacement { word: offer.word.clone(), instead })
        };
        offers.offers.iter().filter_map(first).collect()
    }

    #[test]
    fn a_corrected_deck_is_better_on_deals_that_chose_nothing() {
        with_trial(&words(), |trial| {
            let offers = trial.offers(&[], &[]).expect("offers");
            let replaced = first_choices(&offers);
            let verdict = trial.verdict(&replaced).expect("a verdict");
            assert!(
                verdict.is_better && verdict.headline.starts_with("The corrected deck is better: "),
                "{}",
                verdict.headline
            );
            assert!(!replaced.is_empty());
            for one in &replaced {
                assert!(
                    verdict.corrected.contains(&one.instead)
                        && !verdict.corrected.contains(&format!(",{}\n", one.word))
                );
            }
            let is_clear = verdict.findings.iter().any(|finding| finding.difference.high < 0.0);
            assert!(is_clear, "{:?}", verdict.findings);
        });
    }

    #[test]
    fn replacements_are_offered_that_go_wrong_less_and_to_one_word_each() {
        with_trial(&words(), |trial| {
            let offers = trial.offers(&[], &[]).expect("offers").offers;
            let choices: Vec<&str> =
                offers.iter().flat_map(|offer| &offer.choices).map(|choice| &*choice.keyword).collect();
            let distinct: std::collections::HashSet<_> = choices.iter().collect();
            assert_eq!(distinct.len(), choices.len(), "{choices:?}");
            assert!(offers.iter().any(|offer| offer.choices.len() > 1), "more than one to choose from");
            for ReplacementOffer { word, before, choices } in &offers {
                assert!(DECK.contains(word) && choices.len() <= TRIED);
                for after in choices {
                    assert!(!DECK.contains(&after.keyword), "{after:?}");
                    let is_less = after.missed.value < before.missed.value
                        || after.overheard.value < before.overheard.value;
                    assert!(is_less, "{before:?}, {after:?}");
                }
            }
            let except: Vec<String> = choices.iter().map(|choice| (*choice).to_owned()).collect();
            let others = trial.offers(&["car".to_owned()], &except).expect("offers").offers;
            assert!(others.len() == 1 && others[0].word == "car", "{others:?}");
            assert!(others[0].choices.iter().all(|choice| !except.contains(&choice.keyword)), "{others:?}");
            let other = trial.offers(&["dragon".to_owned()], &[]).expect_err("not in this deck").to_string();
            assert_eq!(other, "deck: `dragon` is not one of its words");
        });
    }

    #[test]
    fn what_is_clearly_worse_in_one_way_is_not_called_better() {
        let findings = with_trial(&words(), |trial| {
            let replaced = [Replacement { word: "car".to_owned(), instead: "bread".to_owned() }];
            trial.verdict(&replaced).expect("a verdict").findings
        });
        let worse = |measure: Measure| {
            let findings: Vec<DeckFinding> = findings
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
        assert!(!Claim::of(&findings, 0).is_better, "nothing was changed");
    }
}
