//! Everything that players of one run share: the deck, the clue vocabulary, the law, and the tables.

use std::sync::{Arc, LazyLock, OnceLock};

use overhear_engine::rules::{
    Clue, ClueLaw, Deck, Keyword, Language, Lexicon as Facts, NoLexicon, Referee, RefereeMode, Rules,
    Utterances, WordTable, reads_as_missing,
};
use overhear_engine::table::{Table, TableError};

use super::association::Words;
use super::compounded::{Compounded, keyword_places};
use super::directions::{Directions, PackedDirections, keyword_directions, relevant_index};
use super::heard::{Ears, Sense};
use super::kept::Kept;
use super::{Association, ModelKey, OpenVocabulary, StatedAssociations};
use crate::words::{Lexicon, Reading, Space, Use, dot, embedded_makeup};

/// What the law is told about English words, while laws are worked out.
static ENGLISH: Kept<(), WordTable<'static>> = Kept::new();

/// The same for texts, once any may be said.
static ENGLISH_TEXTS: LazyLock<WordTable<'static>> = LazyLock::new(embedded_makeup);

/// The greatest `referee_top`: every word passes.
const REFEREE_TOPS: usize = 1000;

/// How many words automatic players choose their clues from.
pub const DEFAULT_CLUES: usize = 20_000;

/// The deck and the clues as directions, and what is computed from them.
pub struct World {
    deck: Deck,
    space: Arc<Space>,
    lexicon: Arc<Lexicon>,
    /// How texts are heard that the vocabulary does not have.
    sense: Arc<Sense>,
    /// For each clue the place of its word in the space.
    clues: Vec<u32>,
    law: OnceLock<ClueLaw>,
    keyword_rows: Arc<Directions>,
    clue_rows: PackedDirections,
    compounded: Compounded,
    models: Kept<ModelKey, Association>,
    open: Kept<(ModelKey, usize), OpenVocabulary>,
    /// The referees by the number of words in a thousand that they let pass, and the law with each of them.
    referees: Box<[Refereed]>,
    /// How others see the same table who think in other spaces, by name.
    others: Vec<(String, Arc<World>)>,
    /// How those see it who go by what somebody has stated, by name.
    associated: Vec<(String, Arc<World>)>,
    /// What has been stated of P(clue | keyword).
    stated: Option<StatedAssociations>,
}

/// A referee and the law, once they have been asked for.
#[derive(Default)]
struct Refereed {
    referee: OnceLock<Arc<Referee>>,
    law: OnceLock<Box<ClueLaw>>,
}

/// Why a deck and a space do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The space does not know some keywords.
    #[error("{}", unknown(keywords))]
    UnknownKeywords {
        /// All that it does not know, in the order of the deck.
        keywords: Vec<String>,
    },
    /// The tables of such a deck would take too much memory.
    #[error(
        "{keywords} keywords: an agent's table of them takes {megabytes} MB; a deck has at most {MOST_KEYWORDS}"
    )]
    TooManyKeywords {
        /// How many there are.
        keywords: usize,
        /// The size of the table P(clue | keyword) for them, in MB.
        megabytes: usize,
    },
    /// There are too few words to give clues with.
    #[error("only {clues} words of the space may be clues; {needed} are needed")]
    TooFewClues {
        /// How many there are.
        clues: usize,
        /// How many it takes.
        needed: usize,
    },
}

/// A game of sixteen rounds and two teams takes 96 clues; every keyword shall have a choice of them.
const FEWEST_CLUES: usize = 256;

/// The most keywords of a deck: with 20,000 clues, an agent's table of them takes 400 MB.
pub const MOST_KEYWORDS: usize = 10_000;

/// How many unknown keywords are named.
const NAMED: usize = 10;

fn unknown(keywords: &[String]) -> String {
    let named: Vec<String> = keywords.iter().take(NAMED).map(|keyword| format!("`{keyword}`")).collect();
    let named = named.join(", ");
    match keywords.len() {
        1 => format!("the keyword {named} is not in the word space"),
        all if all <= NAMED => format!("{all} keywords are not in the word space: {named}"),
        all => format!("{all} keywords are not in the word space: {named} and {} more", all - NAMED),
    }
}

