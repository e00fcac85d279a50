//! A child process with the threads that carry its lines and wait for its end.

use std::fmt::Display;
use std::io::{self, BufReader, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crate::bot_fault::{BotFault, BotFaultKind};
use crate::config::BotConfig;
use crate::group::{Group, Streams};
use crate::interrupt::Interrupt;
use crate::lines::{quote, read_lines};
use crate::mailbox::{Mailbox, ProcessEvent};
use crate::remarks::Remarks;
use crate::tail::{StderrTail, opened};

/// Time for a process to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// Time to go on reading after a process has ended: a descendant may hold its output open.
const LINGER: Duration = Duration::from_secs(1);

/// Maximum number of consecutive lines without an answer.
const IDLE: u32 = 100_000;

/// Time after which bytes without a line end are remarked on.
const PAUSE: Duration = Duration::from_secs(2);

/// Time between two checks for an interrupt.
const LOOK: Duration = Duration::from_millis(50);

/// A running bot process.
pub(crate) struct Process {
    group: Arc<Group>,
    /// Lines to write. Dropping the sender closes the child's standard input.
    write: Option<Sender<Vec<u8>>>,
    mailbox: Arc<Mailbox>,
    tail: StderrTail,
    interrupt: Interrupt,
    remarks: Arc<Remarks>,
    /// Number of lines since the last answer.
    idle: u32,
    /// Last line that was passed over, as a message quotes it.
    passed_over: Option<String>,
    /// Time at which its output was closed.
    closed: Option<Instant>,
    ended: Option<ProcessEnd>,
}

/// The end of a process.
#[derive(Clone, Copy)]
struct ProcessEnd {
    at: Instant,
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts the command in its own group.
    pub(crate) fn start(
        config: &BotConfig,
        interrupt: &Interrupt,
        remarks: &Arc<Remarks>,
    ) -> Result<Process, BotFault> {
        let [program, arguments @ ..] = &config.command[..] else {
            return Err(BotFault::new(
                BotFaultKind::NoStart,
                format!("bot `{}` has no command", config.name),
            ));
        };
        let mut command = Command::new(program);
        command.args(arguments).envs(&config.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(cwd) = &config.cwd {
            if !cwd.is_dir() {
                let what = format!("`cwd = {}`: there is no such directory", cwd.display());
                return Err(BotFault::new(BotFaultKind::NoStart, what));
            }
            command.current_dir(cwd);
        }
        let log = config.log.as_deref().map(opened).transpose();
        let log = log.map_err(|what| BotFault::new(BotFaultKind::NoStart, what))?;
        let mailbox = Arc::new(Mailbox::default());
        let (group, streams) = started(command, &mailbox).map_err(|error| no_start(config, &error))?;
        // From here on dropping it ends the group, so no error leaves a process behind.
        let mut process = Process {
            group,
            write: None,
            mailbox,
            tail: StderrTail::default(),
            interrupt: interrupt.clone(),
            remarks: Arc::clone(remarks),
            idle: 0,
            passed_over: None,
            closed: None,
            ended: None,
        };
        process.listen(streams, log).map_err(|error| no_start(config, &thread_start_fault(&error)))?;
        Ok(process)
    }

    /// Starts the threads that carry lines.
    fn listen(&mut self, streams: Streams, log: Option<std::fs::File>) -> io::Result<()> {
        let Streams { stdin, stdout, stderr } = streams;
        self.tail.follow(stderr, log)?;
        let mailbox = Arc::clone(&self.mailbox);
        Builder::new().spawn(move || read_lines(BufReader::new(stdout), &mailbox))?;
        self.write = Some(writer(stdin)?);
        Ok(())
    }

    /// Queues a line for writing, without waiting.
    pub(crate) fn say(&self, line: Vec<u8>) {
        if let Some(write) = &self.write {
            let _ = write.send(line);
        }
    }

    /// Returns the next line, unless the deadline passes or the run is interrupted.
    pub(crate) fn hear(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, BotFault> {
        // Lines that are already there must not hide a stop: a batch may have thousands of answers.
        self.check_time(None)?;
        loop {
            match self.mailbox.receive_until(Instant::now() + LOOK) {
                Some(ProcessEvent::Line(line)) => return Ok(line),
                Some(ProcessEvent::Torn(line)) => {
                    self.wait(Instant::now() + GRACE);
                    let what = format!("{} in the middle of the line `{}`", self.end(), quote(&line));
                    return Err(BotFault::new(BotFaultKind::Torn, what));
                }
                Some(ProcessEvent::Flood(what)) => return Err(BotFault::new(BotFaultKind::Flood, what)),
                Some(ProcessEvent::Closed) => self.closed = Some(Instant::now()),
                Some(ProcessEvent::Ended(status)) => {
                    self.ended = Some(ProcessEnd { at: Instant::now(), status });
                }
                None => {
                    if let Some(bytes) = self.mailbox.unended_for(PAUSE) {
                        self.remarks.remark_on_unended(&bytes);
                    }
                }
            }
            let linger = if self.closed.is_some() { Duration::ZERO } else { LINGER };
            if has_lasted(self.ended.map(|end| end.at), linger) || has_lasted(self.closed, GRACE) {
                return Err(BotFault::new(BotFaultKind::Crash, self.end()));
            }
            self.check_time(deadline)?;
        }
    }

    /// Records that a line contained an answer.
    pub(crate) fn take_note(&mut self) {
        self.idle = 0;
        self.passed_over = None;
    }

    /// Counts a line without an answer, and returns a fault after too many.
    pub(crate) fn pass_over(
        &mut self,
        line: &[u8],
        awaited: &str,
        deadline: Option<Instant>,
    ) -> Result<(), BotFault> {
        self.idle += 1;
        self.remarks.remark_on_line(line, awaited);
        self.passed_over = Some(quote(line));
        if self.idle > IDLE {
            return Err(BotFault::new(
                BotFaultKind::Flood,
                format!("more than {IDLE} lines that say nothing"),
            ));
        }
        self.check_time(deadline)
    }

    /// Returns a fault if the deadline has passed or the run is interrupted.
    fn check_time(&self, deadline: Option<Instant>) -> Result<(), BotFault> {
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || self.interrupt.is_over() {
            return Err(BotFault::new(BotFaultKind::Late, "no answer in time"));
        }
        Ok(())
    }

    /// Returns a fault with what was not understood, if the bot is late, and the last lines of standard error.
    pub(crate) fn quoted(&self, kind: BotFaultKind, what: &str) -> BotFault {
        let unread = if kind == BotFaultKind::Late { self.unread() } else { String::new() };
        let tail = self.tail.sentence(matches!(kind, BotFaultKind::Crash | BotFaultKind::Torn));
        BotFault::new(kind, format!("{what}{unread}{tail}"))
    }

    /// Quotes what the bot has written and the program has not understood.
    fn unread(&self) -> String {
        if let Some(bytes) = self.mailbox.unended_for(Duration::ZERO) {
            return format!("; it wrote `{}` without a line end", quote(&bytes));
        }
        self.passed_over
            .as_ref()
            .map(|line| format!("; it wrote `{line}`, which answers nothing"))
            .unwrap_or_default()
    }

    /// Describes how the process ended, or that it closed its standard output.
    fn end(&self) -> String {
        match self.ended {
            Some(ProcessEnd { status: Some(status), .. }) => format!("it ended with {status}"),
            Some(ProcessEnd { status: None, .. }) => "it ended".to_owned(),
            None => "it closed its output".to_owned(),
        }
    }

    /// Waits for the end of the process until a deadline; its output is discarded.
    fn wait(&mut self, until: Instant) {
        while self.ended.is_none() && Instant::now() < until {
            if let Some(ProcessEvent::Ended(status)) = self.mailbox.receive_until(until) {
                self.ended = Some(ProcessEnd { at: Instant::now(), status });
            }
        }
    }

    /// Sends a farewell and waits briefly for the process to end by itself.
    pub(crate) fn leave(&mut self, farewell: Vec<u8>) {
        self.say(farewell);
        self.write = None;
        let grace = if self.interrupt.is_asked() { GRACE / 4 } else { GRACE };
        self.wait(Instant::now() + grace);
    }
}

impl Drop for Process {
    /// Ends the whole group.
    fn drop(&mut self) {
        self.write = None;
        self.group.end();
        self.wait(Instant::now() + GRACE);
        self.mailbox.abandon();
    }
}

fn no_start(config: &BotConfig, what: &dyn Display) -> BotFault {
    BotFault::new(BotFaultKind::NoStart, format!("{}: {what}", config.command.join(" ")))
}

/// Returns `true` if a state has lasted so long.
fn has_lasted(since: Option<Instant>, limit: Duration) -> bool {
    since.is_some_and(|since| since.elapsed() >= limit)
}

/// Starts a command on a thread that waits for its end and reports it. On Linux a process ends with the
/// thread that started it.
fn started(command: Command, mailbox: &Arc<Mailbox>) -> io::Result<(Arc<Group>, Streams)> {
    let ((send, receive), mailbox) = (mpsc::channel(), Arc::clone(mailbox));
    let thread = Builder::new().spawn(move || {
        let started = Group::start(command);
        let group = started.as_ref().ok().map(|(group, _)| Arc::clone(group));
        let is_heard = send.send(started).is_ok();
        if let Some(group) = group.filter(|_| is_heard) {
            mailbox.put(ProcessEvent::Ended(group.wait()));
        }
    });
    thread.map_err(|error| io::Error::other(thread_start_fault(&error)))?;
    receive.recv().unwrap_or_else(|_| Err(io::Error::other("it cannot be started")))
}

/// Describes why a thread cannot be started.
pub(crate) fn thread_start_fault(error: &io::Error) -> String {
    format!("no thread can be started for it ({error})")
}

fn writer(mut stdin: impl Write + Send + 'static) -> io::Result<Sender<Vec<u8>>> {
    let (write, lines) = mpsc::channel::<Vec<u8>>();
    thread::Builder::new().spawn(move || {
        for line in lines {
            if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    })?;
    Ok(write)
}
