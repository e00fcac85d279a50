//! Words of clues that the agents do not know.

use overhear_agents::free_text::FreeTextGuesser;
use overhear_agents::registry::closest_spelling;
use overhear_engine::rules::{Clue, same_clue_form};

use super::game_review::WordRemark;
use overhear_lab::setup::Words;

/// Returns the words that are not known, each once.
pub(super) fn unknown_words<'a>(
    words: &Words,
    guesser: &FreeTextGuesser<'_>,
    texts: impl IntoIterator<Item = &'a str>,
) -> Vec<WordRemark> {
    let mut remarks: Vec<WordRemark> = Vec::new();
    for text in texts {
        let reading = guesser.reader().read(text);
        if reading.unknown == 0 || remarks.iter().any(|remark| remark.word == text) {
            continue;
        }
        let world = &words.world;
        let known = (0..world.clues() as u32).map(|n| world.clue_text(Clue::new(n)));
        let understood = match reading.direction {
            Some(_) => Some("its other words".to_owned()),
            None => closest_spelling(&same_clue_form(text), known)
                .map(|near| format!("nothing; did you mean “{near}”?")),
        };
        remarks.push(WordRemark { word: text.to_owned(), understood });
    }
    remarks
}
