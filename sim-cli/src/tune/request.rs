//! tune.json: what was asked for, so that `--resume DIR` needs nothing else.

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use overhear_agents::registry::Spec;
use serde::{Deserialize, Serialize};

use super::knob::Knob;
use crate::cli::{Language, OtherSpace, SprtSetting, TuneArgs, WordArgs};
use crate::failure::Failure;
use crate::input::{self, Size};
use crate::output::{json, write_whole};
use crate::setup::{Words, rules, seed};
use crate::venue::Venue;

/// The name of the file.
const REQUEST: &str = "tune.json";

/// The version of the files' layout.
const SCHEMA: u32 = 1;

/// Everything that decides the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    schema_version: u32,
    agent: String,
    params: Vec<String>,
    opponent: Option<String>,
    /// How often the parameters are moved.
    pub(super) iterations: u64,
    /// Pairs of games of each iteration.
    pub(super) pairs_per_iteration: u64,
    /// How far a parameter is moved in the end, as a share of its range.
    pub(super) step: f64,
    /// How far it follows.
    pub(super) rate: f64,
    sprt: String,
    /// The most pairs of the test.
    pub(super) confirm_pairs: u64,
    /// The seed of everything.
    pub(super) seed: u64,
    team_size: Option<u8>,
    rules: String,
    set: Vec<String>,
    space: Option<PathBuf>,
    #[serde(default)]
    other_space: Vec<OtherSpace>,
    deck: Option<PathBuf>,
    lang: String,
}

/// The request, looked up and checked.
pub(super) struct Task {
    /// What was asked for.
    pub(super) request: Request,
    /// The agent as it starts.
    pub(super) agent: Spec,
    /// Whom both variants play; each other, if nobody.
    pub(super) opponent: Option<Spec>,
    /// What is tuned.
    pub(super) knobs: Vec<Knob>,
    /// The test at the end.
    pub(super) sprt: SprtSetting,
    /// Where all of it is played.
    pub(super) venue: Venue,
}

impl Request {
    /// From the command line.
    pub(super) fn new(args: &TuneArgs) -> Request {
        Request {
            schema_version: SCHEMA,
            agent: args.agent.clone().unwrap_or_default(),
            params: args.param.clone(),
            opponent: args.opponent.clone(),
            iterations: args.iterations,
            pairs_per_iteration: args.pairs_per_iteration,
            step: args.step,
            rate: args.rate,
            sprt: args.sprt.to_text(),
            confirm_pairs: args.confirm_pairs,
            seed: seed(args.seed).0,
            team_size: args.team.team_size,
            rules: args.rules.rules.clone(),
            set: args.rules.set.clone(),
            space: args.words.space.clone(),
            other_space: args.words.other_space.clone(),
            deck: args.words.deck.clone(),
            lang: args.words.lang.code().to_owned(),
        }
    }

    /// From the directory of a tune.
    pub(super) fn read(dir: &Path) -> Result<Request, Failure> {
        let path = dir.join(REQUEST);
        let bytes = input::read(&path, Size::Settings)?;
        let request: Request =
            serde_json::from_slice(&bytes).map_err(|error| Failure::content(path.display(), error))?;
        if request.schema_version != SCHEMA {
            let version = request.schema_version;
            let message = format_args!("schema_version {version}; this program knows {SCHEMA}");
            return Err(Failure::content(path.display(), message));
        }
        Ok(request)
    }

    /// Writes it into a directory.
    pub(super) fn save(&self, dir: &Path) -> Result<(), Failure> {
        write_whole(&dir.join(REQUEST), json(self).as_bytes())
    }

    /// Looks everything up, the cheap things first.
    pub(super) fn task(self) -> Result<Task, Failure> {
        let agent = spec("--agent", &self.agent)?;
        let opponent = self.opponent.as_deref().map(|text| spec("--opponent", text)).transpose()?;
        let mut knobs: Vec<Knob> = Vec::new();
        for text in &self.params {
            let knob = Knob::parse(text, &agent)?;
            if knobs.iter().any(|earlier| earlier.key == knob.key) {
                return Err(Failure::content(format_args!("--param {text}"), "this is tuned already"));
            }
            knobs.push(knob);
        }
        let sprt = SprtSetting::parse(&self.sprt).map_err(|error| Failure::content("--sprt", error))?;
        let lang =
            Language::from_str(&self.lang, false).map_err(|error| Failure::content("--lang", error))?;
        let words = WordArgs {
            space: self.space.clone(),
            deck: self.deck.clone(),
            lang,
            other_space: self.other_space.clone(),
        };
        let rules = rules(&self.rules, &self.set)?.with_team_size(self.team_size)?;
        let words = Words::load(&words)?;
        rules.check(&words)?;
        let venue = Venue { rules, words };
        Ok(Task { request: self, agent, opponent, knobs, sprt, venue })
    }
}

fn spec(flag: &str, text: &str) -> Result<Spec, Failure> {
    Spec::parse(text).map_err(|error| Failure::content(format_args!("{flag} {text}"), error))
}
