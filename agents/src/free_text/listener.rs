//! Guessing of codes from free text.
//!
//! **Decoding**: log P(clue | keyword) = β·cos(keyword, clue), up to a constant common to all codes. The
//! cosine is 0.1 higher if a word of the clue makes a compound with the keyword. The normaliser of the
//! association table, log Z(keyword), is omitted: on the project's own clues it decodes up to 1 point fewer
//! codes.
//!
//! **Interception**: the opponents' keywords may be any words. For each slot two predictors are multiplied:
//! - a posterior over possible keywords, P(w | H) ∝ prior(w)·Π exp(bβ·cos(w, h)), predicts the clue: log Σ
//! P(w |
//! - the similarity to earlier clues, m·c − l·m·m, where m is their sum over (their number + s). This mean of
//! the
//!
//! The weights, b, l, s and the prior are those of [`InterceptionModel`].
//!
//! **Stated associations**, if an agent uses them: a word of the vocabulary is decoded by their table if all
//! four keywords are in the deck. In interception, the ratio of that table to the embedding's table
//! multiplies the likelihood of possible keywords from the deck.

use std::collections::{HashMap, HashSet};
use std::sync::{OnceLock, RwLock};

use overhear_engine::rules::{BySlot, Code, Slot, same_clue_form};

use super::stated::Stated;
use super::suspects::CandidateWords;
use super::{ClueFeatures, InterceptionModel, KeywordCandidate, LogBelief, TextReader, TextVector};
use crate::model::{ModelKey, World};
use crate::registry::Spec;
use crate::words::{COMPOUND_COSINE, float_dot};

/// Default of β.
const BETA: f64 = 15.0;

/// Model of how people choose clues.
#[derive(Clone, Copy, Debug, PartialEq)]
enum GuesserModel {
    /// All codes are equally likely.
    Uniform,
    /// Cosines with own keywords and with the mean of earlier clues.
    History { sharpness: f64 },
    /// The association model.
    Bayes { beta: f64 },
}

/// A guesser for words outside all tables.
pub struct FreeTextGuesser<'a> {
    world: &'a World,
    reader: TextReader<'a>,
    mind: GuesserModel,
    stated: Option<Stated>,
    hearing: InterceptionModel,
    suspects: OnceLock<CandidateWords>,
    keywords: RwLock<HashMap<String, TextVector>>,
}

/// A clue of the opponents with its forms and similarities.
#[derive(Clone, Debug)]
pub struct ParsedClue {
    reading: TextVector,
    /// Its words and their lemmas. No keyword of its team is among them (R21).
    forms: Vec<String>,
    /// Cosine with every possible keyword, plus the stated association in that unit; empty for a clue that is
    /// not understood.
    closeness: Vec<f32>,
}

impl ParsedClue {
    /// Returns the parsed text.
    pub fn reading(&self) -> &TextVector {
        &self.reading
    }
}

/// Revealed clues of one team, by slot.
#[derive(Clone, Debug, Default)]
pub struct SlotClues(BySlot<SlotEvidence>);

#[derive(Clone, Debug, Default)]
struct SlotEvidence {
    sum: Vec<f32>,
    count: u32,
    /// Log likelihood of all clues under each possible keyword; empty before the first clue.
    logs: Vec<f32>,
    forms: Vec<String>,
}

impl<'a> FreeTextGuesser<'a> {
    /// Returns the guesser of an agent. `uniform` knows nothing, `history` uses cosines, all others use
    /// associations, each with its own sharpness. Player noise (σ) is omitted, because people bring their
    /// own.
    pub fn new(world: &'a World, spec: &Spec) -> FreeTextGuesser<'a> {
        let value = |key: &str| {
            spec.guesser.values.iter().find(|(param, _)| param.key == key).map(|(_, value)| value)
        };
        let mind = match spec.guesser.name {
            "uniform" => GuesserModel::Uniform,
            "history" => GuesserModel::History { sharpness: value("sharpness").unwrap_or(BETA) },
            _ => GuesserModel::Bayes { beta: value("beta").unwrap_or(BETA) },
        };
        let usual = ModelKey::default();
        let key = ModelKey {
            beta: value("beta").unwrap_or(usual.beta),
            alpha: value("alpha").unwrap_or(usual.alpha),
        };
        let stated = spec.guesser.associations().and_then(|name| Stated::named(world, name, key));
        FreeTextGuesser {
            world,
            reader: TextReader::new(world.space()),
            mind,
            stated,
            hearing: InterceptionModel::FITTED,
            suspects: OnceLock::new(),
            keywords: RwLock::default(),
        }
    }

    /// Returns the guesser with another interception model.
    #[must_use]
    pub fn with_hearing(self, hearing: InterceptionModel) -> FreeTextGuesser<'a> {
        FreeTextGuesser { hearing, suspects: OnceLock::new(), ..self }
    }

