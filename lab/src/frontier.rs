//! Trade-off between decoding and interception as an Encryptor's weights and the referee vary.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use overhear_agents::model::World;
use overhear_agents::registry::{Registry, Spec, build};
use overhear_engine::game::Seed;
use overhear_engine::rules::CheckedRules;
use serde::{Deserialize, Serialize};

use super::clue_outcomes::{ClueOutcomes, all_rounds, play_clue_outcomes};
use crate::error::LabError;
use crate::exploitability::{Exploitability, exploitability, search_games};
use crate::league::LeagueConfig;
use crate::measurement::{Measurement, RunSources, StepLog, specs};
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{WordFiles, Words, ranges};
use crate::store::FRONTIER;
use crate::table::{Frame, GivenNumber, MeasuredValue, TableRow, printable};

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

/// A row of frontier.csv: an Encryptor with its weights, under a referee.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table(FRONTIER)]
pub struct FrontierRow {
    /// Weight of secrecy.
    pub lambda: GivenNumber,
    /// Weight of leaked bits.
    pub gamma: GivenNumber,
    /// Mode of the referee.
    pub referee: String,
    /// Halves in which the Encryptor gave the clues.
    pub halves: u64,
    /// Share of them in which its team got the code right.
    pub decoded_rate: Option<MeasuredValue>,
    /// Halves in which the opponents might intercept.
    pub exposed: u64,
    /// Share of them in which they did.
    pub intercepted_rate: Option<MeasuredValue>,
    /// The best guesser against the clues; empty without a search.
    pub best_guesser: String,
    /// Share of the codes that it finds.
    pub exploited_rate: Option<MeasuredValue>,
}

impl FrontierRow {
    /// Returns the sentence on a row that is an extreme by a rate.
    fn sentence(&self, what: &str, rate: MeasuredValue) -> String {
        let FrontierRow { lambda, gamma, referee, .. } = self;
        let (lambda, gamma, rate) = (lambda.0, gamma.0, rate.percent());
        format!("Clues are {what} with lambda {lambda} and gamma {gamma}, referee {referee}: {rate}.")
    }
}

/// Returns the rows in which a rate is known, with the rate as files have it.
fn with_rate(
    rows: &[FrontierRow],
    rate: fn(&FrontierRow) -> Option<MeasuredValue>,
) -> impl Iterator<Item = (&FrontierRow, MeasuredValue)> {
    rows.iter().filter_map(move |row| Some((row, rate(row)?.as_in_files()?)))
}

/// Plays every combination of weights and referee modes. Returns a row for each; after a stop, the finished
/// rows.
///
/// ```
/// use overhear_lab::{FrontierConfig, RunControl, frontier};
///
/// let (lambda, gamma, referee) = (vec![0.0, 1.0], vec![0.0], vec!["off".to_owned()]);
/// let config = FrontierConfig { lambda, gamma, referee, games: 2, ..FrontierConfig::default() };
/// let rows = frontier(&config, &RunControl::default())?.found;
/// assert_eq!((rows.len(), rows[1].lambda.0), (2, 1.0));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for unknown agents, and for unreadable words.
pub fn frontier(
    args: &FrontierConfig,
    watch: &RunControl,
) -> Result<PartialResult<Vec<FrontierRow>>, LabError> {
    args.play(watch, &mut StepLog::default())
}

impl Experiment for FrontierConfig {
    type Output = Vec<FrontierRow>;

    fn command(&self) -> &'static str {
        "agents frontier"
    }

    fn with_registry(self, registry: &Registry) -> FrontierConfig {
        FrontierConfig { registry: registry.clone(), ..self }
    }

    fn play(
        &self,
        watch: &RunControl,
        log: &mut StepLog,
    ) -> Result<PartialResult<Vec<FrontierRow>>, LabError> {
        self.check()?;
        let combinations = combinations(self)?;
        let words = Words::load(&self.words)?;
        let players: Vec<&Spec> = combinations.iter().flat_map(|combination| &combination.agents).collect();
        let games = 2 * self.games.div_ceil(2);
        let exploit_games = search_games(self.exploit_games, games);
        let all = (games + exploit_games) * combinations.len() as u64;
        log.begin(&RunSources {
            games: all,
            agents: specs(players.iter().copied()),
            data: words.sources.clone(),
            ..RunSources::default()
        })?;
        words.announce(players, watch);
        let mut rows = Vec::new();
        let counter = watch.count(0, all);
        for combination in &combinations {
            let giver = log.step((counter.done(), games), || {
                combination.play(self, &words.world, (watch, counter.done()))
            })?;
            let Some(giver) = giver else { return Ok(PartialResult::new(rows, false)) };
            let best = log.step((counter.done(), exploit_games), || {
                combination.exploitability(
                    Seed(self.seed),
                    &words.world,
                    exploit_games,
                    (watch, counter.done()),
                )
            })?;
            let Some(best) = best else { return Ok(PartialResult::new(rows, false)) };
            rows.push(combination.row(&giver, &best));
        }
        Ok(PartialResult::new(rows, true))
    }
}

impl Measurement for FrontierConfig {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn tables(rows: &Vec<FrontierRow>) -> Vec<Frame> {
        vec![FrontierRow::frame(rows)]
    }

    fn findings(rows: &Vec<FrontierRow>) -> Vec<String> {
        let decoded = with_rate(rows, |row| row.decoded_rate);
        let decoded = decoded.max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value));
        let intercepted = with_rate(rows, |row| row.intercepted_rate);
        let intercepted = intercepted.min_by(|(_, one), (_, other)| one.value.total_cmp(&other.value));
        let most = decoded.map(|(row, rate)| row.sentence("decoded most often", rate));
        let least = intercepted.map(|(row, rate)| row.sentence("intercepted least often", rate));
        most.into_iter().chain(least).collect()
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
            let agents = [args.registry.parse(&giver)?, args.registry.parse(&other)?];
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
        let outcomes = play_clue_outcomes(world, *self.rules, &agents, Seed(args.seed), deals, watched)?;
        Ok(outcomes.map(|[giver, _]| giver))
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

    fn row(&self, giver: &ClueOutcomes, best: &Exploitability) -> FrontierRow {
        let [lambda, gamma] = self.weights.map(GivenNumber);
        let ClueOutcomes { understood, intercepted, .. } = giver;
        FrontierRow {
            lambda,
            gamma,
            referee: printable(&self.mode),
            halves: understood.n.unsigned_abs(),
            decoded_rate: understood.share().map(MeasuredValue::from),
            exposed: intercepted.n.unsigned_abs(),
            intercepted_rate: intercepted.share().map(MeasuredValue::from),
            best_guesser: best.guesser.clone(),
            exploited_rate: best.moments.share().map(MeasuredValue::from),
        }
    }
}
