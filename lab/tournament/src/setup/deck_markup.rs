//! Decks in JSON or in a Markdown table, as lists of words and plain tables.

use serde_json::Value;

/// Keys under which an entry of a JSON list holds its word.
const WORD_KEYS: [&str; 6] = ["word", "en", "keyword", "text", "term", "name"];

/// Keys under which a JSON object holds its list, if it has several.
const LIST_KEYS: [&str; 4] = ["words", "keywords", "deck", "cards"];

/// Characters that would divide a word in a table, or end it.
const SEPARATORS: [char; 8] = [',', ';', '\t', '|', '#', '"', '\n', '\r'];

/// Returns the words of a JSON list without cards; `None` for another text.
pub(super) fn json_words(text: &str) -> Option<Vec<String>> {
    let list = json_list(text)?;
    let words = list.iter().map(|entry| word(entry).filter(|_| card(entry).is_none()));
    words.map(|word| word.map(str::to_owned)).collect()
}

/// A plain table made of another format, with a remark on that format.
pub(super) struct PlainTable {
    pub(super) text: String,
    pub(super) remark: String,
}

/// Returns the cards of a JSON document, or a Markdown table, as a plain table; `None` for another text.
pub(super) fn as_table(text: &str) -> Option<PlainTable> {
    if let Some(text) = json_cards(text) {
        let remark = "the deck is read from JSON, and line 2 is its first word".to_owned();
        return Some(PlainTable { text, remark });
    }
    let text = markdown_table(text)?;
    Some(PlainTable { text, remark: "the deck is read from a Markdown table".to_owned() })
}

/// Returns the list in a JSON document: the document itself, or the list of an object under a known key, else its longest.
fn json_list(text: &str) -> Option<Vec<Value>> {
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let mut entries = match serde_json::from_str(text).ok()? {
        Value::Array(list) => return Some(list),
        Value::Object(entries) => entries,
        _ => return None,
    };
    let named = LIST_KEYS.iter().find_map(|key| match entries.remove(*key) {
        Some(Value::Array(list)) => Some(list),
        _ => None,
    });
    let lists = entries.into_iter().filter_map(|(_, value)| match value {
        Value::Array(list) => Some(list),
        _ => None,
    });
    named.or_else(|| lists.max_by_key(Vec::len))
}

/// Returns the table of a JSON list of lists, each a card, or of entries that name their cards.
fn json_cards(text: &str) -> Option<String> {
    let list = json_list(text)?;
    let mut rows = vec!["card,en".to_owned()];
    for (entry, number) in list.iter().zip(1..) {
        let (words, number) = match entry {
            Value::Array(words) => (&words[..], number),
            other => (std::slice::from_ref(other), card(other)?),
        };
        for word in words.iter().map(word) {
            rows.push(format!("{number},{}", word?));
        }
    }
    Some(rows.join("\n"))
}

/// Returns the card that an entry of a JSON list names.
fn card(entry: &Value) -> Option<u64> {
    entry.get("card")?.as_u64()
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
    word.map(String::as_str).filter(|word| !word.contains(SEPARATORS))
}

/// Returns the rows of a Markdown table with `;` between their cells. The row of dashes is left empty, so that lines keep their
/// numbers.
fn markdown_table(text: &str) -> Option<String> {
    let rows: Option<Vec<String>> = text.lines().map(|line| markdown_row(line.trim())).collect();
    rows.map(|rows| rows.join("\n")).filter(|rows| !rows.trim().is_empty())
}

/// Returns a row of a Markdown table with `;` between its cells; an empty text for an empty line and for the row of dashes.
fn markdown_row(line: &str) -> Option<String> {
    if line.is_empty() {
        return Some(String::new());
    }
    let cells = line.strip_prefix('|')?.strip_suffix('|').filter(|_| !line.contains(';'))?;
    let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
    let is_rule = cells.iter().all(|cell| cell.contains('-') && cell.trim_matches([':', '-']).is_empty());
    Some(if is_rule { String::new() } else { cells.join(";") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_json_are_read() {
        for (text, expected) in [
            (r#"["dog", "cat"]"#, Some("dog cat")),
            (r#" [{"id": 1, "word": "dog"}, {"id": 2, "word": "cat"}]"#, Some("dog cat")),
            (r#"{"name": "mine", "tags": ["old", "new", "my"], "words": ["dog", "cat"]}"#, Some("dog cat")),
            (r#"{"tags": ["old"], "mine": ["dog", "cat"]}"#, Some("dog cat")),
            (r#"["dog", 1]"#, None),
            (r#"["dog, cat", "sun"]"#, None),
            (r#"["dog|cat", "sun"]"#, None),
            (r#"["C#", "sun"]"#, None),
            (r#"["dog", "cat""#, None),
            (r#"[["dog"], ["cat"]]"#, None),
            (r#"[{"card": 1, "en": "dog"}]"#, None),
            ("[dog]\n[cat]", None),
            ("dog\ncat", None),
        ] {
            assert_eq!(json_words(text).map(|words| words.join(" ")).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn cards_of_json_are_kept() {
        let table = Some("card,en\n1,dog\n1,cat\n2,sun");
        for (text, expected) in [
            (r#"[["dog", "cat"], ["sun"]]"#, table),
            (r#"[{"card":1,"en":"dog"},{"card":1,"en":"cat"},{"card":2,"en":"sun"}]"#, table),
            (r#"[{"card":1,"en":"dog"},{"en":"cat"}]"#, None),
            (r#"["dog", "cat"]"#, None),
        ] {
            assert_eq!(json_cards(text).as_deref(), expected, "{text}");
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
