//! Remarks on word files: skipped lines, and words that players cannot distinguish.

use std::collections::BTreeMap;
use std::fmt::Display;

use overhear_agents::model::keywords_in_parts;
use overhear_agents::words::{SkipKind, SkippedLine, Space, SpaceReport};
use overhear_engine::rules::Deck;

use crate::table::{counted, grouped, is_are};

/// Number of words or lines that a sentence names.
const NAMED: usize = 5;

/// Number of groups of equal vectors with their own sentence.
const GROUPS: usize = 3;

/// Returns the remarks on an embedding: for each reason up to `most` skipped lines, words that contain
/// spaces, and words with equal vectors.
pub fn space_remarks(file: impl Display, report: &SpaceReport, most: usize) -> Vec<String> {
    let mut remarks: Vec<String> =
        SkipKind::ALL.into_iter().flat_map(|kind| passed_over(report, kind, most)).collect();
    if !report.spaced.is_empty() {
        let count = report.spaced.len();
        let words = if count == 1 { "a word that holds a space is" } else { "words that hold a space are" };
        let count = if count == 1 { String::new() } else { format!("{} ", grouped(count as u64)) };
        remarks.push(format!("{count}{words} kept: {}", named(&report.spaced)));
    }
    let groups = report.alike.iter().take(GROUPS);
    remarks.extend(groups.map(|words| {
        let count = counted(words.len() as u64, "word");
        format!("{count} have one and the same direction and cannot be told apart: {}", named(words))
    }));
    if report.alike.len() > GROUPS {
        let count = counted((report.alike.len() - GROUPS) as u64, "more group");
        remarks.push(format!("{count} of words with one and the same direction each"));
    }
    let (removed, requested) = (report.removed_directions, report.asked_directions);
    if removed < requested {
        let (requested, are) = (counted(requested as u64, "common direction"), is_are(removed as u64));
        remarks.push(format!("{removed} of the {requested} {are} removed, at most one of four dimensions"));
    }
    remarks.into_iter().map(|remark| format!("{file}: {remark}")).collect()
}

/// Returns the first lines skipped for a reason, and the number of the others.
fn passed_over(report: &SpaceReport, kind: SkipKind, most: usize) -> Vec<String> {
    let lines: Vec<&SkippedLine> = report.skipped.iter().filter(|skipped| skipped.kind == kind).collect();
    let (first, rest) = lines.split_at(most.min(lines.len()));
    let mut sentences: Vec<String> =
        first.iter().map(|line| format!("line {}: skipped: {}", line.line, line.reason)).collect();
    if !rest.is_empty() {
        let numbers: Vec<String> = rest.iter().take(NAMED).map(|line| line.line.to_string()).collect();
        let and_more = if rest.len() > NAMED { ", …" } else { "" };
        let (count, clause) = (counted(rest.len() as u64, "more line"), kind.clause());
        sentences.push(format!("{count} skipped {clause} ({}{and_more})", numbers.join(", ")));
    }
    sentences
}

/// Returns the sentence on keywords that the embedding has only by their parts, if there are any.
pub fn keywords_read_in_parts(deck: &Deck, space: &Space) -> Option<String> {
    let keywords = keywords_in_parts(deck, space);
    let sentences: Vec<String> =
        keywords.iter().map(|(keyword, words)| format!("{keyword} ({})", words.join(" + "))).collect();
    let count = match sentences.len() {
        0 => return None,
        1 => "a keyword is not known as a whole and is read by its words".to_owned(),
        count => {
            let count = counted(count as u64, "keyword");
            format!("{count} are not known as a whole and are read by their words")
        }
    };
    Some(format!("{count}: {}", named(&sentences)))
}

/// Returns the sentences on keywords with equal vectors.
pub(crate) fn keywords_alike(deck: &Deck, space: &Space) -> Vec<String> {
    let index = space.words().index();
    let mut groups: BTreeMap<Vec<i16>, Vec<&str>> = BTreeMap::new();
    for keyword in deck.keywords() {
        if let Some(direction) = space.direction(&index, &keyword.text) {
            groups.entry(direction).or_default().push(&keyword.text);
        }
    }
    let alike = groups.into_values().filter(|keywords| keywords.len() > 1);
    let mut alike: Vec<Vec<&str>> = alike.collect();
    alike.sort_by_key(|keywords| deck.keywords().iter().position(|keyword| keyword.text == keywords[0]));
    let sentences = alike.iter().map(|keywords| {
        let (count, keywords) = (counted(keywords.len() as u64, "keyword"), named(keywords));
        format!("{count} have one and the same direction and cannot be told apart: {keywords}")
    });
    sentences.collect()
}

/// Returns the first few of some texts, and the number of the others.
fn named(texts: &[impl Display]) -> String {
    let first = texts.iter().take(NAMED).map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ");
    match texts.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {} more", grouped(more as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skipped(line: usize, kind: SkipKind) -> SkippedLine {
        SkippedLine { line, kind, reason: format!("reason {line}") }
    }

    #[test]
    fn every_reason_has_its_first_lines_and_a_count() {
        let zeros = (2..9).map(|line| skipped(line, SkipKind::NoDirection));
        let report = SpaceReport {
            skipped: zeros.chain([skipped(1, SkipKind::Repeated)]).collect(),
            spaced: vec![". . .".to_owned()],
            alike: vec![["a", "b", "c"].map(str::to_owned).into(); 4],
            removed_directions: 0,
            asked_directions: 3,
        };
        let alike = "x.vec: 3 words have one and the same direction and cannot be told apart: `a`, `b`, `c`";
        assert_eq!(
            space_remarks("x.vec", &report, 1),
            [
                "x.vec: line 1: skipped: reason 1",
                "x.vec: line 2: skipped: reason 2",
                "x.vec: 6 more lines skipped whose vectors have no direction (3, 4, 5, 6, 7, …)",
                "x.vec: a word that holds a space is kept: `. . .`",
                alike,
                alike,
                alike,
                "x.vec: 1 more group of words with one and the same direction each",
                "x.vec: 0 of the 3 common directions are removed, at most one of four dimensions",
            ]
        );
        assert!(space_remarks("x.vec", &SpaceReport::default(), 1).is_empty());
    }

    #[test]
    fn keywords_that_are_read_by_their_words_or_alike_are_named() {
        let deck = |list: &str| Deck::parse(list, "en").expect("a deck");
        let words = ["spider", "man", "ice", "sun", "sea", "car", "pen", "hat", "box", "map"];
        let rows: Vec<f32> = (0..10).flat_map(|n| [n as f32, 9.0 - n as f32]).collect();
        let space = Space::from_vectors(words.into_iter().collect(), 2, &rows);
        let odd = deck("spiderman\nSUN\nsea sun\nice-floe\nICE\npen\nhat\nbox\nmap\ncar\n");
        let parts = keywords_read_in_parts(&odd, &space).expect("three");
        assert!(parts.starts_with("3 keywords are not known as a whole and are read by their words: "));
        assert!(
            parts.contains("`spiderman (spider + man)`, `sea sun (sea + sun)`, `ice-floe (ice)`"),
            "{parts}"
        );
        let alike = keywords_alike(&odd, &space);
        assert_eq!(alike.len(), 1, "{alike:?}");
        assert!(alike[0].starts_with("2 keywords") && alike[0].ends_with("`ice-floe`, `ICE`"), "{alike:?}");
        let plain = deck("ice\nsun\nsea\ncar\npen\nhat\nbox\nmap\n");
        assert_eq!((keywords_read_in_parts(&plain, &space), keywords_alike(&plain, &space).len()), (None, 0));
    }
}
