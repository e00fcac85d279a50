//! The words of a run, by number and by text.

use overhear_engine::rules::{Clue, Keyword};
use rustc_hash::FxHashMap;

use crate::protocol::{SaidWord, Setup};

/// The vocabulary and the deck.
///
/// ```
/// use overhear_bots::Words;
/// let words = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect();
/// let words = Words::new("en", words(&["moon", "hat"]), words(&["SUN"]));
/// assert_eq!(words.setup().deck, ["SUN"]);
/// ```
#[derive(Clone, Debug)]
pub struct Words {
    language: String,
    vocabulary: Vec<String>,
    deck: Vec<String>,
    clues: FxHashMap<String, u32>,
    keywords: FxHashMap<String, u16>,
}

impl Words {
    /// The words that may be clues, 0, 1, 2… of the law of clues, and the keywords of the deck, in the same order.
    pub fn new(language: &str, vocabulary: Vec<String>, deck: Vec<String>) -> Words {
        let clues = vocabulary.iter().zip(0..).map(|(text, n)| (text.to_lowercase(), n)).collect();
        let keywords = deck.iter().zip(0..).map(|(text, n)| (text.to_lowercase(), n)).collect();
        Words { language: language.to_owned(), vocabulary, deck, clues, keywords }
    }

    /// The language of the words.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// What a bot is told of them.
    pub fn setup(&self) -> Setup<'_> {
        Setup { vocabulary: &self.vocabulary, deck: &self.deck }
    }

    pub(crate) fn clue_text(&self, clue: Clue) -> &str {
        &self.vocabulary[clue.index()]
    }

    pub(crate) fn keyword_text(&self, keyword: Keyword) -> &str {
        &self.deck[keyword.index()]
    }

    /// The clue that is meant, if the vocabulary has it; the case of letters does not matter.
    pub(crate) fn clue(&self, said: &SaidWord) -> Option<Clue> {
        let number = match said {
            SaidWord::Number(number) => u32::try_from(*number).ok(),
            SaidWord::Text(text) => self.clues.get(&text.trim().to_lowercase()).copied(),
        };
        number.filter(|&number| (number as usize) < self.vocabulary.len()).map(Clue::new)
    }

    /// The keyword that is meant, if the deck has it.
    pub(crate) fn keyword(&self, said: &SaidWord) -> Option<Keyword> {
        let number = match said {
            SaidWord::Number(number) => u16::try_from(*number).ok(),
            SaidWord::Text(text) => self.keywords.get(&text.trim().to_lowercase()).copied(),
        };
        number.filter(|&number| usize::from(number) < self.deck.len()).map(Keyword)
    }
}
