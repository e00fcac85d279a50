//! Whether strangers understand an agent: players that do not hold its table of associations.
//!
//! The agent plays games with itself. Measuring minds, which no giver has read, decode its codes and intercept them, and
//! say with the norms whether each clue refers to its keyword. Readers that know the agent can be asked too.

mod bot_counts;
mod counts;
mod games;
mod items;
mod pairs;
mod panel;
mod private;
mod reading;
mod tables;
#[cfg(test)]
mod tests;
mod variety;

use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

use overhear_agents::model::World;
use overhear_agents::registry::{Registry, Spec, build};
use overhear_agents::words::StatedWords;
use overhear_engine::game::Agent;
use serde::{Deserialize, Serialize};

use self::bot_counts::BotCounts;
use self::counts::Judges;
use self::games::Giver;
use self::pairs::Pairs;
use self::panel::{MeasuringMind, ReferenceTest};
pub(crate) use self::private::private_understanding;
pub use self::tables::{ByStrangerRow, StrangersResult, StrangersRow};
use crate::error::LabError;
use crate::measurement::{Measurement, RunSources, StepLog, specs};
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{
    BotConfig, PlayersConfig, RuleSet, RulesConfig, RulesEntry, RunningBots, WordFiles, load_players, ranges,
    seed,
};
use crate::table::{Frame, TableRow as _, counted};

/// Place up to which an answer in the norms counts, unless another is asked for: lists are hardly longer.
const STATED_WITHIN: u64 = 50;

/// Share of keywords to which a word may be as near, unless another is asked for (`docs/strangers.md` has the rates for others).
const NEAREST: f64 = 0.05;

/// Configuration of [`strangers`].
#[derive(Clone, Debug, Deserialize, Serialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct StrangersConfig {
    /// The agents, each [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…].
    #[setting(positional, value = "SPEC")]
    pub spec: Vec<String>,
    /// Games of each agent with itself.
    #[setting(default = 500, range = ranges::GAMES, value = "N")]
    pub games: u64,
    /// Games from which readers that know the agent learn; they are measured on half as many fresh deals. 0: no such readers.
    #[setting(range = ranges::INFORMED_GAMES, value = "N")]
    pub informed_games: u64,
    /// Place up to which an answer in the norms makes a clue refer to its keyword.
    #[setting(default = STATED_WITHIN, range = ranges::STATED_WITHIN, value = "N")]
    pub stated_within: u64,
    /// Share of all keywords to which a word that refers to its keyword may be as near, in every measuring mind.
    #[setting(default = NEAREST, range = ranges::NEAREST, value = "SHARE")]
    pub nearest: f64,
    /// Also test these pairs of a keyword and a clue, and the same clues at all other keywords of the file.
    #[setting(value = "FILE")]
    pub clues: Vec<PathBuf>,
    /// Seed of the run; drawn and printed if not given.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// Items of each kind (decode, intercept, judge) that a bot which plays no agent is asked about each agent, one a game.
    #[setting(default = 40, range = ranges::ITEMS, value = "N")]
    pub items: u64,
    /// The rules.
    #[setting(group)]
    pub rules: RulesConfig,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
    /// Bots: those that no SPEC names are strangers, which decode, intercept and judge.
    #[setting(declared_in = PlayersConfig)]
    pub bots: Vec<BotConfig>,
    /// A file in which the answers of bots are kept.
    #[setting(declared_in = PlayersConfig)]
    pub answers: Option<PathBuf>,
    /// The agents that a SPEC can name.
    #[serde(skip)]
    #[setting(skip, default = Registry::standard())]
    pub registry: Registry,
}

/// Plays games of each agent with itself, and measures how strangers fare with its clues. Returns a row for each agent,
/// and one for each agent and mind; after a stop, the finished rows.
///
/// ```
/// use overhear_lab::{RunControl, StrangersConfig, strangers};
///
/// let spec = vec!["nearest".to_owned()];
/// let config = StrangersConfig { spec, games: 4, seed: Some(1), ..StrangersConfig::default() };
/// let rows = strangers(&config, &RunControl::default())?.found;
/// assert_eq!((rows.agents.len(), rows.strangers.len()), (1, 2));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for unknown agents and unreadable files.
pub fn strangers(
    args: &StrangersConfig,
    watch: &RunControl,
) -> Result<PartialResult<StrangersResult>, LabError> {
    args.play(watch, &mut StepLog::default())
}

