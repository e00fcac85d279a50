//! Trade-off between decoding and interception as an Encryptor's weights and the referee vary.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use overhear_agents::model::World;
use overhear_agents::registry::{Registry, Spec, build};
use overhear_engine::game::Seed;
use overhear_engine::rules::CheckedRules;
use serde::{Deserialize, Serialize};

use super::clue_outcomes::{ClueOutcomes, all_rounds, play_clue_outcomes, put_rate};
use crate::error::LabError;
use crate::exploitability::{Exploitability, exploitability, put_exploited, search_games};
use crate::league::LeagueConfig;
use crate::measurement::{Measurement, RunSources, StepLog, specs};
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{WordFiles, Words, ranges};
use crate::store::FRONTIER;
use crate::table::{Cell, Frame, NamedRow};

/// Configuration of [`frontier`].
#[derive(Clone, Debug, Deserialize, Serialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct FrontierConfig {
    /// Weights of secrecy, λ.
    #[setting(default = vec![0.0, 0.25, 0.5, 1.0, 2.0], value = "X,…", delimited)]
    pub lambda: Vec<f64>,
    /// Weights of leaked bits, γ; 0: only the current half counts.
    #[setting(default = vec![0.0, 0.02, 0.05, 0.1, 0.2, 0.5], value = "X,…", delimited)]
    pub gamma: Vec<f64>,
    /// Modes of the referee, tried in turn.
    #[setting(default = vec!["off".to_owned(), "enforce".to_owned()], value = "MODE,…", delimited)]
    pub referee: Vec<String>,
    /// The Encryptor: any that has `lambda` and `gamma`, with further settings.
    #[setting(default = "pragmatic".to_owned(), alias = "encryptor", value = "SPEC")]
    pub giver: String,
    /// The decoder, on the Encryptor's team.
    #[setting(default = "bayes".to_owned(), value = "SPEC")]
    pub decoder: String,
    /// The interceptor.
    #[setting(default = "bayes".to_owned(), value = "SPEC")]
    pub interceptor: String,
    /// Games for each combination.
    #[setting(default = 2000, range = ranges::GAMES, value = "N")]
    pub games: u64,
    /// Games of each combination against itself, in which the best guesser against it is found and measured.
    #[setting(declared_in = LeagueConfig)]
    pub exploit_games: Option<u64>,
    /// Seed of the run.
    #[setting(default = 1, value = "U64")]
    pub seed: u64,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
    /// The agents that a SPEC can name.
    #[serde(skip)]
    #[setting(skip, default = Registry::standard())]
    pub registry: Registry,
}

/// Plays every combination of weights and referee modes. Returns a row for each; after a stop, the finished
/// rows.
///
/// ```
/// use overhear_lab::{FrontierConfig, RunControl, frontier};
///
/// let (lambda, gamma, referee) = (vec![0.0, 1.0], vec![0.0], vec!["off".to_owned()]);
/// let config = FrontierConfig { lambda, gamma, referee, games: 2, ..FrontierConfig::default() };
/// assert_eq!(frontier(&config, &RunControl::default())?.found.len(), 2);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for unknown agents, and for unreadable words.
pub fn frontier(args: &FrontierConfig, watch: &RunControl) -> Result<PartialResult<Frame>, LabError> {
    args.play(watch, &mut StepLog::default())
}

impl Measurement for FrontierConfig {
    type Output = Frame;

    fn command(&self) -> &'static str {
        "agents frontier"
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn with_registry(self, registry: &Registry) -> FrontierConfig {
        FrontierConfig { registry: registry.clone(), ..self }
    }

    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<Frame>, LabError> {
        self.check()?;
        let combinations = combinations(self)?;
        let words = Words::load(&self.words)?;
        let players = || combinations.iter().flat_map(|combination| &combination.agents);
        let games = 2 * self.games.div_ceil(2);
        let exploit_games = search_games(self.exploit_games, games);
        let all = (games + exploit_games) * combinations.len() as u64;
        log.begin(&RunSources {
            games: all,
            agents: specs(players()),
            data: words.sources.clone(),
            ..RunSources::default()
        })?;
        words.announce(players(), watch);
        let mut frame = Frame::new(FRONTIER);
        let counter = watch.count(0, all);
        for combination in &combinations {
            let played = || combination.play(self, &words.world, (watch, counter.done()));
            let Some(giver) = log.step((counter.done(), games), played)? else {
                return Ok(PartialResult::new(frame, false));
            };
            let searched = || {
                combination.exploitability(
                    Seed(self.seed),
                    &words.world,
                    exploit_games,
                    (watch, counter.done()),
                )
            };
            let Some(best) = log.step((counter.done(), exploit_games), searched)? else {
                return Ok(PartialResult::new(frame, false));
            };
            combination.push(&mut frame, &giver, &best);
        }
        Ok(PartialResult::new(frame, true))
    }

