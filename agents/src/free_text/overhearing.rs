//! Interception of the opponents' clues in free text.
//!
//! The opponents' keywords may be any words, or those that the agent knows of. For each slot two predictors are multiplied:
//! - a posterior over words that may be the keyword, P(w | H) ∝ prior(w)·Π exp(bβ·s(w, h)), predicts the clue: log Σ P(w | H)·exp(bβ·s(w, c)), with s
//!   the cosine, more for compounds and for what the lexicon of associations states of the two;
//! - the similarity to earlier clues, m·c − l·m·m, where m is their sum over (their number + s): the mean of the
//!   history, trusted the more the more clues it rests on and the better they agree.
//!
//! The weights, b, l, s and the prior are those of [`InterceptionModel`](super::InterceptionModel).

use std::collections::HashSet;

use overhear_engine::rules::{BySlot, Code, Slot, same_clue_form};

use super::belief::shares;
use super::candidate_words::CandidateWords;
use super::guesser_model::{BETA, GuesserModel, error_key};
use super::pair::ClueMeaning;
use super::slot_clues::{ParsedClue, SlotClues, SlotEvidence, add};
use super::{ClueFeatures, FreeTextGuesser, KeywordCandidate, LogBelief};
use crate::model::Noise;
use crate::words::{COMPOUND_COSINE, float_dot};

