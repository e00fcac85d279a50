//! Guessing of codes from free text.
//!
//! **Decoding**: log P(clue | keyword) is a weighted sum of [`PairFeatures`]: cosine, compounds, and entries of the lexicon of
//! associations ([`DecodingModel`]). A term that is equal for every code is left out. So is the normaliser of the association
//! table, log Z(keyword): with it up to 1 percentage point fewer codes of the project's own clues are decoded.
//!
//! **Interception**: see [`InterceptionModel`] and `overhearing.rs`.
//!
//! **Stated tables**, if an agent names one: a word of the vocabulary is decoded by the table if all four keywords are in
//! the deck. For interception, the log likelihood of a keyword of the deck grows by the log ratio of that table to the table of the
//! space.
//!
//! **Player noise**: for an agent with σ, each player has an error of its own in every similarity.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};

use overhear_engine::rules::same_clue_form;
use rustc_hash::FxHashSet;

use super::association_lexicon::AssociationLexicon;
use super::belief::shares;
use super::candidate_words::CandidateWords;
use super::guesser_model::{BETA, GuesserModel, error_key, value};
use super::pair::{ClueMeaning, KeywordMeaning, MeaningReader, Withheld};
use super::stated_comparison::StatedComparison;
use super::{
    DecodingModel, InterceptionModel, KeywordSource, ListPlace, LogBelief, PairFeatures, SlotClues,
    TextReader,
};
use crate::model::{ModelKey, World};
use crate::registry::Spec;
use crate::words::has_embedded_words;

/// A guesser for words outside all tables.
pub struct FreeTextGuesser<'a> {
    pub(super) world: &'a World,
    pub(super) reader: TextReader<'a>,
    pub(super) model: GuesserModel,
    pub(super) stated: Option<StatedComparison>,
    pub(super) hearing: InterceptionModel,
    pub(super) candidate_words: OnceLock<CandidateWords>,
    pub(super) source: KeywordSource,
    decoding: DecodingModel,
    associations: OnceLock<Option<AssociationLexicon>>,
    keywords: RwLock<HashMap<String, Arc<KeywordMeaning>>>,
}

/// A member of the own team that decodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listener<'c> {
    /// Key of the player noise, for agents that have it.
    pub noise_seed: u64,
    /// The clues of the own team whose codes are revealed.
    pub earlier: Option<&'c SlotClues>,
}

impl<'a> FreeTextGuesser<'a> {
    /// Returns the guesser of an agent. `uniform` knows nothing, `history` uses cosines, and all others use associations, with the
    /// sharpness, noise and possible keywords of the agent. [`text_refusal`](super::text_refusal) refuses agents that cannot read
    /// free text.
    pub fn new(world: &'a World, spec: &Spec) -> FreeTextGuesser<'a> {
        let usual = ModelKey::default();
        let key = ModelKey {
            beta: value(spec, "beta").unwrap_or(usual.beta),
            alpha: value(spec, "alpha").unwrap_or(usual.alpha),
        };
        let stated = spec.guesser.associations().and_then(|name| StatedComparison::named(world, name, key));
        FreeTextGuesser {
            world,
            reader: TextReader::new(world.space()),
            model: GuesserModel::from_spec(spec, world.sharpness()),
            stated,
            hearing: InterceptionModel::FITTED,
            candidate_words: OnceLock::new(),
            source: KeywordSource::from_spec(spec),
            decoding: DecodingModel::FITTED,
            associations: OnceLock::new(),
            keywords: RwLock::default(),
        }
    }

    /// Returns the guesser with another interception model.
    #[must_use]
    pub fn with_hearing(self, hearing: InterceptionModel) -> FreeTextGuesser<'a> {
        FreeTextGuesser { hearing, candidate_words: OnceLock::new(), ..self }
    }

