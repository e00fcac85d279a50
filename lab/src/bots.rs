//! Bots: programs in any language, each an Encryptor, a guesser and a preset of its name.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Weak};

use overhear_agents::part::{Param, PrepareError, Values};
use overhear_agents::registry::{ExternalAgent, Registry, Spec, build, interned};
use overhear_bots::protocol::{ParamKind, RoleName};
use overhear_bots::{
    AnswerFile, Bot, BotAgent, BotConfig, BotFault, BotFaultCounts, Interrupt, PredictQuestion, Surroundings,
    UnknownClue, WordLists as BotWords,
};
use overhear_engine::game::{Agent, AnswerError, Belief};
use overhear_engine::rules::{Clue, Rules, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::asking::{failures, forecast, most_questions, summary};
use crate::bot_reader::{BotReader, ended};
use crate::error::LabError;
use crate::run_control::{Progress, RunControl};
use crate::setting_ref::SettingRef;
use crate::setup::{BotOrder, PlayersConfig, Words};
use crate::store::check_name;
use crate::table::grouped;

/// Agent that plays the roles that a bot does not.
const STAND_IN: &str = "margin/bayes";

/// The bots of a run. Dropping them ends their processes.
#[derive(Default)]
pub(crate) struct RunningBots {
    bots: Vec<(Arc<Bot>, Arc<BotLaunch>)>,
    /// Is told in the end what has become of the questions.
    progress: Option<Arc<dyn Progress>>,
}

impl Drop for RunningBots {
    /// Ends all bots at once, and reports what has become of their questions.
    fn drop(&mut self) {
        let lines = self.bots.iter().filter_map(|(bot, _)| summary(bot));
        lines.zip(std::iter::repeat(&self.progress)).for_each(|(line, progress)| {
            if let Some(progress) = progress {
                progress.note(&line);
            }
        });
        Bot::end_together(self.bots.drain(..).map(|(bot, _)| bot));
    }
}

/// Everything needed to start a bot again with other settings.
struct BotLaunch {
    surroundings: Surroundings,
    order: BotConfig,
    words: BotWords,
    rules: Rules,
}

/// A bot in the manifest: everything that determines its answers.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct BotEntry {
    pub(crate) name: String,
    pub(crate) command: Vec<String>,
    says: String,
    version: String,
    deterministic: bool,
    pub(crate) options: serde_json::Map<String, Value>,
    pub(crate) unknown_clue: Option<UnknownClue>,
    /// What its answers depend on, if it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
}

impl BotLaunch {
    fn start(&self, order: BotConfig) -> Result<Arc<Bot>, BotFault> {
        let (words, surroundings) = (self.words.clone(), self.surroundings.clone());
        Bot::start_with(order, words, &self.rules, surroundings).map(Arc::new)
    }
}

impl RunningBots {
    /// Starts every configured bot and adds the bots to the agents that a SPEC can name.
    ///
    /// # Errors
    /// Returns an error for a bot that does not start, with its last lines of standard error, and for a name
    /// that is taken.
    pub(crate) fn start(
        config: &PlayersConfig,
        words: &Words,
        rules: &Rules,
        watch: &RunControl,
    ) -> Result<(RunningBots, PlayersConfig), LabError> {
        RunningBots::default().start_more(config, words, rules, watch)
    }

    /// Starts further bots that share the answer file of these.
    ///
    /// # Errors
    /// Returns the errors of [`RunningBots::start`].
    pub(crate) fn start_more(
        &self,
        config: &PlayersConfig,
        words: &Words,
        rules: &Rules,
        watch: &RunControl,
    ) -> Result<(RunningBots, PlayersConfig), LabError> {
        let progress = Some(Arc::clone(&watch.progress));
        let (mut bots, mut registry) = (RunningBots { bots: Vec::new(), progress }, config.registry.clone());
        let answers = match self.bots.first() {
            Some((_, stage)) => stage.surroundings.answers.clone(),
            None => config.answers.as_deref().map(|path| opened(path, watch)).transpose()?,
        };
        let interrupt = Interrupt::when({
            let stop = watch.stop.clone();
            move || stop.is_asked()
        });
        let surroundings = Surroundings { answers, interrupt, budget: Arc::clone(&watch.requests.budget) };
        for order in &config.bots {
            let setting = SettingRef::from(("bot", &order.name));
            registry.is_free(&order.name).map_err(|error| LabError::setting(setting.clone(), error))?;
            let surroundings = surroundings.clone();
            let stage =
                BotLaunch { surroundings, order: order.clone(), words: bot_words(words), rules: *rules };
            let bot = stage.start(order.clone()).map_err(|trouble| {
                if watch.is_over() {
                    LabError::interrupted("interrupted")
                } else {
                    LabError::setting(setting.clone(), trouble)
                }
            })?;
            if let Some(absence) = bot.absence() {
                watch.progress.warn(&format!(
                    "bot `{}` cannot be started, and is played by its kept answers: {absence}",
                    order.name
                ));
            }
            let stage = Arc::new(stage);
            let added = registry.with_guest(guest(&bot, Arc::clone(&stage)));
            registry = added.map_err(|error| LabError::setting(setting.clone(), error))?;
            bots.bots.push((bot, stage));
        }
        Ok((bots, PlayersConfig { registry, ..config.clone() }))
    }

