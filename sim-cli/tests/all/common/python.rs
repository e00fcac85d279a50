//! The Python that tests write their bots in.

use std::process::Command;
use std::sync::LazyLock;

/// Where it stands itself: what the path leads to may be a script that looks for it at every start, and takes longer than
/// a bot.
static PROGRAM: LazyLock<Option<String>> = LazyLock::new(|| {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
    let path = String::from_utf8(asked.stdout).ok()?.trim().to_owned();
    (asked.status.success() && !path.is_empty()).then_some(path)
});

/// Its path; without one, says what is left out.
pub(crate) fn python() -> Option<&'static str> {
    if PROGRAM.is_none() {
        super::skipped("there is no python3 to write a bot in");
    }
    PROGRAM.as_deref()
}
