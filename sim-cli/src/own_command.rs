//! Commands as they are typed.

use overhear_lab::table::quoted;

/// What calls this program again in the way that it was called now.
pub(crate) fn own_command(words: &[&str]) -> String {
    let program = std::env::args_os().next().and_then(|name| name.into_string().ok());
    let program = program.unwrap_or_else(|| "sim-cli".to_owned());
    let all = std::iter::once(program.as_str()).chain(words.iter().copied());
    all.map(quoted).collect::<Vec<_>>().join(" ")
}
