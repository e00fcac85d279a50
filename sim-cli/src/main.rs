//! The program `sim-cli`; everything it does stands in the library of the same name.

use std::process::ExitCode;

use overhear_agents::registry::Registry;

#[global_allocator]
static ALLOCATOR: sim_cli::Allocator = sim_cli::Allocator;

fn main() -> ExitCode {
    sim_cli::main(&Registry::standard())
}
