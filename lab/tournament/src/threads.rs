//! Number of threads.

use crate::error::LabError;

/// Maximum number of threads.
pub const MOST_THREADS: u16 = 1024;

/// Environment variable that sets the thread pool's default size.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// Returns the requested number of threads; without one, 0, so that rayon reads `RAYON_NUM_THREADS` itself.
///
/// # Errors
/// Returns a usage error if the environment requests more than [`MOST_THREADS`], which would take minutes to
/// start.
pub fn threads(asked: Option<u16>) -> Result<usize, LabError> {
    match asked {
        Some(asked) => Ok(asked.into()),
        None => std::env::var(VARIABLE).map_or(Ok(0), |text| check(&text)),
    }
}

/// Ignores text that is not a number, as the thread pool does.
fn check(text: &str) -> Result<usize, LabError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u16>() {
        Ok(threads) if threads <= MOST_THREADS => Ok(0),
        Err(_) if !digits => Ok(0),
        _ => {
            let message = format_args!("{text} threads; takes 1 to {MOST_THREADS}, or 0 for all cores");
            Err(LabError::content(VARIABLE, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_threads_than_can_be_had_are_refused_wherever_they_are_asked_for() {
        for text in ["", "0", "1", "1024", "many", "-1", "1.5"] {
            assert!(check(text).is_ok_and(|threads| threads == 0), "{text}");
        }
        for text in ["1025", "20000", "99999999999999999999"] {
            let said = check(text).expect_err("too many").to_string();
            assert_eq!(
                said,
                format!("RAYON_NUM_THREADS: {text} threads; takes 1 to 1024, or 0 for all cores")
            );
        }
        assert!(threads(Some(7)).is_ok_and(|threads| threads == 7));
    }
}
