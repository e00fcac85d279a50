//! P(clue | keyword) from a file: a row for each keyword and clue, with a weight.

use std::path::Path;

use overhear_agents::model::{StatedAssociations, World};
use overhear_engine::rules::{same_clue_form, spelling_hint};
use rustc_hash::FxHashSet;

use crate::csv_records::{CsvSource, Records};
use crate::error::LabError;
use crate::table::{FileEntry, counted};

/// Number of skipped rows that are named for each reason.
const NAMED: usize = 5;

/// Associations from a file, with remarks on its coverage.
#[derive(Debug)]
pub(super) struct LoadedAssociations {
    pub(super) table: StatedAssociations,
    /// Note that it covers the whole deck, if it does.
    pub(super) notes: Vec<String>,
    /// Warnings about partial coverage and skipped rows.
    pub(super) warnings: Vec<String>,
}

impl LoadedAssociations {
    /// Reads a table. A row applies if its keyword is in the deck, its clue is in the vocabulary and legal
    /// for that team (R19, R21), and its weight is not zero.
    ///
    /// # Errors
    /// Returns an error, by line and column, for missing columns, invalid weights and repeated pairs; and for
    /// a file without applicable rows.
    pub(super) fn read(path: &Path, text: &str, world: &World) -> Result<LoadedAssociations, LabError> {
        let records =
            Records::read(&CsvSource::new(path, text), FileEntry::find("associations.csv").names())?;
        let (keywords, clues) = (world.keywords_by_form(), world.clues_by_form());
        let (mut table, mut pairs) = (StatedAssociations::default(), FxHashSet::default());
        let mut passed_over = SkippedRows::default();
        for record in records.rows() {
            let [keyword, clue, weight] = &record.fields;
            let number = weight.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
            let number = number.ok_or_else(|| {
                let hint = spelling_hint(weight, |text| text.parse::<f64>().is_ok());
                records.wrong(record, 2, format_args!("`{weight}` is not a number from 0 up{hint}"))
            })?;
            let Some(&keyword_id) = keywords.get(&same_clue_form(keyword)) else {
                passed_over.push(SkipReason::Keyword, keyword.clone());
                continue;
            };
            let Some(&clue_id) = clues.get(&same_clue_form(clue)) else {
                passed_over.push(SkipReason::Clue, clue.clone());
                continue;
            };
            // A repeated pair is refused even if its row would not apply: which weight counts would depend on the order.
            if !pairs.insert((keyword_id, clue_id)) {
                let message = format_args!("`{keyword}` and `{clue}` are already on an earlier line");
                return Err(records.wrong(record, 1, message));
            }
            if world.law().is_banned_for_all(clue_id) || world.law().is_banned(clue_id, keyword_id) {
                passed_over.push(SkipReason::Law, format!("{keyword},{clue}"));
            } else if number == 0.0 {
                passed_over.push(SkipReason::Weight, format!("{keyword},{clue}"));
            } else {
                table.set(keyword_id, clue_id, number);
            }
        }
        let applied = pairs.len() - passed_over.paired();
        LoadedAssociations::new(table, applied, world.deck().len(), records.name(), &passed_over.sentences())
    }

    /// Returns a table of `weights` rows for a deck of `deck` keywords, with its remarks.
    fn new(
        table: StatedAssociations,
        weights: usize,
        deck: usize,
        name: &str,
        passed_over: &[String],
    ) -> Result<LoadedAssociations, LabError> {
        let covered = table.keywords().len();
        if covered == 0 {
            let message = format!("no row applies to this deck and vocabulary; {}", passed_over.join("; "));
            return Err(LabError::content(name, message));
        }
        let weights = counted(weights as u64, "weight");
        let mut warnings: Vec<String> = passed_over.iter().map(|line| format!("{name}: {line}")).collect();
        let notes = if covered == deck {
            vec![format!("{name}: {weights} for all {deck} keywords of the deck")]
        } else {
            let others = "the others use the space";
            let line = format!("{name}: {weights} for {covered} of the deck's {deck} keywords; {others}");
            warnings.insert(0, line);
            Vec::new()
        };
        Ok(LoadedAssociations { table, notes, warnings })
    }
}

/// Reason for skipping a row.
#[derive(Clone, Copy)]
enum SkipReason {
    Keyword,
    Clue,
    Law,
    Weight,
}

impl SkipReason {
    const ALL: [SkipReason; 4] = [SkipReason::Keyword, SkipReason::Clue, SkipReason::Law, SkipReason::Weight];

    /// Returns the description of the skipped rows.
    const fn description(self) -> &'static str {
        match self {
            SkipReason::Keyword => "whose keywords are not in the deck",
            SkipReason::Clue => "whose clues are not in the vocabulary",
            SkipReason::Law => "whose clues the law forbids for their keywords",
            SkipReason::Weight => "for a weight of 0",
        }
    }
}

/// Skipped rows, by reason.
#[derive(Default)]
struct SkippedRows([Vec<String>; SkipReason::ALL.len()]);

impl SkippedRows {
    fn push(&mut self, reason: SkipReason, row: String) {
        self.0[reason as usize].push(row);
    }

