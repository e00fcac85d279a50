//! Writes the Python functions of experiments from their declarations: signature, documentation, checks, and what the
//! laboratory is asked for.
//!
//! `UPDATE_GOLDEN=1 cargo test -p overhear-lab --test python` writes the files; without the variable the test compares them.

mod document;
mod functions;
mod module;
mod parameter;
mod ranges;

/// Compares a file of the Python package with its text, or writes it.
fn is_as_written(file: &str, text: &str) {
    let path = format!("{}/../python/lib/overhear/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).expect("the package is beside the laboratory");
    }
    let written = std::fs::read_to_string(&path).expect("the package is beside the laboratory");
    let written = written.replace("\r\n", "\n");
    let difference = written.lines().zip(text.lines()).find(|(line, expected)| line != expected);
    assert!(
        written == text,
        "{file} is not what the declarations say: {difference:?}; write it with UPDATE_GOLDEN=1"
    );
}

#[test]
fn python_functions_are_those_of_the_declarations() {
    is_as_written("_experiments.py", &module::text());
}

#[test]
fn ranges_of_other_python_functions_are_those_of_the_laboratory() {
    is_as_written("_range_table.py", &ranges::text());
}
