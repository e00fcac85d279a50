//! Files that the command line reads: whatever is in one, it is taken, or refused in a line without a control character.
//! The first byte says what the rest is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sim_cli::doors::{Door, refusal};

const DOORS: [Door; 8] = [
    Door::Agents,
    Door::Rules,
    Door::Decode,
    Door::Intercept,
    Door::Checkpoint,
    Door::Shard,
    Door::Config,
    Door::Sheet,
];

fuzz_target!(|content: &[u8]| {
    let Some((first, rest)) = content.split_first() else { return };
    let door = DOORS[usize::from(*first) % DOORS.len()];
    if let Some(message) = refusal(door, rest) {
        assert!(!message.is_empty() && !message.contains(char::is_control), "{door:?}: {message:?}");
    }
});
