//! Facts about words besides their vectors: use and lemma.

use std::collections::HashMap;

use super::lines::Lines;
use super::{Compounds, SpaceError, WordList};

/// Use of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// Automatic players may give it as a clue.
    Clue,
    /// Understood, but not given: a function word, a fragment, a rare word.
    Other,
    /// A proper name: understood, legal for people, not given.
    Name,
    /// An offensive word: understood, not given.
    Unfit,
}

impl Use {
    /// Every use.
    pub const ALL: [Use; 4] = [Use::Clue, Use::Other, Use::Name, Use::Unfit];

    /// Returns the name used in a lexicon file.
    pub const fn name(self) -> &'static str {
        match self {
            Use::Clue => "clue",
            Use::Other => "other",
            Use::Name => "name",
            Use::Unfit => "unfit",
        }
    }
}

/// Facts about the words of a language, most frequent first.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    words: WordList,
    uses: Vec<Use>,
    /// Lemmas of inflected words, in ascending order of the words' indices.
    lemmas: Vec<(u32, &'static str)>,
    compounds: Compounds,
}

impl Lexicon {
    /// Parses a tab-separated lexicon with the header `word use lemmas`. Lemmas are separated by spaces; a
    /// word that is its own lemma has none.
    ///
    /// ```
    /// use overhear_agents::words::{Lexicon, Use};
    /// let lexicon = Lexicon::parse("word\tuse\tlemmas\nmouse\tclue\t\nmice\tother\tmouse\n")?;
    /// assert_eq!(lexicon.use_of(0), Use::Clue);
    /// assert_eq!(lexicon.lemmas_of(1), "mouse");
    /// # Ok::<(), overhear_agents::words::SpaceError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`SpaceError::Line`] for a line without three fields or with an unknown use.
    pub fn parse(text: &'static str) -> Result<Lexicon, SpaceError> {
        let mut lines = Lines::new(text).enumerate();
        match lines.next() {
            Some((_, Some(["word", "use", "lemmas"]))) => {}
            _ => return Err(SpaceError::line(1, "the header of a lexicon is `word`, `use`, `lemmas`")),
        }
        let (mut words, mut rows) = (Vec::new(), Vec::new());
        for (n, line) in lines {
            let Some([word, role, lemmas]) = line else {
                return Err(SpaceError::line(n + 1, "a lexicon has three fields, separated by tabs"));
            };
            words.push(word);
            rows.push((role, lemmas));
        }
        Lexicon::of_words(words.into_iter().collect(), rows.into_iter())
    }

    /// Returns the lexicon of words in order, given the use and the lemmas of each.
    ///
    /// # Errors
    /// Returns [`SpaceError::Line`] for an unknown use; the first word is in line 2.
    pub(super) fn of_words(
        words: WordList,
        rows: impl Iterator<Item = (&'static str, &'static str)>,
    ) -> Result<Lexicon, SpaceError> {
        let mut lexicon = Lexicon { uses: Vec::with_capacity(words.len()), words, ..Lexicon::default() };
        for (n, (name, lemmas)) in rows.enumerate() {
            let usage = Use::ALL.into_iter().find(|u| u.name() == name);
            let usage =
                usage.ok_or_else(|| SpaceError::line(n + 2, format!("`{name}` is not a use of a word")))?;
            if !lemmas.is_empty() {
                lexicon.lemmas.push((n as u32, lemmas));
            }
            lexicon.uses.push(usage);
        }
        lexicon.lemmas.shrink_to_fit();
        Ok(lexicon)
    }

    /// Returns the lexicon with compounds, given as indices in it.
    #[must_use]
    pub fn with_compounds(self, compounds: Compounds) -> Lexicon {
        Lexicon { compounds, ..self }
    }

    /// Returns a lexicon for an embedding without one. Every word of at least two lower-case letters may be a
    /// clue, and each is its own lemma.
    pub fn guessed(words: &WordList) -> Lexicon {
        let uses = words.iter().map(|word| {
            let is_speakable = word.chars().count() > 1 && word.chars().all(char::is_lowercase);
            if is_speakable { Use::Clue } else { Use::Other }
        });
        Lexicon { words: words.clone(), uses: uses.collect(), ..Lexicon::default() }
    }

    /// Returns the facts of this lexicon about the words of an embedding, in the embedding's order. Unknown
    /// words are [`Use::Other`].
    #[must_use]
    pub fn arranged_for(self, words: &WordList) -> Lexicon {
        if self.words.as_lines() == words.as_lines() {
            return Lexicon { words: words.clone(), ..self };
        }
        let index = self.words.index();
        let places: Vec<Option<u32>> = words.iter().map(|word| index.get(word).copied()).collect();
        let uses = places.iter().map(|place| place.map_or(Use::Other, |p| self.uses[p as usize])).collect();
        let lemmas = places
            .iter()
            .enumerate()
            .filter_map(|(n, place)| {
                place.map(|place| self.lemmas_of(place as usize)).map(|lemmas| (n as u32, lemmas))
            })
            .filter(|(_, lemmas)| !lemmas.is_empty())
            .collect();
        let moved: HashMap<u32, u32> =
            places.iter().zip(0..).filter_map(|(&place, n)| Some((place?, n))).collect();
        let compounds = self.compounds.moved(|place| moved.get(&place).copied());
        Lexicon { words: words.clone(), uses, lemmas, compounds }
    }

    /// Returns the words by index.
    pub fn words(&self) -> &WordList {
        &self.words
    }

    /// Returns the use of a word.
    ///
    /// # Panics
    /// Panics if the index is out of range.
    pub fn use_of(&self, place: usize) -> Use {
        self.uses[place]
    }

    /// Returns the compounds, by word indices.
    pub fn compounds(&self) -> &Compounds {
        &self.compounds
    }

    /// Returns the lemmas of an inflected word, separated by spaces; empty if the word is its own lemma.
    pub fn lemmas_of(&self, place: usize) -> &'static str {
        let entry = self.lemmas.binary_search_by_key(&(place as u32), |&(word, _)| word);
        entry.map_or("", |n| self.lemmas[n].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let refused = |text| Lexicon::parse(text).unwrap_err().to_string();
        assert_eq!(refused("word,use\n"), "line 1: the header of a lexicon is `word`, `use`, `lemmas`");
        assert_eq!(refused("word\tuse\tlemmas\nsun\tclue\t\nmoon\tclue\n").split(':').next(), Some("line 3"));
        assert_eq!(refused("word\tuse\tlemmas\nsun\tclues\t\n"), "line 2: `clues` is not a use of a word");
    }

    #[test]
    fn facts_follow_their_words_into_another_order() {
        let lexicon = Lexicon::parse("word\tuse\tlemmas\nmouse\tclue\t\nmice\tname\tmouse\n").unwrap();
        let arranged = lexicon.arranged_for(&["cat", "mice"].into_iter().collect());
        assert_eq!((arranged.use_of(0), arranged.lemmas_of(0)), (Use::Other, ""));
        assert_eq!((arranged.use_of(1), arranged.lemmas_of(1)), (Use::Name, "mouse"));
    }
}
