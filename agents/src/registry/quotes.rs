//! Names and quotes in a SPEC. Quoted text is a value, whatever it contains; a quote inside is doubled, as in CSV.

use std::borrow::Cow;

use overhear_engine::rules::is_printable;

/// Returns a predicate for splitting a SPEC at a character outside quotes.
///
/// ```
/// use overhear_agents::registry::unquoted;
/// let halves: Vec<&str> = "mine:table=\"tables/a.csv\"/bayes".split(unquoted('/')).collect();
/// assert_eq!(halves, ["mine:table=\"tables/a.csv\"", "bayes"]);
/// ```
pub fn unquoted(at: char) -> impl FnMut(char) -> bool {
    let mut inside = false;
    move |letter| {
        inside ^= letter == '"';
        letter == at && !inside
    }
}

/// Returns a value as written in a SPEC: in quotes unless it is a name.
///
/// ```
/// use overhear_agents::registry::quoted;
/// assert_eq!((&*quoted("a.csv"), &*quoted("a b.csv")), ("a.csv", "\"a b.csv\""));
/// ```
pub fn quoted(value: &str) -> Cow<'_, str> {
    if is_space_name(value) {
        return Cow::Borrowed(value);
    }
    Cow::Owned(format!("\"{}\"", value.replace('"', "\"\"")))
}

/// Returns `true` if every quote is closed.
pub(super) fn are_closed(text: &str) -> bool {
    text.matches('"').count().is_multiple_of(2)
}

/// Returns the text inside a value's quotes; `None` if it is empty or unprintable, or without quotes.
pub(super) fn within(value: &str) -> Option<String> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    let plain = inner.replace("\"\"", "");
    let shows = !inner.is_empty() && inner.chars().all(is_printable);
    (shows && !plain.contains('"')).then(|| inner.replace("\"\"", "\""))
}

/// Returns `true` if the text can name an embedding: letters, digits, `-`, `_` and `.`.
///
/// ```
/// use overhear_agents::registry::is_space_name;
/// assert!(is_space_name("wiki-2014") && !is_space_name("a=b") && !is_space_name(""));
/// ```
pub fn is_space_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_read_back() {
        for value in ["a b", "tables/a.csv", "a,b:c=d", "say \"so\"", "\"", "\"\"", "é/ü"] {
            let written = quoted(value);
            assert!(written.starts_with('"') && are_closed(&written), "{written}");
            assert_eq!(within(&written).as_deref(), Some(value));
            assert_eq!(written.split(unquoted('/')).count(), 1, "{written}");
        }
    }

    #[test]
    fn what_is_not_quoted_as_a_whole_is_no_value() {
        for text in ["", "\"", "\"\"", "a", "a\"b\"", "\"a\"b", "\"a\"b\"", "\"a\nb\"", "\"a\"\"\"b\""] {
            assert_eq!(within(text), None, "{text}");
        }
        assert!(!are_closed("a\"") && !are_closed("\"a\"\"") && are_closed("") && are_closed("\"a\""));
    }
}
