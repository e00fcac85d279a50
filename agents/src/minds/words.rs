//! The words that minds know, and how often each is said when nothing is meant.

use rustc_hash::FxHashMap;

use super::MindError;

/// Steps of a stored rate in each bit.
const STEPS: f64 = 16.0;

/// The words that minds know, most frequent first, and their base rates, which sum to one.
#[derive(Clone, Debug, PartialEq)]
pub struct MindWords {
    words: Vec<String>,
    places: FxHashMap<String, usize>,
    rates: Vec<f64>,
}

impl MindWords {
    /// Reads a table with the columns word and rate: the rate in steps of -1/16 bit, before it is brought to a sum of one.
    ///
    /// # Errors
    ///
    /// If a line after the first is not a word, a tab and a number.
    pub fn read(table: &str) -> Result<Self, MindError> {
        let (mut words, mut rates) = (Vec::new(), Vec::new());
        for (line, number) in table.lines().zip(1..).skip(1) {
            let (word, steps) = line.split_once('\t').ok_or(MindError::Words { line: number })?;
            let steps: u16 = steps.parse().map_err(|_| MindError::Words { line: number })?;
            words.push(word.to_owned());
            rates.push(libm::exp2(-f64::from(steps) / STEPS));
        }
        let sum: f64 = rates.iter().sum();
        rates.iter_mut().for_each(|rate| *rate /= sum);
        let places = words.iter().cloned().zip(0..).collect();
        Ok(Self { words, places, rates })
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the place of a word, if minds know it.
    pub fn place(&self, word: &str) -> Option<usize> {
        self.places.get(word).copied()
    }

    /// Returns the word at a place.
    pub fn word(&self, place: usize) -> &str {
        &self.words[place]
    }

    /// Returns the share of clues that the word at a place is when nothing is known of what is meant.
    pub fn rate(&self, place: usize) -> f64 {
        self.rates[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_sum_to_one_and_halve_every_sixteen_steps() {
        let words = MindWords::read("word\trate\nsea\t100\nship\t116\nmast\t132\n").expect("three lines");
        assert_eq!(words.len(), 3);
        assert_eq!((words.place("ship"), words.place("ships"), words.word(2)), (Some(1), None, "mast"));
        let rates = [0, 1, 2].map(|place| words.rate(place));
        assert!((rates[0] - 4.0 / 7.0).abs() < 1e-12 && (rates[2] - 1.0 / 7.0).abs() < 1e-12, "{rates:?}");
    }

    #[test]
    fn a_line_without_a_number_is_named() {
        for (table, line) in [("word\trate\nsea\n", 2), ("word\trate\nsea\t1\nship\t-3\n", 3)] {
            assert_eq!(MindWords::read(table), Err(MindError::Words { line }));
        }
    }
}
