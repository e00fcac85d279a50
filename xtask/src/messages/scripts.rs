//! Texts of messages in Python and JavaScript sources.

use super::Texts;

/// A language: the beginnings of the calls that make messages, and the characters that enclose texts.
#[derive(Clone, Copy)]
pub(super) struct Script {
    calls: &'static [&'static str],
    quotes: &'static [char],
}

pub(super) const PYTHON: Script =
    Script { calls: &["raise ", "warnings.warn(", "Error("], quotes: &['"', '\''] };

pub(super) const JAVASCRIPT: Script =
    Script { calls: &["new Error(", "fail(", "problem\").textContent ="], quotes: &['"', '\'', '`'] };

/// Returns the texts in the calls of a source that make messages.
pub(super) fn texts(source: &str, script: Script) -> Texts {
    let starts =
        script.calls.iter().flat_map(|call| source.match_indices(call).map(|(at, _)| at + call.len() - 1));
    let is_message = |start: &usize| !is_assertion(source, *start);
    starts.filter(is_message).flat_map(|start| texts_of_call(&source[start..], script.quotes)).collect()
}

/// Returns `true` if the call that a match ends in tells of a defect of the program, not of what a user did.
fn is_assertion(source: &str, start: usize) -> bool {
    source[..=start].ends_with("AssertionError(") || source[start + 1..].starts_with("AssertionError(")
}

/// Returns the texts up to the end of a call: the bracket that closes the first, or the end of a line outside brackets.
fn texts_of_call(source: &str, quotes: &[char]) -> Texts {
    let (mut texts, mut depth, mut rest) = (Texts::new(), 0, source.chars());
    while let Some(c) = rest.next() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth <= 1 => break,
            ')' | ']' | '}' => depth -= 1,
            '\n' if depth == 0 => break,
            quote if quotes.contains(&quote) => {
                let text = quoted(&mut rest, quote);
                if text.trim().contains(' ') && text.contains(char::is_alphabetic) {
                    texts.insert(text);
                }
            }
            _ => {}
        }
    }
    texts
}

/// Reads a text up to its closing quote, which does not count within the braces of a placeholder.
fn quoted(rest: &mut std::str::Chars<'_>, quote: char) -> String {
    let (mut text, mut depth) = (String::new(), 0_usize);
    while let Some(c) = rest.next() {
        match c {
            '\\' => text.extend(rest.next()),
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if c == quote && depth == 0 => break,
            _ => {}
        }
        if c != '\\' {
            text.push(c);
        }
    }
    text
}

#[test]
fn texts_of_calls_are_found_to_their_last_line() {
    let python = "x = \"no message\"\nraise UsageError(\n    f\"{a['b c']}: no \\\"{key}\\\"\"\n    f\"; write 'a b'\",\n)\ny = 'other text'\n";
    let found: Vec<String> = texts(python, PYTHON).into_iter().collect();
    assert_eq!(found, ["; write 'a b'", "{a['b c']}: no \"{key}\""]);
    assert!(texts("raise AssertionError(\"it has other rows\")\n", PYTHON).is_empty());
    let script = "throw new Error(`no ${list.join(`, a `)}; reload`);\nshow(\"not this\");";
    assert_eq!(
        texts(script, JAVASCRIPT).into_iter().collect::<Vec<_>>(),
        ["no ${list.join(`, a `)}; reload"]
    );
}
