//! The referee's test that a clue is about its keyword (R19, R22), as one bit for each keyword and word.
//!
//! Two agents with a private code book would decode perfectly and tell nobody else anything. So a clue has to be
//! *fit*: among the words that are most associated with its own keyword, `top` in a thousand of the vocabulary. What is
//! associated with what, the engine does not know; it is told when the table is made.

use std::fmt;
use std::sync::Arc;

use super::{Clue, Keyword};

/// Which clues are fit for which keywords.
#[derive(Clone)]
pub struct Referee {
    keywords: usize,
    stride: usize,
    /// The `referee_top` that he was made for, if he says so.
    top: Option<u16>,
    fit: Vec<u64>,
    of_texts: Option<Arc<FitText>>,
}

/// Whether a text that the vocabulary does not have is about a keyword.
type FitText = dyn Fn(Clue, Keyword) -> bool + Send + Sync;

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Referee").field("stride", &self.stride).finish_non_exhaustive()
    }
}

impl PartialEq for Referee {
    /// Two referees are one if they say the same of the vocabulary.
    fn eq(&self, other: &Referee) -> bool {
        (self.stride, &self.fit) == (other.stride, &other.fit)
    }
}

impl Referee {
    /// A referee for the words 0, 1, 2… of a vocabulary, given for each the keywords that it is fit for.
    ///
    /// ```
    /// use overhear_engine::rules::{Clue, Keyword, Referee};
    /// let referee = Referee::new(2, [vec![Keyword(0)], vec![]]);
    /// assert!(referee.is_fit(Clue::new(0), Keyword(0)));
    /// assert!(!referee.is_fit(Clue::new(0), Keyword(1)));
    /// assert!(!referee.is_fit(Clue::new(1), Keyword(0)));
    /// ```
    ///
    /// # Panics
    /// If a keyword is not among the first `keywords`.
    pub fn new<K: IntoIterator<Item = Keyword>>(
        keywords: usize,
        vocabulary: impl IntoIterator<Item = K>,
    ) -> Referee {
        let stride = keywords.div_ceil(64);
        let mut fit = Vec::new();
        for word in vocabulary {
            let start = fit.len();
            fit.resize(start + stride, 0);
            for keyword in word {
                assert!(keyword.index() < keywords, "{keyword:?} is not in a deck of {keywords}");
                fit[start + keyword.index() / 64] |= 1 << (keyword.index() % 64);
            }
        }
        Referee { keywords, stride, top: None, fit, of_texts: None }
    }

    /// The same from bits: for each word of the vocabulary as many as there are keywords, keyword k being bit k mod 64 of
    /// the word's number k / 64; the rest of its last number is zeros.
    ///
    /// ```
    /// use overhear_engine::rules::{Keyword, Referee};
    /// let referee = Referee::from_bits(2, vec![0b01, 0b00]);
    /// assert_eq!(referee, Referee::new(2, [vec![Keyword(0)], vec![]]));
    /// ```
    ///
    /// # Panics
    /// If a bit beyond the keywords is set, or the numbers are not as many for each word.
    pub fn from_bits(keywords: usize, fit: Vec<u64>) -> Referee {
        let (stride, used) = (keywords.div_ceil(64), keywords % 64);
        assert!(fit.len().is_multiple_of(stride), "{} numbers for {keywords} keywords", fit.len());
        let beyond = |row: &[u64]| used > 0 && row[stride - 1] >> used != 0;
        assert!(!fit.chunks_exact(stride).any(beyond), "a bit is set beyond {keywords} keywords");
        Referee { keywords, stride, top: None, fit, of_texts: None }
    }

    /// The same referee, who lets `top` in a thousand words pass: at a table by rules with another `referee_top` there is no
    /// place for him.
    #[must_use]
    pub fn passing(self, top: u16) -> Referee {
        Referee { top: Some(top), ..self }
    }

    /// The same referee, who asks `is_fit` about texts that the vocabulary does not have; without, none of them passes.
    #[must_use]
    pub fn with_texts(self, is_fit: impl Fn(Clue, Keyword) -> bool + Send + Sync + 'static) -> Referee {
        Referee { of_texts: Some(Arc::new(is_fit)), ..self }
    }

    /// The `referee_top` that he was made for, if he says so.
    pub const fn top(&self) -> Option<u16> {
        self.top
    }

    /// How many keywords he knows.
    pub const fn keywords(&self) -> usize {
        self.keywords
    }

    /// How many words the vocabulary has.
    pub fn words(&self) -> usize {
        self.fit.len() / self.stride
    }

    /// Whether the clue is about the keyword.
    pub fn is_fit(&self, clue: Clue, keyword: Keyword) -> bool {
        if (clue.index() + 1) * self.stride > self.fit.len() {
            return self.of_texts.as_ref().is_some_and(|is_fit| is_fit(clue, keyword));
        }
        self.keywords_of(clue)[keyword.index() / 64] >> (keyword.index() % 64) & 1 == 1
    }

    /// The keywords that the clue is fit for, as bits: keyword k is bit k mod 64 of word k / 64.
    ///
    /// # Panics
    /// If the clue is not in the vocabulary.
    pub fn keywords_of(&self, clue: Clue) -> &[u64] {
        &self.fit[clue.index() * self.stride..][..self.stride]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clue_is_fit_for_the_keywords_it_was_made_with_and_for_no_other() {
        let fit = |n: u16| (0..130u16).filter(move |k| k % 7 == n % 7).map(Keyword);
        let referee = Referee::new(130, (0..20).map(fit));
        for (clue, keyword) in (0..20u16).flat_map(|clue| (0..130u16).map(move |keyword| (clue, keyword))) {
            let found = referee.is_fit(Clue::new(clue.into()), Keyword(keyword));
            assert_eq!(found, keyword % 7 == clue % 7, "{clue} for {keyword}");
        }
        let ones: u32 = referee.keywords_of(Clue::new(6)).iter().map(|word| word.count_ones()).sum();
        assert_eq!(ones as usize, fit(6).count());
    }

    #[test]
    #[should_panic(expected = "is not in a deck of 2")]
    fn a_keyword_outside_the_deck_is_refused() {
        Referee::new(2, [[Keyword(2)]]);
    }
}
