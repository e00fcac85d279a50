//! What each clue says by itself, and the words that are not known as they stand.

use std::collections::BTreeSet;

use overhear_agents::free_text::FreeTextGuesser;
use overhear_engine::rules::same_clue_form;
use serde::Serialize;

use super::sheet::NoteSheet;

/// What a clue says by itself, without the others.
#[derive(Debug, Serialize)]
pub struct ClueReading {
    /// The clue.
    pub clue: String,
    /// How likely it is taken for each of the four positions.
    pub positions: [f64; 4],
    /// The likeliest of them: 1 to 4.
    pub position: usize,
    /// Whether people say it to the keyword in that position, by the lexicon of associations; none where keywords are not known.
    pub stated: Option<bool>,
    /// `true` for the clue of the three that says least, if its likeliest position has a probability below 0.9.
    pub is_vaguest: bool,
}

/// A word that is not known as it stands.
#[derive(Debug, Serialize)]
pub struct WordReading {
    /// The text that it stands in.
    pub text: String,
    /// The word.
    pub word: String,
    /// What it was taken for; empty if it tells nothing.
    pub taken_for: Vec<String>,
}

/// The probability from which on a clue says enough.
const CERTAIN: f64 = 0.9;

/// Reads clues by what each is taken for. `stated` tells of a clue and a place, from 0, whether people say it there.
pub(super) fn of_clues(
    clues: &[String; 3],
    taken_for: impl Fn(&str) -> [f64; 4],
    stated: impl Fn((&str, usize)) -> Option<bool>,
) -> Vec<ClueReading> {
    let mut readings: Vec<ClueReading> = clues
        .iter()
        .map(|clue| {
            let positions = taken_for(clue);
            let best = likeliest(&positions);
            let stated = stated((clue, best));
            ClueReading { clue: clue.clone(), positions, position: best + 1, stated, is_vaguest: false }
        })
        .collect();
    if let Some(least) = readings.iter_mut().min_by(|a, b| certainty(a).total_cmp(&certainty(b))) {
        least.is_vaguest = certainty(least) < CERTAIN;
    }
    readings
}

/// Returns how likely the clue belongs to its likeliest position.
fn certainty(reading: &ClueReading) -> f64 {
    reading.positions[reading.position - 1]
}

/// The place of the greatest number; of equal ones the first.
fn likeliest(positions: &[f64; 4]) -> usize {
    (0..4).rev().max_by(|&a, &b| positions[a].total_cmp(&positions[b])).unwrap_or(0)
}

/// The words of a sheet that are not known as they stand, each once.
pub(super) fn of_words(listener: &FreeTextGuesser<'_>, sheet: &NoteSheet) -> Vec<WordReading> {
    let mut listed = BTreeSet::new();
    let texts = sheet.texts().filter(|text| !listener.knows_phrase(text));
    let repairs =
        texts.flat_map(|text| listener.reader().repairs(text).into_iter().map(move |repair| (text, repair)));
    let new = repairs.filter(|(text, repair)| listed.insert((same_clue_form(text), repair.word.clone())));
    let reading = new.map(|(text, repair)| WordReading {
        text: text.to_owned(),
        word: repair.word,
        taken_for: repair.taken_for.into_iter().map(str::to_owned).collect(),
    });
    reading.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clue_that_says_least_is_marked() {
        let clues = ["harbour", "thing", "toast"].map(str::to_owned);
        let taken_for = |clue: &str| match clue {
            "harbour" => [0.9, 0.05, 0.03, 0.02],
            "thing" => [0.25, 0.3, 0.25, 0.2],
            _ => [0.1, 0.1, 0.1, 0.7],
        };
        let readings = of_clues(&clues, taken_for, |(_, place)| Some(place == 0));
        let marks: Vec<_> =
            readings.iter().map(|clue| (clue.position, clue.is_vaguest, clue.stated)).collect();
        assert_eq!(marks, [(1, false, Some(true)), (2, true, Some(false)), (4, false, Some(false))]);
        assert_eq!(likeliest(&[0.25; 4]), 0);
    }
}