    /// Returns the reader of texts.
    pub fn reader(&self) -> &TextReader<'a> {
        &self.reader
    }

    /// Returns the belief about the codes of the own team's clues. A missing clue is an empty text.
    pub fn decode(&self, keywords: [&str; 4], clues: [&str; 3]) -> LogBelief {
        let held = keywords.map(|keyword| self.known(keyword));
        LogBelief::from_rows(&clues.map(|clue| self.log_likelihoods(keywords, &held, clue)))
    }

    /// Returns the log likelihoods of a clue for the keywords of its team.
    fn log_likelihoods(&self, keywords: [&str; 4], held: &[TextVector; 4], clue: &str) -> [f64; 4] {
        let stated = self.stated.as_ref().and_then(|stated| stated.log_likelihoods(keywords, clue));
        stated.unwrap_or_else(|| {
            let clue = self.reader.read(clue);
            held.each_ref().map(|keyword| self.log_likelihood(keyword, &clue))
        })
    }

    /// Returns the probability of each keyword of the own team for a clue.
    pub fn taken_for(&self, keywords: [&str; 4], clue: &str) -> [f64; 4] {
        let held = keywords.map(|keyword| self.known(keyword));
        shares(self.log_likelihoods(keywords, &held, clue))
    }

    /// Returns the cosine of two texts; `None` if either is not understood.
    pub fn cosine(&self, keyword: &str, clue: &str) -> Option<f64> {
        self.known(keyword).cosine(&self.reader.read(clue))
    }

    /// Returns the log likelihood up to a constant; 0 if either text is not understood.
    fn log_likelihood(&self, keyword: &TextVector, clue: &TextVector) -> f64 {
        let cosine = || keyword.cosine(clue).unwrap_or(0.0);
        match self.mind {
            GuesserModel::Uniform => 0.0,
            GuesserModel::History { sharpness } => sharpness * cosine(),
            GuesserModel::Bayes { beta } => beta * (cosine() + self.compound(&keyword.places, clue)),
        }
    }

    /// Returns the bonus on the cosine if one of the clue's words makes a compound with the keyword.
    fn compound(&self, keyword: &[u32], clue: &TextVector) -> f64 {
        let compounds = self.world.lexicon().compounds();
        let joined = |&word: &u32| keyword.iter().any(|&keyword| compounds.joins(keyword, word));
        if clue.places.iter().any(joined) { f64::from(COMPOUND_COSINE) } else { 0.0 }
    }

    /// Returns the parsed text of a keyword, cached because it is needed repeatedly.
    fn known(&self, keyword: &str) -> TextVector {
        let kept = self.keywords.read().ok().and_then(|kept| kept.get(keyword).cloned());
        kept.unwrap_or_else(|| {
            let reading = self.reader.read(keyword);
            if let Ok(mut keywords) = self.keywords.write() {
                keywords.insert(keyword.to_owned(), reading.clone());
            }
            reading
        })
    }

    /// Parses a clue of the opponents. A missing clue is an empty text.
    pub fn hear(&self, clue: &str) -> ParsedClue {
        let reading = self.reader.read(clue);
        let closeness = match (self.mind, &reading.direction) {
            (GuesserModel::Bayes { beta }, Some(direction)) => {
                let mut closeness = self.closeness(direction, &reading.places);
                let gains = self.stated.iter().flat_map(|stated| stated.gains(self.suspects(), clue));
                gains.for_each(|(n, gain)| closeness[n] += gain / beta as f32);
                closeness
            }
            _ => Vec::new(),
        };
        ParsedClue { reading, forms: self.reader.forms(clue, self.world.lexicon()), closeness }
    }

    /// Returns the similarity of a clue to every possible keyword, compounds included.
    fn closeness(&self, direction: &[f32], clue: &[u32]) -> Vec<f32> {
        let suspects = self.suspects();
        let mut closeness = suspects.closeness(direction);
        suspects.compounded_with(clue).into_iter().for_each(|n| closeness[n as usize] += COMPOUND_COSINE);
        closeness
    }

    fn suspects(&self) -> &CandidateWords {
        self.suspects.get_or_init(|| CandidateWords::new(self.world, &self.reader, &self.hearing))
    }

    /// Returns the belief about the codes of the opponents' clues, given their revealed clues.
    pub fn overhear(&self, revealed: &SlotClues, clues: &[ParsedClue; 3]) -> LogBelief {
        LogBelief::from_rows(&clues.each_ref().map(|clue| self.log_predictives(revealed, clue)))
    }

    /// Returns the probability of each slot of the opponents for a clue, given their revealed clues.
    pub fn overheard_for(&self, revealed: &SlotClues, clue: &ParsedClue) -> [f64; 4] {
        shares(self.log_predictives(revealed, clue))
    }

    fn log_predictives(&self, revealed: &SlotClues, clue: &ParsedClue) -> [f64; 4] {
        Slot::ALL.map(|slot| self.log_predictive(&revealed.0[slot], clue))
    }

    fn log_predictive(&self, slot: &SlotEvidence, clue: &ParsedClue) -> f64 {
        let Some(direction) = &clue.reading.direction else { return 0.0 };
        match self.mind {
            GuesserModel::History { sharpness } if slot.count > 0 => {
                sharpness * float_dot(&slot.sum, direction)
                    / libm::sqrt(float_dot(&slot.sum, &slot.sum)).max(1e-9)
            }
            GuesserModel::Uniform | GuesserModel::History { .. } => 0.0,
            GuesserModel::Bayes { .. } => self.hearing.weigh(&self.opinions_on(slot, clue)),
        }
    }

    /// Returns the features of the opponents' clue for each of their slots, given their revealed clues.
    pub fn opinions(&self, revealed: &SlotClues, clue: &ParsedClue) -> [ClueFeatures; 4] {
        Slot::ALL.map(|slot| self.opinions_on(&revealed.0[slot], clue))
    }

    fn opinions_on(&self, slot: &SlotEvidence, clue: &ParsedClue) -> ClueFeatures {
        let (Some(direction), GuesserModel::Bayes { beta }) = (&clue.reading.direction, self.mind) else {
            return ClueFeatures::default();
        };
        ClueFeatures {
            open: self.open_predictive(slot, &clue.closeness, (self.hearing.open_beta * beta) as f32),
            product: float_dot(&slot.sum, direction),
            square: float_dot(&slot.sum, &slot.sum),
            count: slot.count,
        }
    }

    /// Returns log Σ P(w | H)·exp(β·cos(w, clue)).
    fn open_predictive(&self, slot: &SlotEvidence, closeness: &[f32], beta: f32) -> f64 {
        let weights = self.log_weights(slot);
        let with_clue = weights.iter().zip(closeness).map(|(log, cosine)| log + beta * cosine);
        log_sum_exp(&with_clue.collect::<Vec<_>>()) - log_sum_exp(&weights)
    }

    /// Returns the log weight of each possible keyword: prior and clues of the slot.
    fn log_weights(&self, slot: &SlotEvidence) -> Vec<f32> {
        let prior = &self.suspects().log_prior;
        if slot.logs.is_empty() {
            return prior.clone();
        }
        prior.iter().zip(&slot.logs).map(|(prior, log)| prior + log).collect()
    }

    /// Adds the code of a half whose clues were parsed.
    pub fn reveal(&self, revealed: &mut SlotClues, code: Code, clues: &[ParsedClue; 3]) {
        for (slot, clue) in code.slots().into_iter().zip(clues) {
            let slot = &mut revealed.0[slot];
            slot.forms.extend(clue.forms.iter().cloned());
            let Some(direction) = &clue.reading.direction else { continue };
            add(&mut slot.sum, direction, 1.0);
            slot.count += 1;
            if let GuesserModel::Bayes { beta } = self.mind {
                add(&mut slot.logs, &clue.closeness, (self.hearing.open_beta * beta) as f32);
            }
        }
    }

    /// Returns the likeliest keywords behind each slot of the opponents, without words that they have used
    /// (R21) and without `excluded` words. Empty for a slot without clues, and for agents without a model of
    /// keywords.
    pub fn suspect(
        &self,
        revealed: &SlotClues,
        excluded: &[&str],
        count: usize,
    ) -> BySlot<Vec<KeywordCandidate>> {
        let said = revealed.0.iter().flat_map(|slot| slot.forms.iter().cloned());
        let excluded: HashSet<String> =
            excluded.iter().map(|word| same_clue_form(word)).chain(said).collect();
        BySlot::from_fn(|slot| {
            let slot = &revealed.0[slot];
            if slot.logs.is_empty() {
                return Vec::new();
            }
            self.suspects().likeliest(&self.log_weights(slot), &excluded, count)
        })
    }
}

fn add(sum: &mut Vec<f32>, values: &[f32], scale: f32) {
    if sum.is_empty() {
        sum.resize(values.len(), 0.0);
    }
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += scale * value);
}

/// Returns probabilities from their logarithms.
fn shares(logs: [f64; 4]) -> [f64; 4] {
    let greatest = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let weights = logs.map(|log| libm::exp(log - greatest));
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

fn log_sum_exp(logs: &[f32]) -> f64 {
    let greatest = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f64 = logs.iter().map(|log| f64::from(libm::expf(log - greatest))).sum();
    f64::from(greatest) + libm::log(total)
}
