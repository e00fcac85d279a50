//! A little colour, where it is wanted.

use std::io::{IsTerminal, stderr, stdout};

use crate::cli::ColorMode;

/// Whether and how to paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    on: bool,
}

/// For standard output.
pub(crate) fn on_stdout(mode: ColorMode) -> Paint {
    paint(mode, &stdout())
}

/// For standard error.
pub(crate) fn on_stderr(mode: ColorMode) -> Paint {
    paint(mode, &stderr())
}

fn paint(mode: ColorMode, stream: &impl IsTerminal) -> Paint {
    let refused = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let on = match mode {
        ColorMode::Auto => stream.is_terminal() && !refused(),
        ColorMode::Always => true,
        ColorMode::Never => false,
    };
    Paint { on }
}

impl Paint {
    /// Bold.
    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// Dim.
    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Yellow, for warnings.
    pub(crate) fn yellow(self, text: &str) -> String {
        self.with("33", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
