//! Progress on standard error: a bar on a terminal, and the leading agent below it.

use std::io::{IsTerminal as _, stderr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use overhear_lab::table::{counted, grouped, printable};

use crate::cli::ProgressMode;
use crate::stderr::write_line;

const BAR_EVERY: Duration = Duration::from_millis(100);
const LINE_EVERY: Duration = Duration::from_secs(10);
const TELL_EVERY: Duration = Duration::from_millis(200);
const BAR: &str = "{wide_bar} {percent:>3} %  {human_pos} of {human_len} games, {speed} a second, {eta} left
{wide_msg}";

/// The terminal, with the bar if there is one.
#[derive(Clone, Default)]
pub(super) struct Screen(Arc<Mutex<Option<ProgressBar>>>);

impl Screen {
    fn bar(&self) -> MutexGuard<'_, Option<ProgressBar>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a permanent line to standard error, above the bar.
    pub(super) fn say(&self, line: &str) {
        match &*self.bar() {
            Some(bar) => bar.suspend(|| write_line(line)),
            None => write_line(line),
        }
    }

    /// Removes the bar and writes the last line of a program that exits at once.
    pub(super) fn say_last(&self, line: &str) {
        if let Some(bar) = self.bar().take() {
            bar.finish_and_clear();
        }
        write_line(line);
    }
}

/// The progress display of a run, driven by its own thread.
#[derive(Default)]
pub(super) struct ProgressDisplay {
    screen: Screen,
    showing: Mutex<Option<ProgressThread>>,
}

struct ProgressThread {
    progress: Arc<RunProgress>,
    total: u64,
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

/// Progress of a run.
struct RunProgress {
    /// Number of games, including earlier sessions.
    done: Arc<AtomicU64>,
    /// Number of games of earlier sessions.
    before: u64,
    started: Instant,
    leader: Mutex<LeaderLine>,
}

/// The last line on the leader.
struct LeaderLine {
    renewed: Instant,
    text: String,
}

impl RunProgress {
    /// Returns the number of games of this session.
    fn games_played(&self) -> u64 {
        self.done.load(Ordering::Relaxed) - self.before
    }

    fn leader(&self) -> MutexGuard<'_, LeaderLine> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProgressDisplay {
    /// Returns an empty display on this terminal.
    pub(super) fn new(screen: Screen) -> ProgressDisplay {
        ProgressDisplay { screen, showing: Mutex::default() }
    }

    fn showing(&self) -> MutexGuard<'_, Option<ProgressThread>> {
        self.showing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to show progress towards `total` games.
    pub(super) fn start(&self, mode: ProgressMode, done: &Arc<AtomicU64>, total: u64) {
        let started = Instant::now();
        let leader = Mutex::new(LeaderLine { renewed: started, text: String::new() });
        let before = done.load(Ordering::Relaxed);
        let progress = Arc::new(RunProgress { done: Arc::clone(done), before, started, leader });
        let (stop, stopped) = channel();
        let shown = Arc::clone(&progress);
        let is_plain = mode == ProgressMode::Plain || mode == ProgressMode::Auto && !stderr().is_terminal();
        let show: Box<dyn FnOnce() + Send> = match mode {
            ProgressMode::None => return,
            _ if is_plain => Box::new(move || lines(&shown, total, &stopped)),
            _ => {
                let screen = self.screen.clone();
                Box::new(move || bar(&screen, &shown, total, &stopped))
            }
        };
        // If no thread is available, games go on without a display.
        if let Ok(thread) = Builder::new().spawn(show) {
            *self.showing() = Some(ProgressThread { progress, total, stop, thread });
        }
    }

    /// Writes a line to standard error, above the bar if there is one.
    pub(super) fn say(&self, line: &str) {
        self.screen.say(line);
    }

    /// Updates the line on the leader, at most several times a second.
    pub(super) fn update(&self, leader: &dyn Fn() -> String) {
        if let Some(ProgressThread { progress, .. }) = &*self.showing() {
            let mut line = progress.leader();
            if line.renewed.elapsed() >= TELL_EVERY {
                *line = LeaderLine { renewed: Instant::now(), text: leader() };
            }
        }
    }

    /// Removes the bar, and reports the speed of a complete run.
    pub(super) fn finish(&self) {
        let Some(ProgressThread { progress, total, stop, thread }) = self.showing().take() else { return };
        drop(stop);
        drop(thread.join());
        let (done, played) = (progress.done.load(Ordering::Relaxed), progress.games_played());
        if done == total && played > 0 {
            let seconds = progress.started.elapsed().as_secs_f64();
            let speed = grouped((played as f64 / seconds.max(1e-9)) as u64);
            write_line(&format!("{} played in {seconds:.1} s, {speed} a second", counted(played, "game")));
        }
    }
}

/// Returns an empty bar.
fn styled(total: u64, target: ProgressDrawTarget) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), target);
    let style = ProgressStyle::with_template(BAR).expect("the template is well-formed");
    bar.set_style(style.with_key("speed", write_speed));
    bar
}

fn write_speed(state: &ProgressState, to: &mut dyn std::fmt::Write) {
    let _ = to.write_str(&grouped(state.per_sec() as u64));
}

fn bar(screen: &Screen, progress: &RunProgress, total: u64, stopped: &Receiver<()>) {
    let bar = styled(total, ProgressDrawTarget::stderr());
    *screen.bar() = Some(bar.clone());
    bar.set_position(progress.before);
    bar.reset_eta();
    while stopped.recv_timeout(BAR_EVERY) == Err(RecvTimeoutError::Timeout) {
        bar.set_position(progress.done.load(Ordering::Relaxed));
        bar.set_message(printable(&progress.leader().text));
    }
    *screen.bar() = None;
    bar.finish_and_clear();
}

fn lines(progress: &RunProgress, total: u64, stopped: &Receiver<()>) {
    while stopped.recv_timeout(LINE_EVERY) == Err(RecvTimeoutError::Timeout) {
        write_line(&line(progress, total));
    }
}

fn line(progress: &RunProgress, total: u64) -> String {
    let (games, played) = (progress.done.load(Ordering::Relaxed), progress.games_played());
    let seconds = progress.started.elapsed().as_secs_f64();
    let speed = played as f64 / seconds.max(1e-9);
    let remaining = Duration::try_from_secs_f64((total - games) as f64 / speed);
    let remaining = remaining.map_or(String::new(), |time| format!(", {} left", HumanDuration(time)));
    let share = 100.0 * games as f64 / total as f64;
    let (games, total, speed) = (grouped(games), counted(total, "game"), grouped(speed as u64));
    let leader = Some(progress.leader().text.clone()).filter(|leader| !leader.is_empty());
    let leader = leader.map_or(String::new(), |leader| format!("; {leader}"));
    format!("{games} of {total} ({share:.0} %), {speed} a second{remaining}{leader}")
}

#[cfg(test)]
mod tests {
    use indicatif::InMemoryTerm;

    use super::*;

    #[test]
    fn eighty_columns_hold_the_bar_and_who_leads() {
        let screen = InMemoryTerm::new(10, 80);
        let bar = styled(20_000_000, ProgressDrawTarget::term_like(Box::new(screen.clone())));
        bar.set_position(10_000_000);
        bar.set_message("a-rather-long-label-of-an-agent leads, 0.995 [0.993, 0.997]");
        bar.tick();
        let shown = screen.contents();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 2, "{shown}");
        assert!(lines[0].starts_with('█') && lines[0].contains("50 %  10,000,000 of 20,000,000"), "{shown}");
        assert!(lines[1].ends_with("0.995 [0.993, 0.997]"), "{shown}");
    }
}
