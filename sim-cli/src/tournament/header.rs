//! What is said before a run: how much will be played, and how sure the result will be.

use overhear_engine::rules::{BySide, Players, Rules};
use overhear_stats::Z95;

use overhear_lab::table::{fixed, grouped};
use overhear_lab::tournament::{BATCH, Tournament};

use crate::output::Paint;

/// The variance of the mean score of two independent even games without ties.
const EVEN_PAIR_VARIANCE: f64 = 0.125;

/// The lines of the header.
pub(super) fn lines(run: &Tournament, paint: Paint) -> Vec<String> {
    let plan = run.plan();
    let schedule = &plan.schedule;
    let (games, deals, pairings) = (schedule.games(), schedule.deals(), schedule.pairings().len() as u64);
    let amount = format!("{} games", grouped(games));
    let mut lines = vec![
        format!(
            "{}: {} of {} agents, {} of games each",
            paint.bold(&amount),
            counted(pairings, "pairing"),
            schedule.agents(),
            counted(deals, "pair"),
        ),
        format!("rules {}, {}, seed {}", plan.rules.title(), teams(&plan.rules.switches), plan.seed.0),
    ];
    if games != plan.asked {
        lines.push(format!(
            "{} were asked for; rounded up to whole pairs for every pairing",
            grouped(plan.asked)
        ));
    }
    if let Some(setting) = &plan.sprt {
        let until = if run.config().shard.is_some() { "all pairs; `merge` finds where" } else { "until" };
        lines.push(format!(
            "{until} a sequential test decides, looking every {BATCH} pairs: {}; at worst about {} pairs expected",
            setting.describe(),
            grouped(setting.sprt.expected_pairs(EVEN_PAIR_VARIANCE).midway.ceil() as u64)
        ));
    }
    if let Some(shard) = run.config().shard {
        let range = run.deals();
        let (first, last) = (grouped(range.start), grouped(range.end - 1));
        lines.push(format!("shard {shard}: deals {first} to {last} of these"));
    }
    let of_agent = 2 * deals * (schedule.agents() as u64 - 1);
    let whom = match &run.config().gauntlet {
        Some(label) => format!("of `{label}`"),
        None => "an agent".to_owned(),
    };
    lines.push(format!(
        "to expect: score ± {} {whom}, ± {} a pairing (95 %, near even)",
        fixed(half_width(of_agent), 4),
        fixed(half_width(2 * deals), 4),
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

fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Half the 95 % interval of an even score after so many games without ties.
fn half_width(games: u64) -> f64 {
    (Z95 / 2.0 / (games as f64).sqrt()).min(0.5)
}
