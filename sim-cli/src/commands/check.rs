//! `sim-cli agents check`: whether an agent keeps what it owes the table.

use overhear_agents::audit::{Audit, Duty};
use overhear_agents::registry::{Spec, build};
use overhear_engine::table::Table;

use crate::cli::CheckArgs;
use crate::failure::Failure;
use crate::output::print;
use crate::selfcheck::Report;
use crate::setup::{RuleSet, Words, seed};

/// Checks one agent, with a line on each duty.
pub(super) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let spec = Spec::parse(&args.agent).map_err(Failure::usage)?;
    let rules = RuleSet::asked(&args.rules)?;
    let words = Words::load(&args.words)?;
    rules.check(&words)?;
    let world = words.world;
    let agent = build(&spec, &world)?;
    let seed = seed(args.seed);
    print(&format!("{spec}, seed {}, {} games a check\n", seed.0, args.games))?;
    let table = Table { rules: rules.rules, deck: world.deck(), law: world.law_under(&rules.rules) };
    let audit = Audit { agent: &*agent, table, seed, games: args.games };
    let mut report = Report::default();
    for duty in Duty::ALL {
        let meaning = duty.meaning();
        report.line(match audit.check(duty) {
            Ok(0) => Ok(format!("{meaning}: not claimed")),
            Ok(asked) => Ok(format!("{meaning} ({asked} looked at)")),
            Err(breach) => Err(format!("{meaning}: {breach}")),
        })?;
    }
    report.verdict("agents check")
}
