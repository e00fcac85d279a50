//! How far a run is, on standard error.

use std::io::{IsTerminal as _, Write as _, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::cli::ProgressMode;
use crate::output::grouped;

const BAR_EVERY: Duration = Duration::from_millis(100);
const LINE_EVERY: Duration = Duration::from_secs(10);
const BAR: &str = "{wide_bar} {percent:>3} %  {human_pos} of {human_len} games, {speed} a second, {eta} left";

/// Counts games and shows the count from a thread of its own.
pub(super) struct Progress {
    done: Arc<AtomicU64>,
    total: u64,
    started: Instant,
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Begins to show progress towards `total` games.
    pub(super) fn start(mode: ProgressMode, total: u64) -> Progress {
        let done = Arc::new(AtomicU64::new(0));
        let (stop, stopped) = channel();
        let started = Instant::now();
        let count = Arc::clone(&done);
        let show: Option<Box<dyn FnOnce() + Send>> = match mode {
            ProgressMode::None => None,
            ProgressMode::Auto if !stderr().is_terminal() => {
                Some(Box::new(move || lines(&count, total, started, &stopped)))
            }
            ProgressMode::Plain => Some(Box::new(move || lines(&count, total, started, &stopped))),
            ProgressMode::Auto | ProgressMode::Bar => Some(Box::new(move || bar(&count, total, &stopped))),
        };
        Progress { done, total, started, shown: show.map(|show| (stop, spawn(show))) }
    }

    /// What to count games with.
    pub(super) fn counter(&self) -> &AtomicU64 {
        &self.done
    }

    /// Takes the bar away, and says how fast it went if it went to the end.
    pub(super) fn finish(self) {
        let Some((stop, thread)) = self.shown else { return };
        drop(stop);
        drop(thread.join());
        let done = self.done.load(Ordering::Relaxed);
        if done == self.total {
            let seconds = self.started.elapsed().as_secs_f64();
            let speed = grouped((done as f64 / seconds.max(1e-9)) as u64);
            drop(writeln!(stderr(), "{} games played in {seconds:.1} s, {speed} a second", grouped(done)));
        }
    }
}

fn bar(done: &AtomicU64, total: u64, stopped: &Receiver<()>) {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    let speed = |state: &ProgressState, to: &mut dyn std::fmt::Write| {
        let _ = to.write_str(&grouped(state.per_sec() as u64));
    };
    let style = ProgressStyle::with_template(BAR).expect("the template is well-formed");
    bar.set_style(style.with_key("speed", speed));
    while stopped.recv_timeout(BAR_EVERY) == Err(RecvTimeoutError::Timeout) {
        bar.set_position(done.load(Ordering::Relaxed));
    }
    bar.finish_and_clear();
}

fn lines(done: &AtomicU64, total: u64, started: Instant, stopped: &Receiver<()>) {
    while stopped.recv_timeout(LINE_EVERY) == Err(RecvTimeoutError::Timeout) {
        let games = done.load(Ordering::Relaxed);
        let elapsed = started.elapsed();
        let share = games as f64 / total as f64;
        let left = if games > 0 { elapsed.mul_f64((1.0 - share) / share) } else { Duration::MAX };
        let left = if games > 0 { format!(", {} left", HumanDuration(left)) } else { String::new() };
        let speed = grouped((games as f64 / elapsed.as_secs_f64()) as u64);
        let (games, total) = (grouped(games), grouped(total));
        drop(writeln!(stderr(), "{games} of {total} games ({:.0} %), {speed} a second{left}", 100.0 * share));
    }
}
