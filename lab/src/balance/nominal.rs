//! Two sets of rules whose difference is known by construction: it is found as often as the intervals promise.
//!
//! The players understand each other but for a slip of known probability, and nobody intercepts. How often a game is
//! tied follows from that on paper.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;

use overhear_engine::arena::Schedule;
use overhear_engine::rules::{Clue, Clues, Code, Rules, Slot};
use overhear_engine::table::{
    Agent, Belief, Encryptor, EncryptorView, Guesser, GuesserView, InterceptorView, KeywordBelief,
    KeywordView, Seed, Stream,
};

use super::evidence::{Decision, Evidence};
use super::lab::{Lab, Population};
use super::measure::Measure;
use super::sums::Plays;
use crate::bots::Bots;
use crate::setup::{Language, PlayersConfig, Words, named};
use crate::watch::Watch;

/// How often a team misunderstands its own clues.
const SLIP: f32 = 0.25;

/// How many runs there are, each with a seed of its own.
const RUNS: u64 = 500;

/// Says for each digit a word whose number leaves the digit's remainder by four, and slips when it listens.
#[derive(Clone, Copy)]
struct Winking;

impl Agent for Winking {
    fn label(&self) -> &'static str {
        "winking"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(Winking)
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(Winking)
    }

    fn thinks_alike(&self) -> bool {
        true
    }
}

impl Encryptor for Winking {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let seat = view.seat();
        let (table, given) = (seat.table(), view.record().clues_of(seat.side()));
        let mut clues: Clues = [None; 3];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            clues[n] =
                (0..1000).map(|_| Clue::new(4 * stream.below(1000) + slot.index() as u32)).find(|&clue| {
                    let earlier = given.iter().copied().chain(clues.iter().copied().flatten());
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

/// Certain of the code that comes so many after this one.
fn certain(code: Code, after: usize) -> Belief {
    Belief::certain(Code::ALL[(code.index() + after) % Code::COUNT])
}

impl Guesser for Winking {
    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        certain(winked(view.clues()), usize::from(stream.unit() < SLIP))
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        certain(winked(view.clues()), 1)
    }

    fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {}
}

/// The probability that a game is tied: both teams slip out in the same round, or nobody by the last one.
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

fn lab(deals: u64) -> Lab {
    let words = Words::built_in();
    let words = words.unwrap_or_else(|failure| panic!("{}", failure.message()));
    let players =
        named(&PlayersConfig::of(["random"])).unwrap_or_else(|failure| panic!("{}", failure.message()));
    Lab {
        populations: vec![Population::of(players, Schedule::self_play(deals), vec![Box::new(Winking)])],
        words,
        asked: deals,
        language: Language::English,
        seed: Seed(0),
        other_builds: Vec::new(),
        bots: Bots::default(),
        told: Vec::new(),
        guests: BTreeMap::new(),
    }
}

/// The evidence of one run with so many deals, on several measures.
fn run(lab: &Lab, rules: &[Rules; 2], measures: &[Measure], margin: f64) -> Vec<Evidence> {
    let population = &lab.populations[0];
    let deals = 0..population.schedule.deals();
    let sums = Plays::new(rules.to_vec())
        .run(lab, population, deals, (&Watch::default(), &AtomicU64::new(0)))
        .expect("nobody is asked by post");
    let evidence = measures.iter().map(|&measure| {
        let mut evidence = Evidence::new(measure, population, margin, rules);
        evidence.take(0, &sums);
        evidence
    });
    evidence.collect()
}

#[test]
#[ignore = "slow: many runs"]
fn a_difference_known_on_paper_is_found_at_the_nominal_rate() {
    let official = Rules::official();
    let rules = [official, Rules { tokens_to_lose: 3, ..official }];
    let truth = tie_rate(&rules[1]) - tie_rate(&rules[0]);
    assert!(truth.abs() > 0.03, "the rules differ: {truth}");
    let mut lab = lab(200);
    let (mut covered, mut false_alarms, mut found) = (0, 0, 0);
    for seed in 0..RUNS {
        lab.seed = Seed(seed);
        let evidence = run(&lab, &rules, &[Measure::TiebreakRate, Measure::WhiteScore], 0.005);
        let interval = evidence[0].difference().expect("two hundred deals").interval;
        covered += u64::from(interval.contains(truth));
        found += u64::from(!interval.contains(0.0) && (interval.low > 0.0) == (truth > 0.0));
        let none = evidence[1].difference().expect("two hundred deals").interval;
        false_alarms += u64::from(!none.contains(0.0));
    }
    // Four standard errors of a share of 0.95 in 500 runs are 0.039.
    assert!((456..=494).contains(&covered), "{covered} of {RUNS} intervals hold the true {truth}");
    assert!((6..=44).contains(&false_alarms), "{false_alarms} of {RUNS} find a difference of White's score");
    assert!(found > 50, "{found} of {RUNS} find the difference");
}

#[test]
#[ignore = "slow: five hundred runs of five thousand deals"]
fn looking_again_and_again_decides_wrongly_no_more_often_than_promised() {
    let official = Rules::official();
    let rules = [official, Rules { tokens_to_lose: 3, ..official }];
    let truth = tie_rate(&rules[1]) - tie_rate(&rules[0]);
    let (mut lab, mut wrong, mut right) = (lab(5000), 0, 0);
    let population_deals = 5000;
    for seed in 0..RUNS {
        lab.seed = Seed(seed);
        let sums = Plays::new(rules.to_vec()).run(
            &lab,
            &lab.populations[0],
            0..population_deals,
            (&Watch::default(), &AtomicU64::new(0)),
        );
        let sums = sums.expect("nobody is asked by post");
        let mut white = Evidence::new(Measure::WhiteScore, &lab.populations[0], 0.005, &rules);
        let mut tied = Evidence::new(Measure::TiebreakRate, &lab.populations[0], 0.005, &rules);
        let (mut white_says, mut tied_says) = (None, None);
        for look in 0..5 {
            let part: Vec<_> = sums.iter().map(|of| of[look * 1000..(look + 1) * 1000].to_vec()).collect();
            white.take(0, &part);
            tied.take(0, &part);
            white_says = white_says.or(white.decision(population_deals));
            tied_says = tied_says.or(tied.decision(population_deals));
        }
        wrong += u64::from(white_says == Some(Decision::Different));
        right += u64::from(tied_says == Some(Decision::Different));
    }
    assert!(wrong <= 44, "{wrong} of {RUNS} runs find a difference of White's score, which there is not");
    assert!(right > 450, "{right} of {RUNS} runs find the difference of {truth}");
}
