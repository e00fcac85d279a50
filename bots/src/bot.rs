//! A bot: several processes that share the questions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use overhear_engine::game::{Answer, AnswerError, ExternalPlayer, PlayerRequest, PlayerUnavailable};
use overhear_engine::rules::Rules;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer_file::AnswerFile;
use crate::ask::{WordEncoding, once_more};
use crate::bot_fault::{BotFault, BotFaultKind};
use crate::config::{BotConfig, UnknownClue};
use crate::identity::{ConfigIdentity, Identity, Key};
use crate::interrupt::Interrupt;
use crate::parallel::side_by_side;
use crate::protocol::{BotHello, QuestionMessage, RoleName};
use crate::remarks::{RemarkCallback, Remarks};
use crate::reply::Reply;
use crate::reply_check::{RejectedClue, ValidatedAnswer, judge};
use crate::requests::RequestBudget;
use crate::shared::{PendingReply, SharedState};
use crate::start::{StartedBot, started};
use crate::stated_chances::{ClueTurn, StatedChances};
use crate::usage::{BotFaultCounts, Usage};
use crate::words::WordLists;
use crate::worker::{ProcessWorker, RepliesSoFar, interrupted};

/// Number of attempts for clues outside the vocabulary.
const ATTEMPTS: usize = 3;

/// A bot in one or several processes.
///
/// Questions are divided among the processes in equal runs. Each message has at most `batch` questions.
/// Dropping the bot tells its processes to quit, and ends them with all that they have started.
pub struct Bot {
    shared: SharedState,
    hello: BotHello,
    workers: Vec<Mutex<ProcessWorker>>,
    store: Option<AnswerStore>,
    budget: Arc<RequestBudget>,
    /// Why it was not started, if what it has said of itself in an earlier run stands in.
    absence: Option<BotFault>,
}

/// The file of answers, with the common part of all answers' keys.
struct AnswerStore {
    answers: Arc<AnswerFile>,
    identity: Identity,
}

/// Context of a bot besides its configuration, words and rules.
#[derive(Clone, Default)]
pub struct BotContext {
    /// File of stored answers.
    pub answers: Option<Arc<AnswerFile>>,
    /// Tells whether the run was stopped.
    pub interrupt: Interrupt,
    /// How many questions all bots of the run may be sent.
    pub budget: Arc<RequestBudget>,
    /// Receives a remark, in one line, on a bot that is late or not understood; each kind once.
    pub on_remark: Option<RemarkCallback>,
}

impl Bot {
    /// Starts the processes and reads their hellos.
    ///
    /// # Errors
    /// Returns a [`BotFault`] with the last lines of standard error if a process does not start, is not ready
    /// in time or sends an invalid hello, or if an option is not one of its parameters.
    pub fn start(config: BotConfig, words: WordLists, rules: &Rules) -> Result<Bot, BotFault> {
        Bot::start_with(config, words, rules, BotContext::default())
    }

    /// Starts a bot in a context. Stored answers are not asked again. A bot is started even if all its answers are
    /// stored, to hear whether it has changed; if it does not start, its stored hello takes its place.
    ///
    /// # Errors
    /// Returns the errors of [`Bot::start`], and an error if the file of answers cannot be written.
    pub fn start_with(
        config: BotConfig,
        words: WordLists,
        rules: &Rules,
        BotContext { answers, interrupt, budget, on_remark }: BotContext,
    ) -> Result<Bot, BotFault> {
        config.check().map_err(|error| BotFault::new(BotFaultKind::NoStart, error.to_string()))?;
        let identity = ConfigIdentity::new(&config, &words, rules);
        let remarks = Arc::new(Remarks::new(&config.name, on_remark));
        let shared = SharedState {
            config,
            words,
            rules: *rules,
            counts: Mutex::default(),
            interrupt,
            remarks,
            streak: Mutex::default(),
            used: Mutex::default(),
            risks: Mutex::default(),
        };
        let StartedBot { workers, hello, absence } = started(&shared, answers.as_deref(), &identity)?;
        if let Some(answers) = answers.as_ref().filter(|_| absence.is_none()) {
            let stored = answers.keep_hello(&identity, &shared.config.name, &hello);
            stored.map_err(|error| BotFault::new(BotFaultKind::NoStart, error.to_string()))?;
        }
        let store = answers
            .or_else(|| hello.fingerprint.is_some().then(|| Arc::new(AnswerFile::in_memory())))
            .map(|answers| AnswerStore { answers, identity: identity.with(&hello) });
        Ok(Bot { shared, hello, workers, store, budget, absence })
    }

