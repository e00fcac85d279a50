//! Vectors of a foreign file, before they become an embedding.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{SpaceError, limits};

/// Reason for skipping a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipKind {
    /// The word is not UTF-8.
    NotUtf8,
    /// There is no word, or it is unprintable.
    NoWord,
    /// The word occurs above.
    Repeated,
    /// The line has more numbers than the others.
    TooManyNumbers,
    /// The vector has no direction.
    NoDirection,
}

impl SkipKind {
    /// Every kind.
    pub const ALL: [SkipKind; 5] = [
        SkipKind::NotUtf8,
        SkipKind::NoWord,
        SkipKind::Repeated,
        SkipKind::TooManyNumbers,
        SkipKind::NoDirection,
    ];

    /// Returns the reason as a clause about several lines.
    pub const fn clause(self) -> &'static str {
        match self {
            SkipKind::NotUtf8 => "whose words are not UTF-8",
            SkipKind::NoWord => "whose words cannot be shown",
            SkipKind::Repeated => "whose words stand above already",
            SkipKind::TooManyNumbers => "with too many numbers",
            SkipKind::NoDirection => "whose vectors have no direction",
        }
    }
}

/// A skipped line of a foreign file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedLine {
    /// Line number, from 1; in a binary file, the word's number.
    pub line: usize,
    /// Kind of the reason.
    pub kind: SkipKind,
    /// The reason.
    pub reason: String,
}

/// The words of a foreign file to keep.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Number of words to keep from the top.
    pub first: usize,
    /// Words to keep wherever they occur.
    pub besides: HashSet<String>,
}

impl Wanted {
    /// Returns a selection of the first words only.
    pub fn first(first: usize) -> Wanted {
        Wanted { first, besides: HashSet::new() }
    }

    /// Returns `true` if the next word is kept, after `count` words.
    pub(super) fn takes(&self, count: usize, word: &str) -> bool {
        count < self.first || self.besides.contains(word)
    }

    /// Returns `true` if no further word can be wanted, after `count` words.
    pub(super) fn is_all(&self, count: usize) -> bool {
        count >= self.first && self.besides.is_empty()
    }

    /// Returns the first parts of the words to keep anywhere, as bytes. A line with another beginning need
    /// not be parsed.
    pub(super) fn beginnings(&self) -> HashSet<&[u8]> {
        let words = self.besides.iter();
        words.map(|word| &word.as_bytes()[..word.find([' ', '\t']).unwrap_or(word.len())]).collect()
    }
}

/// The content of a foreign file.
pub(super) struct Vectors<'a> {
    pub(super) dims: usize,
    pub(super) words: Vec<Cow<'a, str>>,
    /// Line number of each word.
    pub(super) lines: Vec<usize>,
    /// The rows, concatenated.
    pub(super) values: Vec<f32>,
    pub(super) skipped: Vec<SkippedLine>,
    known: HashSet<Cow<'a, str>>,
}

impl<'a> Vectors<'a> {
    /// Returns empty vectors of `dims` dimensions.
    pub(super) fn new(dims: usize) -> Vectors<'a> {
        let (words, lines, values, skipped) = Default::default();
        Vectors { dims, words, lines, values, skipped, known: HashSet::new() }
    }

    /// Adds the vector of a word, or skips the line if the word is invalid.
    pub(super) fn push(&mut self, line: usize, word: Cow<'a, str>, row: impl Iterator<Item = f32>) {
        if let Some(reason) = limits::unfit(&word) {
            self.skip(line, SkipKind::NoWord, reason);
        } else if self.known.insert(word.clone()) {
            self.words.push(word);
            self.lines.push(line);
            self.values.extend(row);
        } else {
            self.skip(line, SkipKind::Repeated, format!("`{word}` stands above already"));
        }
    }

    /// Adds a word in bytes, or skips the line if it is not UTF-8.
    pub(super) fn push_bytes(&mut self, line: usize, word: &'a [u8], row: impl Iterator<Item = f32>) {
        match std::str::from_utf8(word) {
            Ok(word) => self.push(line, Cow::Borrowed(word), row),
            Err(_) => self.skip_bytes(line, word),
        }
    }

    /// Skips a line whose word is not UTF-8.
    pub(super) fn skip_bytes(&mut self, line: usize, word: &[u8]) {
        let shown = &word[..word.len().min(limits::LONGEST_WORD)];
        self.skip(line, SkipKind::NotUtf8, format!("`{}` is not UTF-8", shown.escape_ascii()));
    }

    pub(super) fn skip(&mut self, line: usize, kind: SkipKind, reason: String) {
        self.skipped.push(SkippedLine { line, kind, reason });
    }

    /// Returns the vectors if there are any.
    ///
    /// # Errors
    /// Returns the reason for skipping the first line if all lines were skipped; [`SpaceError::Empty`] if
    /// there is no line.
    pub(super) fn whole(self) -> Result<Vectors<'a>, SpaceError> {
        match self.skipped.first().filter(|_| self.words.is_empty()) {
            Some(first) => {
                Err(SpaceError::line(first.line, format!("{}, and no other line is kept", first.reason)))
            }
            None if self.words.is_empty() => Err(SpaceError::Empty),
            None => Ok(self),
        }
    }

    /// Keeps the rows for which `reason` returns `None`, and skips the others.
    pub(super) fn retain(&mut self, kind: SkipKind, reason: impl Fn(usize, &str) -> Option<String>) {
        let mut count = 0;
        for n in 0..self.words.len() {
            if let Some(reason) = reason(n, &self.words[n]) {
                self.skip(self.lines[n], kind, reason);
                continue;
            }
            self.words.swap(count, n);
            self.lines.swap(count, n);
            self.values.copy_within(n * self.dims..(n + 1) * self.dims, count * self.dims);
            count += 1;
        }
        self.words.truncate(count);
        self.lines.truncate(count);
        self.values.truncate(count * self.dims);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_are_passed_over_leave_the_others_in_order() {
        let mut vectors = Vectors::new(2);
        for (line, word) in (1..).zip(["ice", "car", "sun", "sea"]) {
            vectors.push(line, word.into(), [line as f32, 0.0].into_iter());
        }
        vectors.retain(SkipKind::NoDirection, |n, word| (n == 1 || word == "sun").then(|| word.to_owned()));
        assert_eq!(
            (&vectors.words[..], &vectors.lines[..]),
            (&["ice".into(), "sea".into()][..], &[1, 4][..])
        );
        assert_eq!(vectors.values, [1.0, 0.0, 4.0, 0.0]);
        assert_eq!(vectors.skipped.iter().map(|skipped| skipped.line).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn a_line_that_begins_otherwise_need_not_be_read() {
        let wanted = Wanted { first: 0, besides: ["ice cream", "sun"].map(str::to_owned).into() };
        assert_eq!(wanted.beginnings(), [&b"ice"[..], b"sun"].into());
    }
}
