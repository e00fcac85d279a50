//! A row of a log, written field by field: a tournament of quick agents writes some ten million of them a minute.

use std::borrow::Cow;

use overhear_engine::rules::Code;

/// One in a share of a row.
const ONE: u32 = 1_000_000;

/// A row at the end of a text that grows.
pub(super) struct LogRow<'a>(&'a mut String);

impl<'a> LogRow<'a> {
    /// Begins a row behind what is there.
    pub(super) fn begin(rows: &'a mut String) -> LogRow<'a> {
        LogRow(rows)
    }

    /// A field that says this; [`quoted`] where it may hold what CSV has a use for.
    pub(super) fn text(self, field: &str) -> LogRow<'a> {
        self.0.push_str(field);
        self.0.push(',');
        self
    }

    /// A field with a whole number.
    pub(super) fn number(self, number: impl itoa::Integer) -> LogRow<'a> {
        self.text(itoa::Buffer::new().format(number))
    }

    /// A field with a share from 0 to 1: six digits, and of two that are as near the even one.
    pub(super) fn share(self, share: f32) -> LogRow<'a> {
        let millionths = (f64::from(share) * f64::from(ONE)).round_ties_even() as u32;
        self.0.push_str(if millionths < ONE { "0." } else { "1." });
        let mut digits = itoa::Buffer::new();
        self.text(&digits.format(ONE + millionths % ONE)[1..])
    }

    /// A field with a code, as `421`: readers take `4-2-1` for a date.
    pub(super) fn code(self, code: Code) -> LogRow<'a> {
        self.number(code.number())
    }

    /// A field with seconds, given in milliseconds.
    pub(super) fn seconds(self, milliseconds: u64) -> LogRow<'a> {
        let LogRow(text) = self;
        text.push_str(itoa::Buffer::new().format(milliseconds / 1000));
        text.push('.');
        LogRow(text).text(&itoa::Buffer::new().format(1000 + milliseconds % 1000)[1..])
    }

    /// A field that may be empty.
    pub(super) fn option<T>(
        self,
        value: Option<T>,
        field: impl FnOnce(LogRow<'a>, T) -> LogRow<'a>,
    ) -> LogRow<'a> {
        match value {
            Some(value) => field(self, value),
            None => self.text(""),
        }
    }

    /// Ends the row.
    pub(super) fn end(self) {
        self.0.pop();
        self.0.push('\n');
    }
}

/// A field of CSV that says this.
pub(super) fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(share: f32) -> String {
        let mut text = String::new();
        LogRow::begin(&mut text).share(share).end();
        text
    }

    #[test]
    fn shares_are_those_of_the_standard_library() {
        let corners = [0.0, 1.0, 0.5, f32::MIN_POSITIVE, f32::EPSILON, 1.0 - f32::EPSILON / 2.0, 0.999_999_5];
        let halfway = (0..4096).map(|n| (n as f32 + 0.5) / 4096.0);
        let thirds = (0..100_000).map(|n| n as f32 / 99_999.0);
        for value in corners.into_iter().chain(halfway).chain(thirds) {
            assert_eq!(share(value), format!("{value:.6}\n"));
        }
    }

    #[test]
    fn fields_stand_between_commas() {
        let mut text = "before\n".to_owned();
        let code = "4-2-1".parse().expect("a code");
        LogRow::begin(&mut text)
            .number(12_u64)
            .text("oak")
            .code(code)
            .option(None, LogRow::share)
            .number(0_u8)
            .seconds(61_007)
            .end();
        LogRow::begin(&mut text).option(Some(0.25), LogRow::share).end();
        assert_eq!(text, "before\n12,oak,421,,0,61.007\n0.250000\n");
    }

    #[test]
    fn only_what_csv_has_a_use_for_is_quoted() {
        assert_eq!(["oak", "oak tree"].map(quoted), ["oak", "oak tree"]);
        assert_eq!(["a,b", "a\"b", "a\nb"].map(quoted), ["\"a,b\"", "\"a\"\"b\"", "\"a\nb\""]);
    }
}
