//! Possible keywords behind given clues, in the deck or not.

use std::collections::HashSet;

use overhear_engine::rules::Keyword;
use rustc_hash::FxHashMap;

use super::association_lexicon::AssociationLexicon;
use super::pair::ClueMeaning;
use super::{InterceptionModel, KeywordSource};
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
    /// Possible keywords that are a headword of the lexicon of associations.
    by_headword: FxHashMap<u32, Vec<u32>>,
    /// Possible keywords without a list in the lexicon.
    unlisted: Vec<u32>,
    /// Possible keywords that are a clue in a list of the lexicon.
    by_number: FxHashMap<u32, Vec<u32>>,
    dims: usize,
}

/// Returns pairs of each word and the possible keywords that make a compound with it, from the indices of the
/// keywords' own words.
fn compounded(compounds: &Compounds, mut places: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    places.sort_unstable();
    let both = compounds.iter().flat_map(|(x, y)| [(x, y), (y, x)]);
    let pairs = both.flat_map(|(x, y)| {
        let first = places.partition_point(|&(place, _)| place < x);
        let here = places[first..].iter().take_while(move |&&(place, _)| place == x);
        here.map(move |&(_, candidate)| (y, candidate))
    });
    let mut pairs: Vec<(u32, u32)> = pairs.collect();
    pairs.sort_unstable();
    pairs
}

/// Possible keywords with one kind of prior.
struct WordGroup<'w> {
    words: Vec<&'w str>,
    /// Their prior probability together.
    share: f64,
    /// Exponent of the prior, rank^−commonness.
    commonness: f64,
}

/// Returns the most frequent clues.
fn clue_words(world: &World, count: usize) -> Vec<&str> {
    world.clue_texts().take(count).collect()
}

fn deck_words(world: &World) -> Vec<&str> {
    (0..world.deck().len() as u16).map(|n| world.deck().text(Keyword(n))).collect()
}

/// Returns the frequency of a word by its rank, from 0, relative to that of the first.
fn frequency(rank: usize, commonness: f64) -> f64 {
    libm::pow(rank as f64 + 1.0, -commonness)
}

/// Returns the words of a source.
fn groups<'w>(world: &'w World, hearing: &InterceptionModel, source: KeywordSource) -> Vec<WordGroup<'w>> {
    let (deck, commonness) = (hearing.deck_share, hearing.commonness);
    match source {
        KeywordSource::Any => vec![
            WordGroup { words: clue_words(world, world.clues()), share: 1.0 - deck, commonness },
            WordGroup { words: deck_words(world), share: deck, commonness: 0.0 },
        ],
        KeywordSource::Deck => vec![WordGroup { words: deck_words(world), share: 1.0, commonness: 0.0 }],
        KeywordSource::Frequent(count) => {
            vec![WordGroup { words: clue_words(world, count), share: 1.0, commonness }]
        }
    }
}

impl CandidateWords {
    /// Returns the words of a source, with the priors of `hearing`.
    pub(super) fn new(
        world: &World,
        reader: &TextReader<'_>,
        hearing: &InterceptionModel,
        source: KeywordSource,
        associations: Option<&AssociationLexicon>,
    ) -> CandidateWords {
        let mut candidate_words = CandidateWords {
            words: Vec::new(),
            forms: Vec::new(),
            directions: Vec::new(),
            compounds: Vec::new(),
            log_prior: Vec::new(),
            by_headword: FxHashMap::default(),
            unlisted: Vec::new(),
            by_number: FxHashMap::default(),
            dims: world.space().dims(),
        };
        let mut places = Vec::new();
        for WordGroup { words, share, commonness } in groups(world, hearing, source) {
            let total: f64 = (0..words.len()).map(|rank| frequency(rank, commonness)).sum();
            for (rank, word) in words.into_iter().enumerate() {
                let log = libm::log(share * frequency(rank, commonness) / total) as f32;
                let reading = reader.read(word);
                let Some(direction) = reading.direction else { continue };
                candidate_words.words.push(word.to_owned());
                candidate_words.forms.push(reader.forms(word, world.lexicon()));
                candidate_words.directions.extend(direction);
                let candidate = candidate_words.log_prior.len() as u32;
                places.extend(reading.places.into_iter().map(|place| (place, candidate)));
                candidate_words.log_prior.push(log);
                let stated =
                    associations.map(|stated| (stated, reader.inflected_forms(word, world.lexicon())));
                if let Some((stated, forms)) = stated {
                    let headwords = stated.headwords(&forms);
                    if headwords.is_empty() {
                        candidate_words.unlisted.push(candidate);
                    }
                    for &headword in headwords {
                        candidate_words.by_headword.entry(headword).or_default().push(candidate);
                    }
                    let numbers = stated.clues(&forms).into_iter();
                    numbers.for_each(|n| candidate_words.by_number.entry(n).or_default().push(candidate));
                }
            }
        }
        candidate_words.compounds = compounded(world.lexicon().compounds(), places);
        candidate_words
    }

    /// Returns the gain in log likelihood of a clue for the possible keywords that it is stated of.
    pub(super) fn gains(
        &self,
        associations: &AssociationLexicon,
        clue: &ClueMeaning,
        hearing: &InterceptionModel,
    ) -> impl Iterator<Item = (u32, f32)> + use<> {
        let &InterceptionModel { stated, fade, reverse, unlisted, .. } = hearing;
        let mut best: FxHashMap<u32, f64> =
            self.unlisted.iter().map(|&candidate| (candidate, unlisted)).collect();
        for &(headword, place) in clue.numbers().iter().flat_map(|&number| associations.places(number)) {
            let gain = stated - fade * libm::log1p(f64::from(place));
            for &candidate in self.by_headword.get(&headword).into_iter().flatten() {
                let known = best.entry(candidate).or_insert(gain);
                *known = known.max(gain);
            }
        }
        let lists = clue.headwords().iter().flat_map(|&headword| associations.list(headword));
        let candidates: HashSet<u32> =
            lists.filter_map(|number| self.by_number.get(number)).flatten().copied().collect();
        candidates.into_iter().for_each(|candidate| *best.entry(candidate).or_default() += reverse);
        best.into_iter().map(|(candidate, gain)| (candidate, gain as f32))
    }

    /// Returns the words.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// Returns the possible keywords that make a compound with any of some words, each once.
    pub(super) fn compounded_with(&self, words: &[u32]) -> Vec<u32> {
        let mut candidates: Vec<u32> = words
            .iter()
            .flat_map(|&word| {
                let first = self.compounds.partition_point(|&(place, _)| place < word);
                self.compounds[first..].iter().take_while(move |&&(place, _)| place == word)
            })
            .map(|&(_, candidate)| candidate)
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
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
        ranked
            .iter()
            .take(count)
            .map(|&(word, weight)| KeywordCandidate { word: word.to_owned(), probability: weight / total })
            .collect()
    }
}
