//! Vectors in word2vec's binary format: a header line, then for each word its text, a space, and its floats.

use overhear_engine::rules::counted;

use super::vectors::{Vectors, Wanted};
use super::{SpaceError, limits};

/// Reads the wanted words and skips invalid ones. All words that the header announces must be present, and
/// nothing may follow.
pub(super) fn parse<'a>(content: &'a [u8], wanted: &Wanted) -> Result<Vectors<'a>, SpaceError> {
    let Word2VecHeader { end, words: count, dims } = header(content)?;
    let mut at = end + 1;
    let mut vectors = Vectors::new(dims);
    for number in 1..=count {
        let start = at;
        let (word, bytes) = record(content, &mut at, dims).ok_or_else(|| {
            SpaceError::byte(content.len(), format!("the file ends within word {number} of {count}"))
        })?;
        if wanted.is_all(vectors.words.len()) {
            continue;
        }
        let word = word.trim_ascii_start();
        if !std::str::from_utf8(word)
            .map_or(vectors.words.len() < wanted.first, |word| wanted.takes(vectors.words.len(), word))
        {
            continue;
        }
        let row = bytes.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        if !row.clone().all(limits::is_sound) {
            let reason = format!(
                "word {number} has a value that is not a number of at most {:e}",
                limits::LARGEST_VALUE
            );
            return Err(SpaceError::byte(start, reason));
        }
        vectors.push_bytes(number, word, row);
    }
    if !content[at..].iter().all(u8::is_ascii_whitespace) {
        return Err(SpaceError::byte(
            at,
            format!("something follows the {} that the header promises", counted(count as u64, "word")),
        ));
    }
    vectors.whole()
}

/// Returns `true` if the content begins with a header of two numbers.
pub(super) fn has_header(content: &[u8]) -> bool {
    let Some(end) = content.iter().take(HEADER).position(|&byte| byte == b'\n') else { return false };
    let numbers = std::str::from_utf8(&content[..end]).unwrap_or_default().split_whitespace();
    numbers.clone().count() == 2 && numbers.into_iter().all(|n| n.parse::<u64>().is_ok())
}

/// Maximum length of a header, in bytes.
const HEADER: usize = 64;

/// The header of a file.
struct Word2VecHeader {
    /// Position of its line end.
    end: usize,
    words: usize,
    dims: usize,
}

/// Returns the header, whose numbers must fit the file.
fn header(content: &[u8]) -> Result<Word2VecHeader, SpaceError> {
    let end = content.iter().position(|&b| b == b'\n').unwrap_or(0);
    let line = std::str::from_utf8(&content[..end]).unwrap_or_default();
    let numbers: Option<Vec<usize>> = line.split_whitespace().map(|field| field.parse().ok()).collect();
    let Some(&[count, dims]) = numbers.as_deref() else {
        let reason =
            "the first line is not the number of words and of dimensions, as word2vec's binary file has it";
        return Err(SpaceError::byte(0, reason));
    };
    let dims = limits::dimensions(dims).map_err(|reason| SpaceError::byte(0, reason))?;
    let least = count.saturating_mul(4 * dims + 2);
    if least > content.len() {
        let [words, dims, least] =
            [(count, "word"), (dims, "dimension"), (least, "byte")].map(|(n, noun)| counted(n as u64, noun));
        let promise = format!("the header promises {words} of {dims}, at least {least}");
        return Err(SpaceError::byte(0, format!("{promise}; there are {}", content.len())));
    }
    Ok(Word2VecHeader { end, words: count, dims })
}

