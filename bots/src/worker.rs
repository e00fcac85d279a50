//! Driver of one bot process: its hello, its answers, and the search for a question that it fails on.
//!
//! A process that crashes, tears a line, floods or is late is ended and restarted. Its unanswered questions
//! are asked again together, then in halves. Only a question on which it fails twice alone is at fault.

use std::time::Instant;

use overhear_engine::game::PlayerUnavailable;

use crate::bot_fault::{BotFault, BotFaultKind};
use crate::interrupt::INTERRUPTED;
use crate::lines::content;
use crate::process::Process;
use crate::protocol::{BotHello, BotMessage, HostHello, HostMessage, QuestionMessage, VERSION};
use crate::sent::{SentQuestions, nonsense};
use crate::shared::{PendingReply, SharedState};

/// Driver of one process, which may not be running.
pub(crate) struct ProcessWorker {
    process: Option<Process>,
    /// `true` once a process was started.
    has_started: bool,
    /// Id of the next question.
    next: u64,
    /// Number of consecutive questions at fault without an answer in between.
    in_a_row: u32,
}

/// Questions to ask together, by their indices.
#[derive(Debug, PartialEq)]
struct WorkBatch {
    places: Vec<usize>,
    /// `true` if the next failure is not taken for a chance one: a batch that has failed before, or a part of it. A question alone must have
    /// failed alone.
    again: bool,
}

/// What follows from the failure of a batch.
#[derive(Debug, PartialEq)]
enum AfterFailure {
    /// This question is at fault.
    AtFault(usize),
    /// These are asked next, the first one first.
    Batches(Vec<WorkBatch>),
}

impl WorkBatch {
    /// Returns what follows from a failure of this batch that has left these of its questions unanswered.
    ///
    /// Bisection: a failed batch is repeated once as a whole, because the failure may be a chance one; then in halves. A question at fault among
    /// n is found after about log₂ n + 3 restarts, and others are answered on the way.
    fn after_failure(&self, unanswered: Vec<usize>) -> AfterFailure {
        let was_alone = self.places.len() == 1;
        match unanswered[..] {
            [] => AfterFailure::Batches(Vec::new()),
            [guilty] if was_alone && self.again => AfterFailure::AtFault(guilty),
            [_] => AfterFailure::Batches(vec![WorkBatch { places: unanswered, again: was_alone }]),
            _ if !self.again => AfterFailure::Batches(vec![WorkBatch { places: unanswered, again: true }]),
            _ => {
                let (first, second) = unanswered.split_at(unanswered.len() / 2);
                let halves =
                    [first, second].map(|half| WorkBatch { places: half.to_vec(), again: half.len() > 1 });
                AfterFailure::Batches(halves.into())
            }
        }
    }
}

/// Replies found so far for each question, and the error if there will be no more.
pub(crate) struct RepliesSoFar {
    pub(crate) replies: Vec<PendingReply>,
    pub(crate) ended: Result<(), PlayerUnavailable>,
}

impl SharedState {
    /// Starts a process and reads its hello.
    fn open(&self) -> Result<(Process, BotHello), BotFault> {
        self.count(|counts| counts.starts += 1);
        let mut process = Process::start(&self.config, &self.interrupt, &self.remarks)?;
        let hello = self.greet(&mut process).map_err(|fault| {
            let kind = match fault.kind {
                BotFaultKind::Nonsense | BotFaultKind::WrongHello => BotFaultKind::WrongHello,
                BotFaultKind::GivenUp => BotFaultKind::GivenUp,
                _ => BotFaultKind::NoHello,
            };
            BotFault { kind, ..process.quoted(fault.kind, &fault.what) }
        })?;
        Ok((process, hello))
    }

    fn greet(&self, process: &mut Process) -> Result<BotHello, BotFault> {
        let deadline = Instant::now().checked_add(self.config.startup());
        process.say(line(&HostMessage::Hello(HostHello {
            protocol: [VERSION],
            program: concat!("overhear ", env!("CARGO_PKG_VERSION")),
            label: &self.config.name,
            options: &self.config.options,
            language: self.words.language(),
            rules: &self.rules,
        })));
        let hello = self.await_word(process, deadline, "hello", |message| message.hello)?;
        if hello.protocol != VERSION {
            let what = format!("it speaks protocol {}, and this program {VERSION}", hello.protocol);
            return Err(BotFault::new(BotFaultKind::WrongHello, what));
        }
        process.say(line(&HostMessage::Setup(self.words.setup())));
        if self.await_word(process, deadline, "`ready`", |message| message.ready)? {
            Ok(hello)
        } else {
            Err(BotFault::new(BotFaultKind::NoHello, "it says that it is not ready"))
        }
    }

