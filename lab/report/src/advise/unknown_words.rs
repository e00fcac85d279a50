//! Words of clues that the agents do not know.

use overhear_agents::free_text::FreeTextGuesser;
use overhear_agents::registry::closest_spelling;
use overhear_engine::rules::same_clue_form;

use super::game_review::WordRemark;
use overhear_lab::error::LabError;
use overhear_lab::run_control::StopHandle;
use overhear_lab::setup::Words;

/// Maximum number of characters of a text for which a word of similar spelling is looked for: no word is longer.
const LONGEST_SPELLING: usize = 100;

/// Returns the words that are not known, each once.
///
/// # Errors
/// An interruption when `stop` is requested.
pub(super) fn unknown_words<'a>(
    words: &Words,
    guesser: &FreeTextGuesser<'_>,
    texts: impl IntoIterator<Item = &'a str>,
    stop: &StopHandle,
) -> Result<Vec<WordRemark>, LabError> {
    let mut remarks: Vec<WordRemark> = Vec::new();
    for text in texts {
        stop.check()?;
        let reading = guesser.reader().read(text);
        if reading.unknown == 0 || remarks.iter().any(|remark| remark.word == text) {
            continue;
        }
        let known = words.world.clue_texts();
        let understood = match reading.direction {
            Some(_) => Some("its other words".to_owned()),
            None if text.chars().count() > LONGEST_SPELLING => None,
            None => closest_spelling(&same_clue_form(text), known)
                .map(|near| format!("nothing; did you mean “{near}”?")),
        };
        remarks.push(WordRemark { word: text.to_owned(), understood });
    }
    Ok(remarks)
}
