//! Finding about one measure of one topic, as a row and as a sentence.

use std::collections::HashMap;

use overhear_stats::{Adjustment, Interval};

use super::topic::Topic;
use crate::table::{MeasuredValue, TableRow, fixed};

/// Level of the verdict.
const ALPHA: f64 = 0.05;

/// A measure in which results are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ResultMeasure {
    Score,
    MeanRounds,
    TiebreakRate,
    DecodeLogLoss,
    InterceptLogLoss,
    LeakedBits,
}

impl ResultMeasure {
    const fn name(self) -> &'static str {
        match self {
            ResultMeasure::Score => "score",
            ResultMeasure::MeanRounds => "mean_rounds",
            ResultMeasure::TiebreakRate => "tiebreak_rate",
            ResultMeasure::DecodeLogLoss => "decode_log_loss",
            ResultMeasure::InterceptLogLoss => "intercept_log_loss",
            ResultMeasure::LeakedBits => "leaked_bits",
        }
    }
}

/// Method of comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Deal by deal.
    Paired,
    /// By the intervals of both results.
    Unpaired,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Method::Paired => "paired",
            Method::Unpaired => "unpaired",
        }
    }
}

/// A difference, B minus A.
#[derive(Clone, Copy)]
pub(super) struct Difference {
    pub(super) value: f64,
    /// 95 % interval, if known.
    pub(super) interval: Option<Interval>,
}

/// Finding about one measure of one topic.
pub(super) struct ResultFinding {
    pub(super) measure: ResultMeasure,
    pub(super) method: Method,
    pub(super) deals: [u64; 2],
    pub(super) values: [Option<f64>; 2],
    pub(super) difference: Option<Difference>,
    pub(super) variance_ratio: Option<f64>,
    /// p-value of "there is no difference".
    pub(super) p: Option<f64>,
}

/// What a finding is about. Findings of one fact are one test: if an agent has one opponent, both have their score, their rounds and their
/// ties in common, and what one intercepts the other leaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Fact<'a> {
    measure: ResultMeasure,
    agents: Vec<&'a str>,
}

impl Fact<'_> {
    fn of(topic: &Topic, measure: ResultMeasure) -> Fact<'_> {
        let agent = topic.agent[0].as_str();
        let [opponent] = &topic.opponents[..] else { return Fact { measure, agents: vec![agent] } };
        let opponent = opponent[0].as_str();
        match measure {
            ResultMeasure::Score | ResultMeasure::MeanRounds | ResultMeasure::TiebreakRate => {
                let mut agents = vec![agent, opponent];
                agents.sort_unstable();
                Fact { measure, agents }
            }
            ResultMeasure::InterceptLogLoss => {
                Fact { measure: ResultMeasure::LeakedBits, agents: vec![opponent] }
            }
            ResultMeasure::DecodeLogLoss | ResultMeasure::LeakedBits => Fact { measure, agents: vec![agent] },
        }
    }
}

/// The p-values of all findings, adjusted.
#[derive(Debug, PartialEq)]
struct AdjustedPValues {
    of_findings: Vec<Option<f64>>,
    /// Number of different facts, each of which is a test.
    tests: usize,
}

/// Returns the p-values of all findings, adjusted for the number of different facts.
fn adjusted(findings: &[(&Topic, ResultFinding)]) -> AdjustedPValues {
    let mut places: HashMap<Fact<'_>, usize> = HashMap::new();
    let mut p_values = Vec::new();
    let mut places_of = Vec::with_capacity(findings.len());
    for (topic, finding) in findings {
        let place = *places.entry(Fact::of(topic, finding.measure)).or_insert(p_values.len());
        if place == p_values.len() {
            p_values.push(finding.p);
        }
        places_of.push(place);
    }
    let tests = p_values.iter().flatten().count();
    let adjusted = Adjustment::Holm.adjust_known(&p_values);
    let of_findings = places_of.into_iter().map(|place| adjusted[place]).collect();
    AdjustedPValues { of_findings, tests }
}

/// A measure of an agent in two results: a row of `compare.csv`.
#[derive(Clone, Debug, TableRow)]
#[table("compare.csv")]
pub struct ResultDifference {
    /// Label of the agent in A.
    pub agent_a: String,
    /// Its label in B.
    pub agent_b: String,
    /// Label of the opponent; empty for all common opponents together.
    pub opponent: String,
    /// Name of the measure.
    pub measure: &'static str,
    /// `paired`, deal by deal, or `unpaired`, by the intervals of both results.
    pub method: &'static str,
    /// Deals of A that are counted.
    pub deals_a: u64,
    /// Deals of B that are counted.
    pub deals_b: u64,
    /// The measure in A.
    pub value_a: Option<f64>,
    /// The measure in B.
    pub value_b: Option<f64>,
    /// B minus A.
    pub difference: Option<MeasuredValue>,
    /// The factor by which two separate runs would need more deals for an interval of equal width.
    pub variance_ratio: Option<f64>,
    /// p-value of "there is no difference", alone.
    pub difference_p: Option<f64>,
    /// The same, adjusted for all rows (Holm).
    pub difference_p_adjusted: Option<f64>,
}

/// Returns a row for each finding.
pub(super) fn rows(findings: &[(&Topic, ResultFinding)]) -> Vec<ResultDifference> {
    let adjusted = adjusted(findings).of_findings;
    findings.iter().zip(adjusted).map(|((topic, finding), adjusted)| row(topic, finding, adjusted)).collect()
}

