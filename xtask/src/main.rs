//! The project's own chores: `cargo xtask test`, `data`, `notebooks`, `pictures`, `web`, `bench`, `growth`, `coverage`, `yardstick`, `instructions`, `fuzz`, `attack`, `findings`, `api`, `wheel`, `wheels`, `dist`, `bare`, `windows`, `arm`, `mutants`, `site`, `address`, `release`.
//!
//! A fresh clone on a machine with nothing but Rust runs `cargo xtask test` and needs no other preparation: what is
//! missing is installed where that can be done without asking, and what is optional and cannot be had is skipped and
//! named in the closing summary. Nothing is written outside the target directory.

mod address;
mod attack;
mod audit;
mod bare;
mod browser;
mod cargo;
mod coverage;
#[cfg(test)]
mod crate_imports;
mod debian;
mod deny;
mod devtools;
mod dist;
#[cfg(test)]
mod document_paths;
mod documentation;
mod embedded;
mod findings;
mod firefox;
mod fonts;
mod fuzz;
#[cfg(test)]
mod import_cycles;
mod instruction_sets;
mod instructions;
mod machines;
mod mutants;
mod optimised;
mod package;
mod parallel;
mod pictures;
#[cfg(test)]
mod plain_words;
mod process;
mod public_api;
#[cfg(test)]
mod published;
mod python;
mod readme_tables;
mod release;
mod report;
mod screen;
mod second_try;
mod showcase;
mod site;
mod steps;
mod summary;
mod tab;
mod taken_names;
mod tasks;
mod third_party;
mod thumbnail;
mod tools;
mod verdict;
mod web;
mod webdriver;
mod webkit;
mod wheels;
mod windows_libraries;
mod workspace;
mod yardstick;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::steps::{Selection, Step};
use crate::workspace::Workspace;

/// The project's own chores.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    chore: Task,
}

