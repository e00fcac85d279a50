//! Error rates of the sequential test, counted on real games.
//!
//! Salted copies of one agent are equally strong and play independently, so each acceptance of H1 between
//! them is false. A copy that blunders is weaker, so each run that does not accept H1 against it is a miss.
//! Every run has its own seed and thus its own deals.

use std::sync::atomic::AtomicU64;

use overhear_agents::registry::{Spec, build};
use overhear_stats::wilson;
use serde::{Deserialize, Serialize};

use super::rows::{CalibrationRows, TestErrorRow};
use super::{CalibrateConfig, CalibrateResult};
use crate::error::LabError;
use crate::match_setup::{AgentPair, MatchSetup, seed_of};
use crate::measurement::{RunSources, StepLog, specs};
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::setup::{RuleSet, RulesConfig, RulesEntry, Words};
use crate::table::{MeasuredValue, counted, grouped};
use crate::tournament::{SequentialTest, TestVerdict};

/// Number of runs between two progress lines.
const SAY_EVERY: u64 = 50;

/// Two agents with a known correct verdict.
struct MatchCase {
    name: &'static str,
    agents: AgentPair,
    /// Minimum and maximum share of runs that accept H1.
    range_h1: [f64; 2],
}

/// Verdicts of the runs.
#[derive(Default, Serialize, Deserialize)]
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

    /// Returns the row of a case.
    fn row(&self, case: &MatchCase) -> Result<TestErrorRow, LabError> {
        let runs = self.runs();
        let value = self.accepted_h1 as f64 / runs as f64;
        let interval = Some(wilson(self.accepted_h1, runs).map_err(LabError::runtime)?);
        Ok(TestErrorRow {
            case: case.name,
            runs,
            accepted_h1: self.accepted_h1,
            accepted_h0: self.accepted_h0,
            undecided: self.undecided,
            share_h1: Some(MeasuredValue { value, interval }),
            wanted_low: Some(case.range_h1[0]),
            wanted_high: Some(case.range_h1[1]),
            mean_pairs: self.pairs as f64 / runs as f64,
            longest_pairs: self.longest,
        })
    }
}

/// Plays all runs of both cases and counts the verdicts.
pub(super) fn play(
    config: &CalibrateConfig,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<PartialResult<CalibrateResult>, LabError> {
    let spec = config
        .registry
        .parse(&config.agent)
        .map_err(|error| LabError::spec(("agent", &config.agent), error))?;
    let match_setup =
        MatchSetup { rules: RuleSet::from_config(&RulesConfig::default())?, words: Words::built_in()? };
    let cases = cases(config, &spec, &match_setup, watch)?;
    log.begin(&RunSources {
        games: 0,
        agents: specs([&spec]),
        rules: Some(RulesEntry::new(&match_setup.rules)),
        data: match_setup.words.sources.clone(),
    })?;
    let (mut rows, mut games, mut is_whole) = (Vec::new(), 0, true);
    for case in &cases {
        let verdicts;
        (verdicts, is_whole) = log.long_step(|before, keep| {
            let mut verdicts: RunVerdicts = before.unwrap_or_default();
            let is_whole = count(config, case, &match_setup, &mut verdicts, watch, keep)?;
            Ok((verdicts, is_whole))
        })?;
        games += 2 * verdicts.pairs;
        if verdicts.runs() > 0 {
            rows.push(verdicts.row(case)?);
        }
        if !is_whole {
            break;
        }
    }
    Ok(PartialResult::new(CalibrateResult::new(CalibrationRows::Tests(rows), games), is_whole))
}

fn cases(
    config: &CalibrateConfig,
    spec: &Spec,
    match_setup: &MatchSetup,
    watch: &RunControl,
) -> Result<[MatchCase; 2], LabError> {
    let world = &match_setup.words.world;
    let (alpha, beta) = config.sprt.sprt.error_rates();
    // The power of the test is promised for the handicap that its hypotheses are about; another is judged only if it is stated.
    let least = match config.blunder {
        None if !config.is_usual() => {
            watch.note(&[
                "the handicap is not judged unless `blunder` says how large it is for this agent and test"
                    .to_owned(),
            ]);
            0.0
        }
        _ => 1.0 - beta,
    };
    let blunder = config.blunder.unwrap_or(CalibrateConfig::BLUNDER);
    Ok([
        MatchCase {
            name: "copies",
            agents: [build(&salted(spec, 1.0)?, world)?, build(&salted(spec, 2.0)?, world)?],
            range_h1: [0.0, alpha],
        },
        MatchCase {
            name: "handicap",
            agents: [
                build(&salted(spec, 1.0)?, world)?,
                build(&blundering(salted(spec, 2.0)?, blunder)?, world)?,
            ],
            range_h1: [least, 1.0],
        },
    ])
}

/// Returns a copy of an agent that is as strong, and plays independently of copies with another salt.
fn salted(spec: &Spec, salt: f64) -> Result<Spec, LabError> {
    let mut copy = spec.clone();
    copy.set("salt", salt).map_err(LabError::usage)?;
    Ok(copy)
}

/// Has an agent give this share of its answers at random.
fn blundering(mut spec: Spec, share: f64) -> Result<Spec, LabError> {
    spec.set("blunder", share).map_err(|error| LabError::setting("blunder", error))?;
    Ok(spec)
}

/// Adds the verdicts of the runs that are missing, and calls `keep` after each. Returns `false` after a stop.
fn count(
    config: &CalibrateConfig,
    case: &MatchCase,
    match_setup: &MatchSetup,
    verdicts: &mut RunVerdicts,
    watch: &RunControl,
    keep: &mut (dyn FnMut(&RunVerdicts) -> Result<(), LabError> + Send),
) -> Result<bool, LabError> {
    let played = AtomicU64::new(0);
    for run in verdicts.runs()..config.runs {
        let seed = seed_of(config.seed, run);
        let test = match_setup.test(&case.agents, seed, config.sprt, config.pairs, (watch, &played))?;
        let Some(test) = watch.finished(test) else { return Ok(false) };
        verdicts.record(&test);
        keep(verdicts)?;
        if verdicts.runs().is_multiple_of(SAY_EVERY) || verdicts.runs() == config.runs {
            watch.note(&[format!(
                "{}: {} of {}, H1 accepted in {}, {}",
                case.name,
                grouped(verdicts.runs()),
                counted(config.runs, "run"),
                grouped(verdicts.accepted_h1),
                counted(2 * verdicts.pairs, "game")
            )]);
        }
    }
    Ok(true)
}
