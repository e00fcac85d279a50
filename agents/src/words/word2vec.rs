//! Vectors as word2vec's binary file: a header line, then for each word its text, a space, and its floats.

use super::vectors::{Skipped, Vectors, Wanted};
use super::{SpaceError, WordList, limits};

/// Reads the wanted words; a repeated word is passed over. All words that the header promises must be there, and
/// nothing behind them.
pub(super) fn parse(content: &[u8], wanted: &Wanted) -> Result<Vectors, SpaceError> {
    let (header_end, count, dims) = header(content)?;
    let mut at = header_end + 1;
    let (mut words, mut values, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = std::collections::HashSet::new();
    for number in 1..=count {
        let start = at;
        let (word, bytes) = record(content, &mut at, dims).ok_or_else(|| {
            SpaceError::byte(content.len(), format!("the file ends within word {number} of {count}"))
        })?;
        if wanted.is_all(words.len()) {
            continue;
        }
        let refused = |reason: &str| SpaceError::byte(start, format!("word {number} {reason}"));
        let word = std::str::from_utf8(word).map_err(|_| refused("is not UTF-8"))?.trim_start_matches('\n');
        if !wanted.takes(words.len(), word) {
            continue;
        }
        let row = bytes.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        if !row.clone().all(limits::is_sound) {
            return Err(refused(&format!(
                "has a value that is no number of {:e} at most",
                limits::LARGEST_VALUE
            )));
        }
        let reason =
            limits::unfit(word).or_else(|| (!seen.insert(word)).then(|| format!("`{word}` came before")));
        if let Some(reason) = reason {
            skipped.push(Skipped { line: number, reason });
            continue;
        }
        words.push(word);
        values.extend(row);
    }
    if !content[at..].iter().all(u8::is_ascii_whitespace) {
        return Err(SpaceError::byte(
            at,
            format!("something follows the {count} words that the header promises"),
        ));
    }
    if words.is_empty() {
        return Err(SpaceError::Empty);
    }
    Ok(Vectors { words: words.into_iter().collect::<WordList>(), dims, values, skipped })
}

/// Where the header ends, and how many words and dimensions it promises: no more than there is room for.
fn header(content: &[u8]) -> Result<(usize, usize, usize), SpaceError> {
    let end = content.iter().position(|&b| b == b'\n').unwrap_or(0);
    let line = std::str::from_utf8(&content[..end]).unwrap_or_default();
    let numbers: Option<Vec<usize>> = line.split_whitespace().map(|field| field.parse().ok()).collect();
    let Some(&[count, dims]) = numbers.as_deref() else {
        return Err(SpaceError::byte(0, "the first line is not the number of words and of dimensions"));
    };
    let dims = limits::dimensions(dims).map_err(|reason| SpaceError::byte(0, reason))?;
    let least = count.saturating_mul(4 * dims + 2);
    if least > content.len() {
        let promise =
            format!("the header promises {count} words of {dims} dimensions, at least {least} bytes");
        return Err(SpaceError::byte(0, format!("{promise}; there are {}", content.len())));
    }
    Ok((end, count, dims))
}

/// The word and the floats that begin at a place, which moves behind them; `None` if the file ends before they do.
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
            let vectors = parse(&file(newlines, ROWS), &Wanted::first(9)).unwrap();
            assert_eq!(vectors.words.iter().collect::<Vec<_>>(), ["ice", "car"]);
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
            refused(b"1000000000000 300\nice 1234").contains("at least 1202000000000000 bytes; there are 26")
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
    fn a_word_with_a_control_character_is_passed_over() {
        let vectors =
            parse(&file(false, [("i\u{202e}ce", [1.0, 0.5]), ("car", [0.0, 1.0])]), &Wanted::first(9))
                .unwrap();
        assert_eq!((vectors.words.len(), vectors.skipped.len()), (1, 1));
    }
}
