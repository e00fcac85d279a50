//! What bots of a run may be asked, how much that comes to at most, and what has become of it.

use std::sync::Arc;

use overhear_agents::registry::Spec;
use overhear_bots::protocol::RoleName;
use overhear_bots::{Bot, BotFaultCounts, BotFaultKind, ReplyFault, RequestBudget};
use overhear_engine::game::MIN_TALKING_TEAM;
use overhear_engine::rules::Rules;

use crate::table::{counted, fixed, grouped};

/// Limits of what bots are asked in a run. The default sets none.
#[derive(Clone, Debug, Default)]
pub struct RequestLimits {
    /// The questions that all bots may be sent together.
    pub budget: Arc<RequestBudget>,
    /// The kinds of missing answers in the file of answers whose questions are asked again.
    pub ask_again: Vec<ReplyFault>,
}

impl RequestLimits {
    /// Returns limits: the largest number of questions, and the kinds of stored failures that are asked again.
    pub fn new(most: Option<u64>, ask_again: Vec<ReplyFault>) -> RequestLimits {
        RequestLimits { budget: Arc::new(RequestBudget::new(most)), ask_again }
    }
}

/// Returns the largest number of questions for a bot if each agent plays its number of games, without clues that are asked for again.
/// `turns` is the number of turns of its team's talks.
pub(crate) fn most_questions<'a>(
    bot: &Bot,
    seats: impl IntoIterator<Item = (&'a Spec, u64)>,
    rules: &Rules,
    turns: u8,
) -> u64 {
    let name = bot.config().name.as_str();
    let rounds = u64::from(rules.round_limit);
    let [listeners, members] =
        match (bot.hello().thinks_alike, u64::from(rules.white_team.max(rules.black_team))) {
            (true, _) => [1, 1],
            (false, size) => [size.saturating_sub(1).max(1), size],
        };
    let to_give = rounds * if_played(bot, RoleName::Encrypt, 1);
    // Besides the answer alone: a message in each turn, and the second answer.
    let talks = turns > 0 && bot.plays(RoleName::Discuss) && members >= u64::from(MIN_TALKING_TEAM);
    let asks = if talks { u64::from(turns) + 2 } else { 1 };
    let guesses = if_played(bot, RoleName::Decode, listeners) + if_played(bot, RoleName::Intercept, members);
    let to_guess = rounds * asks * guesses + if_played(bot, RoleName::Keywords, members);
    seats.into_iter().fold(0, |sum: u64, (spec, games)| {
        let gives = if spec.encryptor.name == name { to_give } else { 0 };
        let guesses = if spec.guesser.name == name { to_guess } else { 0 };
        sum.saturating_add(games.saturating_mul(gives + guesses))
    })
}

/// Returns the number of questions in a role; 0 if the bot does not play it.
fn if_played(bot: &Bot, role: RoleName, questions: u64) -> u64 {
    if bot.plays(role) { questions } else { 0 }
}

/// Returns the sentence that forecasts what a bot is asked.
pub(crate) fn forecast(bot: &Bot, most: u64) -> String {
    let name = &bot.config().name;
    let most = counted(most, "question");
    format!("`{name}` is asked at most {most}, and again for clues that are refused")
}

/// The five counts of missing or unusable answers in files and summaries: the four kinds of `ReplyFault`, where *malformed* includes
/// answers that do not fit their question (`BadAnswer`), and illegal clues.
pub fn failures(counts: &BotFaultCounts) -> [(&'static str, u64); 5] {
    [
        ("declined", counts.count(BotFaultKind::Declined)),
        ("malformed", counts.count(BotFaultKind::Malformed) + counts.count(BotFaultKind::BadAnswer)),
        ("illegal", counts.illegal),
        ("late", counts.count(BotFaultKind::Late)),
        ("lost", counts.count(BotFaultKind::Lost)),
    ]
}

/// Returns the restarts of a bot's processes and its needless answers, each with a semicolon before; empty if there are none.
fn disorder(counts: &BotFaultCounts) -> String {
    let restarts = counts.restarts;
    let kinds = [
        BotFaultKind::Crash,
        BotFaultKind::Torn,
        BotFaultKind::Nonsense,
        BotFaultKind::Flood,
        BotFaultKind::Late,
        BotFaultKind::WrongHello,
        BotFaultKind::NoHello,
        BotFaultKind::NoStart,
    ];
    let causes = kinds.map(|kind| (kind.name(), counts.count(kind))).into_iter().filter(|(_, n)| *n > 0);
    let causes: Vec<String> = causes.map(|(name, n)| format!("{} {name}", grouped(n))).collect();
    let causes = if causes.is_empty() { String::new() } else { format!(" ({})", causes.join(", ")) };
    let restarted = (restarts > 0).then(|| format!("; started again {}{causes}", times(restarts)));
    let twice = counts.count(BotFaultKind::Twice);
    let twice =
        (twice > 0).then(|| format!("; {} given twice, of which the first counts", counted(twice, "answer")));
    let unasked = counts.count(BotFaultKind::Unasked);
    let unasked = (unasked > 0).then(|| format!("; {} to no question", counted(unasked, "answer")));
    [restarted, twice, unasked].into_iter().flatten().collect()
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{} times", grouped(count)) }
}

/// Returns what has become of the questions to a bot, in a line; nothing if all were answered once, by processes that lived
/// to the end, and it counts no costs.
pub(crate) fn summary(bot: &Bot) -> Option<String> {
    let counts = bot.counts();
    let failures = failures(&counts);
    let usage = counts.usage;
    let disorder = disorder(&counts);
    if usage.requests == 0 && disorder.is_empty() && failures.iter().all(|&(_, count)| count == 0) {
        return None;
    }
    let failures = failures.iter().filter(|(_, count)| *count > 0);
    let failed: String = failures.map(|(name, count)| format!(", {} {name}", grouped(*count))).collect();
    let spent = format!(
        "; {}, {} + {} tokens, {} s, cost {}",
        counted(usage.requests, "request"),
        grouped(usage.prompt_tokens),
        grouped(usage.completion_tokens),
        fixed(usage.seconds, 1),
        fixed(usage.cost, 4)
    );
    Some(format!(
        "`{}`: {}, {} sent{}{disorder}{}",
        bot.config().name,
        counted(counts.questions, "question"),
        grouped(counts.requests),
        failed,
        if usage.requests > 0 { &*spent } else { "" }
    ))
}
