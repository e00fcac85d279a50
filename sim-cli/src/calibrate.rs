//! How often the sequential test is right, counted on real games.
//!
//! Salted copies of one agent are equally strong and play independently: each H1 that the test accepts of them is a
//! false one. A copy that blunders is weaker: each H1 that is not accepted of it is one missed. Every run has a seed of
//! its own, and so deals of its own.

mod coverage;
mod equivalence;
mod leagues;

use overhear_agents::registry::{Spec, build};
use overhear_stats::wilson;

use crate::cli::CalibrateArgs;
use crate::failure::Failure;
use crate::output::{Cell, Frame, grouped, show};
use crate::setup::{Words, rules};
use crate::tournament::{Sequential, Verdict, say, threads};
use crate::venue::{Pair, Venue, seed_of};

/// How many runs lie between two lines of progress.
const SAY_EVERY: u64 = 50;

/// Two agents of whom it is known what the test should find.
struct Question {
    name: &'static str,
    agents: Pair,
    /// The share of runs in which H1 is accepted: at least, and at most.
    wanted: [f64; 2],
}

impl Question {
    /// Whether the share of runs lies beyond what is wanted, its interval and all.
    fn is_missed(&self, answers: &Answers) -> Result<bool, Failure> {
        let found = wilson(answers.accepted_h1, answers.runs()).map_err(Failure::runtime)?;
        let [low, high] = self.wanted;
        Ok(found.low > high || found.high < low)
    }
}

/// What the runs have found.
#[derive(Default)]
struct Answers {
    accepted_h0: u64,
    accepted_h1: u64,
    undecided: u64,
    pairs: u64,
    longest: u64,
}

impl Answers {
    fn record(&mut self, test: &Sequential) {
        match test.verdict() {
            Verdict::AcceptH0 => self.accepted_h0 += 1,
            Verdict::AcceptH1 => self.accepted_h1 += 1,
            Verdict::Undecided | Verdict::NoDifference => self.undecided += 1,
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

/// Plays all runs of both kinds, and tells the rates.
pub(crate) fn run(args: &CalibrateArgs) -> Result<(), Failure> {
    threads(args.threads)?;
    if args.coverage {
        return coverage::run(args);
    }
    let spec = Spec::parse(&args.agent)
        .map_err(|error| Failure::content(format_args!("--agent {}", args.agent), error))?;
    let venue = Venue { rules: rules("official", &[])?, words: Words::built_in()? };
    let mut frame = Frame::new(&[
        "case",
        "runs",
        "accepted_h1",
        "accepted_h0",
        "undecided",
        "share_h1",
        "share_h1_low",
        "share_h1_high",
        "wanted_low",
        "wanted_high",
        "mean_pairs",
        "longest_pairs",
    ]);
    let mut missed = Vec::new();
    for question in questions(args, &spec, &venue)? {
        let answers = ask(args, &question, &venue)?;
        frame.push(row(&question, &answers)?);
        if question.is_missed(&answers)? {
            missed.push(question.name);
        }
    }
    show(&frame, &args.display)?;
    if missed.is_empty() {
        return Ok(());
    }
    Err(Failure::mismatch(format_args!("calibrate: out of the wanted range: {}", missed.join(", "))))
}

fn questions(args: &CalibrateArgs, spec: &Spec, venue: &Venue) -> Result<[Question; 2], Failure> {
    let copy = |salt: f64, blunder: Option<f64>| {
        let mut copy = spec.clone();
        copy.set("salt", salt).map_err(Failure::usage)?;
        if let Some(share) = blunder {
            copy.set("blunder", share).map_err(|error| Failure::content("--blunder", error))?;
        }
        build(&copy, &venue.words.world).map_err(Failure::from)
    };
    let (alpha, beta) = args.sprt.sprt.error_rates();
    let least = match args.blunder {
        None if !args.is_usual() => {
            say(&["the handicap is not judged: --blunder says how large it is for this agent and test"
                .to_owned()]);
            0.0
        }
        _ => 1.0 - beta,
    };
    let blunder = args.blunder.unwrap_or(CalibrateArgs::BLUNDER);
    Ok([
        Question { name: "copies", agents: [copy(1.0, None)?, copy(2.0, None)?], wanted: [0.0, alpha] },
        Question {
            name: "handicap",
            agents: [copy(1.0, None)?, copy(2.0, Some(blunder))?],
            wanted: [least, 1.0],
        },
    ])
}

fn ask(args: &CalibrateArgs, question: &Question, venue: &Venue) -> Result<Answers, Failure> {
    let mut answers = Answers::default();
    for n in 0..args.runs {
        answers.record(&venue.test(&question.agents, seed_of(args.seed, n), args.sprt, args.pairs)?);
        if answers.runs().is_multiple_of(SAY_EVERY) || answers.runs() == args.runs {
            say(&[format!(
                "{}: {} of {} runs, H1 accepted in {}, {} games",
                question.name,
                grouped(answers.runs()),
                grouped(args.runs),
                grouped(answers.accepted_h1),
                grouped(2 * answers.pairs)
            )]);
        }
    }
    Ok(answers)
}

fn row(question: &Question, answers: &Answers) -> Result<Vec<Cell>, Failure> {
    let interval = wilson(answers.accepted_h1, answers.runs()).map_err(Failure::runtime)?;
    let counts = [answers.runs(), answers.accepted_h1, answers.accepted_h0, answers.undecided];
    let mut row = vec![Cell::text(question.name)];
    row.extend(counts.map(Cell::Count));
    row.extend([answers.share(), interval.low, interval.high].map(Cell::share));
    row.extend(question.wanted.map(Cell::share));
    row.push(Cell::Number(Some(answers.pairs as f64 / answers.runs() as f64), 1));
    row.push(Cell::Count(answers.longest));
    Ok(row)
}
