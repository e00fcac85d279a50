//! A machine that runs programs: this one, or one behind an emulator.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::optimised;
use crate::workspace::Workspace;

/// A machine, and the program that was built for it.
pub(crate) struct Machine {
    name: &'static str,
    program: PathBuf,
    /// What comes in front of a program.
    emulator: Vec<OsString>,
    environment: Vec<(&'static str, OsString)>,
    /// Compiles C for it.
    compiler: &'static str,
    separator: char,
}

impl Machine {
    /// Returns this machine with the program as users have it.
    pub(super) fn here(workspace: &Workspace) -> Result<Machine> {
        let program = optimised::program(workspace, "sim-cli")?;
        let separator = std::path::MAIN_SEPARATOR;
        let (emulator, environment) = (Vec::new(), Vec::new());
        Ok(Machine { name: "here", program, emulator, environment, compiler: "cc", separator })
    }

    /// Returns a machine behind an emulator. What its programs start runs here, with a compiler of this machine.
    pub(super) fn emulated(name: &'static str, program: PathBuf, emulator: Vec<OsString>) -> Machine {
        Machine { name, program, emulator, environment: Vec::new(), compiler: "cc", separator: '/' }
    }

    /// Adds what programs find in their environment.
    pub(super) fn with_environment(self, environment: Vec<(&'static str, OsString)>) -> Machine {
        Machine { environment, ..self }
    }

    /// Has programs that it starts compiled for it, and parts the names of a path its own way.
    pub(super) fn with_compiler(self, compiler: &'static str, separator: char) -> Machine {
        Machine { compiler, separator, ..self }
    }

    /// Returns its name.
    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns `true` for this machine.
    pub(super) const fn is_here(&self) -> bool {
        self.emulator.is_empty()
    }

    /// Has cargo run by the emulator what it builds.
    pub(super) fn runs_what(&self, cargo: &mut Command, variable: &str) {
        let words: Vec<_> = self.emulator.iter().map(|word| word.to_string_lossy()).collect();
        cargo.env(variable, words.join(" ")).envs(self.environment.iter().map(|(key, value)| (key, value)));
    }

    /// Returns the compiler for programs that its programs start.
    pub(super) const fn compiler(&self) -> &'static str {
        self.compiler
    }

    /// Returns a path as it is typed there.
    pub(super) fn path(&self, text: &str) -> String {
        text.replace('/', &self.separator.to_string())
    }

    /// Returns a command that runs the program that was built for it.
    pub(crate) fn program(&self, workspace: &Workspace) -> Command {
        let mut words = self.emulator.iter().map(OsString::as_os_str).chain([self.program.as_os_str()]);
        let mut command = workspace.command(words.next().expect("a program"));
        command.args(words).envs(self.environment.iter().map(|(key, value)| (key, value)));
        command
    }
}
