//! Decks that stand in JSON or in a Markdown table, as plain lists and tables.

use serde_json::Value;

/// Keys under which an entry of a JSON list holds its word.
const WORD_KEYS: [&str; 6] = ["word", "en", "keyword", "text", "term", "name"];

/// Returns the deck inside a JSON document or a Markdown table as a plain list or table, with a remark; `None` for another text.
pub(super) fn unwrapped(text: &str) -> Option<(String, String)> {
    let of_json = || json_deck(text).map(|deck| (deck, "the deck is read from JSON".to_owned()));
    let of_table =
        || markdown_table(text).map(|deck| (deck, "the deck is read from a Markdown table".to_owned()));
    of_json().or_else(of_table)
}

/// Returns the words of a JSON list, a line each; a list of lists is a list of cards.
fn json_deck(text: &str) -> Option<String> {
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let list = match serde_json::from_str(text).ok()? {
        Value::Array(list) => list,
        Value::Object(entries) => entries.into_iter().find_map(|(_, value)| match value {
            Value::Array(list) => Some(list),
            _ => None,
        })?,
        _ => return None,
    };
    if let Some(words) = list.iter().map(word).collect::<Option<Vec<_>>>() {
        return Some(words.join("\n"));
    }
    let mut rows = vec!["card,en".to_owned()];
    for (card, number) in list.iter().zip(1..) {
        for word in card.as_array()?.iter().map(word) {
            rows.push(format!("{number},{}", word?));
        }
    }
    Some(rows.join("\n"))
}

/// Returns the word of an entry of a JSON list.
fn word(entry: &Value) -> Option<&str> {
    let word = match entry {
        Value::String(word) => Some(word),
        Value::Object(_) => WORD_KEYS.iter().find_map(|key| match &entry[key] {
            Value::String(word) => Some(word),
            _ => None,
        }),
        _ => None,
    };
    // Such a word would be two cells or lines of the table.
    word.map(String::as_str).filter(|word| !word.contains([',', '\n', '\r']))
}

/// Returns the rows of a Markdown table with `;` between their cells. The row of dashes is left empty, so that lines keep their
/// numbers.
fn markdown_table(text: &str) -> Option<String> {
    let row = |line: &str| {
        let line = line.trim();
        let cells = line.strip_prefix('|')?.strip_suffix('|').filter(|_| !line.contains(';'))?;
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        let is_rule = cells.iter().all(|cell| cell.contains('-') && cell.trim_matches([':', '-']).is_empty());
        Some(if is_rule { String::new() } else { cells.join(";") })
    };
    let rows: Option<Vec<String>> = text
        .lines()
        .map(|line| if line.trim().is_empty() { Some(String::new()) } else { row(line) })
        .collect();
    rows.map(|rows| rows.join("\n")).filter(|rows| !rows.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_json_are_read() {
        for (text, expected) in [
            (r#"["dog", "cat"]"#, Some("dog\ncat")),
            (r#" [{"id": 1, "word": "dog"}, {"id": 2, "word": "cat"}]"#, Some("dog\ncat")),
            (r#"{"name": "mine", "words": ["dog", "cat"]}"#, Some("dog\ncat")),
            (r#"[["dog", "cat"], ["sun"]]"#, Some("card,en\n1,dog\n1,cat\n2,sun")),
            (r#"["dog", 1]"#, None),
            (r#"["dog, cat", "sun"]"#, None),
            (r#"["dog", "cat""#, None),
            ("[dog]\n[cat]", None),
            ("dog\ncat", None),
        ] {
            assert_eq!(json_deck(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn tables_of_markdown_are_read() {
        for (text, expected) in [
            (
                "| card | word |\n|---:|:--|\n| 1 | dog |\n| 2 | ice cream |\n",
                Some("card;word\n\n1;dog\n2;ice cream"),
            ),
            ("|dog|\n|cat|", Some("dog\ncat")),
            ("dog | cat", None),
            ("| dog |\ncat", None),
            ("", None),
        ] {
            assert_eq!(markdown_table(text).as_deref(), expected, "{text}");
        }
    }
}