    /// Returns the number of skipped rows with a keyword of the deck and a word of the vocabulary.
    fn paired(&self) -> usize {
        [SkipReason::Law, SkipReason::Weight].map(|reason| self.0[reason as usize].len()).iter().sum()
    }

    /// Returns a line for each reason that occurred.
    fn sentences(self) -> Vec<String> {
        let rows = SkipReason::ALL.into_iter().zip(self.0).filter(|(_, rows)| !rows.is_empty());
        let lines = rows.map(|(reason, rows)| {
            format!("{} skipped {}: {}", counted(rows.len() as u64, "row"), reason.description(), some(rows))
        });
        lines.collect()
    }
}

/// Returns the first few of some words, without repetitions.
fn some(mut words: Vec<String>) -> String {
    words.sort_unstable();
    words.dedup();
    let more = words.len().saturating_sub(NAMED);
    let named = words.iter().take(NAMED).map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{named} and {more} more") } else { named }
}

#[cfg(test)]
mod tests {
    use overhear_agents::words::{embedded_lexicon, embedded_space};
    use overhear_engine::rules::Deck;

    use super::*;

    /// Reads rows for a deck of eight keywords.
    fn read(rows: &str) -> Result<LoadedAssociations, String> {
        let deck =
            Deck::parse("PIRATE\nSNOW\nICE CREAM\nCAFE\nLION\nBREAD\nCLOUD\nPAPER\n", "en").expect("a deck");
        let world = World::new(deck, embedded_space(), embedded_lexicon(), 20_000).expect("a world");
        let text = format!("keyword,clue,weight\n{rows}");
        LoadedAssociations::read(Path::new("n.csv"), &text, &world).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_says_how_much_it_covers_and_which_words_are_unknown() {
        let loaded = read("PIRATE,water,3\nPIRATE,qqq,1\nUNICORN,water,1\n").expect("a table");
        assert_eq!(loaded.table.keywords().len(), 1);
        let [covered, keyword, clue] = &loaded.warnings[..] else { panic!("{loaded:?}") };
        assert_eq!(covered, "n.csv: 1 weight for 1 of the deck's 8 keywords; the others use the space");
        assert!(keyword.contains("1 row skipped whose keywords are not in the deck: `UNICORN`"));
        assert!(clue.contains("`qqq`") && loaded.notes.is_empty(), "{loaded:?}");
    }

    #[test]
    fn a_file_that_covers_the_deck_in_any_spelling_gives_a_note_and_no_warning() {
        let rows = "pirate,Water,3\nSNOW,cold,1\nice-cream,cold,1\n\u{ff23}afe,water,1\nLion,king,1\nBREAD,food,1\n\
                    cloud,sky,1\npaper,book,1\n";
        let loaded = read(rows).expect("a table");
        assert_eq!(loaded.notes, ["n.csv: 8 weights for all 8 keywords of the deck"]);
        assert!(loaded.warnings.is_empty(), "{loaded:?}");
        let refused = read("ice-cream,water,1\nIce Cream,water,2\n").expect_err("twice");
        assert!(
            refused.contains("line 3: column `clue`: `Ice Cream` and `water` are already on an earlier line"),
            "{refused}"
        );
        assert!(read("icecream,water,1\n").expect_err("another word").contains("`icecream`"));
    }

    #[test]
    fn what_does_not_apply_is_not_counted() {
        let loaded = read("PIRATE,water,3\nPIRATE,gold,0\nSNOW,snowman,1\nSNOW,cold,0\n").expect("a table");
        assert!(loaded.warnings[0].contains("1 weight for 1 of"), "{loaded:?}");
        assert!(
            loaded.warnings[1].contains("the law forbids for their keywords: `SNOW,snowman`"),
            "{loaded:?}"
        );
        assert!(loaded.warnings[2].contains("for a weight of 0: `PIRATE,gold`, `SNOW,cold`"), "{loaded:?}");
        for (rows, named) in [
            ("PIRATE,water,0\n", "for a weight of 0: `PIRATE,water`"),
            ("SNOW,snowman,1\n", "`SNOW,snowman`"),
            ("UNICORN,water,1\nPIRATE,qqq,1\n", "`UNICORN`; 1 row skipped whose clues are not"),
        ] {
            let refused = read(rows).expect_err("nothing applies");
            assert!(refused.contains("n.csv: no row applies") && refused.contains(named), "{refused}");
        }
    }

    #[test]
    fn what_is_no_weight_is_refused_by_line_and_column() {
        let wrong = "line 2: column `weight`: `-1` is not a number from 0 up";
        assert!(read("PIRATE,water,-1\n").expect_err(wrong).contains(wrong));
        let comma = read("PIRATE,water,\"0,5\"\n").expect_err("no number");
        assert!(comma.ends_with("`0,5` is not a number from 0 up; write 0.5"), "{comma}");
        assert!(read("PIRATE,water,nan\n").expect_err("no number").contains("`nan` is not a number"));
        assert!(read("PIRATE,water,inf\n").expect_err("no number").contains("`inf` is not a number"));
    }
}
