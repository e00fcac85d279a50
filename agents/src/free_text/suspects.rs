//! Possible keywords behind given clues, in the deck or not.

use std::collections::HashSet;

use overhear_engine::rules::Keyword;

use super::InterceptionModel;
use crate::model::World;
use crate::words::{Compounds, TextReader, float_dot};

/// A possible keyword with its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct KeywordCandidate {
    /// The word.
    pub word: String,
    /// Its posterior probability.
    pub probability: f64,
}

/// All possible keywords, with vectors and priors.
pub(super) struct CandidateWords {
    words: Vec<String>,
    /// Forms of each word by R20, including its lemmas.
    forms: Vec<Vec<String>>,
    directions: Vec<f32>,
    /// Pairs of a word's index and a possible keyword that makes a compound with it, in ascending order.
    compounds: Vec<(u32, u32)>,
    pub(super) log_prior: Vec<f32>,
    dims: usize,
}

/// Returns pairs of each word and the possible keywords that make a compound with it, from the indices of the
/// keywords' own words.
fn compounded(compounds: &Compounds, mut places: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    places.sort_unstable();
    let at = |word: u32| {
        let first = places.partition_point(|&(place, _)| place < word);
        places[first..].iter().take_while(move |&&(place, _)| place == word).map(|&(_, suspect)| suspect)
    };
    let both = compounds.iter().flat_map(|(x, y)| [(x, y), (y, x)]);
    let mut found: Vec<(u32, u32)> = both.flat_map(|(x, y)| at(x).map(move |suspect| (y, suspect))).collect();
    found.sort_unstable();
    found
}

impl CandidateWords {
    /// Returns the words of the clue vocabulary and the keywords of the deck, with the priors of `hearing`.
    pub(super) fn new(world: &World, reader: &TextReader<'_>, hearing: &InterceptionModel) -> CandidateWords {
        let dims = world.space().dims();
        let mut suspects = CandidateWords {
            words: Vec::new(),
            forms: Vec::new(),
            directions: Vec::new(),
            compounds: Vec::new(),
            log_prior: Vec::new(),
            dims,
        };
        let clues = (0..world.clues() as u32).map(|n| world.clue_text(overhear_engine::rules::Clue::new(n)));
        let keywords = (0..world.deck().len() as u16).map(|n| world.deck().text(Keyword(n)));
        let groups: [(Vec<&str>, f64, f64); 2] = [
            (clues.collect(), 1.0 - hearing.deck_share, hearing.commonness),
            (keywords.collect(), hearing.deck_share, 0.0),
        ];
        let mut places = Vec::new();
        for (words, share, commonness) in groups {
            let weight = |rank: usize| libm::pow(rank as f64 + 1.0, -commonness);
            let total: f64 = (0..words.len()).map(weight).sum();
            for (rank, word) in words.into_iter().enumerate() {
                let log = libm::log(share * weight(rank) / total) as f32;
                let reading = reader.read(word);
                let Some(direction) = reading.direction else { continue };
                suspects.words.push(word.to_owned());
                suspects.forms.push(reader.forms(word, world.lexicon()));
                suspects.directions.extend(direction);
                let suspect = suspects.log_prior.len() as u32;
                places.extend(reading.places.into_iter().map(|place| (place, suspect)));
                suspects.log_prior.push(log);
            }
        }
        suspects.compounds = compounded(world.lexicon().compounds(), places);
        suspects
    }

    /// Returns the words.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// Returns the possible keywords that make a compound with any of some words, each once.
    pub(super) fn compounded_with(&self, words: &[u32]) -> Vec<u32> {
        let of = |&word: &u32| {
            let first = self.compounds.partition_point(|&(place, _)| place < word);
            self.compounds[first..].iter().take_while(move |&&(place, _)| place == word)
        };
        let mut found: Vec<u32> = words.iter().flat_map(of).map(|&(_, suspect)| suspect).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the cosine of a vector with every possible keyword.
    pub(super) fn closeness(&self, direction: &[f32]) -> Vec<f32> {
        self.directions.chunks_exact(self.dims).map(|row| float_dot(row, direction) as f32).collect()
    }

    /// Returns the likeliest words by log weight, without words that have a form in `excluded` (R21: no team
    /// gives its own keyword).
    pub(super) fn likeliest(
        &self,
        logs: &[f32],
        excluded: &HashSet<String>,
        count: usize,
    ) -> Vec<KeywordCandidate> {
        let greatest = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut weights: std::collections::HashMap<&str, f64> = std::collections::HashMap::new();
        for ((word, forms), log) in self.words.iter().zip(&self.forms).zip(logs) {
            if !forms.iter().any(|form| excluded.contains(form)) {
                *weights.entry(word).or_default() += f64::from(libm::expf(log - greatest));
            }
        }
        let mut ranked: Vec<(&str, f64)> = weights.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        let total: f64 = ranked.iter().map(|(_, weight)| weight).sum();
        let suspect = |&(word, weight): &(&str, f64)| KeywordCandidate {
            word: word.to_owned(),
            probability: weight / total,
        };
        ranked.iter().take(count).map(suspect).collect()
    }
}
