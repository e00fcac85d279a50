//! One process at work: its hello, its answers, and which question it stumbles over.
//!
//! A process that crashes, tears a line, floods or is late is ended and started again. What it has not
//! answered is asked again as a whole, then in halves; a question that it stumbles over twice alone is at
//! fault, and no other.

use std::time::Instant;

use overhear_engine::game::PlayerUnavailable;

use crate::interrupt::INTERRUPTED;
use crate::lines::content;
use crate::process::Process;
use crate::protocol::{BotHello, BotMessage, HostHello, HostMessage, QuestionMessage, VERSION};
use crate::sent::{Sent, nonsense};
use crate::shared::{Found, Shop};
use crate::trouble::{BotFault, BotFaultKind};

/// One process, or the place of one.
pub(crate) struct ProcessWorker {
    process: Option<Process>,
    /// The number of the next question.
    next: u64,
    /// Questions at fault without an answer between.
    in_a_row: u32,
}

/// Questions to be asked together, by their places.
struct WorkBatch {
    places: Vec<usize>,
    /// `true` if they have been asked before, all of them.
    again: bool,
}

/// What has come for each question, and why there is no more of it.
pub(crate) type Settled = (Vec<Found>, Result<(), PlayerUnavailable>);

impl Shop {
    /// Starts a process, and hears its hello.
    fn open(&self) -> Result<(Process, BotHello), BotFault> {
        self.count(|counts| counts.starts += 1);
        let mut process = Process::start(&self.order, &self.interrupt)?;
        let hello = self.greet(&mut process).map_err(|trouble| {
            let kind = match trouble.kind {
                BotFaultKind::Nonsense | BotFaultKind::WrongHello => BotFaultKind::WrongHello,
                _ => BotFaultKind::NoHello,
            };
            BotFault { kind, ..process.quoted(trouble.kind, &trouble.what) }
        })?;
        Ok((process, hello))
    }

    fn greet(&self, process: &mut Process) -> Result<BotHello, BotFault> {
        let deadline = Instant::now().checked_add(self.order.startup());
        process.say(line(&HostMessage::Hello(HostHello {
            protocol: [VERSION],
            program: concat!("overhear ", env!("CARGO_PKG_VERSION")),
            label: &self.order.name,
            options: &self.order.options,
            language: self.words.language(),
            rules: &self.rules,
        })));
        let hello = self.await_word(process, deadline, "hello", |said| said.hello)?;
        if hello.protocol != VERSION {
            let what = format!("it speaks protocol {}, and this program {VERSION}", hello.protocol);
            return Err(BotFault::new(BotFaultKind::WrongHello, what));
        }
        process.say(line(&HostMessage::Setup(self.words.setup())));
        self.await_word(process, deadline, "`ready`", |said| said.ready.filter(|ready| *ready))?;
        Ok(hello)
    }

    fn await_word<T>(
        &self,
        process: &mut Process,
        deadline: Option<Instant>,
        what: &str,
        word: impl Fn(BotMessage) -> Option<T>,
    ) -> Result<T, BotFault> {
        let late = |trouble: BotFault| match trouble.kind {
            BotFaultKind::Late => {
                let seconds = self.order.startup;
                BotFault::new(BotFaultKind::Late, format!("no {what} within {seconds} s"))
            }
            kind => BotFault::new(kind, format!("no {what}: {}", trouble.what)),
        };
        loop {
            let line = process.hear(deadline).map_err(late)?;
            let said: BotMessage =
                serde_json::from_slice(content(&line)).map_err(|error| nonsense(&line, &error))?;
            if let Some(error) = &said.error {
                return Err(BotFault::new(BotFaultKind::Crash, error.clone()));
            }
            if let Some(found) = word(said) {
                return Ok(found);
            }
            process.pass_over(deadline).map_err(late)?;
        }
    }
}

impl ProcessWorker {
    /// Starts the first process.
    pub(crate) fn open(shop: &Shop) -> Result<(ProcessWorker, BotHello), BotFault> {
        let (process, hello) = shop.open().map_err(|trouble| shop.noted(trouble))?;
        Ok((ProcessWorker { process: Some(process), next: 0, in_a_row: 0 }, hello))
    }

    /// Returns the place of a process that is started when there is something to ask.
    pub(crate) const fn closed() -> ProcessWorker {
        ProcessWorker { process: None, next: 0, in_a_row: 0 }
    }

