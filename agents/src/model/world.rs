//! Everything that the players of one run share: the deck, the clue vocabulary, the clue law, and the tables.

use std::sync::{Arc, OnceLock};

use overhear_engine::game::{GameSetup, GameSetupError};
use overhear_engine::rules::{
    Clue, ClueLaw, Deck, FreeTextClues, Keyword, MAX_REFEREE_TOP, Referee, RefereeMode, Rules,
    reads_as_missing,
};

use super::compounded::{CompoundPairs, keyword_places};
use super::directions::{Directions, PackedDirections, keyword_directions, relevant_index};
use super::memo::{Memo, without_waiting};
use super::text_clues::{SpaceReader, TextEmbedder};
use super::word_data::{EmbeddedWords, WordData, forget_facts};
use super::{
    Association, MOST_KEYWORDS, ModelKey, OpenVocabulary, RankWeights, Shortlists, StatedAssociations,
    WorldError,
};
use crate::words::{Lexicon, Space, TextVector, Use, dot};

/// The default number of words that automatic players choose from.
pub const DEFAULT_CLUES: usize = 20_000;

/// The deck and the clues as directions, and what is computed from them.
pub struct World {
    embedded: EmbeddedWords,
    models: Memo<ModelKey, Association>,
    shortlists: Memo<ModelKey, Shortlists>,
    far_shortlists: Memo<(ModelKey, u16), Shortlists>,
    habitual_shortlists: Memo<(ModelKey, u16, &'static RankWeights), Shortlists>,
    open: Memo<(ModelKey, usize), OpenVocabulary>,
    /// Referees by the number of words in a thousand that they accept, and the law with each of them.
    referees: Box<[RefereedLaw]>,
    /// This world in other spaces, by name.
    others: Vec<(String, Arc<World>)>,
    /// This world with stated associations, by name.
    associated: Vec<(String, Arc<World>)>,
    /// The stated weights of P(clue | keyword).
    stated: Option<StatedAssociations>,
}

/// A referee and the law with it, created on first use.
#[derive(Default)]
struct RefereedLaw {
    referee: OnceLock<Arc<Referee>>,
    law: OnceLock<Box<ClueLaw>>,
}

/// Minimum number of clues. A game of sixteen rounds and two teams takes 96, and every keyword needs a
/// choice.
const FEWEST_CLUES: usize = 256;

impl World {
    /// Combines a deck with an embedding. Clues are the `limit` most frequent words that the lexicon allows
    /// automatic players, except words that table readers take for a missing value (`null`, `nan`).
    ///
    /// # Errors
    /// Returns [`WorldError`] if the deck is too large, or if the embedding lacks a keyword or has too few
    /// words for clues.
    pub fn new(deck: Deck, space: Space, lexicon: Lexicon, limit: usize) -> Result<World, WorldError> {
        if deck.len() > MOST_KEYWORDS {
            let megabytes = deck.len() * limit * size_of::<u16>() / 1_000_000;
            return Err(WorldError::TooManyKeywords { keywords: deck.len(), megabytes });
        }
        let space = space.in_language(deck.language());
        let lexicon = Arc::new(lexicon.arranged_for(space.words()));
        let clues: Vec<u32> = (0..space.words().len())
            .filter(|&place| {
                lexicon.use_of(place) == Use::Clue && !reads_as_missing(space.words().get(place))
            })
            .take(limit)
            .map(|place| place as u32)
            .collect();
        let index = relevant_index(&deck, &space);
        let keyword_rows = keyword_directions(&deck, &space, &index);
        // Words that stand within other characters are neither clues nor keywords; the message about keywords shows it.
        if clues.len() < FEWEST_CLUES && !keyword_rows.as_ref().is_err_and(WorldError::has_hint) {
            return Err(WorldError::TooFewClues { clues: clues.len(), needed: FEWEST_CLUES });
        }
        let keyword_rows = Arc::new(keyword_rows?);
        let mut keyword_places: Vec<(u32, u32)> = keyword_places(&deck, &index).collect();
        keyword_places.sort_unstable();
        let compounded = CompoundPairs::new(lexicon.compounds(), &clues, keyword_places.iter().copied());
        drop(index);
        let clue_rows = Arc::new(PackedDirections::new(space.packed(clues.iter().copied().map(Some))));
        let space = Arc::new(space);
        let space_reader = Arc::new(SpaceReader::new(Arc::clone(&space)));
        let sense = Arc::new(TextEmbedder {
            spelling: Arc::clone(&space_reader),
            space_reader,
            lexicon: Arc::clone(&lexicon),
            keywords: Arc::clone(&keyword_rows),
            places: keyword_places.into(),
        });
        let word_data = Arc::new(WordData::new(deck, space, lexicon, clues, compounded));
        Ok(World::from_embedded(EmbeddedWords { word_data, sense, keyword_rows, clue_rows }))
    }

