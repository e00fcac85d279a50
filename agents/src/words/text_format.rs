//! Vectors as text: a word and its numbers on each line, as GloVe and fastText write them.

use overhear_engine::rules::counted;

use super::text_line::{TextLine, fields, numbers_at_end, spaced};
use super::vectors::{SkipKind, Vectors, Wanted};
use super::{SpaceError, limits};

/// Byte order mark that some programs write before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Number of lines from which the dimension is inferred without a header.
const SAMPLE: usize = 64;

/// Counts in fastText's header, which the file must match.
#[derive(Clone, Copy)]
struct FastTextHeader {
    line: usize,
    words: usize,
    dims: usize,
}

/// Reads the wanted words. Without a header (words, dimensions), the dimension is that of most of the first
/// lines. A word may contain spaces: the last fields of a line are the vector. Invalid words are skipped. A
/// vector that is too short, or contains anything but numbers, is an error.
pub(super) fn parse<'a>(content: &'a [u8], wanted: &Wanted) -> Result<Vectors<'a>, SpaceError> {
    let content = content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content);
    let header = header(content)?;
    let dims = dimensions(content, header)?;
    let (mut vectors, beginnings) = (Vectors::new(dims), wanted.beginnings());
    let mut lines = 0;
    for (number, line) in lines_of(content).skip(header.map_or(0, |header| header.line)) {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        lines += 1;
        let is_beyond = vectors.words.len() >= wanted.first;
        if wanted.is_all(vectors.words.len())
            || is_beyond && !fields(line).next().is_some_and(|first| beginnings.contains(first))
        {
            continue;
        }
        push(&mut vectors, wanted, number, line)?;
    }
    if let Some(header) = header.filter(|header| header.words != lines) {
        let message =
            format!("the header promises {}; there are {lines}", counted(header.words as u64, "word"));
        return Err(SpaceError::line(header.line, message));
    }
    vectors.whole()
}

/// Adds the vector of a line, if its word is wanted.
fn push<'a>(
    vectors: &mut Vectors<'a>,
    wanted: &Wanted,
    number: usize,
    line: &'a [u8],
) -> Result<(), SpaceError> {
    let dims = vectors.dims;
    match TextLine::read(line, dims) {
        TextLine::Vector(word, row) => match std::str::from_utf8(word).map(spaced) {
            Ok(word) if wanted.takes(vectors.words.len(), &word) => {
                vectors.push(number, word, row.into_iter());
            }
            Ok(_) => {}
            Err(_) => vectors.skip_bytes(number, word),
        },
        TextLine::NoWord => vectors.skip(number, SkipKind::NoWord, limits::NO_WORD.to_owned()),
        TextLine::TooManyNumbers(count) => {
            vectors.skip(number, SkipKind::TooManyNumbers, miscounted(count, dims));
        }
        TextLine::TooFewNumbers(count) => return Err(SpaceError::line(number, miscounted(count, dims))),
        TextLine::NoNumbers => {
            let message = match dims {
                1 => "the value is not a number".to_owned(),
                _ => format!("not all of the {dims} values are numbers"),
            };
            return Err(SpaceError::line(number, message));
        }
    }
    Ok(())
}

fn miscounted(count: usize, dims: usize) -> String {
    let are = if dims == 1 { "is" } else { "are" };
    format!("{} where {dims} {are} expected", counted(count as u64, "number"))
}

/// Returns the lines with their numbers from 1, with any system's line ends. Old Macs write a carriage return
/// alone.
fn lines_of(content: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let end = if content.contains(&b'\n') { b'\n' } else { b'\r' };
    (1..).zip(content.split(move |&byte| byte == end))
}

/// Returns the lines that are not empty.
fn written(content: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    lines_of(content).filter(|(_, line)| !line.iter().all(u8::is_ascii_whitespace))
}

/// Returns the header, if the first line consists of two integers.
fn header(content: &[u8]) -> Result<Option<FastTextHeader>, SpaceError> {
    let Some((line, text)) = written(content).next() else { return Ok(None) };
    let numbers: Vec<Option<usize>> =
        fields(text).take(3).map(|field| std::str::from_utf8(field).ok()?.parse::<usize>().ok()).collect();
    let [Some(words), Some(dims)] = numbers[..] else { return Ok(None) };
    let dims = limits::dimensions(dims).map_err(|reason| SpaceError::line(line, reason))?;
    Ok(Some(FastTextHeader { line, words, dims }))
}

