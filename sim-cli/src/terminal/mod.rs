//! Terminal handling of a run: threads, progress and remarks on standard error, Ctrl-C.

mod bar;
mod interrupt;
#[cfg(unix)]
mod signals;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use overhear_lab::setup::{StoredCommands, UnknownCommands};
use overhear_lab::table::quoted_path;
use overhear_lab::tournament::Shard;
use overhear_lab::{Progress, RunControl, StopHandle};
#[cfg(unix)]
pub(crate) use signals::heed_limits;

use crate::cli::{ColorMode, ProgressArgs, ProgressMode, RunArgs, ThreadsArgs};
use crate::failure::Failure;
use crate::output::{Paint, on_stderr};
use crate::stderr::write_line;
use bar::{ProgressDisplay, Screen};

/// Starts the requested number of threads.
pub(crate) fn threads(args: ThreadsArgs) -> Result<(), Failure> {
    let threads = overhear_lab::threads(args.threads)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| Failure::runtime(format_args!("cannot start the threads: {error}")))
}

/// Writes lines to standard error, ignoring errors.
pub(crate) fn say(lines: &[String]) {
    lines.iter().for_each(|line| write_line(line));
}

/// Reports the written files and what to do with them.
pub(crate) fn written(out: Option<&Path>, more: &str) {
    if let Some(dir) = out.map(quoted_path) {
        say(&[format!("written: {dir}; as a page: sim-cli report {dir}{}", more.replace("DIR", &dir))]);
    }
}

/// Reports the file of a part, and how all parts become a result.
pub(crate) fn part_written(out: Option<&Path>, shard: Shard) {
    if let Some(dir) = out.map(quoted_path) {
        say(&[format!(
            "written: {dir}, part {shard}; when all are there: sim-cli merge {dir} OTHERS --out RESULT"
        )]);
    }
}

/// Writes warnings to standard error.
pub(crate) fn warn(lines: &[String], paint: Paint) {
    lines.iter().for_each(|line| write_line(&format!("{} {line}", paint.yellow("warning:"))));
}

/// Returns a run control that stops at the first Ctrl-C and shows progress.
pub(crate) fn listening(progress: ProgressArgs, color: ColorMode) -> Result<RunControl, Failure> {
    let (stop, screen) = (StopHandle::default(), Screen::default());
    interrupt::listen(&stop, screen.clone())?;
    let progress = Arc::new(Terminal::new(progress.progress, color, screen));
    Ok(RunControl { stop, progress, ..controlled() })
}

/// Returns a run control like [`listening`], and starts the requested number of threads.
pub(crate) fn running(run: RunArgs, color: ColorMode) -> Result<RunControl, Failure> {
    let control = listening(run.progress, color)?;
    threads(run.threads)?;
    Ok(control)
}

/// Ends at the first Ctrl-C, without a message.
pub(crate) fn ending(stop: &StopHandle) -> Result<(), Failure> {
    interrupt::end(stop)
}

/// Returns a run control that only passes remarks on.
pub(crate) fn quiet() -> RunControl {
    let terminal = Terminal::new(ProgressMode::None, ColorMode::Auto, Screen::default());
    RunControl { progress: Arc::new(terminal), ..controlled() }
}

/// Returns a run control that knows the commands of bots that the user has started before.
fn controlled() -> RunControl {
    RunControl { stored_commands: StoredCommands::of_user(UnknownCommands::Refuse), ..RunControl::default() }
}

/// Returns a run control that stops at the first Ctrl-C and passes remarks on.
pub(crate) fn stoppable() -> Result<RunControl, Failure> {
    listening(ProgressArgs { progress: ProgressMode::None }, ColorMode::Auto)
}

/// Progress on standard error.
struct Terminal {
    mode: ProgressMode,
    paint: Paint,
    shown: ProgressDisplay,
}

impl Terminal {
    fn new(mode: ProgressMode, color: ColorMode, screen: Screen) -> Terminal {
        Terminal { mode, paint: on_stderr(color), shown: ProgressDisplay::new(screen) }
    }
}

impl Progress for Terminal {
    fn begin(&self, done: &Arc<AtomicU64>, total: u64) {
        crate::memory::give_back();
        self.shown.start(self.mode, done, total);
    }

    fn leader(&self, leader: &dyn Fn() -> String) {
        self.shown.update(leader);
    }

    fn end(&self) {
        self.shown.finish();
    }

    fn note(&self, line: &str) {
        self.shown.say(line);
    }

    fn warn(&self, line: &str) {
        warn(&[line.to_owned()], self.paint);
    }
}
