//! The program `sim-cli`; everything it does stands in the library of the same name.

use std::process::ExitCode;

fn main() -> ExitCode {
    sim_cli::main()
}