impl World {
    /// Puts a deck into a space. Clues are the `limit` most frequent words that the lexicon lets automatic players
    /// give, but for those that readers of tables take for a missing value (`null`, `nan`).
    ///
    /// # Errors
    /// [`WorldError`] if the deck is too large, or the space does not know a keyword or has too few words for clues.
    pub fn new(deck: Deck, space: Space, lexicon: Lexicon, limit: usize) -> Result<World, WorldError> {
        if deck.len() > MOST_KEYWORDS {
            let megabytes = deck.len() * limit * size_of::<u16>() / 1_000_000;
            return Err(WorldError::TooManyKeywords { keywords: deck.len(), megabytes });
        }
        let lexicon = Arc::new(lexicon.arranged_for(space.words()));
        let clues: Vec<u32> = (0..space.words().len())
            .filter(|&place| {
                lexicon.use_of(place) == Use::Clue && !reads_as_missing(space.words().get(place))
            })
            .take(limit)
            .map(|place| place as u32)
            .collect();
        if clues.len() < FEWEST_CLUES {
            return Err(WorldError::TooFewClues { clues: clues.len(), needed: FEWEST_CLUES });
        }
        let index = relevant_index(&deck, &space);
        let keyword_rows = Arc::new(keyword_directions(&deck, &space, &index)?);
        let mut keyword_places: Vec<(u32, u32)> = keyword_places(&deck, &index).collect();
        keyword_places.sort_unstable();
        let compounded = Compounded::new(lexicon.compounds(), &clues, keyword_places.iter().copied());
        drop(index);
        let clue_rows = PackedDirections::new(space.packed(clues.iter().copied().map(Some)));
        let space = Arc::new(space);
        let ears = Arc::new(Ears::new(Arc::clone(&space)));
        let sense = Sense {
            spelling: Arc::clone(&ears),
            ears,
            lexicon: Arc::clone(&lexicon),
            keywords: Arc::clone(&keyword_rows),
            places: keyword_places.into(),
        };
        Ok(World {
            deck,
            space,
            lexicon,
            sense: Arc::new(sense),
            clues,
            law: OnceLock::new(),
            keyword_rows,
            clue_rows,
            compounded,
            models: Kept::default(),
            open: Kept::default(),
            referees: no_referees(),
            others: Vec::new(),
            associated: Vec::new(),
            stated: None,
        })
    }

    /// The same world, in which agents may think in another space too: a SPEC names it with `space=NAME`.
    ///
    /// # Errors
    /// [`WorldError::UnknownKeywords`] if the other space does not know all keywords.
    pub fn with_other(mut self, name: &str, space: &Space) -> Result<World, WorldError> {
        let other = Arc::new(self.seen_in(space)?);
        self.others.push((name.to_owned(), other));
        Ok(self)
    }

    /// The other spaces of the run by their names, each with the world as it is seen there.
    pub fn others(&self) -> impl Iterator<Item = (&str, &Arc<World>)> + Clone {
        self.others.iter().map(|(name, world)| (name.as_str(), world))
    }

    /// The same world, in which agents may go by stated weights: a SPEC names them with `associations=NAME`.
    #[must_use]
    pub fn with_associations(mut self, name: &str, stated: StatedAssociations) -> World {
        let seen = World { stated: Some(stated), ..self.bare() };
        self.associated.push((name.to_owned(), Arc::new(seen)));
        self
    }

    /// What somebody has stated, by name, each with the world as they see it who go by that.
    pub fn associated(&self) -> impl Iterator<Item = (&str, &Arc<World>)> + Clone {
        self.associated.iter().map(|(name, world)| (name.as_str(), world))
    }

    /// The same deck, clues and law, as somebody sees them who thinks in another space. To a clue that the other
    /// space does not know nothing is near: its cosines are 0.
    ///
    /// # Errors
    /// [`WorldError::UnknownKeywords`] if the other space does not know all keywords.
    fn seen_in(&self, other: &Space) -> Result<World, WorldError> {
        let keyword_rows =
            Arc::new(keyword_directions(&self.deck, other, &relevant_index(&self.deck, other))?);
        let index = other.words().index();
        let places = self.clue_texts().map(|text| index.get(text).copied());
        let clue_rows = PackedDirections::new(other.packed(places));
        let ears = Arc::new(Ears::new(Arc::new(other.clone())));
        let sense = Sense { ears, keywords: Arc::clone(&keyword_rows), ..Sense::clone(&self.sense) };
        Ok(World { keyword_rows, clue_rows, sense: Arc::new(sense), ..self.bare() })
    }

