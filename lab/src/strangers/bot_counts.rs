//! Bots as strangers: they are asked item by item what they make of an agent's clues.

use overhear_agents::registry::Spec;
use overhear_bots::ClueVerdict;
use overhear_bots::protocol::RoleName;
use overhear_engine::game::{AnswerError, Belief};
use overhear_engine::rules::Code;
use overhear_stats::RatioMoments;
use serde::{Deserialize, Serialize};

use super::items::{DecodeItem, InterceptItem, Items, PairItem};
use crate::error::LabError;
use crate::setup::RunningBots;

/// What a bot has made of an agent's items. Each item is of a game of its own; those without an answer are left out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct BotCounts {
    /// Clues that it finds to refer to their keyword.
    pub(super) refers: RatioMoments,
    /// Clues that it finds to refer weakly.
    pub(super) weak: RatioMoments,
    /// Codes that it decodes.
    pub(super) understood: RatioMoments,
    /// Codes that it intercepts.
    pub(super) read: RatioMoments,
    /// Number of questions without an answer.
    pub(super) unanswered: u64,
}

impl BotCounts {
    /// Asks a bot about all items in the roles that it plays.
    ///
    /// # Errors
    /// A bot that stops answering.
    pub(super) fn ask(bots: &RunningBots, bot: &Spec, items: &Items) -> Result<BotCounts, LabError> {
        let mut counts = BotCounts::default();
        let questions: Vec<_> = items.decode.iter().zip(0..).map(|(item, n)| item.question(n)).collect();
        let codes = items.decode.iter().map(DecodeItem::code);
        if let Some(answers) = bots.overhear(bot, RoleName::Decode, &questions)? {
            counts.unanswered += count_codes(&mut counts.understood, answers, codes);
        }
        let questions: Vec<_> = items.intercept.iter().zip(0..).map(|(item, n)| item.question(n)).collect();
        let codes = items.intercept.iter().map(InterceptItem::code);
        if let Some(answers) = bots.overhear(bot, RoleName::Intercept, &questions)? {
            counts.unanswered += count_codes(&mut counts.read, answers, codes);
        }
        let questions: Vec<_> = items.pairs.iter().map(PairItem::question).collect();
        for verdict in bots.judge(bot, &questions)?.into_iter().flatten() {
            let Ok(verdict) = verdict else {
                counts.unanswered += 1;
                continue;
            };
            counts.refers.record(i64::from(verdict == ClueVerdict::Refers), 1);
            counts.weak.record(i64::from(verdict == ClueVerdict::Weak), 1);
        }
        Ok(counts)
    }
}

/// Counts right codes, and returns the number of questions without an answer.
fn count_codes(
    moments: &mut RatioMoments,
    answers: Vec<Result<Belief, AnswerError>>,
    codes: impl Iterator<Item = Code>,
) -> u64 {
    let mut unanswered = 0;
    for (answer, code) in answers.into_iter().zip(codes) {
        match answer {
            Ok(belief) => moments.record(i64::from(belief.best() == code), 1),
            Err(_) => unanswered += 1,
        }
    }
    unanswered
}
