//! What there is to say of a switch of the rules, so that whoever reads, sets or explains rules asks here.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{Choice, Rules};

/// One key of a rules file. All of them are declared in [`SWITCHES`](super::SWITCHES).
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    pub(super) field: Field,
    /// Its name in plain words.
    pub name: &'static str,
    /// The number of the rule that it sets.
    pub rule: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// What it takes to know what it would have changed.
    pub what_if: WhatIf,
}

/// What it takes to know what a switch would have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhatIf {
    /// It is looked at after the last guess alone, so no player reacts to it: the games that were played are judged
    /// again, exactly.
    JudgeAgain,
    /// It changes what is said, known or counted on the way: the same deals are played again.
    PlayAgain,
}

/// The values that a switch takes, whatever the others say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whole numbers.
    Numbers {
        /// The lowest.
        low: i32,
        /// The highest.
        high: i32,
    },
    /// One of these.
    Choices(&'static [Choice]),
}

/// What a switch is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i32),
    /// One of the choices.
    Choice(&'static Choice),
}

/// A field of [`Rules`] as a number: for one of several choices, its place among them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) key: &'static str,
    pub(super) values: Values,
    /// How the highest number hangs on another switch.
    pub(super) highest: Option<&'static str>,
    /// The numbers that a what-if tries where nobody names any.
    pub(super) tried: &'static [i32],
    pub(super) get: fn(&Rules) -> i32,
    /// Whether the field can hold it.
    pub(super) set: fn(&mut Rules, i32) -> bool,
    /// What the other switches leave of the numbers, given the lowest and the highest of them.
    pub(super) bounds: fn(&Rules, [i32; 2]) -> Bounds,
}

/// From where to where a number may go, and why.
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

    /// A number that nothing else can be.
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
    /// The key, as [`Rules`] spells it.
    pub const fn key(&self) -> &'static str {
        self.field.key
    }

    /// The values that it takes, whatever the others say.
    pub const fn values(&self) -> Values {
        self.field.values
    }

    /// The same as a rules file explains them: `2 to 4`, or `both, black`.
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

    /// The values that a what-if tries where nobody names any: every choice, or a few numbers.
    pub fn tried(&self) -> Vec<Value> {
        match self.field.values {
            Values::Numbers { .. } => self.field.tried.iter().map(|&number| Value::Number(number)).collect(),
            Values::Choices(choices) => choices.iter().map(Value::Choice).collect(),
        }
    }

    /// What it is set to.
    pub fn get(&self, rules: &Rules) -> Value {
        let number = (self.field.get)(rules);
        match self.field.values {
            Values::Numbers { .. } => Value::Number(number),
            Values::Choices(choices) => Value::Choice(&choices[number as usize]),
        }
    }

    /// The rules with the switch turned to a value as it is written in a rules file, without quotes; nothing if that is none
    /// of its [`values`](Self::values). Whether the rules then make a game is for [`Rules::check`] to say.
    ///
    /// ```
    /// use overhear_engine::rules::{Rules, Switch, Tiebreak};
    /// let tiebreak = Switch::find("tiebreak").ok_or("no such key")?;
    /// let rules = tiebreak.turned(&Rules::official(), "points").ok_or("no such value")?;
    /// assert_eq!(rules, Rules { tiebreak: Tiebreak::Points, ..Rules::official() });
    /// assert_eq!(tiebreak.get(&rules).to_string(), "points");
    /// assert_eq!(tiebreak.turned(&rules, "coin"), None);
    /// let rounds = Switch::find("round_limit").ok_or("no such key")?;
    /// assert_eq!(rounds.turned(&rules, "17"), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn turned(&self, rules: &Rules, value: &str) -> Option<Rules> {
        let number = match self.field.values {
            Values::Numbers { low, high } => {
                value.parse().ok().filter(|number| (low..=high).contains(number))?
            }
            Values::Choices(choices) => choices.iter().position(|choice| choice.value == value)? as i32,
        };
        let mut turned = *rules;
        (self.field.set)(&mut turned, number).then_some(turned)
    }

    /// What the other switches of the rules leave of its values.
    pub(super) fn bounds(&self, rules: &Rules) -> Bounds {
        let (low, high) = match self.field.values {
            Values::Numbers { low, high } => (low, high),
            Values::Choices(choices) => (0, choices.len() as i32 - 1),
        };
        let left = (self.field.bounds)(rules, [low, high]);
        Bounds { low: left.low.max(low), high: left.high.min(high), ..left }
    }

    /// Whether the rules' value is out of bounds: what it is, and what it may be.
    pub(super) fn out_of_bounds(&self, rules: &Rules) -> Option<(i32, Bounds)> {
        let (value, bounds) = ((self.field.get)(rules), self.bounds(rules));
        (!(bounds.low..=bounds.high).contains(&value)).then_some((value, bounds))
    }
}

impl Value {
    /// As it stands in a rules file.
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

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Number(number) => serializer.serialize_i32(*number),
            Value::Choice(choice) => serializer.serialize_str(choice.value),
        }
    }
}