impl Experiment for StrangersConfig {
    type Output = StrangersResult;

    fn command(&self) -> &'static str {
        "agents strangers"
    }

    fn seeded(self) -> StrangersConfig {
        StrangersConfig { seed: Some(seed(self.seed).0), ..self }
    }

    fn with_registry(self, registry: &Registry) -> StrangersConfig {
        StrangersConfig { registry: registry.clone(), ..self }
    }

    fn play(
        &self,
        watch: &RunControl,
        log: &mut StepLog,
    ) -> Result<PartialResult<StrangersResult>, LabError> {
        self.check()?;
        if self.spec.is_empty() && self.clues.is_empty() {
            return Err(LabError::usage(
                "agents strangers: no agent is named; add a SPEC, or a file of clues",
            ));
        }
        let rules = RuleSet::from_config(&self.rules)?;
        let players = PlayersConfig {
            bots: self.bots.clone(),
            answers: self.answers.clone(),
            registry: self.registry.clone(),
            ..PlayersConfig::default()
        };
        let ((agents, strangers), words, bots) =
            load_players(&players, &self.words, &rules, watch, |players| {
                Ok((self.agents(&players.registry)?, self.strangers(players)?))
            })?;
        let seed = seed(self.seed);
        log.begin(&RunSources {
            games: self.games * agents.len() as u64,
            agents: specs(agents.iter().chain(&strangers)),
            rules: Some(RulesEntry::new(&rules)),
            data: words.sources.clone(),
        })?;
        words.announce(&agents, watch);
        let judges = self.judges(&words.world, &rules);
        // Before anything is said or played: a file that cannot be read ends the command at once.
        let files: Vec<Pairs> =
            self.clues.iter().map(|file| pairs::read(file, &judges.reference)).collect::<Result<_, _>>()?;
        watch.note(&[format!("seed {}", seed.0)]);
        let givers = agents.iter().map(|spec| (spec, self.games));
        bots.forecast(givers, &rules.switches, 0, watch);
        for stranger in &strangers {
            bots.reader(stranger)?;
            bots.forecast_rows(stranger, items::TASKS * self.items * agents.len() as u64, watch);
        }
        warn(&judges, watch);
        let mut run =
            StrangersRun { config: self, strangers, bots, judges, watch, result: StrangersResult::default() };
        let world = &words.world;
        let built = agents.iter().map(|spec| Ok([build(spec, world)?]));
        let built: Vec<[Box<dyn Agent>; 1]> = built.collect::<Result<_, LabError>>()?;
        let givers = built.iter().map(|agent| Giver { agent, world, rules: *rules.switches, seed });
        let givers: Vec<Giver<'_>> = givers.collect();
        let observed =
            givers.iter().map(|giver| giver.observed(self.informed_games)).sum::<Result<u64, _>>()?;
        let counter = watch.count(0, self.games * agents.len() as u64 + observed);
        for (spec, giver) in agents.iter().zip(&givers) {
            if run.measure(spec, giver, counter.done(), log)?.is_none() {
                return Ok(PartialResult::new(run.result, false));
            }
        }
        run.test_files(&files, counter.done(), log)?;
        Ok(PartialResult::new(run.result, true))
    }
}

impl Measurement for StrangersConfig {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }

    fn tables(result: &StrangersResult) -> Vec<Frame> {
        vec![StrangersRow::frame(&result.agents), ByStrangerRow::frame(&result.strangers)]
    }

    fn findings(result: &StrangersResult) -> Vec<String> {
        result.findings()
    }
}

impl StrangersConfig {
    /// Looks the agents up. No two have the same label.
    fn agents(&self, registry: &Registry) -> Result<Vec<Spec>, LabError> {
        let mut agents: Vec<Spec> = Vec::new();
        for text in &self.spec {
            let spec = registry.parse(text).map_err(|error| LabError::spec("spec", error))?;
            if agents.iter().any(|other| other.label == spec.label) {
                let problem = "two agents have this label; write LABEL=SPEC";
                return Err(LabError::setting(("spec", &spec.label), problem));
            }
            agents.push(spec);
        }
        Ok(agents)
    }

