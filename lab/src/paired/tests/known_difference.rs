//! Test with two rule sets whose difference is known by construction: intervals must cover it as often as
//! promised.
//!
//! The players understand each other except for a slip of known probability, and there is no interception.
//! The tie rate follows exactly.

use std::collections::BTreeMap;
use std::ops::Range;

use overhear_engine::arena::Schedule;
use overhear_engine::game::{
    Agent, Belief, Encryptor, EncryptorView, Guesser, GuesserView, InterceptorView, KeywordBelief,
    KeywordView, Seed, Stream,
};
use overhear_engine::rules::{Clue, Clues, Code, Rules, Slot};

use crate::experiment::{ExperimentSetup, Population};
use crate::paired::{Contrast, Decision, MatchupCounts, Measure, Multiplicity, PairedRun, PlayPlan};
use crate::run_control::RunControl;
use crate::setup::{Language, PlayersConfig, RunningBots, Words, named};

/// Probability that a team misunderstands its own clues.
const SLIP: f32 = 0.25;

/// Number of runs, each with its own seed.
const RUNS: u64 = 500;

/// Agent that encodes each digit in a word's number modulo four, and slips when it guesses.
#[derive(Clone, Copy)]
struct DigitCodeAgent;

impl Agent for DigitCodeAgent {
    fn label(&self) -> &'static str {
        "winking"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(DigitCodeAgent)
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(DigitCodeAgent)
    }

    fn thinks_alike(&self) -> bool {
        true
    }
}

impl Encryptor for DigitCodeAgent {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let seat = view.seat();
        let (table, clues_before) = (seat.setup(), view.record().clues_of(seat.side()));
        let mut clues: Clues = [None; 3];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            clues[n] =
                (0..1000).map(|_| Clue::new(4 * stream.below(1000) + slot.index() as u32)).find(|&clue| {
                    let earlier = clues_before.iter().copied().chain(clues.iter().copied().flatten());
                    table.law().verdict(clue, view.keywords(), table.rules().repeat, earlier).is_ok()
                });
        }
        clues
    }
}

fn winked(clues: &Clues) -> Code {
    let slots = clues.map(|clue| Slot::ALL[clue.expect("there is always a legal word").index() % 4]);
    Code::new(slots).expect("three digits are winked")
}

/// Returns a belief that is certain of the code `after` places behind `code`.
fn certain(code: Code, after: usize) -> Belief {
    Belief::certain(Code::ALL[(code.index() + after) % Code::COUNT])
}

impl Guesser for DigitCodeAgent {
    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        certain(winked(view.clues()), usize::from(stream.unit() < SLIP))
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        certain(winked(view.clues()), 1)
    }

    fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {}
}

/// Returns the exact probability that a game is tied: both teams reach the limit in the same round, or
/// neither does by the last round.
fn tie_rate(rules: &Rules) -> f64 {
    let (slip, lose) = (f64::from(SLIP), usize::from(rules.tokens_to_lose));
    let mut open = vec![vec![0.0; lose + 1]; lose + 1];
    open[0][0] = 1.0;
    let mut tied = 0.0;
    for _ in 0..rules.round_limit {
        let mut next = vec![vec![0.0; lose + 1]; lose + 1];
        for white in 0..lose {
            for black in 0..lose {
                for (more_white, more_black) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let chance = |slips| if slips == 1 { slip } else { 1.0 - slip };
                    next[white + more_white][black + more_black] +=
                        open[white][black] * chance(more_white) * chance(more_black);
                }
            }
        }
        tied += next[lose][lose];
        open = next;
    }
    let undecided: f64 = open[..lose].iter().flat_map(|row| &row[..lose]).sum();
    tied + undecided
}