    /// Asks everything, in messages of at most `most` questions. Returns an [`PlayerUnavailable`] with what
    /// was found before it if the bot cannot be started again, fails at every question, or is not waited for
    /// any longer.
    pub(crate) fn settle(
        &mut self,
        shop: &Shop,
        hello: &BotHello,
        most: usize,
        asks: &mut [QuestionMessage<'_>],
    ) -> Settled {
        let mut found: Vec<Found> = asks.iter().map(|_| None).collect();
        let places: Vec<usize> = (0..asks.len()).collect();
        let chunks = places.chunks(most.max(1)).rev();
        let mut errands: Vec<WorkBatch> =
            chunks.map(|places| WorkBatch { places: places.to_vec(), again: false }).collect();
        while let Some(errand) = errands.pop() {
            let asked = self.ask(shop, hello, asks, &errand.places, &mut found);
            let asked = asked.and_then(|asked| match asked {
                Ok(()) => Ok(()),
                Err(trouble) => self.fail(shop, &trouble, errand, &mut found, &mut errands),
            });
            if let Err(outage) = asked {
                return (found, Err(outage));
            }
        }
        (found, Ok(()))
    }

    /// Takes note of an errand that has failed, and of those that come of it.
    fn fail(
        &mut self,
        shop: &Shop,
        trouble: &BotFault,
        WorkBatch { places, again }: WorkBatch,
        found: &mut [Found],
        errands: &mut Vec<WorkBatch>,
    ) -> Result<(), PlayerUnavailable> {
        self.process = None;
        if shop.interrupt.is_over() {
            return Err(interrupted());
        }
        let trouble = shop.noted(trouble.clone());
        let left: Vec<usize> = places.iter().copied().filter(|&place| found[place].is_none()).collect();
        if left.len() < places.len() {
            self.in_a_row = 0;
        }
        match left[..] {
            [] => {}
            [guilty] if again => {
                found[guilty] = Some(Err(trouble.clone()));
                self.in_a_row += 1;
                if self.in_a_row >= shop.order.restarts.max(1) {
                    return Err(shop.outage(&trouble));
                }
            }
            _ if !again => errands.push(WorkBatch { places: left, again: true }),
            _ => {
                let (first, second) = left.split_at(left.len() / 2);
                for half in [second, first] {
                    errands.push(WorkBatch { places: half.to_vec(), again: half.len() > 1 });
                }
            }
        }
        Ok(())
    }

    /// Asks some questions in one message, and hears the answers to all of them.
    fn ask(
        &mut self,
        shop: &Shop,
        hello: &BotHello,
        asks: &mut [QuestionMessage<'_>],
        places: &[usize],
        found: &mut [Found],
    ) -> Result<Result<(), BotFault>, PlayerUnavailable> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => shop.reopen(hello)?,
        };
        let first = self.next;
        self.next += places.len() as u64;
        for (&place, id) in places.iter().zip(first..) {
            asks[place].id = id;
        }
        shop.count(|counts| counts.batches += 1);
        process.say(ask_line(places.iter().map(|&place| &asks[place]), places.len()));
        let mut sent = Sent::new(shop, first, places, found);
        let heard = sent.hear(&mut process).map_err(|trouble| process.quoted(trouble.kind, &trouble.what));
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

impl Shop {
    /// Starts a process in the place of one that is lost; it must say the same hello.
    fn reopen(&self, hello: &BotHello) -> Result<Process, PlayerUnavailable> {
        let mut last = None;
        for _ in 0..self.order.restarts.max(1) {
            if self.interrupt.is_over() {
                return Err(interrupted());
            }
            match self.open() {
                Ok((process, again)) if again == *hello => return Ok(process),
                Ok(_) => {
                    let what = "started again, it says another hello";
                    last = Some(self.noted(BotFault::new(BotFaultKind::WrongHello, what)));
                }
                Err(trouble) => last = Some(self.noted(trouble)),
            }
        }
        if self.interrupt.is_over() {
            return Err(interrupted());
        }
        Err(self.outage(&last.expect("it was started at least once")))
    }

    fn outage(&self, trouble: &BotFault) -> PlayerUnavailable {
        PlayerUnavailable(format!(
            "bot `{}`: {} times in a row, {trouble}",
            self.order.name,
            self.order.restarts.max(1)
        ))
    }
}

fn interrupted() -> PlayerUnavailable {
    PlayerUnavailable(INTERRUPTED.to_owned())
}

fn line(told: &HostMessage<'_>) -> Vec<u8> {
    let mut line = serde_json::to_vec(told).expect("a message is written to memory");
    line.push(b'\n');
    line
}

/// Room for a question, in bytes: most take less.
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
