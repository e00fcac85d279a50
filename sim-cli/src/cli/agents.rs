//! `sim-cli agents`.

use clap::{ArgAction, Args, Subcommand};

use super::{DisplayArgs, WordArgs};

/// What to do about agents.
#[derive(Debug, Subcommand)]
pub(crate) enum AgentsCommand {
    /// List presets, clue givers and guessers
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Play a clue giver with other weights against an interceptor, and say how it is decoded and intercepted
    ///
    /// Every combination of the lists is played over the same deals, all rounds to the end (`tokens_to_win = 0`,
    /// `tokens_to_lose = 0`); the other team gives clues as `nearest` does.
    Frontier(FrontierArgs),
    /// Show what can be set on an agent: range, default, meaning
    Show {
        /// A preset, a guesser, or any SPEC
        name: String,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Check that an agent keeps what it owes the table; exit code 5 if it does not
    ///
    /// Its clues are legal; its beliefs are probabilities; asked again, in another order or as a fresh player it answers the
    /// same; no answer depends on an earlier game or on anything that is hidden. A line on each goes to standard output.
    Check(CheckArgs),
}

/// Arguments of `agents check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]
    #[arg(value_name = "SPEC")]
    pub(crate) agent: String,
    /// Games in which it is watched
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) games: u64,
    /// Seed of all chance; drawn and printed when not given
    #[arg(long, value_name = "U64")]
    pub(crate) seed: Option<u64>,
    /// Rules to play by: a name from `sim-cli rules list`, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "official", help_heading = "Rules")]
    pub(crate) rules: String,
    /// Sets one switch of the rules on top of that (repeatable)
    #[arg(long, value_name = "KEY=VALUE", action = ArgAction::Append, help_heading = "Rules")]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) words: WordArgs,
}

/// Arguments of `agents frontier`.
#[derive(Debug, Args)]
pub(crate) struct FrontierArgs {
    /// Weights of secrecy, λ
    #[arg(long, value_name = "X,…", value_delimiter = ',', default_value = "0,0.25,0.5,1,2")]
    pub(crate) lambda: Vec<f64>,
    /// Weights of the bits given away, γ; 0: only this half counts
    #[arg(long, value_name = "X,…", value_delimiter = ',', default_value = "0,0.02,0.05,0.1,0.2,0.5")]
    pub(crate) gamma: Vec<f64>,
    /// What the referee does, each in turn
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', default_value = "off,enforce")]
    pub(crate) referee: Vec<String>,
    /// The clue giver: anything that has `lambda` and `gamma`, further settings included
    #[arg(long, value_name = "SPEC", default_value = "pragmatic")]
    pub(crate) giver: String,
    /// Who decodes, on the giver's team
    #[arg(long, value_name = "SPEC", default_value = "bayes")]
    pub(crate) decoder: String,
    /// Who intercepts
    #[arg(long, value_name = "SPEC", default_value = "bayes")]
    pub(crate) interceptor: String,
    /// Games for each combination
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Seed of all chance
    #[arg(long, value_name = "U64", default_value = "1")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
