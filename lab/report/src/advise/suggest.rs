//! Clues that people would say, for a round that was played: lawful, about their keyword, understood, and not loud.

use std::collections::HashSet;

use overhear_agents::free_text::{FreeTextGuesser, SlotClues};
use overhear_engine::rules::{ClueVerdict, Slot, same_clue_form};
use serde::Serialize;

use super::clues::TeamClueLaw;
use super::finished_sheet::{CheckedRound, sheet_before};
use overhear_lab::error::LabError;
use overhear_lab::run_control::StopHandle;
use overhear_lab::setup::Words;

/// Where nothing is written down of a keyword: the most frequent words that are looked at, and how many of those nearest to it.
const COMMON: usize = 5000;
const NEAREST: usize = 40;

/// How many of the clues that people would say to a keyword are looked at: the page that a browser runs carries no more.
const SPOKEN: usize = 20;

/// How many clues are suggested for a keyword.
const SUGGESTED: usize = 3;

/// The least share of tables that must understand a suggestion alone.
const UNDERSTOOD: f64 = 0.5;

/// Clues for a round.
#[derive(Debug, Serialize)]
pub struct SuggestedRound {
    /// The round, from 1.
    pub round: usize,
    /// For each digit of the code clues to choose from, the best first; none where the clue that was given is as good.
    pub digits: Vec<Vec<SuggestedClue>>,
    /// The best clue for each digit, or the clue that was given.
    pub triple: [String; 3],
    /// How likely the own team reads them.
    pub p_read: f64,
    /// How likely the other team overhears them; nothing in the first round.
    pub p_overheard: Option<f64>,
}

/// A clue.
#[derive(Clone, Debug, Serialize)]
pub struct SuggestedClue {
    /// The clue.
    pub clue: String,
    /// Its keyword.
    pub keyword: String,
    /// How likely the own team takes it alone for its keyword.
    pub p_own: f64,
    /// How likely the other team takes it alone for its position.
    pub p_overheard: f64,
}

impl SuggestedClue {
    /// Returns what it is worth: the chance to be understood and not overheard.
    pub(super) fn worth(&self) -> f64 {
        worth(self.p_own, Some(self.p_overheard))
    }
}

/// Returns the chance to be understood and not overheard; nothing can be overheard before there is anything to go by.
pub(super) fn worth(p_understood: f64, p_overheard: Option<f64>) -> f64 {
    p_understood * (1.0 - p_overheard.unwrap_or(0.0))
}

/// The rounds of a game, the place of one of them, and what the team had revealed before it.
pub(super) struct PlayedRounds<'a> {
    pub(super) rounds: &'a [CheckedRound],
    pub(super) place: usize,
    pub(super) revealed: &'a SlotClues,
}

/// Returns clues for the round at a place.
///
/// # Errors
/// An interruption when `stop` is requested.
pub(super) fn for_round(
    guesser: &FreeTextGuesser<'_>,
    words: &Words,
    held: [&str; 4],
    PlayedRounds { rounds, place, revealed }: PlayedRounds<'_>,
    stop: &StopHandle,
) -> Result<SuggestedRound, LabError> {
    let round = &rounds[place];
    let sheet = sheet_before(&rounds[..place]);
    let law = TeamClueLaw::new(&sheet, words.world.deck(), held, round.code);
    let rated = |clue: &str, slot: Slot| SuggestedClue {
        clue: clue.to_owned(),
        keyword: held[slot.index()].to_owned(),
        p_own: guesser.keyword_probabilities(held, clue)[slot.index()],
        p_overheard: guesser.slot_probabilities(revealed, &guesser.hear(clue))[slot.index()],
    };
    let spoken_forms: HashSet<String> =
        rounds.iter().flat_map(|round| &round.clues).map(|clue| same_clue_form(clue)).collect();
    let digits: Vec<Vec<SuggestedClue>> = round
        .clues
        .iter()
        .zip(round.code.slots())
        .map(|(clue_text, slot)| {
            stop.check()?;
            let spoken = rated(clue_text, slot);
            let candidates = candidates(guesser, words, held[slot.index()]);
            // Cheap tests come first: rating a clue reads it for both teams.
            let mut better_clues: Vec<SuggestedClue> = candidates
                .into_iter()
                .filter(|clue| {
                    !spoken_forms.contains(&same_clue_form(clue))
                        && law.verdict(clue, slot) == ClueVerdict::Legal
                })
                .filter(|clue| guesser.keyword_probabilities(held, clue)[slot.index()] > UNDERSTOOD)
                .map(|clue| rated(clue, slot))
                .filter(|clue| clue.worth() > spoken.worth())
                .collect();
            better_clues.sort_by(|a, b| b.worth().total_cmp(&a.worth()).then(a.clue.cmp(&b.clue)));
            better_clues.truncate(SUGGESTED);
            Ok(better_clues)
        })
        .collect::<Result<_, LabError>>()?;
    let triple: [String; 3] =
        std::array::from_fn(|n| digits[n].first().map_or(&round.clues[n], |best| &best.clue).clone());
    let texts = triple.each_ref().map(String::as_str);
    let heard = texts.map(|clue| guesser.hear(clue));
    let p_read = guesser.decode(held, texts).probabilities(1.0)[round.code.index()];
    Ok(SuggestedRound {
        round: place + 1,
        digits,
        triple,
        p_read,
        p_overheard: (place > 0)
            .then(|| guesser.overhear(revealed, &heard).probabilities(1.0)[round.code.index()]),
    })
}

/// Returns what people say to a keyword; where nothing is written down of it, frequent words that are near it.
fn candidates<'a>(guesser: &'a FreeTextGuesser<'_>, words: &'a Words, keyword: &str) -> Vec<&'a str> {
    let spoken: Vec<&str> = guesser.stated_clues(keyword).into_iter().take(SPOKEN).collect();
    if !spoken.is_empty() {
        return spoken;
    }
    let world = &words.world;
    let common = world.clue_texts().take(COMMON);
    let mut near: Vec<(f64, &str)> =
        common.filter_map(|clue| Some((guesser.cosine(keyword, clue)?, clue))).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.into_iter().take(NEAREST).map(|(_, clue)| clue).collect()
}
