//! Counts as people write them: `20000`, `20_000`, `20k`, `2e4`.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// Letters for multiples, with their powers of ten.
const MULTIPLES: [(char, u64); 6] = [('k', 3), ('K', 3), ('m', 6), ('M', 6), ('G', 9), ('g', 9)];

/// Why a text is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountProblem {
    Misspelt,
    /// No `u64` holds it.
    TooLarge,
}

/// Reads a count.
///
/// # Errors
/// If the text is no whole number that a `u64` holds.
pub fn read_count(text: &str) -> Result<u64, String> {
    parsed(text).map_err(|problem| match problem {
        CountProblem::Misspelt => MISSPELT.to_owned(),
        CountProblem::TooLarge => format!("too large; takes at most {}", u64::MAX),
    })
}

/// Reads a count in a range.
///
/// # Errors
/// If the text is no whole number, or one out of the range.
pub fn read_count_in(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    match parsed(text) {
        Ok(count) if range.contains(&count) => Ok(count),
        Ok(count) => Err(out_of_range(count, &range)),
        Err(CountProblem::TooLarge) => Err(out_of_range(text, &range)),
        Err(CountProblem::Misspelt) => Err(MISSPELT.to_owned()),
    }
}

fn out_of_range(count: impl Display, range: &RangeInclusive<u64>) -> String {
    format!("{count} is out of range; takes {} to {}", range.start(), range.end())
}

const MISSPELT: &str = "takes a whole number, as in 20000, 20_000, 20k or 2e4";

/// Parses a count, which must be an integer.
fn parsed(text: &str) -> Result<u64, CountProblem> {
    let (digits, power) = match MULTIPLES.iter().find(|(letter, _)| text.ends_with(*letter)) {
        Some((letter, power)) => (text.strip_suffix(*letter).unwrap_or(text), *power),
        None => match text.split_once(['e', 'E']) {
            Some((digits, power)) => (digits, plain(power.strip_prefix('+').unwrap_or(power))?),
            None => (text, 0),
        },
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    if !fraction.is_empty() {
        plain(fraction)?;
    }
    // Integers alone, so that no count is rounded: the fraction is scaled like the whole part, and must divide evenly.
    let multiple = power_of_ten(power)?;
    let unit = power_of_ten(fraction.len() as u64)?;
    let parts = match fraction {
        "" => 0,
        fraction => plain(fraction)?.checked_mul(multiple).ok_or(CountProblem::TooLarge)?,
    };
    let whole = plain(whole)?.checked_mul(multiple).ok_or(CountProblem::TooLarge)?;
    if parts % unit != 0 {
        return Err(CountProblem::Misspelt);
    }
    whole.checked_add(parts / unit).ok_or(CountProblem::TooLarge)
}

/// Returns 10 to a power.
fn power_of_ten(power: u64) -> Result<u64, CountProblem> {
    let power = u32::try_from(power).map_err(|_| CountProblem::TooLarge)?;
    10u64.checked_pow(power).ok_or(CountProblem::TooLarge)
}

/// Parses digits with single underscores between them.
fn plain(digits: &str) -> Result<u64, CountProblem> {
    let grouped = !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    let sound =
        grouped && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    if !sound {
        return Err(CountProblem::Misspelt);
    }
    digits.replace('_', "").parse().map_err(|_| CountProblem::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        for (text, count) in [
            ("0", 0),
            ("20000", 20_000),
            ("20_000", 20_000),
            ("20k", 20_000),
            ("1.5K", 1_500),
            ("2M", 2_000_000),
            ("1e6", 1_000_000),
            ("2.5e3", 2_500),
            ("1E+3", 1_000),
            ("1.0", 1),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parsed(text), Ok(count), "{text}");
        }
    }

    #[test]
    fn what_is_no_whole_number_is_none() {
        for text in [
            "", "k", "e6", "-1", "1.5", "1.0001k", "1e", "1e-3", "1_", "_1", "1__0", "1 000", "1,000",
            "0x10", "１", "20kk", "1e3k", "inf", "nan", ".5", "1.5.5k",
        ] {
            assert_eq!(parsed(text), Err(CountProblem::Misspelt), "{text}");
        }
    }

    #[test]
    fn what_is_too_large_is_told_from_what_is_misspelt() {
        for text in ["1e20", "99999999999999999999", "1e99999999999", "20_000_000_000_000_000_000k"] {
            assert_eq!(parsed(text), Err(CountProblem::TooLarge), "{text}");
            let expected = format!("{text} is out of range; takes 1 to 9");
            assert_eq!(read_count_in(text, 1..=9), Err(expected));
        }
    }
}
