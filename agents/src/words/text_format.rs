//! Vectors as text: a word and its numbers on each line, as GloVe and fastText write them.

use super::space::{Skipped, Vectors};
use super::{SpaceError, WordList};

/// Reads up to `limit` words. The first line may be fastText's header (words, dimensions). A repeated word is
/// passed over; a line with the wrong count of numbers, or with something else among them, is an error.
pub(super) fn parse(content: &[u8], limit: usize) -> Result<Vectors, SpaceError> {
    let (mut words, mut values, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = std::collections::HashSet::new();
    let mut dims = None;
    for (n, line) in content.split(|&b| b == b'\n').enumerate() {
        if words.len() == limit {
            break;
        }
        let number = n + 1;
        let line = std::str::from_utf8(line).map_err(|_| SpaceError::line(number, "not UTF-8"))?.trim_end();
        let mut fields = line.split([' ', '\t']);
        let Some(word) = fields.next().filter(|word| !word.is_empty()) else { continue };
        let rest: Vec<&str> = fields.collect();
        if n == 0 && rest.len() == 1 && [word, rest[0]].iter().all(|f| f.parse::<usize>().is_ok()) {
            dims = rest[0].parse().ok();
            continue;
        }
        let expected = *dims.get_or_insert(rest.len());
        if rest.len() != expected || expected == 0 {
            return Err(SpaceError::line(
                number,
                format!("{} numbers where {expected} are expected", rest.len()),
            ));
        }
        let row = rest.iter().map(|field| field.parse::<f32>().ok().filter(|x| x.is_finite()));
        let Some(row) = row.collect::<Option<Vec<f32>>>() else {
            return Err(SpaceError::line(number, format!("not all of the {expected} values are numbers")));
        };
        if !seen.insert(word) {
            skipped.push(Skipped { line: number, reason: format!("`{word}` stands above already") });
            continue;
        }
        words.push(word);
        values.extend(row);
    }
    let dims = dims.filter(|_| !words.is_empty()).ok_or(SpaceError::Empty)?;
    Ok(Vectors { words: words.into_iter().collect::<WordList>(), dims, values, skipped })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_and_without_a_header() {
        for text in ["2 3\nice 1 0 0\ncar 0 1 0.5\n", "ice 1 0 0\ncar 0 1 0.5"] {
            let vectors = parse(text.as_bytes(), 9).unwrap();
            assert_eq!((vectors.words.len(), vectors.dims), (2, 3));
            assert_eq!(vectors.values, [1.0, 0.0, 0.0, 0.0, 1.0, 0.5]);
        }
    }

    #[test]
    fn a_torn_line_is_named() {
        let refused = |text: &str| parse(text.as_bytes(), 9).err().unwrap().to_string();
        assert_eq!(refused("ice 1 0 0\ncar 0 1\n"), "line 2: 2 numbers where 3 are expected");
        assert_eq!(refused("2 3\nice 1 0\n"), "line 2: 2 numbers where 3 are expected");
        assert_eq!(refused("ice 1 x 0\n"), "line 1: not all of the 3 values are numbers");
        assert_eq!(refused("ice 1 nan 0\n"), "line 1: not all of the 3 values are numbers");
        assert_eq!(refused("\n\n"), "no words in it");
    }

    #[test]
    fn a_repeated_word_is_passed_over_and_reported() {
        let vectors = parse(b"ice 1 0\nice 0 1\ncar 1 1\n", 9).unwrap();
        assert_eq!(vectors.words.len(), 2);
        assert_eq!(vectors.skipped[0].line, 2);
    }
}
