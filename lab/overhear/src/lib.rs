#![doc = include_str!("../README.md")]
//!
//! | module | for |
//! | --- | --- |
//! | [`rules`], [`game`], [`arena`] | the rules as pure functions, one game between players, many seeded games |
//! | [`agents`], [`bots`] | what words mean, the built-in players and those of one's own; players that are separate programs |
//! | [`setup`] | agents, rules and words as every experiment is asked for them |
//! | [`mod@tournament`], [`experiments`] | tournaments; comparisons of rules, leagues, tuning and the other experiments |
//! | [`results`], [`mod@replay`], [`report`] | tables with intervals, files of results; one game again; a page of a result |
//! | [`mod@advise`] | advice to players of a real game |
//! | [`stats`] | intervals, tests and ratings from counts |
//! | [`cookbook`] | ten tasks, each with a program |
//!
//! Every experiment is a function of a configuration and a [`RunControl`]. The same seed gives the same result for any
//! number of threads; the caller's rayon pool decides how many there are.

pub mod cookbook;

pub use overhear_bots as bots;
#[doc(no_inline)]
pub use overhear_engine::{arena, game, rules};
#[doc(no_inline)]
pub use overhear_lab::replay;
#[doc(no_inline)]
pub use overhear_lab::{ErrorKind, LabError, Progress, RunControl, StopHandle};
#[doc(no_inline)]
pub use overhear_report::{advise, report};
pub use overhear_stats as stats;

/// Players: kinds of Encryptors and guessers, the registry that knows them by name, and the words that they use.
pub mod agents {
    #[doc(no_inline)]
    pub use overhear_agents::kind::{
        EncryptorKind, GuesserKind, Param, PartKind, PlayerFactory, PrepareError, Values,
    };
    #[doc(no_inline)]
    pub use overhear_agents::model::{Association, ModelKey, Shortlists, World, WorldError};
    #[doc(no_inline)]
    pub use overhear_agents::registry::{PRESETS, Preset, Registry, Spec, SpecError, build};
    #[doc(no_inline)]
    pub use overhear_agents::words::{
        Lexicon, Space, WordList, embedded_deck, embedded_lexicon, embedded_lexicon_of, embedded_space,
        embedded_space_of,
    };
}

/// What an experiment is asked for: agents, rules, words, and where its result goes.
pub mod setup {
    #[doc(no_inline)]
    pub use overhear_lab::setup::{
        AssociationFile, BotConfig, Field, Language, OtherSpace, OutConfig, PlayersConfig, RuleSet,
        RulesConfig, RulesSpec, WordFiles,
    };
}

/// Tournaments on paired deals: every agent plays the same deals from both sides.
pub mod tournament {
    #[doc(no_inline)]
    pub use overhear_lab::tournament::{
        EarlyStop, FaultPolicy, Interrupted, LogDetail, LogFormat, MergeConfig, PairingRoleScores,
        PairingRow, RatingEvidence, RoleScores, Shard, SprtSetting, StandingRow, TestVerdict, Tournament,
        TournamentConfig, TournamentResult, tournament,
    };
}

/// All other experiments, each a function with its configuration and its result.
pub mod experiments {
    #[doc(no_inline)]
    pub use overhear_lab::balance::{BalanceResult, balance};
    #[doc(no_inline)]
    pub use overhear_lab::eval::{
        EvalConfig, EvalResult, EvalRow, RecordedGamesConfig, WrittenSheet, evaluate, import_recorded_games,
    };
    #[doc(no_inline)]
    pub use overhear_lab::experiment::{BalanceConfig, PopulationConfig, TabularResult};
    #[doc(no_inline)]
    pub use overhear_lab::league::{LeagueConfig, LeagueResult, LeagueRow, LeagueTable, league};
    #[doc(no_inline)]
    pub use overhear_lab::paired::{
        CompareRulesConfig, Decision, DecksConfig, DecksResult, DecksRow, Measure, MeasureComparison,
        RowMatchup, RulesComparison, RulesRow, SweepAxis, SweepResult, SweepRow, SweepVerdict, compare,
        decks, sweep,
    };
    #[doc(no_inline)]
    pub use overhear_lab::{
        AgentCheck, BenchCard, BenchConfig, CardComparison, CardDifference, CheckConfig, CompareCardsConfig,
        CompareResultsConfig, CrossConfig, CrossResult, CrossRow, ExploitConfig, ExploitRow, FoundRules,
        FrontierConfig, FrontierRow, PartialResult, PeopleConfig, ResultComparison, ResultDifference,
        RuleSearchConfig, RuleSearchRow, TuneConfig, TuneResult, TunedRow, bench, compare_cards,
        compare_results, cross, exploit, frontier, people, search_rules, tune,
    };
    #[cfg(feature = "minds")]
    #[doc(no_inline)]
    pub use overhear_lab::{ByStrangerRow, StrangersConfig, StrangersResult, StrangersRow, strangers};
}

/// Results: tables whose columns are declared, numbers with their intervals, and directories of files that are verified.
pub mod results {
    #[doc(no_inline)]
    pub use overhear_lab::store::StoredManifest;
    #[doc(no_inline)]
    pub use overhear_lab::table::{Cell, ColumnEntry, FileEntry, Frame, MeasuredValue, schema};
}
