//! Finding about one measure of one topic, as a row and as a sentence.

use overhear_stats::{Adjustment, Interval};

use super::topic::Topic;
use crate::table::{Cell, Frame, NamedRow, fixed};

/// Level of the verdict.
const ALPHA: f64 = 0.05;

/// A measure in which results are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Returns the p-values of all findings, adjusted for their number.
fn adjusted(found: &[(&Topic, ResultFinding)]) -> Vec<Option<f64>> {
    Adjustment::Holm.adjust_known(&found.iter().map(|(_, finding)| finding.p).collect::<Vec<_>>())
}

/// Returns a frame with a row for each finding.
pub(super) fn frame(found: &[(&Topic, ResultFinding)]) -> Frame {
    let mut frame = Frame::new("compare.csv");
    for ((topic, finding), adjusted) in found.iter().zip(adjusted(found)) {
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
    let scores = found.iter().zip(adjusted(found));
    let scores =
        scores.filter(|((topic, finding), _)| finding.measure == ResultMeasure::Score && !topic.alone);
    scores.filter_map(|((topic, finding), adjusted)| sentence(topic, finding, adjusted)).collect()
}

fn sentence(topic: &Topic, finding: &ResultFinding, adjusted: Option<f64>) -> Option<String> {
    let ([Some(a), Some(b)], (difference, Some(ends))) = (finding.values, finding.difference?) else {
        return None;
    };
    let clear = match finding.method {
        Method::Paired => adjusted.is_some_and(|p| p < ALPHA),
        Method::Unpaired => !ends.contains(0.0),
    };
    let verdict = match (clear, difference > 0.0) {
        (false, _) => "not known yet to differ",
        (true, true) => "clearly more",
        (true, false) => "clearly less",
    };
    let points = |share: f64| fixed(100.0 * share, 1);
    let name = match &topic.agent {
        [one, other] if one == other => format!("`{one}`"),
        [one, other] => format!("`{one}` and `{other}`"),
    };
    Some(format!(
        "{name}: {} of 100 points in A, {} in B: {verdict} ({} to {}, {})",
        points(a),
        points(b),
        signed(&points(ends.low)),
        signed(&points(ends.high)),
        finding.method.name(),
    ))
}

fn signed(number: &str) -> String {
    if number.starts_with('-') { number.to_owned() } else { format!("+{number}") }
}