    /// Creates a world without computed tables.
    fn from_embedded(embedded: EmbeddedWords) -> World {
        World {
            embedded,
            models: Memo::default(),
            shortlists: Memo::default(),
            far_shortlists: Memo::default(),
            habitual_shortlists: Memo::default(),
            open: Memo::default(),
            referees: no_referees(),
            others: Vec::new(),
            associated: Vec::new(),
            stated: None,
        }
    }

    /// Adds another space that agents can use; a SPEC names it with `space=NAME`.
    ///
    /// # Errors
    /// [`WorldError::UnknownKeywords`] if the other space does not know all keywords.
    pub fn with_other(mut self, name: &str, space: &Space) -> Result<World, WorldError> {
        let other = Arc::new(self.seen_in(space)?);
        self.others.push((name.to_owned(), other));
        Ok(self)
    }

    /// Returns the other spaces by name, each with its view of the world.
    pub fn others(&self) -> impl Iterator<Item = (&str, &Arc<World>)> + Clone {
        self.others.iter().map(|(name, world)| (name.as_str(), world))
    }

    /// Adds stated weights that agents can use; a SPEC names them with `associations=NAME`.
    ///
    /// Agents with these weights know the other spaces added so far.
    #[must_use]
    pub fn with_associations(mut self, name: &str, stated: StatedAssociations) -> World {
        let others = self.others.clone();
        let stated_world =
            World { stated: Some(stated), others, ..World::from_embedded(self.embedded.clone()) };
        self.associated.push((name.to_owned(), Arc::new(stated_world)));
        self
    }

    /// Returns the stated associations by name, each with its view of the world.
    pub fn associated(&self) -> impl Iterator<Item = (&str, &Arc<World>)> + Clone {
        self.associated.iter().map(|(name, world)| (name.as_str(), world))
    }

    /// Returns this deck, vocabulary and law with directions from another space.
    ///
    /// A clue that the other space does not know has cosine 0 with every keyword.
    ///
    /// # Errors
    /// [`WorldError::UnknownKeywords`] if the other space does not know all keywords.
    fn seen_in(&self, other: &Space) -> Result<World, WorldError> {
        let word_data = &self.embedded.word_data;
        let index = relevant_index(&word_data.deck, other);
        let keyword_rows = Arc::new(keyword_directions(&word_data.deck, other, &index)?);
        let index = other.words().index();
        let places = word_data.clue_texts().map(|text| index.get(text).copied());
        let clue_rows = Arc::new(PackedDirections::new(other.packed(places)));
        let other = other.clone().in_language(word_data.deck.language());
        let space_reader = Arc::new(SpaceReader::new(Arc::new(other)));
        let keywords = Arc::clone(&keyword_rows);
        let sense =
            Arc::new(TextEmbedder { space_reader, keywords, ..TextEmbedder::clone(&self.embedded.sense) });
        Ok(World::from_embedded(EmbeddedWords {
            word_data: Arc::clone(word_data),
            sense,
            keyword_rows,
            clue_rows,
        }))
    }

    /// Returns the keyword deck.
    pub fn deck(&self) -> &Deck {
        &self.embedded.word_data.deck
    }

    /// Returns the word space.
    pub fn space(&self) -> &Space {
        &self.embedded.word_data.space
    }

    /// Returns what the space multiplies the sharpness of associations by.
    pub(crate) fn sharpness(&self) -> f64 {
        self.embedded.sharpness()
    }

