//! How a bot is started, and what it may take.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A bot as it is ordered: an entry `[[bot]]` of a file.
///
/// ```
/// use overhear_bots::Order;
/// let order = Order::command("mine", ["python3", "mine.py"]);
/// assert_eq!((order.name.as_str(), order.processes), ("mine", 1));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The name that it plays under.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The directory that it is started in, if not the current one.
    #[serde(default)]
    pub cwd: Option<PathBuf>,
    /// Variables of its environment, besides the inherited ones.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// What is set of its parameters.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// How many processes share the questions.
    #[serde(default = "one")]
    pub processes: usize,
    /// The most questions in one message, if that is fewer than the bot takes.
    #[serde(default)]
    pub batch: Option<usize>,
    /// How many seconds it has to be ready.
    #[serde(default = "a_minute")]
    pub startup: f64,
    /// How many seconds it has for the answers to one message.
    #[serde(default = "five_minutes")]
    pub answer_limit: f64,
    /// How often in a row it is started again without an answer between, before the run ends.
    #[serde(default = "three")]
    pub restarts: u32,
    /// What becomes of a clue that the vocabulary does not have, if it is not what the bot's hello says.
    #[serde(default)]
    pub unknown_clue: Option<UnknownClue>,
    /// Where what it writes to standard error goes; at most 16 MB of it.
    #[serde(default)]
    pub log: Option<PathBuf>,
}

/// What becomes of a clue that the vocabulary does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnknownClue {
    /// The bot is asked again, three times at most, and is told which; then the clue is missing.
    #[default]
    Reject,
    /// The clue is missing.
    Missing,
    /// The clue is a text, judged by the law of free text and heard as people's are. One that no table can hold is asked for
    /// again as with [`UnknownClue::Reject`].
    Embed,
}

const fn one() -> usize {
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

impl Order {
    /// A bot of which nothing is said but how it is started.
    pub fn command<S: Into<String>>(name: &str, command: impl IntoIterator<Item = S>) -> Order {
        Order {
            name: name.to_owned(),
            command: command.into_iter().map(Into::into).collect(),
            cwd: None,
            env: BTreeMap::new(),
            options: Map::new(),
            processes: one(),
            batch: None,
            startup: a_minute(),
            answer_limit: five_minutes(),
            restarts: three(),
            unknown_clue: None,
            log: None,
        }
    }

    pub(crate) fn startup(&self) -> Duration {
        Duration::try_from_secs_f64(self.startup).unwrap_or(Duration::MAX)
    }

    pub(crate) fn answer_limit(&self) -> Duration {
        Duration::try_from_secs_f64(self.answer_limit).unwrap_or(Duration::MAX)
    }
}
