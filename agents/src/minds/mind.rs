//! A mind: P(clue | keyword) from one source.

use std::sync::Arc;

use ndarray::Array2;
use overhear_data::{MIND_FILES, MIND_WORDS};
use overhear_engine::rules::Code;

use super::layout::{self, Contents, Table};
use super::{MindError, MindWords, code_posterior};

/// Letters of a word that a keyword may not begin with.
const HELD: usize = 4;

/// The minds that the program carries, and what each is for.
const KNOWN: [(&str, Purpose); 4] = [
    ("glove", Purpose::Play),
    ("stated", Purpose::Play),
    ("statements", Purpose::Measure),
    ("universal", Purpose::Measure),
];

/// What a mind is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Givers may think with it.
    Play,
    /// It is kept for measuring: no agent that is measured reads it, but the strangers that think with it (`minds:mind=NAME`).
    Measure,
}

/// P(clue | keyword) from one source.
///
/// ```
/// use overhear_agents::minds::Mind;
/// let mind = Mind::load("statements")?;
/// let [bread, pirate] = ["bread", "pirate"].map(|keyword| mind.keyword(keyword).expect("a keyword of the deck"));
/// let dough = mind.words().place("dough").expect("minds know it");
/// assert!(mind.log_prob(bread, dough) > mind.log_prob(pirate, dough) + 1.0);
/// # Ok::<(), overhear_agents::minds::MindError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mind {
    name: String,
    purpose: Purpose,
    words: Arc<MindWords>,
    contents: Contents,
}

impl Mind {
    /// The names of the minds that the program carries.
    pub(crate) const NAMES: [&'static str; KNOWN.len()] = {
        // A loop, because `map` is not const.
        let mut names = [""; KNOWN.len()];
        let mut n = 0;
        while n < KNOWN.len() {
            names[n] = KNOWN[n].0;
            n += 1;
        }
        names
    };

    /// Returns the minds that the program carries: those for play, then those for measuring.
    pub fn all() -> Vec<Mind> {
        let words = Arc::new(MindWords::read(MIND_WORDS).expect("the words that the program carries"));
        let minds = KNOWN.into_iter().map(|(name, purpose)| {
            Self::carried(name, purpose, Arc::clone(&words)).expect("the minds that the program carries")
        });
        minds.collect()
    }

    /// Returns the names of the minds that the program carries, with their purposes.
    pub fn names() -> impl Iterator<Item = (&'static str, Purpose)> {
        KNOWN.into_iter()
    }

    /// Returns the mind of this name.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    pub fn load(name: &str) -> Result<Self, MindError> {
        let Some((name, purpose)) = Self::names().find(|known| known.0 == name) else {
            return Err(MindError::UnknownName { name: name.to_owned(), known: Self::NAMES.join(", ") });
        };
        Self::carried(name, purpose, Arc::new(MindWords::read(MIND_WORDS)?))
    }

    fn carried(name: &str, purpose: Purpose, words: Arc<MindWords>) -> Result<Self, MindError> {
        let path = format!("{name}.bin");
        let file = MIND_FILES.iter().find(|file| file.name == path).expect("a file for each mind");
        Self::read(name, purpose, file.content, words)
    }

    /// Reads the file of a mind over `words`.
    ///
    /// # Errors
    ///
    /// If the bytes are not a file of a mind, or were changed.
    pub fn read(
        name: &str,
        purpose: Purpose,
        content: &[u8],
        words: Arc<MindWords>,
    ) -> Result<Self, MindError> {
        let contents = layout::read(content, &words)
            .map_err(|problem| MindError::Damaged { name: name.to_owned(), problem })?;
        Ok(Self { name: name.to_owned(), purpose, words, contents })
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns what it is for.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Returns the words that it knows.
    pub fn words(&self) -> &MindWords {
        &self.words
    }

    /// Returns the keywords that it knows, in the order of the deck.
    pub fn keywords(&self) -> &[String] {
        &self.contents.keywords
    }

    /// Returns the place of a keyword, if it knows it.
    pub fn keyword(&self, keyword: &str) -> Option<usize> {
        self.keywords().iter().position(|known| known == keyword)
    }

    /// Returns ln P(clue | keyword) of the word at a place.
    ///
    /// # Panics
    ///
    /// If there is no such keyword or word.
    pub fn log_prob(&self, keyword: usize, word: usize) -> f64 {
        let rate = self.words.rate(word);
        match &self.contents.table {
            Table::Listed(rows) => {
                let row = &rows[keyword];
                let place = row.places.binary_search(&(word as u32));
                place.map_or_else(|_| libm::log(rate) + row.rest, |n| row.logs[n])
            }
            Table::Directions(rows) => {
                let is_part = is_part(self.words.word(word), &self.contents.keywords[keyword]);
                let likelier = if is_part { 0.0 } else { libm::exp(rows.log_ratio(keyword, word)) };
                libm::log(rate * (rows.trust * likelier + (1.0 - rows.trust)))
            }
        }
    }

    /// Returns how much likelier each keyword, in the order of the deck, makes the word at a place than its base rate: what
    /// [`log_prob`](Self::log_prob) says in less time, to three digits. Of words that the law forbids beside a keyword it may say more.
    ///
    /// # Panics
    ///
    /// If there is no such word.
    pub fn ratios(&self, word: usize) -> Vec<f32> {
        let (mut row, mut ratios) = (Vec::new(), Vec::new());
        self.write_ratios(word, &mut row, &mut ratios);
        ratios
    }

    /// Writes what [`ratios`](Self::ratios) returns; `row` is a buffer.
    pub(super) fn write_ratios(&self, word: usize, row: &mut Vec<f32>, ratios: &mut Vec<f32>) {
        match &self.contents.table {
            Table::Directions(rows) => rows.write_ratios(word, row, ratios),
            Table::Listed(_) => {
                let base = libm::log(self.words.rate(word));
                ratios.clear();
                ratios.extend(
                    (0..self.keywords().len())
                        .map(|keyword| libm::exp(self.log_prob(keyword, word) - base) as f32),
                );
            }
        }
    }

    /// Returns ln P(clue | keyword) of all words, in their order.
    pub fn row(&self, keyword: usize) -> Vec<f64> {
        (0..self.words.len()).map(|word| self.log_prob(keyword, word)).collect()
    }

    /// Returns ln P(clue | keyword): a row a keyword of `keywords`, a column a word. All 440 rows are 40 MB.
    pub fn matrix(&self, keywords: &[usize]) -> Array2<f32> {
        Array2::from_shape_fn((keywords.len(), self.words.len()), |(row, word)| {
            self.log_prob(keywords[row], word) as f32
        })
    }

    /// Returns P(code | clues) for each code of [`Code::ALL`], given places of the four keywords and of the clues in the order in which
    /// they were read; a clue that the mind does not know, `None`, says nothing.
    pub fn posterior(&self, keywords: [usize; 4], clues: [Option<usize>; 3]) -> [f64; Code::COUNT] {
        code_posterior(
            &clues.map(|clue| keywords.map(|keyword| clue.map_or(0.0, |word| self.log_prob(keyword, word)))),
        )
    }
}

/// Returns whether a word begins with the keyword, or is its first four letters or more: the law of clues forbids it.
fn is_part(word: &str, keyword: &str) -> bool {
    word.starts_with(keyword) || (word.len() >= HELD && keyword.starts_with(word))
}
