//! Finding about one measure of one topic, as a row and as a sentence.

use std::collections::HashMap;

use overhear_stats::{Adjustment, Interval};

use super::topic::Topic;
use crate::table::{Cell, Frame, NamedRow, fixed};

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

/// A difference, with its 95 % interval if known.
pub(super) type Difference = Option<(f64, Option<Interval>)>;

/// Finding about one measure of one topic.
pub(super) struct ResultFinding {
    pub(super) measure: ResultMeasure,
    pub(super) method: Method,
    pub(super) deals: [u64; 2],
    pub(super) values: [Option<f64>; 2],
    pub(super) difference: Difference,
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

/// Returns the p-values of all findings, adjusted for the number of different facts, and that number.
fn adjusted(found: &[(&Topic, ResultFinding)]) -> (Vec<Option<f64>>, usize) {
    let mut places: HashMap<Fact<'_>, usize> = HashMap::new();
    let mut p_values = Vec::new();
    let mut places_of = Vec::with_capacity(found.len());
    for (topic, finding) in found {
        let place = *places.entry(Fact::of(topic, finding.measure)).or_insert(p_values.len());
        if place == p_values.len() {
            p_values.push(finding.p);
        }
        places_of.push(place);
    }
    let tests = p_values.iter().flatten().count();
    let adjusted = Adjustment::Holm.adjust_known(&p_values);
    (places_of.into_iter().map(|place| adjusted[place]).collect(), tests)
}

/// Returns a frame with a row for each finding.
pub(super) fn frame(found: &[(&Topic, ResultFinding)]) -> Frame {
    let mut frame = Frame::new("compare.csv");
    for ((topic, finding), adjusted) in found.iter().zip(adjusted(found).0) {
        let opponent = topic.opponents.first().filter(|_| topic.alone).map_or("", |labels| &labels[0]);
        NamedRow::new(&mut frame)
            .put_all([
                ("agent_a", Cell::text(&topic.agent[0])),
                ("agent_b", Cell::text(&topic.agent[1])),
                ("opponent", Cell::text(opponent)),
                ("measure", Cell::text(finding.measure.name())),
                ("method", Cell::text(finding.method.name())),
                ("deals_a", Cell::Count(finding.deals[0])),
                ("deals_b", Cell::Count(finding.deals[1])),
                ("value_a", Cell::share(finding.values[0])),
                ("value_b", Cell::share(finding.values[1])),
                ("difference", Cell::share(finding.difference.map(|(value, _)| value))),
                ("variance_ratio", Cell::share(finding.variance_ratio)),
                ("difference_p", Cell::share(finding.p)),
                ("difference_p_adjusted", Cell::share(adjusted)),
            ])
            .put_ends("difference", finding.difference.and_then(|(_, ends)| ends), Cell::share)
            .end();
    }
    frame
}

/// Returns sentences on the score of each agent against all opponents.
pub(super) fn sentences(found: &[(&Topic, ResultFinding)]) -> Vec<String> {
    let (adjusted, tests) = adjusted(found);
    let scores = found.iter().zip(adjusted);
    let scores =
        scores.filter(|((topic, finding), _)| finding.measure == ResultMeasure::Score && !topic.alone);
    let scores: Vec<ScoreSentence> = scores
        .filter_map(|((topic, finding), adjusted)| sentence(topic, finding, (adjusted, tests)))
        .collect();
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
    (adjusted, tests): (Option<f64>, usize),
) -> Option<ScoreSentence> {
    let ([Some(a), Some(b)], (difference, Some(ends))) = (finding.values, finding.difference?) else {
        return None;
    };
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
    let points = |share: f64| fixed(100.0 * share, 1);
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
            difference: Some((0.1, Some(Interval { low: 0.01, high: 0.19 }))),
            variance_ratio: None,
            p: Some(p),
        }
    }

    #[test]
    fn one_fact_seen_from_both_sides_is_one_test() {
        use ResultMeasure::{DecodeLogLoss, InterceptLogLoss, LeakedBits, Score};
        let (a, b) = (topic("a", &["b"]), topic("b", &["a"]));
        let found = [
            (&a, finding(Score, 0.02)),
            (&a, finding(DecodeLogLoss, 0.5)),
            (&a, finding(LeakedBits, 0.04)),
            (&b, finding(Score, 0.02)),
            (&b, finding(InterceptLogLoss, 0.04)),
        ];
        let (adjusted, tests) = adjusted(&found);
        assert_eq!((adjusted, tests), ([0.06, 0.5, 0.08, 0.06, 0.08].map(Some).to_vec(), 3));
        assert!(sentences(&found)[1].contains("no clear change, for of 3 comparisons"));
    }

    #[test]
    fn scores_against_several_opponents_are_facts_of_their_own() {
        let (a, b) = (topic("a", &["b", "c"]), topic("b", &["a", "c"]));
        let found = [(&a, finding(ResultMeasure::Score, 0.02)), (&b, finding(ResultMeasure::Score, 0.04))];
        assert_eq!(adjusted(&found), (vec![Some(0.04), Some(0.04)], 2));
    }
}
