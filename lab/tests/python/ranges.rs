//! Ranges of numbers that functions take which are not experiments: games move by move, parts of runs, word spaces.

use overhear_agents::registry::Registry;
use overhear_lab::settings::CountRange;
use overhear_lab::setup::ranges::{
    GAME, GAMES, INFORMED_GAMES, SHARDS, STATED_WITHIN, TEAM_SIZE, TOP, VOCABULARY,
};
use overhear_lab::threads::MOST_THREADS;

use crate::module::COMMAND;

/// Returns the module.
pub(crate) fn text() -> String {
    let counts: String =
        [GAMES, GAME, SHARDS, TOP, INFORMED_GAMES, STATED_WITHIN, TEAM_SIZE, VOCABULARY].map(count).concat();
    let threads = format!("    \"threads\": (1, {MOST_THREADS}),\n");
    format!(
        "\"\"\"Ranges of numbers of functions that are not experiments. Do not edit: `{COMMAND}` writes this file.\"\"\"\n\n\
         COUNTS: dict[str, tuple[int, int]] = {{\n{counts}{threads}}}\n\n\
         NUMBERS: dict[str, tuple[float, float]] = {{\n{}}}\n\"\"\"What need not be whole.\"\"\"\n",
        parameters()
    )
}

fn count(range: CountRange) -> String {
    format!("    \"{}\": ({}, {}),\n", range.key.replace('-', "_"), range.low, range.high)
}

/// Returns the ranges of parameters of agents that are arguments too.
fn parameters() -> String {
    let spec = Registry::standard().parse("nearest").expect("an agent with all of these");
    let entries = ["blunder", "beta", "alpha"].map(|key| {
        let (param, _) = spec.param(key).expect(key);
        format!("    \"{key}\": ({}, {}),\n", param.low, param.high)
    });
    entries.concat()
}