    /// Returns the bot that guesses for an agent, if it is a bot.
    ///
    /// # Errors
    /// Returns an error if a bot with other settings does not start, and if the bot takes numbers for words.
    pub(crate) fn reader(&self, spec: &Spec) -> Result<Option<BotReader>, LabError> {
        let part = &spec.guesser;
        let Some((bot, stage)) = self.bots.iter().find(|(bot, _)| bot.order().name == part.name) else {
            return Ok(None);
        };
        let moved: Vec<_> = part.values.iter().filter(|(param, value)| *value != param.default).collect();
        let moved: Vec<&Param> = moved.into_iter().map(|(param, _)| param).collect();
        let bot = if moved.is_empty() { Ok(Arc::clone(bot)) } else { restarted(stage, &moved, &part.values) };
        BotReader::new(bot.map_err(|error| LabError::setting(("agent", &spec.label), error))?).map(Some)
    }

    /// Reports how much each bot is asked at most, if agents play that many games each.
    pub(crate) fn forecast<'a>(
        &self,
        seats: impl IntoIterator<Item = (&'a Spec, u64)>,
        rules: &Rules,
        watch: &RunControl,
    ) {
        let seats: Vec<(&Spec, u64)> = seats.into_iter().collect();
        for (bot, _) in &self.bots {
            let most = most_questions(bot, seats.iter().copied(), rules);
            if most > 0 {
                watch.progress.note(&forecast(bot, most));
            }
        }
    }

    /// Says how much a bot is asked that guesses for an agent which reads so many rows.
    pub(crate) fn forecast_rows(&self, spec: &Spec, rows: u64, watch: &RunControl) {
        let reads = |(bot, _): &&(Arc<Bot>, _)| bot.order().name == spec.guesser.name;
        if let Some((bot, _)) = self.bots.iter().find(reads) {
            watch.progress.note(&forecast(bot, rows));
        }
    }

    /// Returns the bot that plays a role of an agent.
    fn of(&self, spec: &Spec) -> Option<&Bot> {
        let is_its = |name: &str| spec.encryptor.name == name || spec.guesser.name == name;
        self.bots.iter().find(|(bot, _)| is_its(&bot.order().name)).map(|(bot, _)| &**bot)
    }

    /// Returns the counts of an agent's bot; zeros for a built-in agent.
    pub(crate) fn counts_of(&self, spec: &Spec) -> BotFaultCounts {
        self.of(spec).map(Bot::counts).unwrap_or_default()
    }

    /// Returns the fingerprint of an agent's bot, if it names one.
    pub(crate) fn fingerprint(&self, spec: &Spec) -> Option<String> {
        self.of(spec)?.hello().fingerprint.clone()
    }

    /// Returns `true` if an agent's bot predicts the guesses of others.
    pub(crate) fn predicts(&self, spec: &Spec) -> bool {
        self.of(spec).is_some_and(|bot| bot.plays(RoleName::Predict))
    }

    /// Returns the most questions that bots are asked if each agent plays a number of games.
    pub(crate) fn most_questions(&self, seats: &[(&Spec, u64)], rules: &Rules) -> u64 {
        let most = |(bot, _): &(Arc<Bot>, _)| most_questions(bot, seats.iter().copied(), rules);
        self.bots.iter().map(most).sum()
    }

