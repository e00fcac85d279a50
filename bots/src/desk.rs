//! One process at work: its hello, its answers, and which question it stumbles over.
//!
//! A process that crashes, tears a line, floods or is late is ended and started again. What it has not answered is asked
//! again as a whole, then in halves; a question that it stumbles over twice alone is at fault, and no other.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use overhear_engine::rules::Rules;
use overhear_engine::table::Outage;
use serde_json::Value;

use crate::order::Order;
use crate::process::{Process, quote};
use crate::protocol::{Ask, Hello, Reply, Said, Told, VERSION, Welcome};
use crate::trouble::{Trouble, TroubleCounts, TroubleKind};
use crate::words::Words;

/// More answers that nobody has asked for than one message can lead to by mistake.
const UNASKED: u32 = 10_000;

/// What all processes of a bot share.
pub(crate) struct Shop {
    pub(crate) order: Order,
    pub(crate) words: Words,
    pub(crate) rules: Rules,
    pub(crate) counts: Mutex<TroubleCounts>,
}

/// One process, or the place of one.
pub(crate) struct Desk {
    process: Option<Process>,
    /// The number of the next question.
    next: u64,
    /// Questions at fault without an answer between.
    in_a_row: u32,
}

/// Questions to be asked together, by their places.
struct Errand {
    places: Vec<usize>,
    /// Whether they have been asked before, all of them.
    again: bool,
}

/// What has come for a question.
pub(crate) type Found = Option<Result<Reply, Trouble>>;

/// An answer, or what is wrong with it.
struct Heard {
    id: u64,
    reply: Result<Reply, Trouble>,
}