    fn tables(found: &Frame) -> Vec<Frame> {
        vec![found.clone()]
    }

    fn findings(found: &Frame) -> Vec<String> {
        let extremes =
            [("decoded_rate", "decoded most often"), ("intercepted_rate", "intercepted least often")];
        let said = extremes.into_iter().filter_map(|(column, what)| {
            let rate = |row: usize| found.cell(row, column).number();
            let rows = (0..found.len()).filter(|row| rate(*row).is_some());
            let better = |one: &usize, other: &usize| {
                rate(*one).unwrap_or(0.0).total_cmp(&rate(*other).unwrap_or(0.0))
            };
            let row = if column == "decoded_rate" { rows.max_by(better) } else { rows.min_by(better) }?;
            let [lambda, gamma, referee] =
                ["lambda", "gamma", "referee"].map(|column| found.cell(row, column).as_csv());
            let rate = found.measured(row, column)?.percent();
            Some(format!(
                "Clues are {what} with lambda {lambda} and gamma {gamma}, referee {referee}: {rate}."
            ))
        });
        said.collect()
    }
}

/// Weights of the Encryptor under a referee.
struct WeightsUnderReferee {
    weights: [f64; 2],
    mode: String,
    rules: CheckedRules,
    agents: [Spec; 2],
}

/// Returns all combinations, checked before the first is played.
fn combinations(args: &FrontierConfig) -> Result<Vec<WeightsUnderReferee>, LabError> {
    let mut combinations = Vec::new();
    for mode in &args.referee {
        let rules = all_rounds(&[format!("referee={mode}")])?;
        for (&lambda, &gamma) in args.lambda.iter().flat_map(|l| args.gamma.iter().map(move |g| (l, g))) {
            let joint = if args.giver.contains(':') { ',' } else { ':' };
            let giver = format!("{}{joint}lambda={lambda},gamma={gamma}/{}", args.giver, args.decoder);
            let other = format!("nearest/{}", args.interceptor);
            let read = |text: &str| args.registry.parse(text).map_err(LabError::from);
            let agents = [read(&giver)?, read(&other)?];
            let (weights, mode) = ([lambda, gamma], mode.clone());
            combinations.push(WeightsUnderReferee { weights, mode, rules, agents });
        }
    }
    Ok(combinations)
}

impl WeightsUnderReferee {
    /// Returns the outcomes of the Encryptor's clues by deal, as only deals are independent; `None` if
    /// stopped.
    fn play(
        &self,
        args: &FrontierConfig,
        world: &Arc<World>,
        watched: (&RunControl, &AtomicU64),
    ) -> Result<Option<ClueOutcomes>, LabError> {
        let agents = [build(&self.agents[0], world)?, build(&self.agents[1], world)?];
        let deals = 0..args.games.div_ceil(2);
        let found = play_clue_outcomes(world, *self.rules, &agents, Seed(args.seed), deals, watched)?;
        Ok(found.map(|[giver, _]| giver))
    }

    /// Returns the best guesser against the Encryptor, if there is a search; `None` if stopped.
    fn exploitability(
        &self,
        seed: Seed,
        world: &Arc<World>,
        games: u64,
        watched: (&RunControl, &AtomicU64),
    ) -> Result<Option<Exploitability>, LabError> {
        let giver = build(&self.agents[0], world)?;
        exploitability(world, *self.rules, seed, &*giver, games, watched)
    }

    fn push(&self, frame: &mut Frame, giver: &ClueOutcomes, best: &Exploitability) {
        let [lambda, gamma] = self.weights.map(Cell::Given);
        let row = NamedRow::new(frame).put_all([
            ("lambda", lambda),
            ("gamma", gamma),
            ("referee", Cell::text(self.mode.clone())),
            ("halves", Cell::Count(giver.understood.n.unsigned_abs())),
            ("exposed", Cell::Count(giver.intercepted.n.unsigned_abs())),
        ]);
        let row = put_rate(row, "decoded_rate", &giver.understood);
        let row = put_rate(row, "intercepted_rate", &giver.intercepted);
        put_exploited(row, best).end();
    }
}
