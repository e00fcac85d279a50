//! Validation of a bot's hello and of its options.

use overhear_engine::rules::is_printable;
use rustc_hash::FxHashSet;
use serde_json::Value;

use crate::bot_fault::{BotFault, BotFaultKind};
use crate::config::{BotConfig, UnknownClue};
use crate::lines::quote;
use crate::protocol::{BotHello, Param, ParamKind};
use crate::words::WordLists;

/// Maximum number of parameters.
const PARAMS: usize = 100;

/// Maximum number of characters of a parameter's key.
const KEY: usize = 64;

/// Maximum number of characters of a name or version.
const NAME: usize = 200;

/// Maximum number of characters of a parameter's meaning.
const MEANING: usize = 1000;

/// Characters with a special meaning in a SPEC.
const OF_SPECS: &[char] = &[':', '=', ',', '/', '+', '"', '\'', '`'];

/// Checks a hello, and that the options fit its parameters.
pub(crate) fn check(hello: &BotHello, config: &BotConfig, words: &WordLists) -> Result<(), BotFault> {
    let embeds = config.unknown_clue.unwrap_or(hello.unknown_clue) == UnknownClue::Embed;
    let wrong = if hello.roles.is_empty() {
        Some("its hello names no role".to_owned())
    } else if hello.batch == 0 {
        Some("its hello allows no question in a message".to_owned())
    } else if embeds && !words.have_texts() {
        Some("`unknown_clue = embed`: texts cannot be read in this run".to_owned())
    } else {
        texts(hello).or_else(|| params(&hello.params)).or_else(|| options(hello, config))
    };
    wrong.map_or(Ok(()), |what| {
        Err(BotFault::new(BotFaultKind::WrongHello, format!("bot `{}`: {what}", config.name)))
    })
}

/// Returns the problem of the name or version, if there is one.
fn texts(hello: &BotHello) -> Option<String> {
    let texts = [("name", &*hello.name), ("version", &*hello.version)];
    texts.into_iter().find_map(|(what, text)| {
        let characters = text.chars().count();
        if characters > NAME {
            Some(format!("its {what} has {characters} characters; at most {NAME} are taken"))
        } else if !text.chars().all(is_printable) {
            Some(format!("its {what}, `{}`, has a character that does not show", quote(text.as_bytes())))
        } else {
            None
        }
    })
}

/// Returns the problem of the parameters, if there is one.
fn params(params: &[Param]) -> Option<String> {
    if params.len() > PARAMS {
        return Some(format!("its hello has {} parameters; at most {PARAMS} are taken", params.len()));
    }
    let mut keys = FxHashSet::default();
    params.iter().find_map(|param| {
        let what = if keys.insert(&param.key) { flaw(param)? } else { "it is declared twice".to_owned() };
        Some(format!("parameter `{}`: {what}", quote(param.key.as_bytes())))
    })
}

/// Returns the problem of a parameter, if there is one. A missing default is null.
fn flaw(param: &Param) -> Option<String> {
    let (key, meaning) = (param.key.chars().count(), param.meaning.chars().count());
    if !(1..=KEY).contains(&key) {
        return Some(format!("its key has {key} characters; it takes 1 to {KEY}"));
    }
    if param.key.chars().any(|c| c.is_whitespace() || !is_printable(c) || OF_SPECS.contains(&c)) {
        return Some("its key holds white space, or a character with a meaning in a SPEC".to_owned());
    }
    if meaning > MEANING {
        return Some(format!("its meaning has {meaning} characters; at most {MEANING} are taken"));
    }
    if let (Some(low), Some(high)) = (param.low, param.high)
        && low > high
    {
        return Some(format!("its least number, {low}, is above its greatest, {high}"));
    }
    let default = Some(&param.default).filter(|default| !default.is_null())?;
    misfit(param, default).map(|what| format!("its default is {}: {what}", display_value(default)))
}

