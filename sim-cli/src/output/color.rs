//! A little colour, where it is wanted.

use std::io::{stderr, stdout};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Effects, Style};

use super::width::reflowed;
use crate::cli::ColorMode;

/// `true` if and how to paint.
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

fn paint(mode: ColorMode, stream: &impl RawStream) -> Paint {
    let on = match mode {
        ColorMode::Auto => AutoStream::choice(stream) != ColorChoice::Never,
        ColorMode::Always => true,
        ColorMode::Never => false,
    };
    Paint { on }
}

impl Paint {
    /// Bold.
    pub(crate) fn bold(self, text: &str) -> String {
        self.with(Effects::BOLD.into(), text)
    }

    /// Dim.
    pub(crate) fn dim(self, text: &str) -> String {
        self.with(Effects::DIMMED.into(), text)
    }

    /// What the columns above it mean.
    pub(crate) fn legend(self, text: &str) -> String {
        self.dim(&reflowed(text))
    }

    /// Yellow, for warnings.
    pub(crate) fn yellow(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}
