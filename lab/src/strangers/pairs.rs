//! Pairs of a clue and its keyword from a file, tested as an agent's clues are.

use std::collections::BTreeMap;
use std::path::Path;

use overhear_engine::rules::Keyword;
use overhear_stats::RatioMoments;
use serde::{Deserialize, Serialize};

use super::panel::{MeasuringMind, ReferenceTest};
use crate::error::LabError;
use crate::input;
use crate::table::FileEntry;

/// How many pairs of a file refer, by keyword; and how many of its clues refer to other keywords of the deck.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PairCounts {
    pub(super) refers: RatioMoments,
    pub(super) stated: RatioMoments,
    pub(super) others_refer: RatioMoments,
    pub(super) others_stated: RatioMoments,
}

/// A row of the file.
#[derive(Debug, Deserialize)]
struct PairRow {
    keyword: String,
    clue: String,
}

/// Pairs by keyword of the deck.
pub(super) type Pairs = Vec<(Keyword, Vec<String>)>;

/// Reads pairs.
///
/// # Errors
/// A file that cannot be read, a keyword that the deck does not have, no pair.
pub(super) fn read(path: &Path, test: &ReferenceTest<'_>) -> Result<Pairs, LabError> {
    let mut rows = input::rows_of(FileEntry::find("clues.csv"), path)?;
    let deck = test.world.deck();
    let texts = (0..deck.len()).map(|n| deck.text(Keyword(n as u16)).to_lowercase());
    let mut pairs: Pairs = (0..deck.len()).map(|n| (Keyword(n as u16), Vec::new())).collect();
    let places: BTreeMap<String, usize> = texts.zip(0..).collect();
    for (row, line) in rows.deserialize().zip(2u64..) {
        let PairRow { keyword, clue } = row.map_err(|error| LabError::content(path.display(), error))?;
        let place = places.get(&keyword.to_lowercase()).ok_or_else(|| {
            let problem = format_args!(
                "line {line}: `{keyword}` is not a keyword of the deck; take its words, or name its deck"
            );
            LabError::content(path.display(), problem)
        })?;
        pairs[*place].1.push(clue);
    }
    pairs.retain(|(_, clues)| !clues.is_empty());
    if pairs.is_empty() {
        return Err(LabError::content(path.display(), "no pair; add a row with keyword and clue"));
    }
    Ok(pairs)
}

/// Tests pairs, and each clue against all other keywords of the file.
pub(super) fn count(pairs: &Pairs, test: &ReferenceTest<'_>, minds: &mut [MeasuringMind]) -> PairCounts {
    let mut counts = PairCounts::default();
    for (keyword, clues) in pairs {
        let (mut refers, mut stated, mut others_refer, mut others_stated) = (0, 0, 0, 0);
        for clue in clues {
            let reference = test.test(minds, *keyword, clue);
            refers += i64::from(reference.refers());
            stated += i64::from(reference.is_stated);
            for (other, _) in pairs.iter().filter(|(other, _)| other != keyword) {
                let reference = test.test(minds, *other, clue);
                others_refer += i64::from(reference.refers());
                others_stated += i64::from(reference.is_stated);
            }
        }
        let all = clues.len() as i64;
        counts.refers.record(refers, all);
        counts.stated.record(stated, all);
        let others = all * (pairs.len() as i64 - 1);
        if others > 0 {
            counts.others_refer.record(others_refer, others);
            counts.others_stated.record(others_stated, others);
        }
    }
    counts
}
