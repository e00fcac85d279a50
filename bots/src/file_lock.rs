//! Exclusive locks on files.

use std::fs::{File, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a lock is waited for that seems to be held.
const WAIT: Duration = Duration::from_secs(1);

/// Takes the exclusive lock of a file, and waits for up to a second if it seems to be held: a child process shares the
/// locks of its parent from its fork until it is the other program, so that a lock outlives its holder by as long.
///
/// # Errors
/// Returns the error of [`File::try_lock`].
pub fn lock_within_a_second(file: &File) -> Result<(), TryLockError> {
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if since.elapsed() < WAIT => {
                thread::sleep(Duration::from_millis(10));
            }
            locked => return locked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_released_soon_is_taken_and_another_is_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let open = || File::create(dir.path().join("file")).expect("a file");
        let (held, other) = (open(), open());
        held.lock().expect("it is free");
        assert!(matches!(lock_within_a_second(&other), Err(TryLockError::WouldBlock)));
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                held.unlock().expect("it is held");
            });
            lock_within_a_second(&other).expect("it is released");
        });
    }
}