/// One chore.
#[derive(Debug, Subcommand)]
enum Task {
    /// Check everything: format, lints, tests, documentation, notebooks
    ///
    /// Every step runs even when an earlier one has failed. A summary closes the run; its last line counts the steps.
    /// The exit code is 0 when no step failed, 1 otherwise. A step whose tools cannot be had is skipped, with the
    /// reason; under CI=true a missing Python is a failure. A browser that fails twice by itself is named and fails
    /// nothing. The summary is kept with its date in target/summaries.
    Test {
        /// Add what protects results: the audit, the attack suite, the Python package
        #[arg(long, conflicts_with_all = ["all", "only"])]
        ci: bool,
        /// Add all slow steps, and compile every feature: the ignored tests, browsers, other machines, each benchmark once
        #[arg(long, conflicts_with = "only")]
        all: bool,
        /// Run this step alone (repeatable)
        #[arg(long, value_name = "STEP", value_enum)]
        only: Vec<Step>,
    },
    /// Rebuild the word data: data/build/build.py in a virtual environment of its own
    Data {
        /// Passed on to build.py
        #[arg(last = true, value_name = "ARGS")]
        rest: Vec<String>,
    },
    /// Play a small tournament, execute the notebooks on it, into target/notebooks-executed, and compare what they print
    /// with what is committed
    Notebooks {
        /// Put the results in the place of what is committed
        #[arg(long)]
        write: bool,
    },
    /// Take pictures of three pages of `sim-cli report` into target/pictures, make those of README.md in target/showcase, and compare them
    /// with those in xtask/pictures and docs/pictures
    Pictures {
        /// Put them in the place of those that are committed
        #[arg(long)]
        write: bool,
    },
    /// Count instructions a game with valgrind and compare with benches/instructions.csv
    Instructions,
    /// Print how time and memory grow with the deck, the clues, the agents, the teams, the threads and the games
    Growth,
    /// Play hundreds of small runs, and print how often their 95 % intervals hold what a very large run finds: the table in docs/trust.md
    Coverage {
        /// Small runs of each size
        #[arg(long, value_name = "N", default_value = "400", value_parser = clap::value_parser!(u32).range(20..))]
        runs: u32,
        /// Only the trials whose names hold this
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
        /// Only the smallest size, against a tenth of the large run
        #[arg(long)]
        quick: bool,
    },
    /// Play beside the same game in `NumPy`, a thousand games at a time, and print the ratio
    Yardstick,
    /// Run the fuzz targets: rules files, decks, clues, records, word spaces, SPECs, and files as the command line reads them
    Fuzz {
        /// How long each target runs
        #[arg(long, value_name = "N", default_value = "60", value_parser = clap::value_parser!(u32).range(1..))]
        seconds: u32,
        /// Run this target alone (repeatable)
        #[arg(long, value_name = "TARGET", value_enum)]
        only: Vec<fuzz::Target>,
    },
    /// Run the attack suite: bad inputs and faults, each with what must happen (xtask/attacks.toml)
    Attack {
        /// Run only the attacks whose name contains this
        #[arg(long, value_name = "TEXT")]
        only: Option<String>,
    },
    /// Play every command behind docs/tiebreaker.md at another seed, and compare what comes with what the page says (docs/tiebreaker.toml)
    Findings {
        /// Divide the numbers of games by N, for a quick look
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
        fewer: u64,
    },
    /// Compare the public items of the libraries with the listings in xtask/api
    Api {
        /// Put them in the place of the listings
        #[arg(long)]
        write: bool,
    },
    /// Make the Python package into a wheel, target/wheels/overhear_lab-….whl
    Wheel,
    /// Build the wheels for Linux on x86-64 and ARM and for Windows into target/all-wheels, and look at them
    ///
    /// zig links for Linux, MinGW for Windows. Each is an optimised build of its own, which takes minutes. macOS needs Apple's development
    /// kit: the release builds for it on its own machines.
    Wheels {
        /// Build for this system alone (repeatable)
        #[arg(long, value_name = "SYSTEM", value_enum)]
        only: Vec<wheels::System>,
    },
    /// Build the program for people without Rust into target/dist: one file that needs no library of its system, packed with
    /// licences, manual and completions, and an image for containers where an engine answers
    Dist,
    /// Install and try in a Debian that has nothing else, below target/bare, what a release hands out: the packed program, the wheel, the
    /// sources of the Python package
    ///
    /// It takes what `cargo xtask dist`, `cargo xtask wheel`, `cargo xtask wheels` and `cargo xtask release --dry --only sdist` have made. The
    /// sources are compiled, which takes minutes. Only root can do this (debootstrap, chroot).
    Bare {
        /// Try this part alone (repeatable)
        #[arg(long, value_name = "PART", value_enum)]
        only: Vec<bare::Part>,
    },
    /// Cross-build the program for Windows, play it under Wine, and compare its files with those of this machine
    Windows,
    /// Cross-build the program for a 64-bit ARM processor, play it under QEMU, and compare its files with those of this machine
    Arm,
    /// Try whether the tests notice changes of what decides results: a sample of mutants, each built and tested in a copy of the tree
    ///
    /// The share that is caught is printed for each crate, and then the mutants that no test notices. Each takes as long as a build and the
    /// tests of its crate. `cargo-mutants` is installed below `target/tools` where it is missing.
    Mutants {
        /// Take only mutants of this crate
        #[arg(long = "crate", value_name = "C", value_enum)]
        part: Option<mutants::Part>,
        /// Number of mutants
        #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
        sample: u32,
        /// Which ones: the same number, the same sample
        #[arg(long, value_name = "S", default_value = "1")]
        seed: u64,
    },
    /// Build the laboratory for the browser into target/web/site, which any host of plain files serves
    ///
    /// The target wasm32-unknown-unknown is added with rustup where it is missing; where it cannot be had, the chore says so.
    Web,
    /// Build the documentation into target/site: the documents as pages with search, the interfaces of Rust and Python, a sample report
    ///
    /// All links are followed. mdBook is installed below `target/tools` where it is missing, which takes a few minutes once.
    Site {
        /// Serve it on this machine afterwards, until Ctrl-C
        #[arg(long)]
        serve: bool,
    },
    /// Set the address of the repository, and of the documentation, in every file that states it
    Address {
        /// The repository's page, such as <https://github.com/OWNER/overhear>
        url: String,
        /// The documentation's address, if the host of the repository does not serve it
        #[arg(long, value_name = "URL")]
        documentation: Option<String>,
    },
    /// Check that the tree can be released: versions, changelog, address, taken names, packed crates; print what a person does then
    Release {
        /// Make everything that a release has and one machine can make, and publish nothing
        #[arg(long)]
        dry: bool,
        /// Make this part alone (repeatable)
        #[arg(long, value_name = "PART", value_enum, requires = "dry")]
        only: Vec<release::Part>,
        /// Refuse any other tag than that of the version
        #[arg(long, conflicts_with = "dry")]
        tag: Option<String>,
        /// Print the notes of the version instead
        #[arg(long, conflicts_with_all = ["dry", "tag"])]
        notes: bool,
        /// Fill the files for other package managers from the archives in a folder instead
        #[arg(long, value_name = "DIR", conflicts_with_all = ["dry", "tag", "notes"])]
        packages: Option<PathBuf>,
        /// Give the package of the program its name on the index of crates instead, in sim-cli/Cargo.toml
        #[arg(long, conflicts_with_all = ["dry", "tag", "notes", "packages"])]
        rename: bool,
    },
    /// Run the benchmarks
    Bench {
        /// Passed on to the benchmarks
        #[arg(last = true, value_name = "ARGS")]
        rest: Vec<String>,
    },
}

