//! Prints the answers that a page of static files ships: every named set of rules and every single switch against the published
//! rules, as JSON. `cargo xtask web` packs them. An argument sets the number of games.

use std::error::Error;

use overhear_agents::registry::Registry;
use overhear_lab::comparison_answers::ComparisonRequest;
use overhear_lab::run_control::StopHandle;
use overhear_lab::setup::Words;
use overhear_report::page_api::rule_answers;

fn main() -> Result<(), Box<dyn Error>> {
    let usual = ComparisonRequest::default();
    let games = std::env::args().nth(1).map_or(Ok(usual.games), |text| text.parse())?;
    let question = ComparisonRequest { games, ..usual };
    let words = Words::built_in()?;
    let answers = rule_answers(&question, &words, &Registry::standard(), &StopHandle::default())?;
    serde_json::to_writer(std::io::stdout().lock(), &answers)?;
    Ok(())
}
