//! The lines printed before a run: its size and its expected precision.

use overhear_engine::rules::{BySide, Players, Rules};

use overhear_lab::table::{counted, fixed, grouped};
use overhear_lab::tournament::{BATCH, Tournament};

use crate::output::Paint;

/// So many pairings of an agent with itself are named.
const MOST_SAME: usize = 3;

/// Returns the lines of the header.
pub(super) fn lines(run: &Tournament, paint: Paint) -> Vec<String> {
    let (plan, config, outlook) = (run.plan(), run.config(), run.outlook());
    let amount = counted(outlook.games, "game");
    let mut lines = vec![
        format!(
            "{}: {} of {} agents, {} of games each",
            paint.bold(&amount),
            counted(outlook.pairings, "pairing"),
            outlook.agents,
            counted(outlook.pairs, "pair"),
        ),
        format!("rules {}, {}, seed {}", plan.rules.title(), teams(&plan.rules.switches), plan.seed.0),
    ];
    let same = plan.same_agents().into_iter().take(MOST_SAME);
    lines.extend(same.map(|[one, other]| {
        format!("`{one}` and `{other}` are the same agent: all their pairs of games are exact ties")
    }));
    if let Some(requested) = outlook.rounded_from {
        lines.push(format!(
            "{} were asked for; rounded up to whole pairs for every pairing",
            grouped(requested)
        ));
    }
    if let (Some(setting), Some(pairs)) = (&plan.sprt, outlook.pairs_at_worst) {
        let until = if config.shard.is_some() { "all pairs; `merge` finds where" } else { "until" };
        lines.push(format!(
            "{until} a sequential test decides, looking every {BATCH} pairs: {}; at worst about {} pairs expected",
            setting.describe(),
            grouped(pairs)
        ));
    }
    if let Some(shard) = config.shard {
        let range = run.deals();
        let (first, last) = (grouped(range.start), grouped(range.end - 1));
        lines.push(format!("shard {shard}: deals {first} to {last} of these"));
    }
    let subject = config.gauntlet.as_ref().map_or("an agent".to_owned(), |label| format!("of `{label}`"));
    lines.push(format!(
        "to expect: score ± {} {subject}, ± {} a pairing (95 %, near even)",
        fixed(outlook.agent_half_width, 4),
        fixed(outlook.pairing_half_width, 4),
    ));
    lines
}

fn teams(rules: &Rules) -> String {
    let BySide { white, black } = rules.team_sizes();
    match rules.players {
        Players::Three => format!("a team of {white} against one Interceptor"),
        Players::TwoTeams if white == black => format!("teams of {white}"),
        Players::TwoTeams => format!("teams of {white} and {black}"),
    }
}
