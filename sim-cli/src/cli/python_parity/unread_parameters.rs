//! A test that a Python function reads each of its parameters: one that stands in the signature alone would be dropped silently.

use super::{COMMANDS, parameters};

/// Returns the parameters of a function that its body never reads.
fn unread_parameters(file: &str, function: &str) -> Vec<String> {
    let (_, rest) = file.split_once(&format!("\ndef {function}(")).unwrap_or_else(|| panic!("no {function}"));
    let (_, rest) = rest.split_once(") ->").expect("a type");
    let rest = rest.split("\ndef ").next().unwrap_or_default();
    // The docstring names parameters too, so the body starts behind it.
    let body = rest.splitn(3, "\"\"\"").nth(2).expect("a docstring");
    let is_read =
        |name: &String| body.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name);
    parameters(file, function).into_keys().filter(|name| !is_read(name)).collect()
}

#[test]
fn every_parameter_in_python_is_read() {
    for compared in &COMMANDS {
        let unread = unread_parameters(compared.file, compared.function);
        assert!(unread.is_empty(), "{}: {unread:?} stand in the signature alone", compared.function);
    }
}

#[test]
fn a_parameter_that_only_the_signature_has_is_found() {
    let python = "\ndef f(\n    games: int = 1,\n    moves: int = 3,\n) -> X:\n    \"\"\"Plays moves.\"\"\"\n    given = dict(games=games)\n\ndef g() -> X:\n    moves\n";
    assert_eq!(unread_parameters(python, "f"), ["moves"]);
}
