//! The referee's test that a clue is about its keyword (R19, R22), as one bit for each keyword and word.
//!
//! Two agents with a private code book would decode perfectly and leak nothing. A clue must therefore be
//! *fit*: among the `top` in a thousand words of the vocabulary that are most associated with its keyword.
//! The engine does not know associations; the caller supplies the table.

use std::fmt;
use std::sync::Arc;

use super::{Clue, Keyword};

/// A table of the clues that are fit for each keyword.
///
/// Row `clue` has `stride` words of 64 bits. Bit k mod 64 of word k / 64 is keyword k.
#[derive(Clone)]
pub struct Referee {
    keywords: usize,
    stride: usize,
    /// The `referee_top` for which the table was made, if known.
    top: Option<u16>,
    fit: Vec<u64>,
    of_texts: Option<Arc<FitText>>,
}

/// A test that a text outside the vocabulary is about a keyword.
type FitText = dyn Fn(Clue, Keyword) -> bool + Send + Sync;

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Referee").field("stride", &self.stride).finish_non_exhaustive()
    }
}

impl PartialEq for Referee {
    /// Compares the tables for the vocabulary; tests for other texts cannot be compared.
    fn eq(&self, other: &Referee) -> bool {
        (self.stride, &self.fit) == (other.stride, &other.fit)
    }
}

impl Referee {
    /// Creates a referee. Item n of `vocabulary` holds the keywords for which word n is fit.
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

    /// Creates a referee from bits. Each word of the vocabulary has ⌈`keywords` / 64⌉ numbers.
    ///
    /// Keyword k is bit k mod 64 of number k / 64. Bits beyond the last keyword are zero.
    ///
    /// ```
    /// use overhear_engine::rules::{Keyword, Referee};
    /// let referee = Referee::from_bits(2, vec![0b01, 0b00]);
    /// assert_eq!(referee, Referee::new(2, [vec![Keyword(0)], vec![]]));
    /// ```
    ///
    /// # Panics
    /// If a bit beyond the keywords is set, or if the length is not a multiple of the row length.
    pub fn from_bits(keywords: usize, fit: Vec<u64>) -> Referee {
        let (stride, used) = (keywords.div_ceil(64), keywords % 64);
        assert!(fit.len().is_multiple_of(stride), "{} numbers for {keywords} keywords", fit.len());
        let mut rows = fit.chunks_exact(stride);
        let is_beyond = used > 0 && rows.any(|row| row[stride - 1] >> used != 0);
        assert!(!is_beyond, "a bit is set beyond {keywords} keywords");
        Referee { keywords, stride, top: None, fit, of_texts: None }
    }

    /// Returns the referee with its `referee_top` noted, in words of a thousand.
    ///
    /// A game setup refuses the referee if its rules have another `referee_top`.
    #[must_use]
    pub fn with_top(self, top: u16) -> Referee {
        Referee { top: Some(top), ..self }
    }

    /// Returns the referee with a test for texts outside the vocabulary. Without a test, no such text is fit.
    #[must_use]
    pub fn with_texts(self, is_fit: impl Fn(Clue, Keyword) -> bool + Send + Sync + 'static) -> Referee {
        Referee { of_texts: Some(Arc::new(is_fit)), ..self }
    }

    /// Returns the `referee_top` for which the table was made, if known.
    pub const fn top(&self) -> Option<u16> {
        self.top
    }

    /// Returns the number of keywords.
    pub const fn keywords(&self) -> usize {
        self.keywords
    }

    /// Returns the number of words in the vocabulary.
    pub fn words(&self) -> usize {
        self.fit.len() / self.stride
    }

    /// Returns `true` if the clue is about the keyword.
    pub fn is_fit(&self, clue: Clue, keyword: Keyword) -> bool {
        if (clue.index() + 1) * self.stride > self.fit.len() {
            return self.of_texts.as_ref().is_some_and(|is_fit| is_fit(clue, keyword));
        }
        self.keywords_of(clue)[keyword.index() / 64] >> (keyword.index() % 64) & 1 == 1
    }

    /// Returns the keywords for which the clue is fit, as bits: keyword k is bit k mod 64 of word k / 64.
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
            let is_fit = referee.is_fit(Clue::new(clue.into()), Keyword(keyword));
            assert_eq!(is_fit, keyword % 7 == clue % 7, "{clue} for {keyword}");
        }
        let ones: u32 = referee.keywords_of(Clue::new(6)).iter().map(|word| word.count_ones()).sum();
        assert_eq!(ones as usize, fit(6).count());
    }

    #[test]
    #[should_panic(expected = "is not in a deck of 2")]
    fn a_keyword_outside_the_deck_is_refused() {
        Referee::new(2, [[Keyword(2)]]);
    }

    #[test]
    fn it_prints_how_long_its_rows_are_but_not_the_rows() {
        let referee = Referee::new(130, [[Keyword(129)]]);
        assert_eq!(format!("{referee:?}"), "Referee { stride: 3, .. }");
    }

    #[test]
    fn bits_and_lists_of_keywords_make_equal_referees() {
        for keywords in [1, 63, 64, 65, 128, 130] {
            let last = Keyword(keywords - 1);
            let of_lists = Referee::new(keywords.into(), [vec![last], vec![Keyword(0)], vec![]]);
            let bits = [0, 1, 2].map(|clue| of_lists.keywords_of(Clue::new(clue)).to_vec()).concat();
            let of_bits = Referee::from_bits(keywords.into(), bits);
            assert!(of_bits == of_lists && of_bits != Referee::new(keywords.into(), [[last]; 3].to_vec()));
            assert_eq!((of_bits.words(), of_bits.keywords()), (3, keywords.into()));
            assert!(of_bits.is_fit(Clue::new(0), last) && !of_bits.is_fit(Clue::new(2), last));
        }
    }

    #[test]
    fn a_bit_beyond_the_last_keyword_is_refused() {
        for (keywords, last) in [(1, 1), (63, 1 << 62), (65, 1)] {
            let row = |last: u64| if keywords > 64 { vec![0, last] } else { vec![last] };
            Referee::from_bits(keywords, row(last));
            let beyond = std::panic::catch_unwind(|| Referee::from_bits(keywords, row(last << 1)));
            assert!(beyond.is_err(), "{keywords}");
        }
    }

    #[test]
    fn a_text_outside_the_vocabulary_is_fit_if_the_test_for_texts_says_so() {
        let referee = Referee::new(70, [[Keyword(69)]; 2]);
        assert!(!referee.is_fit(Clue::new(2), Keyword(69)));
        let referee = referee.with_texts(|clue, keyword| clue.index() == 2 && keyword == Keyword(1));
        let fit = |clue, keyword| referee.is_fit(Clue::new(clue), Keyword(keyword));
        assert_eq!(
            [fit(2, 1), fit(3, 1), fit(2, 69), fit(1, 69), fit(1, 1)],
            [true, false, false, true, false]
        );
    }
}