    /// Returns the lexicon of the words of the space.
    pub fn lexicon(&self) -> &Lexicon {
        &self.embedded.word_data.lexicon
    }

    /// Returns the number of words that automatic players choose from: clues 0, 1, 2… in order of frequency.
    pub fn clues(&self) -> usize {
        self.embedded.word_data.clues.len()
    }

    /// Returns the text of a clue.
    ///
    /// # Panics
    /// If the clue is neither in the vocabulary nor a known text.
    pub fn clue_text(&self, clue: Clue) -> &str {
        self.embedded.word_data.clue_text(clue)
    }

    /// Returns the texts of the vocabulary, in order of the clues.
    pub fn clue_texts(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.clues() as u32).map(|clue| self.clue_text(Clue::new(clue)))
    }

    /// Returns the registered texts outside the vocabulary.
    ///
    /// From the first call on, any text may be a clue.
    pub fn utterances(&self) -> &Arc<FreeTextClues> {
        self.embedded.word_data.utterances()
    }

    /// Returns the reading of a text outside the vocabulary.
    pub(crate) fn reading(&self, clue: Clue) -> Arc<TextVector> {
        self.embedded.sense.read(clue, self.clue_text(clue))
    }

    /// Returns the likelihood of a text outside the vocabulary under every keyword, by a table of this world.
    pub(crate) fn column_of_text(&self, table: &Association, clue: Clue) -> Arc<[u16]> {
        column_of_text(&self.embedded.sense, self.utterances(), table, clue)
    }

    /// Returns the law of clues for this vocabulary and deck, created on first use.
    pub fn law(&self) -> &ClueLaw {
        self.embedded.word_data.law()
    }

    /// Returns the law of clues under these rules: [`World::law`], with a referee if the rules ask for one.
    ///
    /// # Panics
    /// If `referee_top` is above 1000.
    pub fn law_under(&self, rules: &Rules) -> &ClueLaw {
        if rules.referee == RefereeMode::Off {
            return self.law();
        }
        let law = &self.referees[usize::from(rules.referee_top)].law;
        without_waiting::<Box<ClueLaw>>(law, || {
            Box::new(self.law().with_referee(self.referee(rules.referee_top)))
        })
    }

