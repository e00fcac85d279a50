//! The answer of a live comparison: its numbers and sentences.

use overhear_engine::arena::Schedule;
use overhear_engine::rules::Rules;
use overhear_stats::{Interval, RatioMoments};
use serde::Serialize;

use super::change_headline::{ChangedRules, headline_of_change};
use super::live_finding::{LiveFinding, NumberWithRange, Share};
use crate::error::LabError;
use crate::experiment::{Population, TimeAssumptions};
use crate::paired::{
    Contrast, EndingKind, KindCounts, MatchupCounts, Measure, MeasureEstimates, Multiplicity, PairedRun, Row,
    margin_text, possible, rank, tie_sentence,
};
use crate::seat_sentence::seat_sentence;
use crate::setup::RuleSet;
use crate::table::digits;

/// Minimum number of games for a chart; fewer are printed only.
pub const UNDRAWN: u64 = 30;

/// Level of all looks before the last together (Haybittle 1971, Peto et al. 1976). It is small enough that
/// the last look keeps almost all of its own level.
const EARLY: f64 = 0.001;

/// Result of a live comparison so far.
#[derive(Clone, Debug, Serialize)]
pub struct LiveAnswer {
    /// Games of each rule set so far.
    pub games: u64,
    /// Games of each rule set when all are played.
    pub planned: u64,
    /// `true` if all games are played.
    pub is_complete: bool,
    /// The weightiest finding as one sentence that needs nothing beside it.
    pub headline: String,
    /// Under A and under B, whether a seat has an advantage.
    pub seats: Vec<String>,
    /// Estimated minutes of a game under A and under B; nothing without games.
    pub minutes: Option<[f64; 2]>,
    /// Findings as sentences, the most important first.
    pub sentences: Vec<String>,
    /// Finding of each measure.
    pub findings: Vec<LiveFinding>,
    /// The games by what decided them.
    #[serde(rename = "rungs")]
    pub endings: Vec<Share>,
    /// The games by length in rounds.
    pub lengths: Vec<Share>,
}

/// Inputs of an answer.
#[derive(Clone, Copy)]
pub(super) struct AnswerContext<'a> {
    pub(super) run: &'a PairedRun,
    /// The matchup.
    pub(super) matchup: &'a Population,
    /// Both rule sets.
    pub(super) sets: &'a [RuleSet; 2],
    /// How B departs from A: `round_limit = 6`.
    pub(super) departures: &'a [String],
    /// The largest difference in points that counts as none, of 1.
    pub(super) margin: f64,
}

impl AnswerContext<'_> {
    const fn schedule(&self) -> &Schedule {
        &self.matchup.lineup.schedule
    }

    fn rules(&self, of_b: bool) -> Rules {
        *self.sets[usize::from(of_b)].switches
    }
}

impl LiveAnswer {
    pub(super) fn new(context: &AnswerContext<'_>, counts: &MatchupCounts) -> Result<LiveAnswer, LabError> {
        let (schedule, matchup) = (context.schedule(), context.matchup);
        if !counts.is_like(&context.run.empty(matchup)) || counts.deals > schedule.deals() {
            return Err(LabError::usage("these sums are of another question"));
        }
        let each = schedule.games_of_a_deal();
        let (games, planned) = (counts.deals * each, schedule.games());
        let is_complete = counts.deals == schedule.deals();
        let estimates = context.run.estimates(matchup, counts);
        let findings = findings(context, &estimates, is_complete);
        let sentences = sentences(context, games, planned, &findings);
        let headline = headline_of(context, &findings, is_complete);
        let seats = seats(&findings, context.margin);
        let minutes = minutes(context, counts);
        let endings = shares(context, (&counts.endings, counts.deals), |place, rules| {
            let kind = EndingKind::ALL[place];
            GameKind { name: in_words(kind).to_owned(), is_possible: possible::decides(rules, kind) }
        });
        let longest = [false, true].map(|of_b| context.rules(of_b).last_round()).into_iter().max();
        let mut lengths = shares(context, (&counts.lengths, counts.deals), |place, rules| {
            let is_possible = possible::rounds(rules).contains(&(place as u8 + 1));
            GameKind { name: (place + 1).to_string(), is_possible }
        });
        lengths.truncate(longest.unwrap_or_default().into());
        Ok(LiveAnswer {
            games,
            planned,
            is_complete,
            headline,
            seats,
            minutes,
            sentences,
            findings,
            endings,
            lengths,
        })
    }
}

/// Returns the finding of each measure. The last look uses plain Holm-adjusted tests; earlier looks use
/// intervals that hold at all looks and for all measures together.
fn findings(
    context: &AnswerContext<'_>,
    estimates: &[MeasureEstimates],
    is_complete: bool,
) -> Vec<LiveFinding> {
    let schedule = context.schedule();
    // Haybittle and Peto: early looks test at a level so small that the last look needs no correction. The
    // measures share that level.
    let multiplicity = if is_complete {
        Multiplicity::Holm
    } else {
        Multiplicity::Anytime { planned: schedule.deals(), alpha: EARLY / estimates.len() as f64 }
    };
    let rows = estimates.iter().map(|estimates| {
        let games = estimates.deals() * schedule.games_of_a_deal();
        let planned = if is_complete { games } else { schedule.games() };
        Contrast { estimates, arm: 1 }.at("", games, planned)
    });
    Row::all(multiplicity, rows).iter().filter_map(finding).collect()
}