fn row(topic: &Topic, finding: &ResultFinding, adjusted: Option<f64>) -> ResultDifference {
    let opponent = topic.opponents.first().filter(|_| topic.alone);
    let ([agent_a, agent_b], [deals_a, deals_b]) = (topic.agent.clone(), finding.deals);
    let [value_a, value_b] = finding.values;
    ResultDifference {
        agent_a,
        agent_b,
        opponent: opponent.map_or_else(String::new, |labels| labels[0].clone()),
        measure: finding.measure.name(),
        method: finding.method.name(),
        deals_a,
        deals_b,
        value_a,
        value_b,
        difference: finding
            .difference
            .map(|Difference { value, interval }| MeasuredValue { value, interval }),
        variance_ratio: finding.variance_ratio,
        difference_p: finding.p,
        difference_p_adjusted: adjusted,
    }
}

/// Returns sentences on the score of each agent against all opponents.
pub(super) fn sentences(findings: &[(&Topic, ResultFinding)]) -> Vec<String> {
    let AdjustedPValues { of_findings, tests } = adjusted(findings);
    let scores = findings.iter().zip(of_findings);
    let scores =
        scores.filter(|((topic, finding), _)| finding.measure == ResultMeasure::Score && !topic.alone);
    let scores: Vec<ScoreSentence> =
        scores.filter_map(|((topic, finding), adjusted)| sentence(topic, finding, adjusted, tests)).collect();
    let is_quiet = scores.len() > 1 && scores.iter().all(|score| !score.is_clear);
    let summary = is_quiet.then(|| "No agent's score clearly changed between A and B.".to_owned());
    summary.into_iter().chain(scores.into_iter().map(|score| score.text)).collect()
}

/// What is said of an agent's score.
struct ScoreSentence {
    /// `true` if it clearly changed.
    is_clear: bool,
    text: String,
}

fn sentence(
    topic: &Topic,
    finding: &ResultFinding,
    adjusted: Option<f64>,
    tests: usize,
) -> Option<ScoreSentence> {
    let [Some(a), Some(b)] = finding.values else { return None };
    let Difference { value: difference, interval: Some(ends) } = finding.difference? else { return None };
    let clear = match finding.method {
        Method::Paired => adjusted.is_some_and(|p| p < ALPHA),
        Method::Unpaired => !ends.contains(0.0),
    };
    let verdict = match (clear, difference > 0.0) {
        // The interval is of this difference alone.
        (false, _) if !ends.contains(0.0) => {
            &format!("no clear change, for of {tests} comparisons one may look so by chance")
        }
        (false, _) => "no clear change",
        (true, true) => "clearly more",
        (true, false) => "clearly less",
    };
    let name = match &topic.agent {
        [one, other] if one == other => format!("`{one}`"),
        [one, other] => format!("`{one}` and `{other}`"),
    };
    let text = format!(
        "{name}: {} of 100 points in A, {} in B: {verdict} ({} to {}, {})",
        points(a),
        points(b),
        signed(&points(ends.low)),
        signed(&points(ends.high)),
        finding.method.name(),
    );
    Some(ScoreSentence { is_clear: clear, text })
}

fn points(share: f64) -> String {
    fixed(100.0 * share, 1)
}

fn signed(number: &str) -> String {
    if number.starts_with('-') { number.to_owned() } else { format!("+{number}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(agent: &str, opponents: &[&str]) -> Topic {
        let both = |label: &str| [label.to_owned(), label.to_owned()];
        Topic {
            agent: both(agent),
            opponents: opponents.iter().map(|opponent| both(opponent)).collect(),
            alone: false,
        }
    }

    fn finding(measure: ResultMeasure, p: f64) -> ResultFinding {
        ResultFinding {
            measure,
            method: Method::Paired,
            deals: [9; 2],
            values: [Some(0.5), Some(0.6)],
            difference: Some(Difference { value: 0.1, interval: Some(Interval { low: 0.01, high: 0.19 }) }),
            variance_ratio: None,
            p: Some(p),
        }
    }

    #[test]
    fn one_fact_seen_from_both_sides_is_one_test() {
        use ResultMeasure::{DecodeLogLoss, InterceptLogLoss, LeakedBits, Score};
        let (a, b) = (topic("a", &["b"]), topic("b", &["a"]));
        let findings = [
            (&a, finding(Score, 0.02)),
            (&a, finding(DecodeLogLoss, 0.5)),
            (&a, finding(LeakedBits, 0.04)),
            (&b, finding(Score, 0.02)),
            (&b, finding(InterceptLogLoss, 0.04)),
        ];
        let AdjustedPValues { of_findings, tests } = adjusted(&findings);
        assert_eq!((of_findings, tests), ([0.06, 0.5, 0.08, 0.06, 0.08].map(Some).to_vec(), 3));
        assert!(sentences(&findings)[1].contains("no clear change, for of 3 comparisons"));
    }

    #[test]
    fn scores_against_several_opponents_are_facts_of_their_own() {
        let (a, b) = (topic("a", &["b", "c"]), topic("b", &["a", "c"]));
        let findings = [(&a, finding(ResultMeasure::Score, 0.02)), (&b, finding(ResultMeasure::Score, 0.04))];
        let adjusted = AdjustedPValues { of_findings: vec![Some(0.04); 2], tests: 2 };
        assert_eq!(super::adjusted(&findings), adjusted);
    }
}
