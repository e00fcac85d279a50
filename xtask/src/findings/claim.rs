//! A number with its interval that the page gives, and whether another seed bears it out.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use super::result::CommandOutput;

/// How many standard errors two experiments may lie apart: of two hundred, one in twenty pages shows one that does.
const APART: f64 = 3.7;

/// A 95 % interval in standard errors, half of it.
const HALF: f64 = 1.96;

/// The ends of an interval as the page prints them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// How long the number is that a text begins with.
fn number_length(text: &str) -> Option<usize> {
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len() - sign);
    let digits = text[sign..sign + digits].trim_end_matches('.').len();
    (digits > 0).then_some(sign + digits)
}

impl Range {
    /// The first one in a text.
    pub(super) fn first(text: &str) -> Option<Range> {
        let starts = text.match_indices('(').map(|(start, _)| &text[start..]);
        starts.filter_map(|text| Some((Range::length_at(text)?, text))).find_map(|(length, text)| {
            let (low, high) = text[1..length].split_once(" to ")?;
            Some(Range { low: low.trim_end_matches(" %").parse().ok()?, high: high.parse().ok()? })
        })
    }

    /// How long `(1.5 to 2.5` is, if the text begins with such.
    pub(super) fn length_at(text: &str) -> Option<usize> {
        let first = 1 + number_length(text.strip_prefix('(')?)?;
        let to = first + text[first..].strip_prefix(" %").map_or(0, |_| 2);
        let second = text[to..].strip_prefix(" to ")?;
        Some(to + 4 + number_length(second)?)
    }

    fn centre(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// 1 above a number, −1 below, 0 around it.
    fn side_of(self, number: f64) -> i8 {
        i8::from(self.low > number) - i8::from(self.high < number)
    }
}

/// One number of the page.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    /// The text up to the end of the interval.
    pub(super) says: String,
    /// Where that ends on the page.
    pub(super) place: usize,
    /// What the page prints.
    pub(super) range: Range,
    /// What follows `sim-cli`.
    pub(super) run: String,
    /// The file of the result; `-` is standard output.
    pub(super) file: String,
    /// What the cells of the row hold.
    pub(super) row: BTreeMap<String, String>,
    /// The column.
    pub(super) column: String,
    /// What it is multiplied by on the page.
    pub(super) factor: f64,
    /// Whether the other seed has to leave it on its side of nothing.
    pub(super) side: bool,
    /// Whether its interval at the other seed must leave out nothing as well: what the page prints in bold.
    pub(super) bold: bool,
}

impl Claim {
    /// What is wrong with it, if something is.
    pub(super) fn check(&self, played: &CommandOutput) -> Result<Option<String>> {
        let numbers = ["", "_low", "_high"]
            .map(|end| played.number(&self.file, &self.row, &format!("{}{end}", self.column)));
        let [_, low, high] = numbers;
        let ends = [low?, high?].map(|end| end * self.factor);
        let interval = Range { low: ends[0].min(ends[1]), high: ends[0].max(ends[1]) };
        Ok(self.differs(interval, played.is_whole()))
    }

    /// What is wrong, if this is what was found.
    fn differs(&self, interval: Range, is_whole: bool) -> Option<String> {
        let shown = format!("now {:.2} to {:.2}", interval.low, interval.high);
        let error = self.range.half().hypot(interval.half()) / HALF;
        if (self.range.centre() - interval.centre()).abs() > APART * error + ROUNDED {
            return Some(shown);
        }
        let nothing = self.nothing()?;
        let (side, now) = (self.range.side_of(nothing), interval.side_of(nothing));
        let turned = self.side && side != 0 && now == -side;
        let lost = self.bold && is_whole && now != side;
        (turned || lost).then(|| format!("{shown}, which is not on the same side of {nothing}"))
    }

    /// Where the number says nothing, if there is such a place.
    fn nothing(&self) -> Option<f64> {
        match &*self.column {
            column if column.ends_with("difference") => Some(0.0),
            column if column.ends_with("score") => Some(50.0),
            _ => None,
        }
    }
}

/// What two numbers differ by because they are rounded.
const ROUNDED: f64 = 0.01;

/// The interval that a text ends with.
pub(super) fn range(says: &str) -> Result<Range> {
    Range::first(says).with_context(|| format!("`{says}` has no interval"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(column: &str, low: f64, high: f64) -> Claim {
        let text = String::new;
        Claim {
            says: text(),
            place: 0,
            range: Range { low, high },
            run: text(),
            file: text(),
            row: BTreeMap::new(),
            column: column.to_owned(),
            factor: 1.0,
            side: true,
            bold: false,
        }
    }

    #[test]
    fn intervals_are_read_as_they_are_printed() {
        let read = |text| Range::first(text).map(|range| [range.low, range.high]);
        assert_eq!(read("as (R9) 4.0 (3.8 to 4.2; x)"), Some([3.8, 4.2]));
        assert_eq!(read("(-2.48 % to -2.43)."), Some([-2.48, -2.43]));
        assert_eq!((read("(one to two)"), read("(1 and 2)"), read("(1.)")), (None, None, None));
    }

    #[test]
    fn two_seeds_agree_or_do_not() {
        let rate = claim("share", 10.0, 12.0);
        assert_eq!(rate.differs(Range { low: 11.0, high: 13.0 }, true), None);
        assert!(rate.differs(Range { low: 16.0, high: 18.0 }, true).is_some());
    }

    #[test]
    fn what_lies_on_one_side_may_not_lie_on_the_other() {
        let more = claim("difference", 0.1, 1.9);
        assert_eq!(more.differs(Range { low: -0.5, high: 1.3 }, true), None, "not found is not refuted");
        assert!(more.differs(Range { low: -1.9, high: -0.1 }, true).is_some());
        let bold = Claim { bold: true, ..more.clone() };
        assert!(bold.differs(Range { low: -0.5, high: 1.3 }, true).is_some());
        assert_eq!(bold.differs(Range { low: -0.5, high: 1.3 }, false), None, "of fewer games");
        let loose = Claim { side: false, ..more };
        assert_eq!(loose.differs(Range { low: -1.9, high: -0.1 }, true), None);
    }
}
