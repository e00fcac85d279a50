#![doc = include_str!("../README.md")]
//!
//! Every experiment is a function of a configuration and a [`Watch`], and returns what was found; nothing here parses a
//! command line, writes to a terminal, ends the program, changes the working folder or keeps anything in a global. Work is done on the
//! caller's pool of threads; results never depend on how many there are.

#![warn(missing_debug_implementations)]

mod about;
pub mod advise;
pub mod balance;
mod bot_reader;
mod bots;
mod calibrate;
mod catalogue;
mod check;
mod clue;
mod command_line;
mod contrast;
mod cross;
pub mod desk;
pub mod doors;
mod error;
pub mod eval;
pub mod experiment;
mod exploit;
mod exposure;
mod frontier;
pub mod input;
pub mod league;
mod mention;
mod opaque;
pub mod paired;
pub mod parts;
mod people;
mod playing;
mod records;
pub mod replay;
pub mod report;
mod selfcheck;
pub mod setup;
mod so_far;
pub mod spaces;
pub mod statistics;
pub mod store;
mod strength;
mod system;
pub mod table;
mod threads;
pub mod tournament;
mod tune;
mod venue;
mod watch;
mod wording;

pub use about::About;
pub use advise::{AdviseConfig, advise};
pub use balance::{BalanceResult, balance};
pub use bots::with_bots;
pub use calibrate::{CalibrateConfig, CalibrateResult, calibrate, coverage};
pub use catalogue::{agents_list, agents_show};
pub use check::{AgentCheck, CheckConfig};
pub use clue::{ClueConfig, clue_verdict};
pub use contrast::{Contrast, ContrastConfig, contrast};
pub use cross::{CrossConfig, cross};
pub use error::{ErrorKind, LabError, Unfinished};
pub use eval::{EvalConfig, EvalResult, evaluate};
pub use experiment::BalanceConfig;
pub use exploit::{ExploitConfig, Opponent, exploit};
pub use frontier::{FrontierConfig, frontier};
pub use league::{LeagueConfig, LeagueResult, league};
pub use mention::Mentioned;
pub use overhear_bots::end_all as end_bots;
pub use paired::{CompareConfig, CompareResult, compare, sweep};
pub use people::{PeopleConfig, PeopleLine, people, people_frame};
pub use replay::{ReplayConfig, ReplayRun, replay};
pub use selfcheck::{Finding, Selfcheck};
pub use so_far::SoFar;
pub use threads::{MOST_THREADS, threads};
pub use tournament::{TournamentConfig, TournamentResult, tournament};
pub use tune::{TuneConfig, TuneResult, resume_tune, tune};
pub use watch::{Left, Progress, Stop, Watch};

#[cfg(test)]
mod tests {
    use super::*;

    fn travels<T: Send + Sync>() {}

    #[test]
    fn what_was_found_can_go_to_another_thread_and_be_looked_at_from_several() {
        travels::<TournamentResult>();
        travels::<BalanceResult>();
        travels::<CompareResult>();
        travels::<paired::SweepResult>();
        travels::<balance::CensusResult>();
        travels::<paired::DecksResult>();
        travels::<parts::ExperimentResult>();
        travels::<LeagueResult>();
        travels::<TuneResult>();
        travels::<CalibrateResult>();
        travels::<Contrast>();
        travels::<SoFar<Vec<PeopleLine>>>();
        travels::<advise::Advice>();
        travels::<replay::Replay>();
        travels::<table::Frame>();
        travels::<LabError>();
        travels::<Watch>();
    }
}