    /// The same deck, clues, law and directions, with nothing worked out of them.
    fn bare(&self) -> World {
        World {
            deck: self.deck.clone(),
            space: Arc::clone(&self.space),
            lexicon: Arc::clone(&self.lexicon),
            sense: Arc::clone(&self.sense),
            clues: self.clues.clone(),
            law: OnceLock::from(self.law().clone()),
            keyword_rows: Arc::clone(&self.keyword_rows),
            clue_rows: self.clue_rows.clone(),
            compounded: self.compounded.clone(),
            models: Kept::default(),
            open: Kept::default(),
            referees: no_referees(),
            others: Vec::new(),
            associated: Vec::new(),
            stated: None,
        }
    }

    /// The keyword deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The word space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// What is known of the words of the space.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// How many words automatic players choose from: clues 0, 1, 2… in order of frequency.
    pub fn clues(&self) -> usize {
        self.clues.len()
    }

    /// The text of a clue.
    ///
    /// # Panics
    /// If the clue is neither in the vocabulary nor a text that was said.
    pub fn clue_text(&self, clue: Clue) -> &str {
        match self.clues.get(clue.index()) {
            Some(&place) => self.space.words().get(place as usize),
            None => self.utterances().text(clue),
        }
    }

    /// The texts that are said at the tables of this world and the vocabulary does not have; from the first call on, any text
    /// may be.
    pub fn utterances(&self) -> &Arc<Utterances> {
        self.law().admit(|| Utterances::new(self.law(), self.clue_texts(), &self.deck, self.facts_of_texts()))
    }

    /// What is understood of a text that the vocabulary does not have.
    pub(crate) fn reading(&self, clue: Clue) -> Arc<Reading> {
        self.sense.read(clue, self.clue_text(clue))
    }

    /// The likelihood of a text that the vocabulary does not have under every keyword, by a table of this world.
    pub(crate) fn column_of_text(&self, table: &Association, clue: Clue) -> Arc<[u16]> {
        column_of_text(&self.sense, self.utterances(), table, clue)
    }

    /// The same sense for other keywords in the place of the deck's.
    pub(super) fn sense_for(&self, keywords: Directions, places: Vec<(u32, u32)>) -> Sense {
        Sense { keywords: Arc::new(keywords), places: places.into(), ..Sense::clone(&self.sense) }
    }

    /// The law of clues for this vocabulary and deck; worked out when it is first asked for.
    pub fn law(&self) -> &ClueLaw {
        self.law.get_or_init(|| ClueLaw::with_lexicon(self.clue_texts(), &self.deck, &*self.facts()))
    }

    /// The law of clues for this vocabulary and another deck of the same language.
    pub(super) fn law_for(&self, deck: &Deck) -> ClueLaw {
        self.law().for_deck(self.clue_texts(), deck, &*self.facts())
    }

    /// What the law is told about words.
    fn facts(&self) -> Arc<dyn Facts> {
        match self.deck.language() {
            Language::English => ENGLISH.get((), embedded_makeup),
            _ => Arc::new(NoLexicon),
        }
    }