impl Shop {
    pub(crate) fn count(&self, count: impl FnOnce(&mut TroubleCounts)) {
        count(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn noted(&self, trouble: Trouble) -> Trouble {
        self.count(|counts| counts.add(trouble.kind));
        trouble
    }

    /// Starts a process, and hears its hello.
    fn open(&self) -> Result<(Process, Hello), Trouble> {
        self.count(|counts| counts.starts += 1);
        let mut process = Process::start(&self.order)?;
        let hello = self.greet(&mut process).map_err(|trouble| {
            let kind = match trouble.kind {
                TroubleKind::Nonsense | TroubleKind::WrongHello => TroubleKind::WrongHello,
                _ => TroubleKind::NoHello,
            };
            Trouble { kind, ..process.quoted(trouble.kind, &trouble.what) }
        })?;
        Ok((process, hello))
    }

    fn greet(&self, process: &mut Process) -> Result<Hello, Trouble> {
        let deadline = Instant::now().checked_add(self.order.startup());
        process.say(line(&Told::Hello(Welcome {
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
            return Err(Trouble::new(TroubleKind::WrongHello, what));
        }
        process.say(line(&Told::Setup(self.words.setup())));
        self.await_word(process, deadline, "`ready`", |said| said.ready.filter(|ready| *ready))?;
        Ok(hello)
    }

    fn await_word<T>(
        &self,
        process: &mut Process,
        deadline: Option<Instant>,
        what: &str,
        word: impl Fn(Said) -> Option<T>,
    ) -> Result<T, Trouble> {
        loop {
            let line = process.hear(deadline).map_err(|trouble| match trouble.kind {
                TroubleKind::Late => {
                    let seconds = self.order.startup;
                    Trouble::new(TroubleKind::Late, format!("no {what} within {seconds} s"))
                }
                kind => Trouble::new(kind, format!("no {what}: {}", trouble.what)),
            })?;
            let said: Said = serde_json::from_slice(&line).map_err(|error| nonsense(&line, &error))?;
            if let Some(error) = &said.error {
                return Err(Trouble::new(TroubleKind::Crash, error.clone()));
            }
            if let Some(found) = word(said) {
                return Ok(found);
            }
        }
    }
}

impl Desk {
    /// Starts the first process.
    pub(crate) fn open(shop: &Shop) -> Result<(Desk, Hello), Trouble> {
        let (process, hello) = shop.open().map_err(|trouble| shop.noted(trouble))?;
        Ok((Desk { process: Some(process), next: 0, in_a_row: 0 }, hello))
    }

    /// The place of a process that is started when there is something to ask.
    pub(crate) const fn closed() -> Desk {
        Desk { process: None, next: 0, in_a_row: 0 }
    }

    /// Asks everything, in messages of at most `most` questions.
    ///
    /// # Errors
    /// [`Outage`] if the bot cannot be started again, or fails at every question.
    pub(crate) fn settle(
        &mut self,
        shop: &Shop,
        hello: &Hello,
        most: usize,
        asks: &mut [Ask<'_>],
    ) -> Result<Vec<Result<Reply, Trouble>>, Outage> {
        let mut found: Vec<Found> = asks.iter().map(|_| None).collect();
        let places: Vec<usize> = (0..asks.len()).collect();
        let chunks = places.chunks(most.max(1)).rev();
        let mut errands: Vec<Errand> =
            chunks.map(|places| Errand { places: places.to_vec(), again: false }).collect();
        while let Some(Errand { places, again }) = errands.pop() {
            let Err(trouble) = self.ask(shop, hello, asks, &places, &mut found)? else { continue };
            let trouble = shop.noted(trouble);
            self.process = None;
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
                _ if !again => errands.push(Errand { places: left, again: true }),
                _ => {
                    let (first, second) = left.split_at(left.len() / 2);
                    for half in [second, first] {
                        errands.push(Errand { places: half.to_vec(), again: half.len() > 1 });
                    }
                }
            }
        }
        Ok(found.into_iter().map(|found| found.expect("every question is answered or given up")).collect())
    }

    /// Asks some questions in one message, and hears the answers to all of them.
    fn ask(
        &mut self,
        shop: &Shop,
        hello: &Hello,
        asks: &mut [Ask<'_>],
        places: &[usize],
        found: &mut [Found],
    ) -> Result<Result<(), Trouble>, Outage> {
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
        let heard = hear_all(shop, &mut process, first, places, found)
            .map_err(|trouble| process.quoted(trouble.kind, &trouble.what));
        self.in_a_row = if heard.is_ok() { 0 } else { self.in_a_row };
        self.process = Some(process);
        Ok(heard)
    }

    /// Lets the process end by itself.
    pub(crate) fn close(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.leave(line(&Told::Quit(true)));
        }
    }
}

impl Shop {
    /// Starts a process in the place of one that is lost; it must say the same hello.
    fn reopen(&self, hello: &Hello) -> Result<Process, Outage> {
        let mut last = None;
        for _ in 0..self.order.restarts.max(1) {
            match self.open() {
                Ok((process, again)) if again == *hello => return Ok(process),
                Ok(_) => {
                    let what = "started again, it says another hello";
                    last = Some(self.noted(Trouble::new(TroubleKind::WrongHello, what)));
                }
                Err(trouble) => last = Some(self.noted(trouble)),
            }
        }
        Err(self.outage(&last.expect("it was started at least once")))
    }

    fn outage(&self, trouble: &Trouble) -> Outage {
        Outage(format!("bot `{}`: {} times in a row, {trouble}", self.order.name, self.order.restarts.max(1)))
    }
}

fn hear_all(
    shop: &Shop,
    process: &mut Process,
    first: u64,
    places: &[usize],
    found: &mut [Found],
) -> Result<(), Trouble> {
    let deadline = Instant::now().checked_add(shop.order.answer_limit());
    let (mut missing, mut unasked) = (places.len(), 0);
    while missing > 0 {
        let line = process.hear(deadline).map_err(|trouble| match trouble.kind {
            TroubleKind::Late => {
                let seconds = shop.order.answer_limit;
                Trouble::new(
                    TroubleKind::Late,
                    format!("{missing} of {} answers missing after {seconds} s", places.len()),
                )
            }
            _ => trouble,
        })?;
        for Heard { id, reply } in heard(&line)? {
            let place = id.checked_sub(first).and_then(|n| places.get(n as usize));
            let kind = match place.map(|&place| &mut found[place]) {
                Some(empty @ None) => {
                    *empty = Some(reply.map_err(|trouble| shop.noted(trouble)));
                    missing -= 1;
                    continue;
                }
                Some(Some(_)) => TroubleKind::Twice,
                None if id < first => TroubleKind::Twice,
                None => TroubleKind::Unasked,
            };
            shop.count(|counts| counts.add(kind));
            unasked += 1;
            if unasked > UNASKED {
                return Err(Trouble::new(
                    TroubleKind::Flood,
                    format!("{unasked} answers that nobody has asked for"),
                ));
            }
        }
    }
    Ok(())
}

/// The answers in a line; none if it says something else.
fn heard(line: &[u8]) -> Result<Vec<Heard>, Trouble> {
    let whole = |reply: Reply| Heard { id: reply.id, reply: Ok(reply) };
    match serde_json::from_slice::<Said>(line) {
        Ok(Said { error: Some(error), .. }) => Err(Trouble::new(TroubleKind::Crash, error)),
        Ok(said) => Ok(said.answers.into_iter().flatten().map(whole).collect()),
        Err(error) => heard_apart(line).ok_or_else(|| nonsense(line, &error)),
    }
}

/// The answers in a line of which some cannot be read, each by itself; nothing if it cannot be said whose they are.
fn heard_apart(line: &[u8]) -> Option<Vec<Heard>> {
    let mut said: Value = serde_json::from_slice(line).ok()?;
    let answers = std::mem::take(said.get_mut("answers")?.as_array_mut()?);
    let apart = |answer: Value| {
        let id = answer.get("id")?.as_u64()?;
        let reply = serde_json::from_value(answer);
        Some(Heard {
            id,
            reply: reply.map_err(|error| Trouble::new(TroubleKind::BadAnswer, error.to_string())),
        })
    };
    answers.into_iter().map(apart).collect()
}

fn nonsense(line: &[u8], error: &serde_json::Error) -> Trouble {
    Trouble::new(TroubleKind::Nonsense, format!("the line `{}` is no message: {error}", quote(line)))
}

fn line(told: &Told<'_>) -> Vec<u8> {
    let mut line = serde_json::to_vec(told).expect("a message is written to memory");
    line.push(b'\n');
    line
}

/// Room for a question, in bytes: most take less.
const QUESTION: usize = 512;

fn ask_line<'a>(asks: impl Iterator<Item = &'a Ask<'a>>, count: usize) -> Vec<u8> {
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
