//! The native part of the package `overhear`: every experiment of the laboratory as a function of a configuration in JSON.
//!
//! The Python side builds the configurations and gives results their faces; here games are played, tables become Arrow,
//! and errors become exceptions with the program's own sentences.

mod active_runs;
mod agents;
mod balance;
mod checks;
mod episode;
mod errors;
mod league;
mod listed;
mod measured;
mod people;
mod pool;
mod run_job;
mod shards;
mod table;
mod tournament;
mod tune;
mod world;

/// The native part of `overhear`; use the package instead.
#[pyo3::pymodule]
mod _overhear {
    #[pymodule_export]
    use crate::active_runs::end_runs;
    #[pymodule_export]
    use crate::balance::{RulesResult, experiment};
    #[pymodule_export]
    use crate::checks::{calibrate, check_agent, selfcheck};
    #[pymodule_export]
    use crate::episode::Episode;
    #[pymodule_export]
    use crate::episode::batch::EpisodeBatch;
    #[pymodule_export]
    use crate::league::{League, league};
    #[pymodule_export]
    use crate::listed::{
        agents_field, agents_list, agents_show, rules_check, rules_list, rules_parts, rules_show, schema,
    };
    #[pymodule_export]
    use crate::measured::{bench_card, bench_items, contrast, measure};
    #[pymodule_export]
    use crate::people::{advise, clue_verdict, evaluate, replay, replay_of, report};
    #[pymodule_export]
    use crate::shards::{Prefix, are_enough, merge, merge_parts, play_part, play_shard};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::tournament::{Tournament, resume, tournament};
    #[pymodule_export]
    use crate::tune::{resume_tune, tune};
    #[pymodule_export]
    use crate::world::World;

    /// The version of the laboratory and the build that this is.
    #[pymodule_export]
    const BUILD: &str = overhear_lab::setup::LONG_VERSION;

    /// A move that loses a game of a batch at once.
    #[pymodule_export]
    const LOST: u32 = crate::episode::batch::LOST;

    /// The least log-likelihood that is told apart.
    #[pymodule_export]
    const LOWEST: f64 = crate::episode::shortlists::LOWEST;
}
