//! The law of clues (R18 to R21), asked about a whole file of keywords and clues.

use std::collections::HashMap;
use std::path::PathBuf;

use overhear_agents::words::{embedded_keyword, embedded_law_words};
use overhear_engine::rules::{
    BySlot, ClueQuestion, ClueVerdict, KeywordText, Repeat, Slot, TextLaw, same_clue_form,
};
use rayon::prelude::*;

use crate::csv_records::{CsvSource, Records};
use crate::error::LabError;
use crate::input;
use crate::setup::{Language, load_deck};
use crate::table::{FileEntry, Frame, NamedRow};

/// Pairs of keyword and clue that the law is asked about, each by itself.
#[derive(Clone, Debug, Default)]
pub struct ClueFileConfig {
    /// A CSV file with the columns `keyword` and `clue`.
    pub file: PathBuf,
    /// The deck whose translations of the keywords are forbidden; the built-in one by default.
    pub deck: Option<PathBuf>,
    /// The language that is played.
    pub lang: Language,
    /// `true` to read cells such as `NA`, `none` and `?` as words.
    pub missing_as_words: bool,
}

/// Returns the verdict on each pair of a file, in its order.
///
/// # Errors
/// Files that cannot be read, rows without a keyword or a clue, texts that are too long or do not show.
pub fn clue_verdicts(config: &ClueFileConfig) -> Result<Frame, LabError> {
    let deck = load_deck(config.deck.as_deref(), config.lang)?.deck;
    let columns: [&'static str; 2] = FileEntry::find("clues.csv").names();
    let records = Records::read(&CsvSource::read(&config.file)?, columns)?;
    if !config.missing_as_words {
        records.refuse_missing(0..2)?;
    }
    for record in records.rows() {
        for (place, text) in record.fields.iter().enumerate() {
            input::brief(text).map_err(|problem| records.wrong(record, place, problem))?;
            if place == 0 && !text.chars().any(char::is_alphanumeric) {
                return Err(records.wrong(record, place, "a keyword has a letter or a digit; write one"));
            }
        }
    }
    let mut keywords: HashMap<String, KeywordText> = HashMap::new();
    for record in records.rows() {
        let text = &record.fields[0];
        keywords.entry(same_clue_form(text)).or_insert_with(|| embedded_keyword(&deck, text));
    }
    let lexicon = embedded_law_words(deck.language());
    let law = TextLaw::new(deck.language(), lexicon, Repeat::Exact);
    let none = KeywordText { text: String::new(), translations: Vec::new(), card: 0 };
    let runs: Vec<_> = records.rows().chunk_by(|one, other| one.fields[0] == other.fields[0]).collect();
    // The forms of a keyword are computed once for a run of rows; parallel results are stored in order.
    let verdicts: Vec<Vec<ClueVerdict>> = runs
        .par_iter()
        .map(|run| {
            let keyword = &keywords[&same_clue_form(&run[0].fields[0])];
            let own = BySlot([keyword, &none, &none, &none]);
            let team = law.of_team(ClueQuestion::new("", own));
            run.iter().map(|record| team.judge(&record.fields[1], Some(Slot::First))).collect()
        })
        .collect();
    let mut frame = Frame::new("rules clue");
    for (record, verdict) in records.rows().iter().zip(verdicts.concat()) {
        let [keyword, clue] = &record.fields;
        let (verdict, reason) = verdict_and_reason(verdict);
        NamedRow::new(&mut frame)
            .put_texts([("keyword", keyword), ("clue", clue), ("verdict", verdict), ("reason", &reason)])
            .end();
    }
    Ok(frame)
}

/// Returns a verdict as the words of the table; a legal clue has no reason.
fn verdict_and_reason(verdict: ClueVerdict) -> (&'static str, String) {
    match verdict {
        ClueVerdict::Legal => ("legal", String::new()),
        ClueVerdict::Illegal(reason) => ("illegal", reason.to_string()),
        ClueVerdict::Doubtful(reason) => ("doubtful", reason.to_string()),
    }
}
