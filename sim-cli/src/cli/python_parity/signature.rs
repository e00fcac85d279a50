//! Signatures of Python functions.

use std::collections::BTreeMap;

/// Returns the parameters of a function with their defaults as they are written.
pub(super) fn parameters(file: &str, function: &str) -> BTreeMap<String, Option<String>> {
    let (_, body) = file.split_once(&format!("\ndef {function}(")).unwrap_or_else(|| panic!("no {function}"));
    let (signature, _) = body.split_once(") ->").expect("a type");
    let without_remarks = |line: &str| line.split("  #").next().unwrap_or_default().trim().to_owned();
    let text: String = signature.lines().map(without_remarks).collect::<Vec<_>>().join(" ");
    let parameter = |text: &str| {
        let (name, rest) = text.split_once(':')?;
        let default = rest.split_once(" = ").map(|(_, default)| default.trim().to_owned());
        Some((name.trim().to_owned(), default))
    };
    at_top_level(&text).into_iter().filter_map(parameter).collect()
}

/// Splits a list at the commas that stand in no brackets and no quotes.
fn at_top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut is_quoted, mut found) = (0, 0, false, Vec::new());
    for (at, letter) in list.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            ',' if depth == 0 && !is_quoted => {
                found.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[start..]);
    found
}
