//! A child process, and the threads that carry its lines.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;
#[cfg(any(unix, windows))]
use process_wrap::std::CommandWrap;
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;

use crate::order::Order;
use crate::tail::Tail;
use crate::trouble::{Trouble, TroubleKind};

/// The longest line, in bytes.
const LINE: u64 = 64 << 20;

/// Lines that are read ahead.
const AHEAD: usize = 64;

/// How long a process has to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// A running bot.
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
    /// What is still to be written; dropped, the child's standard input ends.
    write: Option<Sender<Vec<u8>>>,
    read: Receiver<Line>,
    tail: Tail,
}

enum Line {
    Whole(Vec<u8>),
    Torn(Vec<u8>),
    TooLong,
}

impl Process {
    /// Starts the command in a group of its own.
    pub(crate) fn start(order: &Order) -> Result<Process, Trouble> {
        let no_start =
            |what: String| Trouble::new(TroubleKind::NoStart, format!("{}: {what}", order.command.join(" ")));
        let [program, arguments @ ..] = &order.command[..] else {
            return Err(Trouble::new(TroubleKind::NoStart, format!("bot `{}` has no command", order.name)));
        };
        let mut command = Command::new(program);
        command.args(arguments).envs(&order.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(cwd) = &order.cwd {
            command.current_dir(cwd);
        }
        let mut child = spawn(command).map_err(|error| no_start(error.to_string()))?;
        let piped = || no_start("its streams are no pipes".to_owned());
        let stdin = child.stdin().take().ok_or_else(piped)?;
        let stdout = child.stdout().take().ok_or_else(piped)?;
        let stderr = child.stderr().take().ok_or_else(piped)?;
        let tail = Tail::default();
        tail.follow(stderr, order.log.as_deref().map(Path::new));
        Ok(Process { child, write: Some(writer(stdin)), read: reader(stdout), tail })
    }

    /// Has a line written, without waiting until it is.
    pub(crate) fn say(&self, line: Vec<u8>) {
        if let Some(write) = &self.write {
            let _ = write.send(line);
        }
    }

    /// The next line, before the deadline.
    pub(crate) fn hear(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, Trouble> {
        let line = match deadline {
            Some(deadline) => self.read.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            None => self.read.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match line {
            Ok(Line::Whole(line)) => Ok(line),
            Ok(Line::Torn(line)) => {
                let ended = self.ended();
                Err(Trouble::new(
                    TroubleKind::Torn,
                    format!("{ended} in the middle of the line `{}`", quote(&line)),
                ))
            }
            Ok(Line::TooLong) => {
                Err(Trouble::new(TroubleKind::Flood, format!("a line of more than {} MB", LINE >> 20)))
            }
            Err(RecvTimeoutError::Timeout) => Err(Trouble::new(TroubleKind::Late, "no answer in time")),
            Err(RecvTimeoutError::Disconnected) => Err(Trouble::new(TroubleKind::Crash, self.ended())),
        }
    }

    /// What went wrong, with the last lines of standard error.
    pub(crate) fn quoted(&self, kind: TroubleKind, what: &str) -> Trouble {
        Trouble::new(
            kind,
            format!("{what}{}", self.tail.told(matches!(kind, TroubleKind::Crash | TroubleKind::Torn))),
        )
    }

    /// How it has ended that has closed its standard output.
    fn ended(&mut self) -> String {
        match self.wait(GRACE) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_owned(),
        }
    }

    fn wait(&mut self, grace: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + grace;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// Lets it end by itself, and waits for a moment.
    pub(crate) fn leave(&mut self, farewell: Vec<u8>) {
        self.say(farewell);
        self.write = None;
        self.wait(GRACE);
    }
}

impl Drop for Process {
    /// Ends the whole group.
    fn drop(&mut self) {
        self.write = None;
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}

/// Where there are no processes, none is started.
#[cfg(not(any(unix, windows)))]
fn spawn(_: Command) -> std::io::Result<Box<dyn ChildWrapper>> {
    Err(std::io::Error::new(std::io::ErrorKind::Unsupported, "there are no programs here to start"))
}

#[cfg(unix)]
fn spawn(command: Command) -> std::io::Result<Box<dyn ChildWrapper>> {
    CommandWrap::from(command).wrap(ProcessGroup::leader()).spawn()
}

#[cfg(windows)]
fn spawn(command: Command) -> std::io::Result<Box<dyn ChildWrapper>> {
    CommandWrap::from(command).wrap(JobObject).spawn()
}

fn writer(mut stdin: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (write, lines) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for line in lines {
            if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    write
}

fn reader(stdout: impl Read + Send + 'static) -> Receiver<Line> {
    let (send, read) = mpsc::sync_channel(AHEAD);
    thread::spawn(move || read_lines(BufReader::new(stdout), &send));
    read
}

fn read_lines(mut stdout: impl BufRead, send: &SyncSender<Line>) {
    loop {
        let mut line = Vec::new();
        match (&mut stdout).take(LINE).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => return,
            Ok(_) => {}
        }
        let line = match line.pop() {
            Some(b'\n') => Line::Whole(line),
            last if line.len() as u64 + 1 == LINE => {
                drop((last, line));
                Line::TooLong
            }
            last => {
                line.extend(last);
                Line::Torn(line)
            }
        };
        if send.send(line).is_err() {
            return;
        }
    }
}

/// The beginning of a line, for a message.
pub(crate) fn quote(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut short: String = text.chars().take(80).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
