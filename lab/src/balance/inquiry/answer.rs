//! What the games of a question say.

use overhear_stats::{Estimate, Interval, RatioMoments};
use serde::Serialize;

use super::Inquiry;
use super::tally::{Counts, Tally};
use crate::balance::certain::can_be;
use crate::balance::compare_frame::PValues;
use crate::balance::evidence::{Decision, Evidence};
use crate::balance::finding::{headline, margin_text, rank, said};
use crate::balance::key::{By, Key};
use crate::balance::measure::Measure;
use crate::balance::rung::Rung;
use crate::balance::verdict::Verdict;
use crate::error::LabError;

/// Fewer games than these are printed, and not drawn.
pub const UNDRAWN: u64 = 30;

/// The level of all looks before the last one together (Haybittle 1971, Peto et al. 1976): so small that the last look
/// keeps its own level but for that.
const EARLY: f64 = 0.001;

/// What is known so far.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// Games of each set of rules so far.
    pub games: u64,
    /// Games of each set of rules when all are played.
    pub planned: u64,
    /// Whether all are played.
    pub is_complete: bool,
    /// What was found, the weightiest first, as sentences.
    pub sentences: Vec<String>,
    /// Each measure.
    pub findings: Vec<Finding>,
    /// The games by what decided them.
    pub rungs: Vec<Share>,
    /// The games by their length.
    pub lengths: Vec<Share>,
}

/// A number with its 95 % interval, which has no width where the rules leave no choice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Estimate> for Shown {
    fn from(Estimate { value, interval: Interval { low, high }, .. }: Estimate) -> Shown {
        Shown { value, low, high }
    }
}

/// What was found about a measure; numbers are in its own unit, shares from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The measure.
    pub measure: Measure,
    /// Its name for people.
    pub title: &'static str,
    /// What it counts.
    pub meaning: &'static str,
    /// Behind its numbers, once they are multiplied by `factor`.
    pub unit: &'static str,
    /// What people multiply its numbers by.
    pub factor: f64,
    /// Games that count.
    pub games: u64,
    /// Under A.
    pub a: Shown,
    /// Under B.
    pub b: Shown,
    /// B less A.
    pub difference: Shown,
    /// The largest difference that counts as none, in words.
    pub margin: String,
    /// What is known.
    pub verdict: Verdict,
    /// The verdict in words.
    pub words: &'static str,
    /// What was found, in a sentence.
    pub sentence: String,
}

/// Games of a kind under A and under B.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    /// The kind.
    pub name: String,
    /// Games under A.
    pub count_a: u64,
    /// Games under B.
    pub count_b: u64,
    /// Their share under A.
    pub a: Option<Shown>,
    /// Their share under B.
    pub b: Option<Shown>,
}

impl Answer {
    pub(super) fn new(inquiry: &Inquiry, tally: &Tally) -> Result<Answer, LabError> {
        let schedule = inquiry.schedule();
        if tally.measures.len() != inquiry.measures.len() || tally.deals > schedule.deals() {
            return Err(LabError::usage("these sums are of another question"));
        }
        let games = tally.deals * schedule.games_of_a_deal();
        let (planned, is_complete) = (schedule.games(), tally.deals == schedule.deals());
        let evidence: Vec<Evidence> = evidence(inquiry, tally);
        let verdicts = verdicts(inquiry, &evidence, is_complete);
        let findings: Vec<Finding> = evidence
            .iter()
            .zip(verdicts)
            .filter_map(|(one, decision)| finding(inquiry, one, decision, is_complete))
            .collect();
        let sentences = sentences(inquiry, games, planned, &findings);
        let each = schedule.games_of_a_deal();
        let kind = |place: usize| Key::Ladder(By::All, Rung::ALL[place]);
        let rungs = shares(inquiry, (&tally.rungs, tally.deals, each), |place| {
            (rung(Rung::ALL[place]).to_owned(), kind(place))
        });
        let longest = inquiry.rules(false).last_round().max(inquiry.rules(true).last_round());
        let mut lengths = shares(inquiry, (&tally.lengths, tally.deals, each), |place| {
            ((place + 1).to_string(), Key::Rounds(place as u8 + 1))
        });
        lengths.truncate(longest.into());
        Ok(Answer { games, planned, is_complete, sentences, findings, rungs, lengths })
    }
}

fn evidence(inquiry: &Inquiry, tally: &Tally) -> Vec<Evidence> {
    let filled = |(&measure, tally): (&Measure, &super::tally::MeasureTally)| {
        let mut evidence = inquiry.evidence(measure);
        tally.fill(&mut evidence);
        evidence
    };
    inquiry.measures.iter().zip(&tally.measures).map(filled).collect()
}

