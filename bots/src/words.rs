//! The words of a run, by number and by text.

use std::sync::Arc;

use overhear_engine::rules::{Clue, FreeTextClues, Keyword, is_printable, reads_as_missing};
use rustc_hash::FxHashMap;

use crate::protocol::{BotWord, Setup};

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
    said: Option<Arc<FreeTextClues>>,
}

impl WordLists {
    /// Returns the words that may be clues, 0, 1, 2… of the law of clues, and the keywords of the deck, in
    /// the same order.
    pub fn new(language: &str, vocabulary: Vec<String>, deck: Vec<String>) -> WordLists {
        let clues = vocabulary.iter().zip(0..).map(|(text, n)| (text.to_lowercase(), n)).collect();
        let keywords = deck.iter().zip(0..).map(|(text, n)| (text.to_lowercase(), n)).collect();
        WordLists { language: language.to_owned(), vocabulary, deck, clues, keywords, said: None }
    }

    /// Returns the same words at tables where any text may be said: `said` is what their law of clues admits.
    #[must_use]
    pub fn with_texts(self, said: &Arc<FreeTextClues>) -> WordLists {
        WordLists { said: Some(Arc::clone(said)), ..self }
    }

    /// Returns `true` if any text may be said.
    pub(crate) fn have_texts(&self) -> bool {
        self.said.is_some()
    }

    /// Returns `true` if so much has been said that no further text is heard.
    pub(crate) fn are_exhausted(&self) -> bool {
        self.said.as_ref().is_some_and(|said| said.is_full())
    }

    /// Returns the clue that is this text, or why it is none.
    pub(crate) fn clue_from_text(&self, text: &str) -> Result<Clue, String> {
        sayable(text)?;
        let said = self.said.as_ref().and_then(|said| said.say(text));
        said.ok_or_else(|| "no further text is heard".to_owned())
    }

    /// Returns the language of the words.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// What a bot is told of them.
    pub fn setup(&self) -> Setup<'_> {
        Setup { vocabulary: &self.vocabulary, deck: &self.deck }
    }

    /// Returns `true` if the vocabulary has the clue.
    pub(crate) fn has(&self, clue: Clue) -> bool {
        clue.index() < self.vocabulary.len()
    }

    pub(crate) fn clue_text(&self, clue: Clue) -> &str {
        match (self.vocabulary.get(clue.index()), &self.said) {
            (Some(word), _) => word,
            (None, Some(said)) => said.text(clue),
            (None, None) => panic!("who is told a text is told where texts may be said"),
        }
    }

    pub(crate) fn keyword_text(&self, keyword: Keyword) -> &str {
        &self.deck[keyword.index()]
    }

    /// Returns the clue that is meant, if the vocabulary has it; the case of letters does not matter.
    pub(crate) fn clue(&self, said: &BotWord) -> Option<Clue> {
        let number = match said {
            BotWord::Number(number) => u32::try_from(*number).ok(),
            BotWord::Text(text) => self.clues.get(&text.trim().to_lowercase()).copied(),
        };
        number.filter(|&number| (number as usize) < self.vocabulary.len()).map(Clue::new)
    }

    /// Returns the keyword that is meant, if the deck has it.
    pub(crate) fn keyword(&self, said: &BotWord) -> Option<Keyword> {
        let number = match said {
            BotWord::Number(number) => u16::try_from(*number).ok(),
            BotWord::Text(text) => self.keywords.get(&text.trim().to_lowercase()).copied(),
        };
        number.filter(|&number| usize::from(number) < self.deck.len()).map(Keyword)
    }
}

/// The longest text that is a clue, in characters.
const LONGEST: usize = 100;

/// Returns `true` if a table can hold a text, or the reason why not.
fn sayable(text: &str) -> Result<(), String> {
    let characters = text.trim().chars().count();
    if characters == 0 {
        Err("the clue is empty".to_owned())
    } else if characters > LONGEST {
        Err(format!("the clue has {characters} characters; at most {LONGEST} are heard"))
    } else if !text.chars().all(|c| is_printable(c) || c.is_whitespace()) {
        Err("the clue has a character that does not show".to_owned())
    } else if reads_as_missing(text.trim()) {
        Err("readers of tables take the clue for a missing value".to_owned())
    } else {
        Ok(())
    }
}