fn main() -> ExitCode {
    if let Some(code) = documentation::stand_in() {
        return code;
    }
    match run(&Cli::parse().chore) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Carries one chore out.
fn run(chore: &Task) -> anyhow::Result<ExitCode> {
    let workspace = Workspace::locate()?;
    match chore {
        Task::Test { ci, all, only } => {
            let selection = match (ci, all) {
                (true, _) => Selection::Ci,
                (_, true) => Selection::All,
                _ if only.is_empty() => Selection::Quick,
                _ => Selection::Only(only.clone()),
            };
            let takes_every_feature = selection.steps().iter().any(|step| step.takes_every_feature());
            return Ok(steps::run(&workspace.with_every_feature(takes_every_feature), &selection));
        }
        Task::Data { rest } => tasks::data(&workspace, rest)?,
        Task::Notebooks { write } => tasks::notebooks(&workspace, *write)?.required()?,
        Task::Pictures { write } => report::take_pictures(&workspace, *write)?.required()?,
        Task::Instructions => instructions::check(&workspace)?.required()?,
        Task::Coverage { runs, only, quick } => {
            coverage::run(
                &workspace,
                &coverage::Request { runs: *runs, only: only.clone(), is_quick: *quick },
            )?;
        }
        Task::Growth => tasks::growth(&workspace)?,
        Task::Yardstick => yardstick::run(&workspace)?.required()?,
        Task::Fuzz { seconds, only } => fuzz::run(&workspace, only, *seconds)?.required()?,
        Task::Attack { only } => attack::run(&workspace, only.as_deref())?.required()?,
        Task::Findings { fewer } => findings::check(&workspace, *fewer)?.required()?,
        Task::Api { write } => public_api::check(&workspace, *write)?.required()?,
        Task::Wheel => package::wheel(&workspace)?.required()?,
        Task::Dist => dist::build(&workspace)?.required()?,
        Task::Wheels { only } => wheels::run(&workspace, only)?.required()?,
        Task::Bare { only } => bare::run(&workspace, only)?.required()?,
        Task::Windows => machines::windows(&workspace)?.required()?,
        Task::Arm => machines::arm(&workspace)?.required()?,
        Task::Mutants { part, sample, seed } => {
            mutants::run(&workspace, *part, *sample as usize, *seed)?.required()?;
        }
        Task::Web => web::build(&workspace)?.required()?,
        Task::Site { serve } => {
            site::build(&workspace)?.required()?;
            if *serve {
                site::serve(&workspace)?;
            }
        }
        Task::Address { url, documentation } => address::set(&workspace, url, documentation.as_deref())?,
        Task::Release { dry: true, only, .. } => release::run_dry(&workspace, only)?,
        Task::Release { notes: true, .. } => release::print_notes(&workspace)?,
        Task::Release { packages: Some(files), .. } => {
            release::fill(&workspace, &[std::path::absolute(files)?])?;
        }
        Task::Release { rename: true, .. } => release::rename(&workspace)?,
        Task::Release { tag, .. } => release::check(&workspace, tag.as_deref())?,
        Task::Bench { rest } => tasks::bench(&workspace, rest)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn arguments_after_two_dashes_are_passed_on() {
        let cli = Cli::try_parse_from(["xtask", "bench", "--", "--quick"]).unwrap();
        assert!(matches!(cli.chore, Task::Bench { rest } if rest == ["--quick"]));
        assert!(Cli::try_parse_from(["xtask", "bench", "--quick"]).is_err());
    }

    #[test]
    fn fuzzing_takes_targets_and_a_time() {
        let cli = Cli::try_parse_from(["xtask", "fuzz", "--seconds", "5", "--only", "deck"]).unwrap();
        assert!(matches!(cli.chore, Task::Fuzz { seconds: 5, only } if only == [fuzz::Target::Deck]));
        assert!(Cli::try_parse_from(["xtask", "fuzz", "--seconds", "0"]).is_err());
        assert!(Cli::try_parse_from(["xtask", "fuzz", "--only", "nothing"]).is_err());
    }

    #[test]
    fn mutants_are_a_sample_of_all_or_of_a_crate() {
        let read = |words: &[&str]| Cli::try_parse_from([&["xtask", "mutants"], words].concat());
        let all = read(&[]).unwrap();
        assert!(matches!(all.chore, Task::Mutants { part: None, sample: 20, seed: 1 }));
        let some = read(&["--crate", "stats", "--sample", "5", "--seed", "7"]).unwrap();
        assert!(matches!(some.chore, Task::Mutants { part: Some(mutants::Part::Stats), sample: 5, seed: 7 }));
        assert!(read(&["--crate", "sim-cli"]).is_err() && read(&["--sample", "0"]).is_err());
    }

    #[test]
    fn parts_of_a_release_are_made_dry_alone() {
        let read = |words: &[&str]| Cli::try_parse_from([&["xtask", "release"], words].concat());
        let dry = read(&["--dry", "--only", "sdist"]).unwrap().chore;
        assert!(matches!(dry, Task::Release { dry: true, only, .. } if only == [release::Part::Sdist]));
        assert!(read(&["--only", "sdist"]).is_err() && read(&["--dry", "--tag", "v1.0.0"]).is_err());
    }

    #[test]
    fn steps_are_chosen_by_name() {
        let cli = Cli::try_parse_from(["xtask", "test", "--only", "format", "--only", "lint"]).unwrap();
        assert!(
            matches!(cli.chore, Task::Test { ci: false, all: false, only } if only == [Step::Format, Step::Lint])
        );
        assert!(Cli::try_parse_from(["xtask", "test", "--only", "nothing"]).is_err());
        assert!(Cli::try_parse_from(["xtask", "test", "--all", "--only", "lint"]).is_err());
    }
}
