//! The program `overhear`, which takes every command of `sim-cli`.

use std::process::ExitCode;

use overhear_agents::registry::Registry;

#[global_allocator]
static ALLOCATOR: sim_cli::Allocator = sim_cli::Allocator;

fn main() -> ExitCode {
    sim_cli::main(&Registry::standard())
}