/// Returns the dimension: that of the header if the first lines agree with it, otherwise that of most of
/// them.
fn dimensions(content: &[u8], header: Option<FastTextHeader>) -> Result<usize, SpaceError> {
    let lines: Vec<(usize, &[u8])> =
        written(content).skip(usize::from(header.is_some())).take(SAMPLE).collect();
    let &[(first, text), ..] = &lines[..] else { return Err(SpaceError::Empty) };
    let counts: Vec<usize> = lines.iter().map(|(_, line)| numbers_at_end(line)).collect();
    // Among equally frequent dimensions that of the first line: `rev`, because `max_by_key` returns the last.
    let candidates = counts.iter().copied().rev();
    let usual = candidates.max_by_key(|&count| counts.iter().filter(|&&other| other == count).count());
    let usual = usual.unwrap_or(0);
    if let Some(FastTextHeader { dims, .. }) = header {
        let longer = lines.iter().zip(&counts).find(|(_, count)| **count == usual);
        return match longer.filter(|_| usual > dims) {
            Some(((line, _), _)) => Err(SpaceError::line(*line, miscounted(usual, dims))),
            None => Ok(dims),
        };
    }
    if usual == 0 {
        return Err(SpaceError::line(first, no_vectors(text)));
    }
    limits::dimensions(usual).map_err(|reason| SpaceError::line(first, reason))
}

fn has_decimal_comma(text: &str) -> bool {
    text.contains(',') && text.replacen(',', ".", 1).parse::<f32>().is_ok_and(f32::is_finite)
}

