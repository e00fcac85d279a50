//! tune.json: the request, so that `--resume DIR` needs no other argument.

use std::path::{Path, PathBuf};

use overhear_agents::registry::{Registry, Spec, check};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::TuneConfig;
use super::tuned_param::TunedParam;
use crate::error::LabError;
use crate::match_setup::MatchSetup;
use crate::run_control::RunControl;
use crate::setup::{
    AssociationFile, BotConfig, Build, OtherSpace, PlayersConfig, RuleSet, RulesConfig, RulesEntry,
    RunningBots, WordFiles, load_players, nameable, ranges, seed,
};
use crate::store::{Inventory, PROGRAM, SCHEMA, StoredManifest, sealed_manifest, write_whole};
use crate::tournament::{SprtSetting, check_equal};

/// Name of the file.
const REQUEST: &str = "tune.json";

/// Everything that determines the result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Request {
    schema_version: u32,
    program: String,
    build: Build,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    other_builds: Vec<Build>,
    agent: String,
    params: Vec<String>,
    opponent: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bots: Vec<BotConfig>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answers: Option<PathBuf>,
    /// Number of iterations.
    pub(super) iterations: u64,
    /// Pairs of games in each iteration.
    pub(super) pairs_per_iteration: u64,
    /// Final perturbation of a parameter, as a share of its range.
    pub(super) step: f64,
    /// Final learning rate.
    pub(super) rate: f64,
    sprt: String,
    /// Maximum number of pairs of the test.
    pub(super) confirm_pairs: u64,
    /// Seed of the run.
    pub(super) seed: u64,
    team_size: Option<u8>,
    rules: String,
    set: Vec<String>,
    space: Option<PathBuf>,
    #[serde(default)]
    other_space: Vec<OtherSpace>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    associations: Vec<AssociationFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vocabulary: Option<usize>,
    deck: Option<PathBuf>,
    lang: String,
    /// Rules and words, as resolved.
    #[serde(default)]
    played: Value,
}

/// A request with its names looked up and its numbers checked.
pub(super) struct TuneTask {
    /// The request.
    pub(super) request: Request,
    /// The initial agent.
    pub(super) agent: Spec,
    /// Opponent of both variants. `None`: the variants play each other.
    pub(super) opponent: Option<Spec>,
    /// The parameters being tuned.
    pub(super) tuned_params: Vec<TunedParam>,
    /// The final test.
    pub(super) sprt: SprtSetting,
    /// Rules and words of the matches.
    pub(super) match_setup: MatchSetup,
    pub(super) bots: RunningBots,
}

/// The agent, its opponent and the parameters being tuned.
struct TuneSubject {
    agent: Spec,
    opponent: Option<Spec>,
    tuned_params: Vec<TunedParam>,
}

impl Request {
    /// Other builds that have played a part.
    pub(super) fn other_builds(&self) -> &[Build] {
        &self.other_builds
    }

    /// Returns the request of a configuration.
    pub(super) fn new(args: &TuneConfig) -> Request {
        Request {
            schema_version: SCHEMA,
            program: PROGRAM.to_owned(),
            build: Build::own(),
            other_builds: Vec::new(),
            agent: args.players.agent.first().cloned().unwrap_or_default(),
            params: args.param.clone(),
            opponent: args.opponent.clone(),
            bots: args.players.bots.clone(),
            answers: args.players.answers.clone(),
            iterations: args.iterations,
            pairs_per_iteration: args.pairs_per_iteration,
            step: args.step,
            rate: args.rate,
            sprt: args.sprt.to_text(),
            confirm_pairs: args.confirm_pairs,
            seed: seed(args.seed).0,
            team_size: args.rules.team_size,
            rules: args.rules.rules.clone(),
            set: args.rules.set.clone(),
            space: args.words.space.clone(),
            other_space: args.words.other_space.clone(),
            associations: args.words.associations.clone(),
            vocabulary: args.words.vocabulary,
            deck: args.words.deck.clone(),
            lang: args.words.lang.code().to_owned(),
            played: Value::Null,
        }
    }

