//! Configuration of a bot: its command, environment, options and limits.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::lines::quote;

/// Configuration of a bot: an entry `[[bot]]` of a file.
///
/// ```
/// use overhear_bots::BotConfig;
/// let config = BotConfig::command("mine", ["python3", "mine.py"]);
/// assert_eq!((config.name.as_str(), config.processes), ("mine", 1));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotConfig {
    /// Name of the bot's agent.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Working directory; by default the current one.
    #[serde(default)]
    pub cwd: Option<PathBuf>,
    /// Environment variables, added to the inherited ones.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Values of the bot's parameters.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// Number of processes that share the questions.
    #[serde(default = "default_count", deserialize_with = "count")]
    pub processes: usize,
    /// Maximum number of questions in a message, if fewer than the bot accepts.
    #[serde(default, deserialize_with = "some_count")]
    pub batch: Option<usize>,
    /// Seconds in which the bot must be ready.
    #[serde(default = "a_minute")]
    pub startup: f64,
    /// Seconds in which the answers to a message must arrive.
    #[serde(default = "five_minutes")]
    pub answer_limit: f64,
    /// Failed questions in a row that end the run; after each of them but the last the program is started again.
    #[serde(default = "three", deserialize_with = "count")]
    pub restarts: u32,
    /// Handling of clues outside the vocabulary; overrides the bot's hello.
    #[serde(default)]
    pub unknown_clue: Option<UnknownClue>,
    /// File for standard error, limited to 16 MB.
    #[serde(default)]
    pub log: Option<PathBuf>,
}

/// Handling of a clue outside the vocabulary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownClue {
    /// The bot is asked again, at most three times, with the reason; then the clue is missing.
    #[default]
    Reject,
    /// The clue is missing.
    Missing,
    /// The clue is a text, judged by the law of free text and read like people's clues. A text that no game
    /// can hold is handled as with [`UnknownClue::Reject`].
    Embed,
}

/// Error returned by [`BotConfig::check`]: an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("key `{key}`: {what}")]
pub struct BotConfigError {
    /// Key of the value.
    pub key: &'static str,
    /// Description of the problem.
    pub what: String,
}

/// Maximum number of processes.
const PROCESSES: usize = 256;

/// Maximum of `restarts`.
const RESTARTS: u32 = 1000;

/// Last words of the names of variables that hold secrets.
const SECRETS: [&str; 6] = ["APIKEY", "CREDENTIALS", "KEY", "PASSWORD", "SECRET", "TOKEN"];

/// Longest time in seconds: a year.
const LONGEST: f64 = 31_536_000.0;

/// Maximum number of characters of a name.
const NAME: usize = 100;

/// Reads a count, with a plain message for other values.
fn count<'de, D: Deserializer<'de>, T: TryFrom<u64>>(deserializer: D) -> Result<T, D::Error> {
    struct Count;
    impl Visitor<'_> for Count {
        type Value = u64;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number from 1")
        }
        fn visit_u64<E: de::Error>(self, number: u64) -> Result<u64, E> {
            Ok(number)
        }
        fn visit_i64<E: de::Error>(self, number: i64) -> Result<u64, E> {
            u64::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
        }
    }
    let number = deserializer.deserialize_u64(Count)?;
    T::try_from(number).map_err(|_| de::Error::invalid_value(Unexpected::Unsigned(number), &Count))
}

/// Reads an optional count.
fn some_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    #[derive(Deserialize)]
    struct Count(#[serde(deserialize_with = "count")] usize);
    Ok(Option::<Count>::deserialize(deserializer)?.map(|Count(count)| count))
}

const fn default_count() -> usize {
    1
}

const fn three() -> u32 {
    3
}

const fn a_minute() -> f64 {
    60.0
}

const fn five_minutes() -> f64 {
    300.0
}

impl BotConfig {
    /// Returns a configuration with a command and defaults.
    pub fn command<S: Into<String>>(name: &str, command: impl IntoIterator<Item = S>) -> BotConfig {
        BotConfig {
            name: name.to_owned(),
            command: command.into_iter().map(Into::into).collect(),
            cwd: None,
            env: BTreeMap::new(),
            options: Map::new(),
            processes: default_count(),
            batch: None,
            startup: a_minute(),
            answer_limit: five_minutes(),
            restarts: three(),
            unknown_clue: None,
            log: None,
        }
    }

