//! Word spaces in all three formats: whatever is in the file, it is refused in a line, or every word has a direction.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use overhear_agents::words::{
    Space, SpaceError, Wanted, is_unsealed, parse_space, read_unsealed, write_native,
};

fuzz_target!(|content: &[u8]| {
    for name in ["x.bin", "x.vec"] {
        examine(
            parse_space(content.to_vec(), Path::new(name), &Wanted::first(100), 1).map(|(space, _)| space),
        );
    }
    if is_unsealed(content) {
        examine(read_unsealed(content.to_vec()));
    }
});

fn examine(read: Result<Space, SpaceError>) {
    match read {
        Err(error) => assert!(!error.to_string().contains(char::is_control), "one line: {error:?}"),
        Ok(space) => {
            let again = parse_space(write_native(&space), Path::new("x"), &Wanted::first(100), 0);
            let (again, _) = match again {
                Err(SpaceError::Empty) => return,
                again => again.expect("what is written is read"),
            };
            // A file of our own may hold rows of zeros, which are no words of the space that is read.
            let mut rows = (0..again.words().len()).map(|place| again.row(place));
            for (place, word) in space.words().iter().enumerate() {
                assert!(!word.is_empty() && !word.contains(char::is_control));
                let row = space.row(place);
                assert!(
                    row.iter().all(|&value| value == 0) || rows.next() == Some(row),
                    "`{word}` has moved"
                );
            }
        }
    }
}
