//! What can go wrong, as one line on standard error and an exit code.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;

use overhear_agents::model::OutOfMemory;
use overhear_agents::registry::SpecError;
use overhear_engine::table::is_guarded;

use crate::cli::Origins;
use crate::output::{grouped, printable, tell};

/// Why the program ends without a result.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: Kind,
    error: anyhow::Error,
}

/// Whose fault it is; scripts see it as the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A text that is no error: help and version. Exit code 0 on standard output, 2 on standard error.
    Help { asked_for: bool },
    /// The machine's: a file that cannot be read or written.
    Runtime,
    /// The user's: a flag, or what stands in a file.
    Usage,
    /// The agents': they broke down too often.
    Faults,
    /// Nobody's: the games did not suffice for a decision.
    Undecided,
    /// The program's own: two things that must be alike are not.
    Mismatch,
    /// Nobody's: Ctrl-C.
    Interrupted,
}

impl Kind {
    const fn exit_code(self) -> u8 {
        match self {
            Kind::Help { asked_for: true } => 0,
            Kind::Runtime => 1,
            Kind::Usage | Kind::Help { asked_for: false } => 2,
            Kind::Faults => 3,
            Kind::Undecided => 4,
            Kind::Mismatch => 5,
            Kind::Interrupted => 130,
        }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::usage(error)
    }
}

impl Failure {
    /// Something that was asked for makes no sense.
    pub(crate) fn usage(message: impl Display) -> Failure {
        Failure { kind: Kind::Usage, error: anyhow::anyhow!("{message}") }
    }

    /// The content of a file, or of a flag, makes no sense.
    pub(crate) fn content(name: impl Display, message: impl Display) -> Failure {
        Failure::usage(format_args!("{name}: {message}"))
    }

    /// A file cannot be read or written.
    pub(crate) fn io(name: impl Display, error: io::Error) -> Failure {
        Failure { kind: Kind::Runtime, error: anyhow::Error::new(error).context(name.to_string()) }
    }

    /// Something that should have worked has not.
    pub(crate) fn runtime(message: impl Display) -> Failure {
        Failure { kind: Kind::Runtime, error: anyhow::anyhow!("{message}") }
    }

    /// Agents broke down more often than is allowed.
    pub(crate) fn faults(message: impl Display) -> Failure {
        Failure { kind: Kind::Faults, error: anyhow::anyhow!("{message}") }
    }

    /// Whether to go on from a checkpoint would end in the same.
    pub(crate) fn is_final(&self) -> bool {
        self.kind == Kind::Faults
    }

    /// What is wrong with a flag begins with where it was said, if that is not the command line.
    pub(crate) fn traced(self, origins: &Origins) -> Failure {
        let message = self.message();
        match origins.of(&message) {
            Some(origin) => Failure { kind: self.kind, error: anyhow::anyhow!("{origin}: {message}") },
            None => self,
        }
    }

    /// What went wrong with a machine's file ends in what can be done about it.
    pub(crate) fn advise(self, advice: impl Display) -> Failure {
        match self.kind {
            Kind::Runtime => Failure::runtime(format_args!("{}; {advice}", self.message())),
            _ => self,
        }
    }

    /// All games are played, and a sequential test has accepted nothing.
    pub(crate) fn undecided(message: impl Display) -> Failure {
        Failure { kind: Kind::Undecided, error: anyhow::anyhow!("{message}") }
    }

    /// What must be alike is not.
    pub(crate) fn mismatch(message: impl Display) -> Failure {
        Failure { kind: Kind::Mismatch, error: anyhow::anyhow!("{message}") }
    }

    /// The user has stopped the run.
    pub(crate) fn interrupted(message: impl Display) -> Failure {
        Failure { kind: Kind::Interrupted, error: anyhow::anyhow!("{message}") }
    }

    /// What clap has to say: help and version as they are, errors in one line.
    pub(crate) fn of_clap(error: &clap::Error) -> Failure {
        use clap::error::ErrorKind;
        let asked_for = match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => false,
            _ => return Failure::usage(one_line_of_clap(error)),
        };
        let text = error.render();
        let text = if asked_for && color_for_help() { text.ansi().to_string() } else { text.to_string() };
        Failure { kind: Kind::Help { asked_for }, error: anyhow::Error::msg(text) }
    }

    /// The message in one line, without the word "error".
    pub(crate) fn message(&self) -> String {
        let text = format!("{:#}", self.error);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        printable(&lines.collect::<Vec<_>>().join(" "))
    }

    /// Says what went wrong, and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let said = match self.kind {
            Kind::Help { asked_for: true } => write!(io::stdout().lock(), "{}", self.error),
            Kind::Help { asked_for: false } => write!(io::stderr().lock(), "{}", self.error),
            Kind::Interrupted | Kind::Undecided => writeln!(io::stderr().lock(), "{}", self.message()),
            Kind::Usage | Kind::Runtime | Kind::Mismatch | Kind::Faults => {
                writeln!(io::stderr().lock(), "error: {}", self.message())
            }
        };
        drop(said);
        ExitCode::from(self.kind.exit_code())
    }
}

fn color_for_help() -> bool {
    use std::io::IsTerminal as _;
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && io::stdout().is_terminal()
}

/// The paragraphs of clap's message that tell what is wrong and what would be right.
fn one_line_of_clap(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraphs = text.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
    let telling = paragraphs.filter(|p| !p.starts_with("Usage:") && !p.starts_with("For more information"));
    let telling: Vec<String> =
        telling.map(|p| p.trim_start_matches("error: ").trim_start_matches("tip: ").to_owned()).collect();
    telling.iter().filter(|p| !p.is_empty()).cloned().collect::<Vec<_>>().join("; ").replace(" tip: ", "; ")
}

/// Makes a defect of the program look like one: a line, no backtrace, exit code 1. A player's breakdown is none.
pub(crate) fn report_defects_in_one_line() {
    std::panic::set_hook(Box::new(|panic| {
        if is_guarded() {
            return;
        }
        let place = panic.location().map_or_else(String::new, |l| format!("{}:{}: ", l.file(), l.line()));
        if let Some(OutOfMemory { bytes }) = panic.payload().downcast_ref() {
            tell(&format!("error: there is no memory for a table of {} bytes", grouped(*bytes as u64)));
            std::process::exit(1);
        }
        let what = panic.payload_as_str().unwrap_or("no message");
        let line = format!("{place}{what}").split_whitespace().collect::<Vec<_>>().join(" ");
        tell(&format!("error: a defect of sim-cli, please report it: {line}"));
        std::process::exit(1);
    }));
}

/// Names the file that an I/O error is about.
pub(crate) trait Named<T> {
    /// The failure says what it was about.
    fn named(self, name: impl Display) -> Result<T, Failure>;
}

impl<T> Named<T> for io::Result<T> {
    fn named(self, name: impl Display) -> Result<T, Failure> {
        self.map_err(|error| Failure::io(name, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_the_exit_code_that_scripts_know() {
        let failures = [
            Failure::runtime("x"),
            Failure::usage("x"),
            Failure::faults("x"),
            Failure::undecided("x"),
            Failure::mismatch("x"),
            Failure::interrupted("x"),
        ];
        assert_eq!(failures.map(|failure| failure.kind.exit_code()), [1, 2, 3, 4, 5, 130]);
    }
}
