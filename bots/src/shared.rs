//! State shared by all processes of a bot.

use std::sync::{Arc, Mutex, PoisonError};

use overhear_engine::game::Question;
use overhear_engine::rules::Rules;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bot_fault::BotFault;
use crate::config::BotConfig;
use crate::identity::Key;
use crate::interrupt::Interrupt;
use crate::remarks::Remarks;
use crate::reply::Reply;
use crate::requests::FailureStreak;
use crate::stated_chances::{ClueTurn, StatedChances};
use crate::usage::BotFaultCounts;
use crate::words::WordLists;

/// Reply to a question; `None` until there is one.
pub(crate) type PendingReply = Option<Result<Reply, BotFault>>;

/// The configuration of a bot, its words and rules, and the counts of its faults.
pub(crate) struct SharedState {
    pub(crate) config: BotConfig,
    pub(crate) words: WordLists,
    pub(crate) rules: Rules,
    pub(crate) counts: Mutex<BotFaultCounts>,
    pub(crate) interrupt: Interrupt,
    /// Receives what is odd about the bot while it runs.
    pub(crate) remarks: Arc<Remarks>,
    pub(crate) streak: Mutex<FailureStreak>,
    /// The questions whose answers were used, wherever they came from.
    pub(crate) used: Mutex<FxHashSet<Key>>,
    /// The chances that the bot has stated of its clues, by the digest of the turn.
    pub(crate) risks: Mutex<FxHashMap<u64, StatedChances>>,
}

impl SharedState {
    /// Updates the counts.
    pub(crate) fn count(&self, count: impl FnOnce(&mut BotFaultCounts)) {
        count(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Notes the chances that the answer to a giver states, or that it states none. Of clues that were asked for again,
    /// the last ones count.
    pub(crate) fn note_risk(&self, question: &Question<'_>, risk: Option<StatedChances>) {
        let Question::Clues(view) = question else { return };
        let mut risks = self.risks.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = ClueTurn::of(view).digest();
        match risk {
            Some(risk) => drop(risks.insert(turn, risk)),
            None => drop(risks.remove(&turn)),
        }
    }

    /// Returns the chances that the bot has stated of the clues of a turn.
    pub(crate) fn stated_chances(&self, turn: &ClueTurn<'_>) -> Option<StatedChances> {
        self.risks.lock().unwrap_or_else(PoisonError::into_inner).get(&turn.digest()).copied()
    }

    /// Counts a fault and returns it.
    pub(crate) fn noted(&self, fault: BotFault) -> BotFault {
        self.count(|counts| counts.add(fault.kind));
        fault
    }
}