    /// Returns the guesser with another decoding model.
    #[must_use]
    pub fn with_decoding(self, decoding: DecodingModel) -> FreeTextGuesser<'a> {
        FreeTextGuesser { decoding, ..self }
    }

    /// Returns the guesser with the deck as the only source of the opponents' keywords, unless the agent does not know decks
    /// (`candidates=open`).
    #[must_use]
    pub fn with_known_deck(self) -> FreeTextGuesser<'a> {
        let source = if self.source == KeywordSource::Any { KeywordSource::Deck } else { self.source };
        FreeTextGuesser { source, candidate_words: OnceLock::new(), ..self }
    }

    /// Returns the reader of texts.
    pub fn reader(&self) -> &TextReader<'a> {
        &self.reader
    }

    /// Returns the lexicon of associations, read on first use; `None` if the program was built without the words of the language.
    pub(super) fn associations(&self) -> Option<&AssociationLexicon> {
        let language = self.world.deck().language();
        self.associations
            .get_or_init(|| {
                has_embedded_words(language)
                    .then(|| AssociationLexicon::embedded(&self.reader, self.world.lexicon(), language))
            })
            .as_ref()
    }

    /// Returns the reader of meanings by the space and the lexicon of associations.
    pub(super) fn meanings(&self) -> MeaningReader<'_> {
        MeaningReader {
            reader: &self.reader,
            lexicon: self.world.lexicon(),
            associations: self.associations(),
        }
    }

    /// Returns the belief about the codes of the own team's clues. A missing clue is an empty text.
    pub fn decode(&self, keywords: [&str; 4], clues: [&str; 3]) -> LogBelief {
        self.decode_as(Listener::default(), keywords, clues)
    }

    /// Returns the belief of one listener about the codes of the own team's clues.
    pub fn decode_as(&self, listener: Listener<'_>, keywords: [&str; 4], clues: [&str; 3]) -> LogBelief {
        LogBelief::from_rows(&clues.map(|clue| self.log_likelihoods(listener, keywords, clue)))
    }

    /// Returns the probability of each keyword of the own team for a clue.
    pub fn keyword_probabilities(&self, keywords: [&str; 4], clue: &str) -> [f64; 4] {
        self.taken_as(Listener::default(), keywords, clue)
    }

    /// Returns the probability of each keyword of the own team for a clue, as one listener hears it.
    pub fn taken_as(&self, listener: Listener<'_>, keywords: [&str; 4], clue: &str) -> [f64; 4] {
        shares(self.log_likelihoods(listener, keywords, clue), 1.0)
    }

    /// Returns the log likelihoods of a clue for the keywords of its team.
    fn log_likelihoods(&self, listener: Listener<'_>, keywords: [&str; 4], clue: &str) -> [f64; 4] {
        let stated = self.stated.as_ref().and_then(|stated| stated.log_likelihoods(keywords, clue));
        let logs = stated.unwrap_or_else(|| self.unstated_likelihoods(listener.earlier, keywords, clue));
        let GuesserModel::Bayes { noise: Some(noise), .. } = &self.model else { return logs };
        if logs == [0.0; 4] {
            return logs;
        }
        std::array::from_fn(|n| {
            let (keyword, clue) = (error_key(keywords[n]) as usize, error_key(clue) as usize);
            logs[n] + libm::log(f64::from(noise.factor(listener.noise_seed, keyword, clue)))
        })
    }

    /// Returns the log likelihoods without a stated table; 0 for a clue that is not understood.
    fn unstated_likelihoods(&self, earlier: Option<&SlotClues>, keywords: [&str; 4], clue: &str) -> [f64; 4] {
        match self.model {
            GuesserModel::Uniform => [0.0; 4],
            GuesserModel::History { sharpness } => {
                keywords.map(|keyword| sharpness * self.cosine(keyword, clue).unwrap_or(0.0))
            }
            GuesserModel::Bayes { beta, .. } => {
                let clue = self.meanings().clue(clue);
                if clue.is_unknown() {
                    return [0.0; 4];
                }
                let pairs = self.pairs(earlier, keywords, &clue, |_| Withheld::Nothing);
                // The weights of a language are fitted to its own space, and its sharpness is in them.
                let sharpness = beta / (BETA * self.world.sharpness());
                self.decoding.log_likelihoods(&pairs, sharpness)
            }
        }
    }

    /// Returns the features of a clue and each keyword, given the own team's revealed clues.
    ///
    /// What states the clue for the keyword `withheld` is taken out of the lists, and `listless` keywords have no list. Weights are fitted with such
    /// gaps, because most clues of people stand in no list.
    pub fn pair_features(
        &self,
        earlier: Option<&SlotClues>,
        keywords: [&str; 4],
        clue: &str,
        withheld: Option<usize>,
        listless: [bool; 4],
    ) -> [PairFeatures; 4] {
        self.pairs(earlier, keywords, &self.meanings().clue(clue), |n| {
            if listless[n] {
                Withheld::List
            } else if withheld == Some(n) {
                Withheld::Clue
            } else {
                Withheld::Nothing
            }
        })
    }

    fn pairs(
        &self,
        earlier: Option<&SlotClues>,
        keywords: [&str; 4],
        clue: &ClueMeaning,
        withheld: impl Fn(usize) -> Withheld,
    ) -> [PairFeatures; 4] {
        let compounds = self.world.lexicon().compounds();
        let echo = earlier.map_or([0.0; 4], |earlier| earlier.likeness(&clue.reading));
        std::array::from_fn(|n| PairFeatures {
            echo: echo[n],
            ..self.known(keywords[n]).features(clue, compounds, withheld(n))
        })
    }

    /// Returns the cosine of two texts; `None` if either is not understood.
    pub fn cosine(&self, keyword: &str, clue: &str) -> Option<f64> {
        self.known(keyword).reading.cosine(&self.reader.read(clue))
    }

    /// Returns the clues that the lexicon of associations has for a keyword, the likeliest first. Of clues that are equal in the form
    /// of [`same_clue_form`] it has the likeliest alone. Translated lists
    /// help to understand a clue, and none is given by them.
    pub fn stated_clues(&self, keyword: &str) -> Vec<&str> {
        let forms = self.reader.inflected_forms(keyword, self.world.lexicon());
        let Some(stated) = self.associations() else { return Vec::new() };
        let lists = stated.headwords(&forms).iter().map(|&headword| stated.list(headword));
        let mut placed: Vec<(usize, u32)> =
            lists.flat_map(|list| list.iter().enumerate().map(|(place, &clue)| (place, clue))).collect();
        // A stable sort: at equal places the first headword stays first.
        placed.sort_by_key(|&(place, _)| place);
        let clues = placed.into_iter().map(|(_, number)| number);
        let mut clue_forms = FxHashSet::default();
        clues
            .filter(|&number| stated.is_own(number))
            .map(|number| stated.clue(number))
            .filter(|clue| clue_forms.insert(same_clue_form(clue)))
            .collect()
    }

    /// Returns `true` if people say a clue to a keyword, by the lexicon of associations; of a keyword that has a translated list alone
    /// that is not known.
    pub fn is_stated(&self, keyword: &str, clue: &str) -> bool {
        let forms = self.reader.inflected_forms(keyword, self.world.lexicon());
        let is_known = self.associations().is_some_and(|stated| stated.has_own_list(&forms));
        is_known
            && matches!(
                self.pair_features(None, [keyword; 4], clue, None, [false; 4])[0].place,
                ListPlace::At(_)
            )
    }

    /// Returns `true` if a text stands in the lexicon of associations as it is, whether the space knows its words or not.
    pub fn knows_phrase(&self, text: &str) -> bool {
        let forms = [same_clue_form(text)];
        self.associations()
            .is_some_and(|stated| !stated.clues(&forms).is_empty() || !stated.headwords(&forms).is_empty())
    }

    /// Returns the meaning of a keyword, cached because it is needed repeatedly.
    fn known(&self, keyword: &str) -> Arc<KeywordMeaning> {
        let stored = self.keywords.read().ok().and_then(|keywords| keywords.get(keyword).cloned());
        stored.unwrap_or_else(|| {
            let meaning = Arc::new(self.meanings().keyword(keyword));
            if let Ok(mut keywords) = self.keywords.write() {
                keywords.insert(keyword.to_owned(), Arc::clone(&meaning));
            }
            meaning
        })
    }
}
