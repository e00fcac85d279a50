//! Counts as people write them: `20000`, `20_000`, `20k`, `2e4`.

use std::ops::RangeInclusive;

/// Letters for multiples, with their values.
const MULTIPLES: [(char, u64); 6] = [
    ('k', 1_000),
    ('K', 1_000),
    ('m', 1_000_000),
    ('M', 1_000_000),
    ('G', 1_000_000_000),
    ('g', 1_000_000_000),
];

/// Reads a count.
///
/// # Errors
/// If the text is no whole number that a `u64` holds.
pub fn read_count(text: &str) -> Result<u64, String> {
    parsed(text).ok_or_else(|| {
        if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            return format!("too large; takes at most {}", u64::MAX);
        }
        "takes a whole number, as in 20000, 20_000, 20k or 2e4".to_owned()
    })
}

/// Reads a count in a range.
///
/// # Errors
/// If the text is no whole number, or one out of the range.
pub fn read_count_in(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    match read_count(text)? {
        count if range.contains(&count) => Ok(count),
        count => Err(format!("{count} is out of range; takes {} to {}", range.start(), range.end())),
    }
}

/// Parses a count, which must be an integer.
fn parsed(text: &str) -> Option<u64> {
    let (digits, multiple) = match MULTIPLES.iter().find(|(letter, _)| text.ends_with(*letter)) {
        Some((letter, multiple)) => (text.strip_suffix(*letter)?, *multiple),
        None => match text.split_once(['e', 'E']) {
            Some((digits, power)) => {
                (digits, 10u64.checked_pow(power.strip_prefix('+').unwrap_or(power).parse().ok()?)?)
            }
            None => (text, 1),
        },
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let unit = 10u64.checked_pow(fraction.len().try_into().ok()?)?;
    let parts = match fraction {
        "" => 0,
        fraction => plain(fraction)?.checked_mul(multiple)?,
    };
    let whole = plain(whole)?.checked_mul(multiple)?;
    if parts % unit == 0 { whole.checked_add(parts / unit) } else { None }
}

/// Parses digits with single underscores between them.
fn plain(digits: &str) -> Option<u64> {
    let grouped = !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    let sound = grouped && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    if sound { digits.replace('_', "").parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::parsed;

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
            assert_eq!(parsed(text), Some(count), "{text}");
        }
    }

    #[test]
    fn what_is_no_whole_number_is_none() {
        for text in [
            "",
            "k",
            "e6",
            "-1",
            "1.5",
            "1.0001k",
            "1e",
            "1e-3",
            "1e20",
            "1_",
            "_1",
            "1__0",
            "1 000",
            "1,000",
            "0x10",
            "１",
            "99999999999999999999",
            "1e99999999999",
            "20kk",
            "1e3k",
            "inf",
            "nan",
            ".5",
            "1.5.5k",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
