//! What a manifest says of a bot.

use std::collections::BTreeMap;

use overhear_bots::{Bot, BotFaultKind, UnknownClue};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bot_requests::failures;

/// A bot in the manifest: everything that determines its answers.
#[derive(Clone, Debug, Deserialize, Serialize)]
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
    fingerprint: Option<String>,
}

impl BotEntry {
    /// Returns the entry of a running bot.
    pub(super) fn new(bot: &Bot) -> BotEntry {
        BotEntry {
            name: bot.config().name.clone(),
            command: bot.config().command.clone(),
            says: bot.hello().name.clone(),
            version: bot.hello().version.clone(),
            deterministic: bot.hello().deterministic,
            options: bot.config().options.clone(),
            unknown_clue: Some(bot.unknown_clue()),
            fingerprint: bot.hello().fingerprint.clone(),
        }
    }
}

/// Returns a bot's counts of activity and faults that are not zero, by kind.
pub(super) fn counts(bot: &Bot) -> BTreeMap<String, u64> {
    let found = bot.counts();
    let kinds = BotFaultKind::ALL.map(|kind| (kind.name(), found.count(kind)));
    let all = [("questions", found.questions), ("batches", found.batches), ("starts", found.starts)];
    all.into_iter()
        .chain(kinds)
        .chain([("requests", found.requests)])
        .filter(|(_, n)| *n > 0)
        .chain(failures(&found))
        .map(|(name, n)| (name.to_owned(), n))
        .collect()
}
