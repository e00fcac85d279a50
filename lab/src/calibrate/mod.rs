//! Error rates of the sequential test, counted on real games.
//!
//! Salted copies of one agent are equally strong and play independently, so each acceptance of H1 between
//! them is false. A copy that blunders is weaker, so each run that does not accept H1 against it is a miss.
//! Every run has its own seed and thus its own deals.

mod coverage;
mod equivalence;
mod leagues;

use std::sync::atomic::AtomicU64;

use overhear_agents::registry::{Registry, Spec, build};
use overhear_stats::wilson;

use crate::error::LabError;
use crate::match_setup::{AgentPair, MatchSetup, seed_of};
use crate::partial_result::CUT;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{RuleSet, RulesConfig, Words, ranges};
use crate::table::{Cell, Frame, NamedRow, counted, grouped};
use crate::tournament::{SequentialTest, SprtSetting, TestVerdict};

/// Number of runs between two progress lines.
const SAY_EVERY: u64 = 50;

/// Two agents with a known correct verdict.
struct MatchCase {
    name: &'static str,
    agents: AgentPair,
    /// Minimum and maximum share of runs that accept H1.
    wanted: [f64; 2],
}

impl MatchCase {
    /// Returns `true` if the interval of the share of runs lies outside the wanted range.
    fn is_missed(&self, answers: &RunVerdicts) -> Result<bool, LabError> {
        let found = wilson(answers.accepted_h1, answers.runs()).map_err(LabError::runtime)?;
        let [low, high] = self.wanted;
        Ok(found.low > high || found.high < low)
    }
}

/// Verdicts of the runs.
#[derive(Default)]
struct RunVerdicts {
    accepted_h0: u64,
    accepted_h1: u64,
    undecided: u64,
    pairs: u64,
    longest: u64,
}

impl RunVerdicts {
    fn record(&mut self, test: &SequentialTest) {
        match test.verdict() {
            TestVerdict::AcceptH0 => self.accepted_h0 += 1,
            TestVerdict::AcceptH1 => self.accepted_h1 += 1,
            TestVerdict::Undecided | TestVerdict::NoDifference => self.undecided += 1,
        }
        let pairs = test.pairs().pairs();
        self.pairs += pairs;
        self.longest = self.longest.max(pairs);
    }

    fn runs(&self) -> u64 {
        self.accepted_h0 + self.accepted_h1 + self.undecided
    }

    fn share(&self) -> f64 {
        self.accepted_h1 as f64 / self.runs() as f64
    }
}

/// Configuration of [`calibrate`].
#[derive(Clone, Debug, Settings)]
pub struct CalibrateConfig {
    /// Runs of each kind.
    #[setting(default = 500, range = ranges::RUNS, value = "N")]
    pub runs: u64,
    /// The agent that both players are copies of.
    #[setting(default = CalibrateConfig::AGENT.to_owned(), value = "SPEC")]
    pub agent: String,
    /// Share of answers that the handicapped copy gives at random [default: 0.009, which costs `margin` about 10 points of
    /// normalised Elo; another agent or test is then not judged].
    #[setting(value = "P")]
    pub blunder: Option<f64>,
    /// The sequential test.
    #[setting(default = CalibrateConfig::TEST.parse().expect("it makes sense"), value = "KEY=VALUE,…")]
    pub sprt: SprtSetting,
    /// Maximum number of pairs of games in a run.
    #[setting(default = 100_000, range = ranges::PAIRS, value = "N")]
    pub pairs: u64,
    /// Seed of the run.
    #[setting(default = 1, value = "U64")]
    pub seed: u64,
    /// The agents that a SPEC can name.
    #[setting(skip, default = Registry::standard())]
    pub registry: Registry,
}

impl CalibrateConfig {
    /// Agent of the standard handicap.
    pub const AGENT: &str = "margin";

    /// Test of the standard handicap.
    pub const TEST: &str = "elo0=0,elo1=10";

    /// The standard handicap.
    pub const BLUNDER: f64 = 0.009;

    /// Returns `true` if agent and hypotheses are those of the standard handicap.
    fn is_usual(&self) -> bool {
        let hypotheses = self.sprt.sprt.hypotheses();
        self.agent == Self::AGENT && hypotheses.low == 0.0 && hypotheses.high == 10.0
    }
}

/// Result of a calibration.
#[derive(Debug)]
pub struct CalibrateResult {
    /// A row for each case.
    pub frame: Frame,
    unsound: Option<LabError>,
}

impl CalibrateResult {
    /// Returns a result; `missed` names the cases outside their range.
    fn new(frame: Frame, what: &str, missed: &[impl AsRef<str>]) -> CalibrateResult {
        let names: Vec<&str> = missed.iter().map(AsRef::as_ref).collect();
        let error = || LabError::mismatch(format_args!("calibrate: {what}: {}", names.join(", ")));
        CalibrateResult { frame, unsound: (!names.is_empty()).then(error) }
    }

    /// Returns the result of the rows that were finished before a stop.
    fn cut(frame: Frame) -> CalibrateResult {
        CalibrateResult { frame, unsound: Some(LabError::interrupted(CUT)) }
    }

    /// Checks that every case lies in its range.
    ///
    /// # Errors
    /// Returns a mismatch that names the cases outside their range, which can happen by chance in few runs;
    /// or an interruption.
    pub fn check(&self) -> Result<(), LabError> {
        self.unsound.clone().map_or(Ok(()), Err)
    }
}