fn finding(row: &Row<'_>) -> Option<LiveFinding> {
    let estimates = row.contrast.estimates;
    let (a, b, difference) = (estimates.mean(0)?, estimates.mean(1)?, estimates.difference(1)?);
    let finding = row.finding(None)?;
    let (wording, verdict) = (finding.measure.wording(), finding.verdict());
    Some(LiveFinding {
        measure: finding.measure,
        title: wording.title,
        meaning: wording.meaning,
        unit: wording.unit,
        factor: wording.factor,
        games: row.games,
        a: a.into(),
        b: b.into(),
        difference: difference.into(),
        margin: margin_text(&wording, finding.margin),
        verdict,
        words: verdict.words(),
        sentence: finding.sentence(),
    })
}

/// Returns the headline: what B changes.
fn headline_of(context: &AnswerContext<'_>, findings: &[LiveFinding], is_complete: bool) -> String {
    if context.rules(false) == context.rules(true) {
        return "Both sets of rules are the same: change one to see what it does.".to_owned();
    }
    let changed = ChangedRules { departures: context.departures, name: &context.sets[1].name };
    headline_of_change(&changed, findings, is_complete)
}

/// Returns the decimals of a measure wherever it is shown: those of the finding about it.
fn places(finding: &LiveFinding) -> usize {
    let LiveFinding { b, difference, factor, .. } = finding;
    let range = if difference.low == difference.high { b } else { difference };
    digits(factor * (range.high - range.low) / 2.0)
}

/// Returns the verdicts on White's seat under A and under B.
fn seats(findings: &[LiveFinding], margin: f64) -> Vec<String> {
    let Some(score) = findings.iter().find(|finding| finding.measure == Measure::WhiteScore) else {
        return Vec::new();
    };
    let sentences = [score.a, score.b].map(|NumberWithRange { value, low, high }| {
        seat_sentence(value, Interval { low, high }, margin, places(score))
    });
    sentences.into()
}

/// Returns the mean minutes of a game under A and under B. A mean needs no more than the games by length and those by what
/// decided them: minutes are a sum of a part for each.
fn minutes(context: &AnswerContext<'_>, counts: &MatchupCounts) -> Option<[f64; 2]> {
    let games = counts.deals * context.schedule().games_of_a_deal();
    let means = [false, true].map(|of_b| {
        let (rules, arm) = (context.rules(of_b), usize::from(of_b));
        let assumed = TimeAssumptions::default().for_rules(&rules);
        let without_rounds = assumed.game(0, false);
        let lengths = counts.lengths[arm].y.iter().zip(1..);
        let rounds: f64 = lengths
            .map(|(&count, rounds)| count as f64 * (assumed.game(rounds, false) - without_rounds))
            .sum();
        let named = EndingKind::ALL.into_iter().zip(counts.endings[arm].y);
        let named: u64 =
            named.filter(|(kind, _)| kind.has_keyword_guesses(&rules)).map(|(_, count)| count).sum();
        without_rounds + (rounds + named as f64 * assumed.keywords) / games as f64
    });
    (games > 0).then_some(means)
}

/// Returns the sentences: first the state under rule set A, then the changes of rule set B.
fn sentences(context: &AnswerContext<'_>, games: u64, planned: u64, findings: &[LiveFinding]) -> Vec<String> {
    let [Some(tied), Some(shared)] = [Measure::TiebreakRate, Measure::SharedRate]
        .map(|measure| findings.iter().find(|finding| finding.measure == measure))
    else {
        return Vec::new();
    };
    let decimals = [places(tied), places(shared)];
    let [tied, shared] = [tied.a, shared.a];
    let ends = Interval { low: tied.low, high: tied.high };
    let rules = &context.sets[0];
    let rules = (&*rules.name, &*rules.set);
    let first = tie_sentence(
        &context.matchup.labels(),
        rules,
        [games, planned],
        (tied.value, ends),
        shared.value,
        decimals,
    );
    if context.rules(false) == context.rules(true) {
        return vec![first, "Both sets of rules are the same: change one.".to_owned()];
    }
    let mut ranked: Vec<&LiveFinding> = findings.iter().collect();
    ranked.sort_by_key(|finding| rank(finding.verdict, finding.measure));
    std::iter::once(first).chain(ranked.into_iter().map(|finding| finding.sentence.clone())).collect()
}

/// Returns a kind of ending in words.
const fn in_words(kind: EndingKind) -> &'static str {
    match kind {
        EndingKind::Tokens => "Tokens, no tie",
        EndingKind::Points => "Tie, settled by points",
        EndingKind::Keywords => "Tie, settled by keywords",
        EndingKind::Shared => "Tie, not settled",
    }
}

/// A kind of games.
struct GameKind {
    name: String,
    /// Whether the rules allow such games.
    is_possible: bool,
}

/// Returns the shares of games by kind.
fn shares<const N: usize>(
    context: &AnswerContext<'_>,
    (counts, deals): (&[KindCounts<N>], u64),
    kind: impl Fn(usize, &Rules) -> GameKind,
) -> Vec<Share> {
    let (deals, each) = (deals as i64, context.schedule().games_of_a_deal() as i64);
    let shares = (0..N).map(|place| {
        let [a, b] = [false, true].map(|of_b| {
            let counts = &counts[usize::from(of_b)];
            let (y, yy) = (counts.y[place] as i64, counts.yy[place] as i64);
            // Every deal has as many games, so that the sums over them are known.
            let moments = RatioMoments {
                deals: deals as u64,
                y,
                n: each * deals,
                yy,
                yn: each * y,
                nn: each * each * deals,
            };
            let share = moments.bounded(Interval::UNIT).map(NumberWithRange::from)?;
            let is_certain = y == 0 && !kind(place, &context.rules(of_b)).is_possible;
            Some(if is_certain {
                NumberWithRange { low: share.value, high: share.value, ..share }
            } else {
                share
            })
        });
        let name = kind(place, &context.rules(false)).name;
        Share { name, count_a: counts[0].y[place], count_b: counts[1].y[place], a, b }
    });
    shares.collect()
}