/// Describes why the first line has no vector.
fn no_vectors(line: &[u8]) -> String {
    let last = fields(line).next_back().map(String::from_utf8_lossy).unwrap_or_default();
    let separator = [',', ';', '|']
        .into_iter()
        .find(|&separator| last.split(separator).skip(1).any(|cell| cell.trim().parse::<f32>().is_ok()));
    if fields(line).count() > 1 && has_decimal_comma(&last) {
        "a decimal comma; write numbers with a point, as in `ice 0.5 -1.25`".to_owned()
    } else if let Some(separator) = separator {
        format!("numbers between `{separator}`; write spaces between them, as in `ice 0.5 -1.25`")
    } else {
        "no number ends it, so this is not a list of word vectors; write a word and its numbers on each line, as in \
         `ice 0.5 -1.25`"
            .to_owned()
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
            "ice 1 0\rcar 0 1\r",
            "2 2\rice 1 0\rcar 0 1",
        ] {
            let vectors = parse(text.as_bytes(), &Wanted::first(9)).unwrap();
            assert_eq!(vectors.words, ["ice", "car"], "{text:?}");
        }
    }

    #[test]
    fn a_torn_line_is_named() {
        assert_eq!(refused("ice 1 0 0\ncar 0 1\n"), "line 2: 2 numbers where 3 are expected");
        assert_eq!(refused("2 3\nice 1 0\n"), "line 2: 2 numbers where 3 are expected");
        assert_eq!(refused("\n\n"), "no words in it");
        assert_eq!(refused("ice 1 0\nca\u{7}r\n"), "line 2: 0 numbers where 2 are expected");
        assert_eq!(refused("1 2\nice 1\n"), "line 2: 1 number where 2 are expected");
        assert_eq!(refused("2 1\nice 1\ncar x\n"), "line 3: the value is not a number");
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
        assert_eq!(refused("1 2\nice 1 0\ncar 0 1\n"), "line 1: the header promises 1 word; there are 2");
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
        assert_eq!(vectors.words, ["ice", "car"]);
        assert_eq!(vectors.skipped.iter().map(|skipped| skipped.line).collect::<Vec<_>>(), [2, 3, 4]);
        assert!(vectors.skipped.iter().all(|skipped| !skipped.reason.contains('\u{1b}')));
    }

    #[test]
    fn some_words_are_kept_wherever_they_stand() {
        let text = "ice 1 0\ncar 0 1\nof x\nsun 1 1\nice 0 1\n";
        let read = |besides: &[&str]| {
            let besides = besides.iter().map(|&word| word.to_owned()).collect();
            let vectors = parse(text.as_bytes(), &Wanted { first: 1, besides }).unwrap();
            vectors.words.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(read(&[]), ["ice"]);
        assert_eq!(read(&["sun", "moon"]), ["ice", "sun"]);
    }

    #[test]
    fn a_word_may_hold_spaces_and_the_last_numbers_are_its_vector() {
        let text = "ice .1 .2 .3\n. . . .4 .5 .6\nat a@b.org 1 2 3\ncar 3 2 1\n";
        for text in [text.to_owned(), format!("4 3\n{text}"), text.replace(' ', "\t")] {
            let vectors = parse(text.as_bytes(), &Wanted::first(9)).unwrap();
            assert_eq!(vectors.words, ["ice", ". . .", "at a@b.org", "car"], "{text}");
            assert_eq!((vectors.dims, &vectors.values[3..6]), (3, &[0.4, 0.5, 0.6][..]));
        }
        let first = parse(b". . . .4 .5 .6\nice .1 .2 .3\n", &Wanted::first(9)).unwrap();
        assert_eq!((&*first.words[0], first.dims), (". . .", 3));
        let numbered = parse(b"7 8 .4 .5\nice .1 .2\ncar 1 2\n", &Wanted::first(9)).unwrap();
        assert_eq!((numbered.dims, numbered.skipped[0].line), (2, 1), "most lines have two numbers");
        let wanted = Wanted { first: 1, besides: ["ice cream".to_owned()].into() };
        let vectors = parse(b"the 1 0\nice 0 1\nice cream 1 1\n", &wanted).unwrap();
        assert_eq!(vectors.words, ["the", "ice cream"]);
    }

    #[test]
    fn a_vector_that_is_too_short_is_refused_and_one_that_is_too_long_passed_over() {
        assert_eq!(refused("ice 1 2 3\n. . . .4 .5\ncar 3 2 1\n"), "line 2: 2 numbers where 3 are expected");
        let vectors = parse(b"ice 1 2\ncar 3 2 1\nsun 1 1\n", &Wanted::first(9)).unwrap();
        assert_eq!(vectors.words, ["ice", "sun"]);
        assert_eq!(vectors.skipped[0].reason, "3 numbers where 2 are expected");
        assert_eq!(refused("2 2\nice 1 2 3\ncar 1 2 3\n"), "line 2: 3 numbers where 2 are expected");
    }

    #[test]
    fn a_word_that_is_not_utf8_is_passed_over_and_shown() {
        let vectors = parse(b"caf\xe9 1 0\nice 1 0\n\xff\xff 1 0\n", &Wanted::first(9)).unwrap();
        assert_eq!(vectors.words, ["ice"]);
        let skipped: Vec<_> = vectors.skipped.iter().map(|s| (s.line, s.kind, &*s.reason)).collect();
        let expected = [(1, r"`caf\xe9` is not UTF-8"), (3, r"`\xff\xff` is not UTF-8")];
        assert_eq!(skipped, expected.map(|(line, reason)| (line, SkipKind::NotUtf8, reason)));
        assert_eq!(refused("\u{a0} 1 0\n"), "line 1: there is no word, and no other line is kept");
    }

    #[test]
    fn a_text_that_is_no_list_of_vectors_is_told_what_one_looks_like() {
        for text in
            ["Hello\n", "It was a dark night.\nThe rain fell.\n", "word\nice\ncar\n", "{\"a\": [1]}\n"]
        {
            assert!(refused(text).starts_with("line 1: no number ends it"), "{text}: {}", refused(text));
        }
        assert!(refused("ice 0,5 1,25\ncar 0,1 2,5\n").starts_with("line 1: a decimal comma;"));
        for text in ["ice 0.5 nan\ncar 1 nan\n", "ice 0.5 inf\ncar 1 -inf\n"] {
            assert!(refused(text).starts_with("line 1: no number ends it"), "{text}: {}", refused(text));
        }
        for text in ["ice,0.5,1\n", "ice;0.5;1\n", "ice, 0.5,1\n"] {
            assert!(refused(text).starts_with("line 1: numbers between `"), "{text}: {}", refused(text));
        }
        assert!(refused(&format!("ice {}", "1 ".repeat(5000))).contains("at most 4096 are read"));
    }
}
