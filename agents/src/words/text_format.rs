//! Vectors as text: a word and its numbers on each line, as GloVe and fastText write them.

use super::vectors::{Skipped, Vectors, Wanted};
use super::{SpaceError, WordList, limits};

/// The mark that some programs put in front of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads the wanted words. The first line may be fastText's header (words, dimensions), which is held to what it
/// promises. A repeated word is passed over; a line with the wrong count of numbers, or with something else among them,
/// is an error.
pub(super) fn parse(content: &[u8], wanted: &Wanted) -> Result<Vectors, SpaceError> {
    let content = content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content);
    let (mut words, mut values, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = std::collections::HashSet::new();
    let (mut dims, mut promised, mut lines) = (None, None, 0);
    for (n, line) in content.split(|&b| b == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        lines += 1;
        if wanted.is_all(words.len()) {
            continue;
        }
        let number = n + 1;
        let refused = |reason: String| SpaceError::line(number, reason);
        let line = std::str::from_utf8(line).map_err(|_| refused("not UTF-8".to_owned()))?;
        let mut fields = line.split([' ', '\t', '\r']).filter(|field| !field.is_empty());
        let word = fields.next().unwrap_or_default();
        if lines > 1 && !wanted.takes(words.len(), word) {
            continue;
        }
        let rest: Vec<&str> = fields.take(limits::MOST_DIMENSIONS + 1).collect();
        if let (1, Some((count, header))) = (lines, header(word, &rest)) {
            (promised, dims) = (Some((number, count)), Some(limits::dimensions(header).map_err(refused)?));
            lines = 0;
            continue;
        }
        let expected = *dims.get_or_insert(rest.len());
        if rest.len() != expected || expected == 0 {
            return Err(refused(format!("{} numbers where {expected} are expected", rest.len())));
        }
        limits::dimensions(expected).map_err(refused)?;
        let row = rest.iter().map(|field| field.parse::<f32>().ok().filter(|&x| limits::is_sound(x)));
        let Some(row) = row.collect::<Option<Vec<f32>>>() else {
            return Err(refused(format!("not all of the {expected} values are numbers")));
        };
        let reason = limits::unfit(word)
            .or_else(|| (!seen.insert(word)).then(|| format!("`{word}` stands above already")));
        if let Some(reason) = reason {
            skipped.push(Skipped { line: number, reason });
            continue;
        }
        words.push(word);
        values.extend(row);
    }
    if let Some((number, count)) = promised.filter(|&(_, count)| count != lines) {
        return Err(SpaceError::line(
            number,
            format!("the header promises {count} words; there are {lines}"),
        ));
    }
    let dims = dims.filter(|_| !words.is_empty()).ok_or(SpaceError::Empty)?;
    Ok(Vectors { words: words.into_iter().collect::<WordList>(), dims, values, skipped })
}

/// The numbers of words and of dimensions, if the line is fastText's header.
fn header(word: &str, rest: &[&str]) -> Option<(usize, usize)> {
    match rest {
        [dims] => Some((word.parse().ok()?, dims.parse().ok()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        parse(text.as_bytes(), &Wanted::first(9)).err().unwrap().to_string()
    }

    #[test]
    fn with_and_without_a_header() {
        for text in ["2 3\nice 1 0 0\ncar 0 1 0.5\n", "ice 1 0 0\ncar 0 1 0.5"] {
            let vectors = parse(text.as_bytes(), &Wanted::first(9)).unwrap();
            assert_eq!((vectors.words.len(), vectors.dims), (2, 3));
            assert_eq!(vectors.values, [1.0, 0.0, 0.0, 0.0, 1.0, 0.5]);
        }
    }

    #[test]
    fn marks_spaces_and_line_ends_of_other_systems_lose_no_word() {
        for text in [
            "\u{feff}2 2\nice 1 0\ncar 0 1\n",
            " ice  1\t0 \r\n\tcar 0 1\r\n\r\n",
            "\u{feff}ice 1 0\ncar 0 1",
        ] {
            let vectors = parse(text.as_bytes(), &Wanted::first(9)).unwrap();
            assert_eq!(vectors.words.iter().collect::<Vec<_>>(), ["ice", "car"], "{text:?}");
        }
    }

    #[test]
    fn a_torn_line_is_named() {
        assert_eq!(refused("ice 1 0 0\ncar 0 1\n"), "line 2: 2 numbers where 3 are expected");
        assert_eq!(refused("2 3\nice 1 0\n"), "line 2: 2 numbers where 3 are expected");
        assert_eq!(refused("\n\n"), "no words in it");
        assert_eq!(refused("ice 1 0\nca\u{7}r\n"), "line 2: 0 numbers where 2 are expected");
    }

    #[test]
    fn what_is_no_number_is_named_by_its_line() {
        for value in ["x", "nan", "inf", "-inf", "1e39", "1e30", "0x1"] {
            let text = format!("car 1 1 1\nice 1 {value} 0\n");
            assert_eq!(refused(&text), "line 2: not all of the 3 values are numbers", "{value}");
        }
    }

    #[test]
    fn a_header_is_held_to_what_it_promises() {
        assert_eq!(refused("3 2\nice 1 0\ncar 0 1\n"), "line 1: the header promises 3 words; there are 2");
        assert_eq!(refused("1 2\nice 1 0\ncar 0 1\n"), "line 1: the header promises 1 words; there are 2");
        assert_eq!(
            refused("1 4611686018427387904\nice 1 0\n").split(';').next(),
            Some("line 1: vectors of 4611686018427387904 dimensions")
        );
        assert!(
            parse(b"3 2\nice 1 0\ncar 0 1\nsun 1 1\n", &Wanted::first(1)).is_ok(),
            "those beyond the limit count"
        );
        assert!(parse(b"3 2\nice 1 0\ncar 0 1\n", &Wanted::first(1)).is_err());
    }

    #[test]
    fn a_word_that_comes_again_or_is_none_is_passed_over_and_reported() {
        let long = "x".repeat(limits::LONGEST_WORD + 1);
        let text = format!("ice 1 0\nice 0 1\nca\u{1b}r 1 1\n{long} 1 1\ncar 1 1\n");
        let vectors = parse(text.as_bytes(), &Wanted::first(9)).unwrap();
        assert_eq!(vectors.words.iter().collect::<Vec<_>>(), ["ice", "car"]);
        assert_eq!(vectors.skipped.iter().map(|skipped| skipped.line).collect::<Vec<_>>(), [2, 3, 4]);
        assert!(vectors.skipped.iter().all(|skipped| !skipped.reason.contains('\u{1b}')));
    }

    #[test]
    fn some_words_are_kept_wherever_they_stand() {
        let text = "ice 1 0\ncar 0 1\nof x\nsun 1 1\nice 0 1\n";
        let read = |besides: &[&str]| {
            let besides = besides.iter().map(|&word| word.to_owned()).collect();
            let vectors = parse(text.as_bytes(), &Wanted { first: 1, besides }).unwrap();
            vectors.words.iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(read(&[]), ["ice"]);
        assert_eq!(read(&["sun", "moon"]), ["ice", "sun"]);
    }
}