/// Returns the problem of the options, if there is one.
fn options(hello: &BotHello, config: &BotConfig) -> Option<String> {
    config.options.iter().find_map(|(key, value)| {
        let Some(param) = hello.params.iter().find(|param| param.key == *key) else {
            let known: Vec<&str> = hello.params.iter().map(|param| param.key.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Some(format!("it has no parameter `{}`; it has {known}", quote(key.as_bytes())));
        };
        misfit(param, value).map(|what| format!("`{key} = {}`: {what}", display_value(value)))
    })
}

/// Returns a value for a message.
fn display_value(value: &Value) -> String {
    quote(value.to_string().as_bytes())
}

/// Returns the reason why a value does not fit a parameter, if there is one.
fn misfit(param: &Param, value: &Value) -> Option<String> {
    let number = value.as_f64();
    let fits = match param.kind {
        ParamKind::Real => number.is_some(),
        ParamKind::Whole => number.is_some_and(|number| number.fract() == 0.0),
        // In a SPEC a flag is 0 or 1.
        ParamKind::Flag => value.is_boolean() || number == Some(0.0) || number == Some(1.0),
        ParamKind::Text => value.is_string(),
    };
    if !fits {
        return Some(format!("{:?} is wanted", param.kind).to_lowercase());
    }
    let low = param.low.filter(|&low| number.is_some_and(|number| number < low));
    let high = param.high.filter(|&high| number.is_some_and(|number| number > high));
    let below = low.map(|low| format!("it is at least {low}"));
    below.or_else(|| high.map(|high| format!("it is at most {high}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the problem of a hello with these parameters.
    fn named_params(params: &Value) -> Option<String> {
        let hello = json!({ "protocol": 1, "name": "n", "roles": ["decode"], "params": params });
        refusal(&hello)
    }

    fn refusal(hello: &Value) -> Option<String> {
        let hello: BotHello = serde_json::from_value(hello.clone()).expect("a hello");
        let words = WordLists::new("en", Vec::new(), Vec::new());
        check(&hello, &BotConfig::command("mine", ["true"]), &words).err().map(|fault| fault.what)
    }

    fn param(changes: &Value) -> Value {
        let mut param = json!({ "key": "heat", "kind": "real", "default": 0, "low": 0, "high": 2 });
        let object = param.as_object_mut().expect("an object");
        object.extend(changes.as_object().expect("an object").clone());
        param
    }

    #[test]
    fn parameters_that_make_no_sense_are_named() {
        for (changes, part) in [
            (json!({ "low": 3 }), "its least number, 3, is above its greatest, 2"),
            (json!({ "default": 5 }), "its default is 5: it is at most 2"),
            (json!({ "default": -1 }), "its default is -1: it is at least 0"),
            (json!({ "default": "hot" }), "its default is \"hot\": real is wanted"),
            (json!({ "kind": "whole", "default": 0.5 }), "whole is wanted"),
            (json!({ "kind": "flag", "default": 2 }), "flag is wanted"),
            (json!({ "kind": "text", "default": 0 }), "text is wanted"),
            (json!({ "key": "" }), "its key has 0 characters"),
            (json!({ "key": "a=b" }), "a character with a meaning in a SPEC"),
            (json!({ "key": "a b" }), "its key holds white space"),
            (json!({ "key": "x".repeat(65) }), "its key has 65 characters; it takes 1 to 64"),
            (json!({ "meaning": "x".repeat(1001) }), "at most 1000 are taken"),
        ] {
            let problem = named_params(&json!([param(&changes)])).unwrap_or_default();
            assert!(
                problem.starts_with("bot `mine`: parameter `") && problem.contains(part),
                "{changes}: {problem}"
            );
        }
        assert_eq!(
            named_params(&json!([param(&json!({})), param(&json!({ "kind": "text", "default": "a" }))]))
                .as_deref(),
            Some("bot `mine`: parameter `heat`: it is declared twice")
        );
        let many: Vec<Value> = (0..101).map(|n| param(&json!({ "key": format!("k{n}") }))).collect();
        assert!(
            named_params(&json!(many)).is_some_and(|problem| problem.contains("101 parameters; at most 100"))
        );
        assert_eq!(named_params(&json!(many[..100])), None);
    }

    #[test]
    fn parameters_at_their_bounds_are_taken() {
        for changes in [
            json!({}),
            json!({ "low": 0, "high": 0 }),
            json!({ "low": null, "high": null, "default": -1e300 }),
            json!({ "default": null }),
            json!({ "kind": "whole", "default": 1.0 }),
            json!({ "kind": "flag", "default": true, "low": null, "high": null }),
            json!({ "kind": "flag", "default": 1 }),
            json!({ "kind": "text", "default": "" }),
            json!({ "key": "größe-2.x_y" }),
        ] {
            assert_eq!(named_params(&json!([param(&changes)])), None, "{changes}");
        }
    }

    #[test]
    fn texts_that_are_long_or_do_not_show_are_refused() {
        let hello = |name: &str| json!({ "protocol": 1, "name": name, "roles": ["decode"] });
        assert_eq!(refusal(&hello(&"é".repeat(200))), None);
        let problem = refusal(&hello(&"é".repeat(201))).unwrap_or_default();
        assert_eq!(problem, "bot `mine`: its name has 201 characters; at most 200 are taken");
        let problem = refusal(&hello("a\u{1b}[2J")).unwrap_or_default();
        assert_eq!(problem, "bot `mine`: its name, `a\\u{1b}[2J`, has a character that does not show");
    }
}