    /// Asks an agent's bot for the guesses of others. Returns `None` if the bot does not predict.
    ///
    /// # Errors
    /// Returns an error if the bot stops answering.
    pub(crate) fn predict(
        &self,
        spec: &Spec,
        questions: &[PredictQuestion<'_>],
    ) -> Result<Option<Vec<Result<Belief, AnswerError>>>, LabError> {
        let Some(bot) = self.of(spec).filter(|bot| bot.plays(RoleName::Predict)) else { return Ok(None) };
        bot.predict(questions).map(Some).map_err(ended)
    }

    /// Returns `true` if there are no bots.
    pub(crate) fn is_empty(&self) -> bool {
        self.bots.is_empty()
    }

    /// Returns their names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.bots.iter().map(|(bot, _)| bot.order().name.as_str())
    }

    /// Returns `true` if a bot has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.bots.iter().any(|(bot, _)| bot.order().name == name)
    }

    /// Returns the manifest entries.
    pub(crate) fn entries(&self) -> Vec<BotEntry> {
        let entry = |(bot, _): &(Arc<Bot>, Arc<BotLaunch>)| BotEntry {
            name: bot.order().name.clone(),
            command: bot.order().command.clone(),
            says: bot.hello().name.clone(),
            version: bot.hello().version.clone(),
            deterministic: bot.hello().deterministic,
            options: bot.order().options.clone(),
            unknown_clue: Some(bot.unknown_clue()),
            fingerprint: bot.hello().fingerprint.clone(),
        };
        self.bots.iter().map(entry).collect()
    }

    /// Returns counts of activity and faults by bot and kind. They may differ between equal runs.
    pub(crate) fn counts(&self) -> BTreeMap<String, BTreeMap<String, u64>> {
        let counts = |(bot, _): &(Arc<Bot>, Arc<BotLaunch>)| {
            let found = bot.counts();
            let kinds = overhear_bots::BotFaultKind::ALL.map(|kind| (kind.name(), found.count(kind)));
            let all = [("questions", found.questions), ("batches", found.batches), ("starts", found.starts)];
            (
                bot.order().name.clone(),
                all.into_iter()
                    .chain(kinds)
                    .chain([("requests", found.requests)])
                    .filter(|(_, n)| *n > 0)
                    .chain(failures(&found))
                    .map(|(name, n)| (name.to_owned(), n))
                    .collect(),
            )
        };
        self.bots.iter().map(counts).collect()
    }
}

/// Opens the answer file that all bots of an experiment share.
fn opened(path: &Path, watch: &RunControl) -> Result<Arc<AnswerFile>, LabError> {
    check_name(&SettingRef::from(("answers", path.display())), path)?;
    let answers = AnswerFile::open(path).map_err(|error| LabError::setting("answers", error))?;
    if answers.unsealed() > 0 {
        watch.progress.warn(&format!(
            "{}: {} lines of an earlier version have no seals: whether they were changed cannot be said",
            path.display(),
            grouped(answers.unsealed() as u64)
        ));
    }
    if !watch.requests.ask_again.is_empty() {
        let count = answers.forget(&watch.requests.ask_again);
        watch
            .progress
            .note(&format!("{} questions without an answer are asked again", grouped(count as u64)));
    }
    Ok(Arc::new(answers))
}

/// A reader of recorded clues: a built-in agent, or a bot.
pub(crate) struct ClueReader {
    /// The built-in agent; beside a bot, the agent for roles that the bot does not play.
    pub(crate) spec: Spec,
    /// Label of the requested agent.
    pub(crate) label: String,
    /// The bot, if there is one.
    pub(crate) bot: Option<BotReader>,
}

impl ClueReader {
    /// Returns the reader of an agent.
    ///
    /// # Errors
    /// Returns an error for a bot that takes numbers for words.
    pub(crate) fn new(spec: Spec, bots: &RunningBots) -> Result<ClueReader, LabError> {
        let (label, bot) = (spec.label.clone(), bots.reader(&spec)?);
        let spec = if bot.is_some() { Spec::parse(STAND_IN)? } else { spec };
        Ok(ClueReader { spec, label, bot })
    }

    /// Returns the bot if it reads the clues of a side. White's clues are the own team's.
    pub(crate) fn bot(&self, side: Side) -> Option<&BotReader> {
        self.bot.as_ref().filter(|bot| bot.plays(side))
    }
}

