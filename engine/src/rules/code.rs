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
    let (mut count, mut n) = (0, 0);
    while n < 64 {
        let (a, b, c) = (n / 16, n / 4 % 4, n % 4);
        if a != b && b != c && a != c {
            all[count] = [Slot::ALL[a], Slot::ALL[b], Slot::ALL[c]];
            count += 1;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCodeError(String);

impl fmt::Display for ParseCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseCodeError(text) = self;
        write!(f, "`{text}` is not a code; write three different digits from 1 to 4, such as 4-2-1")
    }
}

impl std::error::Error for ParseCodeError {}

impl FromStr for Code {
    type Err = ParseCodeError;

    /// Parses `421`, or its digits with one mark or blanks between them: `4-2-1`, `4–2–1`, `4.2.1`, `4, 2, 1`, `4 2 1`.
    fn from_str(text: &str) -> Result<Code, ParseCodeError> {
        digits(text).and_then(Code::new).ok_or_else(|| ParseCodeError(text.to_owned()))
    }
}

/// Returns three digits that stand together, or apart by a mark, blanks or both, each time.
fn digits(text: &str) -> Option<[Slot; 3]> {
    let (mut slots, mut gaps, mut gap) = (Vec::new(), Vec::new(), String::new());
    for c in text.trim().chars() {
        match Slot::from_digit(c) {
            Some(slot) => {
                slots.push(slot);
                gaps.push(std::mem::take(&mut gap));
            }
            None => gap.push(c),
        }
    }
    // The first gap stands before the first digit, the rest that is left behind the last one.
    let [before, first, second] = &gaps[..] else { return None };
    let are_marks = [first, second].into_iter().all(|gap| gap.trim().is_empty() || is_mark(gap.trim()));
    let is_sound = before.is_empty() && gap.is_empty() && are_marks;
    if is_sound && first.is_empty() == second.is_empty() { slots.try_into().ok() } else { None }
}

/// Returns `true` for one dash, stop, comma or stroke, as programs and keyboards of any language write them.
fn is_mark(text: &str) -> bool {
    let mut characters = text.chars();
    let is_mark = characters.next().is_some_and(|c| {
        let is_dash = matches!(c, '-' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}')
            || matches!(c, '\u{fe58}' | '\u{fe63}' | '\u{ff0d}');
        is_dash || matches!(c, '.' | ',' | ';' | '/' | '·' | '，' | '、' | '．')
    });
    is_mark && characters.next().is_none()
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
    fn a_code_is_read_with_any_mark_and_refused_with_marks_in_other_places() {
        let marks = [
            "",
            " ",
            "-",
            "–",
            "—",
            "‐",
            "‑",
            "‒",
            "―",
            "−",
            "－",
            ".",
            ",",
            ", ",
            ";",
            "/",
            " - ",
            " – ",
            "\u{a0}",
            "\t",
            "\u{202f}–\u{202f}",
            "，",
            "、",
        ];
        for mark in marks {
            let text = ["4", "2", "1"].join(mark);
            assert_eq!(text.parse::<Code>().map(Code::number), Ok(421), "{text:?}");
            assert_eq!(format!(" {text}\r").parse::<Code>().map(Code::number), Ok(421), "{text:?}");
        }
        for bad in [
            "--123",
            "1--2--3",
            "-1-2-3",
            "1-2-3-",
            "1-2--3",
            "1-23",
            "12 3",
            "1,,2,3",
            ",1,2,3",
            "1-, 2-, 3",
            "1x2x3",
            "1-2-3.",
            "1 - - 2 3",
            "1−−2−−3",
            "1-2-3-4",
            "(123)",
            "-123",
            "123-",
        ] {
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
