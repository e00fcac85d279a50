//! The parts of the project that decide results.

use std::fmt;

use clap::ValueEnum;

/// A crate, as far as it decides results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Part {
    /// The rules, a game, many games.
    Engine,
    /// What clues say of codes, who gives them, and who guesses.
    Agents,
    /// Intervals, tests and ratings.
    Stats,
    /// The tables of results.
    Lab,
}

impl Part {
    /// Returns every part.
    pub(super) fn all() -> impl Iterator<Item = Part> {
        Part::value_variants().iter().copied()
    }

    /// Returns its packages.
    pub(super) const fn packages(self) -> &'static [&'static str] {
        match self {
            Part::Engine => &["overhear-engine"],
            Part::Agents => &["overhear-agents"],
            Part::Stats => &["overhear-stats"],
            Part::Lab => &["overhear-tournament", "overhear-lab"],
        }
    }

    /// Returns its sources.
    pub(super) const fn files(self) -> &'static [&'static str] {
        match self {
            Part::Engine => &["engine/src/rules/**", "engine/src/game/**", "engine/src/arena/**"],
            Part::Agents => &["agents/src/model/**", "agents/src/encryptors/**", "agents/src/guessers/**"],
            Part::Stats => &["stats/src/**"],
            Part::Lab => &[
                "lab/tournament/src/table/**",
                "lab/tournament/src/tournament/**",
                "lab/src/balance/**",
                "lab/src/paired/**",
            ],
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        f.pad(&name)
    }
}
