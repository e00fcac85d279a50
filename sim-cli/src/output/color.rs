//! Colours and emphasis on a terminal.

use std::io::{stderr, stdout};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Effects, Style};

use super::width::reflowed;
use crate::cli::ColorMode;

/// The use of colour and emphasis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    on: bool,
}

/// Returns the setting for standard output.
pub(crate) fn on_stdout(mode: ColorMode) -> Paint {
    paint(mode, &stdout())
}

/// Returns the setting for standard error.
pub(crate) fn on_stderr(mode: ColorMode) -> Paint {
    paint(mode, &stderr())
}

fn paint(mode: ColorMode, stream: &impl RawStream) -> Paint {
    let on = match mode {
        ColorMode::Auto => AutoStream::choice(stream) != ColorChoice::Never,
        ColorMode::Always => true,
        ColorMode::Never => false,
    };
    Paint { on }
}

impl Paint {
    /// Returns the text in bold.
    pub(crate) fn bold(self, text: &str) -> String {
        self.with(Effects::BOLD.into(), text)
    }

    /// Returns the text dimmed.
    pub(crate) fn dim(self, text: &str) -> String {
        self.with(Effects::DIMMED.into(), text)
    }

    /// Returns the legend of the columns above.
    pub(crate) fn legend(self, text: &str) -> String {
        self.dim(&reflowed(text))
    }

    /// Returns the text in yellow, for warnings.
    pub(crate) fn yellow(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}
