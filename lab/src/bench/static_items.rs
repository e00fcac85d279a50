//! Items whose questions and answers are known before any agent plays, for other evaluation harnesses.

use overhear_engine::rules::{BySlot, Half, Keyword, Side};
use serde_json::{Value, json};

use super::context::{Bench, GIVERS};
use super::halves::{PlayedGame, PlayedHalf, games, games_per_part};
use super::{BenchConfig, SUITES, with_bench};
use crate::error::LabError;
use crate::run_control::RunControl;

/// Returns the items of the tasks decode, intercept and predict: the clues of a card with the same suite, seed and number of
/// games. Each is an object of JSON with
///
/// - `id`, `task`, `cluster` (number of the deal, by which errors are clustered), `round` and `giver`;
/// - the question: `keywords` (except intercept), `history` (earlier clues of the team with their codes), `clues`, and for predict
///   `code`, `reader` and `told`;
/// - the answer: `target`, the code to find, and for predict `exact`, the reader's belief over the 24 codes in order.
///
/// ```
/// use overhear_lab::{BenchConfig, RunControl, bench_items};
///
/// let config = BenchConfig { games: 3, ..BenchConfig::default() };
/// let items = bench_items(&config, &RunControl::default())?;
/// assert_eq!(items[0]["task"], "decode");
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for a wrong configuration, for a suite without such items, and after a stop.
pub fn bench_items(config: &BenchConfig, watch: &RunControl) -> Result<Vec<Value>, LabError> {
    if config.suite != SUITES[0].0 {
        let message =
            format_args!("has no fixed items: its clues depend on the agent; take `{}`", SUITES[0].0);
        return Err(LabError::setting(("suite", &config.suite), message));
    }
    let config =
        BenchConfig { agent: GIVERS[0].to_owned(), bots: Vec::new(), answers: None, ..config.clone() };
    with_bench(&config, watch, static_items)
}

/// Returns the items of the tasks: decode first, then intercept and predict.
pub(super) fn static_items(bench: &Bench<'_>) -> Result<Vec<Value>, LabError> {
    let mut items = Vec::new();
    let share = games_per_part(bench.games, GIVERS.len());
    for (place, giver) in (0..).zip(GIVERS) {
        let agents = [bench.agent(&format!("{giver}/bayes"))?, bench.agent(&format!("{giver}/bayes"))?];
        let table = (&*bench.words.world, &bench.all_rounds);
        for game in games(table, &agents, bench.seed_of_part(place), share, bench.watch)? {
            // As in the card: deals of the three givers are different ones.
            let cluster = game.deal * GIVERS.len() as u64 + place;
            items
                .extend(game.halves.iter().filter_map(|half| bench.static_item(&game, half, giver, cluster)));
        }
    }
    items.sort_by_key(|item| item["task"] != "decode");
    items.extend(bench.static_predictions()?);
    Ok(items)
}

impl Bench<'_> {
    /// Returns the item of the first agent in a half: it decodes the clues of its team, and intercepts the others. `None` where
    /// it does neither.
    fn static_item(&self, game: &PlayedGame, half: &PlayedHalf, giver: &str, cluster: u64) -> Option<Value> {
        let PlayedHalf { half, is_own, beliefs, game: number, .. } = half;
        let task = if *is_own { "decode" } else { "intercept" };
        if !is_own {
            beliefs.interception?;
        }
        let mut item = json!({
            "id": format!("{task}-{giver}-{number}-{}", half.round), "task": task, "cluster": cluster,
            "round": half.round, "giver": giver, "history": self.history(game.before(half.round), half.side),
            "clues": self.texts(half), "target": half.code.number(),
        });
        if *is_own {
            item["keywords"] = self.keyword_texts(game.keywords[half.side]);
        }
        Some(item)
    }

    /// Returns the earlier clues of a team, with their codes.
    pub(super) fn history(&self, halves: &[Half], side: Side) -> Value {
        let halves = halves.iter().filter(|half| half.side == side);
        let entries = halves
            .map(|half| json!({"round": half.round, "clues": self.texts(half), "code": half.code.number()}));
        entries.collect()
    }

    /// Returns keywords as texts, in the order of their numbers.
    pub(super) fn keyword_texts(&self, keywords: BySlot<Keyword>) -> Value {
        keywords.0.map(|keyword| self.keyword_text(keyword)).to_vec().into()
    }
}
