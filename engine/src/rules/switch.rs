//! Descriptions of the switches of the rules, for all code that parses, sets or explains rules.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::{Choice, Rules};

/// One key of a rules file. All keys are declared in [`SWITCHES`](super::SWITCHES).
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    pub(super) field: Field,
    /// Name in plain words.
    pub name: &'static str,
    /// Number of the rule that the switch sets.
    pub rule: &'static str,
    /// Effect of the switch.
    pub meaning: &'static str,
    /// Effort needed to learn the effect of another value.
    pub what_if: WhatIfMethod,
}

/// Effort needed to learn the effect of another value of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhatIfMethod {
    /// The switch only matters after the last guess, so no player reacts to it. The finished games are
    /// rejudged exactly.
    JudgeAgain,
    /// The switch changes clues, knowledge or counts during a game. The same deals are played again.
    PlayAgain,
}

/// Values of a switch, independent of the other switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whole numbers in a range.
    Numbers {
        /// Lowest number.
        low: i32,
        /// Highest number.
        high: i32,
    },
    /// One of these options.
    Choices(&'static [Choice]),
}

/// Present value of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i32),
    /// One of the options.
    Choice(&'static Choice),
}

/// A field of [`Rules`] as a number; an option is represented by its index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) key: &'static str,
    pub(super) values: Values,
    /// Formula for the highest number, if it depends on another switch.
    pub(super) highest: Option<&'static str>,
    /// Numbers that a what-if tries by default.
    pub(super) tried: &'static [i32],
    pub(super) get: fn(&Rules) -> i32,
    /// Sets the field. Returns `false` if the number does not fit.
    pub(super) set: fn(&mut Rules, i32) -> bool,
    /// Returns the numbers that the other switches allow, given the lowest and the highest one.
    pub(super) bounds: fn(&Rules, [i32; 2]) -> Bounds,
}

/// Allowed range of a number, with an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
    note: String,
}

impl Bounds {
    pub(super) fn new(low: i32, high: i32, note: impl Into<String>) -> Bounds {
        Bounds { low, high, note: note.into() }
    }

    /// Returns bounds that allow a single number.
    pub(super) fn only(number: i32, note: &str) -> Bounds {
        Bounds::new(number, number, note)
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (low, high) if low == high => write!(f, "{low}{}", self.note),
            (low, high) => write!(f, "{low} to {high}{}", self.note),
        }
    }
}

impl Switch {
    /// Returns the key, as spelt in [`Rules`].
    pub const fn key(&self) -> &'static str {
        self.field.key
    }

    /// Returns the values of the switch, independent of the other switches.
    pub const fn values(&self) -> Values {
        self.field.values
    }

    /// Returns the values as a rules file explains them: `2 to 4`, or `both, black`.
    pub fn allowed(&self) -> String {
        match self.field.values {
            Values::Numbers { low, high } => match self.field.highest {
                Some(highest) => format!("{low} to {highest}"),
                None => format!("{low} to {high}"),
            },
            Values::Choices(choices) => {
                choices.iter().map(|choice| choice.value).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Returns the values that a what-if tries by default: every option, or a few numbers.
    pub fn tried(&self) -> Vec<Value> {
        match self.field.values {
            Values::Numbers { .. } => self.field.tried.iter().map(|&number| Value::Number(number)).collect(),
            Values::Choices(choices) => choices.iter().map(Value::Choice).collect(),
        }
    }

    /// Returns the value of the switch in `rules`.
    pub fn get(&self, rules: &Rules) -> Value {
        let number = (self.field.get)(rules);
        match self.field.values {
            Values::Numbers { .. } => Value::Number(number),
            Values::Choices(choices) => Value::Choice(&choices[number as usize]),
        }
    }

    /// Returns the rules with the switch set to `value`, or `None` if [`values`](Self::values) does not
    /// contain it.
    ///
    /// `value` is spelt as in a rules file, without quotes. The new rules are not checked: see [`Rules::check`].
    ///
    /// ```
    /// use overhear_engine::rules::{Rules, Switch, Tiebreak};
    /// let tiebreak = Switch::find("tiebreak").ok_or("no such key")?;
    /// let rules = tiebreak.with_value(&Rules::official(), "points").ok_or("no such value")?;
    /// assert_eq!(rules, Rules { tiebreak: Tiebreak::Points, ..Rules::official() });
    /// assert_eq!(tiebreak.get(&rules).to_string(), "points");
    /// assert_eq!(tiebreak.with_value(&rules, "coin"), None);
    /// let rounds = Switch::find("round_limit").ok_or("no such key")?;
    /// assert_eq!(rounds.with_value(&rules, "17"), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn with_value(&self, rules: &Rules, value: &str) -> Option<Rules> {
        let number = match self.field.values {
            Values::Numbers { low, high } => {
                value.parse().ok().filter(|number| (low..=high).contains(number))?
            }
            Values::Choices(choices) => choices.iter().position(|choice| choice.value == value)? as i32,
        };
        let mut turned = *rules;
        (self.field.set)(&mut turned, number).then_some(turned)
    }

    /// Returns the values that the other switches of `rules` allow.
    pub(super) fn bounds(&self, rules: &Rules) -> Bounds {
        let (low, high) = match self.field.values {
            Values::Numbers { low, high } => (low, high),
            Values::Choices(choices) => (0, choices.len() as i32 - 1),
        };
        let bounds = (self.field.bounds)(rules, [low, high]);
        Bounds { low: bounds.low.max(low), high: bounds.high.min(high), ..bounds }
    }

    /// Returns the value and its bounds if the value is out of bounds.
    pub(super) fn out_of_bounds(&self, rules: &Rules) -> Option<(i32, Bounds)> {
        let (value, bounds) = ((self.field.get)(rules), self.bounds(rules));
        (!(bounds.low..=bounds.high).contains(&value)).then_some((value, bounds))
    }
}

impl Value {
    /// Returns the value as written in a rules file.
    ///
    /// ```
    /// use overhear_engine::rules::{Choice, Value};
    /// assert_eq!(Value::Number(5).to_toml(), "5");
    /// assert_eq!(Value::Choice(&Choice { value: "points", name: "points alone" }).to_toml(), "\"points\"");
    /// ```
    pub fn to_toml(self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Choice(choice) => format!("\"{}\"", choice.value),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Choice(choice) => choice.value.fmt(f),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Number(number) => serializer.serialize_i32(*number),
            Value::Choice(choice) => serializer.serialize_str(choice.value),
        }
    }
}