    fn await_word<T>(
        &self,
        process: &mut Process,
        deadline: Option<Instant>,
        what: &str,
        word: impl Fn(BotMessage) -> Option<T>,
    ) -> Result<T, BotFault> {
        loop {
            let line = process.hear(deadline).map_err(|fault| self.missing_word(what, &fault))?;
            let message: BotMessage =
                serde_json::from_slice(content(&line)).map_err(|error| nonsense(&line, &error))?;
            if let Some(fault) = message.fault() {
                return Err(fault);
            }
            if let Some(value) = word(message) {
                return Ok(value);
            }
            process.pass_over(&line, what, deadline).map_err(|fault| self.missing_word(what, &fault))?;
        }
    }

    /// Returns the fault of a bot that has not said at its start what it should.
    fn missing_word(&self, what: &str, fault: &BotFault) -> BotFault {
        match fault.kind {
            BotFaultKind::Late => {
                let seconds = self.config.startup;
                BotFault::new(BotFaultKind::Late, format!("no {what} within {seconds} s"))
            }
            kind => BotFault::new(kind, format!("no {what}: {}", fault.what)),
        }
    }
}

impl ProcessWorker {
    /// Starts the first process.
    pub(crate) fn open(shared: &SharedState) -> Result<(ProcessWorker, BotHello), BotFault> {
        let (process, hello) = shared.open().map_err(|fault| shared.noted(fault))?;
        Ok((ProcessWorker { process: Some(process), has_started: true, next: 0, in_a_row: 0 }, hello))
    }

    /// Returns a driver whose process starts with the first question.
    pub(crate) const fn closed() -> ProcessWorker {
        ProcessWorker { process: None, has_started: false, next: 0, in_a_row: 0 }
    }

    /// Asks all questions, in messages of at most `most`. Returns a [`PlayerUnavailable`] with the replies
    /// found before if the bot cannot be restarted, fails on `restarts` questions in a row, or the run is interrupted.
    pub(crate) fn settle(
        &mut self,
        shared: &SharedState,
        hello: &BotHello,
        most: usize,
        asks: &mut [QuestionMessage<'_>],
    ) -> RepliesSoFar {
        let mut replies: Vec<PendingReply> = asks.iter().map(|_| None).collect();
        let places: Vec<usize> = (0..asks.len()).collect();
        // The stack pops from the end, so the batches go on in question order.
        let chunks = places.chunks(most.max(1)).rev();
        let mut batches: Vec<WorkBatch> =
            chunks.map(|places| WorkBatch { places: places.to_vec(), again: false }).collect();
        while let Some(batch) = batches.pop() {
            let outcome = self.ask(shared, hello, asks, &batch.places, &mut replies);
            let outcome = outcome.and_then(|outcome| match outcome {
                Ok(()) => Ok(()),
                Err(fault) => self.fail(shared, &fault, &batch, &mut replies, &mut batches),
            });
            if let Err(outage) = outcome {
                return RepliesSoFar { replies, ended: Err(outage) };
            }
        }
        RepliesSoFar { replies, ended: Ok(()) }
    }

    /// Records the failure of a batch and schedules the batches that follow from it.
    fn fail(
        &mut self,
        shared: &SharedState,
        fault: &BotFault,
        batch: &WorkBatch,
        replies: &mut [PendingReply],
        batches: &mut Vec<WorkBatch>,
    ) -> Result<(), PlayerUnavailable> {
        self.process = None;
        if shared.interrupt.is_over() {
            return Err(interrupted());
        }
        let fault = shared.noted(fault.clone());
        if fault.kind == BotFaultKind::GivenUp {
            return Err(shared.given_up(&fault));
        }
        if fault.kind == BotFaultKind::Late {
            shared.remarks.remark_on_lateness(&fault);
        }
        let unanswered: Vec<usize> =
            batch.places.iter().copied().filter(|&place| replies[place].is_none()).collect();
        // An answer in between shows that the bot still works.
        if unanswered.len() < batch.places.len() {
            self.in_a_row = 0;
        }
        match batch.after_failure(unanswered) {
            AfterFailure::Batches(next) => batches.extend(next.into_iter().rev()),
            AfterFailure::AtFault(guilty) => {
                replies[guilty] = Some(Err(fault.clone()));
                self.in_a_row += 1;
                if self.in_a_row >= shared.config.restarts.max(1) {
                    return Err(shared.outage(&fault));
                }
            }
        }
        Ok(())
    }

    /// Asks some questions in one message and waits for all answers.
    fn ask(
        &mut self,
        shared: &SharedState,
        hello: &BotHello,
        asks: &mut [QuestionMessage<'_>],
        places: &[usize],
        replies: &mut [PendingReply],
    ) -> Result<Result<(), BotFault>, PlayerUnavailable> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => shared.reopen(hello, std::mem::replace(&mut self.has_started, true))?,
        };
        let first = self.next;
        self.next += places.len() as u64;
        for (&place, id) in places.iter().zip(first..) {
            asks[place].id = id;
        }
        shared.count(|counts| counts.batches += 1);
        process.say(ask_line(places.iter().map(|&place| &asks[place]), places.len()));
        let mut sent = SentQuestions::new(shared, first, places, replies);
        let heard = sent.hear(&mut process).map_err(|fault| process.quoted(fault.kind, &fault.what));
        self.in_a_row = if heard.is_ok() { 0 } else { self.in_a_row };
        self.process = Some(process);
        Ok(heard)
    }

