//! Rounds to decode, generated from a list of clues for single keywords.

use overhear_engine::game::{Seed, Stream};
use overhear_engine::rules::Code;

use super::coded_clues::{CodedClues, GroupedRows, RecordedGuess};
use super::layout::{QuestionOptions, associations};
use crate::csv_records::{CsvSource, Records};
use crate::error::LabError;
use crate::table::counted;

/// Number of keywords that a team holds.
const HELD: usize = 4;

/// A keyword with its clues.
type KeywordClues = (String, Vec<String>);

/// Returns as many rounds as the file has rows. Each draws four different keywords, a code, and a clue for
/// each keyword of the code.
pub(super) fn rounds(
    file: &CsvSource,
    QuestionOptions { seed, missing_as_words }: QuestionOptions,
) -> Result<GroupedRows, LabError> {
    let records = Records::read(file, associations())?;
    if !missing_as_words {
        records.refuse_missing(0..2)?;
    }
    let mut entries: Vec<KeywordClues> = Vec::new();
    for record in records.rows() {
        let [keyword, clue] = record.fields.clone();
        if let Some(place) = [&keyword, &clue].into_iter().position(String::is_empty) {
            return Err(records.wrong(record, place, "the field is empty; write a word"));
        }
        match entries.iter_mut().find(|(known, _)| *known == keyword) {
            Some((_, clues)) => clues.push(clue),
            None => entries.push((keyword, vec![clue])),
        }
    }
    if entries.len() < HELD {
        let count = counted(entries.len() as u64, "keyword");
        let message = format_args!("{count}; a team holds {HELD} different ones");
        return Err(LabError::content(records.name(), message));
    }
    let groups = (0..records.rows().len())
        .map(|n| vec![drawn(&entries, n, &mut Stream::of_deal(Seed(seed), n as u64))])
        .collect();
    Ok(GroupedRows { file: records.name().to_owned(), groups })
}

fn drawn(entries: &[KeywordClues], number: usize, stream: &mut Stream) -> CodedClues {
    let mut places: Vec<usize> = Vec::new();
    while places.len() < HELD {
        let place = stream.below(entries.len() as u32) as usize;
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let code = Code::ALL[stream.below(Code::COUNT as u32) as usize];
    let clues = code.slots().map(|slot| {
        let clues = &entries[places[slot.index()]].1;
        clues[stream.below(clues.len() as u32) as usize].clone()
    });
    let keywords = std::array::from_fn(|n| entries[places[n]].0.clone());
    let name = (number + 1).to_string();
    CodedClues { name, round: 0, keywords, code, clues, recorded: RecordedGuess::Unknown, pool: None }
}