/// Counts how often the printed 95 % intervals cover the truth in `runs` simulated matches of each case.
///
/// # Errors
/// Returns an error for a number of runs out of range, and for a league without ratings.
pub fn coverage(runs: u64, seed: u64, watch: &RunControl) -> Result<CalibrateResult, LabError> {
    ranges::RUNS.check(runs)?;
    coverage::run(RunPlan { runs, seed }, watch)
}

/// Number of simulated matches, and their seed.
#[derive(Clone, Copy, Debug)]
struct RunPlan {
    runs: u64,
    seed: u64,
}

/// Plays all runs of both kinds and counts the verdicts.
///
/// ```
/// use overhear_lab::{CalibrateConfig, RunControl, calibrate};
///
/// let config = CalibrateConfig { runs: 1, pairs: 10, agent: "nearest".to_owned(), ..CalibrateConfig::default() };
/// assert_eq!(calibrate(&config, &RunControl::default())?.frame.len(), 2);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for an unknown agent, and for numbers that make no sense.
pub fn calibrate(args: &CalibrateConfig, watch: &RunControl) -> Result<CalibrateResult, LabError> {
    args.check()?;
    let spec =
        args.registry.parse(&args.agent).map_err(|error| LabError::spec(("agent", &args.agent), error))?;
    let match_setup =
        MatchSetup { rules: RuleSet::from_config(&RulesConfig::default())?, words: Words::built_in()? };
    let mut frame = Frame::new("calibrate");
    let mut missed = Vec::new();
    for question in questions(args, &spec, &match_setup, watch)? {
        let answers = ask(args, &question, &match_setup, watch)?;
        if answers.runs() > 0 {
            push(&mut frame, &question, &answers)?;
        }
        if answers.runs() < args.runs {
            return Ok(CalibrateResult::cut(frame));
        }
        if question.is_missed(&answers)? {
            missed.push(question.name);
        }
    }
    Ok(CalibrateResult::new(frame, "out of the wanted range", &missed))
}

fn questions(
    args: &CalibrateConfig,
    spec: &Spec,
    match_setup: &MatchSetup,
    watch: &RunControl,
) -> Result<[MatchCase; 2], LabError> {
    let copy = |salt: f64, blunder: Option<f64>| {
        let mut copy = spec.clone();
        copy.set("salt", salt).map_err(LabError::usage)?;
        if let Some(share) = blunder {
            copy.set("blunder", share).map_err(|error| LabError::setting("blunder", error))?;
        }
        build(&copy, &match_setup.words.world).map_err(LabError::from)
    };
    let (alpha, beta) = args.sprt.sprt.error_rates();
    let least = match args.blunder {
        None if !args.is_usual() => {
            watch.note(&[
                "the handicap is not judged unless `blunder` says how large it is for this agent and test"
                    .to_owned(),
            ]);
            0.0
        }
        _ => 1.0 - beta,
    };
    let blunder = args.blunder.unwrap_or(CalibrateConfig::BLUNDER);
    Ok([
        MatchCase { name: "copies", agents: [copy(1.0, None)?, copy(2.0, None)?], wanted: [0.0, alpha] },
        MatchCase {
            name: "handicap",
            agents: [copy(1.0, None)?, copy(2.0, Some(blunder))?],
            wanted: [least, 1.0],
        },
    ])
}

/// Returns the verdicts of all runs; after a stop, those of the finished runs.
fn ask(
    args: &CalibrateConfig,
    question: &MatchCase,
    match_setup: &MatchSetup,
    watch: &RunControl,
) -> Result<RunVerdicts, LabError> {
    let (mut answers, played) = (RunVerdicts::default(), AtomicU64::new(0));
    for n in 0..args.runs {
        let test = match_setup.test(
            &question.agents,
            seed_of(args.seed, n),
            args.sprt,
            args.pairs,
            (watch, &played),
        )?;
        let Some(test) = watch.finished(test) else { break };
        answers.record(&test);
        if answers.runs().is_multiple_of(SAY_EVERY) || answers.runs() == args.runs {
            watch.note(&[format!(
                "{}: {} of {}, H1 accepted in {}, {}",
                question.name,
                grouped(answers.runs()),
                counted(args.runs, "run"),
                grouped(answers.accepted_h1),
                counted(2 * answers.pairs, "game")
            )]);
        }
    }
    Ok(answers)
}

fn push(frame: &mut Frame, question: &MatchCase, answers: &RunVerdicts) -> Result<(), LabError> {
    let interval = wilson(answers.accepted_h1, answers.runs()).map_err(LabError::runtime)?;
    let mean = answers.pairs as f64 / answers.runs() as f64;
    NamedRow::new(frame)
        .put_all([
            ("case", Cell::text(question.name)),
            ("runs", Cell::Count(answers.runs())),
            ("accepted_h1", Cell::Count(answers.accepted_h1)),
            ("accepted_h0", Cell::Count(answers.accepted_h0)),
            ("undecided", Cell::Count(answers.undecided)),
            ("share_h1", Cell::share(answers.share())),
            ("wanted_low", Cell::share(question.wanted[0])),
            ("wanted_high", Cell::share(question.wanted[1])),
            ("mean_pairs", Cell::Number(Some(mean), 1)),
            ("longest_pairs", Cell::Count(answers.longest)),
        ])
        .put_ends("share_h1", Some(interval), Cell::share)
        .end();
    Ok(())
}
