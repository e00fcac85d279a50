//! Limits on the length of a request, checked before any work is done for it.

use overhear_lab::input::LONGEST_TEXT;
use overhear_lab::table::{counted, grouped};
use serde_json::Value;

/// Maximum bytes of a request without a deck. The longest has the sums of a comparison.
const LONGEST_REQUEST: usize = 1 << 18;

/// Maximum bytes of a deck, as the page takes files.
const LONGEST_DECK: usize = 1_000_000;

/// Returns the reason, in a sentence with the limit, why a request is too long to be answered.
///
/// ```
/// use overhear_report::page_api::too_long;
/// assert_eq!(too_long(r#"{"ask":"words","texts":["river"]}"#), None);
/// let long = format!(r#"{{"ask":"words","texts":["{}"]}}"#, "x".repeat(1001));
/// assert_eq!(too_long(&long).as_deref(), Some("a text of the question has 1,001 characters; at most 1,000 are read"));
/// ```
pub fn too_long(request: &str) -> Option<String> {
    excess(request.len(), &serde_json::from_str(request).unwrap_or_default())
}

/// Does the same for a parsed request and its length in bytes; `Value::Null` if it is not JSON.
pub(super) fn excess(bytes: usize, content: &Value) -> Option<String> {
    let has_deck =
        matches!(content["ask"].as_str(), Some("deck" | "compare_deck" | "improve_deck" | "try_deck"));
    let deck_bytes = content["text"].as_str().filter(|_| has_deck).map_or(0, str::len);
    if deck_bytes > LONGEST_DECK {
        let (bytes, most) = (counted(deck_bytes as u64, "byte"), grouped(LONGEST_DECK as u64));
        return Some(format!("the deck has {bytes}; at most {most} are read"));
    }
    if !has_deck && bytes > LONGEST_REQUEST {
        let (bytes, most) = (counted(bytes as u64, "byte"), grouped(LONGEST_REQUEST as u64));
        return Some(format!("the question has {bytes}; at most {most} are read"));
    }
    let characters = match content {
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, _)| !(has_deck && *key == "text"))
            .map(|(_, value)| longest_text(value))
            .max()
            .unwrap_or(0),
        content => longest_text(content),
    };
    (characters > LONGEST_TEXT).then(|| {
        let (characters, most) = (counted(characters as u64, "character"), grouped(LONGEST_TEXT as u64));
        format!("a text of the question has {characters}; at most {most} are read")
    })
}

/// Returns the number of characters of the longest text in a value.
fn longest_text(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(values) => values.iter().map(longest_text).max().unwrap_or(0),
        Value::Object(fields) => fields.values().map(longest_text).max().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_refused_with_its_limit() {
        let deck = |bytes: usize| format!(r#"{{"ask":"deck","text":"{}"}}"#, "x".repeat(bytes));
        assert_eq!(too_long(&deck(LONGEST_DECK)), None);
        let refusal = too_long(&deck(LONGEST_DECK + 1)).expect("too long");
        assert_eq!(refusal, "the deck has 1,000,001 bytes; at most 1,000,000 are read");
        let padded = |bytes: usize| format!("[{}]", " ".repeat(bytes - 2));
        assert_eq!(too_long(&padded(LONGEST_REQUEST)), None);
        let refusal = too_long(&padded(LONGEST_REQUEST + 1)).expect("too long");
        assert_eq!(refusal, "the question has 262,145 bytes; at most 262,144 are read");
        let rules = format!(r#"{{"ask":"plan","question":{{"a":"{}"}}}}"#, "é".repeat(LONGEST_TEXT + 1));
        assert!(too_long(&rules).is_some());
        let beside =
            format!(r#"{{"ask":"deck","text":"","question":{{"agents":["{}"]}}}}"#, "x".repeat(1001));
        assert!(too_long(&beside).is_some(), "a deck makes no other text longer");
    }
}