/// What is decided of each measure: at the end as in a comparison that was never looked at, before it with an interval
/// that holds at all looks and for all measures together.
fn verdicts(inquiry: &Inquiry, evidence: &[Evidence], is_complete: bool) -> Vec<Option<Decision>> {
    if !is_complete {
        let (deals, alpha) = (inquiry.schedule().deals(), EARLY / evidence.len() as f64);
        return evidence.iter().map(|one| one.decision_at(deals, alpha)).collect();
    }
    let differ = PValues::new(evidence.iter().map(Evidence::difference_p).collect());
    let agree = PValues::new(evidence.iter().map(Evidence::equivalence_p).collect());
    (0..evidence.len()).map(|place| Decision::of(differ.is_found(place), agree.is_found(place))).collect()
}

fn finding(
    inquiry: &Inquiry,
    one: &Evidence,
    decision: Option<Decision>,
    is_complete: bool,
) -> Option<Finding> {
    let [a, b] = [false, true].map(|of_b| one.estimate(of_b, inquiry.rules(of_b).last_round()));
    let (a, b, difference) = (a?, b?, one.difference()?);
    let games = one.all.deals * inquiry.schedule().games_of_a_deal();
    let planned = inquiry.schedule().games();
    let (verdict, sentence) = said(one, decision, [games, if is_complete { games } else { planned }], None)?;
    let wording = one.measure.wording();
    Some(Finding {
        measure: one.measure,
        title: wording.title,
        meaning: wording.meaning,
        unit: wording.unit,
        factor: wording.factor,
        games,
        a: a.into(),
        b: b.into(),
        difference: difference.into(),
        margin: margin_text(&wording, one.margin),
        verdict,
        words: verdict.words(),
        sentence,
    })
}

/// How things are under the first rules; then what the second ones change.
fn sentences(inquiry: &Inquiry, games: u64, planned: u64, findings: &[Finding]) -> Vec<String> {
    let of =
        |measure: Measure| findings.iter().find(|finding| finding.measure == measure).map(|found| found.a);
    let (Some(tied), Some(shared)) = (of(Measure::TiebreakRate), of(Measure::SharedRate)) else {
        return Vec::new();
    };
    let ends = Interval { low: tied.low, high: tied.high };
    let rules = &inquiry.sets[0];
    let rules = (&*rules.name, &*rules.set);
    let first = headline(&inquiry.labels(), rules, [games, planned], (tied.value, ends), shared.value);
    if inquiry.rules(false) == inquiry.rules(true) {
        return vec![first, "Both sets of rules are the same: change one.".to_owned()];
    }
    let mut ranked: Vec<&Finding> = findings.iter().collect();
    ranked.sort_by_key(|finding| rank(finding.verdict, finding.measure));
    std::iter::once(first).chain(ranked.into_iter().map(|finding| finding.sentence.clone())).collect()
}

/// What decides games, in words.
const fn rung(rung: Rung) -> &'static str {
    match rung {
        Rung::Tokens => "Tokens, no tie",
        Rung::Points => "Tie, settled by points",
        Rung::Keywords => "Tie, settled by keywords",
        Rung::Shared => "Tie, not settled",
    }
}

fn shares<const N: usize>(
    inquiry: &Inquiry,
    ([of_a, of_b], deals, each): (&[Counts<N>; 2], u64, u64),
    kind: impl Fn(usize) -> (String, Key),
) -> Vec<Share> {
    let shown = |of_b: bool, counts: &Counts<N>, place: usize| {
        let (deals, each) = (deals as i64, each as i64);
        let (y, yy) = (counts.y[place] as i64, counts.yy[place] as i64);
        let moments = RatioMoments {
            deals: deals as u64,
            y,
            n: each * deals,
            yy,
            yn: each * y,
            nn: each * each * deals,
        };
        let found = moments.bounded(Interval::UNIT).map(Shown::from)?;
        let is_certain = y == 0 && !can_be(&inquiry.rules(of_b), kind(place).1);
        Some(if is_certain { Shown { low: found.value, high: found.value, ..found } } else { found })
    };
    let share = |place: usize| Share {
        name: kind(place).0,
        count_a: of_a.y[place],
        count_b: of_b.y[place],
        a: shown(false, of_a, place),
        b: shown(true, of_b, place),
    };
    (0..N).map(share).collect()
}
