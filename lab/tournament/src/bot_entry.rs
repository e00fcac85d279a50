//! What a manifest says of a bot.

use std::collections::BTreeMap;

use overhear_bots::protocol::{Param, RoleName};
use overhear_bots::{Bot, BotConfig, BotFaultKind, UnknownClue};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bot_requests::failures;

/// A bot in the manifest: everything that determines its answers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct BotEntry {
    /// Name of the bot, as SPECs use it.
    pub name: String,
    /// Program and arguments that start it.
    pub command: Vec<String>,
    says: String,
    version: String,
    deterministic: bool,
    pub(crate) options: serde_json::Map<String, Value>,
    pub(crate) unknown_clue: Option<UnknownClue>,
    /// What its answers depend on, if it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fingerprint: Option<String>,
    /// The parameters that it declares; with them and the roles, results are merged without starting it. Earlier versions did not
    /// write them.
    #[serde(default)]
    pub(crate) params: Option<Vec<Param>>,
    /// The roles that it plays.
    #[serde(default)]
    pub(crate) roles: Vec<RoleName>,
}

impl BotEntry {
    /// Returns the entry of a running bot.
    pub(crate) fn new(bot: &Bot) -> BotEntry {
        BotEntry {
            name: bot.config().name.clone(),
            command: bot.config().command.clone(),
            says: bot.hello().name.clone(),
            version: bot.hello().version.clone(),
            deterministic: bot.hello().deterministic,
            options: bot.config().options.clone(),
            unknown_clue: Some(bot.unknown_clue()),
            fingerprint: bot.hello().fingerprint.clone(),
            params: Some(bot.hello().params.clone()),
            roles: RoleName::ALL.into_iter().filter(|&role| bot.plays(role)).collect(),
        }
    }

    /// Returns the bots of the identity of a run.
    pub fn in_identity(identity: &Value) -> Vec<BotEntry> {
        let configuration = identity.get("configuration").unwrap_or(identity);
        configuration.get("bots").and_then(|bots| Vec::deserialize(bots).ok()).unwrap_or_default()
    }

    /// Returns the configuration with which the bot answers as it did in the run.
    pub(crate) fn config(&self) -> BotConfig {
        BotConfig {
            options: self.options.clone(),
            unknown_clue: self.unknown_clue,
            ..BotConfig::command(&self.name, self.command.clone())
        }
    }

    /// Returns its description in a list of agents.
    pub(crate) fn summary(&self) -> String {
        format!("a program: {} {}", self.says, self.version)
    }
}

/// Returns a bot's counts of activity and faults that are not zero, by kind.
pub(crate) fn counts(bot: &Bot) -> BTreeMap<String, u64> {
    let counts = bot.counts();
    let kinds = BotFaultKind::ALL.map(|kind| (kind.name(), counts.count(kind)));
    let all = [("questions", counts.questions), ("batches", counts.batches), ("starts", counts.starts)];
    all.into_iter()
        .chain(kinds)
        .chain([("requests", counts.requests)])
        .filter(|(_, n)| *n > 0)
        .chain(failures(&counts))
        .map(|(name, n)| (name.to_owned(), n))
        .collect()
}
