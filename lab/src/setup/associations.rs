//! P(clue | keyword) from a file: a row for each keyword and clue, with a weight.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use overhear_agents::model::{StatedAssociations, World};
use overhear_agents::registry::is_space_name;
use overhear_engine::rules::{Clue, Keyword};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::records::{Opened, Records};
use crate::table::grouped;

/// The columns of the file; others are ignored.
const COLUMNS: [&str; 3] = ["keyword", "clue", "weight"];

/// How many words that nobody knows are named.
const NAMED: usize = 5;

/// A table of P(clue | keyword), and how a SPEC names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssociationFile {
    /// How a SPEC names it.
    pub name: String,
    /// The file.
    pub file: PathBuf,
}

impl fmt::Display for AssociationFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.file.display())
    }
}

impl FromStr for AssociationFile {
    type Err = String;

    /// Reads `NAME=FILE`.
    fn from_str(text: &str) -> Result<AssociationFile, String> {
        match text.split_once('=') {
            Some((name, file)) if is_space_name(name) && !file.is_empty() => {
                Ok(AssociationFile { name: name.to_owned(), file: PathBuf::from(file) })
            }
            _ => Err(format!("`{text}`: write NAME=FILE, as in norms=norms.csv")),
        }
    }
}

/// What a file states of the words of a world, and what is to be said about it: coverage, and words that nobody knows.
///
/// # Errors
/// A file without the columns, a weight that is none, a pair that is stated twice: by line and column.
pub(super) fn stated(
    path: &Path,
    text: &str,
    world: &World,
) -> Result<(StatedAssociations, Vec<String>), LabError> {
    let records = Records::read(&Opened::of(path, text), COLUMNS)?;
    let (keywords, clues) = (keywords_of(world), clues_of(world));
    let (mut stated, mut rows) = (StatedAssociations::default(), 0);
    let (mut strange_keywords, mut strange_clues) = (Vec::new(), Vec::new());
    for record in records.rows() {
        let [keyword, clue, weight] = &record.fields;
        let number = weight.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        let number =
            number.ok_or_else(|| records.wrong(record, 2, format_args!("`{weight}` is no number from 0")))?;
        let Some(&known) = keywords.get(&keyword.to_lowercase()) else {
            strange_keywords.push(keyword.clone());
            continue;
        };
        let Some(&clue_number) = clues.get(&clue.to_lowercase()) else {
            strange_clues.push(clue.clone());
            continue;
        };
        if !stated.state(known, clue_number, number) {
            let message = format_args!("`{keyword}` and `{clue}` stand together above already");
            return Err(records.wrong(record, 1, message));
        }
        rows += 1;
    }
    if rows == 0 {
        let message = "no row is about a keyword of the deck and a word of the vocabulary";
        return Err(LabError::content(records.name(), message));
    }
    let name = records.name();
    let covered = format!(
        "{name}: {} weights for {} of the deck's {} keywords; the others go by the space",
        grouped(rows),
        stated.keywords().len(),
        world.deck().len()
    );
    let strange = [
        ("keywords are not in the deck", strange_keywords),
        ("clues are not in the vocabulary", strange_clues),
    ];
    let strange = strange.into_iter().filter(|(_, words)| !words.is_empty());
    let told = strange.map(|(what, words)| {
        format!("{name}: {} rows passed over, whose {what}: {}", grouped(words.len() as u64), some(words))
    });
    let remarks = std::iter::once(covered).chain(told).collect();
    Ok((stated, remarks))
}

/// The first few of some words, each once.
fn some(mut words: Vec<String>) -> String {
    words.sort_unstable();
    words.dedup();
    let more = words.len().saturating_sub(NAMED);
    let named = words.iter().take(NAMED).map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{named} and {more} more") } else { named }
}

fn keywords_of(world: &World) -> FxHashMap<String, Keyword> {
    let keywords = world.deck().keywords().iter().enumerate();
    keywords.map(|(n, keyword)| (keyword.text.to_lowercase(), Keyword(n as u16))).collect()
}

fn clues_of(world: &World) -> FxHashMap<String, Clue> {
    let clues = (0..world.clues() as u32).map(Clue::new);
    clues.map(|clue| (world.clue_text(clue).to_lowercase(), clue)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Words;

    #[test]
    fn a_file_says_how_much_it_covers_and_what_nobody_knows() {
        let words = Words::built_in().unwrap_or_else(|error| panic!("{error}"));
        let keyword = words.world.deck().keywords()[0].text.clone();
        let read =
            |text: &str| stated(Path::new("n.csv"), text, &words.world).map_err(|error| error.to_string());
        let good = format!("keyword,clue,weight\n{keyword},water,3\n{keyword},qqq,1\nNOBODY,water,1\n");
        let (found, remarks) = read(&good).expect("a table");
        assert_eq!(found.keywords().len(), 1);
        assert!(remarks[0].contains("1 weights for 1 of the deck's 440 keywords"), "{remarks:?}");
        assert!(remarks[1].contains("`NOBODY`") && remarks[2].contains("`qqq`"), "{remarks:?}");
        for (text, message) in [
            ("keyword,clue\n".to_owned(), "there is no column `weight`"),
            (
                format!("keyword,clue,weight\n{keyword},water,-1\n"),
                "line 2: column `weight`: `-1` is no number from 0",
            ),
            (format!("keyword,clue,weight\n{keyword},water,nan\n"), "`nan` is no number"),
            (format!("keyword,clue,weight\n{keyword},water,1\n{keyword},water,2\n"), "line 3: column `clue`"),
            ("keyword,clue,weight\nNOBODY,water,1\n".to_owned(), "no row is about"),
        ] {
            assert!(read(&text).expect_err(message).contains(message), "{text}");
        }
    }
}
