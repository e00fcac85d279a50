//! Words that may be the keyword behind some clues, in the deck or not.

use std::collections::HashSet;

use overhear_engine::rules::Keyword;

use super::InterceptionModel;
use crate::model::World;
use crate::words::{Compounds, TextReader, float_dot};

/// A word that may be a keyword, and how likely that is.
#[derive(Clone, Debug, PartialEq)]
pub struct KeywordCandidate {
    /// The word.
    pub word: String,
    /// Its posterior probability.
    pub probability: f64,
}

/// Every word that is considered, with its direction and its prior.
pub(super) struct CandidateWords {
    words: Vec<String>,
    /// The forms of each word by R20, its lemmas among them.
    forms: Vec<Vec<String>>,
    directions: Vec<f32>,
    /// A word's place, and a suspect that makes a compound with it; in ascending order.
    compounds: Vec<(u32, u32)>,
    pub(super) log_prior: Vec<f32>,
    dims: usize,
}

/// Each word's place with the suspects that make a compound with it, from the places of the suspects' own words.
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
    /// The words of the clue vocabulary, and the keywords of the deck on top, as likely as `hearing` has them.
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

    /// The words themselves.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// The suspects that make a compound with one of some words, each once.
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

    /// The cosine of a direction with every suspect.
    pub(super) fn closeness(&self, direction: &[f32]) -> Vec<f32> {
        self.directions.chunks_exact(self.dims).map(|row| float_dot(row, direction) as f32).collect()
    }

    /// The likeliest words by log weights, but for those with a form in `excluded` (R21: no team says its own keyword).
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
