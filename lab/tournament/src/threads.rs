//! Number of threads.

use std::num::IntErrorKind;

use crate::error::LabError;

/// Maximum number of threads.
pub const MOST_THREADS: u16 = 1024;

/// Environment variables from which the thread pool takes its size, the first one first.
const VARIABLES: [&str; 2] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];

/// Returns the requested number of threads; without one, 0, so that rayon reads its environment variables itself.
///
/// # Errors
/// Returns a usage error if more than [`MOST_THREADS`] are requested, here or by the environment: they would take minutes to
/// start.
pub fn threads(requested: Option<u16>) -> Result<usize, LabError> {
    if let Some(threads) = requested {
        check("threads", &threads.to_string())?;
        return Ok(threads.into());
    }
    for variable in VARIABLES {
        if let Ok(text) = std::env::var(variable) {
            check(variable, &text)?;
        }
    }
    Ok(0)
}

/// Refuses a number that is too large. Text that is not a number is ignored, as the thread pool does.
fn check(name: &str, text: &str) -> Result<(), LabError> {
    let is_too_large = match text.parse::<usize>() {
        Ok(threads) => threads > usize::from(MOST_THREADS),
        Err(error) => *error.kind() == IntErrorKind::PosOverflow,
    };
    if is_too_large {
        let message = format_args!("{text} threads; takes 1 to {MOST_THREADS}, or 0 for all cores");
        return Err(LabError::content(name, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_threads_than_can_be_had_are_refused_wherever_they_are_asked_for() {
        for variable in VARIABLES {
            for text in ["", "0", "1", "+7", "1024", "many", "-1", "1.5"] {
                assert!(check(variable, text).is_ok(), "{text}");
            }
            for text in ["1025", "+1025", "20000", "99999999999999999999"] {
                let message = check(variable, text).expect_err("too many").to_string();
                let expected = format!("{variable}: {text} threads; takes 1 to 1024, or 0 for all cores");
                assert_eq!(message, expected);
            }
        }
        assert!(threads(Some(MOST_THREADS + 1)).is_err());
        assert!(threads(Some(7)).is_ok_and(|threads| threads == 7));
    }
}
