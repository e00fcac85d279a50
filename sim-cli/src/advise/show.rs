//! Advice as tables for display.

use overhear_lab::advise::{Advice, ClueAdvice, Suggestion};
use overhear_lab::table::{fixed, printable};

use crate::output::{Column, Paint, render, width};

/// Returns all parts, each under its title.
pub(super) fn tables(advice: &Advice, paint: Paint) -> String {
    let mut text = String::new();
    if advice.unknown_words > 0 {
        text = format!("{} words of the sheet are not known; they tell nothing.\n\n", advice.unknown_words);
    }
    for slot in advice.opponents_keywords.iter().filter(|slot| !slot.keywords.is_empty()) {
        let title =
            format!("The opponents' keyword {}: {}", slot.position, printable(&slot.clues.join(", ")));
        let rows =
            slot.keywords.iter().map(|suspect| vec![printable(&suspect.word), fixed(suspect.probability, 3)]);
        text += &part(&title, &["keyword", "probability"], rows.collect(), paint);
    }
    for (title, codes) in
        [("The opponents' code", &advice.intercept), ("Your team's code, by its clues", &advice.decode)]
    {
        let Some(codes) = codes else { continue };
        let rows = codes.iter().map(|entry| vec![entry.code.clone(), fixed(entry.probability, 3)]);
        text += &part(title, &["code", "probability"], rows.collect(), paint);
    }
    if let Some(encrypt) = &advice.encrypt {
        text += &clues(encrypt, paint);
    }
    if text.is_empty() { "Nothing is asked: the sheet has no clues and no code.\n".to_owned() } else { text }
}

fn clues(advice: &ClueAdvice, paint: Paint) -> String {
    let mut text = String::new();
    if let Some(written) = &advice.written {
        let title = paint.bold(&format!("Your clues for {}", advice.code));
        let law = written.verdicts.join("; ");
        let (own, other) = (fixed(written.p_decode, 3), fixed(written.p_intercept, 3));
        text = format!("{title}\nlaw: {law}\nP(your team decodes) {own}, P(opponents intercept) {other}\n\n");
    }
    for digit in &advice.digits {
        let title = format!("Clues for {} {}", digit.position, printable(&digit.keyword));
        let row =
            |clue: &Suggestion| vec![printable(&clue.clue), fixed(clue.p_own, 3), fixed(clue.p_opponents, 3)];
        text +=
            &part(&title, &["clue", "own team", "opponents"], digit.clues.iter().map(row).collect(), paint);
    }
    text
}

/// Returns a table with one text column and several number columns.
fn part(title: &str, columns: &[&str], rows: Vec<Vec<String>>, paint: Paint) -> String {
    let heads = columns.iter().enumerate();
    let heads = heads.map(|(n, head)| if n == 0 { Column::words(head) } else { Column::numbers(head) });
    let title: String = textwrap::wrap(title, width()).iter().map(|line| paint.bold(line) + "\n").collect();
    format!("{title}{}\n", render(&heads.collect::<Vec<_>>(), rows, paint))
}