fn lab(deals: u64) -> ExperimentSetup {
    let words = Words::built_in();
    let words = words.unwrap_or_else(|failure| panic!("{}", failure.message()));
    let players = named(&PlayersConfig::from_specs(["random"]))
        .unwrap_or_else(|failure| panic!("{}", failure.message()));
    ExperimentSetup {
        populations: vec![Population::seated(
            players,
            Schedule::self_play(deals),
            vec![Box::new(DigitCodeAgent)],
        )],
        words,
        asked: deals,
        language: Language::English,
        seed: Seed(0),
        other_builds: Vec::new(),
        bots: RunningBots::default(),
        bots_by_rules: Vec::new(),
        external_agent_versions: BTreeMap::new(),
    }
}

/// Returns a run that compares two sets of rules.
fn paired_run(rules: [Rules; 2], measures: &[Measure]) -> PairedRun {
    PairedRun::of_pair(PlayPlan::of_rules(rules), measures.to_vec(), [None; 2])
}

/// Returns the counts of deals.
fn counts(run: &PairedRun, lab: &ExperimentSetup, deals: Range<u64>) -> MatchupCounts {
    run.counts_of_deals(&[lab], deals, &RunControl::default()).expect("every agent answers")
}

#[test]
#[ignore = "slow: many runs"]
fn a_difference_known_on_paper_is_found_at_the_nominal_rate() {
    let official = Rules::official();
    let rules = [official, Rules { tokens_to_lose: 3, ..official }];
    let truth = tie_rate(&rules[1]) - tie_rate(&rules[0]);
    assert!(truth.abs() > 0.03, "the rules differ: {truth}");
    let mut lab = lab(200);
    let (mut covered, mut false_alarms, mut detected) = (0, 0, 0);
    for seed in 0..RUNS {
        lab.seed = Seed(seed);
        let run = paired_run(rules, &[Measure::TiebreakRate, Measure::WhiteScore]);
        let estimates = run.estimates(&lab.populations[0], &counts(&run, &lab, 0..200));
        let interval = estimates[0].difference(1).expect("two hundred deals").interval;
        covered += u64::from(interval.contains(truth));
        detected += u64::from(!interval.contains(0.0) && (interval.low > 0.0) == (truth > 0.0));
        let none = estimates[1].difference(1).expect("two hundred deals").interval;
        false_alarms += u64::from(!none.contains(0.0));
    }
    // Four standard errors of a share of 0.95 in 500 runs are 0.039.
    assert!((456..=494).contains(&covered), "{covered} of {RUNS} intervals hold the true {truth}");
    assert!((6..=44).contains(&false_alarms), "{false_alarms} of {RUNS} find a difference of White's score");
    assert!(detected > 50, "{detected} of {RUNS} find the difference");
}

#[test]
#[ignore = "slow: five hundred runs of five thousand deals"]
fn looking_again_and_again_decides_wrongly_no_more_often_than_promised() {
    let official = Rules::official();
    let rules = [official, Rules { tokens_to_lose: 3, ..official }];
    let truth = tie_rate(&rules[1]) - tie_rate(&rules[0]);
    let (mut lab, mut wrong, mut right) = (lab(5000), 0, 0);
    for seed in 0..RUNS {
        lab.seed = Seed(seed);
        let run = paired_run(rules, &[Measure::WhiteScore, Measure::TiebreakRate]);
        let mut all = run.empty(&lab.populations[0]);
        let (mut white_says, mut tied_says) = (None, None);
        for look in 0..5 {
            all.merge(&counts(&run, &lab, look * 1000..(look + 1) * 1000));
            let estimates = run.estimates(&lab.populations[0], &all);
            let contrasts = [0, 1].map(|place| Contrast { estimates: &estimates[place], arm: 1 });
            let judgements = Multiplicity::Anytime { planned: 5000, alpha: 0.05 }.judge(&contrasts);
            white_says = white_says.or(judgements[0].decision);
            tied_says = tied_says.or(judgements[1].decision);
        }
        wrong += u64::from(white_says == Some(Decision::Different));
        right += u64::from(tied_says == Some(Decision::Different));
    }
    assert!(wrong <= 44, "{wrong} of {RUNS} runs find a difference of White's score, which there is not");
    assert!(right > 450, "{right} of {RUNS} runs find the difference of {truth}");
}
