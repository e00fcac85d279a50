//! A 64-bit ARM processor, as QEMU plays it.

use anyhow::Result;

use super::machine::Machine;
use super::target::ARM;
use crate::debian;
use crate::workspace::Workspace;

/// The emulator, which is called one way where it stands alone and another where it needs libraries.
const EMULATORS: [&str; 2] = ["qemu-aarch64-static", "qemu-aarch64"];

/// The package of Debian that brings it.
const PACKAGE: &str = "qemu-user-static";

/// Returns the machine with the program on it, or why it cannot be had.
pub(crate) fn machine(workspace: &Workspace) -> Result<Result<Machine, String>> {
    let Some(emulator) = debian::find(workspace, &EMULATORS, &[PACKAGE]) else {
        return Ok(Err(format!("{} is not here and cannot be installed ({PACKAGE})", EMULATORS[0])));
    };
    if let Err(reason) = ARM.obtain(workspace) {
        return Ok(Err(reason));
    }
    Ok(Ok(Machine::emulated("arm", ARM.build(workspace)?, vec![emulator.into()])))
}
