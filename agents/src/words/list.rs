//! A list of words in a single string.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Words in order, stored in a single string.
///
/// ```
/// use overhear_agents::words::WordList;
/// let words: WordList = ["sun", "moon"].into_iter().collect();
/// assert_eq!(words.get(1), "moon");
/// assert_eq!(words.index().get("sun"), Some(&0));
/// ```
#[derive(Clone, Debug, Default)]
pub struct WordList {
    text: Cow<'static, str>,
    /// End of each word; a newline separates words.
    ends: Arc<[u32]>,
}

impl WordList {
    /// Returns the words of a text, separated by newlines.
    pub fn from_lines(text: impl Into<Cow<'static, str>>) -> WordList {
        let text = text.into();
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32);
        let ends = breaks.chain((!text.is_empty()).then_some(text.len() as u32)).collect();
        WordList { text, ends }
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no words.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the word with an index.
    ///
    /// # Panics
    /// Panics if the index is out of range.
    pub fn get(&self, place: usize) -> &str {
        let start = if place == 0 { 0 } else { self.ends[place - 1] as usize + 1 };
        &self.text[start..self.ends[place] as usize]
    }

    /// Returns the words in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Returns the index of each word, the first one of equal words.
    pub fn index(&self) -> HashMap<&str, u32> {
        let mut index = HashMap::with_capacity(self.len());
        for (place, word) in self.iter().enumerate() {
            index.entry(word).or_insert(place as u32);
        }
        index
    }

    /// Returns the words as one text, separated by newlines.
    pub fn as_lines(&self) -> &str {
        &self.text
    }
}

impl<S: AsRef<str>> FromIterator<S> for WordList {
    fn from_iter<I: IntoIterator<Item = S>>(words: I) -> WordList {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for word in words {
            if !ends.is_empty() {
                text.push('\n');
            }
            text.push_str(word.as_ref());
            ends.push(text.len() as u32);
        }
        WordList { text: Cow::Owned(text), ends: ends.into() }
    }
}
