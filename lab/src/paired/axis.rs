//! `KEY=VALUES`: the values of a switch that a sweep tries.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Maximum number of values of one switch.
const MOST_VALUES: i64 = 64;

/// A switch of the rules and the values to try.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawAxis")]
pub struct SweepAxis {
    /// Key of the switch.
    pub key: String,
    /// The values as text, in the order given, without repetitions.
    pub values: Vec<String>,
}

/// A [`SweepAxis`] as files spell it.
#[derive(Deserialize)]
struct RawAxis {
    key: String,
    values: Vec<String>,
}

impl TryFrom<RawAxis> for SweepAxis {
    type Error = String;

    fn try_from(RawAxis { key, values }: RawAxis) -> Result<SweepAxis, String> {
        if key.is_empty() || values.is_empty() || values.iter().any(String::is_empty) {
            return Err("write KEY=5..10 or KEY=2,3".to_owned());
        }
        if let Some(twice) = values.iter().enumerate().find(|(n, value)| values[..*n].contains(value)) {
            return Err(format!("the value {} appears twice", twice.1));
        }
        Ok(SweepAxis { key, values })
    }
}

impl FromStr for SweepAxis {
    type Err = String;

    /// Reads `KEY=5..10` (both ends included) or `KEY=2,3`.
    fn from_str(text: &str) -> Result<SweepAxis, String> {
        let (key, values) = text.split_once('=').ok_or("write KEY=5..10 or KEY=2,3")?;
        let values = match values.split_once("..") {
            Some((first, last)) => range(first, last.trim_start_matches('='))?,
            None => values.split(',').map(|value| value.trim().to_owned()).collect(),
        };
        RawAxis { key: key.trim().to_owned(), values }.try_into()
    }
}

fn range(first: &str, last: &str) -> Result<Vec<String>, String> {
    let (first, last) = (whole_number(first)?, whole_number(last)?);
    match last.checked_sub(first) {
        Some(0..MOST_VALUES) => Ok((first..=last).map(|value| value.to_string()).collect()),
        Some(0..) => Err(format!("a range has at most {MOST_VALUES} values")),
        _ => Err("the range is empty: its last value is below its first".to_owned()),
    }
}

fn whole_number(text: &str) -> Result<i64, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a whole number; a range has two"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_are_read() {
        let axis = |text| SweepAxis::from_str(text).expect("a sweep");
        assert_eq!(axis("round_limit=5..8").values, ["5", "6", "7", "8"]);
        assert_eq!(
            axis("a = 5..=6"),
            SweepAxis { key: "a".to_owned(), values: ["5", "6"].map(str::to_owned).into() }
        );
        assert_eq!(axis("tiebreak=points, shared").values, ["points", "shared"]);
        assert_eq!(axis("interception_points=-1..1").values, ["-1", "0", "1"]);
    }

    #[test]
    fn what_is_no_sweep_is_refused() {
        for text in ["round_limit", "=5", "a=", "a=1,,2", "a=5..4", "a=x..4", "a=1..1000", "a=2,2"] {
            assert!(SweepAxis::from_str(text).is_err(), "{text}");
        }
    }
}
