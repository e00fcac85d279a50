//! Handling of Ctrl-C and similar signals. The first stops the run after the deals in flight; the second ends
//! the program at once, keeping the last checkpoint. Without a checkpoint nothing is left behind.

use overhear_lab::{ExitState, StopHandle};

use super::bar::Screen;
use crate::failure::Failure;
use crate::own_command::resumption;
use crate::stderr::end_at_once;

/// Installs the handler.
pub(super) fn listen(stop: &StopHandle, screen: Screen) -> Result<(), Failure> {
    let stop = stop.clone();
    on_signal(move || request_stop(&stop, &screen))
}

/// Installs a handler for commands without a run, which end at the first signal.
pub(super) fn end(stop: &StopHandle) -> Result<(), Failure> {
    let stop = stop.clone();
    on_signal(move || {
        stop.ask();
    })
}

/// Sets the handler, but for signals that were ignored when the program began: `nohup` means that they do not end it. To be called
/// before the threads of a run begin.
fn on_signal(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    #[cfg(unix)]
    let ignored = super::signals::IgnoredSignals::hold();
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::runtime(format_args!("cannot listen for Ctrl-C: {error}")))?;
    #[cfg(unix)]
    ignored.ignore();
    Ok(())
}

fn request_stop(stop: &StopHandle, screen: &Screen) {
    if stop.ask() {
        screen.say_last(&match stop.abandon() {
            ExitState::Nothing => "interrupted; nothing was written".to_owned(),
            ExitState::Checkpoint(command, directory) => {
                let command = resumption(command, &directory);
                format!("interrupted; the last checkpoint is kept: resume with {command}")
            }
            ExitState::Lost => "interrupted; the checkpoint is gone".to_owned(),
        });
        end_at_once(130);
    }
    screen.say("stopping after the games in flight; interrupt again to stop at once");
}
