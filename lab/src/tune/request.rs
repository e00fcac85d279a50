//! tune.json: the request, so that `--resume DIR` needs no other argument.

use std::path::Path;

use overhear_agents::registry::{Registry, Spec, check};
use overhear_engine::game::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::TuneConfig;
use super::tuned_param::TunedParam;
use crate::error::LabError;
use crate::match_setup::MatchSetup;
use crate::run_control::RunControl;
use crate::settings::Settings as _;
use crate::setup::{Build, RuleSet, RulesEntry, RunningBots, load_players, nameable, seed};
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
    /// What was asked for, with its seed.
    pub(super) configuration: TuneConfig,
    /// Rules and words, as resolved.
    #[serde(default)]
    played: Value,
}

/// The part of tune.json that every build reads.
#[derive(Deserialize)]
struct Begun {
    build: Build,
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
    pub(super) fn new(config: &TuneConfig) -> Request {
        Request {
            schema_version: SCHEMA,
            program: PROGRAM.to_owned(),
            build: Build::own(),
            other_builds: Vec::new(),
            configuration: TuneConfig { seed: Some(seed(config.seed).0), ..config.clone() },
            played: Value::Null,
        }
    }

    /// Returns the seed of the run.
    pub(super) fn seed(&self) -> Seed {
        Seed(self.configuration.seed.unwrap_or_default())
    }

    /// Reads the request and the checksums of the files in the directory of a tuning run.
    pub(super) fn read(dir: &Path, any_build: bool) -> Result<(Request, Inventory), LabError> {
        let stored = StoredManifest::open_as(dir, REQUEST)?;
        let name = stored.path(REQUEST);
        let name = name.display();
        stored.read::<Begun>()?.build.refuse(&name, any_build)?;
        let mut request: Request = stored.read()?;
        Build::note(&mut request.other_builds, [&request.build]);
        request.build = Build::own();
        Ok((request, stored.files().clone()))
    }

    /// Writes the request with the checksums of the other files, which are already on disk.
    pub(super) fn save(&self, dir: &Path, files: &Inventory) -> Result<(), LabError> {
        write_whole(&dir.join(REQUEST), sealed_manifest(self, files).as_bytes())
    }

    /// Resolves the request, cheap checks first.
    pub(super) fn task(mut self, registry: &Registry, watch: &RunControl) -> Result<TuneTask, LabError> {
        let config = &self.configuration;
        config.check()?;
        if config.param.is_empty() {
            return Err(LabError::clause("param", "is required: the parameter to tune"));
        }
        let (sprt, files) = (config.sprt, &config.words);
        let rules = RuleSet::from_config(&config.rules)?;
        let players = config.players.clone().with_registry(registry);
        nameable(files.files().chain(players.files()), REQUEST)?;
        let (tuned, mut words, bots) =
            load_players(&players, files, &rules, watch, |players| self.tuned(&players.registry))?;
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
        let TuneConfig { players, param, opponent, .. } = &self.configuration;
        let agent = spec(registry, "agent", players.only_spec()?)?;
        let opponent = opponent.as_deref().map(|text| spec(registry, "opponent", text)).transpose()?;
        let mut tuned_params: Vec<TunedParam> = Vec::new();
        for text in param {
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
