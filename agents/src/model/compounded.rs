//! Compounds of clues and keywords.

use std::collections::HashMap;

use overhear_engine::rules::Deck;

use crate::words::Compounds;

/// Pairs of a clue and a keyword, both by number.
#[derive(Clone, Debug)]
pub(crate) struct CompoundPairs {
    /// The pairs in ascending order.
    pairs: Vec<(u32, u32)>,
}

impl CompoundPairs {
    /// Returns the compounds of a space's words with one clue and one keyword.
    ///
    /// `clues` are the positions of the clues, ascending; `keywords` are position and number of each.
    pub(super) fn new(
        compounds: &Compounds,
        clues: &[u32],
        keywords: impl Iterator<Item = (u32, u32)>,
    ) -> CompoundPairs {
        let mut keywords: Vec<(u32, u32)> = keywords.collect();
        keywords.sort_unstable();
        let mut pairs = Vec::new();
        for (one, other) in compounds.iter().flat_map(|(x, y)| [(x, y), (y, x)]) {
            let first = keywords.partition_point(|&(place, _)| place < one);
            for &(_, keyword) in keywords[first..].iter().take_while(|&&(place, _)| place == one) {
                pairs.extend(clues.binary_search(&other).ok().map(|clue| (clue as u32, keyword)));
            }
        }
        pairs.sort_unstable();
        CompoundPairs { pairs }
    }

    /// Returns the keywords with which a clue makes a compound.
    pub(super) fn keywords(&self, clue: usize) -> impl Iterator<Item = usize> {
        let first = self.pairs.partition_point(|&(other, _)| (other as usize) < clue);
        let here = self.pairs[first..].iter().take_while(move |&&(other, _)| other as usize == clue);
        here.map(|&(_, keyword)| keyword as usize)
    }
}

/// Returns position and number of each keyword that is a single word of the space.
pub(super) fn keyword_places<'a>(
    deck: &'a Deck,
    index: &'a HashMap<&str, u32>,
) -> impl Iterator<Item = (u32, u32)> + 'a {
    let texts = (0..).zip(deck.keywords());
    texts.filter_map(move |(n, keyword)| {
        let text = keyword.text.as_str();
        let place = index.get(text).or_else(|| index.get(text.to_lowercase().as_str()))?;
        Some((*place, n))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_whichever_of_its_words_is_the_keyword() {
        let file = b"COMPOUND\x01\0\0\0\x09\0\0\0\x03\0\0\0\x01\x02\x01\x03\x01\x01\x02";
        let compounds = Compounds::parse(file, 9).unwrap();
        assert_eq!(compounds.iter().collect::<Vec<_>>(), [(1, 2), (1, 5), (2, 4)]);
        let compounded = CompoundPairs::new(&compounds, &[1, 4, 5], [(2, 7), (1, 3)].into_iter());
        let of = |clue| compounded.keywords(clue).collect::<Vec<_>>();
        assert_eq!((of(0), of(1), of(2)), (vec![7], vec![7], vec![3]));
    }
}