    /// Checks every value as far as possible before the bot starts.
    ///
    /// ```
    /// use overhear_bots::BotConfig;
    /// let config = BotConfig::command("mine", ["python3", "mine.py"]);
    /// assert!(config.check().is_ok());
    /// let endless = BotConfig { answer_limit: f64::NAN, ..config };
    /// let message = endless.check().unwrap_err().to_string();
    /// assert_eq!(message, "key `answer_limit`: NaN s; it takes seconds above 0, up to 31536000 (a year)");
    /// ```
    ///
    /// # Errors
    /// Returns the first key with an invalid value.
    pub fn check(&self) -> Result<(), BotConfigError> {
        let characters = self.name.chars().count();
        if !(1..=NAME).contains(&characters) {
            return refuse("name", format!("{characters} characters; it takes 1 to {NAME}"));
        }
        if self.command.first().is_none_or(String::is_empty) {
            return refuse("command", "it is empty; it takes the program and its arguments".to_owned());
        }
        if self.command.iter().any(|word| word.contains('\0')) {
            return refuse("command", "it holds a NUL, which no argument can".to_owned());
        }
        if let Some((name, _)) = self
            .env
            .iter()
            .find(|(name, value)| name.is_empty() || name.contains(['=', '\0']) || value.contains('\0'))
        {
            let name = quote(name.as_bytes());
            return refuse("env", format!("`{name}` and its value cannot be a variable; a name has no `=`"));
        }
        let counts = [
            ("processes", self.processes, PROCESSES),
            ("batch", self.batch.unwrap_or(1), usize::MAX),
            ("restarts", self.restarts as usize, RESTARTS as usize),
        ];
        for (key, value, most) in counts {
            if !(1..=most).contains(&value) {
                let range = if most == usize::MAX { "at least 1".to_owned() } else { format!("1 to {most}") };
                return refuse(key, format!("{value}; it takes {range}"));
            }
        }
        for (key, seconds) in [("startup", self.startup), ("answer_limit", self.answer_limit)] {
            if !(seconds > 0.0 && seconds <= LONGEST) {
                let range = format!("seconds above 0, up to {LONGEST} (a year)");
                return refuse(key, format!("{seconds} s; it takes {range}"));
            }
        }
        Ok(())
    }

    /// Returns the variables of `env` that look like secrets by the last word of their names, such as
    /// `OPENAI_API_KEY`: files that store a configuration hold their values as plain text.
    ///
    /// ```
    /// use overhear_bots::BotConfig;
    /// let mut config = BotConfig::command("mine", ["python3", "mine.py"]);
    /// for name in ["MINE_API_KEY", "MAX_TOKENS", "KEYBOARD"] {
    ///     config.env.insert(name.to_owned(), "12".to_owned());
    /// }
    /// assert!(config.secrets().eq(["MINE_API_KEY"]));
    /// ```
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        self.env.keys().map(String::as_str).filter(|name| is_secret(name))
    }

    pub(crate) fn startup(&self) -> Duration {
        Duration::try_from_secs_f64(self.startup).unwrap_or(Duration::MAX)
    }

    pub(crate) fn answer_limit(&self) -> Duration {
        Duration::try_from_secs_f64(self.answer_limit).unwrap_or(Duration::MAX)
    }
}

fn refuse(key: &'static str, what: String) -> Result<(), BotConfigError> {
    Err(BotConfigError { key, what })
}

/// Returns `true` if the last part of the name of a variable is one of secrets.
fn is_secret(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or_default().to_ascii_uppercase();
    SECRETS.contains(&&*last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl FnOnce(&mut BotConfig)) -> String {
        let mut config = BotConfig::command("mine", ["true"]);
        change(&mut config);
        config.check().expect_err("it makes no sense").to_string()
    }

    #[test]
    fn values_that_make_no_sense_are_named_by_their_keys() {
        for seconds in [f64::NAN, f64::INFINITY, 0.0, -0.0, -3.0, 1e9] {
            assert!(refused(|config| config.startup = seconds).starts_with("key `startup`: "));
            assert!(refused(|config| config.answer_limit = seconds).starts_with("key `answer_limit`: "));
        }
        assert_eq!(refused(|config| config.processes = 257), "key `processes`: 257; it takes 1 to 256");
        assert_eq!(refused(|config| config.batch = Some(0)), "key `batch`: 0; it takes at least 1");
        assert_eq!(refused(|config| config.restarts = 0), "key `restarts`: 0; it takes 1 to 1000");
        assert_eq!(
            refused(|config| config.name = "x".repeat(1 << 20)),
            "key `name`: 1048576 characters; it takes 1 to 100"
        );
        assert!(refused(|config| config.command.clear()).starts_with("key `command`: it is empty"));
        assert!(
            refused(|config| config.command.push("a\0b".to_owned()))
                .starts_with("key `command`: it holds a NUL")
        );
        for (name, value) in [("", "a"), ("A=B", "a"), ("A", "\0"), (&*"=".repeat(5000), "")] {
            let problem = refused(|config| drop(config.env.insert(name.to_owned(), value.to_owned())));
            assert!(problem.starts_with("key `env`: `") && problem.len() < 200, "{problem}");
        }
    }

    #[test]
    fn counts_that_are_none_are_refused_in_words() {
        let read = |key: &str, value: &str| {
            let text = format!(r#"{{"name":"a","command":["b"],"{key}":{value}}}"#);
            serde_json::from_str::<BotConfig>(&text).map_err(|error| error.to_string())
        };
        for key in ["processes", "batch", "restarts"] {
            for value in ["-1", "1.5", "\"two\"", "1e300"] {
                let problem = read(key, value).expect_err("no count");
                assert!(problem.contains("expected a whole number from 1"), "{key} = {value}: {problem}");
            }
            assert!(read(key, "3").is_ok());
        }
        assert!(
            read("restarts", "4294967296").is_err_and(|problem| problem.contains("integer `4294967296`"))
        );
        assert_eq!(read("batch", "null").map(|config| config.batch), Ok(None));
    }

    #[test]
    fn values_at_their_bounds_are_taken() {
        let config = BotConfig {
            processes: 256,
            batch: Some(usize::MAX),
            startup: 31_536_000.0,
            answer_limit: 1e-3,
            restarts: 1000,
            ..BotConfig::command(&"é".repeat(100), ["a"])
        };
        assert_eq!(config.check(), Ok(()));
    }
}