    /// Lets the process end by itself.
    pub(crate) fn close(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.leave(line(&HostMessage::Quit(true)));
        }
    }
}

impl SharedState {
    /// Starts a process, in place of a lost one if there was one, and checks that its hello is unchanged.
    fn reopen(&self, hello: &BotHello, mut has_started: bool) -> Result<Process, PlayerUnavailable> {
        let mut last = None;
        for _ in 0..self.config.restarts.max(1) {
            if self.interrupt.is_over() {
                return Err(interrupted());
            }
            if std::mem::replace(&mut has_started, true) {
                self.count(|counts| counts.restarts += 1);
            }
            match self.open() {
                Ok((process, again)) if again == *hello => return Ok(process),
                Ok(_) => {
                    let what = "started again, it says another hello";
                    last = Some(self.noted(BotFault::new(BotFaultKind::WrongHello, what)));
                }
                Err(_) if self.interrupt.is_over() => return Err(interrupted()),
                Err(fault) => {
                    let fault = self.noted(fault);
                    if fault.kind == BotFaultKind::GivenUp {
                        return Err(self.given_up(&fault));
                    }
                    last = Some(fault);
                }
            }
        }
        Err(self.outage(&last.expect("it was started at least once")))
    }

    /// Returns the end of a run whose bot has failed as often as it may.
    fn outage(&self, fault: &BotFault) -> PlayerUnavailable {
        let name = &self.config.name;
        PlayerUnavailable(match self.config.restarts {
            0 | 1 => format!("bot `{name}`: {fault}"),
            times => format!("bot `{name}`: {times} times in a row, {fault}"),
        })
    }

    /// Returns the end of a run whose bot says that it cannot go on, in its words.
    fn given_up(&self, fault: &BotFault) -> PlayerUnavailable {
        PlayerUnavailable(format!("bot `{}`: {}", self.config.name, fault.what))
    }
}

pub(crate) fn interrupted() -> PlayerUnavailable {
    PlayerUnavailable(INTERRUPTED.to_owned())
}

fn line(message: &HostMessage<'_>) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("a message is written to memory");
    line.push(b'\n');
    line
}

/// Buffer size for a question, in bytes; most take less.
const QUESTION: usize = 512;

fn ask_line<'a>(asks: impl Iterator<Item = &'a QuestionMessage<'a>>, count: usize) -> Vec<u8> {
    let mut line = Vec::with_capacity(QUESTION * (count + 1));
    line.extend_from_slice(b"{\"ask\":[");
    for (n, ask) in asks.enumerate() {
        if n > 0 {
            line.push(b',');
        }
        serde_json::to_writer(&mut line, ask).expect("a message is written to memory");
    }
    line.extend_from_slice(b"]}\n");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of failures alone of each question until it is at fault, for a bot that answers some questions before it crashes at one of the
    /// guilty.
    fn failures_alone(questions: usize, guilty: &[usize], answers_before: bool) -> Vec<usize> {
        let mut alone = vec![0; questions];
        let mut batches = vec![WorkBatch { places: (0..questions).collect(), again: false }];
        while let Some(batch) = batches.pop() {
            let Some(at) = batch.places.iter().position(|place| guilty.contains(place)) else { continue };
            if batch.places.len() == 1 {
                alone[batch.places[0]] += 1;
            }
            let unanswered = batch.places[if answers_before { at } else { 0 }..].to_vec();
            match batch.after_failure(unanswered) {
                AfterFailure::AtFault(place) => assert!(guilty.contains(&place), "{place} is innocent"),
                AfterFailure::Batches(next) => batches.extend(next.into_iter().rev()),
            }
        }
        alone
    }

    #[test]
    fn a_question_is_at_fault_after_it_has_failed_twice_alone_and_no_other_is() {
        for (questions, guilty) in [(1, &[0][..]), (2, &[1]), (4, &[3]), (7, &[2, 6]), (64, &[0, 1, 40])] {
            for answers_before in [false, true] {
                let expected: Vec<usize> =
                    (0..questions).map(|n| 2 * usize::from(guilty.contains(&n))).collect();
                assert_eq!(
                    failures_alone(questions, guilty, answers_before),
                    expected,
                    "{guilty:?} of {questions}"
                );
            }
        }
    }

    #[test]
    fn a_question_that_is_left_of_a_failed_batch_is_asked_alone_as_if_for_the_first_time() {
        for again in [false, true] {
            let batch = WorkBatch { places: vec![4, 5], again };
            let alone = WorkBatch { places: vec![5], again: false };
            assert_eq!(batch.after_failure(vec![5]), AfterFailure::Batches(vec![alone]));
        }
    }
}
