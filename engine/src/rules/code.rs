//! The code deck (R3): the 24 ordered choices of three different digits from 1 to 4.

use std::fmt;
use std::str::FromStr;

use super::Slot;

/// A code: three different digits in order (R3).
///
/// ```
/// use overhear_engine::rules::{Code, Slot};
/// let code: Code = "4-2-1".parse()?;
/// assert_eq!(code.slots(), [Slot::Fourth, Slot::Second, Slot::First]);
/// assert_eq!(code.to_string(), "4-2-1");
/// assert!("4-2-4".parse::<Code>().is_err());
/// # Ok::<(), overhear_engine::rules::ParseCodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u8);

/// Digits of each code, in the order of [`Code::ALL`].
const SLOTS: [[Slot; 3]; Code::COUNT] = {
    let mut all = [[Slot::First; 3]; Code::COUNT];
    let (mut found, mut n) = (0, 0);
    while n < 64 {
        let (a, b, c) = (n / 16, n / 4 % 4, n % 4);
        if a != b && b != c && a != c {
            all[found] = [Slot::ALL[a], Slot::ALL[b], Slot::ALL[c]];
            found += 1;
        }
        n += 1;
    }
    all
};

impl Code {
    /// Number of different codes.
    pub const COUNT: usize = 24;

    /// All codes in ascending order of their digits, from 1-2-3 to 4-3-2.
    pub const ALL: [Code; Code::COUNT] = {
        let mut all = [Code(0); Code::COUNT];
        let mut n = 0;
        while n < Code::COUNT {
            all[n] = Code(n as u8);
            n += 1;
        }
        all
    };

    /// Returns the code with these digits, or `None` if a digit occurs twice.
    pub fn new(slots: [Slot; 3]) -> Option<Code> {
        SLOTS.iter().position(|&s| s == slots).map(|n| Code(n as u8))
    }

    /// Returns the digits, in the order in which the clues are read.
    pub const fn slots(self) -> [Slot; 3] {
        SLOTS[self.0 as usize]
    }

    /// Returns the digit that the code does not contain.
    ///
    /// ```
    /// use overhear_engine::rules::{Code, Slot};
    /// assert_eq!("421".parse::<Code>()?.left_out(), Slot::Third);
    /// # Ok::<(), overhear_engine::rules::ParseCodeError>(())
    /// ```
    pub const fn left_out(self) -> Slot {
        let [a, b, c] = SLOTS[self.0 as usize];
        // The indices 0 to 3 sum to 6.
        Slot::ALL[6 - a as usize - b as usize - c as usize]
    }

    /// Returns the digits as one number from 123 to 432, the form used in tables.
    ///
    /// ```
    /// use overhear_engine::rules::Code;
    /// let code: Code = "4.2.1".parse()?;
    /// assert_eq!((code.number(), "421".parse()), (421, Ok(code)));
    /// # Ok::<(), overhear_engine::rules::ParseCodeError>(())
    /// ```
    pub const fn number(self) -> u16 {
        let [a, b, c] = SLOTS[self.0 as usize];
        100 * (a as u16 + 1) + 10 * (b as u16 + 1) + c as u16 + 1
    }

    /// Returns the index of the code in [`Code::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.slots();
        write!(f, "{a}-{b}-{c}")
    }
}

/// Error returned when a text is not three different digits from 1 to 4.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a code; write three different digits from 1 to 4, such as 4-2-1")]
pub struct ParseCodeError(String);

impl FromStr for Code {
    type Err = ParseCodeError;

    /// Parses `4-2-1`, `4.2.1`, `4 2 1` or `421`.
    fn from_str(text: &str) -> Result<Code, ParseCodeError> {
        let error = || ParseCodeError(text.to_owned());
        let digits = text.chars().filter(|c| !matches!(c, '-' | '.' | ' '));
        let slots: Option<Vec<Slot>> = digits.map(Slot::from_digit).collect();
        let slots: [Slot; 3] = slots.and_then(|s| s.try_into().ok()).ok_or_else(error)?;
        Code::new(slots).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r3_there_are_24_codes_all_different_and_sorted() {
        assert!(Code::ALL.windows(2).all(|w| w[0].slots() < w[1].slots()));
        assert_eq!(Code::ALL[0].to_string(), "1-2-3");
        assert_eq!(Code::ALL[23].to_string(), "4-3-2");
    }

    #[test]
    fn r3_text_and_code_are_inverse() {
        for code in Code::ALL {
            assert_eq!(code.to_string().parse(), Ok(code));
            assert_eq!(Code::new(code.slots()), Some(code));
        }
        for bad in ["", "12", "1234", "1-1-2", "0-1-2", "3-4-5", "a-b-c"] {
            assert!(bad.parse::<Code>().is_err(), "{bad} is no code");
        }
    }

    #[test]
    fn r3_the_digit_left_out_is_none_of_the_three() {
        for code in Code::ALL {
            assert!(!code.slots().contains(&code.left_out()), "{code}");
        }
    }
}
