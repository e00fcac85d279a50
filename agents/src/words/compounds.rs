//! Pairs of words that form a compound, such as `tea` and `cup`. People associate them although their
//! meanings differ. `data/README.md` describes the file.

use overhear_engine::rules::counted;

use super::SpaceError;

const MAGIC: &[u8; 8] = b"COMPOUND";
const HEADER: usize = 20;
const VERSION: u32 = 1;

/// Bonus on the cosine of a keyword and a clue that form a compound.
pub const COMPOUND_COSINE: f32 = 0.1;

/// Unordered pairs of word indices, without repetitions.
#[derive(Clone, Debug, Default)]
pub struct Compounds {
    /// Pairs with the smaller index first, in ascending order.
    pairs: Vec<(u32, u32)>,
}

impl Compounds {
    /// Parses the file for a list of `words` words.
    ///
    /// # Errors
    /// Returns [`SpaceError::Byte`] if the content is damaged, of another version, or made for another list.
    pub fn parse(content: &[u8], words: usize) -> Result<Compounds, SpaceError> {
        let numbers = [8, 12, 16]
            .map(|at: usize| content.get(at..at + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])));
        let [Some(version), Some(listed), Some(count)] = numbers else {
            return Err(SpaceError::byte(content.len(), "the file ends within its header"));
        };
        if !content.starts_with(MAGIC) || version != VERSION {
            return Err(SpaceError::byte(0, "not a list of compounds that this program reads"));
        }
        if listed as usize != words {
            return Err(SpaceError::byte(
                12,
                format!("made for {}, not for {words}", counted(listed.into(), "word")),
            ));
        }
        let (mut numbers, mut pairs) =
            (VarintReader { content, at: HEADER }, Vec::with_capacity(content.len().min(count as usize)));
        let mut word = 0;
        while numbers.at < content.len() {
            // Delta coding: a word is given relative to the last one, its partners relative to the word and
            // to each other.
            word = numbers.above(word, words)?;
            let mut other = word;
            for _ in 0..numbers.next()? {
                let next = numbers.above(other, words)?;
                if next == other {
                    return Err(SpaceError::byte(
                        numbers.at,
                        format!("word {next} appears twice or is paired with itself"),
                    ));
                }
                pairs.push((word, next));
                other = next;
            }
        }
        if pairs.len() != count as usize {
            let reason = format!("{}; the header promises {count}", counted(pairs.len() as u64, "pair"));
            return Err(SpaceError::byte(content.len(), reason));
        }
        Ok(Compounds { pairs })
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns `true` if there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns the pairs, the smaller index first, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.pairs.iter().copied()
    }

    /// Returns `true` if two words form a compound.
    pub fn joins(&self, one: u32, other: u32) -> bool {
        self.pairs.binary_search(&(one.min(other), one.max(other))).is_ok()
    }

    /// Returns the pairs for a list with other indices; `place` maps the old index to the new one, if any.
    pub(super) fn moved(&self, place: impl Fn(u32) -> Option<u32>) -> Compounds {
        let moved = self.pairs.iter().filter_map(|&(x, y)| Some((place(x)?, place(y)?)));
        let mut pairs: Vec<(u32, u32)> = moved.map(|(x, y)| (x.min(y), x.max(y))).collect();
        pairs.sort_unstable();
        Compounds { pairs }
    }
}

/// Reader of numbers of seven bits a byte, the lowest first; the eighth bit marks a continuation (LEB128).
struct VarintReader<'a> {
    content: &'a [u8],
    at: usize,
}

impl VarintReader<'_> {
    fn next(&mut self) -> Result<u32, SpaceError> {
        let (start, mut value) = (self.at, 0u32);
        for shift in (0..28).step_by(7) {
            let &byte = self
                .content
                .get(self.at)
                .ok_or_else(|| SpaceError::byte(self.at, "the file ends within a number"))?;
            self.at += 1;
            value |= u32::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err(SpaceError::byte(start, "a number of more than 28 bits"))
    }

    /// Returns an index: the next number, added to another index.
    fn above(&mut self, place: u32, words: usize) -> Result<u32, SpaceError> {
        let start = self.at;
        let word = place + self.next()?;
        if word as usize >= words {
            return Err(SpaceError::byte(start, format!("word {word} of a list of {words}")));
        }
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(words: u32, pairs: u32, numbers: &[u8]) -> Vec<u8> {
        let header = [VERSION, words, pairs].into_iter().flat_map(u32::to_le_bytes);
        MAGIC.iter().copied().chain(header).chain(numbers.iter().copied()).collect()
    }

    #[test]
    fn pairs_are_read_and_found_either_way() {
        let compounds = Compounds::parse(&file(400, 3, &[0, 2, 1, 0xac, 2, 5, 1, 2]), 400).unwrap();
        assert_eq!(compounds.iter().collect::<Vec<_>>(), [(0, 1), (0, 301), (5, 7)]);
        assert!(compounds.joins(0, 301) && compounds.joins(7, 5));
        assert!(!compounds.joins(1, 301) && !compounds.joins(5, 5));
    }

    #[test]
    fn pairs_follow_their_words() {
        let compounds = Compounds::parse(&file(9, 2, &[0, 1, 1, 3, 1, 4]), 9).unwrap();
        let moved = compounds.moved(|place| (place != 7).then_some(8 - place));
        assert_eq!(moved.iter().collect::<Vec<_>>(), [(7, 8)]);
    }

    #[test]
    fn a_torn_or_strange_file_is_refused() {
        let whole = file(400, 3, &[0, 2, 1, 0xac, 2, 5, 1, 2]);
        for end in 0..whole.len() {
            assert!(Compounds::parse(&whole[..end], 400).is_err(), "torn at {end}");
        }
        assert!(Compounds::parse(&whole, 401).is_err(), "another list");
        assert!(Compounds::parse(&file(5, 1, &[0, 1, 9]), 5).is_err(), "beyond the list");
        assert!(Compounds::parse(&file(5, 1, &[0, 1, 0xff, 0xff, 0xff, 0xff, 0xff]), 5).is_err(), "endless");
    }
}
