//! A line of vectors as text: a word, which may contain spaces, and its numbers.

use std::borrow::Cow;

use super::limits;

/// Returns the fields of a line, separated by spaces, tabs and carriage returns.
pub(super) fn fields(line: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> + Clone {
    line.split(is_space).filter(|field| !field.is_empty())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "slices hand their bytes by reference")]
const fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// Parses a field as a number within the limits.
pub(super) fn number(field: &[u8]) -> Option<f32> {
    let text = std::str::from_utf8(field).ok()?;
    text.parse().ok().filter(|&number| limits::is_sound(number))
}

/// Returns the number of numbers at the end of a line, at most one more than a vector may have. The first
/// field is the word.
pub(super) fn numbers_at_end(line: &[u8]) -> usize {
    let most = fields(line).count().saturating_sub(1).min(limits::MOST_DIMENSIONS + 1);
    fields(line).rev().take(most).take_while(|field| number(field).is_some()).count()
}

/// Interpretation of a line in a file of known dimension.
#[derive(Debug, PartialEq)]
pub(super) enum TextLine<'a> {
    /// A word in bytes, and its vector.
    Vector(&'a [u8], Vec<f32>),
    /// A vector without a word before it.
    NoWord,
    /// A word with more numbers than a vector has, and their number.
    TooManyNumbers(usize),
    /// Fewer numbers than a vector has, and their number.
    TooFewNumbers(usize),
    /// As many fields as a vector has, but not all of them numbers.
    NoNumbers,
}

impl<'a> TextLine<'a> {
    /// Parses a line: the last `dims` fields are the vector, the text before them is the word.
    pub(super) fn read(line: &'a [u8], dims: usize) -> TextLine<'a> {
        let mut vector: Vec<&[u8]> = fields(line).rev().take(dims).collect();
        vector.reverse();
        let start = vector.first().map_or(0, |field| field.as_ptr().addr() - line.as_ptr().addr());
        let word = trimmed(&line[..start]);
        let row: Option<Vec<f32>> = vector.iter().map(|field| number(field)).collect();
        match row {
            Some(_) if word.is_empty() && vector.len() == dims && line.first().is_some_and(is_space) => {
                TextLine::NoWord
            }
            // "ice 1 0 0" where two numbers are expected: words with spaces do not end in numbers that could
            // belong to the vector, so the line is a longer vector rather than the word `ice 1`.
            Some(_) if vector.len() == dims && fields(word).count() > 1 && ends_in_number(word) => {
                TextLine::TooManyNumbers(numbers_at_end(line))
            }
            Some(row) if vector.len() == dims && !word.is_empty() => TextLine::Vector(word, row),
            None if fields(word).count() == 1 => TextLine::NoNumbers,
            _ => TextLine::TooFewNumbers(numbers_at_end(line)),
        }
    }
}

fn ends_in_number(word: &[u8]) -> bool {
    fields(word).next_back().is_some_and(|field| number(field).is_some())
}

fn trimmed(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_space(first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_space(last)
    {
        text = rest;
    }
    text
}

/// Returns a word as it is looked up, with single spaces between its parts.
pub(super) fn spaced(word: &str) -> Cow<'_, str> {
    let parts = word.split([' ', '\t', '\r']).filter(|part| !part.is_empty());
    if parts.clone().nth(1).is_none() {
        Cow::Borrowed(word)
    } else {
        parts.collect::<Vec<_>>().join(" ").into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_fields_are_the_vector_and_the_rest_is_the_word() {
        let cases: [(&str, TextLine<'_>); 12] = [
            ("ice .5 -1e-3", TextLine::Vector(b"ice", vec![0.5, -0.001])),
            (" ice\t1  2 \r", TextLine::Vector(b"ice", vec![1.0, 2.0])),
            (". . . .4 .5", TextLine::Vector(b". . .", vec![0.4, 0.5])),
            ("at a@b.org 1 2", TextLine::Vector(b"at a@b.org", vec![1.0, 2.0])),
            ("1999 1 2", TextLine::Vector(b"1999", vec![1.0, 2.0])),
            (" 1 2", TextLine::NoWord),
            ("1 2", TextLine::TooFewNumbers(1)),
            ("ice 1 2 3", TextLine::TooManyNumbers(3)),
            ("ice 1", TextLine::TooFewNumbers(1)),
            (". . . .4", TextLine::TooFewNumbers(1)),
            ("ice x 2", TextLine::NoNumbers),
            ("ice", TextLine::TooFewNumbers(0)),
        ];
        for (line, expected) in cases {
            assert_eq!(TextLine::read(line.as_bytes(), 2), expected, "{line:?}");
        }
    }

    #[test]
    fn numbers_are_counted_from_the_end() {
        for (line, count) in
            [("ice 1 2", 2), (". . 1 2", 2), ("7 1 2", 2), ("ice", 0), ("", 0), ("a 1 b", 0), ("a nan 1", 1)]
        {
            assert_eq!(numbers_at_end(line.as_bytes()), count, "{line:?}");
        }
        let long = "1 ".repeat(9000);
        assert_eq!(numbers_at_end(long.as_bytes()), limits::MOST_DIMENSIONS + 1);
    }

    #[test]
    fn the_parts_of_a_word_are_a_space_apart() {
        assert_eq!((spaced("ice"), spaced(" . \t. ")), ("ice".into(), ". .".into()));
    }
}
