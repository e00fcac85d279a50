//! A configuration as the flags that ask for it: keys are called as flags are.

use serde_json::{Map, Value};

/// Keys whose value stands without a flag, in the order of the command line.
const POSITIONAL: [&str; 4] = ["a", "b", "spec", "file"];

/// Keys that a command's name says already.
const NAMED_BY_COMMAND: [&str; 1] = ["task"];

/// Returns the words behind a command that ask for a configuration; what is `usual` is left out.
pub(crate) fn flags(asked: &Value, usual: &Value) -> Vec<String> {
    let mut words = Vec::new();
    let Value::Object(asked) = asked else { return words };
    words.extend(POSITIONAL.iter().filter_map(|key| asked.get(*key)).flat_map(operands));
    add(asked, usual, &mut words);
    words
}

/// Returns the words of a value without a flag: a text, or each text of a list.
fn operands(value: &Value) -> Vec<String> {
    let texts = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
    texts.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn add(asked: &Map<String, Value>, usual: &Value, words: &mut Vec<String>) {
    let is_said = |key: &str| POSITIONAL.contains(&key) || NAMED_BY_COMMAND.contains(&key);
    for (key, value) in asked.iter().filter(|(key, _)| !is_said(key)) {
        let usual = usual.get(key).unwrap_or(&Value::Null);
        if value != usual {
            add_flag(key, value, usual, words);
        }
    }
}

fn add_flag(key: &str, value: &Value, usual: &Value, words: &mut Vec<String>) {
    let flag = format!("--{}", key.replace('_', "-").replace("bots", "bot"));
    match value {
        Value::Null | Value::Bool(false) => {}
        Value::Bool(true) => words.push(flag),
        Value::Object(inner) => add(inner, usual, words),
        Value::Array(values) => {
            values.iter().for_each(|value| add_value(&flag, one(value), words));
        }
        value => add_value(&flag, one(value), words),
    }
}

/// Adds a flag with its value, in one word if the value begins with a dash and would be read as a flag of its own.
fn add_value(flag: &str, value: String, words: &mut Vec<String>) {
    if value.starts_with('-') {
        words.push(format!("{flag}={value}"));
    } else {
        words.extend([flag.to_owned(), value]);
    }
}

/// Returns one value: a text, a number, a file with its name, or a program with its name.
fn one(value: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let Some(name) = value.get("name") else { return text(value) };
    let given = match (&value["command"], &value["file"]) {
        (Value::Array(words), _) => {
            words.iter().map(|word| quoted(&text(word))).collect::<Vec<_>>().join(" ")
        }
        (_, file) if file.as_str() == Some("") => "built-in".to_owned(),
        (_, file) => text(file),
    };
    format!("{}={given}", text(name))
}

/// Returns a word of a program's command line as [`shlex`] reads it.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_usual_is_left_out_and_names_are_those_of_flags() {
        let usual = json!({"games": 2000, "seed": null, "spec": "", "lambda": [0.5], "words": {"deck": null, "lang": "en"},
                           "fit_temperature": false, "bots": [], "associations": []});
        let asked = json!({"games": 2000, "seed": 7, "spec": "margin", "lambda": [0.0, 1.5],
                           "words": {"deck": "d.csv", "lang": "en"}, "fit_temperature": true,
                           "bots": [{"name": "mine", "command": ["python3", "my bot.py"]}],
                           "associations": [{"name": "t", "file": "t.csv"}], "task": "decode"});
        let words = flags(&asked, &usual).join("|");
        assert_eq!(
            words,
            "margin|--associations|t=t.csv|--bot|mine=python3 'my bot.py'|--fit-temperature|--lambda|0.0|--lambda|1.5|\
             --seed|7|--deck|d.csv"
        );
        let several = json!({"spec": ["margin", "nearest:top=4"], "seed": 7});
        assert_eq!(flags(&several, &usual).join("|"), "margin|nearest:top=4|--seed|7");
    }
}
