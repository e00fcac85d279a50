//! Files that the command line reads: whatever is in one, it is taken, or refused in a line without a control character.
//! The first byte says what the rest is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use overhear_report::fuzz_inputs::{FuzzInput, refusal};

/// What is read; nothing stands for the file of `--config`, which the command line reads itself.
const DOORS: [Option<FuzzInput>; 8] = [
    Some(FuzzInput::Agents),
    Some(FuzzInput::Rules),
    Some(FuzzInput::Decode),
    Some(FuzzInput::Intercept),
    Some(FuzzInput::Checkpoint),
    Some(FuzzInput::Shard),
    None,
    Some(FuzzInput::Sheet),
];

/// What is said of a file of settings with this content.
fn refusal_of_config(content: &[u8]) -> Option<String> {
    let path = std::env::temp_dir().join(format!("overhear-fuzz-{}.config", std::process::id()));
    std::fs::write(&path, content).expect("a temporary directory");
    sim_cli::refusal_of_config(&path)
}

fuzz_target!(|content: &[u8]| {
    let Some((first, rest)) = content.split_first() else { return };
    let door = DOORS[usize::from(*first) % DOORS.len()];
    if let Some(message) = door.map_or_else(|| refusal_of_config(rest), |door| refusal(door, rest)) {
        assert!(!message.is_empty() && !message.contains(char::is_control), "{door:?}: {message:?}");
    }
});