    /// The same for as long as texts are said.
    pub(super) fn facts_of_texts(&self) -> &'static dyn Facts {
        match self.deck.language() {
            Language::English => &*ENGLISH_TEXTS,
            _ => &NoLexicon,
        }
    }

    fn clue_texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.clues.iter().map(|&place| self.space.words().get(place as usize))
    }

    /// The law of clues by these rules: [`World::law`], with a referee if they ask for one.
    ///
    /// # Panics
    /// If `referee_top` is above 1000.
    pub fn law_under(&self, rules: &Rules) -> &ClueLaw {
        if rules.referee == RefereeMode::Off {
            return self.law();
        }
        let law = &self.referees[usize::from(rules.referee_top)].law;
        if let Some(law) = law.get() {
            return law;
        }
        let built = Box::new(self.law().with_referee(self.referee(rules.referee_top)));
        law.get_or_init(|| built)
    }

    /// The table at which those who think in this world play by these rules.
    ///
    /// # Errors
    /// If the rules make no game, or the deck is too small for them.
    pub fn table(&self, rules: &Rules) -> Result<Table<'_>, TableError> {
        let rules = rules.checked()?;
        Table::new(rules, self.deck(), self.law_under(&rules))
    }

    /// The referee who lets `top` in a thousand words pass for each keyword, by the association of the default
    /// parameters; worked out when it is first asked for.
    ///
    /// # Panics
    /// If `top` is 0 or above 1000.
    pub fn referee(&self, top: u16) -> Arc<Referee> {
        let referee = &self.referees[usize::from(top)].referee;
        let built = || Arc::new(self.referee_of_words(top));
        let found = referee.get().map_or_else(built, Arc::clone);
        Arc::clone(referee.get_or_init(|| found))
    }

    fn referee_of_words(&self, top: u16) -> Referee {
        let table = self.association(ModelKey::default());
        let (referee, bars) = super::fitness::referee(&table, top);
        let (sense, law) = (Arc::clone(&self.sense), self.law().clone());
        referee.with_texts(move |clue, keyword| {
            let column = law.utterances().map(|texts| column_of_text(&sense, texts, &table, clue));
            column.is_some_and(|column| column[keyword.index()] >= bars[keyword.index()])
        })
    }

    /// The association table with these parameters; built once, then shared.
    pub fn association(&self, key: ModelKey) -> Arc<Association> {
        let words = || Words {
            keywords: &self.keyword_rows,
            clues: &self.clue_rows,
            compounded: &self.compounded,
            law: self.law(),
        };
        self.models.get(key, || {
            let table = Association::new(&words(), key);
            match &self.stated {
                Some(stated) => table.with_stated(stated),
                None => table,
            }
        })
    }

    /// Lets go of what only the making of agents needs, and of the association tables that no agent uses; what is asked for
    /// again is worked out again.
    pub fn forget_unused(&self) {
        ENGLISH.forget_unused();
        self.models.forget_unused();
        self.open.forget_unused();
        let seen = self.others.iter().chain(&self.associated);
        seen.for_each(|(_, world)| world.forget_unused());
    }

    /// The `words` most frequent words in the place of keywords, for those who do not know the deck; built once,
    /// then shared.
    pub fn open_vocabulary(&self, key: ModelKey, words: usize) -> Arc<OpenVocabulary> {
        self.open.get((key, words), || OpenVocabulary::new(self, key, words))
    }

    /// The cosine of a keyword's and a clue's direction; 0 if the clue is a text that is not understood.
    pub fn cosine(&self, keyword: Keyword, clue: Clue) -> f32 {
        self.cosine_within(keyword, clue, &mut self.clue_rows.room())
    }

    /// The same without an allocation: `room` is that of the clues' directions.
    pub(crate) fn cosine_within(&self, keyword: Keyword, clue: Clue, room: &mut [i16]) -> f32 {
        if clue.index() >= self.clues.len() {
            let reading = self.reading(clue);
            return reading.direction.as_ref().map_or(0.0, |direction| self.sense.cosine(direction, keyword));
        }
        let (k, c) = (keyword.index(), clue.index());
        let product = dot(self.keyword_rows.row(k), self.clue_rows.row(c, room)) as f32;
        product * self.keyword_rows.inverse_lengths[k] * self.clue_rows.inverse_lengths[c]
    }

    /// Which of the clues, by number, make compounds with the words at some places of the space.
    pub(crate) fn compounded_with(&self, places: impl Iterator<Item = (u32, u32)>) -> Compounded {
        Compounded::new(self.lexicon.compounds(), &self.clues, places)
    }

    /// The place of a clue's word in the space.
    pub(crate) fn clue_place(&self, clue: Clue) -> u32 {
        self.clues[clue.index()]
    }

    pub(crate) fn keyword_rows(&self) -> &Directions {
        &self.keyword_rows
    }

    pub(crate) fn clue_rows(&self) -> &PackedDirections {
        &self.clue_rows
    }
}

fn column_of_text(sense: &Sense, texts: &Utterances, table: &Association, clue: Clue) -> Arc<[u16]> {
    table.column_of_text(clue, || {
        sense.sound(clue, texts.text(clue), table.clues(), texts.banning(clue).collect())
    })
}

fn no_referees() -> Box<[Refereed]> {
    (0..=REFEREE_TOPS).map(|_| Refereed::default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_ten_unknown_keywords_are_named_and_the_others_counted() {
        let words: Vec<String> = (0..12).map(|n| format!("w{n}")).collect();
        assert_eq!(unknown(&words[..1]), "the keyword `w0` is not in the word space");
        assert_eq!(unknown(&words[..2]), "2 keywords are not in the word space: `w0`, `w1`");
        let all = unknown(&words);
        assert!(all.starts_with("12 keywords are") && all.ends_with("`w9` and 2 more"), "{all}");
    }

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