    /// Why it was not started, if what it has said of itself in an earlier run stands in: it is asked nothing, or fails.
    pub const fn absence(&self) -> Option<&BotFault> {
        self.absence.as_ref()
    }

    /// Ends several bots at once; each gets the full time to end by itself.
    pub fn end_together(bots: impl IntoIterator<Item = Arc<Bot>>) {
        side_by_side(bots.into_iter().map(|bot| || drop(bot)));
    }

    /// Returns the hello of the bot.
    pub const fn hello(&self) -> &BotHello {
        &self.hello
    }

    /// Returns the configuration of the bot.
    pub const fn config(&self) -> &BotConfig {
        &self.shared.config
    }

    /// Returns `true` if the bot plays the role.
    pub fn plays(&self, role: RoleName) -> bool {
        self.hello.roles.contains(&role)
    }

    /// Returns the handling of clues outside the vocabulary: from the configuration, otherwise from the
    /// hello.
    pub fn unknown_clue(&self) -> UnknownClue {
        self.shared.config.unknown_clue.unwrap_or(self.hello.unknown_clue)
    }

    /// Returns the counts of activity and faults so far.
    pub fn counts(&self) -> BotFaultCounts {
        self.shared.counts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Answers from the file of answers where possible, otherwise from the bot. Equal questions of several
    /// games are asked once and get one answer.
    pub(crate) fn settle(
        &self,
        asks: &mut [QuestionMessage<'_>],
    ) -> Result<Vec<Result<Reply, BotFault>>, PlayerUnavailable> {
        let Some(AnswerStore { answers, identity }) = &self.store else {
            let RepliesSoFar { replies, ended } = self.settle_within_budget(asks);
            let answers =
                replies.into_iter().map(|reply| reply.expect("every question is answered or given up"));
            return ended.map(|()| answers.collect());
        };
        // 1. Look all questions up. Of equal unknown questions only the first is asked.
        let keys: Vec<Key> = asks.iter().map(|ask| identity.question(ask)).collect();
        let (mut new, known) = (FxHashSet::default(), answers.are_known(&keys));
        let unknown =
            keys.iter().zip(&*asks).zip(known).filter(|((key, _), known)| !known && new.insert(**key));
        let (open, mut unknown): (Vec<Key>, Vec<QuestionMessage<'_>>) =
            unknown.map(|((key, ask), _)| (*key, ask.clone())).unzip();
        let (mut new_replies, mut failed) = (Vec::new(), FxHashMap::default());
        // 2. Ask the rest.
        let RepliesSoFar { replies, ended } = self.settle_within_budget(&mut unknown);
        for (key, reply) in open.into_iter().zip(replies) {
            match reply {
                Some(Ok(reply)) => {
                    // What is not kept is the answer of this batch alone.
                    if let Some(failure) = reply.failure().filter(|_| !reply.is_lasting()) {
                        failed.insert(key, failure);
                    }
                    new_replies.push((key, reply));
                }
                Some(Err(fault)) => drop(failed.insert(key, fault)),
                None => {}
            }
        }
        // 3. Store what came, even if the bot has failed meanwhile, before anything is returned.
        let stored = answers.keep(&self.shared.config.name, new_replies);
        stored.map_err(|error| PlayerUnavailable(format!("bot `{}`: {error}", self.shared.config.name)))?;
        ended?;
        // 4. Answer every question from the store, so that equal questions of several games agree.
        let replies = answers.replies(&keys);
        self.count_used(&keys, &replies);
        let known = keys.iter().zip(replies);
        Ok(known.map(|(key, known)| known.ok_or_else(|| failed[key].clone())).collect())
    }

    /// Asks as much as the run may, and sees whether the bot answers at all.
    fn settle_within_budget(&self, asks: &mut [QuestionMessage<'_>]) -> RepliesSoFar {
        let granted = self.budget.take(asks.len());
        self.shared.count(|counts| counts.requests += granted as u64);
        let (affordable, rest) = asks.split_at_mut(granted);
        let RepliesSoFar { mut replies, ended } = self.settle_by_asking(affordable);
        // What came before the end was paid for, so it is counted.
        let looked = self.look_at(&replies);
        let ended = ended.and(looked);
        replies.extend(rest.iter().map(|_| None));
        let ended = if rest.is_empty() {
            ended
        } else {
            ended.and_then(|()| Err(self.budget.spent(&self.shared.config.name)))
        };
        // After a stop, a bot that fails is a part of the interruption.
        let is_stopped = self.shared.interrupt.is_asked();
        RepliesSoFar {
            replies,
            ended: ended.map_err(|outage| if is_stopped { interrupted() } else { outage }),
        }
    }

    /// Sums up what answers have cost, and counts those that are missing.
    fn look_at(&self, replies: &[PendingReply]) -> Result<(), PlayerUnavailable> {
        // The cost of every reply is counted first: a bot that fails too often in a row ends the loop below.
        let usages = replies.iter().flatten().filter_map(|reply| reply.as_ref().ok()?.usage);
        self.shared.count(|counts| usages.for_each(|usage| counts.usage += usage));
        let mut streak = self.shared.streak.lock().unwrap_or_else(PoisonError::into_inner);
        for reply in replies.iter().flatten() {
            let failure = match reply {
                Ok(reply) => reply.failure(),
                Err(fault) => Some(fault.clone()),
            };
            match failure {
                None => streak.answered(),
                Some(fault) => streak.failed(&self.shared.config.name, &fault)?,
            }
        }
        Ok(())
    }

    fn settle_by_asking(&self, asks: &mut [QuestionMessage<'_>]) -> RepliesSoFar {
        let most = self.shared.config.batch.map_or(self.hello.batch, |batch| batch.min(self.hello.batch));
        if asks.len() < 2 || self.workers.len() == 1 {
            return self.free_worker().settle(&self.shared, &self.hello, most, asks);
        }
        let share = asks.len().div_ceil(self.workers.len());
        let parts = asks.chunks_mut(share).zip(&self.workers);
        let parts =
            parts.map(|(part, worker)| move || locked(worker).settle(&self.shared, &self.hello, most, part));
        let mut all = RepliesSoFar { replies: Vec::new(), ended: Ok(()) };
        for part in side_by_side(parts) {
            all.replies.extend(part.replies);
            all.ended = all.ended.and(part.ended);
        }
        all
    }

    /// Counts the answers that are used for the first time in this run, with their cost whenever they were given.
    fn count_used(&self, keys: &[Key], replies: &[Option<Reply>]) {
        let mut used = self.shared.used.lock().unwrap_or_else(PoisonError::into_inner);
        let new = keys.iter().zip(replies).filter(|(key, _)| used.insert(**key));
        let usages: Vec<Option<Usage>> =
            new.map(|(_, reply)| reply.as_ref().and_then(|reply| reply.usage)).collect();
        self.shared.count(|counts| {
            counts.different += usages.len() as u64;
            usages.into_iter().flatten().for_each(|usage| counts.used += usage);
        });
    }

    /// Returns the chances that the bot has stated of the clues of a turn in this run, if any.
    pub fn stated_chances(&self, turn: &ClueTurn<'_>) -> Option<StatedChances> {
        self.shared.stated_chances(turn)
    }

    /// Counts a fault and returns it.
    pub(crate) fn noted(&self, fault: BotFault) -> BotFault {
        self.shared.noted(fault)
    }

    /// Returns the form in which the bot takes words.
    pub(crate) const fn encoding(&self) -> WordEncoding<'_> {
        WordEncoding { words: &self.shared.words, texts: self.hello.words }
    }

    /// Adds to the number of questions.
    pub(crate) fn count_questions(&self, questions: usize) {
        self.shared.count(|counts| counts.questions += questions as u64);
    }

    /// Returns a worker that is free, or waits for the first.
    fn free_worker(&self) -> MutexGuard<'_, ProcessWorker> {
        let free = self.workers.iter().find_map(|worker| match worker.try_lock() {
            Ok(worker) => Some(worker),
            Err(TryLockError::Poisoned(worker)) => Some(worker.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        free.unwrap_or_else(|| locked(&self.workers[0]))
    }

    fn exhausted(&self) -> PlayerUnavailable {
        let name = &self.shared.config.name;
        PlayerUnavailable(format!(
            "bot `{name}`: the run has no room for more different texts; resume it with --resume"
        ))
    }

    pub(crate) fn failure(&self, fault: &BotFault) -> AnswerError {
        let message = format!("bot `{}`: {fault}", self.shared.config.name);
        AnswerError { late: fault.kind == BotFaultKind::Late, message }
    }
}

fn locked(worker: &Mutex<ProcessWorker>) -> MutexGuard<'_, ProcessWorker> {
    worker.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A question to repeat.
struct RepeatedQuestion {
    /// Its index among the questions of the last attempt.
    index: usize,
    rejected: Vec<RejectedClue>,
}

impl Bot {
    /// Converts replies into answers of the questions at these indices. Returns the questions to repeat
    /// because of rejected clues.
    fn collect_replies(
        &self,
        batch: &[PlayerRequest<'_>],
        places: &[usize],
        replies: Vec<Result<Reply, BotFault>>,
        answers: &mut [Option<Result<Answer, AnswerError>>],
    ) -> Vec<RepeatedQuestion> {
        let (mut again, embed) = (Vec::new(), self.unknown_clue() == UnknownClue::Embed);
        for (index, (&place, reply)) in places.iter().zip(replies).enumerate() {
            let question = &batch[place].question;
            let judged = reply.and_then(|reply| {
                let judged = judge(&batch[place], &reply, &self.shared.words, embed);
                judged.inspect_err(|fault| self.shared.count(|counts| counts.add(fault.kind)))
            });
            self.shared.note_risk(question, judged.as_ref().ok().and_then(|judged| judged.risk));
            let answer = judged.map(|ValidatedAnswer { answer, unknown, .. }| {
                unknown
                    .iter()
                    .for_each(|_| self.shared.count(|counts| counts.add(BotFaultKind::UnknownClue)));
                if !unknown.is_empty() {
                    again.push(RepeatedQuestion { index, rejected: unknown });
                }
                answer
            });
            answers[place] = Some(answer.map_err(|fault| self.failure(&fault)));
        }
        again
    }
}

impl ExternalPlayer for Bot {
    fn talks(&self) -> bool {
        self.plays(RoleName::Discuss)
    }

    fn answer(
        &self,
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
        let speech = self.encoding();
        let most = match self.unknown_clue() {
            UnknownClue::Reject | UnknownClue::Embed => ATTEMPTS,
            UnknownClue::Missing => 0,
        };
        let mut asks: Vec<QuestionMessage<'_>> =
            batch.iter_mut().map(|request| speech.ask(request)).collect();
        let mut answers: Vec<Option<Result<Answer, AnswerError>>> = batch.iter().map(|_| None).collect();
        let mut places: Vec<usize> = (0..batch.len()).collect();
        let illegal = batch.iter().filter(|request| !request.refused.is_empty()).count() as u64;
        self.shared.count(|counts| counts.illegal += illegal);
        // `places[n]` is the index in the batch of the question `asks[n]`: fewer at each attempt, those alone whose clues
        // were rejected.
        for attempt in 0.. {
            let replies = self.settle(&mut asks)?;
            let again = self.collect_replies(batch, &places, replies, &mut answers);
            if self.shared.words.are_exhausted() {
                return Err(self.exhausted());
            }
            if again.is_empty() || attempt == most {
                break;
            }
            let open: Vec<usize> = again.iter().map(|question| places[question.index]).collect();
            asks = again
                .into_iter()
                .map(|RepeatedQuestion { index, rejected }| {
                    once_more(asks[index].clone(), rejected, &mut batch[places[index]])
                })
                .collect();
            places = open;
        }
        self.count_questions(batch.len());
        Ok(answers.into_iter().map(|answer| answer.expect("every question has been settled")).collect())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        side_by_side(self.workers.iter().map(|worker| || locked(worker).close()));
    }
}