impl FreeTextGuesser<'_> {
    /// Parses a clue of the opponents. A missing clue is an empty text.
    pub fn hear(&self, clue: &str) -> ParsedClue {
        self.hear_as(0, clue)
    }

    /// Parses a clue of the opponents as the player with this noise seed understands it.
    pub fn hear_as(&self, noise_seed: u64, clue: &str) -> ParsedClue {
        let meaning = self.meanings().clue(clue);
        let closeness = match &self.model {
            GuesserModel::Bayes { beta, noise } if !meaning.is_unknown() => {
                let mut closeness = self.closeness(clue, &meaning, *beta as f32);
                if let Some(noise) = noise {
                    self.candidate_words().err(
                        noise,
                        noise_seed,
                        error_key(clue),
                        *beta as f32,
                        &mut closeness,
                    );
                }
                closeness
            }
            _ => Vec::new(),
        };
        ParsedClue {
            reading: meaning.reading,
            forms: self.reader.forms(clue, self.world.lexicon()),
            closeness,
        }
    }

    /// Returns the similarity of a clue to every possible keyword, with compounds and stated associations.
    fn closeness(&self, text: &str, clue: &ClueMeaning, beta: f32) -> Vec<f32> {
        let candidate_words = self.candidate_words();
        let mut closeness = match &clue.reading.direction {
            Some(direction) => candidate_words.closeness(direction),
            None => vec![0.0; candidate_words.log_prior.len()],
        };
        candidate_words
            .compounded_with(&clue.reading.places)
            .into_iter()
            .for_each(|n| closeness[n as usize] += COMPOUND_COSINE);
        if let Some(associations) = self.associations() {
            // The weights are nats at the usual sharpness, and a closeness is multiplied by the agent's own.
            candidate_words
                .gains(associations, clue, &self.hearing)
                .for_each(|(n, gain)| closeness[n as usize] += gain / BETA as f32);
        }
        let stated = self.stated.iter().flat_map(|stated| stated.gains(candidate_words, text));
        stated.for_each(|(n, gain)| closeness[n] += gain / beta);
        closeness
    }

    fn candidate_words(&self) -> &CandidateWords {
        self.candidate_words.get_or_init(|| {
            let associations = self.associations();
            CandidateWords::new(self.world, &self.reader, &self.hearing, self.source, associations)
        })
    }

    /// Returns the belief about the codes of the opponents' clues, given their revealed clues.
    pub fn overhear(&self, revealed: &SlotClues, clues: &[ParsedClue; 3]) -> LogBelief {
        LogBelief::from_rows(&clues.each_ref().map(|clue| self.log_predictives(revealed, clue)))
    }

    /// Returns the probability of each slot of the opponents for a clue, given their revealed clues.
    pub fn slot_probabilities(&self, revealed: &SlotClues, clue: &ParsedClue) -> [f64; 4] {
        shares(self.log_predictives(revealed, clue), 1.0)
    }

    fn log_predictives(&self, revealed: &SlotClues, clue: &ParsedClue) -> [f64; 4] {
        Slot::ALL.map(|slot| self.log_predictive(&revealed.0[slot], clue))
    }

    fn log_predictive(&self, slot: &SlotEvidence, clue: &ParsedClue) -> f64 {
        match (&self.model, &clue.reading.direction) {
            (GuesserModel::History { sharpness }, Some(direction)) if slot.count > 0 => {
                sharpness * float_dot(&slot.sum, direction)
                    / libm::sqrt(float_dot(&slot.sum, &slot.sum)).max(1e-9)
            }
            (GuesserModel::Bayes { .. }, _) => self.hearing.weigh(&self.features_of(slot, clue)),
            _ => 0.0,
        }
    }

    /// Returns the features of the opponents' clue for each of their slots, given their revealed clues.
    pub fn features(&self, revealed: &SlotClues, clue: &ParsedClue) -> [ClueFeatures; 4] {
        Slot::ALL.map(|slot| self.features_of(&revealed.0[slot], clue))
    }

    fn features_of(&self, slot: &SlotEvidence, clue: &ParsedClue) -> ClueFeatures {
        let GuesserModel::Bayes { beta, .. } = &self.model else { return ClueFeatures::default() };
        if clue.closeness.is_empty() {
            return ClueFeatures::default();
        }
        let open = self.open_predictive(slot, &clue.closeness, (self.hearing.open_beta * beta) as f32);
        match &clue.reading.direction {
            Some(direction) => ClueFeatures {
                open,
                product: float_dot(&slot.sum, direction),
                square: float_dot(&slot.sum, &slot.sum),
                count: slot.count,
            },
            None => ClueFeatures { open, ..ClueFeatures::default() },
        }
    }

    /// Returns log Σ P(w | H)·exp(β·s(w, clue)).
    fn open_predictive(&self, slot: &SlotEvidence, closeness: &[f32], beta: f32) -> f64 {
        let weights = self.log_weights(slot);
        let with_clue = weights.iter().zip(closeness).map(|(log, cosine)| log + beta * cosine);
        log_sum_exp(&with_clue.collect::<Vec<_>>()) - log_sum_exp(&weights)
    }

    /// Returns the log weight of each possible keyword: prior and clues of the slot.
    fn log_weights(&self, slot: &SlotEvidence) -> Vec<f32> {
        let prior = &self.candidate_words().log_prior;
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
            if let Some(direction) = &clue.reading.direction {
                add(&mut slot.sum, direction, 1.0);
                slot.count += 1;
            }
            if let (GuesserModel::Bayes { beta, .. }, [_, ..]) = (&self.model, &clue.closeness[..]) {
                add(&mut slot.logs, &clue.closeness, (self.hearing.open_beta * beta) as f32);
            }
        }
    }

    /// Returns the likeliest keywords behind each slot of the opponents, without words that they have used
    /// (R21) and without `excluded` words. Empty for a slot without clues, and for agents without a model of
    /// keywords.
    pub fn likely_keywords(
        &self,
        revealed: &SlotClues,
        excluded: &[&str],
        count: usize,
    ) -> BySlot<Vec<KeywordCandidate>> {
        let revealed_forms = revealed.0.iter().flat_map(|slot| slot.forms.iter().cloned());
        let excluded: HashSet<String> =
            excluded.iter().map(|word| same_clue_form(word)).chain(revealed_forms).collect();
        BySlot::from_fn(|slot| {
            let slot = &revealed.0[slot];
            if slot.logs.is_empty() {
                return Vec::new();
            }
            self.candidate_words().likeliest(&self.log_weights(slot), &excluded, count)
        })
    }
}

impl CandidateWords {
    /// Adds the errors of a player to the closeness of a clue.
    fn err(&self, noise: &Noise, noise_seed: u64, clue: u32, beta: f32, closeness: &mut [f32]) {
        for (closeness, word) in closeness.iter_mut().zip(self.words()) {
            let factor = noise.factor(noise_seed, error_key(word) as usize, clue as usize);
            *closeness += libm::logf(factor) / beta;
        }
    }
}

fn log_sum_exp(logs: &[f32]) -> f64 {
    let greatest = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f64 = logs.iter().map(|log| f64::from(libm::expf(log - greatest))).sum();
    f64::from(greatest) + libm::log(total)
}
