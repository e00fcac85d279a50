//! Vectors as word2vec's binary file: a header line, then for each word its text, a space, and its floats.

use super::space::{Skipped, Vectors};
use super::{SpaceError, WordList};

/// Reads up to `limit` words; a repeated word is passed over.
pub(super) fn parse(content: &[u8], limit: usize) -> Result<Vectors, SpaceError> {
    let header_end = content.iter().position(|&b| b == b'\n').unwrap_or(0);
    let header = std::str::from_utf8(&content[..header_end]).unwrap_or_default();
    let numbers: Vec<usize> = header.split_whitespace().filter_map(|f| f.parse().ok()).collect();
    let &[count, dims] = numbers.as_slice() else {
        return Err(SpaceError::byte(0, "the first line is not the number of words and of dimensions"));
    };
    if dims == 0 {
        return Err(SpaceError::byte(0, "vectors of 0 dimensions"));
    }
    let mut at = header_end + 1;
    let (mut words, mut values, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = std::collections::HashSet::new();
    for number in 1..=count.min(limit) {
        let torn =
            || SpaceError::byte(content.len(), format!("the file ends within word {number} of {count}"));
        let rest = content.get(at..).ok_or_else(torn)?;
        let length = rest.iter().position(|&b| b == b' ').ok_or_else(torn)?;
        let word = std::str::from_utf8(&rest[..length]).map(|word| word.trim_start_matches('\n'));
        let word = word.map_err(|_| SpaceError::byte(at, format!("word {number} is not UTF-8")))?;
        let bytes = rest.get(length + 1..length + 1 + 4 * dims).ok_or_else(torn)?;
        at += length + 1 + 4 * dims;
        if !seen.insert(word) {
            skipped.push(Skipped { line: number, reason: format!("`{word}` came before") });
            continue;
        }
        words.push(word);
        values.extend(bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])));
    }
    if words.is_empty() {
        return Err(SpaceError::Empty);
    }
    Ok(Vectors { words: words.into_iter().collect::<WordList>(), dims, values, skipped })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(newlines: bool) -> Vec<u8> {
        let mut out = b"2 2\n".to_vec();
        for (word, row) in [("ice", [1.0f32, 0.5]), ("car", [0.0, -1.0])] {
            out.extend(word.bytes().chain([b' ']));
            row.iter().for_each(|x| out.extend(x.to_le_bytes()));
            out.extend(newlines.then_some(b'\n'));
        }
        out
    }

    #[test]
    fn with_and_without_newlines_between_words() {
        for newlines in [false, true] {
            let vectors = parse(&file(newlines), 9).unwrap();
            assert_eq!(vectors.words.iter().collect::<Vec<_>>(), ["ice", "car"]);
            assert_eq!(vectors.values, [1.0, 0.5, 0.0, -1.0]);
        }
    }

    #[test]
    fn a_torn_file_is_refused() {
        let file = file(false);
        assert!(parse(&file[..file.len() - 3], 9).err().unwrap().to_string().contains("within word 2 of 2"));
        assert!(parse(b"hello", 9).is_err());
    }
}