    /// Reads the request and the checksums of the files in the directory of a tuning run.
    pub(super) fn read(dir: &Path, any_build: bool) -> Result<(Request, Inventory), LabError> {
        let stored = StoredManifest::open_as(dir, REQUEST)?;
        let name = stored.path(REQUEST);
        let name = name.display();
        let mut request: Request = stored.read()?;
        request.build.refuse(&name, any_build)?;
        Build::note(&mut request.other_builds, [&request.build]);
        request.build = Build::own();
        Ok((request, stored.files().clone()))
    }

    /// Writes the request with the checksums of the other files, which are already on disk.
    pub(super) fn save(&self, dir: &Path, files: &Inventory) -> Result<(), LabError> {
        write_whole(&dir.join(REQUEST), sealed_manifest(self, files).as_bytes())
    }

    /// Checks the numbers, and that there is a parameter to tune.
    fn check(&self) -> Result<(), LabError> {
        ranges::ITERATIONS.check(self.iterations)?;
        ranges::PAIRS_PER_ITERATION.check(self.pairs_per_iteration)?;
        ranges::CONFIRM_PAIRS.check(self.confirm_pairs)?;
        ranges::STEP.check(self.step)?;
        ranges::RATE.check(self.rate)?;
        if self.params.is_empty() {
            return Err(LabError::clause("param", "is required: the parameter to tune"));
        }
        Ok(())
    }

    /// Resolves the request, cheap checks first.
    pub(super) fn task(mut self, registry: &Registry, watch: &RunControl) -> Result<TuneTask, LabError> {
        self.check()?;
        let sprt = self.sprt.parse().map_err(|error: String| LabError::setting("sprt", error))?;
        let lang = self.lang.parse().map_err(|error| LabError::setting("lang", error))?;
        let files = WordFiles {
            space: self.space.clone(),
            deck: self.deck.clone(),
            lang,
            other_space: self.other_space.clone(),
            associations: self.associations.clone(),
            vocabulary: self.vocabulary,
        };
        let rules =
            RulesConfig { rules: self.rules.clone(), set: self.set.clone(), team_size: self.team_size };
        let rules = RuleSet::from_config(&rules)?;
        let players = PlayersConfig {
            bots: self.bots.clone(),
            answers: self.answers.clone(),
            registry: registry.clone(),
            ..PlayersConfig::default()
        };
        nameable(files.files().chain(players.files()), REQUEST)?;
        let (tuned, mut words, bots) =
            load_players(&players, &files, &rules, watch, |players| self.tuned(&players.registry))?;
        let TuneSubject { agent, opponent, tuned_params } = tuned;
        for (key, spec) in [("agent", Some(&agent)), ("opponent", opponent.as_ref())] {
            let Some(spec) = spec else { continue };
            check(spec, &words.world).map_err(|error| LabError::setting((key, &spec.label), error))?;
            words.add_files_of([spec])?;
        }
        let match_setup = MatchSetup { rules, words };
        let played = serde_json::json!({ "rules": RulesEntry::new(&match_setup.rules), "data": match_setup.words.sources });
        if !self.played.is_null() {
            check_equal("the tune", &self.played, "these files and this program", &played)?;
        }
        self.played = played;
        Ok(TuneTask { request: self, agent, opponent, tuned_params, sprt, match_setup, bots })
    }

    /// Resolves what is being tuned.
    fn tuned(&self, registry: &Registry) -> Result<TuneSubject, LabError> {
        let agent = spec(registry, "agent", &self.agent)?;
        let opponent = self.opponent.as_deref().map(|text| spec(registry, "opponent", text)).transpose()?;
        let mut tuned_params: Vec<TunedParam> = Vec::new();
        for text in &self.params {
            let tuned_param = TunedParam::parse(text, &agent)?;
            if tuned_params.iter().any(|earlier| earlier.key == tuned_param.key) {
                return Err(LabError::setting(("param", text), "this is tuned already"));
            }
            tuned_params.push(tuned_param);
        }
        Ok(TuneSubject { agent, opponent, tuned_params })
    }
}

fn spec(registry: &Registry, key: &'static str, text: &str) -> Result<Spec, LabError> {
    registry.parse(text).map_err(|error| LabError::spec((key, text), error))
}