/// Adds bots to the agents that a SPEC can name, with the settings that they declare.
///
/// # Errors
/// Returns an error for a bot that does not start, and for a name that is taken.
pub fn with_bots(registry: &Registry, bots: &[BotOrder]) -> Result<Registry, LabError> {
    if bots.is_empty() {
        return Ok(registry.clone());
    }
    let config =
        PlayersConfig { bots: bots.to_vec(), registry: registry.clone(), ..PlayersConfig::default() };
    let (_, config) =
        RunningBots::start(&config, &Words::built_in()?, &Rules::official(), &RunControl::default())?;
    Ok(config.registry)
}

/// Returns the words as sent to bots. Afterwards clues outside the vocabulary are allowed.
fn bot_words(words: &Words) -> BotWords {
    let (world, deck) = (&words.world, words.world.deck());
    let clues = (0..world.clues()).map(|n| world.clue_text(Clue::new(n as u32)).to_owned());
    let keywords = deck.keywords().iter().map(|keyword| keyword.text.clone());
    let told = BotWords::new(deck.language().code(), clues.collect(), keywords.collect());
    told.with_texts(world.utterances())
}

/// Returns a bot as an external agent. The registration does not keep the bot's process alive.
fn guest(bot: &Arc<Bot>, stage: Arc<BotLaunch>) -> ExternalAgent {
    let hello = bot.hello();
    let params: Vec<Param> = hello.params.iter().filter_map(|declared| param(bot, declared)).collect();
    let (running, known) = (Arc::downgrade(bot), params.clone());
    ExternalAgent {
        name: bot.order().name.clone(),
        summary: format!("a program: {} {}", hello.name, hello.version),
        version: None,
        params,
        associates: false,
        seat: Box::new(move |world, values| {
            let seated = seated(&stage, &running, &known, values, world)?;
            Ok(seated as Arc<dyn Agent>)
        }),
    }
}

/// Returns a numeric parameter of a bot; `None` for a text parameter, which only the bot's configuration can
/// set.
fn param(bot: &Bot, declared: &overhear_bots::protocol::Param) -> Option<Param> {
    let set = bot.order().options.get(&declared.key).unwrap_or(&declared.default);
    let default = set.as_f64().or_else(|| set.as_bool().map(f64::from))?;
    let (key, meaning) = (interned(&declared.key), interned(&declared.meaning));
    let (low, high) = (declared.low.unwrap_or(f64::MIN), declared.high.unwrap_or(f64::MAX));
    match declared.kind {
        ParamKind::Real => Some(Param::real(key, default, low, high, meaning)),
        ParamKind::Whole => Some(Param::whole(key, default, low, high, meaning)),
        ParamKind::Flag => Some(Param::whole(key, default, 0.0, 1.0, meaning)),
        ParamKind::Text => None,
    }
}

/// Returns the agent of a bot: the running bot, or another process if settings differ.
fn seated(
    stage: &BotLaunch,
    running: &Weak<Bot>,
    params: &[Param],
    values: &Values,
    world: &Arc<overhear_agents::model::World>,
) -> Result<Arc<BotAgent>, PrepareError> {
    let moved: Vec<_> = params.iter().filter(|param| values.get(param.key) != param.default).collect();
    let bot = running.upgrade().filter(|_| moved.is_empty());
    let bot = bot.map_or_else(|| restarted(stage, &moved, values), Ok)?;
    let missing = RoleName::ALL.into_iter().any(|role| !bot.plays(role));
    let stand_in = || Spec::parse(STAND_IN).and_then(|spec| build(&spec, world));
    let stand_in = missing.then(stand_in).transpose().map_err(|error| PrepareError(error.to_string()))?;
    let seated = BotAgent::new(&stage.order.name, bot, &RoleName::ALL, stand_in);
    seated.map(Arc::new).map_err(|error| PrepareError(error.to_string()))
}

fn restarted(stage: &BotLaunch, moved: &[&Param], values: &Values) -> Result<Arc<Bot>, PrepareError> {
    let mut order = stage.order.clone();
    for param in moved {
        let value = values.get(param.key);
        let value = if param.whole { Value::from(value as i64) } else { Value::from(value) };
        order.options.insert(param.key.to_owned(), value);
    }
    stage.start(order).map_err(|trouble| PrepareError(trouble.to_string()))
}