    /// Looks up the bots that play no agent.
    fn strangers(&self, players: &PlayersConfig) -> Result<Vec<Spec>, LabError> {
        let agents = self.agents(&players.registry)?;
        let parts: Vec<&str> =
            agents.iter().flat_map(|spec| [spec.encryptor.name, spec.guesser.name]).collect();
        let names = players.bots.iter().map(|bot| bot.name.as_str()).filter(|name| !parts.contains(name));
        let strangers: Vec<Spec> =
            names.map(|name| players.registry.parse(name)).collect::<Result<_, _>>()?;
        if !strangers.is_empty() && items::TASKS * self.items > self.games {
            let problem = "takes at most a third of the games, of which each has one item; add --games";
            return Err(LabError::setting(("items", self.items), problem));
        }
        Ok(strangers)
    }

    fn judges<'a>(&self, world: &'a World, rules: &RuleSet) -> Judges<'a> {
        let reference = ReferenceTest {
            world,
            stated: StatedWords::of(world.deck().language()),
            stated_within: self.stated_within as usize,
            nearest: self.nearest,
        };
        Judges { reference, minds: MeasuringMind::panel(world), rules: *rules.switches }
    }
}

/// A run, and what it has found so far.
struct StrangersRun<'a> {
    config: &'a StrangersConfig,
    /// The bots that are strangers.
    strangers: Vec<Spec>,
    bots: RunningBots,
    judges: Judges<'a>,
    watch: &'a RunControl,
    result: StrangersResult,
}

impl StrangersRun<'_> {
    /// Measures an agent; `None` if stopped.
    fn measure(
        &mut self,
        spec: &Spec,
        giver: &Giver<'_>,
        done: &AtomicU64,
        log: &mut StepLog,
    ) -> Result<Option<()>, LabError> {
        let StrangersConfig { games, informed_games, items, .. } = *self.config;
        let item_count = if self.strangers.is_empty() { 0 } else { items::TASKS * items };
        let (watch, judges) = (self.watch, &mut self.judges);
        let counts =
            log.step((done, games), || judges.count_games(giver, (games, item_count), (watch, done)))?;
        let Some(counts) = counts else { return Ok(None) };
        let observed = giver.observed(informed_games)?;
        let informed = log.step((done, observed), || giver.informed(informed_games, (watch, done)))?;
        let Some(informed) = informed else { return Ok(None) };
        self.result.push(&spec.label, &counts, &informed);
        for stranger in &self.strangers {
            let answers =
                log.step((done, 0), || BotCounts::ask(&self.bots, stranger, &counts.items).map(Some))?;
            let Some(answers) = answers else { return Ok(None) };
            if answers.unanswered > 0 {
                let questions = counted(answers.unanswered, "question");
                let line = format!("`{}` left {questions} about `{}` unanswered", stranger.label, spec.label);
                watch.progress.warn(&line);
            }
            self.result.push_stranger(&spec.label, &stranger.label, &answers);
        }
        Ok(Some(()))
    }

    /// Tests the files of clues.
    fn test_files(&mut self, files: &[Pairs], done: &AtomicU64, log: &mut StepLog) -> Result<(), LabError> {
        for (file, pairs) in self.config.clues.iter().zip(files) {
            let judges = &mut self.judges;
            let counts =
                log.step((done, 0), || Ok(Some(pairs::count(pairs, &judges.reference, &mut judges.minds))))?;
            if let Some(counts) = counts {
                self.result.push_pairs(&file.display().to_string(), &counts);
            }
        }
        Ok(())
    }
}

/// Says what the judges do not know of these words.
fn warn(judges: &Judges<'_>, watch: &RunControl) {
    let deck = judges.reference.world.deck();
    let language = deck.language().name();
    if judges.minds.is_empty() {
        watch.progress.warn(&format!(
            "no measuring mind knows {language}: the columns of strangers stay empty, and a clue refers to its keyword only if the norms state it"
        ));
    }
    for mind in judges.minds.iter().filter(|mind| mind.known_keywords() < deck.len()) {
        let (known, all) = (mind.known_keywords(), deck.len());
        watch.progress.warn(&format!(
            "the mind `{}` knows {known} of the {all} keywords: clues and codes of the others are left out",
            mind.name()
        ));
    }
}
