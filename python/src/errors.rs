//! Errors as exceptions: one class for each kind, the sentence as the program has it but with keyword arguments for flags.

use overhear_lab::table::printable;
use overhear_lab::{ErrorKind, LabError, SettingRef};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// The module that has the classes.
const MODULE: &str = "overhear._errors";

/// The class of a kind.
const fn class(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Runtime => "RunError",
        ErrorKind::Usage => "UsageError",
        ErrorKind::Faults => "FaultsError",
        ErrorKind::Undecided => "UndecidedError",
        ErrorKind::Mismatch => "MismatchError",
        ErrorKind::Interrupted => "Interrupted",
    }
}

/// The exception that says what went wrong, and from which directory a run can go on.
pub(crate) fn exception(py: Python<'_>, error: &LabError) -> PyErr {
    raised(py, error, error.kind())
}

/// The exception that says that Ctrl-C has stopped a run.
pub(crate) fn interrupted(py: Python<'_>, error: &LabError) -> PyErr {
    raised(py, error, ErrorKind::Interrupted)
}

fn raised(py: Python<'_>, error: &LabError, kind: ErrorKind) -> PyErr {
    let directory = error.unfinished().map(|run| run.directory.clone());
    let class = py.import(MODULE).and_then(|module| module.getattr(class(kind)));
    match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, (sentence(error), directory)),
        Err(missing) => missing,
    }
}

/// What is said, with the directory that a run goes on from behind it.
fn sentence(error: &LabError) -> String {
    let message = error.message_with(&argument);
    match error.unfinished() {
        Some(run) => format!("{message} {}", printable(&run.directory.display().to_string())),
        None => message,
    }
}

/// Returns a setting as an argument. What other interfaces repeat is a list in Python.
fn argument(setting: &SettingRef) -> String {
    let name = match setting.key() {
        "sweep" => "axes".to_owned(),
        "agent" if setting.is_of_several() => "agents".to_owned(),
        key @ ("keyword" | "param" | "bot" | "other-space") => format!("{}s", key.replace('-', "_")),
        key => key.replace('-', "_"),
    };
    match setting.value() {
        Some(value) => format!("{name}={value}"),
        None => name,
    }
}

/// Something that was asked for makes no sense.
pub(crate) fn usage(py: Python<'_>, message: impl std::fmt::Display) -> PyErr {
    exception(py, &LabError::usage(message))
}

/// Reads a configuration; what is wrong with it is told by its key, such as `rules.team_size`.
pub(crate) fn config<'a, T: serde::Deserialize<'a>>(py: Python<'_>, text: &'a str) -> PyResult<T> {
    let mut text = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut text).map_err(|error| {
        let (key, reason) = (error.path().to_string(), error.inner().to_string());
        let reason = reason.rsplit_once(" at line ").map_or(reason.as_str(), |(reason, _)| reason);
        usage(py, format_args!("{key}: {reason}"))
    })
}