/// Returns the word and the floats at a position, which advances; `None` if the file ends before them.
fn record<'a>(content: &'a [u8], at: &mut usize, dims: usize) -> Option<(&'a [u8], &'a [u8])> {
    let rest = content.get(*at..)?;
    let length = rest.iter().position(|&b| b == b' ')?;
    let floats = rest.get(length + 1..length + 1 + 4 * dims)?;
    *at += length + 1 + 4 * dims;
    Some((&rest[..length], floats))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(newlines: bool, rows: [(&str, [f32; 2]); 2]) -> Vec<u8> {
        let mut out = b"2 2\n".to_vec();
        for (word, row) in rows {
            out.extend(word.bytes().chain([b' ']));
            row.iter().for_each(|x| out.extend(x.to_le_bytes()));
            out.extend(newlines.then_some(b'\n'));
        }
        out
    }

    const ROWS: [(&str, [f32; 2]); 2] = [("ice", [1.0, 0.5]), ("car", [0.0, -1.0])];

    fn refused(content: &[u8]) -> String {
        parse(content, &Wanted::first(9)).err().unwrap().to_string()
    }

    #[test]
    fn with_and_without_newlines_between_words() {
        for newlines in [false, true] {
            let content = file(newlines, ROWS);
            let vectors = parse(&content, &Wanted::first(9)).unwrap();
            assert_eq!(vectors.words, ["ice", "car"]);
            assert_eq!(vectors.values, [1.0, 0.5, 0.0, -1.0]);
        }
    }

    #[test]
    fn a_torn_file_is_refused() {
        let file = file(false, ROWS);
        assert!(refused(&file[..file.len() - 3]).contains("within word 2 of 2"));
        assert!(
            parse(&file[..file.len() - 3], &Wanted::first(1)).is_err(),
            "what is left out must be there, too"
        );
        assert!(refused(&[&file[..], b"x"].concat()).contains("something follows the 2 words"));
        assert!(parse(b"hello", &Wanted::first(9)).is_err());
    }

    #[test]
    fn absurd_headers_are_refused_at_once() {
        for header in
            ["2 4611686018427387904", "2 0", "0 0", "-1 2", "2 2 2", "2 x 2", "18446744073709551615 4096"]
        {
            assert!(
                parse(format!("{header}\nice 12345678").as_bytes(), &Wanted::first(9)).is_err(),
                "{header}"
            );
        }
        assert!(
            refused(b"1000000000000 300\nice 1234")
                .contains("at least 1,202,000,000,000,000 bytes; there are 26")
        );
    }

    #[test]
    fn a_value_that_is_no_number_is_refused_by_its_word() {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, f32::MAX] {
            let message = refused(&file(false, [("ice", [1.0, 0.5]), ("car", [0.0, value])]));
            assert!(message.contains("word 2 has a value"), "{message}");
        }
    }

    #[test]
    fn what_cannot_be_a_word_is_passed_over() {
        let mut content = file(false, [("i\u{202e}ce", [1.0, 0.5]), ("car", [0.0, 1.0])]);
        let vectors = parse(&content, &Wanted::first(9)).unwrap();
        assert_eq!((vectors.words.len(), vectors.skipped.len()), (1, 1));
        let at = content.windows(3).position(|bytes| bytes == b"car").unwrap();
        content[at] = 0xe9;
        let both = refused(&content);
        assert!(
            both.starts_with("line 1: the word i\\u{202e}ce holds")
                && both.ends_with("no other line is kept"),
            "{both}"
        );
        content = file(false, ROWS);
        content[4] = 0xe9;
        let vectors = parse(&content, &Wanted::first(9)).unwrap();
        assert_eq!(
            (&vectors.words[..], &*vectors.skipped[0].reason),
            (&["car".into()][..], "`\\xe9ce` is not UTF-8")
        );
    }

    #[test]
    fn a_header_is_two_whole_numbers() {
        assert!(has_header(&file(false, ROWS)) && has_header(b"2 2\n") && has_header(b" 2\t2 \r\nice 1 0"));
        for text in ["ice 1 0\n", "", "2 2", "1 2 3\nice \0", "x y\nice \0"] {
            assert!(!has_header(text.as_bytes()), "{text:?}");
        }
    }
}
