//! The words of a run, by number and by text.

use std::sync::Arc;

use overhear_engine::rules::{Clue, FreeTextClues, Keyword, is_printable, reads_as_missing};
use rustc_hash::FxHashMap;

use crate::protocol::Setup;
use crate::reply::BotWord;

/// The vocabulary and the deck.
///
/// ```
/// use overhear_bots::WordLists;
/// let words = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect();
/// let words = WordLists::new("en", words(&["moon", "hat"]), words(&["SUN"]));
/// assert_eq!(words.setup().deck, ["SUN"]);
/// ```
#[derive(Clone, Debug)]
pub struct WordLists {
    language: String,
    vocabulary: Vec<String>,
    deck: Vec<String>,
    clues: FxHashMap<String, u32>,
    keywords: FxHashMap<String, u16>,
    texts: Option<Arc<FreeTextClues>>,
}

impl WordLists {
    /// Returns the lists. `vocabulary` has the words that may be clues, in the clue law's order from 0;
    /// `deck` has the keywords in the deck's order.
    pub fn new(language: &str, vocabulary: Vec<String>, deck: Vec<String>) -> WordLists {
        let clues = vocabulary.iter().zip(0..).map(|(text, n)| (text.to_lowercase(), n)).collect();
        let keywords = deck.iter().zip(0..).map(|(text, n)| (text.to_lowercase(), n)).collect();
        WordLists { language: language.to_owned(), vocabulary, deck, clues, keywords, texts: None }
    }

    /// Returns the lists for games in which any text may be a clue; `texts` holds those that their clue
    /// law admits.
    #[must_use]
    pub fn with_texts(self, texts: &Arc<FreeTextClues>) -> WordLists {
        WordLists { texts: Some(Arc::clone(texts)), ..self }
    }

    /// Returns `true` if any text may be a clue.
    pub(crate) fn have_texts(&self) -> bool {
        self.texts.is_some()
    }

    /// Returns `true` if there is no room for further texts.
    pub(crate) fn are_exhausted(&self) -> bool {
        self.texts.as_ref().is_some_and(|texts| texts.is_full())
    }

    /// Returns the clue with this text, or the reason why it is none.
    pub(crate) fn clue_from_text(&self, text: &str) -> Result<Clue, String> {
        sayable(text)?;
        let clue = self.texts.as_ref().and_then(|texts| texts.say(text));
        clue.ok_or_else(|| "the run has no room for more different texts".to_owned())
    }

    /// Returns the language of the words.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Returns the words as sent to a bot.
    pub fn setup(&self) -> Setup<'_> {
        Setup { vocabulary: &self.vocabulary, deck: &self.deck }
    }

    /// Returns `true` if the vocabulary has the clue.
    pub(crate) fn has(&self, clue: Clue) -> bool {
        clue.index() < self.vocabulary.len()
    }

    pub(crate) fn clue_text(&self, clue: Clue) -> &str {
        match (self.vocabulary.get(clue.index()), &self.texts) {
            (Some(word), _) => word,
            (None, Some(texts)) => texts.text(clue),
            (None, None) => panic!("who is told a text is told where texts may be said"),
        }
    }

    pub(crate) fn keyword_text(&self, keyword: Keyword) -> &str {
        &self.deck[keyword.index()]
    }

    /// Returns the clue that a bot means, if the vocabulary has it, ignoring case.
    pub(crate) fn clue(&self, word: &BotWord) -> Option<Clue> {
        let number = match word {
            BotWord::Number(number) => u32::try_from(*number).ok(),
            BotWord::Text(text) => self.clues.get(&text.trim().to_lowercase()).copied(),
        };
        number.filter(|&number| (number as usize) < self.vocabulary.len()).map(Clue::new)
    }

    /// Returns the keyword that a bot means, if the deck has it.
    pub(crate) fn keyword(&self, word: &BotWord) -> Option<Keyword> {
        let number = match word {
            BotWord::Number(number) => u16::try_from(*number).ok(),
            BotWord::Text(text) => self.keywords.get(&text.trim().to_lowercase()).copied(),
        };
        number.filter(|&number| usize::from(number) < self.deck.len()).map(Keyword)
    }
}

/// Maximum length of a clue text, in characters.
const LONGEST: usize = 100;

/// Checks that a game can hold the text.
fn sayable(text: &str) -> Result<(), String> {
    let characters = text.trim().chars().count();
    if characters == 0 {
        Err("the clue is empty".to_owned())
    } else if characters > LONGEST {
        Err(format!("the clue has {characters} characters; at most {LONGEST} are read"))
    } else if !text.chars().all(|c| is_printable(c) || c.is_whitespace()) {
        Err("the clue has a character that does not show".to_owned())
    } else if reads_as_missing(text.trim()) {
        Err("data tools read the clue as a missing value".to_owned())
    } else {
        Ok(())
    }
}