    /// Returns the game setup of this world under these rules.
    ///
    /// # Errors
    /// [`GameSetupError`] if the rules are inconsistent or the deck is too small for them.
    pub fn setup(&self, rules: &Rules) -> Result<GameSetup<'_>, GameSetupError> {
        let rules = rules.checked()?;
        GameSetup::new(rules, self.deck(), self.law_under(&rules))
    }

    /// Returns the referee that accepts `top` in a thousand words for each keyword.
    ///
    /// It uses the association with default parameters and is created on first use.
    ///
    /// # Panics
    /// If `top` is 0 or above 1000.
    pub fn referee(&self, top: u16) -> Arc<Referee> {
        let referee = &self.referees[usize::from(top)].referee;
        Arc::clone(without_waiting(referee, || Arc::new(self.referee_of_words(top))))
    }

    fn referee_of_words(&self, top: u16) -> Referee {
        let table = self.association(ModelKey::default());
        let (referee, bars) = super::fitness::referee(table.columns(), top);
        let (sense, law) = (Arc::clone(&self.embedded.sense), self.law().clone());
        referee.with_texts(move |clue, keyword| {
            let column = law.utterances().map(|texts| column_of_text(&sense, texts, &table, clue));
            column.is_some_and(|column| column[keyword.index()] >= bars[keyword.index()])
        })
    }

    /// Returns the association table with these parameters; built once, then shared.
    pub fn association(&self, key: ModelKey) -> Arc<Association> {
        self.models.get(key, || {
            let table = Association::new(&self.embedded.words(), key);
            match &self.stated {
                Some(stated) => table.with_stated(stated),
                None => table,
            }
        })
    }

    /// Returns the likeliest legal clues of each keyword by the table with these parameters; computed once,
    /// then shared.
    pub fn shortlists(&self, key: ModelKey) -> Arc<Shortlists> {
        self.shortlists.get(key, || Shortlists::new(self.association(key), self.law()))
    }

    /// Returns, for each keyword, those of its `top` in a thousand words that fit the most other keywords.
    ///
    /// Computed once, then shared.
    pub(crate) fn far_shortlists(&self, key: ModelKey, top: u16) -> Arc<Shortlists> {
        self.far_shortlists
            .get((key, top), || Shortlists::far(self.association(key), self.law(), &self.referee(top)))
    }

    /// Returns the shortlists of [`World::far_shortlists`] with likelihoods for an Encryptor that chooses clues by
    /// their rank.
    ///
    /// Computed once, then shared.
    pub(crate) fn habitual_shortlists(
        &self,
        key: ModelKey,
        top: u16,
        habit: &'static RankWeights,
    ) -> Arc<Shortlists> {
        self.habitual_shortlists.get((key, top, habit), || {
            self.far_shortlists(key, top).with_likelihoods_of(Arc::new(self.association(key).ranked(habit)))
        })
    }

    /// Frees data that only the creation of agents needs, and association tables without an agent.
    ///
    /// Freed data is computed again on demand.
    pub fn forget_unused(&self) {
        forget_facts();
        self.shortlists.forget_unused();
        self.habitual_shortlists.forget_unused();
        self.far_shortlists.forget_unused();
        self.models.forget_unused();
        self.open.forget_unused();
        let worlds = self.others.iter().chain(&self.associated);
        worlds.for_each(|(_, world)| world.forget_unused());
    }

    /// Returns the `words` most frequent words in place of keywords, for agents that do not know the deck;
    /// built once, then shared.
    pub fn open_vocabulary(&self, key: ModelKey, words: usize) -> Arc<OpenVocabulary> {
        let stated = self.stated.as_ref();
        self.open.get((key, words), || OpenVocabulary::new(self.embedded.clone(), key, words, stated))
    }

    /// Returns the cosine of a keyword's and a clue's direction; 0 if the clue is a text that is not
    /// understood.
    pub fn cosine(&self, keyword: Keyword, clue: Clue) -> f32 {
        self.cosine_within(keyword, clue, &mut self.clue_rows().buffer())
    }

    /// Returns the cosine without an allocation; `buffer` is a buffer of the clues' directions.
    pub(crate) fn cosine_within(&self, keyword: Keyword, clue: Clue, buffer: &mut [i16]) -> f32 {
        let EmbeddedWords { sense, keyword_rows, clue_rows, .. } = &self.embedded;
        if clue.index() >= self.clues() {
            let reading = self.reading(clue);
            return reading.direction.as_ref().map_or(0.0, |direction| sense.cosine(direction, keyword));
        }
        let (k, c) = (keyword.index(), clue.index());
        let product = dot(keyword_rows.row(k), clue_rows.row(c, buffer)) as f32;
        product * keyword_rows.inverse_lengths[k] * clue_rows.inverse_lengths[c]
    }

    pub(crate) fn keyword_rows(&self) -> &Directions {
        &self.embedded.keyword_rows
    }

    pub(crate) fn clue_rows(&self) -> &PackedDirections {
        &self.embedded.clue_rows
    }
}

fn column_of_text(
    sense: &TextEmbedder,
    texts: &FreeTextClues,
    table: &Association,
    clue: Clue,
) -> Arc<[u16]> {
    table.column_of_text(clue, || {
        sense.read_sound(clue, texts.text(clue), table.clues(), texts.keywords_banning(clue).collect())
    })
}

fn no_referees() -> Box<[RefereedLaw]> {
    (0..=MAX_REFEREE_TOP).map(|_| RefereedLaw::default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_too_large_for_memory_is_refused_before_anything_is_made() {
        let list: String = (0..=MOST_KEYWORDS).map(|n| format!("word{n}\n")).collect();
        let deck = Deck::parse(&list, "en").expect("a deck");
        let space = Space::from_vectors(["sun"].into_iter().collect(), 2, &[1.0, 0.0]);
        let lexicon = Lexicon::guessed(space.words());
        let refused = World::new(deck, space, lexicon, DEFAULT_CLUES).err().expect("too many");
        assert!(
            matches!(refused, WorldError::TooManyKeywords { keywords: 10_001, megabytes: 400 }),
            "{refused}"
        );
    }
}
