//! A parameter of a Python function, made from a setting.

use overhear_lab::settings::{Range, Setting, SettingForm, SettingKind};

use crate::functions::{Missing, Own};

/// A parameter.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// Name in Python.
    pub(crate) name: String,
    /// Its type.
    pub(crate) annotation: String,
    /// Its default as it is written; none if it has to be given.
    pub(crate) default: Option<String>,
    /// What it means.
    pub(crate) help: String,
    /// The statement that checks it, with `@` for its value.
    pub(crate) check: Option<String>,
    /// Key of the configuration; empty if it is no field of it.
    pub(crate) key: &'static str,
    /// Fields of the configuration that hold the field.
    pub(crate) groups: Vec<&'static str>,
    /// What the laboratory is asked for, with `@` for its value.
    pub(crate) value: String,
}

/// Largest whole number of a setting without a range of its own: a seed.
const MOST: u64 = u64::MAX;

/// A parameter whose values in Python are not words: mappings, agents, rules.
struct SpecialParameter {
    key: &'static str,
    annotation: &'static str,
    default: &'static str,
    /// Help, where that of the flag explains how words are written.
    help: Option<&'static str>,
    value: &'static str,
}

/// Parameters of this kind that have a default.
const SPECIAL: [SpecialParameter; 6] = [
    SpecialParameter {
        key: "agent",
        annotation: "Agents | None",
        default: "None",
        help: Some(
            "Agents as SPECs, classes of one's own, or labels with either, as in ``[\"margin\", \"human/bayes\"]`` or ``{\"mine\": Mine()}``",
        ),
        value: "@",
    },
    SpecialParameter { key: "rules", annotation: "RuleSet", default: "\"official\"", help: None, value: "@" },
    SpecialParameter {
        key: "set",
        annotation: "Switches",
        default: "{}",
        help: Some("Switches of the rules, as in ``{\"round_limit\": 6}``"),
        value: "@",
    },
    SpecialParameter {
        key: "other_space",
        annotation: "Mapping[str, PathLike | None]",
        default: "{}",
        help: Some(
            "Other embeddings by their names, for agents with space=NAME in their SPEC; ``None`` is the built-in one",
        ),
        value: "@",
    },
    SpecialParameter {
        key: "associations",
        annotation: "Mapping[str, PathLike]",
        default: "{}",
        help: None,
        value: "association_tables(@)",
    },
    SpecialParameter {
        key: "minutes",
        annotation: "Mapping[str, float]",
        default: "{}",
        help: Some("Assumed minutes of actions in a game, as in ``{\"clue\": 1.5, \"guess\": 2}``"),
        value: "dict(mapping(\"minutes\", @))",
    },
];

impl Parameter {
    /// Returns the parameter of a setting.
    pub(crate) fn new(setting: &Setting, name: &str, missing: Missing) -> Parameter {
        if let Some(special) = SPECIAL.iter().find(|special| special.key == setting.key) {
            return Parameter::special(setting, name, special);
        }
        let is_list = matches!(setting.form, SettingForm::List | SettingForm::CommaList);
        let is_left_out = missing == Missing::LeftToTheLaboratory && setting.groups.is_empty();
        let may_be_none = !setting.is_required
            && (is_list || setting.form == SettingForm::Optional || is_left_out || is_seed(setting));
        let default = match (setting.is_required, may_be_none) {
            (true, _) => None,
            (false, true) => Some("None".to_owned()),
            (false, false) => Some(literal(setting)),
        };
        let annotation = annotation(setting) + if may_be_none { " | None" } else { "" };
        Parameter {
            name: name.to_owned(),
            annotation,
            default,
            help: help(setting, may_be_none),
            check: check(setting, name, !may_be_none),
            key: setting.key,
            groups: setting.groups.clone(),
            value: value(setting, name, may_be_none),
        }
    }

    fn special(setting: &Setting, name: &str, special: &SpecialParameter) -> Parameter {
        Parameter {
            name: name.to_owned(),
            annotation: special.annotation.to_owned(),
            default: Some(special.default.to_owned()),
            help: special
                .help
                .map_or_else(|| setting.help.to_owned(), |help| help.to_owned() + default_in(setting.help)),
            check: None,
            key: setting.key,
            groups: setting.groups.clone(),
            value: special.value.to_owned(),
        }
    }

