//! Advice as tables for display.

use overhear_lab::table::{fixed, printable};
use overhear_report::advise::{Advice, ClueAdvice, ClueReading, Suggestion, WordReading, WrittenClues};

use crate::output::{Column, Paint, render, width};

/// Returns all parts, each under its title.
pub(super) fn tables(advice: &Advice, paint: Paint) -> String {
    let mut text = readings(&advice.readings);
    for slot in advice.opponents_keywords.iter().filter(|slot| !slot.keywords.is_empty()) {
        let title =
            format!("The opponents' keyword {}: {}", slot.position, printable(&slot.clues.join(", ")));
        let rows =
            slot.keywords.iter().map(|likely| vec![printable(&likely.word), fixed(likely.probability, 3)]);
        text += &part(&title, &["keyword", "probability"], rows.collect(), paint);
    }
    for (title, codes, clues) in [
        ("The opponents' code", &advice.intercept, &advice.intercept_clues),
        ("Your team's code, by its clues", &advice.decode, &advice.decode_clues),
    ] {
        let Some(codes) = codes else { continue };
        let rows = codes.iter().map(|entry| vec![entry.code.clone(), fixed(entry.probability, 3)]);
        text += &part(title, &["code", "probability"], rows.collect(), paint);
        text += &clues.as_deref().map_or_else(String::new, |clues| each_clue(clues, paint));
    }
    if let Some(encrypt) = &advice.encrypt {
        text += &clues(encrypt, paint);
    }
    if text.is_empty() { "Nothing is asked: the sheet has no clues and no code.\n".to_owned() } else { text }
}

/// The words that are not known as they stand, each with what it was taken for.
fn readings(readings: &[WordReading]) -> String {
    let lines: Vec<String> =
        readings.iter().flat_map(|reading| wrapped(&reading_sentence(reading))).collect();
    if lines.is_empty() { String::new() } else { lines.join("\n") + "\n\n" }
}

fn reading_sentence(reading: &WordReading) -> String {
    let place = if reading.text == reading.word {
        String::new()
    } else {
        format!(" (in “{}”)", printable(&reading.text))
    };
    let word = printable(&reading.word);
    match &reading.taken_for[..] {
        [] => format!("“{word}”{place} is not known; it tells nothing."),
        words => format!("“{word}”{place} is not known; taken for: {}.", words.join(" + ")),
    }
}

/// What each clue says by itself.
fn each_clue(clues: &[ClueReading], paint: Paint) -> String {
    let rows = clues.iter().map(|clue| {
        let positions = clue.positions.iter().map(|&p| fixed(p, 3));
        let remark = match (clue.is_vaguest, clue.stated) {
            (true, _) => "says least",
            (false, Some(true)) => "people say it",
            (false, _) => "",
        };
        [printable(&clue.clue)].into_iter().chain(positions).chain([remark.to_owned()]).collect()
    });
    let columns = ["each clue alone", "1", "2", "3", "4", ""];
    part("", &columns, rows.collect(), paint)
}

fn clues(advice: &ClueAdvice, paint: Paint) -> String {
    let mut text = String::new();
    if let Some(best) = &advice.best {
        let title = paint.bold(&format!("The best three clues for {}", advice.code));
        let clues = wrapped(&printable(&best.clues.join(", "))).join("\n");
        text = format!("{title}\n{clues}\n{}\n\n", chances(best.p_decode, best.p_intercept));
    }
    if let Some(written) = &advice.written {
        text += &as_written(written, &advice.code, paint);
    }
    for digit in &advice.digits {
        let title = format!("Clues for {} {}", digit.position, printable(&digit.keyword));
        let columns = ["clue", "own team", "opponents", ""];
        text += &part(&title, &columns, digit.clues.iter().map(suggestion_cells).collect(), paint);
    }
    text
}

fn suggestion_cells(clue: &Suggestion) -> Vec<String> {
    let stated = if clue.stated { "people say it" } else { "" };
    vec![printable(&clue.clue), fixed(clue.p_own, 3), fixed(clue.p_opponents, 3), stated.to_owned()]
}

/// Returns the verdicts and chances of the clues on the sheet.
fn as_written(written: &WrittenClues, code: &str, paint: Paint) -> String {
    let title = paint.bold(&format!("Your clues for {code}"));
    let law = written.clues.iter().flat_map(|clue| {
        wrapped(&format!(
            "law: “{}” for {}: {}",
            printable(&clue.clue),
            printable(&clue.keyword),
            clue.verdict
        ))
    });
    let law: Vec<String> = law.collect();
    let rows = written
        .clues
        .iter()
        .map(|clue| vec![printable(&clue.clue), fixed(clue.p_own, 3), fixed(clue.p_opponents, 3)]);
    let table = part("", &["each clue alone", "own team", "opponents"], rows.collect(), paint);
    format!("{title}\n{}\n{}\n{table}", law.join("\n"), chances(written.p_decode, written.p_intercept))
}

/// How likely both teams are to get a code right.
fn chances(p_decode: f64, p_intercept: Option<f64>) -> String {
    let heard = p_intercept.map_or_else(
        || "round 1 is not intercepted".to_owned(),
        |p| format!("P(opponents intercept) {}", fixed(p, 3)),
    );
    format!("P(your team decodes) {}, {heard}", fixed(p_decode, 3))
}

fn wrapped(text: &str) -> Vec<String> {
    textwrap::wrap(text, width()).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// Returns a table of a column of words and some of numbers.
fn part(title: &str, columns: &[&str], rows: Vec<Vec<String>>, paint: Paint) -> String {
    let heads = columns.iter().enumerate();
    let heads = heads.map(|(n, head)| if n == 0 { Column::words(head) } else { Column::numbers(head) });
    let title = wrapped(title).into_iter().filter(|line| !line.is_empty());
    let title: String = title.map(|line| paint.bold(&line) + "\n").collect();
    format!("{title}{}\n", render(&heads.collect::<Vec<_>>(), rows, paint))
}
