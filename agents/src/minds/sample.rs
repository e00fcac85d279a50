//! Clues that a mind would say.

use overhear_engine::game::{Seed, Stream};

use super::Mind;

/// How many words clues are drawn from, the likeliest first.
const LIKELY: usize = 40;

/// How many first letters two words share that are no clue for each other.
const AKIN: usize = 4;

impl Mind {
    /// Draws different clues for the keyword at a place from its forty likeliest words, by their probabilities. Words that have the first
    /// four letters of the keyword in them, or the other way round, are left out: no player would say them.
    ///
    /// ```
    /// use overhear_agents::minds::Mind;
    /// use overhear_engine::game::{Seed, Stream};
    /// let mind = Mind::load("statements")?;
    /// let bread = mind.keyword("bread").expect("a keyword of the deck");
    /// let clues = mind.sample(bread, 5, &mut Stream::of_deal(Seed(7), 0));
    /// assert!(clues.len() == 5 && !clues.contains(&"breads"));
    /// # Ok::<(), overhear_agents::minds::MindError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such keyword.
    pub fn sample(&self, keyword: usize, count: usize, stream: &mut Stream) -> Vec<&str> {
        let text = &self.keywords()[keyword];
        let words = self.row(keyword).into_iter().enumerate();
        let mut likely: Vec<(f64, &str)> =
            words.map(|(place, log)| (libm::exp(log), self.words().word(place))).collect();
        likely.retain(|(_, word)| !are_akin(text, word));
        likely.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        likely.truncate(LIKELY);
        (0..count.min(likely.len())).map(|_| draw(&mut likely, stream)).collect()
    }

    /// Returns the keywords of one word, each with so many clues ([`Mind::sample`]).
    pub fn sample_all(&self, seed: Seed, count: usize) -> impl Iterator<Item = (&str, Vec<&str>)> {
        let keywords = self.keywords().iter().zip(0..).filter(|(keyword, _)| !keyword.contains(' '));
        keywords.map(move |(keyword, place)| {
            let mut stream = Stream::of_deal(seed, place);
            (keyword.as_str(), self.sample(place as usize, count, &mut stream))
        })
    }
}

/// Takes a word out of a list, by the weights.
fn draw<'w>(likely: &mut Vec<(f64, &'w str)>, stream: &mut Stream) -> &'w str {
    let total: f64 = likely.iter().map(|(weight, _)| weight).sum();
    let mut rest = total * f64::from(stream.below(1 << 20)) / f64::from(1 << 20);
    let drawn = likely.iter().position(|(weight, _)| {
        rest -= weight;
        rest < 0.0
    });
    likely.swap_remove(drawn.unwrap_or(0)).1
}

/// Whether one of two words has the first letters of the other in it.
fn are_akin(keyword: &str, word: &str) -> bool {
    word.contains(&beginning(keyword)) || keyword.contains(&beginning(word))
}

fn beginning(word: &str) -> String {
    word.chars().take(AKIN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_are_different_words_that_the_mind_holds_likely() {
        let mind = Mind::load("statements").expect("the program carries it");
        for keyword in (0..mind.keywords().len()).step_by(37) {
            let clues = mind.sample(keyword, 5, &mut Stream::of_deal(Seed(1), keyword as u64));
            let again = mind.sample(keyword, 5, &mut Stream::of_deal(Seed(1), keyword as u64));
            assert_eq!(clues, again);
            for (n, clue) in clues.iter().enumerate() {
                assert!(!clues[..n].contains(clue), "{clues:?}");
                let place = mind.words().place(clue).expect("its own word");
                let usual = libm::log(mind.words().rate(place));
                assert!(mind.log_prob(keyword, place) > usual, "{}: {clue}", mind.keywords()[keyword]);
            }
        }
    }
}