    /// Returns a parameter that only Python has, or has in a form of its own.
    pub(crate) fn own(own: &Own, setting: Option<&Setting>) -> Parameter {
        let help = setting.map_or("", |setting| setting.help);
        Parameter {
            name: own.name.to_owned(),
            annotation: own.annotation.to_owned(),
            default: Some(own.default.to_owned()).filter(|default| !default.is_empty()),
            help: if own.help.is_empty() { help } else { own.help }.to_owned(),
            check: None,
            key: own.key,
            groups: setting.map_or_else(Vec::new, |setting| setting.groups.clone()),
            value: own.value.to_owned(),
        }
    }
}

/// Returns the part of a help text that states the default.
fn default_in(help: &str) -> &str {
    help.rfind("[default: ").map_or("", |start| &help[start - 1..])
}

/// Returns `true` for a seed: Python draws one that is not given.
fn is_seed(setting: &Setting) -> bool {
    setting.key == "seed"
}

/// Returns help, with the default where the signature does not have it.
fn help(setting: &Setting, may_be_none: bool) -> String {
    if is_seed(setting) && !setting.default.is_empty() {
        return format!("{}; drawn if not given", setting.help);
    }
    if !may_be_none || setting.default.is_empty() || setting.help.contains("[default: ") {
        return setting.help.to_owned();
    }
    format!("{} [default: {}]", setting.help, setting.default.join(", "))
}

/// Returns the type of a value.
fn annotation(setting: &Setting) -> String {
    let one = match setting.kind {
        SettingKind::Count => "int",
        SettingKind::Number => "float",
        SettingKind::Switch => "bool",
        SettingKind::Path => "PathLike",
        SettingKind::Text | SettingKind::Choice(_) | SettingKind::NamedFile | SettingKind::Bot => "str",
    };
    match setting.form {
        SettingForm::List => format!("Sequence[{one}]"),
        SettingForm::CommaList if one == "float" => "Iterable[float] | float".to_owned(),
        SettingForm::CommaList => format!("Iterable[{one}]"),
        SettingForm::One | SettingForm::Optional | SettingForm::Switch => one.to_owned(),
    }
}

/// Returns a default as Python writes it.
fn literal(setting: &Setting) -> String {
    let word = setting.default.concat();
    match setting.kind {
        SettingKind::Switch => "False".to_owned(),
        SettingKind::Count => grouped(word.parse().expect("a count")),
        SettingKind::Number => word,
        _ => format!("\"{word}\""),
    }
}

/// Returns a whole number with underscores.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if number < 10_000 {
        return digits;
    }
    let groups = digits.char_indices().map(|(place, digit)| {
        let is_start = place > 0 && (digits.len() - place).is_multiple_of(3);
        if is_start { format!("_{digit}") } else { digit.to_string() }
    });
    groups.collect()
}

/// Returns the statement that checks a number; of a text or a switch the one that says what it is not.
fn check(setting: &Setting, name: &str, is_needed: bool) -> Option<String> {
    let needed = if is_needed { ", needed=True" } else { "" };
    match (setting.form, setting.kind, setting.range) {
        (SettingForm::List | SettingForm::CommaList, ..) => None,
        (_, SettingKind::Count, Some(Range::Count(range))) => Some(format!(
            "check_count(\"{name}\", @, {}, {}{needed})",
            grouped(range.low),
            grouped(range.high)
        )),
        (_, SettingKind::Count, _) => {
            Some(format!("check_count(\"{name}\", @, 0, {}{needed})", grouped(MOST)))
        }
        (_, SettingKind::Number, Some(Range::Number(range))) => {
            let above = if range.above_zero { ", above=True" } else { "" };
            Some(format!("check_number(\"{name}\", @, 0, {}{above}{needed})", range.high))
        }
        _ => None,
    }
}

/// Returns what the laboratory is asked for.
fn value(setting: &Setting, name: &str, may_be_none: bool) -> String {
    let call = match (setting.form, setting.kind, may_be_none) {
        (SettingForm::CommaList, SettingKind::Number, _) => "given_list",
        (_, SettingKind::Count | SettingKind::Number, _) => return "@".to_owned(),
        (SettingForm::CommaList, ..) => "given_texts",
        (SettingForm::List, _, true) => return format!("given_texts(\"{name}\", @) or []"),
        (SettingForm::List, _, false) => "texts",
        (_, SettingKind::Switch, _) => "flag",
        (_, SettingKind::Path, false) => return format!("str(as_path(\"{name}\", @))"),
        (_, SettingKind::Path, true) => "path",
        (_, _, true) => "optional_text",
        (_, _, false) => "text",
    };
    format!("{call}(\"{name}\", @)")
}
